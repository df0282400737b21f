/// A highlight or a note that a reader has made in a PDF.
public struct PDFAnnotation: Hashable, Sendable {
  /// In lower case: `highlight`, `underline`, `strikeout`, `text` for a note beside the text, …
  public var kind: String
  /// From 0.
  public var page: Int
  /// Of the page, in points.
  public var pageHeight: Double
  /// What is marked, line by line: left, bottom, right and top in points from the page's lower left corner.
  public var areas: [Area]
  /// The text of the comment; empty for an area that is only marked.
  public var comment: String
  public var author: String?
  /// As the PDF has it, `D:20260131120000Z`.
  public var date: String?
  /// True if it answers another one.
  public var isReply: Bool
  /// The number of its object; nil for an annotation in the page's own list.
  public var number: Int?
  /// The number of the annotation that it answers.
  public var answers: Int?

  /// A rectangle in points, from the page's lower left corner.
  public struct Area: Hashable, Sendable {
    public var left: Double
    public var bottom: Double
    public var right: Double
    public var top: Double
  }
}

extension PDFAnnotation {
  private static let kinds: Set = [
    "Highlight", "Underline", "Squiggly", "StrikeOut", "Text", "FreeText", "Caret", "Ink", "Square", "Circle", "Line", "Polygon",
    "PolyLine",
    "Stamp",
  ]

  /// More annotations than people make are no people's; links and what pages share count as well.
  private static let most = 1_000_000

  /// What readers have added to a file, by page and from top to bottom, and how many pages it has.
  ///
  /// - Parameter file: Untrusted, not encrypted.
  public static func read(_ file: [UInt8]) -> (annotations: [PDFAnnotation], pageCount: Int) {
    var reader = PDFReader(file)
    var found: [PDFAnnotation] = []
    var (pages, left) = (0, most)
    var seen: Set<Int> = []
    let root = reader.root.flatMap { reader.object($0)?["Pages"] }.flatMap { PDFReader.reference($0) }
    var waiting: [(number: Int, height: Double)] = root.map { [($0, 842)] } ?? []
    while let (number, inherited) = waiting.popLast(), seen.count < 1 << 20 {
      guard seen.insert(number).inserted, let object = reader.object(number) else { continue }
      let box = object["MediaBox"].map(numbers) ?? []
      let height = box.count == 4 ? abs(box[3] - box[1]) : inherited
      if let kids = object["Kids"] {
        var below: [Int] = []
        CairoFile.forEachReference(kids) { below.append($0) }
        waiting += below.reversed().map { ($0, height) }
        continue
      }
      if let list = object["Annots"], left > 0 {
        for (dictionary, number) in dictionaries(list, &reader, &left) {
          guard var annotation = PDFAnnotation(dictionary, page: pages, height: height) else { continue }
          annotation.number = number
          found.append(annotation)
        }
      }
      pages += 1
    }
    return (found.sorted { ($0.page, -$0.top) < ($1.page, -$1.top) }, pages)
  }

  private var top: Double { areas.map(\.top).max() ?? 0 }

  /// The annotations of a page: references, or dictionaries in the list itself, which may be a separate object.
  private static func dictionaries(_ list: ArraySlice<UInt8>, _ reader: inout PDFReader, _ left: inout Int) -> [(PDFReader.Object, Int?)] {
    var list = list
    if list.first != UInt8(ascii: "["), !list.contains(UInt8(ascii: "[")), let number = PDFReader.reference(list),
      let object = reader.object(number)
    {
      list = object.bytes[object.range]
    }
    let bytes = Array(list)
    var scanner = PDFScanner(bytes, at: 0)
    guard scanner.take("[") else { return [] }
    var out: [(PDFReader.Object, Int?)] = []
    while !scanner.take("]"), left > 0 {
      left -= 1
      let start = scanner.place
      guard scanner.skipValue() else { break }
      let value = bytes[start..<scanner.place]
      if value.contains(UInt8(ascii: "<")) {
        out.append((PDFReader.Object(bytes: bytes, range: start..<scanner.place), nil))
      } else if let number = PDFReader.reference(value), let object = reader.object(number) {
        out.append((object, number))
      }
    }
    return out
  }

  /// - Returns: Nil for links, fields of forms and what else is no comment.
  private init?(_ object: PDFReader.Object, page: Int, height: Double) {
    guard let kind = object["Subtype"].map({ String(decoding: $0, as: UTF8.self).filter { $0.isLetter } }), Self.kinds.contains(kind) else {
      return nil
    }
    let rect = object["Rect"].map(Self.numbers) ?? []
    let quads = object["QuadPoints"].map(Self.numbers) ?? []
    areas = stride(from: 0, to: quads.count - 7, by: 8).map { start in
      let (x, y) = ((0..<4).map { quads[start + 2 * $0] }, (0..<4).map { quads[start + 2 * $0 + 1] })
      return Area(left: x.min() ?? 0, bottom: y.min() ?? 0, right: x.max() ?? 0, top: y.max() ?? 0)
    }
    if areas.isEmpty {
      guard rect.count == 4 else { return nil }
      areas = [Area(left: min(rect[0], rect[2]), bottom: min(rect[1], rect[3]), right: max(rect[0], rect[2]), top: max(rect[1], rect[3]))]
    }
    (self.kind, self.page, pageHeight) = (kind.lowercased(), page, height)
    comment = object["Contents"].flatMap { PDFScanner.text($0.trimmed) } ?? ""
    author = object["T"].flatMap { PDFScanner.text($0.trimmed) }
    date = object["M"].flatMap { PDFScanner.text($0.trimmed) }
    isReply = object["IRT"] != nil
    answers = object["IRT"].flatMap { PDFReader.reference($0) }
  }

  /// The numbers of an array.
  private static func numbers(_ value: ArraySlice<UInt8>) -> [Double] {
    let words = value.prefix(1 << 16).split { !((0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)) }
    return words.map { number(Array($0)) }
  }

  private static func number(_ word: [UInt8]) -> Double {
    var (value, scale) = (0.0, 0.0)
    for byte in word {
      if byte == UInt8(ascii: ".") {
        scale = 1
      } else if (0x30...0x39).contains(byte) {
        value = value * 10 + Double(byte - 0x30)
        scale *= 10
      }
    }
    let result = scale > 1 ? value / scale : value
    return word.first == UInt8(ascii: "-") ? -result : result
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: ArraySlice<UInt8> { drop { $0 <= 0x20 } }
}
