import Foundation
import Testing
import TypesetDiagnostics
import TypesetPictures

@testable import MDTypeset

/// What becomes of the bytes of raster pictures in a PDF.
@Suite struct PictureStreamTests {
  /// A folder with pictures that Python writes, for whom PNG is a few lines.
  private static func folder(_ script: String) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appending(path: "mdtypeset-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let head = """
      import zlib, struct
      def chunk(name, data): return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
      def png(name, w, h, bits, kind, rows, extra=b'', interlace=0, idat=None):
          data = idat or zlib.compress(rows)
          # Two chunks: a stream may be in any number of them.
          with open(name, 'wb') as f:
              f.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, bits, kind, 0, 0, interlace)) + extra
                  + chunk(b'IDAT', data[:7]) + chunk(b'IDAT', data[7:]) + chunk(b'IEND', b''))
      def rows(h, row, filter=0): return b''.join(bytes([filter]) + row(y) for y in range(h))

      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", head + script]
    process.currentDirectoryURL = root
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return root
  }

  private static let kinds = """
    png('grey1.png', 9, 4, 1, 0, rows(4, lambda y: bytes([0xA5, y << 7 & 255])))
    png('grey2.png', 9, 4, 2, 0, rows(4, lambda y: bytes([0x1B, 0xE4, y << 6 & 255])))
    png('grey4.png', 9, 4, 4, 0, rows(4, lambda y: bytes([0x12, 0x34, 0x56, 0x78, y << 4 & 255])))
    png('grey8.png', 9, 4, 8, 0, rows(4, lambda y: bytes(range(y, y + 9)), 1))
    png('grey16.png', 9, 4, 16, 0, rows(4, lambda y: bytes(range(18)), 2))
    png('rgb8.png', 9, 4, 8, 2, rows(4, lambda y: bytes(range(y, y + 27)), 4))
    png('rgb16.png', 9, 4, 16, 2, rows(4, lambda y: bytes(range(54))))
    palette = chunk(b'PLTE', bytes([255, 0, 0, 0, 255, 0, 0, 0, 255]))
    png('palette2.png', 9, 4, 2, 3, rows(4, lambda y: bytes([0x18, 0x61, 0x80])), palette)
    png('palette8.png', 9, 4, 8, 3, rows(4, lambda y: bytes([0, 1, 2] * 3)), palette)
    """

  private static func pdf(_ name: String, in root: URL) throws -> [UInt8] {
    try TaggedPDFTests.pdf("![A](\(name)){width=90pt}\n", settings: PDFSettings(), root: root.path)
  }

  private static func images(_ file: PDFFile) -> [(entries: [String: Any], name: String)] {
    file.dictionaries.filter { $0.entries["/Subtype"] as? String == "/Image" }.map { ($0.entries, $0.name) }
  }

  @Test func `opaque PNG pictures pass as they are, at every depth and with a palette, and look the same`() throws {
    let root = try Self.folder(Self.kinds)
    defer { try? FileManager.default.removeItem(at: root) }
    let depths = ["grey1": 1, "grey2": 2, "grey4": 4, "grey8": 8, "grey16": 16, "rgb8": 8, "rgb16": 16, "palette2": 2, "palette8": 8]
    for (name, bits) in depths {
      let bytes = try Self.pdf(name + ".png", in: root)
      let samples = name.hasPrefix("rgb") ? 3 : 1
      let parameters = "/DecodeParms<</Predictor 15/Colors \(samples)/BitsPerComponent \(bits)/Columns 9>>"
      #expect(bytes.firstRange(of: Array(parameters.utf8)) != nil, "\(name)")
      let file = try PDFFile(bytes)
      let (image, object) = try #require(Self.images(file).first)
      #expect(image["/BitsPerComponent"] as? Int == bits, "\(name)")
      #expect(image["/SMask"] == nil)
      // qpdf takes the filters off: what is left are the samples.
      #expect(file.stream(object).count == (9 * bits * samples + 7) / 8 * 4, "\(name)")
    }
  }

  @Test func `colours of pictures with alpha are in the file as they were, without it`() throws {
    let root = try Self.folder("png('alpha.png', 9, 4, 8, 6, rows(4, lambda y: bytes(range(36)), 1))")
    defer { try? FileManager.default.removeItem(at: root) }
    let bytes = try Self.pdf("alpha.png", in: root)
    #expect(bytes.firstRange(of: Array("/DecodeParms<</Predictor 15/Colors 3/BitsPerComponent 8/Columns 9>>".utf8)) != nil)
    let file = try PDFFile(bytes)
    // The filter Sub adds the pixel at the left, each sample by itself.
    var (colors, alpha): ([UInt8], [UInt8]) = ([], [])
    var sums: [UInt8] = [0, 0, 0, 0]
    for byte in UInt8(0)..<36 {
      let sample = Int(byte % 4)
      sums[sample] &+= byte
      if sample < 3 { colors.append(sums[sample]) } else { alpha.append(sums[sample]) }
    }
    for (image, object) in Self.images(file) {
      let row = image["/SMask"] == nil ? alpha : colors
      #expect(Array(file.stream(object)) == row + row + row + row)
    }
  }

  @Test func `pictures with transparent colours and broken ones are decoded`() throws {
    let root = try Self.folder(
      """
      png('clear.png', 9, 4, 8, 2, rows(4, lambda y: bytes(range(27))), chunk(b'tRNS', bytes([0, 0, 0, 1, 0, 2])))
      png('filter.png', 9, 4, 8, 2, rows(4, lambda y: bytes(range(27)), 9))
      png('short.png', 9, 4, 8, 2, rows(2, lambda y: bytes(range(27))))
      """)
    defer { try? FileManager.default.removeItem(at: root) }
    for name in ["clear", "filter", "short"] {
      let bytes = try Self.pdf(name + ".png", in: root)
      // The table of objects has one of PNG's filters, too.
      #expect(bytes.firstRange(of: Array("/Predictor 15".utf8)) == nil, "\(name)")
    }
  }

  @Test func `a picture that has too many pixels for the memory is scaled down, and says so`() throws {
    let root = try Self.folder("png('alpha.png', 900, 400, 8, 6, rows(400, lambda y: bytes([200, y % 256, 9, 128]) * 900))")
    defer { try? FileManager.default.removeItem(at: root) }
    var options = TypesetterOptions()
    options.root = root.path
    options.budget.decodedPixels = 100_000
    let document = Typesetter(options: options).typeset(Source(name: "a.md", text: "![A](alpha.png)\n"))
    #expect(document.diagnostics.map(\.message).contains { $0.contains("scaled down to 450 × 200") }, "\(document.diagnostics)")
    options.budget.decodedPixels = 400_000
    #expect(Typesetter(options: options).typeset(Source(name: "a.md", text: "![A](alpha.png)\n")).diagnostics.isEmpty)
  }

  @Test func `what cannot be scaled down while it is read is limited`() throws {
    let root = try Self.folder(
      """
      png('interlaced.png', 400, 400, 8, 2, b'', interlace=1, idat=zlib.compress(b''))
      png('wide.png', 1 << 21, 1, 8, 0, rows(1, lambda y: bytes(1 << 21)))
      open('large.gif', 'wb').write(b'GIF89a' + struct.pack('<HH', 400, 400) + bytes(3) + bytes(20))
      """)
    defer { try? FileManager.default.removeItem(at: root) }
    var options = TypesetterOptions()
    options.root = root.path
    options.budget.decodedPixels = 40_000
    for name in ["interlaced.png", "large.gif", "wide.png"] {
      let document = Typesetter(options: options).typeset(Source(name: "a.md", text: "![A](\(name))\n"))
      #expect(document.diagnostics.map(\.code) == ["picture.too-large"], "\(name): \(document.diagnostics)")
    }
  }
}
