import TypesetDiagnostics

/// LaTeX environments that stand in the text without dollars and that can't be set: they are shown as their source, as code.
///
/// Read as text they would lose their `\\` and line ends; what is between the dollars in them would be set amid commands.
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
    guard Self.shownEnvironments.contains(name.hasSuffix("*") ? String(name.dropLast()) : name),
      let end = environmentEnd(name, from: first.offset)
    else { return false }
    let message = "the environment \(name) can't be set, its source is shown"
    diagnostics.append(
      Diagnostic(
        .warning, "math.unknown-environment", at: SourceSpan(first.offset, min(cursor.end, first.offset + name.utf8.count + 8)), message,
        hint: "include it as a picture"))
    edits.append(Edit(range: first.offset..<first.offset, text: Self.fence + Array("latex\n".utf8) + prefix(containers.count)))
    leaf = .environment(end: end, depth: containers.count)
    continueEnvironment(cursor, end: end)
    return true
  }

  /// Closes the code on the line that has the environment's end.
  mutating func continueEnvironment(_ cursor: LineCursor, end: Int) {
    guard cursor.end >= end else { return }
    edits.append(Edit(range: cursor.end..<cursor.end, text: [ASCII.newline] + prefix(containers.count) + Self.fence))
    leaf = .none
  }

  /// The end of the next `\end{name}`. Each closer is looked for once, however many openers stand before it.
  private mutating func environmentEnd(_ name: String, from start: Int) -> Int? {
    if let known = environmentEnds[name], known > start { return known == .max ? nil : known }
    let closer = Array("\\end{\(name)}".utf8)
    var index = start
    while index + closer.count <= bytes.count {
      if bytes[index] == ASCII.backslash, bytes[index..<(index + closer.count)].elementsEqual(closer) {
        environmentEnds[name] = index + closer.count
        return index + closer.count
      }
      index += 1
    }
    environmentEnds[name] = .max
    return nil
  }
}
