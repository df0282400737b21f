/// beamer's `\pause{Words}` where a line begins: a pause, and the words of the group, which may end on a line further below.
struct BeamerPause {
  /// What its first and its last line become; nil for a line with nothing but the brace.
  private(set) var lines: [(number: Int, words: String?)] = []

  init?(_ number: Int, in slides: SlideLines, upTo end: Int) {
    guard slides.text(number).starts(with: "\\pause{".utf8), end > number else { return nil }
    func words(_ range: Range<Int>) -> String { String(decoding: slides.bytes[range], as: UTF8.self) }
    let line = slides.lines[number]
    guard let group = LaTeXReading.group(slides.bytes, at: line.lowerBound + 6, to: slides.lines[end - 1].upperBound),
      let last = (number..<end).first(where: { slides.lines[$0].contains(group.upperBound) })
    else { return nil }
    let rest = words(group.upperBound + 1..<slides.lines[last].upperBound)
    let first = last == number ? words(group) + rest : words(group.lowerBound..<line.upperBound)
    lines = [(number, SlideFragments.part(SlideSteps.pause) + (first.isEmpty ? "" : "\n" + first))]
    guard last > number else { return }
    let closing = words(slides.lines[last].lowerBound..<group.upperBound) + rest
    lines.append((last, closing.isEmpty ? nil : closing))
  }
}
