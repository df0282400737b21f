internal import TypesetDiagnostics

/// The source with the annotations of VuePress' theme Plume as footnotes: `[+name]` in a text, and its words in `[+name]: words` or, indented,
/// below `[+name]:`. Several with one name are one note. A name that nothing explains stays.
func withAnnotationsAsNotes(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("\n[+"), var marks = AnnotationMarks(source.bytes) else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct AnnotationMarks {
  private var fences = OpenFences()
  /// The names that are explained.
  private var names: Set<ArraySlice<UInt8>> = []
  /// The name whose words the lines are, and their indent; nil until one has it.
  private var open: (name: ArraySlice<UInt8>, indent: Int?)?
  /// The name that was explained last, if nothing but blank lines came after it.
  private var last: ArraySlice<UInt8>?

  /// Nil for a text without such words.
  init?(_ bytes: [UInt8]) {
    var fences = OpenFences()
    for line in bytes.split(separator: ASCII.newline)
    where line.first == ASCII.openBracket || line.first == ASCII.backtick || line.first == ASCII.tilde {
      fences.pass(line)
      if !fences.isCode, let (name, _) = Self.definition(line) { names.insert(name) }
    }
    guard !names.isEmpty else { return nil }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    let isBlank = line.allSatisfy(ASCII.isBlank)
    if isBlank { return .keep }
    if let definition = wasCode ? nil : Self.definition(line) {
      open = (definition.name, nil)
      defer { last = definition.name }
      guard last != definition.name else {
        // Another paragraph of the same note.
        let words = line[definition.end...].drop(while: ASCII.isBlank)
        return words.isEmpty ? .drop : .write([ASCII.newline] + Self.indent + (noted(words) ?? Array(words)))
      }
      let rest = line[definition.end...]
      return .write(Array("[^+".utf8) + definition.name + Array("]:".utf8) + (noted(rest) ?? Array(rest)))
    }
    if let note = open {
      let blanks = line.prefix(while: ASCII.isBlank).count
      let indent = note.indent ?? blanks
      open?.indent = indent
      // Words right below are a line of the note's paragraph.
      if blanks >= max(1, indent) {
        let words = line.dropFirst(indent)
        return .write(Self.indent + (wasCode || fences.isCode ? Array(words) : noted(words) ?? Array(words)))
      }
      open = nil
    }
    last = nil
    return wasCode || fences.isCode ? .keep : noted(line).map { .write($0) } ?? .keep
  }

  private static let indent = [UInt8](repeating: ASCII.space, count: 4)

  /// `[+name]:` at a line's beginning, and where it ends.
  private static func definition(_ line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, end: Int)? {
    guard let (name, end) = mark(line, at: line.startIndex), end < line.endIndex, line[end] == UInt8(ascii: ":") else { return nil }
    return (name, end + 1)
  }

  /// `[+name]`, and where it ends.
  private static func mark(_ line: ArraySlice<UInt8>, at start: Int) -> (name: ArraySlice<UInt8>, end: Int)? {
    guard line[start...].starts(with: "[+".utf8) else { return nil }
    let name = line[(start + 2)...].prefix(80).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket && !ASCII.isBlank($0) }
    guard !name.isEmpty, name.endIndex < line.endIndex, line[name.endIndex] == ASCII.closeBracket else { return nil }
    return (name, name.endIndex + 1)
  }

  /// A line whose `[+name]` are references; nil without any. A blank before one is the theme's rule, and goes.
  private func noted(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8]?
    var (index, copied, isCode) = (line.startIndex, line.startIndex, false)
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      guard !isCode, line[index] == ASCII.openBracket, let (name, end) = Self.mark(line, at: index), names.contains(name) else {
        index += 1
        continue
      }
      let before = line[copied..<index]
      out = (out ?? []) + (before.last == ASCII.space ? before.dropLast() : before) + Array("[^+".utf8) + name + [ASCII.closeBracket]
      (index, copied) = (end, end)
    }
    return out.map { $0 + line[copied...] }
  }
}
