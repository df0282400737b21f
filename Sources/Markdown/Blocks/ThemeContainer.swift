internal import TypesetDiagnostics

/// Containers of a VitePress theme's own, `::: shareCard`, whose content is settings.
enum ThemeContainer {
  /// The note that a container's settings are all that is shown; empty for one with Markdown in it.
  static func faults(of attributes: Attributes, _ children: [Tree.Index], in tree: borrowing Tree, _ dialect: Dialect) -> [Diagnostic] {
    guard dialect.tool == .vitepress, let name = attributes.classes.first, children.count == 1,
      case .codeBlock(let info, _) = tree[children[0]].kind, info == "yaml" || info == "yml"
    else { return [] }
    return [
      Diagnostic(
        .note, "markup.container", at: tree[children[0]].span, "of the theme's container ‘\(name)’ only the settings are shown",
        hint: "write as Markdown what the theme makes of them")
    ]
  }
}
