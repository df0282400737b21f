internal import TypesetDiagnostics

/// What becomes of a line of the source.
enum LineChange {
  case keep
  /// Left out, with its end.
  case drop
  case write([UInt8])
}

/// The source with other lines, as one of a tool's passes asks; lines of code are passed, too.
///
/// - Parameters:
///   - diagnostics: Those so far, which are moved with the text.
///   - said: What is to be said of the old lines, once all have been read.
///   - change: What becomes of a line, without its end; it is asked for each line in order, with the place where the line begins.
func rewritingLines(
  _ source: Source, _ diagnostics: inout [Diagnostic], said: () -> [Diagnostic] = { [] },
  _ change: (_ line: ArraySlice<UInt8>, _ file: Source.File) -> LineChange
) -> Source {
  let bytes = source.bytes
  var text = RewrittenText(source)
  var hasChanged = false
  for (number, file) in source.files.enumerated() {
    let end = source.end(ofFile: number)
    text.begin(file)
    var position = file.start + FrontMatter.length(in: Array(bytes[file.start..<end]))
    while position < end {
      let next = bytes[position..<end].firstIndex(of: ASCII.newline) ?? end
      let last = next > position && bytes[next - 1] == ASCII.carriageReturn ? next - 1 : next
      switch change(bytes[position..<last], file) {
      case .keep: break
      case .drop:
        text.copy(upTo: position)
        text.skip(to: min(end, next + 1))
        hasChanged = true
      case .write(let words):
        // What both lines have stays in its place.
        let same = zip(words, bytes[position..<last]).prefix { $0 == $1 }.count
        let rest = min(words.count, last - position) - same
        let tail = zip(words.reversed(), bytes[position..<last].reversed()).prefix(rest).prefix { $0 == $1 }.count
        text.copy(upTo: position + same)
        text.write(words[same..<(words.count - tail)])
        text.skip(to: last - tail)
        hasChanged = true
      }
      position = next + 1
    }
  }
  diagnostics += said()
  guard hasChanged else { return source }
  text.copy(upTo: bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

/// The line below another one, without its newline; nil below the last.
func lineBelow(_ line: ArraySlice<UInt8>, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
  guard let newline = bytes[line.endIndex...].firstIndex(of: ASCII.newline) else { return nil }
  return bytes[(newline + 1)...].prefix { $0 != ASCII.newline }
}
