import TypesetDiagnostics

/// LaTeX environments that are in the text without dollars and that can't be set: they are shown as their source, as code.
///
/// Read as text they would lose their `\\` and line ends; what is between the dollars in them would be set between commands.
extension MathScanner {
  /// Pictures, trees, tables and listings; the words of theorems and lists can be read without their environment.
  static let shownEnvironments: Set<String> = [
    "tikzpicture", "tikzcd", "circuitikz", "pgfpicture", "pspicture", "forest", "xy", "asy", "prooftree", "tabular", "tabularx", "tabulary",
    "longtable", "tabbing", "algorithm", "algorithm2e", "algorithmic", "algorithmicx", "figure", "wrapfigure", "table", "lstlisting",
    "verbatim", "minted", "picture", "thebibliography",
  ]

  private static let fence = [UInt8](repeating: ASCII.tilde, count: 8)

  /// Begins such an environment on this line, if it is closed further down.
  mutating func openEnvironment(_ cursor: LineCursor, _ first: (byte: UInt8, offset: Int)) -> Bool {
    guard first.byte == ASCII.backslash, readsExtensions else { return false }
    let head = String(decoding: bytes[first.offset..<min(cursor.end, first.offset + 32)], as: UTF8.self)
    guard head.hasPrefix("\\begin{"), let close = head.firstIndex(of: "}") else { return false }
    let name = String(head[head.index(head.startIndex, offsetBy: 7)..<close])
    if takeLaTeX(name, from: first.offset) { return true }
    if case .paragraph = leaf { return false }
    guard Self.shownEnvironments.contains(name.hasSuffix("*") ? String(name.dropLast()) : name),
      let end = nextEnd(of: "\\end{\(name)}", from: first.offset)
    else { return false }
    let message = "the environment \(name) is not supported; its source is shown"
    diagnostics.append(
      Diagnostic(
        .warning, "math.unknown-environment", at: SourceSpan(first.offset, min(cursor.end, first.offset + name.utf8.count + 8)), message,
        hint: "include it as a picture"))
    edits.append(Edit(range: first.offset..<first.offset, text: Self.fence + Array("latex\n".utf8) + prefix(containers.count)))
    leaf = .environment(end: end, depth: containers.count)
    continueEnvironment(cursor, end: end)
    return true
  }

  /// Takes an environment for text that can be said in HTML.
  private mutating func takeLaTeX(_ name: String, from start: Int) -> Bool {
    // Within lists and quotes its lines have prefixes.
    guard LaTeXTranslator.translates(name), containers.isEmpty, let end = outerEnd(of: name, from: start) else { return false }
    let last = lineEnd(from: end)
    guard bytes[end..<last].allSatisfy(ASCII.isBlank), let translated = LaTeXTranslator.edits(of: start..<end, in: bytes) else {
      return false
    }
    endBlock()
    leaf = .none
    edits += translated
    var line = start
    while line < end {
      let next = min(lineEnd(from: line), end)
      block.add(line..<next, in: bytes)
      line = next + 1
    }
    block.isLaTeX = true
    endBlock()
    position = last + 1
    return true
  }

  /// Where an environment ends that may hold others of its name.
  private mutating func outerEnd(of name: String, from start: Int) -> Int? {
    let opener = Array("\\begin{\(name)}".utf8)
    var end = start
    var inner = start + opener.count
    for _ in 0..<20 {
      guard let next = nextEnd(of: "\\end{\(name)}", from: max(end, start)) else { return nil }
      // Each that begins before this end needs one more.
      guard let begun = bytes[inner..<next].firstRange(of: opener) else { return next }
      inner = begun.upperBound
      end = next
    }
    return nil
  }

  /// Closes the code on the line that has the environment's end.
  mutating func continueEnvironment(_ cursor: LineCursor, end: Int) {
    guard cursor.end >= end else { return }
    edits.append(Edit(range: cursor.end..<cursor.end, text: [ASCII.newline] + prefix(containers.count) + Self.fence))
    leaf = .none
  }

  /// Where the next closer ends. Each is looked for once, however many openers are before it.
  mutating func nextEnd(of closer: String, from start: Int) -> Int? {
    if let known = closerEnds[closer], known > start { return known == .max ? nil : known }
    // No component has this many; each of another name would be looked for through the whole text.
    guard closerEnds.count < 100 else { return nil }
    let word = Array(closer.utf8)
    var index = start
    while index + word.count <= bytes.count {
      if bytes[index] == word[0], bytes[index..<(index + word.count)].elementsEqual(word) {
        closerEnds[closer] = index + word.count
        return index + word.count
      }
      index += 1
    }
    closerEnds[closer] = .max
    return nil
  }
}
