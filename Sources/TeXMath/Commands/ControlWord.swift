/// A command that the parser looks for by name while it reads something else: it ends a list, a row or a branch, or has a special meaning
/// in text. All others are only rows of the tables.
enum ControlWord: String {
  // What ends or divides lists.
  case over, atop, above, choose, brack, brace, overwithdelims, atopwithdelims, abovewithdelims, middle, right
  case begin, end, cr, egroup, begingroup, endgroup, relax, hline, hdashline, cline, multicolumn, hdotsfor, toprule, midrule, bottomrule,
    cmidrule,
    addlinespace, intertext, shortintertext
  case expandafter, noexpand, futurelet, csname, iftrue, iffalse, ifmmode, ifnum, ifx, ifcase, ifdisplaymode, fi, or
  case not, mathbin, mathrel, xrightarrow, xleftarrow
  case newline = "\\", `if`, `else`
  // What changes the look of text.
  case text, textrm, textbf, textit, textsf, texttt, textnormal, textup, textmd, mbox, hbox, emph, textsl
  case tiny, Tiny, sixptsize, scriptsize, footnotesize, SMALL, small, normalsize, large, Large, LARGE, huge, Huge
  // What puts colours and links around words of text without changing their look.
  case color, textcolor, colorbox, fcolorbox, href
}

extension ControlWord {
  /// True if a macro that contains it may end its own recursion.
  var mayEndRecursion: Bool {
    switch self {
    case .iftrue, .iffalse, .ifmmode, .ifnum, .ifx, .if, .ifcase, .ifdisplaymode, .fi, .expandafter, .futurelet, .csname: true
    default: false
    }
  }
}
