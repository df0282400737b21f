public import TypesetBoxes
internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetPictures

extension Renderer {
  /// One page as an SVG file; lengths in points.
  ///
  /// - Parameter description: Text and structure beside what is drawn; nil for pictures such as a single formula, which have no text to copy.
  public func svg(_ page: Page, saying description: SVGDescription? = nil) throws(DrawingError) -> [UInt8] {
    let glyphs = page.baseline != nil ? SVGInk.Glyphs.single : description?.hasFonts == true ? .fonts : .shared
    let ink = SVGInk(page, fonts: fonts, pictures: pictures, glyphs: glyphs)
    var file = SVGElements()
    file.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg")
    if let description { file.add(attributesOf: description) } else { file.add(attributesOf: page) }
    file.add(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"")
    file.add(page.width)
    file.add("pt\" height=\"")
    file.add(page.height)
    file.add("pt\" viewBox=\"0 0 ")
    file.add(page.width)
    file.add(" ")
    file.add(page.height)
    file.add("\">\n")
    if let title = description?.title { file.add("<title>\(escapedXML(cleaned(title)))</title>\n") }
    if description != nil { file.add(SVGText.outline(of: page)) }
    if description == nil, let mathML = page.mathML { file.add("<metadata>\(mathML)</metadata>\n") }
    file.bytes += ink.fonts.styleSheet
    if !ink.definitions.bytes.isEmpty { file.add("<defs>\n", ink.definitions, "</defs>\n") }
    // What is read and copied are the words over it.
    let isHidden = glyphs == .fonts
    if isHidden {
      file.add("<g aria-hidden=\"true\" pointer-events=\"none\" style=\"user-select:none\" text-rendering=\"geometricPrecision\">\n")
    }
    file.bytes += ink.elements.bytes
    if isHidden { file.add("</g>\n") }
    if let description { file.bytes += SVGText(page, description).out }
    file.add(linksOf: page)
    file.add("</svg>\n")
    return file.bytes
  }
}

/// A number of points, as files of SVG have it.
///
/// - Parameter perPoint: The parts of a point to which it is rounded.
func decimals(_ points: Double, perPoint: Double = 1000) -> String { "\((points * perPoint).rounded() / perPoint)" }

extension SVGElements {
  fileprivate mutating func add(_ start: String, _ content: SVGElements, _ end: String) {
    add(start)
    bytes += content.bytes
    add(end)
  }

  fileprivate mutating func add(attributesOf description: SVGDescription) {
    add(" role=\"document\"")
    if let language = description.language { add(" lang=\"\(escapedXML(language, isAttribute: true))\"") }
  }

  /// What a web page needs to set a formula in its lines: its size and `vertical-align` in ems, so that it grows with the text around it, the baseline
  /// and the depth in points, and the words that represent it.
  fileprivate mutating func add(attributesOf page: Page) {
    guard let baseline = page.baseline, let em = page.typeSize, em > .zero else { return }
    let depth = page.height - baseline
    add("data-baseline", baseline)
    add("data-depth", depth)
    func ems(_ length: Length) -> String { "\(decimals(length.points / em.points))em" }
    add(" style=\"width:\(ems(page.width));height:\(ems(page.height));vertical-align:\(ems(.zero - depth));overflow:visible\"")
    if let text = page.alternative { add(" role=\"math\" aria-label=\"\(escapedXML(text, isAttribute: true))\"") }
  }

  /// Rectangles that are not visible over the links of the page that lead into the web.
  fileprivate mutating func add(linksOf page: Page) {
    for item in page.ink.items {
      guard case .mark(let index, let rect) = item, case .link(let url) = page.ink.marks[Int(index)], LinkPolicy.standard.allows(url) else {
        continue
      }
      add("<a xlink:href=\"\(escapedXML(cleaned(url), isAttribute: true))\"><rect")
      add(place: rect)
      add(" fill=\"none\" pointer-events=\"all\"/></a>\n")
    }
  }
}

/// Cairo numbers surfaces and images over the life of the process; here they count from 1 in each picture, so that the same page
/// gives the same bytes. Embedded pictures are base 64, which has neither of the marks looked for.
func renumbered(_ bytes: [UInt8]) -> [UInt8] {
  let names = [Array("surface".utf8), Array("image".utf8)]
  var numbers: [[Int: Int]] = [[:], [:]]
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count)
  var (copied, index) = (0, 0)
  while let sign = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\"") }) {
    index = sign + 1
    guard let kind = names.firstIndex(where: { bytes[index...].starts(with: $0) }) else { continue }
    index += names[kind].count
    out += bytes[copied..<index]
    var number = 0
    while index < bytes.count, (0x30...0x39).contains(bytes[index]), number < 1 << 40 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    let new = numbers[kind][number] ?? numbers[kind].count + 1
    numbers[kind][number] = new
    out += String(new).utf8
    copied = index
  }
  out += bytes[copied...]
  return out
}
