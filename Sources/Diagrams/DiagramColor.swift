import TypesetBoxes
internal import TypesetDiagnostics

/// Colours as authors of diagrams write them (CSS Color Module Level 4).
enum DiagramColor {
  /// The colour; nil for `none` and for what is not one.
  static func color(_ text: String) -> Color? {
    if text.utf8.first == UInt8(ascii: "#") { return hexadecimal(Array(text.utf8.dropFirst())) }
    let text = text.lowercased()
    if let known = ColorNames.all[text] { return Color(rgba: known << 8 | 0xFF) }
    return function(text)
  }

  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, without the sign.
  private static func hexadecimal(_ digits: [UInt8]) -> Color? {
    var value: UInt32 = 0
    for byte in digits.prefix(8) {
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte) - 0x30
      case 0x41...0x46, 0x61...0x66: digit = UInt32(byte | 0x20) - 0x57
      default: return nil
      }
      value = digits.count < 6 ? value << 8 | digit * 0x11 : value << 4 | digit
    }
    switch digits.count {
    case 3, 6: return Color(rgba: value << 8 | 0xFF)
    case 4, 8: return Color(rgba: value)
    default: return nil
    }
  }

  /// `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)`, with commas or blanks.
  private static func function(_ text: String) -> Color? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let name = text[..<open]
    let values = text[text.index(after: open)...].dropLast().split { $0 == "," || $0 == " " || $0 == "/" }
    guard (3...4).contains(values.count) else { return nil }
    /// A number, or a percentage of a whole.
    func number(_ index: Int, of whole: Double) -> Double? {
      let value = values[index]
      if value.hasSuffix("%") { return DocumentNumber.real(value.dropLast()).map { $0 / 100 * whole } }
      return DocumentNumber.real(value.hasSuffix("deg") ? value.dropLast(3) : value)
    }
    guard let a = number(0, of: name.hasPrefix("hsl") ? 360 : 255), let b = number(1, of: name.hasPrefix("hsl") ? 1 : 255),
      let c = number(2, of: name.hasPrefix("hsl") ? 1 : 255), let alpha = values.count > 3 ? number(3, of: 1) : 1
    else { return nil }
    func byte(_ value: Double) -> UInt8 { UInt8(clamping: Int(clamping: value.rounded())) }
    switch name {
    case "rgb", "rgba": return Color(red: byte(a), green: byte(b), blue: byte(c), alpha: byte(alpha * 255))
    case "hsl", "hsla":
      let (hue, light) = ((a / 30).truncatingRemainder(dividingBy: 12), max(0, min(1, c)))
      let reach = max(0, min(1, b)) * min(light, 1 - light)
      func part(_ offset: Double) -> UInt8 {
        let at = (offset + hue + 12).truncatingRemainder(dividingBy: 12)
        return byte(255 * (light - reach * max(-1, min(at - 3, 9 - at, 1))))
      }
      return Color(red: part(0), green: part(8), blue: part(4), alpha: byte(alpha * 255))
    default: return nil
    }
  }
}

extension DiagramType {
  /// A colour for white paper, on the page's own: what is light on one is dark on the other, in the same hue.
  func own(_ color: Color) -> Color {
    guard let dark else { return color }
    // From black, which becomes the text, to white, which becomes the ground; the hue is the difference to the grey between them.
    let grey = color.brightness
    func part(_ channel: KeyPath<Color, Double>) -> UInt8 {
      let plain = dark.text[keyPath: channel] + (dark.ground[keyPath: channel] - dark.text[keyPath: channel]) * grey
      return UInt8(clamping: Int(clamping: (255 * (plain + color[keyPath: channel] - grey)).rounded()))
    }
    return Color(red: part(\.red), green: part(\.green), blue: part(\.blue), alpha: UInt8(truncatingIfNeeded: color.rgba))
  }
}

extension Color {
  /// The colour seen through.
  func faded(by opacity: Double) -> Color {
    Color(rgba: rgba & 0xFFFF_FF00 | UInt32(max(0, min(255, (Double(rgba & 0xFF) * opacity).rounded()))))
  }
}
