package import MDTypeset
package import TypesetJSON

/// What the preview knows of a page beside its picture.
private struct PreviewedPage: Hashable {
  var hash: String
  var width: Double
  var height: Double
  var places: [PagePlace]
  /// What tells the text of their blocks from others.
  var keys: [String]

  func json(number: Int) -> JSON {
    JSON(members: [
      "number": JSON(number), "hash": .string(hash), "width": .number("\(width)"), "height": .number("\(height)"),
      "places": .array(
        zip(places, keys).map { place, key in
          JSON(members: [
            "x": .number("\(place.x)"), "y": .number("\(place.y)"), "width": .number("\(place.width)"),
            "height": .number("\(place.height)"), "file": .string(place.file), "line": JSON(place.line), "key": .string(key),
          ])
        }),
    ])
  }
}

/// The pages as browsers know them.
package struct PreviewedPages {
  private var shown: [PreviewedPage] = []
  /// What these depend on beside the pages: the contents of files, the number of lines of the source.
  private var shownFor = (salt: "", lines: 0)

  package init() {}

  /// Takes over the pages of a document.
  ///
  /// - Parameters:
  ///   - salt: Stands for what pages show beside their text, such as pictures: where it changes, all pages count as changed.
  ///   - withPlaces: True if browsers lead from a page to the source.
  /// - Returns: The numbers of pages that differ, from 0.
  package mutating func show(_ document: TypesetDocument, salt: String, withPlaces: Bool) -> [Int] {
    let lines = document.source.bytes.count { $0 == 0x0A }
    let mayKeep = shownFor == (salt, lines)
    shownFor = (salt, lines)
    // Pages that are the same as before are not looked at.
    let known = (0..<document.pageCount).map { number in
      mayKeep ? document.reusedPages[number].flatMap { shown.indices.contains($0) ? shown[$0] : nil } : nil
    }
    let open = known.indices.filter { known[$0] == nil }
    var places = (withPlaces ? document.placesOnPages(open) : open.map { _ in [] })[...]
    let wanted = Set(places.lazy.joined().map { BlockPlace(file: $0.file, line: $0.line) })
    let keys = wanted.isEmpty ? [:] : BlockPlace.keys(of: document, at: wanted)
    let pages = known.enumerated().map { number, page in
      if let page { return page }
      let size = document.pageSize(number)
      let own = places.removeFirst()
      return PreviewedPage(
        hash: salt + String(UInt(bitPattern: document.pageLook(number)), radix: 16), width: size.width, height: size.height,
        places: own, keys: own.map { keys[BlockPlace(file: $0.file, line: $0.line)] ?? "" })
    }
    let changed = pages.indices.filter { !shown.indices.contains($0) || shown[$0] != pages[$0] }
    shown = pages
    return changed
  }

  /// What a browser receives about a page.
  package func json(_ number: Int) -> JSON { shown[number].json(number: number) }
}
