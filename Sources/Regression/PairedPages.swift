internal import TypesetDrawing
internal import TypesetPictures
internal import TypesetReports

extension PageView {
  /// A page as it was and as it is.
  ///
  /// - Parameters:
  ///   - number: From 0.
  ///   - before: Nil where there was no such page.
  ///   - isRebuilt: True if it was drawn from a record.
  ///   - after: Nil where there is no such page.
  ///   - isPair: True if both are put into one picture, where that takes fewer bytes.
  init(number: Int, _ before: Raster?, isRebuilt: Bool, _ after: Raster?, ppi: Double, isPair: Bool) {
    let (old, new) = (before.map { SmallPNG.encoded($0, ppi: ppi) }, after.map { SmallPNG.encoded($0, ppi: ppi) })
    if isPair, let before, let after, let old, let new, (before.width, before.height) == (after.width, after.height) {
      // Text that moved by a part of a pixel is drawn otherwise: then two pictures are smaller.
      let both = SmallPNG.encoded(before.beside(after), ppi: ppi)
      if both.count < old.count + new.count {
        self.init(number: number, before: .half(isRebuilt: isRebuilt), after: .half(isRebuilt: false))
        pair = both
        return
      }
    }
    self.init(
      number: number, before: old.map { isRebuilt ? .rebuilt($0) : .png($0) }, after: new.map { .png($0) })
  }
}

extension Raster {
  /// Two pictures of the same height in one.
  fileprivate func beside(_ other: Raster) -> Raster {
    var pixels: [UInt32] = []
    pixels.reserveCapacity((width + other.width) * height)
    for row in 0..<height {
      pixels += self.pixels[row * width..<(row + 1) * width]
      pixels += other.pixels[row * other.width..<(row + 1) * other.width]
    }
    return Raster(width: width + other.width, height: height, opaque: pixels)
  }
}
