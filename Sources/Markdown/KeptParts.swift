internal import TypesetDiagnostics

/// The files of a joined source as each was parsed by itself, for the same ones after an edit: those that have not changed are not parsed again.
package struct KeptParts: Sendable {
  /// One of the files, with the places of its own text.
  struct Part: Sendable {
    var document: ParsedDocument
    var options: ParseOptions
    var budget: Budget
  }

  private let source: Source?
  let parts: [Part]

  /// Nothing yet.
  package init() { (source, parts) = (nil, []) }

  init(_ source: Source, _ parts: [Part]) { (self.source, self.parts) = (source, parts) }

  /// True if the files have the names and the places in the work that they had: links between them, and contents, are read with each of them.
  func isOf(_ files: [Source.File]) -> Bool { source?.files.areSame(as: files) ?? false }

  /// The parse of a file; nil if it has to be parsed again.
  func part(_ number: Int, of bytes: ArraySlice<UInt8>, _ options: ParseOptions, _ budget: Budget) -> Part? {
    guard let source, parts.indices.contains(number), options.readsAlike(parts[number].options), budget.readsAlike(parts[number].budget),
      source.bytes[source.files[number].start..<source.end(ofFile: number)].elementsEqual(bytes)
    else { return nil }
    return parts[number]
  }
}

extension [Source.File] {
  /// True for the same files with the same places in a work, wherever each begins in the text.
  func areSame(as others: [Source.File]) -> Bool { elementsEqual(others) { $0.moved(to: 0) == $1.moved(to: 0) } }
}
