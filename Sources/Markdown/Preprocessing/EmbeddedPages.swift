internal import TypesetDiagnostics

/// The source with Zenn's embedded pages, `@[card](https://a.org/b)` on a line of its own, as links that show their addresses.
func withEmbeddedPagesAsLinks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("@[") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard line.first == UInt8(ascii: "@"), line.count < 2_000, !fences.isCode, let address = address(ofEmbeddedPage: line) else {
      return .keep
    }
    return .write(Array("<\(address)>".utf8))
  }
}

/// The address of the page that a line embeds; nil for other lines.
private func address(ofEmbeddedPage line: ArraySlice<UInt8>) -> String? {
  let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
  guard text.hasPrefix("@["), text.hasSuffix(")"), let middle = text.firstRange(of: "](") else { return nil }
  let name = text[..<middle.lowerBound].dropFirst(2)
  let target = text[middle.upperBound...].dropLast()
  guard !target.isEmpty, !target.contains(where: { $0.isWhitespace || "<>()".contains($0) }) else { return nil }
  let names: Set<Substring> = [
    "card", "tweet", "x", "gist", "github", "codepen", "codesandbox", "stackblitz", "figma", "jsfiddle", "slideshare", "speakerdeck",
    "docswell", "blueprintue",
  ]
  if name == "youtube", !target.contains("/") { return "https://www.youtube.com/watch?v=\(target)" }
  guard names.contains(name) || name == "youtube", target.hasPrefix("https://") || target.hasPrefix("http://") else { return nil }
  return String(target)
}
