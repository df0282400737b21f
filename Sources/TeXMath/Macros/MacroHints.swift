package import TypesetDiagnostics

extension [Diagnostic] {
  /// A document with many unknown commands lacks definitions: the hint names where to give them, not the nearest name.
  package func withMacroHints() -> [Diagnostic] {
    var uses: [String: Int] = [:]
    for diagnostic in self where diagnostic.isUnknownCommand { uses[diagnostic.message, default: 0] += 1 }
    let isFull = uses.count >= 5
    guard isFull || uses.values.contains(where: { $0 >= 5 }) else { return self }
    return map { diagnostic in
      guard diagnostic.isUnknownCommand, isFull || uses[diagnostic.message, default: 0] >= 5 else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.hint = "define it with \\newcommand, or give a file of definitions with --math-macros"
      return diagnostic
    }
  }
}

extension Diagnostic {
  fileprivate var isUnknownCommand: Bool { code == "math.unknown-command" }
}
