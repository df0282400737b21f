internal import TypesetDiagnostics

/// The prefixes that bibliographies of Sphinx's give to the keys of their works: `:keyprefix: fd-` makes `fd-Foo` of `Foo`.
enum KeyPrefixes {
  /// Takes them off the keys.
  static func remove(_ prefixes: [String], from tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .reference(let label) = tree.nodes[index].kind, label.hasPrefix(CitedWorks.mark) else { continue }
      var words = label
      for prefix in prefixes where words.contains(prefix) {
        words = words.replacing("@" + prefix, with: "@").replacing("@{" + prefix, with: "@{")
      }
      if words != label { tree.nodes[index].kind = .reference(label: words) }
    }
  }
}
