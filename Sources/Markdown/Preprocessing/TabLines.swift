internal import TypesetDiagnostics

/// The source with the tabs of VuePress' themes and of VitePress' plugin as divisions with titles: `@tab Words#name` or `== Words` on a line of its
/// own begins one, within `::: tabs#name`, `::: code-tabs` or `:::tabs key:name`.
func withTabsAsDivisions(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.holds(":::"), source.bytes.holds("tabs"), ["\n@tab", "\n== ", " @tab"].contains(where: source.bytes.holds) else {
    return source
  }
  var tabs = TabLines(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in tabs.change(of: line) }
}

private struct TabLines {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// The container that is open: its colons, and whether one of its tabs is.
  private var colons = 0
  private var hasTab = false
  /// Containers that are open within it.
  private var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    let text = line.drop(while: ASCII.isBlank)
    let count = text.prefix { $0 == UInt8(ascii: ":") }.count
    guard colons > 0 else {
      guard count >= 3, Self.isOpener(text.dropFirst(count)), Self.title(of: nextLine(after: line.endIndex)) != nil else { return .keep }
      (colons, hasTab, depth) = (count, false, 0)
      return .write([])
    }
    if count >= 3 {
      let isCloser = text.dropFirst(count).allSatisfy { $0 <= ASCII.space }
      guard isCloser else {
        depth += 1
        return .keep
      }
      guard depth == 0 || count >= colons && colons > 3 else {
        depth -= 1
        return .keep
      }
      colons = 0
      return hasTab ? .keep : .write([])
    }
    guard depth == 0, let title = Self.title(of: text) else { return .keep }
    let fence = [UInt8](repeating: UInt8(ascii: ":"), count: colons)
    let closer = hasTab ? fence + [ASCII.newline] + line[..<text.startIndex] : []
    hasTab = true
    return .write(line[..<text.startIndex] + closer + fence + Array("{tab-item} ".utf8) + title)
  }

  /// `tabs`, `tabs#fruit`, `code-tabs`, `tabs key:ab`
  private static func isOpener(_ words: ArraySlice<UInt8>) -> Bool {
    let words = words.drop(while: ASCII.isBlank)
    return ["tabs", "code-tabs"].contains { name in
      let rest = words.dropFirst(name.utf8.count)
      return words.starts(with: name.utf8) && (rest.first.map { $0 <= ASCII.space || $0 == ASCII.hash } ?? true)
    }
  }

  /// The words of a tab's line; nil for other lines.
  private static func title(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.drop(while: ASCII.isBlank)
    var words: ArraySlice<UInt8>
    if line.starts(with: "== ".utf8) {
      words = line.dropFirst(3)
    } else if line.starts(with: "@tab".utf8) {
      words = line.dropFirst(4)
      if words.starts(with: ":active".utf8) { words = words.dropFirst(7) }
      guard words.first.map({ ASCII.isBlank($0) }) ?? true else { return nil }
      // What is remembered of it: `Apple#apple`.
      if let hash = words.lastIndex(of: ASCII.hash), hash > words.startIndex, !ASCII.isBlank(words[hash - 1]), words[hash...].count > 1,
        !words[hash...].contains(where: ASCII.isBlank)
      {
        words = words[..<hash]
      }
    } else {
      return nil
    }
    words = words.drop(while: ASCII.isBlank)
    while let last = words.last, last <= ASCII.space { words.removeLast() }
    return words
  }

  /// The next line that is not blank.
  private func nextLine(after end: Int) -> ArraySlice<UInt8> {
    let start = bytes[end...].firstIndex { $0 > ASCII.space } ?? bytes.count
    return bytes[start..<(bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count)]
  }
}
