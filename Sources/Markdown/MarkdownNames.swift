/// The names of the tables by which Markdown and its extensions are read, for what tries all of them.
package enum MarkdownNames {
  /// Each table's names in order, by what they are.
  package static var all: [(kind: String, names: [String])] {
    [
      ("directive", Directive.forms.keys.sorted()),
      ("role", RoleReading.names.sorted()),
      ("tag", HTMLNames.known.sorted()),
      ("callout", SlashBlock.admonitions.union(BlockExtensions.calloutNames).sorted()),
      ("field", DocumentField.allCases.map(\.rawValue)),
      ("include", IncludeDirective.forms.keys.sorted()),
      ("attribute", Attributes.Pair.conventional.sorted()),
      ("label", CrossReferenceLabel.kinds.sorted()),
      ("text-command", LaTeXCommand.named.keys.sorted()),
      ("text-environment", LaTeXEnvironments.named.keys.sorted()),
    ]
  }
}
