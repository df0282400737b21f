internal import TypesetDiagnostics

/// Julia's Markdown ends a fence wherever its signs begin a line, and goes on behind them: ```` ``` is the rotation ```` ends the code and begins a
/// paragraph.
func withFencesOfJulia(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .documenter, source.holds("\n``` ") else { return source }
  var fence: CodeFence?
  return rewritingLines(source, &diagnostics) { line, _ in
    let run = line.prefix { $0 == ASCII.backtick }
    guard fence != nil, run.count == 3, line[run.endIndex...].contains(where: { !ASCII.isBlank($0) }),
      line[run.endIndex...].first == ASCII.space, CodeFence.after(run, within: fence) == nil
    else {
      fence = CodeFence.after(line, within: fence)
      return .keep
    }
    fence = nil
    return .write(Array(run) + [ASCII.newline, ASCII.newline] + line[run.endIndex...].drop(while: ASCII.isBlank))
  }
}
