internal import TypesetDiagnostics

/// LaTeX's text commands, as HTML. Authors for pandoc write them in Markdown.
enum LaTeXCommand: Equatable {
  /// Its argument between two tags: `\textbf{…}`.
  case wrap(open: String, close: String)
  /// `\LaTeX`.
  case text(String)
  /// A command without effect, or for which Markdown has its own syntax; with this many arguments in braces.
  case nothing(arguments: Int)
  /// Its last argument, without the measures, colours or angles before it: `\resizebox{\textwidth}{!}{…}`.
  case box(skipped: Int, close: String)
  /// Changes the style up to the end of its group: `{\em …}`.
  case change(open: String, close: String)

  static let named: [String: LaTeXCommand] = {
    var table: [String: LaTeXCommand] = [:]
    for (name, tag) in [
      ("textbf", "b"), ("textit", "em"), ("emph", "em"), ("textsl", "em"), ("texttt", "code"), ("underline", "u"), ("uline", "u"),
      ("pkg", "b"), ("CRANpkg", "b"), ("BIOpkg", "b"), ("fct", "code"), ("alert", "b"),
      ("textsuperscript", "sup"), ("tnote", "sup"), ("textsubscript", "sub"), ("sout", "del"),
    ] {
      table[name] = .wrap(open: "<\(tag)>", close: "</\(tag)>")
    }
    for name in ["textrm", "textsf", "textmd", "textup", "textnormal", "mbox", "makebox", "enquote", "proglang"] + glossary {
      table[name] = name == "enquote" ? .wrap(open: "“", close: "”") : .wrap(open: "", close: "")
    }
    for (name, skipped) in boxes { table[name] = .box(skipped: skipped, close: name.hasSuffix("box") && name.first == "h" ? " " : "") }
    table["textsc"] = .wrap(open: "<span style=\"font-variant: small-caps\">", close: "</span>")
    for (name, tag) in [
      ("bf", "b"), ("bfseries", "b"), ("em", "em"), ("it", "em"), ("itshape", "em"), ("sl", "em"), ("tt", "code"), ("ttfamily", "code"),
    ] {
      table[name] = .change(open: "<\(tag)>", close: "</\(tag)>")
    }
    for (name, text) in [
      ("LaTeX", "LaTeX"), ("TeX", "TeX"), ("LaTeXe", "LaTeX2e"), ("XeLaTeX", "XeLaTeX"), ("BibTeX", "BibTeX"),
      ("LuaLaTeX", "LuaLaTeX"), ("LuaTeX", "LuaTeX"), ("XeTeX", "XeTeX"), ("pdfLaTeX", "pdfLaTeX"), ("pdfTeX", "pdfTeX"), ("ldots", "…"),
      ("dots", "…"),
      ("textellipsis", "…"), ("textbackslash", "&#92;"), ("textendash", "–"), ("textemdash", "—"), ("textdegree", "°"),
      ("quad", "\u{2003}"),
      ("qquad", "\u{2003}\u{2003}"), ("newline", "<br>"), ("linebreak", "<br>"), ("S", "§"), ("P", "¶"), ("copyright", "©"), ("ss", "ß"),
      ("textasciitilde", "~"), ("textasciicircum", "&#94;"), ("textbar", "|"), ("textless", "&lt;"), ("textgreater", "&gt;"), ("today", ""),
      ("textregistered", "®"), ("texttrademark", "™"), ("textcopyright", "©"), ("textquotedbl", "&quot;"), ("textdollar", "&#36;"),
      ("textunderscore", "&#95;"), ("textbullet", "•"), ("textmu", "µ"), ("textohm", "Ω"), ("texteuro", "€"), ("textsection", "§"),
      ("textparagraph", "¶"), ("textperthousand", "‰"), ("texttimes", "×"), ("textpm", "±"), ("textasteriskcentered", "&#42;"),
      ("textquoteleft", "‘"), ("textquoteright", "’"), ("textquotedblleft", "“"), ("textquotedblright", "”"), ("textbraceleft", "&#123;"),
      ("textbraceright", "&#125;"), ("textvisiblespace", "␣"),
    ] {
      table[name] = .text(text)
    }
    for name in layout { table[name] = .nothing(arguments: 0) }
    for name in layoutWithArgument { table[name] = .nothing(arguments: 1) }
    for name in ["specialrule", "rowcolors", "colrule"] { table[name] = .nothing(arguments: 3) }
    for (name, count) in LaTeXLooks.commands { table[name] = .nothing(arguments: count) }
    for name in ["setlength", "addtolength", "setcounter", "addcontentsline", "renewcommand", "markboth"] {
      table[name] = .nothing(arguments: name == "addcontentsline" ? 3 : 2)
    }
    return table
  }()

