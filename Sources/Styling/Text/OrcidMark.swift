import TypesetInterface

/// ORCID's mark beside an author's name: a disc with the letters iD.
struct OrcidMark: InlineAttachment {
  /// `0000-0002-1825-0097`
  let number: String

  /// Why a text is no ORCID iD.
  enum Fault: Error { case form, checkDigit }

  /// - Parameter text: An iD, or its address.
  init(_ text: String) throws(Fault) {
    let number = text.split(separator: "/").last.map { $0.filter { $0 != " " } } ?? ""
    let digits = number.filter { $0 != "-" }
    guard digits.count == 16, digits.dropLast().allSatisfy(\.isASCIIDigit), let last = digits.last,
      last.isASCIIDigit || last == "X" || last == "x"
    else { throw .form }
    guard Self.checkDigit(of: digits.dropLast()) == last.uppercased() else { throw .checkDigit }
    let parts = (0..<4).map { String(digits.dropFirst($0 * 4).prefix(4)) }
    self.number = parts.joined(separator: "-").uppercased()
  }

  /// The last sign of an iD by those before it.
  ///
  /// - Source: ISO/IEC 7064, MOD 11-2.
  private static func checkDigit(of digits: some StringProtocol) -> String {
    let total = digits.utf8.reduce(0) { ($0 + Int($1 & 15)) * 2 % 11 }
    let rest = (12 - total) % 11
    return rest == 10 ? "X" : "\(rest)"
  }

  var address: String { "https://orcid.org/" + number }

  var plainText: String { " (ORCID " + number + ")" }

  func size(in proposal: AttachmentProposal) -> AttachmentSize {
    let side = proposal.capHeight * 1.05
    return AttachmentSize(width: side, height: side, depth: 0)
  }

  func draw(on canvas: inout Canvas) {
    let unit = canvas.bounds.height / 24
    func path(_ path: CanvasPath) -> CanvasPath {
      path.mapped { CanvasPoint(canvas.bounds.x + $0.x * unit, canvas.bounds.y + $0.y * unit) }
    }
    let white = Color(rgba: 0xFFFF_FFFF)
    canvas.fill(path(.roundedRect(CanvasRect(x: 0, y: 0, width: 24, height: 24), radius: 12)), Color(rgba: 0xA6CE_39FF))
    canvas.fill(path(.roundedRect(CanvasRect(x: 6.2, y: 4.9, width: 2.2, height: 2.2), radius: 1.1)), white)
    canvas.fill(path(.rect(CanvasRect(x: 6.4, y: 8.2, width: 1.9, height: 10.2))), white)
    // The letter D, and its counter.
    canvas.fill(path(Self.bowl(left: 10.2, right: 19.2, top: 8.2, bottom: 18.4)), white)
    canvas.fill(path(Self.bowl(left: 12.1, right: 17.2, top: 9.9, bottom: 16.7)), Color(rgba: 0xA6CE_39FF))
  }

  /// A shape that is round at its right.
  private static func bowl(left: Double, right: Double, top: Double, bottom: Double) -> CanvasPath {
    let radius = (bottom - top) / 2
    let straight = max(left, right - radius)
    let bend = radius * 0.552
    var path = CanvasPath()
    path.move(to: CanvasPoint(left, top))
    path.line(to: CanvasPoint(straight, top))
    path.curve(
      to: CanvasPoint(right, top + radius), control1: CanvasPoint(straight + (right - straight) * 0.552, top),
      control2: CanvasPoint(right, top + radius - bend))
    path.curve(
      to: CanvasPoint(straight, bottom), control1: CanvasPoint(right, top + radius + bend),
      control2: CanvasPoint(straight + (right - straight) * 0.552, bottom))
    path.line(to: CanvasPoint(left, bottom))
    path.close()
    return path
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
