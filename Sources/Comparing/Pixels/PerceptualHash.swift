internal import TypesetDiagnostics
package import TypesetPictures

/// What a page looks like from afar, its perceptual hash: the mean colour of each cell of a grid.
///
/// The noise of anti-aliasing is far below a level; a word that is missing changes its cell by several.
package struct PerceptualHash: Hashable, Sendable {
  static let columns = 12
  static let rows = 16
  /// Steps between black and white.
  private static let levels = 82
  /// The resolution at which pages are drawn for it.
  package static let ppi = 36.0
  /// Levels by which a cell may differ.
  private static let tolerance = 1

  /// Row by row, of red, then green, then blue; one plane only where all three are equal.
  private var cells: [UInt8]

  package init(_ raster: Raster) {
    let planes = [16, 8, 0].map { shift in Self.plane(of: raster, shift) }
    cells = planes[0] == planes[1] && planes[1] == planes[2] ? planes[0] : planes.flatMap { $0 }
  }

  private static func plane(of raster: Raster, _ shift: Int) -> [UInt8] {
    var sums = [Int](repeating: 0, count: columns * rows)
    var counts = sums
    for y in 0..<raster.height {
      let row = y * rows / raster.height * columns
      for x in 0..<raster.width {
        let cell = row + x * columns / raster.width
        sums[cell] += Int(raster.pixels[y * raster.width + x] >> UInt32(shift) & 255)
        counts[cell] += 1
      }
    }
    return zip(sums, counts).map { sum, count in count == 0 ? UInt8(levels) : UInt8((sum * levels + count * 127) / (count * 255)) }
  }

  /// The cells that differ, as rectangles in parts of the page's width and height.
  func differences(from other: PerceptualHash) -> [(x: Double, y: Double, width: Double, height: Double)] {
    let count = Self.columns * Self.rows
    return (0..<count).compactMap { cell in
      let differs = (0..<3).contains { plane in
        abs(Int(value(cell, plane)) - Int(other.value(cell, plane))) > Self.tolerance
      }
      guard differs else { return nil }
      let (width, height) = (1 / Double(Self.columns), 1 / Double(Self.rows))
      return (Double(cell % Self.columns) * width, Double(cell / Self.columns) * height, width, height)
    }
  }

  private func value(_ cell: Int, _ plane: Int) -> UInt8 {
    let count = Self.columns * Self.rows
    return cells[cells.count > count ? plane * count + cell : cell]
  }

  // MARK: As text

  /// The signs of the levels, from black to white: what is printable in ASCII, without digits and the comma.
  private static let signs = (0x21...0x7E as ClosedRange<UInt8>).filter { !(0x30...0x39).contains($0) && $0 != 0x2C }

  /// A sign for each cell; four and more equal ones are one sign, their number and a comma.
  var text: String {
    var out: [UInt8] = []
    var index = 0
    while index < cells.count {
      var end = index
      while end < cells.count, cells[end] == cells[index] { end += 1 }
      let sign = Self.signs[Int(cells[index])]
      if end - index > 3 { out += [sign] + "\(end - index),".utf8 } else { out += [UInt8](repeating: sign, count: end - index) }
      index = end
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// - Returns: Nil if the text is not one of a look.
  init?(text: Substring) {
    cells = []
    let planes = Self.columns * Self.rows
    var bytes = text.utf8[...]
    while let sign = bytes.popFirst() {
      guard let level = Self.signs.firstIndex(of: sign) else { return nil }
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      var count = 1
      if !digits.isEmpty {
        guard let number = DocumentNumber.whole(String(decoding: digits, as: UTF8.self), in: -1 << 47...1 << 47), bytes.popFirst() == 0x2C
        else { return nil }
        count = number
      }
      guard count <= 3 * planes - cells.count else { return nil }
      cells += [UInt8](repeating: UInt8(level), count: count)
    }
    guard cells.count == planes || cells.count == 3 * planes else { return nil }
  }
}
