package import TypesetPictures

/// Where two pictures differ to the eye: neither the noise of anti-aliasing counts nor a shift below a threshold.
///
/// A pixel may have any value between itself and its neighbours that a shift of the threshold would give it, by linear interpolation. What is left
/// gathers into areas; single stray pixels do not count.
package struct PixelComparison: Sendable {
  /// A rectangle in pixels from the upper left corner.
  package struct Area: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }
  }

  /// In pixels, from the top.
  package private(set) var areas: [Area] = []
  /// True if both pictures have the same width and height.
  package let isSameSize: Bool

  /// Levels of 255 by which programs round the same coverage differently.
  private static let noise = 20
  /// Pixels along the edge of a cell; a cell with fewer different pixels than `leastPixels` is the same.
  private static let cell = 8
  private static let leastPixels = 2
  /// Anti-aliasing moves edges by up to a quarter of a pixel.
  private static let leastShift = 0.25

  /// - Parameter threshold: The shift that does not count, in pixels.
  package init(_ old: Raster, _ new: Raster, threshold: Double) {
    isSameSize = old.width == new.width && old.height == new.height
    guard isSameSize, old.width > 0, old.pixels != new.pixels else { return }
    let shift = min(max(threshold, Self.leastShift), 4)
    let (columns, rows) = ((old.width + Self.cell - 1) / Self.cell, (old.height + Self.cell - 1) / Self.cell)
    var counts = [Int](repeating: 0, count: columns * rows)
    var boxes = [(left: Int, top: Int, right: Int, bottom: Int)](repeating: (.max, .max, -1, -1), count: columns * rows)
    for y in 0..<old.height {
      for x in 0..<old.width {
        let index = y * old.width + x
        guard old.pixels[index] != new.pixels[index] else { continue }
        guard !Self.isSame(old, new, x, y, shift) else { continue }
        let cell = y / Self.cell * columns + x / Self.cell
        counts[cell] += 1
        let box = boxes[cell]
        boxes[cell] = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
      }
    }
    areas = Self.gathered(counts, boxes, columns, rows)
  }

  /// True if one of two pixels has been smoothed and the other explains it, or if both are near what the other picture has within the shift.
  private static func isSame(_ old: Raster, _ new: Raster, _ x: Int, _ y: Int, _ shift: Double) -> Bool {
    let index = y * old.width + x
    let (before, after) = (old.pixels[index], new.pixels[index])
    if allows(before, new, x, y, leastShift) || allows(after, old, x, y, leastShift) { return true }
    return shift > leastShift && allows(before, new, x, y, shift, smoothed: true) && allows(after, old, x, y, shift, smoothed: true)
  }

  /// True if a picture has a value within a shift of a place.
  ///
  /// - Parameter smoothed: True if its edges may have been smoothed to half of their contrast.
  private static func allows(
    _ value: UInt32, _ other: Raster, _ x: Int, _ y: Int, _ shift: Double, smoothed: Bool = false
  ) -> Bool {
    let reach = Int(clamping: shift.rounded(.up))
    // Beyond a pixel the neighbours themselves are reached; within one, their share.
    let share = Int(clamping: (min(shift, 1) * 256).rounded())
    for bits: UInt32 in [16, 8, 0] {
      let here = Int(other.pixels[y * other.width + x] >> bits & 255)
      var (low, high) = (here, here)
      for row in max(0, y - reach)...min(other.height - 1, y + reach) {
        for column in max(0, x - reach)...min(other.width - 1, x + reach) {
          let level = Int(other.pixels[row * other.width + column] >> bits & 255)
          (low, high) = (min(low, level), max(high, level))
        }
      }
      if smoothed { (low, high) = (2 * low - high, 2 * high - low) }
      let wanted = Int(value >> bits & 255)
      guard wanted >= here - (here - low) * share / 256 - noise, wanted <= here + (high - here) * share / 256 + noise else { return false }
    }
    return true
  }

  /// Cells that are neighbours, or have one cell between them, are one area.
  private static func gathered(
    _ counts: [Int], _ boxes: [(left: Int, top: Int, right: Int, bottom: Int)], _ columns: Int, _ rows: Int
  ) -> [Area] {
    var isOpen = counts.map { $0 >= leastPixels }
    var out: [Area] = []
    for start in counts.indices where isOpen[start] {
      var stack = [start]
      var box = boxes[start]
      isOpen[start] = false
      while let cell = stack.popLast() {
        let own = boxes[cell]
        box = (min(box.left, own.left), min(box.top, own.top), max(box.right, own.right), max(box.bottom, own.bottom))
        let (x, y) = (cell % columns, cell / columns)
        for row in max(0, y - 2)...min(rows - 1, y + 2) {
          for column in max(0, x - 2)...min(columns - 1, x + 2) where isOpen[row * columns + column] {
            isOpen[row * columns + column] = false
            stack.append(row * columns + column)
          }
        }
      }
      out.append(Area(x: box.left, y: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1))
    }
    return out
  }
}
