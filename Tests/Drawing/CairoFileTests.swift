import Testing
import TypesetPictures

@testable import TypesetDrawing

/// Files of the process that draws may be anything.
@Suite struct CairoFileTests {
  private static let svg = """
    <svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><defs><linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient></defs>\
    <rect width='50' height='50' fill='url(#g)' opacity='.5'/><circle r='9' mask='none'/></svg>
    """

  private func file() throws -> [UInt8] {
    let book = PictureBook()
    guard case .file(let bytes) = try book.drawing(of: book.load(bytes: Array(Self.svg.utf8)), as: .form) else { return [] }
    return bytes
  }

  /// Walks over all that a form is copied from.
  private func read(_ bytes: [UInt8]) -> Bool {
    guard let file = CairoFile(bytes), let page = file.firstPage, file.frame(ofPage: page) != nil else { return false }
    for number in file.objects.indices {
      _ = file.stream(number)
      _ = CairoFile.renumbering(file.bytes[file.objects[number]]) { $0 + 1 }
    }
    return true
  }

  @Test func `a file of Cairo's is read`() throws { #expect(read(try file())) }

  @Test func `a file that is changed anywhere is read or refused, and never a crash`() throws {
    let bytes = try file()
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for length in stride(from: 0, to: bytes.count, by: 37) { _ = read(Array(bytes[..<length])) }
    for _ in 0..<1_500 {
      var changed = bytes
      for _ in 0..<(1 + random(4)) {
        // Mostly in the table and the dictionaries, which are at the end.
        let place = bytes.count - 1 - random(random(2) == 0 ? min(900, bytes.count) : bytes.count)
        changed[place] = random(2) == 0 ? UInt8(0x30 + random(10)) : UInt8(random(256))
      }
      _ = read(changed)
    }
  }

  @Test func `references get new numbers, and nothing else does`() {
    let text = "<</A 12 0 R/B[3 0 R 4 0 R]/C 12 0/D 7/E (x)/F 1 2 3 0 R>>"
    let renumbered = CairoFile.renumbering(Array(text.utf8)[...]) { $0 + 100 }
    #expect(String(decoding: renumbered, as: UTF8.self) == "<</A 112 0 R/B[103 0 R 104 0 R]/C 12 0/D 7/E (x)/F 1 2 103 0 R>>")
  }
}
