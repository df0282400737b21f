/// What a page shows of a cell's code: without the lines that set Quarto's options (`#| echo: false`).
struct CodeCell {
  private(set) var text: String
  /// Of the shown code in its cell, from 1.
  private(set) var firstLine = 1
  private(set) var visibility: CellVisibility
  /// What the cell says of its language; nil for the kernel's.
  private(set) var language: String?

  init(_ cell: Notebook.Cell) {
    visibility = cell.visibility
    language = cell.language
    var rest = cell.source[...]
    while rest.hasPrefix("#|") {
      let line = rest.prefix { !$0.isNewline }
      let words = line.dropFirst(2).split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace }.lowercased() }
      switch words {
      case ["echo", "false"]: visibility.hidesInput = true
      case ["output", "false"], ["results", "hide"]: visibility.hidesOutputs = true
      case ["include", "false"]: visibility.hidesCell = true
      default: break
      }
      rest = rest[line.endIndex...].dropFirst()
      firstLine += 1
    }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    text = String(rest)
    language = Self.magic(text) ?? language
  }

  /// The language of a cell that its first line hands to another program: `%%bash`.
  private static func magic(_ text: String) -> String? {
    guard text.hasPrefix("%%") else { return nil }
    return switch text.dropFirst(2).prefix(while: { !$0.isWhitespace }).lowercased() {
    case "bash", "sh", "script", "!": "bash"
    case "html": "html"
    case "latex": "latex"
    case "javascript", "js": "javascript"
    case "r": "r"
    case "sql": "sql"
    case "markdown": "markdown"
    case "cython": "python"
    case "writefile", "file": "text"
    default: nil
    }
  }
}
