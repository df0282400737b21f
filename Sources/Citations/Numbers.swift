internal import TypesetDiagnostics

/// Numbers in variables: which they are, in words, in ranges.
enum Numbers {
  static let variables: Set<String> = [
    "chapter-number", "citation-number", "collection-number", "edition", "first-reference-note-number", "issue", "locator", "number",
    "number-of-pages", "number-of-volumes", "page", "page-first", "part-number", "printing-number", "section", "supplement-number",
    "version", "volume",
  ]

  private static func isSeparator(_ letter: Character) -> Bool { ",&-–—".contains(letter) }

  /// `2`, `2nd`, `D2`, `2-4`, `2, 3 & 7`: each part has a figure and, beyond letters around it, nothing else.
  static func isNumeric(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map { $0.trimmed() }
    return !text.isEmpty
      && parts.allSatisfy { part in
        part.contains(where: \.isNumber) && !part.contains(where: \.isWhitespace)
          && part.allSatisfy { $0.isNumber || $0.isLetter || ".:/'’()".contains($0) } && part.drop { $0.isLetter }.first?.isNumber == true
      }
  }

  /// The text with its numbers written another way; ranges with a dash, lists with spaces.
  static func written(_ text: String, _ write: (Int) -> String?) -> String {
    var out = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let part = rest.prefix { !isSeparator($0) }
      let word = part.trimmed()
      out += (word.utf8.count < 10 ? DocumentNumber.whole(word) : nil).flatMap { write($0) } ?? word
      rest = rest.dropFirst(part.count)
      guard let mark = rest.first else { break }
      rest = rest.dropFirst()
      switch mark {
      case ",": out += ", "
      case "&": out += " & "
      default: out += "–"
      }
    }
    return out
  }

  /// True for several: pages `3-5`, a count above 1.
  static func isPlural(_ text: String, isCount: Bool) -> Bool {
    if isCount { return DocumentNumber.whole(text.trimmed()) != 1 }
    // `327\\-30` is one page.
    let text = text.utf8.contains(UInt8(ascii: "\\")) ? text.replacing("\\-", with: "") : text
    let parts = text.split { ",&-–—".contains($0) }.map { $0.trimmed() }.filter { !$0.isEmpty }
    if parts.count > 1 {
      // `3-B` and `A-7-2` name one page.
      let isList = text.contains { ",&".contains($0) }
      return parts.allSatisfy { part in
        isList
          ? part.first?.isNumber == true || !part.contains(" ") || part.hasPrefix("and ")
          : part.contains(where: \.isNumber) || part.allSatisfy { "ivxlcdm".contains($0) }
      }
    }
    return text.contains(" and ") || text.contains(" et ") || text.contains("ff")
  }

  static func roman(_ number: Int) -> String? {
    guard 1..<6000 ~= number else { return nil }
    let values = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
      (4, "iv"), (1, "i"),
    ]
    var rest = number
    var out = ""
    for (value, letters) in values {
      while rest >= value {
        out += letters
        rest -= value
      }
    }
    return out
  }

  // CSL 1.0.2, appendix V.
  static func pageRanges(_ text: String, format: String, delimiter: String, and: String = "&") -> String {
    var out = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let part = rest.prefix { $0 != "," && $0 != "&" }
      let isSpacedBefore = part.first?.isWhitespace == true
      out +=
        (isSpacedBefore ? " " : "") + pageRange(part.trimmed(), format: format, delimiter: delimiter)
        + (part.last?.isWhitespace == true && part.count > 1 ? " " : "")
      rest = rest.dropFirst(part.count)
      guard let mark = rest.first else { break }
      if mark == "&" { out += and } else { out.append(mark) }
      rest = rest.dropFirst()
    }
    return out
  }

  private static func pageRange(_ text: String, format: String, delimiter: String) -> String {
    // `\-` is a hyphen in a page's own number.
    if text.utf8.contains(UInt8(ascii: "\\")), text.contains("\\-") { return text.replacing("\\-", with: "-") }
    let parts = text.split(maxSplits: 2, omittingEmptySubsequences: false) { "-–—".contains($0) }.map { $0.trimmed() }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      let halves = text.split { "–—".contains($0) }
      if halves.count == 1, parts.count > 2 { return text.replacing("--", with: delimiter) }
      return text.replacing(sign: "-", with: delimiter)
    }
    // `Michaelson-Morely` is a name.
    func isNumber(_ page: String) -> Bool { page.contains(where: \.isNumber) || page.allSatisfy { "ivxlcdmIVXLCDM".contains($0) } }
    guard isNumber(parts[0]) || isNumber(parts[1]) else { return text }
    func split(_ page: String) -> (String, String) {
      let digits = String(page.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
      return (String(page.dropLast(digits.count)), digits)
    }
    let (before, first) = split(parts[0])
    var (beforeLast, last) = split(parts[1])
    if !format.isEmpty, !first.isEmpty, !last.isEmpty, before != beforeLast { return parts[0] + "-" + parts[1] }
    guard !format.isEmpty, !first.isEmpty, !last.isEmpty, first.count < 10, last.count < 10 else {
      return parts[0] + delimiter + parts[1]
    }
    // Whole again first: `321-8` is `321-328`.
    if last.count < first.count { last = first.prefix(first.count - last.count) + last }
    guard let a = DocumentNumber.whole(first), let b = DocumentNumber.whole(last) else { return text }
    if b < a { return parts[0] + "-" + parts[1] }
    if b == a { return parts[0] + delimiter + parts[1] }
    guard first.count == last.count else { return parts[0] + delimiter + beforeLast + last }
    beforeLast = before
    func shortened(keeping least: Int) -> String {
      var same = 0
      for (x, y) in zip(first, last) {
        if x != y { break }
        same += 1
      }
      return String(last.suffix(max(last.count - same, min(least, last.count))))
    }
    switch format {
    case "minimal": last = shortened(keeping: 1)
    case "minimal-two": last = shortened(keeping: 2)
    case "chicago", "chicago-15", "chicago-16":
      if a >= 100, a % 100 != 0 {
        if a % 100 < 10 {
          last = shortened(keeping: 1)
        } else {
          let short = shortened(keeping: 2)
          last = format != "chicago-16" && first.count == 4 && short.count >= 3 ? last : short
        }
      }
    default: return parts[0] + delimiter + beforeLast + last
    }
    return parts[0] + delimiter + last
  }
}
