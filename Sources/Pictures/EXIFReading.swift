/// A camera's metadata: the orientation of a picture, and its pixels per inch.
struct EXIF: Hashable {
  /// From 1 to 8.
  var orientation: Int?
  var resolutionX: Double?
  var resolutionY: Double?
}

/// The first directory of EXIF, a small TIFF file.
///
/// - Source: Exif 2.3; TIFF 6.0.
func readEXIF(_ tiff: ArraySlice<UInt8>) -> EXIF {
  var exif = EXIF()
  let start = tiff.startIndex
  let isLittle = tiff.first == 0x49
  func byte(_ at: Int) -> Int { at >= 0 && at < tiff.count ? Int(tiff[start + at]) : 0 }
  func short(_ at: Int) -> Int { isLittle ? byte(at) | byte(at + 1) << 8 : byte(at) << 8 | byte(at + 1) }
  func long(_ at: Int) -> Int { isLittle ? short(at) | short(at + 2) << 16 : short(at) << 16 | short(at + 2) }
  let directory = long(4)
  guard directory >= 8, directory < tiff.count else { return exif }
  var resolution: (x: Double?, y: Double?) = (nil, nil)
  var unit = 2
  func rational(_ at: Int) -> Double? {
    let divisor = long(at + 4)
    return divisor > 0 ? Double(long(at)) / Double(divisor) : nil
  }
  for entry in 0..<min(short(directory), 200) {
    let at = directory + 2 + entry * 12
    switch short(at) {
    case 0x0112: if (1...8).contains(short(at + 8)) { exif.orientation = short(at + 8) }
    case 0x011A: resolution.x = rational(long(at + 8))
    case 0x011B: resolution.y = rational(long(at + 8))
    case 0x0128: unit = short(at + 8)
    default: break
    }
  }
  guard unit == 2 || unit == 3 else { return exif }
  exif.resolutionX = resolution.x.map { unit == 3 ? $0 * 2.54 : $0 }
  exif.resolutionY = resolution.y.map { unit == 3 ? $0 * 2.54 : $0 }
  return exif
}

/// Upright pixels from stored ones, by EXIF's orientation.
func turned(_ stored: [UInt8], width: Int, height: Int, orientation: Int) -> [UInt8] {
  let outWidth = orientation >= 5 ? height : width
  let outHeight = orientation >= 5 ? width : height
  var out = [UInt8](repeating: 0, count: stored.count)
  for y in 0..<outHeight {
    for x in 0..<outWidth {
      let (fromX, fromY) =
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
      let from = (fromY * width + fromX) * 4
      let to = (y * outWidth + x) * 4
      for channel in 0..<4 { out[to + channel] = stored[from + channel] }
    }
  }
  return out
}
