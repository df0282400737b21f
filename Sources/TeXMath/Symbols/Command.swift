/// Commands that the parser carries out itself. A new one is a case here and a case in `Parser.perform`.
enum Command: String, CaseIterable {
  case frac, cfrac, genfrac, sqrt, root, over, atop, above, choose, brack, brace
  case overwithdelims, atopwithdelims, abovewithdelims
  case left, middle, right, begin, end, newline = "\\", cr, hline, hdashline, cline, multicolumn
  case big, Big, bigg, Bigg, bigl, Bigl, biggl, Biggl, bigr, Bigr, biggr, Biggr, bigm, Bigm, biggm, Biggm
  case limits, nolimits, displaylimits
  case displaystyle, textstyle, scriptstyle, scriptscriptstyle
  case mathord, mathop, mathbin, mathrel, mathopen, mathclose, mathpunct, mathinner
  case operatorname, operatornamewithlimits, operatornameMod = "modname"
  case overline, underline, overset, underset, substack, sideset, not
  case text, textrm, textbf, textit, textsf, texttt, textnormal, textup, textmd, mbox, hbox, emph, textsl
  case phantom, hphantom, vphantom, smash, mathllap, mathrlap, mathclap, llap, rlap, clap, raisebox
  case boxed, fbox, rule, vcenter, mathchoice, nonscript
  case kern, mkern, hskip, mskip, hspace, space = " ", negspace = "/"
  case color, textcolor, colorbox, fcolorbox
  case cancel, bcancel, xcancel, sout
  case xrightarrow, xleftarrow, xleftrightarrow, xRightarrow, xLeftarrow, xLeftrightarrow, xmapsto, xlongequal
  case xhookrightarrow, xhookleftarrow, xrightharpoonup, xrightharpoondown, xleftharpoonup, xleftharpoondown
  case xrightleftharpoons, xleftrightharpoons, xtwoheadrightarrow, xtwoheadleftarrow
  case tag, notag, nonumber, label, ref, eqref, href, url
  case newcommand, renewcommand, providecommand, def, gdef, `let`, DeclareMathOperator, setlength
  case relax, allowbreak, nobreak, bgroup, egroup, begingroup, endgroup, relpenalty, mathsurround, ce
}
