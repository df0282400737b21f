internal import TypesetDiagnostics

/// The ICC profile that a picture's file holds, which a PDF keeps: without it the colours of cameras and screens with more than sRGB are dull.
///
/// - Source: ICC.1:2010, 7.2 and B.4; PNG, third edition, 11.3.2.3; ISO 32000-1, 8.6.5.5.
enum ColorProfile {
  /// Profiles of printers have some 700 KB; profiles of cameras and screens have 3 KB.
  static let most = 1 << 20

  /// The profile of a JPEG file, which may be in several of its segments.
  ///
  /// - Returns: Nil without one, for sRGB, and for one that is broken or for other colours.
  static func ofJPEG(_ bytes: [UInt8], isGrey: Bool) -> [UInt8]? {
    let name = Array("ICC_PROFILE\0".utf8)
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var (count, size, index) = (0, 0, 2)
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        index += marker == 0xFF ? 1 : 2
        continue
      }
      guard marker != 0xDA, marker != 0xD9 else { break }
      let end = index + 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
      guard end > index + 3, end <= bytes.count else { break }
      let body = bytes[(index + 4)..<end]
      if marker == 0xE2, body.count > name.count + 2, body.starts(with: name) {
        let place = body.startIndex + name.count
        (count, size) = (Int(bytes[place + 1]), size + body.count)
        parts[Int(bytes[place])] = body[(place + 2)...]
      }
      index = end
    }
    guard count > 0, parts.count == count, size <= most else { return nil }
    return checked((1...count).flatMap { parts[$0] ?? [] }, isGrey: isGrey)
  }

  /// The profile of a PNG file.
  static func ofPNG(_ bytes: [UInt8], isGrey: Bool) -> [UInt8]? {
    func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var at = 8
    while at + 12 <= bytes.count {
      let (length, body) = (word(at), at + 8)
      let name = bytes[at + 4..<body]
      guard length <= bytes.count - body - 4, !name.elementsEqual("IDAT".utf8), !name.elementsEqual("sRGB".utf8) else { return nil }
      if name.elementsEqual("iCCP".utf8) {
        // The profile's name, a zero, and the method of compression, which is 0.
        let chunk = bytes[body..<body + length]
        guard let end = chunk.prefix(80).firstIndex(of: 0), end + 2 < chunk.endIndex, bytes[end + 1] == 0 else { return nil }
        return Deflate(level: 1).decompressed(prefixOf: chunk[(end + 2)...], limit: most).flatMap { checked($0, isGrey: isGrey) }
      }
      at = body + length + 4
    }
    return nil
  }

  /// A profile that a PDF may hold for these colours; nil for another, and for sRGB, which is what PDFs have without one here.
  static func checked(_ profile: [UInt8], isGrey: Bool) -> [UInt8]? {
    guard profile.count >= 132, profile.count <= most else { return nil }
    let size = profile[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard (132...profile.count).contains(size), profile[8] <= 4, profile[36..<40].elementsEqual("acsp".utf8),
      profile[16..<20].elementsEqual((isGrey ? "GRAY" : "RGB ").utf8),
      ["scnr", "mntr", "prtr", "spac"].contains(where: { profile[12..<16].elementsEqual($0.utf8) })
    else { return nil }
    // Names of profiles are in ASCII or in UTF-16.
    if profile.holds("sRGB") || profile.holds("s\0R\0G\0B") { return nil }
    return Array(profile[..<size])
  }
}
