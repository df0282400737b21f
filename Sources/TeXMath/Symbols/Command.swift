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
  case dots, intertext, shortintertext, textcircled, slashed
  case relax, allowbreak, nobreak, bgroup, egroup, begingroup, endgroup, relpenalty, mathsurround
  // TeX's primitives
  case edef, xdef, global, long, outer, protected, expandafter, noexpand, futurelet, ignorespaces, aftergroup, char, unicode, verb
  case limitarrow, chemarrow, ifdisplaymode
  case iftrue, iffalse, ifmmode, ifnum, ifx, `if`, ifcase, `else`, fi, or, csname, string, uppercase, lowercase, mathchardef
  case raise, lower, moveleft, moveright, vbox, vtop, hfil, hfill, hss, mathpalette, skew, adjustlimits, buildrel
  case makebox, mathmakebox, framebox, parbox, cancelto, enclosed, enclose, bbox, definecolor, toggle, newenvironment, renewenvironment
  case scalebox, resizebox, rotatebox, reflectbox, includegraphics, NewDocumentCommand, hdotsfor, rowcolor, cellcolor
  case DeclarePairedDelimiter, pairedby, newcases, leftroot, uproot
  // Sizes
  case tiny, sixptsize, scriptsize, footnotesize, small, normalsize, large, Large, LARGE, huge, Huge, Tiny, SMALL
  // mhchem, siunitx, physics, extensible arrows of several packages
  case ce, pu, num, ang, si, SI, unit, numrange
  case qty, pqty, bqty, Bqty, vqty, order, eval, ev, dd, dv, pdv, fdv, vb, va, vu, qq
  case mqty, pmqty, Pmqty, bmqty, vmqty, smqty, spmqty, sPmqty, sbmqty, svmqty, mdet, smdet
  case identitymatrix, zeromatrix, diagonalmatrix, antidiagonalmatrix, paulimatrix, xmatrix
  case xleftequilibrium, xrightequilibrium, xrightleftarrows, xtofrom
  case xlongleftarrow, xlongleftrightarrow, xLongrightarrow, xLongleftarrow, xLongleftrightarrow
  case equilibriumRight, equilibriumLeft, chemequilibrium
}

extension Command {
  static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// True if a macro that holds it may end its own recursion.
  var mayEndRecursion: Bool {
    switch self {
    case .iftrue, .iffalse, .ifmmode, .ifnum, .ifx, .if, .ifcase, .ifdisplaymode, .fi, .expandafter, .futurelet, .csname: true
    default: false
    }
  }
}
