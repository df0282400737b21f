internal import CCairo
public import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetPictures

extension Renderer {
  /// One page as an SVG file: text as outlines, so that it looks alike everywhere; lengths in points.
  ///
  /// - Parameter description: What is said beside the outlines; nil is for pictures such as a single formula, which have no text to copy.
  public func svg(_ page: Page, saying description: SVGDescription? = nil) throws(DrawingError) -> [UInt8] {
    var out: [UInt8] = []
    var known: [PictureID: Int] = [:]
    for (number, range) in layers(of: page.ink).enumerated() {
      let (bytes, fragments) = try layer(range, of: page, hasGround: number == 0)
      if number == 0 {
        out = described(bytes, page, description)
      } else if let layer = SVGFragment(bytes, prefix: "l\(number)-") {
        out = appended(layer.content, to: out)
      }
      out = illustrated(out, fragments, &known)
    }
    if let description { out = appended(SVGText(page, description).out, to: out) }
    return linked(out, page)
  }

  /// The parts of a page between which pictures of vectors lie: Cairo draws no SVG files, so they go into the file between what it draws
  /// before and after them. Pictures that nothing is drawn over can come last, so most pages are one part.
  private func layers(of ink: Ink) -> [Range<Int>] {
    var layers: [Range<Int>] = []
    var start = 0
    var lying: [Rect] = []
    for (index, item) in ink.items.enumerated() {
      if case .picture(let id, let rect) = item, pictures.picture(id).isVector {
        lying.append(rect)
      } else if !lying.isEmpty, let area = item.area, lying.contains(where: { $0.overlaps(area) }) {
        layers.append(start..<index)
        (start, lying) = (index, [])
      }
    }
    return layers + [start..<ink.items.count]
  }

  /// What Cairo draws of a part of a page, and the pictures that lie over it.
  private func layer(_ range: Range<Int>, of page: Page, hasGround: Bool) throws(DrawingError) -> ([UInt8], [PictureInk.Fragment]) {
    let bytes = Gathered()
    let sink = unsafe Sink { piece in unsafe bytes.bytes.append(contentsOf: piece) }
    let surface = unsafe cairo_svg_surface_create_for_stream(
      Sink.callback, Unmanaged.passUnretained(sink).toOpaque(), page.width.points, page.height.points)
    guard let surface = unsafe surface else { throw .cairo("no surface") }
    defer { unsafe cairo_surface_destroy(surface) }
    unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
    var fragments: [PictureInk.Fragment] = []
    do {
      let painter = unsafe Painter(surface, faces: FaceBridge(fonts), pictures: PictureInk(pictures))
      if hasGround { painter.fillPage(page) }
      painter.draw(page.ink, range)
      fragments = painter.pictures.fragments
    }
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_surface_status(surface)
    try withExtendedLifetime(sink) { () throws(DrawingError) in try sink.finish() }
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status) }
    return (renumbered(bytes.bytes), fragments)
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}

/// A number of points, as files of SVG have it.
///
/// - Parameter perPoint: The parts of a point to which it is rounded.
func decimals(_ points: Double, perPoint: Double = 1000) -> String { "\((points * perPoint).rounded() / perPoint)" }

/// Puts the language of a page into the root element, and its title and headings below it.
private func described(_ bytes: [UInt8], _ page: Page, _ description: SVGDescription?) -> [UInt8] {
  guard let description else { return described(bytes, page) }
  guard let root = bytes.firstRange(of: "<svg ".utf8), let end = bytes[root.upperBound...].firstIndex(of: UInt8(ascii: ">")) else {
    return bytes
  }
  var attributes = "role=\"document\" "
  if let language = description.language { attributes += "lang=\"\(escapedXML(language, isAttribute: true))\" " }
  let title = description.title.map { "<title>\(escapedXML(cleaned($0), isAttribute: false))</title>\n" } ?? ""
  let matter = Array("\n\(title)\(SVGText.outline(of: page))".utf8)
  return bytes[..<root.upperBound] + Array(attributes.utf8) + bytes[root.upperBound...end] + matter + bytes[(end + 1)...]
}

