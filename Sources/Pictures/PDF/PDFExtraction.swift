internal import TypesetBoxes

/// Takes one page out of a PDF file: its content as one stream, with what that needs and nothing else; encryption is gone, and so are
/// links, scripts, thumbnails and the other pages.
///
/// - Parameter number: From 1.
/// - Source: ISO 32000-1, 7.7.3.3 and 14.11.2.
func extractPage(_ number: Int, of bytes: [UInt8]) throws(PictureError) -> PDFPage {
  let file = try QPDFFile()
  try file.read(bytes)
  let count = try file.pageCount()
  guard number >= 1, number <= count else { throw .noPage(number, of: count) }
  try file.run("qpdf_push_inherited_attributes_to_page")
  let page = try file.page(number - 1)
  let frame = try PageGeometry(of: page, in: file)
  try file.joinContent(of: page)
  for key in try file.keys(of: page) where !["/Type", "/Resources", "/Contents", "/Group"].contains(key) {
    try file.remove(key, from: page)
  }
  let corners = frame.box.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ")
  try file.replace("/MediaBox", of: page, by: try file.parsed("[\(corners)]"))
  if frame.turn != 0 { try file.replace("/Rotate", of: page, by: try file.parsed("\(frame.turn)")) }
  if frame.unit != 1 { try file.replace("/UserUnit", of: page, by: try file.parsed("\(frame.unit)")) }
  let single = try QPDFFile()
  try single.run("qpdf_empty_pdf")
  try single.add(page, of: file)
  let bytes = try single.written()
  // Streams are read from the first file when the second is written.
  return withExtendedLifetime(file) { PDFPage(bytes: bytes, width: frame.width.pt, height: frame.height.pt) }
}

/// What of a page is seen, and how.
private struct PageGeometry {
  /// Lower left and upper right corner.
  var box: [Double]
  /// Clockwise, in degrees: 0, 90, 180 or 270.
  var turn: Int
  /// Points a unit.
  var unit: Double

  init(of page: QPDFFile.Object, in file: QPDFFile) throws(PictureError) {
    // US Letter, where it is missing, as readers do.
    let media = try file.box(try file.value("/MediaBox", of: page)) ?? [0, 0, 612, 792]
    let crop = try file.box(try file.value("/CropBox", of: page)) ?? media
    box = [max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])]
    if box[2] <= box[0] || box[3] <= box[1] { box = media }
    let turn = try file.number(try file.value("/Rotate", of: page)) ?? 0
    self.turn = ((Int(clamping: (min(max(turn, -1e6), 1e6) / 90).rounded()) % 4 + 4) % 4) * 90
    let unit = try file.number(try file.value("/UserUnit", of: page)) ?? 1
    self.unit = (0.01...1000).contains(unit) ? unit : 1
    guard box[2] - box[0] > 0.001, box[3] - box[1] > 0.001 else { throw .broken(.pdf, reason: "its page has no size") }
  }

  var width: Double { (turn % 180 == 0 ? box[2] - box[0] : box[3] - box[1]) * unit }
  var height: Double { (turn % 180 == 0 ? box[3] - box[1] : box[2] - box[0]) * unit }
}
