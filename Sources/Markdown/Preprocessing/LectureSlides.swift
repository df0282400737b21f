internal import TypesetDiagnostics

/// Decks of a relative of remark's for lectures (Charles University's) as remark's own: `~~~` alone ends a step, properties are below `---` and at the
/// top without lines around them, and `![w=46%,f=right](a.png)` says where a picture is.
func withLectureSlides(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, LectureSlides.areIn(source.bytes) else { return source }
  var slides = LectureSlides()
  return rewritingLines(source, &diagnostics) { line, _ in slides.change(of: line) }
}

private struct LectureSlides {
  private static let step = Array("~~~".utf8)
  private static let rule = Array("---".utf8)
  private static let properties = ["section:", "style:", "class:", "title:", "hideSlideNumber:"]

  /// True in the lines at the top.
  private var isInHead = true
  private var isBelowRule = false
  private var fence: CodeFence?

  /// True for a text with properties at the top in which tildes would make code of lines between slides.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "title:".utf8), bytes.firstRange(of: Array("\n~~~\n".utf8)) != nil else { return false }
    var (isCode, isBelowRule, count) = (false, false, 0)
    for line in bytes.split(separator: ASCII.newline) {
      if line.elementsEqual(step) { isCode.toggle() }
      if isBelowRule, isCode, line.first == ASCII.hash || properties.contains(where: { line.starts(with: $0.utf8) }) { count += 1 }
      isBelowRule = line.elementsEqual(rule)
    }
    return count > 0
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if isInHead { return head(line) }
    guard fence == nil else {
      fence = CodeFence.after(line, within: fence)
      return .keep
    }
    defer { isBelowRule = line.elementsEqual(Self.rule) || isBelowRule && Self.isProperty(line) }
    if line.starts(with: "```".utf8) { fence = CodeFence.after(line, within: nil) }
    if line.starts(with: Self.step), line.allSatisfy({ $0 == UInt8(ascii: "~") || ASCII.isBlank($0) }) {
      return .write(Array("\n--\n".utf8))
    }
    // remark's own property stays.
    if isBelowRule, Self.isProperty(line) { return line.starts(with: "class:".utf8) ? .keep : .drop }
    let pictures = Self.pictures(in: line)
    return pictures.map { .write($0) } ?? .keep
  }

  private static func isProperty(_ line: ArraySlice<UInt8>) -> Bool { properties.contains { line.starts(with: $0.utf8) } }

  /// The properties at the top as front matter; those of the first slide go.
  private mutating func head(_ line: ArraySlice<UInt8>) -> LineChange {
    if line.starts(with: "title:".utf8) {
      return .write(Array("---\noutput: xaringan::moon_reader\ntitle-meta:".utf8) + Self.quoted(line.dropFirst(6)))
    }
    if Self.isProperty(line) { return .drop }
    isInHead = false
    return .write(Array("---\n\n".utf8) + line)
  }

  private static func quoted(_ words: ArraySlice<UInt8>) -> [UInt8] {
    Array(" \"".utf8) + words.drop { ASCII.isBlank($0) }.filter { $0 != UInt8(ascii: "\"") && $0 != ASCII.backslash } + [UInt8(ascii: "\"")]
  }

  /// A line whose pictures have lists of attributes for what is in their brackets; nil where there is none.
  private static func pictures(in line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = line
    var hasChanged = false
    while let open = rest.firstRange(of: "![".utf8) {
      guard let middle = rest[open.upperBound...].firstRange(of: "](".utf8),
        let close = rest[middle.upperBound...].firstIndex(of: ASCII.closeParenthesis),
        let list = attributes(String(decoding: rest[open.upperBound..<middle.lowerBound], as: UTF8.self))
      else {
        out += rest[..<open.upperBound]
        rest = rest[open.upperBound...]
        continue
      }
      out += rest[..<open.upperBound] + rest[middle.lowerBound...close] + Array(list.utf8)
      rest = rest[(close + 1)...]
      hasChanged = true
    }
    return hasChanged ? out + rest : nil
  }

  /// `w=46%,f=right` as `{width=46% align=right}`; nil for words.
  private static func attributes(_ words: String) -> String? {
    var pairs: [String] = []
    for part in words.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, ["w", "h", "f", "v", "mw", "mh", "mv"].contains(sides[0]) else { return nil }
      switch sides[0] {
      case "w": pairs.append("width=\(sides[1])")
      case "h", "f": pairs.append("align=\(sides[1])")
      default: continue
      }
    }
    return pairs.isEmpty ? words.isEmpty ? nil : "" : "{" + pairs.joined(separator: " ") + "}"
  }
}
