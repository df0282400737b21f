internal import TypesetDiagnostics

/// The source with the tabs of VuePress' themes and of VitePress' plugin as divisions with titles: `@tab Words#name` or `== Words` on a line of its
/// own begins one, within `::: tabs#name`, `::: code-tabs` or `:::tabs key:name`.
func withTabsAsDivisions(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds(":::"), source.holds("tabs"), ["\n@tab", "\n== ", " @tab"].contains(where: source.holds) else {
    return source
  }
  var tabs = TabLines(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in tabs.change(of: line) }
}

private struct TabLines {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// A container that is open: its colons, whether it is one of tabs, and whether one of its tabs is open.
  private struct Container {
    var colons: Int
    var isOfTabs: Bool
    var hasTab = false
    /// The number of the innermost container of tabs, this one or one around it.
    var tabs: Int
  }

  /// The containers that are open, from the outermost of tabs on.
  private var open: [Container] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    let text = line.drop(while: ASCII.isBlank)
    let count = text.prefix { $0 == UInt8(ascii: ":") }.count
    if count >= 3 {
      if text.dropFirst(count).allSatisfy({ $0 <= ASCII.space }) { return closer(count) }
      if Self.isOpener(text.dropFirst(count)), let (signs, _) = Self.title(of: nextLine(after: line.endIndex)), signs == 0 || signs < count
      {
        open.append(Container(colons: count, isOfTabs: true, tabs: open.count))
        return .write([])
      }
      if let tabs = open.last?.tabs { open.append(Container(colons: count, isOfTabs: false, tabs: tabs)) }
      return .keep
    }
    guard let container = open.last, container.isOfTabs, let (signs, title) = Self.title(of: text),
      // `=== Words` between four colons, where others have tabs within them.
      signs == 0 || signs == 2 || signs == container.colons - 1
    else { return .keep }
    let fence = [UInt8](repeating: UInt8(ascii: ":"), count: container.colons)
    let closer = container.hasTab ? fence + [ASCII.newline] + line[..<text.startIndex] : []
    open[open.count - 1].hasTab = true
    return .write(line[..<text.startIndex] + closer + fence + Array("{tab-item} ".utf8) + title)
  }

  /// A line of colons ends the innermost container, or the one of tabs that has as many.
  private mutating func closer(_ count: Int) -> LineChange {
    guard let last = open.last else { return .keep }
    if !last.isOfTabs, open[last.tabs].colons > 3, count >= open[last.tabs].colons { open.removeSubrange((last.tabs + 1)...) }
    let container = open.removeLast()
    return container.isOfTabs && !container.hasTab ? .write([]) : .keep
  }

  /// `tabs`, `tabs#fruit`, `code-tabs`, `tabs key:ab`
  private static func isOpener(_ words: ArraySlice<UInt8>) -> Bool {
    let words = words.drop(while: ASCII.isBlank)
    return ["tabs", "code-tabs"].contains { name in
      let rest = words.dropFirst(name.utf8.count)
      return words.starts(with: name.utf8) && (rest.first.map { $0 <= ASCII.space || $0 == ASCII.hash } ?? true)
    }
  }

  /// The words of a tab's line, and its signs of equality; nil for other lines.
  private static func title(of line: ArraySlice<UInt8>) -> (signs: Int, words: ArraySlice<UInt8>)? {
    let line = line.drop(while: ASCII.isBlank)
    var words: ArraySlice<UInt8>
    let signs = line.prefix { $0 == UInt8(ascii: "=") }.count
    if signs >= 2, line.dropFirst(signs).first == ASCII.space {
      words = line.dropFirst(signs + 1)
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
    return (signs, words)
  }

  /// The next line that is not blank.
  private func nextLine(after end: Int) -> ArraySlice<UInt8> {
    let start = bytes[end...].firstIndex { $0 > ASCII.space } ?? bytes.count
    return bytes[start..<(bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count)]
  }
}
