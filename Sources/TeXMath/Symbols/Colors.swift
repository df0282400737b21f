import TypesetBoxes

/// A colour as `\color` takes it: a name, `#rgb`, `#rrggbb`, or numbers of a model (`rgb`, `RGB`, `HTML`, `gray`).
func mathColor(_ text: String, model: String?) -> Color? {
  let text = text.filter { !$0.isWhitespace }
  let numbers = text.split(separator: ",").compactMap { Double($0) }
  func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
  switch model {
  case "rgb" where numbers.count == 3:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[1] * 255), blue: byte(numbers[2] * 255))
  case "RGB" where numbers.count == 3:
    return Color(red: byte(numbers[0]), green: byte(numbers[1]), blue: byte(numbers[2]))
  case "gray" where numbers.count == 1:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[0] * 255), blue: byte(numbers[0] * 255))
  default: break
  }
  if let named = colorNames[text] ?? colorNames[text.lowercased()] { return Color(rgba: named << 8 | 0xFF) }
  let digits = text.hasPrefix("#") ? String(text.dropFirst()) : model == "HTML" || text.count == 6 ? text : ""
  guard let value = UInt32(digits, radix: 16) else { return nil }
  switch digits.count {
  case 3: return Color(rgba: (value >> 8 & 15) * 17 << 24 | (value >> 4 & 15) * 17 << 16 | (value & 15) * 17 << 8 | 0xFF)
  case 6: return Color(rgba: value << 8 | 0xFF)
  default: return nil
  }
}

/// LaTeX's names, those of dvips that real documents use, and CSS' common ones; a colour a line.
private let colorNames: [String: UInt32] = [
  "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "cyan": 0x00FFFF,
  "magenta": 0xFF00FF, "yellow": 0xFFFF00, "gray": 0x808080, "grey": 0x808080, "darkgray": 0xA9A9A9, "lightgray": 0xD3D3D3,
  "brown": 0xA52A2A, "lime": 0x00FF00, "olive": 0x808000, "orange": 0xFFA500, "pink": 0xFFC0CB, "purple": 0x800080,
  "teal": 0x008080, "violet": 0xEE82EE, "navy": 0x000080, "maroon": 0x800000, "gold": 0xFFD700, "crimson": 0xDC143C,
  "indigo": 0x4B0082, "tomato": 0xFF6347, "coral": 0xFF7F50, "salmon": 0xFA8072, "turquoise": 0x40E0D0, "skyblue": 0x87CEEB,
  "steelblue": 0x4682B4, "royalblue": 0x4169E1, "forestgreen": 0x228B22, "seagreen": 0x2E8B57, "chocolate": 0xD2691E,
  "Blue": 0x2D2F92, "Red": 0xED1B23, "Green": 0x00A64F, "Orange": 0xF58137, "Purple": 0x99479B, "Maroon": 0xAF3235,
  "RoyalBlue": 0x0071BC, "Orchid": 0xAF72B0, "YellowGreen": 0x98CC70, "Cyan": 0x00AEEF, "Magenta": 0xEC008C, "Teal": 0x00AEB3,
  "ForestGreen": 0x009B55, "NavyBlue": 0x006EB8, "BrickRed": 0xB6321C, "OliveGreen": 0x3C8031, "Brown": 0x792500,
]