  /// What names an entry of a glossary, whose words only LaTeX knows: the name is shown.
  private static let glossary = ["gls", "glspl", "Gls", "Glspl", "acrshort", "acrlong", "acrfull", "acs", "acl", "acf", "acp"]

  /// Boxes, and how many arguments each has before its text.
  private static let boxes = [
    ("resizebox", 2), ("scalebox", 1), ("rotatebox", 1), ("parbox", 1), ("makecell", 0), ("thead", 0), ("shortstack", 0), ("fbox", 0),
    ("framebox", 0), ("colorbox", 1), ("hbox", 0), ("vbox", 0), ("vtop", 0), ("raisebox", 1), ("textcolor", 1), ("adjustbox", 1),
    ("cellcolor", 1), ("foreignlanguage", 1), ("textls", 0),
  ]

  /// Spacing and positioning, without arguments.
  private static let layout = [
    "noindent", "indent", "centering", "raggedright", "raggedleft", "hfill", "vfill", "smallskip", "medskip", "bigskip", "par", "tiny",
    "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "hline", "toprule", "midrule",
    "bottomrule", "centerline", "protect", "leavevmode", "null", "singlespacing", "onehalfspacing", "doublespacing", "normalfont",
    "sffamily",
    "rmfamily", "mdseries", "upshape", "hfil", "endhead", "endfirsthead", "endfoot", "endlastfoot", "sloppy", "frenchspacing", "strut",
    "reversemarginpar", "normalmarginpar", "flushbottom", "raggedbottom", "pause",
    "onecolumn", "twocolumn", "makeatletter", "makeatother", "selectfont", "bigbreak", "FloatBarrier", "restoregeometry",
    "svhline", "firsthline", "lasthline", "hdashline", "morecmidrules", "relax", "bgroup", "egroup", "allowdisplaybreaks", "linenumbers",
    "nolinenumbers", "ignorespaces",
    // Lists that pages do not have, and those at their end, which come by themselves.
    "listoflistings", "lstlistoflistings", "listofalgorithms", "printindex", "printglossary", "printglossaries", "printbibliography",
  ]

  private static let layoutWithArgument = [
    "vspace", "hspace", "thispagestyle", "pagestyle", "pagenumbering", "cline", "cmidrule", "captionsetup", "label", "color",
    "vskip", "hskip", "addlinespace", "index", "rowcolor", "arrayrulecolor", "lstset", "markright", "setstretch", "linespread",
    "itemsep", "parsep", "topsep", "partopsep", "leftmargin", "labelsep",
    "bibliographystyle", "bibliography", "addbibresource", "newgeometry", "pagecolor", "hypersetup", "graphicspath",
    "noalign", "hhline", "Xhline", "cdashline", "columncolor", "vphantom", "hphantom", "phantom", "extrarowheight",
  ]

  /// Commands whose arguments are drawings, programs or files: without them nothing is left.
  private static let drawing: Set = [
    "tikz", "chemfig", "pgfplotstabletypeset", "qtree", "Tree", "input", "include", "lstinputlisting", "verbatiminput", "inputminted",
    "xymatrix", "pspicture", "psfig", "epsfig", "usebox", "includestandalone", "def", "newcommand", "let",
  ]

  /// What is said of a command that is not known, and left out; nil where its source is better.
  static func leftOut(_ bytes: [UInt8], _ command: Range<Int>) -> Diagnostic? {
    let name = String(decoding: bytes[command], as: UTF8.self)
    guard !drawing.contains(String(name.dropFirst())) else { return nil }
    return Diagnostic(
      .warning, "latex.command", at: SourceSpan(command.lowerBound, command.upperBound), "\(name) is not known and is left out",
      hint: "leave it out, or write what it stands for")
  }
}

/// Reads the parts of commands.
enum LaTeXReading {
  /// True if a tilde is LaTeX's tie: between a word and a reference (`Table~\ref{a}`), or after an abbreviation's stop
  /// (`Eq.~(3)`).
  static func isTie(_ text: [UInt8], at index: Int) -> Bool {
    guard index > 0, index + 1 < text.count else { return false }
    let (before, after) = (text[index - 1], text[index + 1])
    if before == UInt8(ascii: ".") { return ASCII.isDigit(after) || "([$\\".utf8.contains(after) }
    guard after == ASCII.backslash, ASCII.isLetter(before) || ASCII.isDigit(before) || before == ASCII.closeParenthesis else {
      return false
    }
    return ["ref", "eqref", "cite", "cref", "autoref", "pageref"].contains { text[(index + 2)...].starts(with: $0.utf8) }
  }

