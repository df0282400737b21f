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
      let painter = unsafe Painter(
        surface, faces: FaceBridge(fonts), pictures: PictureInk(pictures), withText: false)
      painter.fillPage(page)
      painter.draw(page.ink)
    }
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_surface_status(surface)
    try withExtendedLifetime(sink) { () throws(DrawingError) in try sink.finish() }
    guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status) }
    return renumbered(bytes.bytes)
  }
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
