internal import CCairo
public import TypesetBoxes

extension Renderer {
  /// One page as an SVG file: text as outlines, so that it looks alike everywhere; lengths in points.
  public func svg(_ page: Page) throws(DrawingError) -> [UInt8] {
    let bytes = Gathered()
    let sink = unsafe Sink { piece in unsafe bytes.bytes.append(contentsOf: piece) }
    let surface = unsafe cairo_svg_surface_create_for_stream(
      Sink.callback, Unmanaged.passUnretained(sink).toOpaque(), page.width.points, page.height.points)
    guard let surface = unsafe surface else { throw .cairo("no surface") }
    defer { unsafe cairo_surface_destroy(surface) }
    unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
    do {
      let painter = unsafe Painter(surface, faces: FaceBridge(fonts), pictures: PictureInk(pictures))
      painter.fillPage(page)
      painter.draw(page.ink)
    }
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_surface_status(surface)
    try withExtendedLifetime(sink) { () throws(DrawingError) in try sink.finish() }
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status) }
    return renumbered(described(bytes.bytes, page))
  }
}

/// Puts into the root element what a web page needs to set a formula in its lines: `vertical-align`, the baseline and depth in
/// points, and the text that stands for it.
private func described(_ bytes: [UInt8], _ page: Page) -> [UInt8] {
  guard let baseline = page.baseline, let root = bytes.firstRange(of: "<svg ".utf8) else { return bytes }
  func points(_ length: Length) -> String { "\((length.points * 1000).rounded() / 1000)" }
  let depth = page.height - baseline
  var attributes = "data-baseline=\"\(points(baseline))\" data-depth=\"\(points(depth))\""
  attributes += " style=\"vertical-align:\(points(.zero - depth))pt;overflow:visible\" "
  if let text = page.alternative { attributes += "role=\"img\" aria-label=\"\(escapedXML(text, isAttribute: true))\" " }
  return bytes[..<root.upperBound] + Array(attributes.utf8) + bytes[root.upperBound...]
}

/// Cairo numbers surfaces over the life of the process; here they count from 1 in each file, so that the same page gives
/// the same bytes. Embedded pictures are base 64, which has neither of the marks looked for.
private func renumbered(_ bytes: [UInt8]) -> [UInt8] {
  let name = Array("surface".utf8)
  var numbers: [Int: Int] = [:]
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    out.append(byte)
    index += 1
    guard byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\""), bytes[index...].starts(with: name) else { continue }
    var end = index + name.count
    var number = 0
    while end < bytes.count, (0x30...0x39).contains(bytes[end]), number < 1 << 40 {
      number = number * 10 + Int(bytes[end] - 0x30)
      end += 1
    }
    let new = numbers[number] ?? numbers.count + 1
    numbers[number] = new
    out += name
    out += String(new).utf8
    index = end
  }
  return out
}

private final class Gathered { var bytes: [UInt8] = [] }
