internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFonts
public import TypesetInterface
internal import TypesetPages
internal import TypesetStyling

/// Where a block begins.
package struct BlockPlace: Hashable, Sendable {
  package var file: String
  /// From 1.
  package var line: Int

  package init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  /// What tells the text of blocks of a document from others.
  ///
  /// - Parameter wanted: Where they begin.
  package static func keys(of document: TypesetDocument, at wanted: Set<BlockPlace>) -> [BlockPlace: String] {
    let lines = LineIndex(document.source)
    var keys: [BlockPlace: String] = [:]
    for block in document.blocks where keys.count < wanted.count {
      let found = lines.place(of: Int(block.span.start))
      let place = BlockPlace(file: found.file, line: found.line)
      if wanted.contains(place), keys[place] == nil { keys[place] = TopBlock.hash(of: document.source, block.span) }
    }
    return keys
  }
}

extension TypesetDocument {
  /// Width and height of a page in points.
  public func pageSize(_ number: Int) -> (width: Double, height: Double) {
    (pages[number].width.points, pages[number].height.points)
  }

  /// A text that differs between pages that look different, as long as pictures do not change.
  package func pageFingerprint(_ number: Int) -> String { pages[number].printed { fonts.face($0).fileName } }

  /// A number that differs for pages that look different, as long as pictures do not change. It holds within one process.
  package func pageLook(_ number: Int) -> Int {
    let page = pages[number]
    var hasher = Hasher()
    hasher.combine(page.width)
    hasher.combine(page.height)
    hasher.combine(page.background)
    for item in page.ink.items {
      switch item {
      // What is read, and where links lead, is not seen.
      case .content, .part, .mark: continue
      default: hasher.combine(item)
      }
    }
    // Without gaps between their fields; one by one they take ten times as long.
    unsafe page.ink.glyphs.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// Which block of the source each part of a page comes from, from top to bottom; headers and footers come from none.
  public func places(onPage number: Int) -> [PagePlace] { places(onPage: number, LineIndex(source)) }

  /// The same for all pages.
  package func placesOnPages() -> [[PagePlace]] { placesOnPages(Array(pages.indices)) }

  /// The same for some pages.
  package func placesOnPages(_ numbers: [Int]) -> [[PagePlace]] {
    guard !numbers.isEmpty else { return [] }
    let lines = LineIndex(source)
    return numbers.map { places(onPage: $0, lines) }
  }

  private func places(onPage number: Int, _ lines: LineIndex) -> [PagePlace] {
    blockAreas(of: pages[number], fonts: fonts).compactMap { block, rect in
      guard let start = blockStarts[block] else { return nil }
      let place = lines.place(of: start)
      return PagePlace(
        x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points, height: rect.height.points, file: place.file,
        line: place.line)
    }
  }
}
