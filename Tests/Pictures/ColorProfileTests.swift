import Testing

@testable import TypesetPictures

/// ICC profiles in the files of pictures.
struct ColorProfileTests {
  /// A profile of a screen, without tables.
  private func profile(space: String = "RGB ", name: String = "Wide", version: UInt8 = 2, size: Int = 200) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 200)
    bytes[3] = UInt8(size)
    bytes[8] = version
    bytes.replaceSubrange(12..<16, with: "mntr".utf8)
    bytes.replaceSubrange(16..<20, with: space.utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    bytes.replaceSubrange(140..<(140 + name.utf8.count), with: name.utf8)
    return bytes
  }

  /// The beginning of a JPEG file with a profile in parts, each with its number.
  private func jpeg(_ parts: [(Int, ArraySlice<UInt8>)], count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
    for (number, part) in parts {
      let body = Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(count)] + part
      bytes += [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    return bytes + [0xFF, 0xDA, 0, 2]
  }

  private func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, body) in chunks {
      bytes +=
        [UInt8(body.count >> 24), UInt8(body.count >> 16 & 255), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)] + name.utf8 + body
      bytes += [0, 0, 0, 0]
    }
    return bytes
  }

  private func chunk(_ profile: [UInt8]) -> [UInt8] { Array("name\0\0".utf8) + Deflate(level: 6).compressed(profile[...]) }

  @Test func `the parts of a JPEG's profile are joined by their numbers`() {
    let whole = profile()
    #expect(ColorProfile.ofJPEG(jpeg([(2, whole[90...]), (1, whole[..<90])], count: 2), isGrey: false) == whole)
    #expect(ColorProfile.ofJPEG(jpeg([(1, whole[..<90])], count: 2), isGrey: false) == nil)
    #expect(ColorProfile.ofJPEG(jpeg([(1, whole[...]), (1, whole[...])], count: 2), isGrey: false) == nil)
    #expect(ColorProfile.ofJPEG(jpeg([], count: 0), isGrey: false) == nil)
  }

  @Test func `a PNG's profile is the one before its pixels`() {
    let whole = profile()
    #expect(ColorProfile.ofPNG(png([("IHDR", []), ("iCCP", chunk(whole)), ("IDAT", [])]), isGrey: false) == whole)
    #expect(ColorProfile.ofPNG(png([("IHDR", []), ("IDAT", []), ("iCCP", chunk(whole))]), isGrey: false) == nil)
    #expect(ColorProfile.ofPNG(png([("sRGB", [0]), ("iCCP", chunk(whole)), ("IDAT", [])]), isGrey: false) == nil)
  }

  @Test(arguments: [
    ("RGB ", "Wide", UInt8(2), 200, true), ("RGB ", "Wide", 4, 140, true), ("GRAY", "Wide", 2, 200, false), ("CMYK", "Wide", 2, 200, false),
    ("RGB ", "sRGB built-in", 2, 200, false), ("RGB ", "s\0R\0G\0B\0", 4, 200, false), ("RGB ", "Wide", 5, 200, false),
    ("RGB ", "Wide", 2, 201, false), ("RGB ", "Wide", 2, 40, false),
  ])
  func `a profile is kept where it is whole, for these colours and another than sRGB`(
    space: String, name: String, version: UInt8, size: Int, isKept: Bool
  ) {
    let kept = ColorProfile.checked(profile(space: space, name: name, version: version, size: size), isGrey: false)
    #expect(kept?.count == (isKept ? size : nil))
  }

  @Test func `a grey picture has a grey profile only`() {
    #expect(ColorProfile.checked(profile(space: "GRAY"), isGrey: true) != nil)
    #expect(ColorProfile.checked(profile(), isGrey: true) == nil)
  }

  @Test func `profiles that end early or never are none`() {
    let whole = png([("IHDR", []), ("iCCP", chunk(profile())), ("IDAT", [])])
    for end in whole.indices { #expect(ColorProfile.ofPNG(Array(whole[..<end]), isGrey: false)?.count ?? 200 == 200) }
    let file = jpeg([(1, profile()[...])], count: 1)
    for end in file.indices { #expect(ColorProfile.ofJPEG(Array(file[..<end]), isGrey: false)?.count ?? 200 == 200) }
    let bomb = [UInt8](repeating: 0, count: 2 * ColorProfile.most)
    #expect(ColorProfile.ofPNG(png([("iCCP", chunk(bomb)), ("IDAT", [])]), isGrey: false) == nil)
  }
}
