import TypesetPictures

/// What a page looks like: red, green and blue, slightly blurred, so that the noise of anti-aliasing does not count and a moved line does.
struct Appearance {
  /// Levels of 255 by which a place may differ.
  static let tolerance = 24

  var width: Int
  var height: Int
  /// One plane for each colour.
  private var planes: [[Int]]

  init(png: [UInt8]) throws {
    let book = PictureBook()
    let raster = try book.raster(of: book.load(bytes: png))
    width = raster.width
    height = raster.height
    planes = [16, 8, 0].map { shift in raster.pixels.map { Int($0 >> shift & 255) } }
  }

  func moved(down rows: Int) -> Appearance {
    var moved = self
    moved.planes = planes.map { Array(repeating: 255, count: rows * width) + $0.dropLast(rows * width) }
    return moved
  }

  /// The mean of three by three pixels around a place.
  private func blurred(_ plane: [Int], _ x: Int, _ y: Int) -> Int {
    var sum = 0
    var count = 0
    for row in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) {
        sum += plane[row * width + column]
        count += 1
      }
    }
    return sum / count
  }

  /// The largest difference of any place in any colour, in levels; all where the sizes differ.
  func difference(from other: Appearance) -> Int {
    guard width == other.width, height == other.height else { return 255 }
    var largest = 0
    for (plane, others) in zip(planes, other.planes) where plane != others {
      for y in 0..<height {
        for x in 0..<width { largest = max(largest, abs(blurred(plane, x, y) - blurred(others, x, y))) }
      }
    }
    return largest
  }
}
