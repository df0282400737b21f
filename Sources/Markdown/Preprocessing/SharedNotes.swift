internal import TypesetBytes
internal import TypesetDiagnostics

/// Joined files with the notes that stand in another one of them, as pandoc reads several inputs: a chapter whose `[^name]` is defined in
/// `notes.md`. A file's own definition comes first, and one that two other files have is nobody's.
func withSharedNotes(_ source: Source) -> Source {
  guard source.files.count > 1, source.bytes.find(SharedNotes.opener) != nil else { return source }
  return SharedNotes(source).result
}

private struct SharedNotes {
  static let opener = Array("[^".utf8)

  /// What a file defines and refers to.
  private struct Labels {
    var own: Set<ArraySlice<UInt8>> = []
    var named: [ArraySlice<UInt8>] = []
  }

  /// A line of the author's.
  private typealias Place = (file: String, line: Int)

  private struct Definition {
    var file: Int
    /// Whole lines.
    var range: Range<Int>
    var place: Place
    /// Of the line after it.
    var end: Place
    /// True if several files have it.
    var isAmbiguous = false
    /// True if only other files refer to it.
    var moves = false
  }

  private let source: Source
  private var labels: [Labels] = []
  private var definitions: [ArraySlice<UInt8>: Definition] = [:]
  private var out: [UInt8] = []
  private var runs: [Source.Run] = []
  private var nextRun = 0

  init(_ source: Source) {
    self.source = source
    for number in source.files.indices { labels.append(read(number)) }
  }

  var result: Source {
    let missing = labels.indices.map { self.missing(in: $0) }
    guard missing.contains(where: { !$0.isEmpty }) else { return source }
    var copy = self
    return copy.rewritten(missing)
  }

  /// The definitions of other files that one refers to. A number is a page's own wherever pages are of a site.
  private func missing(in number: Int) -> [ArraySlice<UInt8>] {
    var seen = labels[number].own
    return labels[number].named.filter { label in
      guard let found = definitions[label], !found.isAmbiguous, seen.insert(label).inserted else { return false }
      return source.files[number].chapter?.form != .page || !label.allSatisfy(ASCII.isDigit)
    }
  }

  // MARK: Reading

  private mutating func read(_ number: Int) -> Labels {
    var labels = Labels()
    let bytes = source.bytes
    let end = source.end(ofFile: number)
    var fences = OpenFences()
    var start = source.files[number].start
    var open: ArraySlice<UInt8>?
    /// True if the line before is part of the note that is open, and not empty.
    var isText = false
    var place: Place = ("", 1)
    while start < end {
      let stop = bytes[start..<end].firstIndex(of: ASCII.newline) ?? end
      while nextRun < source.runs.count, source.runs[nextRun].start <= start {
        let run = source.runs[nextRun]
        place = (run.file, run.line + (run.start < start ? 1 : 0))
        nextRun += 1
      }
      let after = min(stop + 1, end)
      let line = bytes[start..<stop]
      let wasCode = fences.isCode
      fences.pass(line)
      let isBlank = line.allSatisfy { $0 <= 0x20 }
      let isIndented = line.first == ASCII.tab || line.starts(with: [0x20, 0x20, 0x20, 0x20])
      if !wasCode, let label = Self.definition(line) {
        open = nil
        if labels.own.insert(label).inserted {
          if definitions[label] == nil {
            definitions[label] = Definition(file: number, range: start..<after, place: place, end: (place.file, place.line + 1))
            open = label
          } else {
            definitions[label]?.isAmbiguous = true
          }
        }
      } else if let label = open, let note = definitions[label] {
        // A note goes on in indented lines, and in those right below its text.
        if !isBlank, isIndented || isText {
          definitions[label]?.range = note.range.lowerBound..<after
          definitions[label]?.end = (place.file, place.line + 1)
        }
        if !isBlank, !isIndented, !isText { open = nil }
      }
      isText = !isBlank
      if !wasCode { Self.addNames(in: line, to: &labels.named) }
      place.line += 1
      start = stop + 1
    }
    return labels
  }

  /// The label of a note that a line defines.
  private static func definition(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == 0x20 }
    guard text.startIndex - line.startIndex < 4, text.starts(with: opener), let close = text.firstIndex(of: ASCII.closeBracket),
      close + 1 < text.endIndex, text[close + 1] == UInt8(ascii: ":")
    else { return nil }
    return isLabel(text[(text.startIndex + 2)..<close]) ? text[(text.startIndex + 2)..<close] : nil
  }

  private static func addNames(in line: ArraySlice<UInt8>, to names: inout [ArraySlice<UInt8>]) {
    var start = line.startIndex
    while let open = line[start...].firstIndex(of: ASCII.openBracket) {
      start = open + 1
      guard start < line.endIndex, line[start] == UInt8(ascii: "^"), case let rest = line[(start + 1)...].prefix(100),
        let close = rest.firstIndex(of: ASCII.closeBracket), isLabel(rest[..<close]),
        close + 1 == line.endIndex || line[close + 1] != UInt8(ascii: ":") || line[..<open].contains(where: { $0 > 0x20 })
      else { continue }
      names.append(rest[..<close])
      start = close + 1
    }
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    !label.isEmpty && label.count < 100 && label.allSatisfy { $0 > 0x20 && $0 != ASCII.openBracket && $0 != UInt8(ascii: "^") }
  }

  // MARK: Writing

  private mutating func rewritten(_ missing: [[ArraySlice<UInt8>]]) -> Source {
    for labels in missing { for label in labels { definitions[label]?.moves = true } }
    for (number, labels) in labels.enumerated() {
      for label in labels.named where definitions[label]?.file == number { definitions[label]?.moves = false }
    }
    var rest = definitions.values.filter(\.moves).sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
    var files: [Source.File] = []
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      files.append(file.moved(to: out.count))
      var start = file.start
      let first = source.position(of: start)
      var place: Place = (first.file, first.line)
      while let next = rest.first, next.range.lowerBound < end {
        copy(start..<next.range.lowerBound, place)
        (start, place) = (next.range.upperBound, next.end)
        rest.removeFirst()
      }
      copy(start..<end, place)
      for label in missing[number] {
        guard let note = definitions[label] else { continue }
        out += [ASCII.newline, ASCII.newline]
        copy(note.range, note.place)
        out += [ASCII.newline, ASCII.newline]
      }
    }
    return Source(files: files, bytes: out, runs: runs, written: source.written)
  }

  private mutating func copy(_ range: Range<Int>, _ place: Place) {
    guard !range.isEmpty else { return }
    runs.append(Source.Run(start: out.count, file: place.file, line: place.line))
    var low = source.runs.partitioningIndex { $0.start > range.lowerBound }
    while low < source.runs.count, source.runs[low].start < range.upperBound {
      var run = source.runs[low]
      run.start += out.count - range.lowerBound
      runs.append(run)
      low += 1
    }
    out += source.bytes[range]
  }
}
