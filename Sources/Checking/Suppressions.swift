import TypesetDiagnostics

/// Comments of the source that switch rules off: `<!-- check: skip runt, river -->`, all of them without names.
///
/// A comment at the end of a line or within one applies to that line; a comment alone on a line applies to the block after it.
struct Suppressions {
  private var areas: [(range: Range<Int>, rules: Set<String>)] = []

  init(in source: Source) {
    let bytes = source.bytes
    let opening = Array("<!--".utf8)
    var position = 0
    while let start = bytes.find(opening, from: position) {
      guard let end = bytes.find(Array("-->".utf8), from: start + 4) else { return }
      position = end + 3
      guard end - start < 1000 else { continue }
      let words = String(decoding: bytes[start + 4..<end], as: UTF8.self).split { " ,\t\n\r:".contains($0) }.map(String.init)
      guard words.first == "check", words.count > 1, words[1] == "skip" else { continue }
      areas.append((Self.area(of: start..<end + 3, in: source), Set(words.dropFirst(2))))
    }
  }

  /// True if a rule is switched off at a byte of the source.
  func cover(_ offset: Int, rule: String) -> Bool {
    areas.contains { $0.range.contains(offset) && ($0.rules.isEmpty || $0.rules.contains(rule)) }
  }

  private static func area(of comment: Range<Int>, in source: Source) -> Range<Int> {
    let bytes = source.bytes
    let line = source.line(at: comment.lowerBound)
    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    guard isBlank(line.lowerBound..<comment.lowerBound),
      comment.upperBound >= line.upperBound || isBlank(comment.upperBound..<line.upperBound)
    else { return line.lowerBound..<line.upperBound + 1 }
    var end = min(comment.upperBound, bytes.count)
    var hasText = false
    while end < bytes.count {
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      end += 1
      guard end < bytes.count else { break }
      let next = source.line(at: end)
      if isBlank(next) { if hasText { break } } else { hasText = true }
    }
    return line.lowerBound..<max(end, line.upperBound)
  }
}
