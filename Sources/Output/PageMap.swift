internal import TypesetDiagnostics
internal import TypesetFonts
public import TypesetInterface
internal import TypesetPages

extension TypesetDocument {
  /// Width and height of a page in points.
  public func pageSize(_ number: Int) -> (width: Double, height: Double) {
    (pages[number].width.points, pages[number].height.points)
  }

  /// A text that differs between pages that look different, as long as pictures do not change.
  package func pageFingerprint(_ number: Int) -> String { pages[number].printed { fonts.face($0).fileName } }

  /// Which block of the source each part of a page comes from, from top to bottom; headers and footers come from none.
  public func places(onPage number: Int) -> [PagePlace] {
    blockAreas(of: pages[number], fonts: fonts).compactMap { block, rect in
      guard let start = blockStarts[block] else { return nil }
      let place = source.position(of: start)
      return PagePlace(
        x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points, height: rect.height.points, file: place.file,
        line: place.line)
    }
  }
}
