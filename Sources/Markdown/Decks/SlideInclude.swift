internal import TypesetDiagnostics

/// Slides of another file: settings of a slide with `src: ./pages/4.md#2,5-7` among them, between lines of three dashes (Slidev).
struct SlideInclude {
  var order: IncludeDirective
  /// Below its last line.
  var end: Int
  /// The slides of the file that are meant, from 1; empty for all.
  private var numbers: [ClosedRange<Int>] = []

  /// - Parameters:
  ///   - lines: Of a file, from the one that may be of dashes.
  ///   - text: The file.
  init?(_ lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first, Self.isRule(first, text) else { return nil }
    var found: (path: String, range: Range<Int>)?
    for (position, line) in zip(lines.indices, lines).dropFirst().prefix(60) {
      let words = text[line.range]
      if Self.isRule(line, text) {
        guard let found else { return nil }
        let pieces = found.path.split(separator: "#", maxSplits: 1).map(String.init)
        guard let path = pieces.first, path.hasSuffix(".md") else { return nil }
        if pieces.count > 1 { numbers = pieces[1].split(separator: ",").compactMap(Self.range) }
        order = IncludeDirective(form: .whole, path: path, range: found.range)
        end = position + 1
        return
      }
      // Hidden slides are none, whoever writes them.
      if ["hide: true", "disabled: true"].contains(where: { words.elementsEqual($0.utf8) }) { return nil }
      if words.starts(with: "src:".utf8) {
        let value = String(decoding: words.dropFirst(4), as: UTF8.self).parts(between: " #").first { !$0.isEmpty }.map(String.init) ?? ""
        found = (value.trimmedWhitespace().filter { !"\"'".contains($0) }, line.range)
      } else if !words.isEmpty, !ASCII.isBlank(words[words.startIndex]), words.first != ASCII.hash, !words.contains(UInt8(ascii: ":")) {
        return nil
      }
    }
    return nil
  }

  private static func isRule(_ line: IncludeDirective.Line, _ text: [UInt8]) -> Bool {
    let words = text[line.range]
    return words.starts(with: "---".utf8) && words.dropFirst(3).allSatisfy(ASCII.isBlank)
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-").map { DocumentNumber.whole($0) ?? 0 }
    guard let first = ends.first, first > 0 else { return nil }
    return first...max(first, ends.last ?? first)
  }

  /// True if the first line with words begins settings.
  static func hasSettings(_ lines: [IncludeDirective.Line], of text: [UInt8]) -> Bool {
    lines.first.map { isRule($0, text) } ?? false
  }

  /// The lines of the slides that are meant.
  func shown(_ lines: [IncludeDirective.Line], of text: [UInt8]) -> [IncludeDirective.Line] {
    guard !numbers.isEmpty else { return lines }
    var slides = SlideLines(text, from: 0, to: text.count)
    slides.divide(for: Deck(.slidev))
    var starts = slides.slides.map { ($0.matter.isEmpty ? $0.lines.lowerBound : $0.matter.lowerBound) - 1 }
    // Settings at the top are those of the first slide.
    if let first = lines.first, Self.isRule(first, text) { starts.removeFirst() }
    return starts.indices.flatMap { number -> [IncludeDirective.Line] in
      guard numbers.contains(where: { $0.contains(number + 1) }) else { return [] }
      let end = number + 1 < starts.count ? starts[number + 1] : lines.count
      return Array(lines[max(0, min(starts[number], lines.count))..<max(0, min(max(end, starts[number]), lines.count))])
    }
  }
}
