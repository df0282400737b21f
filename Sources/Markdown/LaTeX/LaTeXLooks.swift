import TypesetDiagnostics

/// LaTeX's commands that only set how pages look: pages are set by a theme, so nothing is left of them.
enum LaTeXLooks {
  /// How many arguments each has in braces.
  static let commands: [String: Int] = {
    var counts: [String: Int] = [:]
    for (count, names) in lists { for name in names { counts[name] = count } }
    return counts
  }()

  private static let lists: [(Int, [String])] = [
    (
      0,
      [
        "raggedcolumns", "samepage", "justifying", "justify", "RaggedRight", "RaggedLeft", "Centering", "nonfrenchspacing", "boldmath",
        "unboldmath", "nobreak", "goodbreak", "filbreak", "smallbreak", "medbreak", "nolinebreak", "nopagebreak", "allowbreak", "lsstyle",
        "nopagecolor", "normalcolor", "begingroup", "endgroup", "ignorespacesafterend", "unskip", "phantomsection", "flushleft",
        "flushright", "balance", "flushcolsend", "columnbreak", "landscape", "blandscape", "elandscape", "endlandscape", "bfullwidth",
        "efullwidth", "fussy", "obeylines", "singlespace", "onehalfspace", "doublespace", "sloppypar", "glsaddall", "acresetall",
        "newcolumn",
        "flushend", "suppressfloats", "tightlist", "endinput", "IEEEpeerreviewmaketitle", "minitoc", "parttoc", "dominitoc", "doparttoc",
        "faketableofcontents", "pause",
      ]
    ),
    (
      1,
      [
        "fontfamily", "fontseries", "fontshape", "fontencoding", "setmainfont", "setsansfont", "setmonofont", "setCJKmainfont",
        "setCJKsansfont", "setCJKmonofont", "setmathfont", "setlist", "allsectionsfont", "sectionfont", "subsectionfont", "enlargethispage",
        "needspace", "Needspace", "microtypesetup", "fancyhead", "fancyfoot", "fancyhf", "lhead", "chead", "rhead", "lfoot", "cfoot",
        "rfoot", "usekomafont", "KOMAoptions", "stepcounter", "refstepcounter", "hyphenation", "selectlanguage", "usetheme",
        "usecolortheme", "usefonttheme", "useinnertheme", "useoutertheme", "addfontfeatures", "addfontfeature", "newlength", "newcounter",
        "urlstyle", "sisetup", "tcbset", "pgfplotsset", "usetikzlibrary", "everymath", "mathtoolsset", "theoremstyle", "nocite",
        "usemintedstyle", "setminted", "pagelayout", "pdfpcnote", "chaptermark", "sectionmark", "spacing", "afterpage",
      ]
    ),
    (
      2,
      [
        "fontsize", "floatplacement", "setkomafont", "addtokomafont", "KOMAoption", "counterwithin", "counterwithout", "numberwithin",
        "addtocounter", "setbeamerfont", "setbeamercolor", "setbeamertemplate", "setbeamersize", "pdfbookmark", "colorlet", "settowidth",
        "DeclareGraphicsRule", "setbeameroption", "addtocontents", "currentpdfbookmark",
      ]
    ),
    (3, ["definecolor", "providecolor"]), (4, ["usefont", "titlespacing"]), (5, ["titleformat"]),
  ]

  /// What takes a number or a length without braces.
  private static let parameters: Set<String> = [
    "parindent", "parskip", "baselineskip", "lineskip", "topskip", "leftskip", "rightskip", "hangindent", "hangafter", "looseness",
    "tolerance", "pretolerance", "hbadness", "vbadness", "hfuzz", "vfuzz", "emergencystretch", "hyphenpenalty", "exhyphenpenalty",
    "widowpenalty", "clubpenalty", "brokenpenalty", "displaywidowpenalty", "interlinepenalty", "binoppenalty", "relpenalty",
    "lefthyphenmin", "righthyphenmin", "abovedisplayskip", "belowdisplayskip", "abovecaptionskip", "belowcaptionskip", "tabcolsep",
    "arraycolsep", "arrayrulewidth", "columnsep", "columnseprule", "textfloatsep", "floatsep", "intextsep", "footnotesep", "LTleft",
    "LTright", "vskip", "hskip", "kern", "penalty", "pageno", "topmargin", "oddsidemargin", "textwidth", "textheight", "footskip",
  ]

  private static let units = ["pt", "em", "ex", "cm", "mm", "in", "pc", "bp", "sp", "mu", "fil", "fill", "filll"]

  /// The end of an assignment without braces, `\parindent=0pt`, `\vskip 1em plus 2pt`, `\tolerance1000`; nil for what is none.
  static func assignmentEnd(_ name: String, _ bytes: [UInt8], after nameEnd: Int, to limit: Int) -> Int? {
    guard parameters.contains(name) else { return nil }
    func afterBlanks(_ start: Int) -> Int {
      var index = start
      while index < limit, ASCII.isBlank(bytes[index]) { index += 1 }
      return index
    }
    var start = afterBlanks(nameEnd)
    if start < limit, bytes[start] == UInt8(ascii: "=") { start = afterBlanks(start + 1) }
    guard var end = valueEnd(bytes, from: start, to: limit) else { return nil }
    for word in ["plus", "minus"] where bytes[afterBlanks(end)..<limit].starts(with: word.utf8) {
      guard let more = valueEnd(bytes, from: afterBlanks(afterBlanks(end) + word.utf8.count), to: limit) else { return nil }
      end = more
    }
    // `\parskip 6 apples` is not LaTeX.
    return end < limit && (ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end])) ? nil : end
  }

  /// After a number with its unit, or a number times another length.
  private static func valueEnd(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int? {
    var index = start
    while index < limit, "+-".utf8.contains(bytes[index]) { index += 1 }
    let number = index
    while index < limit, ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
    let hasNumber = bytes[number..<index].contains(where: ASCII.isDigit)
    if index > number, bytes[index - 1] == UInt8(ascii: ".") { index -= 1 }
    if index < limit, bytes[index] == ASCII.backslash {
      let length = LaTeXReading.name(bytes, after: index, to: limit)
      return length.isEmpty ? nil : length.upperBound
    }
    guard hasNumber else { return nil }
    let unit = index < limit && bytes[index] == ASCII.space ? index + 1 : index
    var end = unit
    while end < limit, ASCII.isLetter(bytes[end]) { end += 1 }
    return units.contains(String(decoding: bytes[unit..<end], as: UTF8.self)) ? end : index
  }

  /// The emoji that a command of the packages twemojis and emoji shows: `\twemoji{rocket}`, `\emoji{red-heart}`, `\twemoji{1f680}`.
  static func emoji(_ command: String, _ name: String) -> String? {
    guard ["twemoji", "texttwemoji", "emoji"].contains(command), name.utf8.count < 60 else { return nil }
    let words = name.trimmedWhitespace().replacing(" ", with: "_").replacing("-", with: "_")
    if let known = EmojiNames.emoji(named: words) ?? EmojiNames.emoji(named: name) { return known }
    let scalars = name.split(separator: "-").map { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    guard !scalars.isEmpty, scalars.allSatisfy({ ($0?.value ?? 0) > 0x1FFF || $0?.value == 0x200D }) else { return nil }
    return String(String.UnicodeScalarView(scalars.compactMap(\.self)))
  }
}
