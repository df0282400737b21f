internal import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

/// The names by which a chapter's references are found in other chapters: a label may be made of a name that stands there alone.
struct SiblingLabels {
  private let wanted: Set<String>
  private let words: Set<[UInt8]>
  /// True if names are looked for only where they are given: `{#name}`, `(name)=`, `\label{name}`, `label: name`.
  private let asDefined: Bool
  /// True if the words of headings are names.
  private let readsHeadings: Bool

  init(_ wanted: Set<String>, asDefined: Bool) {
    self.wanted = wanted
    self.asDefined = asDefined
    words = Set(wanted.flatMap { [$0] + (Self.own($0).map { [$0] } ?? []) }.map { Array($0.utf8) })
    readsHeadings = wanted.contains { !$0.contains(":") && !$0.contains("/") }
  }

  /// bookdown's `fig:x`, `tab:x` and `thm:x` name the cells and theorems that are called `x`.
  static func own(_ label: String) -> String? {
    guard let colon = label.firstIndex(of: ":"), case let kind = label[..<colon],
      kind == "fig" || kind == "tab" || CrossReferenceLabel.isOfTheorem(label)
    else { return nil }
    let name = label[label.index(after: colon)...]
    return name.isEmpty ? nil : String(name)
  }

  /// The names in a reference, which may name several things.
  static func names(inReference label: String) -> [String] {
    label.split { $0 == "," || $0 == ";" }.flatMap { piece -> [String] in
      let whole = piece.drop { $0 == " " || $0 == "-" }
      let name = whole.drop { $0 == "[" || $0 == "@" || $0 == "-" || !$0.isASCII }.prefix { $0 != "]" && $0 != " " }
      return [String(whole), String(name)]
    }
  }

  /// True if a text gives one of the names.
  func areIn(_ bytes: [UInt8]) -> Bool {
    // Names with a slash are none of the words below.
    if wanted.contains(where: { $0.contains("/") && bytes.firstRange(of: Array("(\($0))=".utf8)) != nil }) { return true }
    var start: Int?
    var lineStart = 0
    for (index, byte) in bytes.enumerated() {
      let isPart =
        byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
      if isPart {
        start = start ?? index
        continue
      }
      if let first = start, words.contains(Array(bytes[first..<index])), isGiven(first, index, lineStart, bytes) { return true }
      start = nil
      if byte == 0x0A {
        if readsHeadings, bytes[lineStart] == UInt8(ascii: "#"), isHeading(bytes[lineStart..<index]) { return true }
        lineStart = index + 1
      }
    }
    return start.map { words.contains(Array(bytes[$0...])) && isGiven($0, bytes.count, lineStart, bytes) } ?? false
  }

  private func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count < 500 else { return false }
    let title = String(decoding: line, as: UTF8.self).drop { $0 == "#" || $0 == " " }.prefix { $0 != "{" }
    var anchors = HeadingAnchors()
    return wanted.contains(anchors.anchor(for: String(title.reversed().drop { $0 == " " || $0 == "\r" }.reversed())))
  }

  private func isGiven(_ start: Int, _ end: Int, _ lineStart: Int, _ bytes: [UInt8]) -> Bool {
    guard asDefined else { return true }
    let before = bytes[..<max(0, start - 1)]
    switch start > 0 ? bytes[start - 1] : 0 {
    case UInt8(ascii: "#"): return true
    case UInt8(ascii: "("): return bytes[end...].starts(with: ")=".utf8)
    case UInt8(ascii: "`"): return before.suffix(7).elementsEqual(":label:".utf8)
    case UInt8(ascii: "{"): return before.suffix(6).elementsEqual("\\label".utf8)
    case UInt8(ascii: " "):
      // The name of a cell: ```` ```{r name, echo=FALSE} ````.
      if bytes[lineStart..<start].starts(with: "```{".utf8) { return true }
      return ["label:", ":name:", "abel: "].contains { before.suffix(6).elementsEqual($0.utf8) }
    default: return false
    }
  }
}
