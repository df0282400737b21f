import TypesetBoxes
import TypesetDiagnostics

extension Checker {
  /// Rules that look at the lines of a paragraph: runts, stacks, rivers.
  mutating func checkParagraphs() {
    for paragraph in Dictionary(grouping: lines.filter(\.isRunningText), by: \.paragraph).values where paragraph.count > 1 {
      checkRunt(paragraph)
      checkStack(paragraph, of: .hyphenStack) { $0.report.end == .hyphen ? "-" : nil }
      checkStack(paragraph, of: .wordStack) { line in line.words.first.flatMap { Self.key($0) } }
      checkStack(paragraph, of: .wordStack) { line in
        line.report.end == .chosen ? line.words.last.flatMap { Self.key($0) } : nil
      }
      if applies(.river) { checkRivers(paragraph) }
    }
  }

  /// The last line: a word of up to four letters, a single Chinese character, or up to five letters that a hyphen cut off.
  private mutating func checkRunt(_ paragraph: [SetLine]) {
    let (last, before) = (paragraph[paragraph.count - 1], paragraph[paragraph.count - 2])
    guard last.report.end == .paragraph, before.report.end == .chosen || before.report.end == .hyphen else { return }
    let words = last.words
    guard words.count == 1, let word = words.first, !word.contains("\u{FFFC}"), !announces(word, last) else { return }
    let letters = word.unicodeScalars.filter(\.isLetterOrDigit)
    let isDivided = before.report.end == .hyphen
    // Scripts without spaces between words, or with a syllable in each character.
    let limit = letters.contains { $0.value >= 0x1100 && $0.value < 0x1E00 || $0.value >= 0x2E80 } ? 1 : isDivided ? 5 : 4
    guard letters.count > 0, letters.count <= limit else { return }
    report(
      .runt, at: last,
      isDivided
        ? "the last line of this paragraph is the rest of a divided word: “\(word)”"
        : "the last line of this paragraph is one short word: “\(word)”")
  }

  /// A word before a display or a list does not end a paragraph in the eyes of readers.
  private func announces(_ word: Substring, _ line: SetLine) -> Bool {
    if word.last == ":" || word.last == "：" { return true }
    guard let offset = line.offset else { return false }
    let rest = document.source.bytes[min(offset + word.utf8.count, document.source.bytes.count)...].drop {
      $0 == 0x20 || $0 == 0x0A || $0 == 0x0D
    }
    return rest.starts(with: "$$".utf8) || rest.starts(with: "\\[".utf8)
  }

  private static func key(_ word: Substring) -> String? {
    let letters = word.filter { $0.isLetter || $0.isNumber }
    return letters.count > 1 ? letters.lowercased() : nil
  }

  /// Three or more consecutive lines with the same property.
  private mutating func checkStack(_ paragraph: [SetLine], of rule: CheckRule, _ key: (SetLine) -> String?) {
    var start = 0
    for index in 1...paragraph.count {
      let first = key(paragraph[start])
      if index < paragraph.count, let first, key(paragraph[index]) == first,
        paragraph[index].page == paragraph[start].page, paragraph[index - 1].report.end != .forced
      {
        continue
      }
      if first != nil, index - start >= 3 {
        let what = rule == .hyphenStack ? "end with hyphens" : "begin or end with “\(first ?? "")”"
        report(rule, at: paragraph[start], "\(index - start) lines in a row \(what), from “\(paragraph[start].excerpt)” on")
      }
      start = index
    }
  }

  /// Spaces of at least 0.45 em, one below the other in four lines or more: each overlaps the one above it by more than half.
  private mutating func checkRivers(_ paragraph: [SetLine]) {
    // How long the river is that ends with each gap of the line above, and where it began.
    var above: [(gap: Range<Length>, length: Int, start: Int)] = []
    var told = -1
    for (index, line) in paragraph.enumerated() {
      let wide = line.gaps.filter { $0.upperBound - $0.lowerBound >= line.size.scaled(by: 0.45) }
      if index > 0, paragraph[index - 1].page != line.page { above = [] }
      above = wide.map { gap in
        let best = above.filter { Self.overlap($0.gap, gap) }.max { $0.length < $1.length }
        return (gap, (best?.length ?? 0) + 1, best?.start ?? index)
      }
      let isLast = index + 1 == paragraph.count
      guard let longest = above.max(by: { $0.length < $1.length }), longest.length >= 4, longest.start > told else { continue }
      // Reported once, at its end.
      let goesOn =
        !isLast && paragraph[index + 1].page == line.page
        && paragraph[index + 1].gaps.contains {
          $0.upperBound - $0.lowerBound >= line.size.scaled(by: 0.45) && Self.overlap(longest.gap, $0)
        }
      if goesOn { continue }
      told = index
      report(.river, at: paragraph[longest.start], "wide spaces line up in \(longest.length) consecutive lines from here on")
    }
  }

  private static func overlap(_ a: Range<Length>, _ b: Range<Length>) -> Bool {
    let common = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
    let narrower = min(a.upperBound - a.lowerBound, b.upperBound - b.lowerBound)
    return common.rawValue * 2 > narrower.rawValue
  }
}
