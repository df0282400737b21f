package import TypesetDiagnostics
package import TypesetInterface
import TypesetMarkdown

/// The values that readers of collected values show, pass by pass.
package struct Readings: Sendable {
  /// What readers show.
  package struct Values: Sendable {
    /// From all of the document, by key.
    var ofDocument: [ObjectIdentifier: any Sendable] = [:]
    /// From what the reader surrounds, by the reader's number.
    var ofParts: [Int: any Sendable] = [:]

    package init() {}
  }

  /// The most passes; a document that has not settled by then is left as it is.
  package static let mostPasses = 3

  package let styling: @Sendable (Values) -> StyledTree
  package private(set) var values: Values
  /// How often the document has been set again.
  package var passes = 0
  private var changing: (name: String, start: Int) = ("", 0)

  /// Nil if there are no readers. Values that do not depend on pages are read at once.
  ///
  /// - Parameter shown: What the tree's readers show.
  package init?(_ tree: inout StyledTree, showing shown: Values = Values(), styling: @escaping @Sendable (Values) -> StyledTree) {
    guard !tree.collected.collected.readers.isEmpty else { return nil }
    (self.styling, values) = (styling, shown)
    for _ in 0..<Self.mostPasses where update(from: tree, places: [:]) { tree = styling(values) }
  }

  /// Reads all keys that have readers.
  ///
  /// - Returns: True if a value has changed.
  package mutating func update(from tree: StyledTree, places: [Int: CollectedPlace]) -> Bool {
    let collected = tree.collected.collected
    let place = { places[$0] ?? CollectedPlace() }
    var hasChanged = false
    var read = Values()
    if collected.readers.contains(where: \.isOfPart) { read.ofParts = collected.valuesOfParts(place: place) }
    for (number, reader) in collected.readers.enumerated() {
      let (old, new): ((any Sendable)?, (any Sendable)?)
      if reader.isOfPart {
        (old, new) = (values.ofParts[number], read.ofParts[number])
      } else {
        if read.ofDocument[reader.key.id] != nil { continue }
        read.ofDocument[reader.key.id] = collected.value(of: reader.key, place: place)
        (old, new) = (values.ofDocument[reader.key.id], read.ofDocument[reader.key.id])
      }
      guard !reader.key.areEqual(old ?? reader.key.defaultValue, new ?? reader.key.defaultValue) else { continue }
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

/// What the readers of a document showed before its pages were known, for the same document after an edit.
struct KeptReadings: Sendable {
  var values: Readings.Values
}

extension ClientStyles {
  /// True if no reader surrounds what is collected, and no style collects: then what is collected does not depend on what readers show, so that
  /// it does not matter what they show at first.
  func readsNoEmission(in tree: Tree) -> Bool {
    guard registry.isEmpty, !readers.isEmpty else { return false }
    return tree.nodes.indices.allSatisfy { index in
      guard tree.attributes(of: Tree.Index(index))?[Expanded.readerKey] != nil else { return true }
      var open = Array(tree.children(of: Tree.Index(index)))
      while let node = open.popLast() {
        if tree.attributes(of: node)?[Expanded.collectedKey] != nil { return false }
        open += tree.children(of: node)
      }
      return true
    }
  }
}
