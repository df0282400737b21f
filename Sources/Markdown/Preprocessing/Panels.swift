internal import TypesetDiagnostics

/// The source with the cards of a grid in place of sphinx-panels' ```` ```{panels} ````, whose parts are divided by lines of `---`.
func withPanelsAsCards(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.find(Panels.name) != nil else { return source }
  var panels = Panels()
  return rewritingLines(source, &diagnostics) { line, _ in panels.change(of: line) }
}

private struct Panels {
  static let name = Array("{panels}".utf8)

  private var fences = OpenFences()
  /// The fence of the directive that is open.
  private var open: CodeFence?
  /// Code within a panel.
  private var code: CodeFence?
  /// Options may stand here: below the head, and below a line of dashes.
  private var mayHaveOptions = false

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard let fence = open else {
      let marks = line.prefix { $0 == ASCII.backtick || $0 == UInt8(ascii: ":") }
      if !fences.isCode, marks.count >= 3, line[marks.endIndex...].starts(with: Self.name) {
        let fence = CodeFence(byte: marks.first ?? ASCII.backtick, length: marks.count)
        (open, code, mayHaveOptions) = (fence, nil, true)
        return .write(Self.marks(fence, 1) + Array("{grid} 2\n".utf8) + Self.card(fence))
      }
      fences.pass(line)
      return .keep
    }
    if mayHaveOptions, line.first == UInt8(ascii: ":"), line.dropFirst().contains(UInt8(ascii: ":")) { return .drop }
    mayHaveOptions = false
    if code == nil {
      if Self.closes(line, fence) {
        open = nil
        return .write(Self.marks(fence, 0) + [ASCII.newline] + Self.marks(fence, 1))
      }
      if line.count >= 3, line.prefix(3).allSatisfy({ $0 == UInt8(ascii: "-") }), line.allSatisfy({ $0 == UInt8(ascii: "-") || $0 <= 0x20 })
      {
        mayHaveOptions = true
        return .write(Self.marks(fence, 0) + [ASCII.newline] + Self.card(fence))
      }
    }
    code = CodeFence.after(line, within: code)
    return .keep
  }

  private static func closes(_ line: ArraySlice<UInt8>, _ fence: CodeFence) -> Bool {
    let run = line.prefix { $0 == fence.byte }
    return run.count >= fence.length && line[run.endIndex...].allSatisfy { $0 <= 0x20 }
  }

  private static func marks(_ fence: CodeFence, _ more: Int) -> [UInt8] { Array(repeating: fence.byte, count: fence.length + more) }
  private static func card(_ fence: CodeFence) -> [UInt8] { marks(fence, 0) + Array("{grid-item-card}".utf8) }
}