  /// True if the first item of a list has a label of its own: `\item[a)]`; other signs than letters and numbers are bullets.
  static func labelsItems(_ bytes: [UInt8], from start: Int, to limit: Int) -> Bool {
    let head = bytes[start..<limit].drop { ASCII.isBlank($0) || $0 == ASCII.newline }
    guard head.starts(with: "\\item[".utf8), let first = head.dropFirst(6).first else { return false }
    return ASCII.isLetter(first) || ASCII.isDigit(first) || first == ASCII.openParenthesis
  }

  /// The name after a backslash; empty where a sign follows.
  static func name(_ bytes: [UInt8], after backslash: Int, to limit: Int) -> Range<Int> {
    var end = backslash + 1
    while end < limit, ASCII.isLetter(bytes[end]) { end += 1 }
    return backslash + 1..<end
  }

  /// The code of `\verb|code|`, between two equal signs on a line.
  static func verb(_ bytes: [UInt8], at nameEnd: Int, to limit: Int) -> Range<Int>? {
    let open = nameEnd < limit && bytes[nameEnd] == UInt8(ascii: "*") ? nameEnd + 1 : nameEnd
    guard open < limit, case let sign = bytes[open], sign > ASCII.space, sign < 0x7F, !ASCII.isLetter(sign), !"{}\\".utf8.contains(sign),
      let end = bytes[(open + 1)..<limit].prefix(while: { $0 != ASCII.newline }).firstIndex(of: sign), end > open + 1
    else { return nil }
    return open + 1..<end
  }

  /// The code in an environment, whose first line and last are LaTeX's, and where that ends.
  static func verbatim(_ bytes: [UInt8], _ name: String, after head: Int, to limit: Int) -> (code: Range<Int>, end: Int)? {
    let start = options(bytes, at: head, to: limit, passesBlanks: false).end
    guard let first = bytes[start..<limit].firstIndex(of: ASCII.newline), bytes[start..<first].allSatisfy(ASCII.isBlank),
      let closer = bytes[first..<limit].firstRange(of: Array("\\end{\(name)}".utf8)),
      let last = bytes[first..<closer.lowerBound].lastIndex(of: ASCII.newline),
      bytes[(last + 1)..<closer.lowerBound].allSatisfy(ASCII.isBlank)
    else { return nil }
    return (min(first + 1, last)..<last, closer.upperBound)
  }

