internal import TypesetDiagnostics

/// The source with the labels that stand on a line of their own below a heading, as LaTeX's authors write them, as the headings' names:
/// `# Words` and `\label{sec:a}` become `# Words {#sec:a}`.
func withLabelsInHeadings(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.contains(ASCII.hash), source.bytes.find(HeadingLabels.opener) != nil else { return source }
  var labels = HeadingLabels(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in labels.change(of: line) }
}

private struct HeadingLabels {
  static let opener = Array("\n\\label{".utf8)

  let bytes: [UInt8]
  private var fences = OpenFences()
  /// Where the line of the label begins that a heading has taken.
  private var taken = -1

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    if line.startIndex == taken { return .write([]) }
    guard !fences.isCode, line.first == ASCII.hash, case let signs = line.prefix(while: { $0 == ASCII.hash }), signs.count <= 6,
      line.dropFirst(signs.count).first.map(ASCII.isBlank) == true, let (name, start) = label(below: line)
    else { return .keep }
    taken = start
    let words = line.dropLast(line.reversed().prefix { ASCII.isBlank($0) || $0 == ASCII.carriageReturn }.count)
    guard words.last == ASCII.closeBrace, let open = words.lastIndex(of: ASCII.openBrace), ASCII.isBlank(words[open - 1]) else {
      return .write(Array(words) + Array(" {#".utf8) + name + Array("}".utf8))
    }
    // A heading with a name of its own has both; references that ask for its number find it by the label.
    if let hash = words[open...].firstIndex(of: ASCII.hash) {
      let own = words[(hash + 1)...].prefix { !ASCII.isBlank($0) && $0 != ASCII.closeBrace }
      let anchor = Array(" anchor=\"".utf8) + own + Array("\"".utf8)
      return .write(Array(words[...hash]) + name + anchor + words[own.endIndex...])
    }
    return .write(Array(words[...open]) + Array("#".utf8) + name + Array(" ".utf8) + Array(words[(open + 1)...]))
  }

  /// The name in a label that is all of the next line, or of the line below an empty one, and where that line begins.
  private func label(below line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, start: Int)? {
    var start = line.endIndex
    for _ in 0..<2 {
      guard start < bytes.count, let newline = bytes[start...].prefix(8).firstIndex(of: ASCII.newline) else { return nil }
      start = newline + 1
      let text = bytes[start...].prefix(200).prefix { $0 != ASCII.newline }
      let rest = text.drop(while: ASCII.isBlank)
      if rest.isEmpty || rest.elementsEqual([ASCII.carriageReturn]) { continue }
      guard rest.starts(with: Self.opener.dropFirst()), let close = rest.firstIndex(of: ASCII.closeBrace),
        rest[(close + 1)...].allSatisfy({ ASCII.isBlank($0) || $0 == ASCII.carriageReturn })
      else { return nil }
      let name = rest[(rest.startIndex + Self.opener.count - 1)..<close]
      let isName = name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || ":-_./".utf8.contains($0) }
      return name.isEmpty || !isName ? nil : (name, start)
    }
    return nil
  }
}
