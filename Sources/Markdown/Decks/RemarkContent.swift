internal import TypesetDiagnostics

/// Decks of remark's whose slides say where what comes with a later step goes: a slide's `{{content}}` is replaced by what is between the dashes that go on
/// with it and the next ones, as a step of its own.
///
/// - Source: remark.js, models/slide.js, `inherit` and `expandVariables`.
func withContentOfRemark(_ source: Source, in files: [Int], _ diagnostics: inout [Diagnostic]) -> Source {
  guard !files.isEmpty, source.holds(RemarkContent.sign) else { return source }
  var text = RewrittenText(source)
  for (number, file) in source.files.enumerated() {
    text.begin(file)
    guard files.contains(number) else { continue }
    for slide in RemarkContent.slides(of: source.bytes, from: file.start, to: source.end(ofFile: number)) {
      guard let written = RemarkContent(slide, of: source.bytes).written else { continue }
      text.copy(upTo: slide[0].lowerBound)
      text.write(written)
      text.skip(to: slide[slide.count - 1].upperBound)
    }
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private struct RemarkContent {
  static let sign = "{{content}}"
  private static let mostSteps = 100

  /// What is written for a slide; nil for one that says nothing of the kind.
  private(set) var written: [UInt8]?

  /// The lines of the slides in a part of a text, with their ends. Dashes in code end none.
  static func slides(of bytes: [UInt8], from start: Int, to end: Int) -> [[Range<Int>]] {
    var slides: [[Range<Int>]] = []
    var lines: [Range<Int>] = []
    var fence: CodeFence?
    var position = start
    while position < end {
      let next = (bytes[position..<end].firstIndex(of: ASCII.newline) ?? end - 1) + 1
      let line = bytes[position..<next]
      let wasCode = fence != nil
      fence = CodeFence.after(trimmed(line), within: fence)
      if !wasCode, fence == nil, trimmed(line).elementsEqual("---".utf8) {
        if !lines.isEmpty { slides.append(lines) }
        lines = []
      } else {
        lines.append(position..<next)
      }
      position = next
    }
    if !lines.isEmpty { slides.append(lines) }
    return slides
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropLast(line.reversed().prefix { ASCII.isBlank($0) || $0 == ASCII.newline }.count)
  }

  init(_ slide: [Range<Int>], of bytes: [UInt8]) {
    guard bytes[slide[0].lowerBound..<slide[slide.count - 1].upperBound].firstRange(of: Array(Self.sign.utf8)) != nil else { return }
    // The parts between the lines of two dashes, as texts.
    var parts: [[ArraySlice<UInt8>]] = [[]]
    var fence: CodeFence?
    for line in slide {
      let words = Self.trimmed(bytes[line])
      let wasCode = fence != nil
      fence = CodeFence.after(words, within: fence)
      if !wasCode, fence == nil, words.elementsEqual("--".utf8), parts.count < Self.mostSteps {
        parts.append([])
      } else if !wasCode, fence == nil, let place = words.firstRange(of: Array(Self.sign.utf8)), !words.contains(ASCII.backtick) {
        let lines = [words[..<place.lowerBound], words[place], words[place.upperBound...]]
        parts[parts.count - 1] += lines.filter { !$0.allSatisfy(ASCII.isBlank) }
      } else {
        parts[parts.count - 1].append(words)
      }
    }
    // What no step comes for may be a template's.
    guard parts.count > 1 else { return }
    var all = parts[0]
    for part in parts.dropFirst() {
      guard let place = all.firstIndex(where: { Self.isSign($0) }) else {
        all += [Array("--".utf8)[...], []] + part
        continue
      }
      let opening = [[], Array(":::::::::: {.fragment}".utf8)[...], []]
      let closing = [[], Array("::::::::::".utf8)[...], []]
      all.replaceSubrange(place...place, with: opening + part + closing)
    }
    // What nothing has come for is nothing.
    all.removeAll { Self.isSign($0) }
    written = Array(all.joined(separator: [ASCII.newline])) + [ASCII.newline]
  }

  private static func isSign(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains(ASCII.openBrace) && line.drop(while: ASCII.isBlank).elementsEqual(sign.utf8)
  }
}
