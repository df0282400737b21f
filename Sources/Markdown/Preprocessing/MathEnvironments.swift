internal import TypesetDiagnostics

/// The source of pages of MkDocs with the environments of its plugin mathenv, `\theorem` and `\tikzcd` on lines of their own above indented text, as
/// admonitions and displays.
func withMathEnvironments(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .mkdocs,
    MathEnvironments.names.contains(where: { source.holds("\\\($0)\n") }) || source.holds("\\tikzcd")
  else { return source }
  var environments = MathEnvironments(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in environments.change(of: line) }
}

private struct MathEnvironments {
  static let names = ["theorem", "proof", "definition", "lemma", "proposition", "corollary", "example", "remark"]

  let bytes: [UInt8]
  private var fences = OpenFences()
  /// True in the lines of a diagram.
  private var isDiagram = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    if isDiagram {
      isDiagram = isIndented(below: line)
      return .write(line.drop(while: ASCII.isBlank) + (isDiagram ? [] : Array("\n\\end{tikzcd}\n$$".utf8)))
    }
    guard !isCode, line.first == ASCII.backslash, isIndented(below: line) else { return .keep }
    let name = String(decoding: line.dropFirst(), as: UTF8.self).trimmedWhitespace()
    if name == "tikzcd" {
      isDiagram = true
      return .write(Array("$$\n\\begin{tikzcd}".utf8))
    }
    return Self.names.contains(name) ? .write(Array("!!! \(name)".utf8)) : .keep
  }

  /// True if the line below has words behind four blanks or a tab.
  private func isIndented(below line: ArraySlice<UInt8>) -> Bool {
    guard let next = lineBelow(line, in: bytes) else { return false }
    return (next.starts(with: "    ".utf8) || next.first == ASCII.tab) && !next.allSatisfy { $0 <= ASCII.space }
  }
}