/// Puts into the root element what a web page needs to set a formula in its lines: `vertical-align`, the baseline and depth in
/// points, and the text that represents it.
private func described(_ bytes: [UInt8], _ page: Page) -> [UInt8] {
  guard let baseline = page.baseline, let root = bytes.firstRange(of: "<svg ".utf8) else { return bytes }
  let depth = page.height - baseline
  var attributes = "data-baseline=\"\(decimals(baseline.points))\" data-depth=\"\(decimals(depth.points))\""
  attributes += " style=\"vertical-align:\(decimals((.zero - depth).points))pt;overflow:visible\" "
  if let text = page.alternative { attributes += "role=\"math\" aria-label=\"\(escapedXML(text, isAttribute: true))\" " }
  guard let mathML = page.mathML, let end = bytes[root.upperBound...].firstIndex(of: UInt8(ascii: ">")) else {
    return bytes[..<root.upperBound] + Array(attributes.utf8) + bytes[root.upperBound...]
  }
  let data = Array("\n<metadata>\(mathML)</metadata>".utf8)
  return bytes[..<root.upperBound] + Array(attributes.utf8) + bytes[root.upperBound...end] + data + bytes[(end + 1)...]
}

/// Puts rectangles that are not visible over the links of the page that lead into the web.
private func linked(_ bytes: [UInt8], _ page: Page) -> [UInt8] {
  var links = ""
  for item in page.ink.items {
    guard case .mark(let index, let rect) = item, case .link(let url) = page.ink.marks[Int(index)], LinkPolicy.standard.allows(url) else {
      continue
    }
    links += "<a xlink:href=\"\(escapedXML(cleaned(url), isAttribute: true))\"><rect x=\"\(decimals(rect.x.points))\" "
    links +=
      "y=\"\(decimals((.zero - rect.y - rect.height).points))\" width=\"\(decimals(rect.width.points))\" height=\"\(decimals(rect.height.points))\" "
    links += "fill=\"none\" pointer-events=\"all\"/></a>\n"
  }
  return appended(Array(links.utf8), to: bytes)
}

/// Puts something last into the root element.
private func appended(_ content: [UInt8], to bytes: [UInt8]) -> [UInt8] {
  let end = Array("</svg>\n".utf8)
  guard !content.isEmpty, bytes.suffix(end.count).elementsEqual(end) else { return bytes }
  return bytes.dropLast(end.count) + content + end
}

/// Puts pictures of vectors over what has been drawn so far, each once and used again wherever else it is.
private func illustrated(_ bytes: [UInt8], _ fragments: [PictureInk.Fragment], _ known: inout [PictureID: Int]) -> [UInt8] {
  var out: [UInt8] = []
  for fragment in fragments {
    let number = known[fragment.id] ?? known.count + 1
    guard let picture = SVGFragment(renumbered(fragment.bytes), prefix: "p\(number)-") else { continue }
    let isRepeated = known.updateValue(number, forKey: fragment.id) != nil
    let place = "x=\"\(decimals(fragment.x))\" y=\"\(decimals(fragment.y))\""
    let size = "width=\"\(decimals(fragment.width))\" height=\"\(decimals(fragment.height))\""
    out += Array("<svg \(place) \(size) viewBox=\"\(picture.viewBox)\" preserveAspectRatio=\"none\">".utf8)
    if isRepeated {
      out += Array("<use xlink:href=\"#p\(number)\"/>".utf8)
    } else {
      out += Array("<g id=\"p\(number)\">".utf8) + picture.content + Array("</g>".utf8)
    }
    out += Array("</svg>\n".utf8)
  }
  return appended(out, to: bytes)
}

/// Cairo numbers surfaces and images over the life of the process; here they count from 1 in each file, so that the same page
/// gives the same bytes. Embedded pictures are base 64, which has neither of the marks looked for.
private func renumbered(_ bytes: [UInt8]) -> [UInt8] {
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

private final class Gathered { var bytes: [UInt8] = [] }
