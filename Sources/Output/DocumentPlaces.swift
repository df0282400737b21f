internal import TypesetBoxes
public import TypesetInterface
internal import TypesetPages
internal import TypesetPictures
internal import TypesetStyling

extension TypesetDocument {
  /// Where headings, figures, formulas, tables, lists, quotes, paragraphs and everything with a name are; page by page.
  public var places: [DocumentPlace] {
    PageReader.places(on: pages, structure, names: blockNames) { pictures.words(of: $0) }
  }

  /// The names of the document's own blocks; see `DocumentPlace.block`.
  var blockNames: [Int32: String] { TopBlock.names(of: blocks, in: source) }

  /// Where a named part is: `#fig-1` or `fig-1`. If it is on several pages, the first place.
  public func place(of id: String) -> DocumentPlace? {
    let name = id.hasPrefix("#") ? String(id.dropFirst()) : id
    return places.first { $0.id == name && $0.kind != "label" } ?? places.first { $0.id == name }
  }

  /// The collected value of the whole document, with page numbers.
  public func collected<Key: MarkdownCollector>(_ key: Key.Type) -> Key.Value {
    collection.value(of: CollectorKey(key)) { collectedPlaces[$0] ?? CollectedPlace() } as? Key.Value ?? Key.defaultValue
  }

  /// The values of a collector in order, a line each: `1. page 3: [milk]`. `headings` and `labels` trace the document's headings and labels.
  ///
  /// - Parameter name: `MarkdownCollector.name`.
  /// - Returns: Nil where nothing of that name is collected.
  public func trace(ofCollector name: String) -> [String]? {
    collectedTrace(of: name, collection, places: collectedPlaces, pages: pages)
  }

  /// The part of a page within a rectangle, as a document of one page that is just as large.
  ///
  /// - Parameter margin: Points around it.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func snapshot(of place: DocumentPlace, margin: Double = 0) throws(DocumentError) -> TypesetDocument {
    let whole = try page(place.page)
    let margin = margin.isFinite ? max(margin, 0) : 0
    var part = Page(width: (place.width + 2 * margin).pt, height: (place.height + 2 * margin).pt, background: whole.background)
    (part.width, part.height) = (max(part.width, 1.pt), max(part.height, 1.pt))
    part.ink.append(whole.ink, dx: -(place.x - margin).pt, dy: (place.y - margin).pt)
    var document = self
    document.pages = [part]
    return document
  }
}
