package import TypesetDiagnostics
package import TypesetMarkdown
package import TypesetSettings

extension SettingsReader {
  /// A source after what other programs do to it before it is Markdown, as the caller's settings ask for.
  package func preprocessed(_ source: Source, budget: Budget, in dialect: Dialect) -> (source: Source, diagnostics: [Diagnostic]) {
    TypesetMarkdown.preprocessed(source, files: files, budget: budget, in: dialect, showsNotes: showsNotes)
  }
}
