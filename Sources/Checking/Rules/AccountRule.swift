package import TypesetDiagnostics

extension Checker {
  /// Words that the author wrote and that are on no page.
  mutating func checkAccount() {
    guard applies(.lostSource) else { return }
    for loss in document.losses { report(.lostSource, at: loss.span, loss.message) }
  }
}

extension CheckedDocument {
  /// The words of the source that no page shows.
  package var losses: [SourceAccount.Loss] {
    SourceAccount(
      of: source, matterEnd: matterEnd, tree: tree, pages: pages, structure: structure, diagnostics: diagnostics
    ).losses
  }
}

extension SourceAccount.Loss {
  var message: String { count == 1 ? "“\(text)” is on no page" : "\(count) words are on no page: “\(text)”" }
}

extension [SourceAccount.Loss] {
  /// As an ordinary run says them.
  package var diagnostics: [Diagnostic] {
    map { loss in
      Diagnostic(
        .note, "source.lost", at: loss.span, loss.message, hint: CheckRule.lostSource.hint,
        gathered: Diagnostic.Gathered(opening: "words of the source are on no page: ", items: [loss.text]))
    }
  }
}
