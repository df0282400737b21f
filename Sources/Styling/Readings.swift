package import TypesetDiagnostics
package import TypesetInterface

/// The values that readers of collected values show, pass by pass.
package struct Readings: Sendable {
  /// By key.
  package typealias Values = [ObjectIdentifier: any Sendable]

  /// The most passes; a document that has not settled by then is left as it is.
  package static let mostPasses = 3

  package let styling: @Sendable (Values) -> StyledTree
  package private(set) var values: Values = [:]
  /// How often the document has been set again.
  package var passes = 0
  private var changing: (name: String, start: Int) = ("", 0)

  /// Nil if there are no readers. Values that do not depend on pages are read at once.
  package init?(_ tree: inout StyledTree, styling: @escaping @Sendable (Values) -> StyledTree) {
    guard !tree.collected.collected.readers.isEmpty else { return nil }
    self.styling = styling
    for _ in 0..<Self.mostPasses where update(from: tree, places: [:]) { tree = styling(values) }
  }

  /// Reads all keys that have readers.
  ///
  /// - Returns: True if a value has changed.
  package mutating func update(from tree: StyledTree, places: [Int: CollectedPlace]) -> Bool {
    let collected = tree.collected.collected
    var hasChanged = false
    var read: Values = [:]
    for reader in collected.readers where read[reader.key.id] == nil {
      let value = collected.value(of: reader.key) { places[$0] ?? CollectedPlace() }
      read[reader.key.id] = value
      guard !reader.key.areEqual(values[reader.key.id] ?? reader.key.defaultValue, value) else { continue }
      hasChanged = true
      changing = (reader.key.name, reader.start)
    }
    values = read
    return hasChanged
  }

  package func unsettled() -> Diagnostic {
    let span = SourceSpan(changing.start, changing.start)
    return Diagnostic(
      .warning, "collector.unsettled", at: span, "\(changing.name) is still changing after \(Self.mostPasses) passes",
      hint: "what its reader shows changes what is collected; make it take the same space whatever the value is")
  }
}
