import TypesetDiagnostics

/// Entries of the index as Sphinx and MyST write them, in makeindex's syntax: `single: a; b`, `pair: loop; while`, `see: a; b`, `word, !main word`.
package enum SphinxIndex {
  /// - Parameter isLine: True for a line of a directive, on which words between commas are entries of their own.
  package static func entries(_ line: String, isLine: Bool) -> [String] {
    let line = line.trimmedWhitespace()
    guard !line.isEmpty else { return [] }
    if let colon = line.firstIndex(of: ":"), let kind = Kind(rawValue: trimmed(line[..<colon]).lowercased()) {
      let (words, isMain) = main(String(line[line.index(after: colon)...]))
      let parts = words.split(separator: ";").map(trimmed).filter { !$0.isEmpty }
      return entries(kind, parts, isMain: isMain)
    }
    let words = isLine ? line.split(separator: ",").map(trimmed) : [line]
    return words.filter { !$0.isEmpty }.flatMap { word in
      let (word, isMain) = main(word)
      return entries(.single, isLine ? [word] : word.split(separator: ";").map(trimmed), isMain: isMain)
    }
  }

  /// The role's text: `word`, `words <single: a; b>`.
  static func role(_ text: String) -> (words: String, entries: [String]) {
    if let open = text.lastIndex(of: "<"), open > text.startIndex, text.hasSuffix(">") {
      return (trimmed(text[..<open]), entries(String(text[text.index(after: open)...].dropLast()), isLine: false))
    }
    let found = entries(text, isLine: false)
    let words = text.firstIndex(of: ":").flatMap { Kind(rawValue: text[..<$0].lowercased()) == nil ? nil : text[text.index(after: $0)...] }
    return (main(String(words ?? text[...])).word, found)
  }

  private static func trimmed(_ text: Substring) -> String { String(text).trimmedWhitespace() }

  private enum Kind: String {
    case single, pair, triple, see, seealso
    // Sphinx' older words, each a pair with its own name.
    case module, keyword, `operator`, object, exception, statement, builtin
  }

  private static func main(_ text: String) -> (word: String, isMain: Bool) {
    let text = text.trimmedWhitespace()
    guard text.hasPrefix("!") else { return (text, false) }
    return (trimmed(text.dropFirst()), true)
  }

  private static func entries(_ kind: Kind, _ parts: [String], isMain: Bool) -> [String] {
    guard let first = parts.first else { return [] }
    let mark = isMain ? "|textbf" : ""
    func entry(_ levels: [String]) -> String { levels.map(quoted).joined(separator: "!") + mark }
    switch kind {
    case .single: return [entry(Array(parts.prefix(3)))]
    case .pair where parts.count > 1: return [entry([first, parts[1]]), entry([parts[1], first])]
    case .triple where parts.count > 2:
      return [
        entry([first, parts[1] + " " + parts[2]]), entry([parts[1], parts[2] + ", " + first]), entry([parts[2], first + " " + parts[1]]),
      ]
    case .see where parts.count > 1: return [quoted(first) + "|see{" + parts[1] + "}"]
    case .seealso where parts.count > 1: return [quoted(first) + "|seealso{" + parts[1] + "}"]
    case .pair, .triple, .see, .seealso: return [entry([first])]
    default: return [entry([kind.rawValue, first]), entry([first, kind.rawValue])]
    }
  }

  /// Signs of makeindex's own in words.
  private static func quoted(_ word: String) -> String {
    var out = ""
    for character in word {
      if "!@|\"".contains(character) { out.append("\"") }
      out.append(character)
    }
    return out
  }
}

extension Tree {
  /// Adds a place of the index without ink.
  mutating func addIndexPlace(_ entries: [String], at span: SourceSpan) -> Index {
    let place = add(.span, span)
    add(Attributes(classes: ["index"], pairs: [.init("entry", entries.joined(separator: "\u{1}"))]), to: place)
    return place
  }
}
