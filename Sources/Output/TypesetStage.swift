package import TypesetDiagnostics

/// What a stage of typesetting has cost.
public struct TypesetStage: Hashable, Sendable {
  /// `parse`, `style`, `pictures`, `blocks` or `pages`, in this order; the same names as `--timings` has.
  public let name: String
  /// From its beginning to its end, on the clock of the wall.
  public let duration: Duration
  /// What diagnostics call the document.
  public let document: String

  package init(name: String, duration: Duration, document: String) {
    (self.name, self.duration, self.document) = (name, duration, document)
  }
}

extension TypesetterOptions {
  /// The clock of one document's stages.
  package func laps(of source: Source, _ timing: @escaping (String, Duration) -> Void = { _, _ in }) -> Laps {
    guard let onStage else { return Laps(timing) }
    let name = source.files.first?.name ?? ""
    return Laps { stage, duration in
      timing(stage, duration)
      onStage(TypesetStage(name: stage, duration: duration, document: name))
    }
  }
}
