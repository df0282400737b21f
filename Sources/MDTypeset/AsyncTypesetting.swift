internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetFiles
public import TypesetInterface
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// Typesets Markdown as it is, without modifiers, away from the threads of Swift's tasks.
  ///
  /// - Throws: `CancellationError`, soon after the task is cancelled; whatever had been made is dropped.
  public func typeset(markdown: String) async throws -> TypesetDocument { try await typeset(Document(markdown: markdown)) }

  /// Typesets a document away from the threads of Swift's tasks. What an `AsyncResourceProvider` has is loaded first.
  ///
  /// Never fails because of what is in the document, as the synchronous ``typeset(_:)-(Document)``.
  ///
  /// - Throws: `CancellationError`, soon after the task is cancelled; whatever had been made is dropped.
  public func typeset(_ document: Document) async throws -> TypesetDocument {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      var typesetter = prepared(for: document)
      typesetter.options.budget.stop = stop
      let engine = typesetter
      let source = document.source
      let looks = try await apart(stop) {
        var laps = Laps { _, _ in }
        return engine.looks(of: source, &laps)
      }
      if let provider = document.asyncResources {
        let files = await Self.load(looks.styled.tree.pictureRequests, from: provider)
        try Task.checkCancellation()
        let access = FileAccess { path, folder throws(FileFailure) in
          let request = ResourceRequest(reference: path, folder: folder, purpose: .picture)
          return try (files[request] ?? .failure(.missing)).get()
        }
        typesetter.pictures = Self.pictures(typesetter.options, access, fonts)
      }
      let last = typesetter
      return try await apart(stop) {
        var laps = Laps { _, _ in }
        return last.laidOut(looks, &laps)
      }
    } onCancel: {
      stop.raise()
    }
  }

  /// Does work that takes long on a thread of its own, so that it blocks no task. When the flag is raised the caller goes on at once, and
  /// the work ends where it next looks at the flag.
  private func apart<Result: Sendable>(_ stop: StopFlag, _ work: @escaping @Sendable () -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let waiting = Waiting(continuation)
      stop.whenRaised { waiting.take()?.resume(throwing: CancellationError()) }
      inThread {
        let result = work()
        if stop.isRaised {
          waiting.take()?.resume(throwing: CancellationError())
        } else {
          waiting.take()?.resume(returning: result)
        }
      }
    }
  }

  private static func load(
    _ requests: [ResourceRequest], from provider: any AsyncResourceProvider
  ) async -> [ResourceRequest: Result<[UInt8], FileFailure>] {
    await withTaskGroup(of: (ResourceRequest, Result<[UInt8], FileFailure>).self) { group in
      for request in requests {
        group.addTask {
          do {
            return (request, .success(try await provider.load(request)))
          } catch {
            return (request, .failure(FileFailure(error)))
          }
        }
      }
      var files: [ResourceRequest: Result<[UInt8], FileFailure>] = [:]
      for await (request, result) in group { files[request] = result }
      return files
    }
  }
}

/// A continuation that is resumed once, by the first.
private final class Waiting<Result: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Result, any Error>?>

  init(_ continuation: CheckedContinuation<Result, any Error>) { self.continuation = Mutex(continuation) }

  func take() -> CheckedContinuation<Result, any Error>? {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
  }
}
