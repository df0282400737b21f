internal import TypesetDiagnostics
public import TypesetInterface
public import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// Typesets plain Markdown, without modifiers, outside the threads of Swift's tasks.
  ///
  /// - Throws: `CancellationError`, soon after the task is cancelled; partial results are dropped.
  public func typeset(markdown: String) async throws -> TypesetDocument { try await typeset(Document(markdown: markdown)) }

  /// Typesets a document outside the threads of Swift's tasks. The files of an `AsyncResourceProvider` are loaded first.
  ///
  /// Never fails because of the document's content, like the synchronous ``typeset(_:)-(Document)``.
  ///
  /// - Throws: `CancellationError`, soon after the task is cancelled; partial results are dropped.
  public func typeset(_ document: Document) async throws -> TypesetDocument {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      let (budget, bytes) = (options.sharedBudget, document.source.bytes.count)
      if let budget, !(await budget.enter(bytes, until: stop)) { throw CancellationError() }
      defer { budget?.leave(bytes) }
      var typesetter = prepared(for: document)
      typesetter.options.budget.stop = stop
      let looks = try await inThread(until: stop) { [typesetter] in
        SharedBudget.$current.withValue(budget) {
          var laps = typesetter.options.laps(of: document.source)
          return typesetter.looks(of: document.source, &laps)
        }
      }
      if let provider = document.asyncResources {
        let files = await provider.loaded(looks.styled.tree.pictureRequests, seconds: options.budget.resourceSeconds)
        try Task.checkCancellation()
        typesetter.pictures = Self.pictures(typesetter.options, files, fonts)
      }
      return try await inThread(until: stop) { [typesetter] in
        SharedBudget.$current.withValue(budget) {
          var laps = typesetter.options.laps(of: document.source)
          return typesetter.laidOut(looks, &laps)
        }
      }
    } onCancel: {
      stop.raise()
    }
  }
}
