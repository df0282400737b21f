internal import TypesetBytes
internal import TypesetDiagnostics
import TypesetStyling

/// Finds mentions of equations by their numbers in a document's text: `(3)`, `Eq. 3`, `式(3)`.
///
/// LaTeX numbers every row of `align`; numbers that are never mentioned are better omitted.
struct EquationMentions {
  /// The number of equations: a larger number means something else.
  let count: Int
  /// The numbers of chapters if equations are numbered by chapter: `(2.3)`.
  let chapters: Set<String>

  /// True if any paragraph, heading, item or cell mentions one.
  func occur(in tree: StyledTree) -> Bool {
    tree.blocks.contains { block in
      switch block.kind {
      case .paragraph(let content): occur(in: content.text)
      case .heading(_, let content, _, _): occur(in: content.text)
      case .figure(_, let caption): occur(in: caption.text)
      case .table(let table): (table.head + table.rows).joined().contains { occur(in: $0.content.text) } || occur(in: table.caption.text)
      default: false
      }
    }
  }

  private func occur(in text: StyledText) -> Bool {
    let bytes = text.text
    for run in text.runs where !text.styles[Int(run.style)].isCode {
      var index = Int(run.range.lowerBound)
      let end = Int(run.range.upperBound)
      while index < end {
        guard bytes[index].isDigit else {
          index += 1
          continue
        }
        let start = index
        while index < end, bytes[index].isDigit || bytes[index] == 0x2E && index + 1 < end && bytes[index + 1].isDigit {
          index += 1
        }
        if isNumber(bytes[start..<index]), isInParentheses(bytes, start, index) || follows(bytes[..<start]) { return true }
      }
    }
    return false
  }

  /// True if an equation may have this number.
  private func isNumber(_ digits: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: digits, as: UTF8.self)
    guard !chapters.isEmpty else { return DocumentNumber.whole(text).map { (1...max(count, 1)).contains($0) } ?? false }
    guard let dot = text.lastIndex(of: ".") else { return false }
    return chapters.contains(String(text[..<dot]))
      && DocumentNumber.whole(text[text.index(after: dot)...]).map { (1...max(count, 1)).contains($0) } ?? false
  }

  /// `(3)` and `（3）`, but neither `f(3)` nor the beginning of a paragraph, which is an item's number.
  private func isInParentheses(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    if start >= 3, bytes[start - 3..<start].elementsEqual("（".utf8), bytes[end...].starts(with: "）".utf8) { return start > 3 }
    guard start > 1, bytes[start - 1] == 0x28, end < bytes.count, bytes[end] == 0x29 else { return false }
    let before = bytes[start - 2]
    return before >= 0x80 || before == 0x20 || [0x28, 0x5B, 0x7E, 0x2C].contains(before)
  }

  /// True if a word for an equation is before the number, with or without a space.
  private func follows(_ before: ArraySlice<UInt8>) -> Bool {
    var text = Substring(String(decoding: before.suffix(24), as: UTF8.self).lowercased())
    while let last = text.last, last == " " || last == "\u{A0}" || last == "(" || last == "（" || last == "~" { text.removeLast() }
    return Self.words.contains { text.hasSuffix($0) }
  }

  private static let words = [
    "eq.", "eqs.", "eqn.", "eqns.", "eqn", "equation", "equations", "formula", "formulas", "formulae", "gl.", "gleichung", "formel",
    "équation",
    "éq.", "formule", "ecuación", "ec.", "fórmula", "equazione", "equação", "formuła", "równanie", "уравнение", "уравнения", "формула",
    "формулы",
    "формуле", "式", "수식", "식", "المعادلة", "משוואה",
  ]
}
