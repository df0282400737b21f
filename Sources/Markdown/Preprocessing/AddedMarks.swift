internal import TypesetDiagnostics

/// A text that knows which of its bytes its author has not written, so that messages show the author's lines without them.
///
/// - Parameter marks: Ranges of the text, in order; without any it is the same text.
func withAddedMarks(_ marks: [Range<Int>], in source: Source) -> Source {
  guard !marks.isEmpty else { return source }
  var out: [UInt8] = []
  out.reserveCapacity(source.bytes.count)
  var runs: [Source.Run] = []
  var next = 0
  var copied = 0
  for mark in marks + [source.bytes.count..<source.bytes.count] {
    let shift = copied - out.count
    while next < source.runs.count, source.runs[next].start <= mark.lowerBound {
      var run = source.runs[next]
      run.start -= shift
      runs.append(run)
      next += 1
    }
    out += source.bytes[copied..<mark.lowerBound]
    copied = mark.upperBound
  }
  let file = Source.File(name: source.files.first?.name ?? "", start: 0)
  return Source(files: source.files, bytes: source.bytes, runs: source.runs, written: Source(files: [file], bytes: out, runs: runs))
}
