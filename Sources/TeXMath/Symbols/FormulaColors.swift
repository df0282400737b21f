internal import TypesetBoxes
internal import TypesetDiagnostics

/// Colours of LaTeX's packages and of CSS by their lower-case names.
private let colors: [String: UInt32] = [
  "black": 0x000000, "blue": 0x0000FF, "brown": 0xBF8040, "cyan": 0x00FFFF, "darkgray": 0x404040, "gray": 0x808080,
  "green": 0x00FF00, "grey": 0x808080, "lightgray": 0xBFBFBF, "lime": 0xBFFF00, "magenta": 0xFF00FF, "maroon": 0xAF3235,
  "navy": 0x000080, "olive": 0x808000, "orange": 0xFF8000, "orchid": 0xAF72B0, "pink": 0xFFBFBF, "purple": 0xBF0040,
  "red": 0xFF0000, "royalblue": 0x0071BC, "silver": 0xC0C0C0, "teal": 0x008080, "violet": 0x800080, "white": 0xFFFFFF,
  "yellow": 0xFFFF00, "yellowgreen": 0x98CC70,
]

/// A colour by name, `#rgb`, `#rrggbb`, or in a model (`rgb`, `RGB`, `HTML`, `gray`); nil where unknown.
func color(named name: String, model: String?) -> Color? {
  let numbers = name.split(separator: ",").compactMap { part in DocumentNumber.real(part.filter { $0 != " " }) }
  func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.isFinite ? value.rounded() : 0))) }
  switch model {
  case "rgb" where numbers.count == 3:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[1] * 255), blue: byte(numbers[2] * 255))
  case "RGB" where numbers.count == 3: return Color(red: byte(numbers[0]), green: byte(numbers[1]), blue: byte(numbers[2]))
  case "gray" where numbers.count == 1:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[0] * 255), blue: byte(numbers[0] * 255))
  default: break
  }
  var digits = name.filter { $0 != " " }
  if digits.hasPrefix("#") || model == "HTML" {
    if digits.hasPrefix("#") { digits.removeFirst() }
    if digits.count == 3 || digits.count == 4 { digits = digits.map { "\($0)\($0)" }.joined() }
    return digits.count == 8 ? UInt32(digits, radix: 16).map { Color(rgba: $0) } : hexadecimal(digits)
  }
  // KaTeX takes six digits without their sign too.
  return colors[digits.lowercased()].map { Color(rgba: $0 << 8 | 0xFF) } ?? hexadecimal(digits)
}

private func hexadecimal(_ digits: String) -> Color? {
  digits.count == 6 ? UInt32(digits, radix: 16).map { Color(rgba: $0 << 8 | 0xFF) } : nil
}
