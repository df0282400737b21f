internal import TypesetBytes
internal import TypesetDiagnostics

/// A source that is written anew from another: pieces that are copied, left out and put in between, with the way back to the author's lines.
struct RewrittenText {
  private let source: Source
  private let bytes: [UInt8]
  private(set) var files: [Source.File] = []
  private(set) var out: [UInt8] = []
  private var runs: [Source.Run] = []
  /// Pieces of the old text in the new one.
  private var pieces: [(old: Int, new: Int)] = []
  /// The current position in the old text, and that position in its file.
  private(set) var place = 0
  private var line = 1
  private var column = 1
  private var nextRun = 0
  private var file = ""

  init(_ source: Source) {
    (self.source, bytes) = (source, source.bytes)
    out.reserveCapacity(bytes.count + bytes.count / 32)
  }

  /// The new text, once all of the old one has been passed.
  var result: Source { Source(files: files, bytes: out, runs: runs, written: source.written ?? source).withPairs() }

  /// Copies what is before one of the joined inputs, and begins that.
  mutating func begin(_ input: Source.File) {
    copy(upTo: input.start)
    files.append(input.moved(to: out.count))
  }

  /// Writes what the author has not written; each of its lines has the place of what it stands for.
  mutating func write(_ text: some Sequence<UInt8>) {
    enter()
    write(text) { _, text in Source.Run(start: text.out.count, file: text.file, line: text.line, column: text.column) }
  }

  /// Writes lines of another file.
  mutating func write(_ lines: [UInt8], ofFile name: String, line first: Int) {
    write(lines) { number, text in Source.Run(start: text.out.count, file: name, line: first + number, column: 1) }
  }

  /// - Parameter run: Where one of the lines comes from; they are counted from 0.
  private mutating func write(_ lines: some Sequence<UInt8>, _ run: (_ number: Int, RewrittenText) -> Source.Run) {
    var number = 0
    var beginsLine = true
    for byte in lines {
      if beginsLine { runs.append(run(number, self)) }
      out.append(byte)
      beginsLine = byte == ASCII.newline
      if beginsLine { number += 1 }
    }
  }

  mutating func copy(upTo end: Int) {
    guard end > place else { return }
    enter()
    pieces.append((place, out.count))
    runs.append(Source.Run(start: out.count, file: file, line: line, column: column))
    while place < end {
      if nextRun < source.runs.count, source.runs[nextRun].start == place, place > 0 {
        enter()
        runs.append(Source.Run(start: out.count, file: file, line: line, column: column))
      }
      let next = min(end, nextRun < source.runs.count ? source.runs[nextRun].start : end)
      out += bytes[place..<next]
      advance(to: next)
    }
  }

  mutating func skip(to end: Int) {
    while place < end {
      enter()
      advance(to: min(end, nextRun < source.runs.count ? source.runs[nextRun].start : end))
    }
  }

  /// Diagnostics of the old text, at their places in the new one.
  func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      guard let span = diagnostic.span else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.span = SourceSpan(moved(Int(span.start)), moved(Int(span.end)))
      return diagnostic
    }
  }

  /// A part of the old text in what its author wrote.
  func written(_ range: Range<Int>) -> SourceSpan {
    guard let written = source.written else { return SourceSpan(range.lowerBound, range.upperBound) }
    let start = written.offset(of: source.position(of: range.lowerBound)) ?? 0
    return SourceSpan(start, start + range.count)
  }

  /// The position in the new text of a position in the old one.
  private func moved(_ offset: Int) -> Int {
    let low = max(0, pieces.partitioningIndex { $0.old > offset } - 1)
    guard let first = pieces.first, first.old <= offset else { return 0 }
    let next = low + 1 < pieces.count ? pieces[low + 1].new : out.count
    return min(pieces[low].new + max(0, offset - pieces[low].old), next)
  }

  /// Records the run that begins at the current position.
  private mutating func enter() {
    while nextRun < source.runs.count, source.runs[nextRun].start <= place {
      (file, line, column) = (source.runs[nextRun].file, source.runs[nextRun].line, source.runs[nextRun].column)
      nextRun += 1
    }
  }

  private mutating func advance(to end: Int) {
    // This passes all of a long text several times: newlines are counted first, characters in the last line alone.
    let passed = unsafe bytes.withUnsafeBytes { bytes in
      unsafe PassedText(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
    }
    line += passed.newlines
    column = passed.characters + (passed.newlines > 0 ? 1 : column)
    place = end
  }
}

/// How far a text goes on.
private struct PassedText {
  private(set) var newlines = 0
  /// Behind the last newline.
  private(set) var characters = 0

  init(_ text: UnsafeRawBufferPointer) {
    unsafe newlines = text.reduce(0) { $0 &+ ($1 == ASCII.newline ? 1 : 0) }
    let line = newlines > 0 ? unsafe text.lastIndex(of: ASCII.newline) ?? -1 : -1
    unsafe characters = text[(line + 1)...].reduce(0) { $0 &+ ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }
}
