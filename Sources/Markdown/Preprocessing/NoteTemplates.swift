internal import Glibc
internal import TypesetDiagnostics

/// The source with Templater's tags as they can be shown: code that prints nothing (`<%* … %>`) is left out, what would print something is code
/// in its line. Both are said.
func withoutNoteTemplates(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard NoteTemplates.next(in: source.bytes, from: 0) != nil else { return source }
  var templates = NoteTemplates(source)
  templates.run()
  guard templates.hasFound else { return source }
  diagnostics = templates.text.moved(diagnostics) + templates.diagnostics
  return templates.text.result
}

private struct NoteTemplates {
  private let source: Source
  private let bytes: [UInt8]
  private(set) var text: RewrittenText
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasFound = false
  /// The bytes that a tag may have.
  private static let longest = 4_000

  init(_ source: Source) { (self.source, bytes, text) = (source, source.bytes, RewrittenText(source)) }

  mutating func run() {
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(file)
      var fences = OpenFences()
      var line = file.start + FrontMatter.length(in: Array(bytes[file.start..<end]))
      while line < end {
        let lineEnd = bytes[line..<end].firstIndex(of: ASCII.newline) ?? end
        let isCode = fences.passesCode(bytes[line..<lineEnd])
        let next = isCode ? lineEnd : max(lineEnd, replaceTags(in: line..<lineEnd, before: end))
        line = (bytes[next..<end].firstIndex(of: ASCII.newline) ?? end) + 1
      }
    }
    text.copy(upTo: bytes.count)
  }

  /// - Returns: Where the last tag ends, which may be on a line below.
  private mutating func replaceTags(in line: Range<Int>, before end: Int) -> Int {
    var index = line.lowerBound
    while let open = Self.next(in: bytes, from: index), open < line.upperBound {
      index = open + 2
      guard let close = Self.closer(in: bytes, from: index, before: min(end, index + Self.longest)), isTag(index..<close),
        bytes[line.lowerBound..<open].count(where: { $0 == ASCII.backtick }) % 2 == 0
      else { continue }
      let tag = open..<close + 2
      hasFound = true
      text.copy(upTo: open)
      let isShown = bytes[index] != UInt8(ascii: "*") && !bytes[tag].contains { $0 == ASCII.newline || $0 == ASCII.backtick }
      report(tag, isShown: isShown)
      if isShown { text.write([ASCII.backtick] + bytes[tag] + [ASCII.backtick]) }
      text.skip(to: tag.upperBound)
      index = tag.upperBound
    }
    return index
  }

  private mutating func report(_ tag: Range<Int>, isShown: Bool) {
    var diagnostic =
      isShown
      ? Diagnostic(
        .warning, "markup.raw", at: SourceSpan(text.out.count, text.out.count), "a template's tag is shown as text",
        hint: "the tool that fills it in has not run")
      : Diagnostic(
        .warning, "template.left-out", at: SourceSpan(text.out.count, text.out.count), "code of Templater is left out",
        hint: "let Templater run it first")
    diagnostic.writtenSpan = text.written(tag)
    diagnostics.append(diagnostic)
  }

  /// True for what Templater runs; other programs have tags of this form, too.
  private func isTag(_ inner: Range<Int>) -> Bool {
    guard let first = inner.first else { return false }
    if "*+_~-".utf8.contains(bytes[first]) { return true }
    return bytes[inner].drop(while: ASCII.isBlank).starts(with: "tp.".utf8)
  }

  static func next(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      var index = start + 1
      while index < buffer.count, let base = buffer.baseAddress {
        // Most of a text has no such sign.
        guard let found = unsafe memchr(base + index, 0x25, buffer.count - index) else { return nil }
        index = unsafe UnsafeRawPointer(found) - base
        if unsafe buffer[index - 1] == ASCII.less { return index - 1 }
        index += 1
      }
      return nil
    }
  }

  /// Where `%>` is; nil if another tag begins before it.
  private static func closer(in bytes: [UInt8], from start: Int, before end: Int) -> Int? {
    var index = start
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == ASCII.greater { return index }
      if bytes[index] == ASCII.less, bytes[index + 1] == UInt8(ascii: "%") { return nil }
      index += 1
    }
    return nil
  }
}
