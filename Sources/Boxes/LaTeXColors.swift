internal import TypesetDiagnostics

/// Colours of LaTeX's packages and of CSS by their lower-case names.
private let colors: [String: UInt32] = [
  "black": 0x000000, "blue": 0x0000FF, "brown": 0xBF8040, "cyan": 0x00FFFF, "darkgray": 0x404040, "gray": 0x808080,
  "green": 0x00FF00, "grey": 0x808080, "lightgray": 0xBFBFBF, "lime": 0xBFFF00, "magenta": 0xFF00FF, "maroon": 0xAF3235,
  "navy": 0x000080, "olive": 0x808000, "orange": 0xFF8000, "orchid": 0xAF72B0, "pink": 0xFFBFBF, "purple": 0xBF0040,
  "red": 0xFF0000, "royalblue": 0x0071BC, "silver": 0xC0C0C0, "teal": 0x008080, "violet": 0x800080, "white": 0xFFFFFF,
  "yellow": 0xFFFF00, "yellowgreen": 0x98CC70,
]

/// A colour by name in any case, of CSS or of xcolor's `dvipsnames`, or a mixture (`red!50`, `red!50!blue`).
private func namedColor(_ name: String) -> Color? {
  func opaque(_ value: UInt32) -> Color { Color(rgba: value << 8 | 0xFF) }
  guard !name.contains("!") else {
    let parts = name.split(separator: "!", omittingEmptySubsequences: false).map(String.init)
    guard var mixed = color(named: parts[0], model: nil) else { return nil }
    for index in stride(from: 1, to: min(parts.count, 20), by: 2) {
      let other = index + 1 < parts.count ? color(named: parts[index + 1], model: nil) : Color(red: 255, green: 255, blue: 255)
      guard let part = DocumentNumber.real(parts[index]), (0...100).contains(part), let other else { return nil }
      func mixedPart(_ shift: UInt32) -> UInt8 {
        let (own, added) = (Double(mixed.rgba >> shift & 0xFF), Double(other.rgba >> shift & 0xFF))
        return UInt8(clamping: Int(clamping: ((own * part + added * (100 - part)) / 100).rounded()))
      }
      mixed = Color(red: mixedPart(24), green: mixedPart(16), blue: mixedPart(8))
    }
    return mixed
  }
  let lower = name.lowercased()
  if let value = colors[lower] { return opaque(value) }
  return (ColorNames.xcolor[name] ?? ColorNames.dvips[name] ?? ColorNames.all[lower]).map(opaque)
}

extension Color {
  /// A colour as LaTeX's packages color and xcolor have it: by name, `#rgb`, `#rrggbb`, or in a model (`rgb`, `RGB`, `HTML`, `gray`); nil where unknown.
  package init?(latex name: String, model: String?) {
    guard let color = color(named: name, model: model) else { return nil }
    self = color
  }
}

private func color(named name: String, model: String?) -> Color? {
  if model == nil, let mixed = mixedColor(name) { return mixed }
  let numbers = name.split(separator: ",").compactMap { part in DocumentNumber.real(part.filter { $0 != " " }) }
  func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.isFinite ? value.rounded() : 0))) }
  let most = model == "RGB" ? 255.0 : 1
  if ["rgb", "RGB", "gray", "cmyk"].contains(model), numbers.contains(where: { !(0...most).contains($0) }) { return nil }
  switch model {
  case "rgb" where numbers.count == 3:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[1] * 255), blue: byte(numbers[2] * 255))
  case "RGB" where numbers.count == 3: return Color(red: byte(numbers[0]), green: byte(numbers[1]), blue: byte(numbers[2]))
  case "gray" where numbers.count == 1:
    return Color(red: byte(numbers[0] * 255), green: byte(numbers[0] * 255), blue: byte(numbers[0] * 255))
  case "cmyk" where numbers.count == 4:
    func part(_ index: Int) -> UInt8 { byte(255 * (1 - min(1, numbers[index] + numbers[3]))) }
    return Color(red: part(0), green: part(1), blue: part(2))
  default: break
  }
  var digits = name.filter { $0 != " " }
  if digits.hasPrefix("#") || model == "HTML" {
    if digits.hasPrefix("#") { digits.removeFirst() }
    if digits.count == 3 || digits.count == 4 { digits = digits.map { "\($0)\($0)" }.joined() }
    return digits.count == 8 ? UInt32(digits, radix: 16).map { Color(rgba: $0) } : hexadecimal(digits)
  }
  // KaTeX takes six digits without their sign too.
  return namedColor(digits) ?? hexadecimal(digits)
}

/// xcolor's mixtures, as editors of diagrams write them: `rgb,255:red,214;green,92;blue,92`, `rgb:red,1;white,3`.
private func mixedColor(_ expression: String) -> Color? {
  guard let colon = expression.firstIndex(of: ":") else { return nil }
  let head = expression[..<colon].split(separator: ",")
  guard let model = head.first, model == "rgb" || model == "cmyk" || model == "cmy", head.count <= 2 else { return nil }
  var parts: [(color: Color, weight: Double)] = []
  for part in expression[expression.index(after: colon)...].split(separator: ";").prefix(8) {
    let words = part.split(separator: ",")
    guard words.count == 2, let color = namedColor(words[0].filter { $0 != " " }),
      let weight = DocumentNumber.real(words[1].filter { $0 != " " }), weight >= 0
    else { return nil }
    parts.append((color, weight))
  }
  let whole = head.count == 2 ? DocumentNumber.real(head[1].filter { $0 != " " }) : parts.reduce(0) { $0 + $1.weight }
  guard let whole, whole > 0, !parts.isEmpty else { return nil }
  func sum(_ shift: UInt32) -> UInt8 {
    let value = parts.reduce(0) { $0 + Double($1.color.rgba >> shift & 0xFF) * $1.weight } / whole
    return UInt8(max(0, min(255, value.isFinite ? value.rounded() : 0)))
  }
  return Color(red: sum(24), green: sum(16), blue: sum(8))
}

private func hexadecimal(_ digits: String) -> Color? {
  digits.count == 6 ? UInt32(digits, radix: 16).map { Color(rgba: $0 << 8 | 0xFF) } : nil
}
