internal import TypesetComparing
internal import TypesetDrawing
internal import TypesetFiles
internal import TypesetPictures
internal import TypesetReports

/// Small pictures of the places where something changed, before and after.
struct ChangedPlaces {
  let ppi: Double
  private var pages: [Page: Raster?] = [:]

  private struct Page: Hashable {
    var number: Int
    var isOld: Bool
  }

  /// The most causes of a document that are shown.
  private static let most = 6
  /// Around what changed, in points, and the least size, so that one sees where it is.
  private static let margin = 14.0
  private static let least = (width: 220.0, height: 40.0)
  /// A change of a whole page is shown at its beginning.
  private static let mostHeight = 260.0

  init(ppi: Double) { self.ppi = ppi }

  /// - Parameters:
  ///   - place: The beginnings of the files' names, and of their addresses.
  ///   - raster: A page of the old or the new document.
  mutating func write(
    _ differences: [Difference], _ place: (path: String, address: String), _ raster: (_ page: Int, _ isOld: Bool) throws -> Raster?
  ) throws -> [PageCrop] {
    var out: [PageCrop] = []
    for (index, difference) in differences.enumerated() where out.count < Self.most {
      var crop = PageCrop(cause: index, before: nil, after: nil)
      for isOld in [true, false] {
        guard let picture = try picture(of: difference.allRegions.filter { $0.isOld == isOld }, isOld, raster) else { continue }
        let end = "-\(index + 1)-\(isOld ? "before" : "after").png"
        try writeWhole(SmallPNG.encoded(picture, ppi: ppi), to: place.path + end)
        if isOld { crop.before = place.address + end } else { crop.after = place.address + end }
      }
      if crop.before != nil || crop.after != nil { out.append(crop) }
    }
    return out
  }

  private mutating func picture(
    of regions: [Difference.Region], _ isOld: Bool, _ raster: (Int, Bool) throws -> Raster?
  ) throws -> Raster? {
    guard let page = regions.first?.page else { return nil }
    let key = Page(number: page, isOld: isOld)
    if pages[key] == nil { pages[key] = .some(try raster(page, isOld)) }
    guard case let raster?? = pages[key] else { return nil }
    let own = regions.filter { $0.page == page }
    func points(_ hundredths: Int?) -> Double { Double(hundredths ?? 0) / 100 }
    var (left, right) = (points(own.map(\.x).min()) - Self.margin, points(own.map { $0.x + $0.width }.max()) + Self.margin)
    var (top, bottom) = (points(own.map(\.y).min()) - Self.margin, points(own.map { $0.y + $0.height }.max()) + Self.margin)
    if right - left < Self.least.width { (left, right) = ((left + right - Self.least.width) / 2, (left + right + Self.least.width) / 2) }
    if bottom - top < Self.least.height { (top, bottom) = ((top + bottom - Self.least.height) / 2, (top + bottom + Self.least.height) / 2) }
    bottom = min(bottom, top + Self.mostHeight)
    func pixels(_ points: Double) -> Int { Int(clamping: points * ppi / 72) }
    let (x, y) = (max(0, pixels(left)), max(0, pixels(top)))
    return raster.part(x: x, y: y, width: pixels(right) - x, height: pixels(bottom) - y)
  }
}
