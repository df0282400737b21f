/// True if a font's license bits permit passing on the whole file. Fonts that may only be shown or printed in a document, or that do not
/// say, must not be passed on.
///
/// - Source: OpenType 1.9, OS/2, `fsType`: 0 is installable embedding; bits 1 to 3 and 9 are restrictions.
public func mayBeHandedOn(font: [UInt8]) -> Bool {
  func number(_ at: Int, _ size: Int) -> Int? {
    guard at >= 0, at + size <= font.count else { return nil }
    return font[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
  }
  // The first font of a collection decides for all.
  let start = font.starts(with: "ttcf".utf8) ? number(12, 4) ?? 0 : 0
  guard let count = number(start + 4, 2) else { return false }
  for table in 0..<count {
    let entry = start + 12 + table * 16
    guard let tag = number(entry, 4), let place = number(entry + 8, 4) else { return false }
    if tag == 0x4F53_2F32, let type = number(place + 8, 2) { return type & 0x020E == 0 }
  }
  return false
}