  /// Code for HTML: nothing in it is markup, and no line ends.
  static func entities(_ code: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in code {
      let isPlain = ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.space || byte >= 0x80
      if isPlain { text.append(byte) } else { text += "&#\(byte);".utf8 }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Where the last argument of a command opens, after as many others as are skipped, each with its options.
  static func lastGroup(_ bytes: [UInt8], at start: Int, after skipped: Int, to limit: Int) -> Int? {
    var open = options(bytes, at: start, to: limit).end
    for _ in 0..<skipped {
      guard let group = group(bytes, at: open, to: limit) else { return nil }
      open = options(bytes, at: group.upperBound + 1, to: limit).end
    }
    return open < limit && bytes[open] == ASCII.openBrace ? open : nil
  }

  /// Where a picture in HTML ends that begins at a place.
  static func picture(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    guard bytes[start..<limit].starts(with: "<img ".utf8) else { return nil }
    return bytes[start..<limit].prefix(2_000).firstIndex(of: ASCII.greater).map { $0 + 1 }
  }

  /// The content of the braces that open at an index; nil if none does, or if they are never closed.
  static func group(_ bytes: [UInt8], at open: Int, to limit: Int) -> Range<Int>? {
    guard open < limit, bytes[open] == ASCII.openBrace else { return nil }
    var depth = 0
    var index = open
    while index < limit {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace:
        depth -= 1
        if depth == 0 { return open + 1..<index }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The bracket that closes options, outside of braces: `[caption={[Short]Long}]`; the first one where braces do not pair.
  private static func optionsEnd(_ bytes: [UInt8], after open: Int, to limit: Int) -> Int? {
    var depth = 0
    var first: Int?
    for index in open..<min(limit, open + 2_000) {
      switch bytes[index] {
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace: depth -= 1
      case ASCII.closeBracket where depth == 0: return index
      case ASCII.closeBracket: first = first ?? index
      default: break
      }
    }
    return first ?? bytes[open..<min(limit, open + 4_000)].firstIndex(of: ASCII.closeBracket)
  }

  /// After `*` and `[…]`, which commands may have before their arguments.
  ///
  /// - Parameter passesBlanks: Blanks, an end of a line and a comment may stand between options and what follows them in brackets or braces.
  static func options(_ bytes: [UInt8], at start: Int, to limit: Int, passesBlanks: Bool = true) -> (end: Int, options: Range<Int>?) {
    var index = start
    var options: Range<Int>?
    if index < limit, bytes[index] == UInt8(ascii: "*") { index += 1 }
    while index < limit, bytes[index] == ASCII.openBracket, let close = optionsEnd(bytes, after: index, to: limit) {
      options = index + 1..<close
      index = passesBlanks ? argument(bytes, after: close + 1, to: limit) ?? close + 1 : close + 1
    }
    return (index, options)
  }

  /// The bracket or brace after blanks with at most one end of a line, and after a comment that ends it.
  private static func argument(_ bytes: [UInt8], after start: Int, to limit: Int) -> Int? {
    var index = start
    while index < limit, ASCII.isBlank(bytes[index]) { index += 1 }
    if index < limit, bytes[index] == UInt8(ascii: "%") {
      index = bytes[index..<min(limit, index + 200)].firstIndex(of: ASCII.newline) ?? limit
    }
    if index < limit, bytes[index] == ASCII.newline { index += 1 }
    while index < limit, ASCII.isBlank(bytes[index]) { index += 1 }
    return index < limit && (bytes[index] == ASCII.openBrace || bytes[index] == ASCII.openBracket) ? index : nil
  }
}

/// A letter with an accent, as LaTeX's text has it: `\'e`, `\`a`, `\^{o}`, `\"u`, `\~n`, `\'\i`, `\c{c}`, `\v s`.
struct LaTeXAccent {
  let text: String
  /// Below the last byte.
  let end: Int

  /// Combining characters, by the commands that set them above or below a letter.
  private static let marks: [UInt8: String] = [
    UInt8(ascii: "'"): "\u{301}", UInt8(ascii: "`"): "\u{300}", UInt8(ascii: "^"): "\u{302}", UInt8(ascii: "\""): "\u{308}",
    UInt8(ascii: "~"): "\u{303}", UInt8(ascii: "="): "\u{304}", UInt8(ascii: "."): "\u{307}", UInt8(ascii: "u"): "\u{306}",
    UInt8(ascii: "v"): "\u{30C}", UInt8(ascii: "H"): "\u{30B}", UInt8(ascii: "c"): "\u{327}", UInt8(ascii: "k"): "\u{328}",
    UInt8(ascii: "r"): "\u{30A}", UInt8(ascii: "d"): "\u{323}", UInt8(ascii: "b"): "\u{331}",
  ]

  /// Letters that have commands of their own.
  static let letters = [
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ",
  ]

  /// Nil if there is none at a backslash.
  init?(_ bytes: [UInt8], at backslash: Int, to limit: Int) {
    guard backslash + 2 < limit, let mark = Self.marks[bytes[backslash + 1]] else { return nil }
    var place = backslash + 2
    if ASCII.isLetter(bytes[backslash + 1]) {
      while place < limit, bytes[place] == ASCII.space { place += 1 }
      guard place < limit, place > backslash + 2 || bytes[place] == ASCII.openBrace else { return nil }
    }
    let isGroup = bytes[place] == ASCII.openBrace
    if isGroup { place += 1 }
    if place + 1 < limit, bytes[place] == ASCII.backslash, "ij".utf8.contains(bytes[place + 1]) { place += 1 }
    guard place < limit, ASCII.isLetter(bytes[place]) else { return nil }
    text = String(UnicodeScalar(bytes[place])) + mark
    if isGroup {
      place += 1
      guard place < limit, bytes[place] == ASCII.closeBrace else { return nil }
    }
    end = place + 1
  }

  /// A letter with a command of its own, at a backslash; the blanks or the empty group behind it go with it.
  ///
  /// - Parameter nameEnd: Below the last byte of the command.
  init?(letter name: String, _ bytes: [UInt8], after nameEnd: Int, to limit: Int) {
    guard let letter = Self.letters[name] else { return nil }
    var end = nameEnd
    if end + 1 < limit, bytes[end] == ASCII.openBrace, bytes[end + 1] == ASCII.closeBrace {
      end += 2
    } else {
      while end < limit, bytes[end] == ASCII.space { end += 1 }
    }
    (text, self.end) = (letter, end)
  }
}
