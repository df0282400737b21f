internal import TypesetDiagnostics

/// The source of a page of MkDocs whose `<div markdown>` has tags below it that are indented as code would be: these and what is between them stand
/// below the outer tag, and hold Markdown as it does (Python-Markdown's md_in_html).
func withNestedTags(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .mkdocs, source.holds("<div"), source.holds(" markdown") else { return source }
  var tags = NestedTags(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in tags.change(of: line) }
}

private struct NestedTags {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// The columns of the open outer tag, and the columns by which what is in each open one is moved; empty outside.
  private var base = 0
  private var shifts: [Int] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    let indent = line.prefix { $0 == ASCII.space }.count
    let words = line.dropFirst(indent)
    let isTag =
      !wasCode && !fences.isCode && words.starts(with: "<div".utf8) && words.last == ASCII.greater
      && !words.dropFirst().contains(ASCII.less)
    guard !shifts.isEmpty else {
      if isTag, Self.asks(words), let inner = indentBelow(line), inner.isTag, inner.indent > indent + 3 {
        (base, shifts) = (indent, [inner.indent - indent])
      }
      return .keep
    }
    guard !words.allSatisfy(ASCII.isBlank) else { return .keep }
    // A line at the margin ends whatever is open.
    guard indent >= base else {
      shifts = []
      return .keep
    }
    let isEnd = !wasCode && words.starts(with: "</div>".utf8)
    if isEnd { shifts.removeLast() }
    if shifts.isEmpty { return .keep }
    let moved = [UInt8](repeating: ASCII.space, count: max(base, indent - (shifts.last ?? 0))) + words
    guard isTag else { return .write(moved) }
    let inner = indentBelow(line)?.indent ?? indent
    shifts.append((shifts.last ?? 0) + (inner > indent + 3 ? inner - indent : 0))
    guard !Self.asks(words) else { return .write(moved) }
    return .write(moved.dropLast() + Array(" markdown>".utf8))
  }

  /// True for a tag that asks for Markdown in its element.
  private static func asks(_ tag: ArraySlice<UInt8>) -> Bool {
    tag.firstRange(of: Array(" markdown>".utf8)) != nil || tag.firstRange(of: Array(" markdown ".utf8)) != nil
      || tag.firstRange(of: Array(" markdown=".utf8)) != nil
  }

  /// The columns before the next line with words, and whether it begins with a tag.
  private func indentBelow(_ line: ArraySlice<UInt8>) -> (indent: Int, isTag: Bool)? {
    var start = line.endIndex + 1
    for _ in 0..<4 where start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let indent = bytes[start..<end].prefix { $0 == ASCII.space }.count
      if start + indent < end, !ASCII.isBlank(bytes[start + indent]) { return (indent, bytes[start + indent] == ASCII.less) }
      start = end + 1
    }
    return nil
  }
}
