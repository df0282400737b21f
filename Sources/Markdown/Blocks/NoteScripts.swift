internal import TypesetDiagnostics

/// Scripts in notes of Obsidian's, ```` ```dataviewjs ````: what they write is known to Obsidian alone, which shows nothing of the code.
enum NoteScripts {
  /// - Returns: A diagnostic for each that is left out.
  static func leaveOut(from tree: inout Tree, in dialect: Dialect) -> [Diagnostic] {
    guard dialect.tool == .obsidian else { return [] }
    var scripts: Set<Tree.Index> = []
    var diagnostics: [Diagnostic] = []
    for (index, node) in tree.nodes.enumerated() {
      guard case .codeBlock(let info, _) = node.kind, info.prefix(while: { !$0.isWhitespace }) == "dataviewjs" else { continue }
      scripts.insert(Tree.Index(index))
      diagnostics.append(
        Diagnostic(
          .warning, "diagram.not-drawn", at: node.span, "scripts of dataviewjs are left out",
          hint: "what they write is known to Obsidian alone: copy it in their place"))
    }
    if !scripts.isEmpty { tree.remove(scripts) }
    return diagnostics
  }
}
