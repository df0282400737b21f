internal import TypesetDiagnostics
public import TypesetBoxes

// The values that a theme file writes as words: lengths, glue, colours, paper.

extension Dimension {
  /// `12pt`, `1.5em`, `20mm`, `2cm`, `1in`, `16px`, `50%` (of the type's size); a bare number is points.
  public init?(_ text: some StringProtocol) {
    let text = text.trimmed()
    let digits = text.utf8.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard let value = decimal(digits), abs(value) <= 100_000 else { return nil }
    switch text[digits.endIndex...].lowercased() {
    case "em": self = .em(value)
    case "%": self = .em(value / 100)
    // About half of the type's size, as browsers take them where a face says nothing.
    case "ex", "ch": self = .em(value / 2)
    case let unit:
      guard let points = Self.points(perUnit: unit) else { return nil }
      self = .absolute((value * points).pt)
    }
  }

  /// What the numbers of lengths may be where nothing else is said of them.
  package static let numbers = "with numbers from -100000 to 100000"

  /// True for a number with a unit or without one, however large it is.
  package static func isWritten(_ text: some StringProtocol) -> Bool {
    let text = text.trimmed().lowercased()
    let count = text.utf8.reversed().prefix { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "%") }.count
    let unit = String(text.suffix(count))
    return (["em", "%", "ex", "ch"].contains(unit) || points(perUnit: unit) != nil) && DocumentNumber(text.dropLast(count)) != nil
  }

  /// The points in a unit of length: PDF's point is 1/72 inch, CSS' pixel 1/96.
  private static func points(perUnit unit: String) -> Double? {
    switch unit {
    case "", "pt": 1
    case "mm": 72 / 25.4
    case "cm": 72 / 2.54
    case "in": 72
    case "px": 0.75
    // The type of a web page's root.
    case "rem": 12
    case "pc": 12
    default: nil
    }
  }
}

extension Length {
  /// An absolute length of a theme or of front matter: `25mm`, `1in`.
  public init?(_ text: some StringProtocol) {
    guard case .absolute(let length)? = Dimension(text) else { return nil }
    self = length
  }
}

extension GlueRule {
  /// `6pt`, `6pt plus 2pt`, `6pt plus 2pt minus 1pt`; each may follow a style of text: `6pt(body)`.
  public init?(_ text: some StringProtocol) {
    let words = text.wordsBetweenSpaces
    guard let first = words.first, let natural = Dimension(following: first) else { return nil }
    self.init(natural)
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Dimension(following: $0) }) else { return nil }
      switch word {
      case "plus": stretch = value
      case "minus": shrink = value
      default: return nil
      }
    }
  }
}

extension EdgeRule {
  /// `0.5pt #cccccc`, in either order; `none` is a line without width.
  public init?(_ text: some StringProtocol) {
    let words = text.wordsBetweenSpaces
    if words.count == 1, words[0] == "none" {
      self.init(width: .absolute(.zero), color: .black)
      return
    }
    guard words.count == 2 else { return nil }
    if let width = Dimension(words[0]), let color = Color(words[1]) {
      self.init(width: width, color: color)
    } else if let width = Dimension(words[1]), let color = Color(words[0]) {
      self.init(width: width, color: color)
    } else {
      return nil
    }
  }
}

extension Color {
  /// One of CSS' names; black where there is none.
  static func named(_ name: String) -> Color { Color(rgba: ColorNames.all[name].map { $0 << 8 | 0xFF } ?? 0xFF) }

  /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, `rgb(…)`, `hsl(…)`, or one of CSS' names.
  public init?(_ text: some StringProtocol) {
    let text = text.trimmed()
    guard text.utf8.first == UInt8(ascii: "#") else {
      let text = text.lowercased()
      if let named = ColorNames.all[text] {
        self.init(rgba: named << 8 | 0xFF)
      } else if text.hasSuffix(")") {
        self.init(function: text)
      } else if text.hasSuffix("%") {
        self.init(withAlpha: text)
      } else {
        return nil
      }
      return
    }
    guard let value = UInt32(text.dropFirst(), radix: 16) else {
      self.init(withAlpha: text)
      return
    }
    switch text.utf8.count {
    case 4:
      let (r, g, b) = (value >> 8 & 15, value >> 4 & 15, value & 15)
      self.init(rgba: (r * 17) << 24 | (g * 17) << 16 | (b * 17) << 8 | 0xFF)
    case 5: self.init(rgba: (0..<4).reduce(0) { $0 << 8 | (value >> (12 - 4 * $1) & 15) * 17 })
    case 7: self.init(rgba: value << 8 | 0xFF)
    case 9: self.init(rgba: value)
    default: return nil
    }
  }

  /// A colour with its alpha: `purple/20%`.
  private init?(withAlpha text: String) {
    guard let slash = text.lastIndex(of: "/"), text.hasSuffix("%"),
      let part = DocumentNumber.real(text[text.index(after: slash)...].dropLast()),
      (0...100).contains(part), let color = Color(text[..<slash])
    else { return nil }
    self.init(rgba: color.rgba & 0xFFFF_FF00 | UInt32((part * 255 / 100).rounded()))
  }

  /// A colour that lets what is behind it show through: with the alpha that it has, or of 20%.
  package init?(tint text: some StringProtocol) {
    guard let color = Color(text) else { return nil }
    self.init(rgba: color.rgba & 0xFF == 0xFF ? color.rgba & 0xFFFF_FF00 | 51 : color.rgba)
  }

  /// As LaTeX users write colours: also xcolor's names and mixtures, digits without `#`, `[HTML]{0B4F9E}`.
  package init?(latex text: some StringProtocol) {
    let text = text.trimmed()
    if let color = Color(text) {
      self = color
    } else if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
      let model = String(text[..<close].dropFirst())
      self.init(latex: text[close...].dropFirst().filter { !"{} ".contains($0) }, model: model == "named" ? nil : model)
    } else {
      self.init(latex: text, model: nil)
    }
  }

  /// `rgb(255, 0, 0)`, `rgba(255 0 0 / 50%)`.
  private init?(function text: String) {
    if text.hasPrefix("hsl") {
      self.init(hsl: text)
      return
    }
    guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split { $0 == "," || $0 == "/" || $0 == " " }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for (number, part) in parts.enumerated() {
      let isPart = part.hasSuffix("%")
      guard let value = DocumentNumber.real(isPart ? part.dropLast() : part), value.isFinite else { return nil }
      let whole = isPart ? value * 2.55 : number == 3 ? value * 255 : value
      bytes.append(UInt8(min(max(whole, 0), 255).rounded()))
    }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
  }

  /// `hsl(210, 50%, 40%)`, `hsla(210deg 50% 40% / 0.5)` (CSS Color Module Level 4, 7.1).
  private init?(hsl text: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split { $0 == "," || $0 == "/" || $0 == " " }
    let values = parts.compactMap { part -> Double? in
      let number = part.hasSuffix("%") ? part.dropLast() : part.hasSuffix("deg") ? part.dropLast(3) : part
      return DocumentNumber.real(number).flatMap { $0.isFinite && abs($0) < 100_000 ? part.hasSuffix("%") ? $0 / 100 : $0 : nil }
    }
    guard values.count == parts.count, values.count == 3 || values.count == 4 else { return nil }
    let (saturation, lightness) = (min(max(values[1], 0), 1), min(max(values[2], 0), 1))
    func byte(_ number: Double) -> UInt8 {
      let turn = (number + values[0] / 30).truncatingRemainder(dividingBy: 12)
      let place = turn < 0 ? turn + 12 : turn
      let value = lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(place - 3, 9 - place, 1))
      return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
    let alpha = values.count > 3 ? UInt8((min(max(values[3], 0), 1) * 255).rounded()) : 255
    self.init(red: byte(0), green: byte(8), blue: byte(4), alpha: alpha)
  }
}

/// The sides that a sheet may have: a centimetre, below which no line of text fits, to the two hundred inches of PDF 1.7 (annex C).
private let paperSides = 28.pt...14_400.pt

/// Width and height of a paper by its name.
public func paperSize(_ name: some StringProtocol) -> (width: Length, height: Length)? {
  func millimetres(_ width: Double, _ height: Double) -> (Length, Length) {
    ((width * 72 / 25.4).pt, (height * 72 / 25.4).pt)
  }
  switch name.trimmed().lowercased() {
  case "a3": return millimetres(297, 420)
  case "a4", "a4paper": return millimetres(210, 297)
  case "a5", "a5paper": return millimetres(148, 210)
  case "a6": return millimetres(105, 148)
  case "b5", "b5paper": return millimetres(176, 250)
  case "letter", "us-letter", "letterpaper": return (612.pt, 792.pt)
  case "legal", "us-legal", "legalpaper": return (612.pt, 1008.pt)
  case let other:
    // `148mm 210mm`, `148mm x 210mm`
    let parts = other.split { $0 == " " || $0 == "x" || $0 == "×" }
    guard parts.count == 2, let width = Length(parts[0]), let height = Length(parts[1]), paperSides.contains(width),
      paperSides.contains(height)
    else { return nil }
    return (width, height)
  }
}

/// A number in decimal digits, with a sign and a point.
private func decimal(_ digits: Substring.UTF8View) -> Double? {
  var rest = digits
  var (whole, places, count) = (0, 0, 0)
  let sign = rest.first
  if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
  var hasPoint = false
  for byte in rest {
    if byte == UInt8(ascii: "."), !hasPoint {
      hasPoint = true
    } else if byte &- 0x30 < 10, count < 15 {
      whole = whole * 10 + Int(byte - 0x30)
      count += 1
      if hasPoint { places += 1 }
    } else {
      return DocumentNumber.real(Substring(digits)).flatMap { $0.isFinite ? $0 : nil }
    }
  }
  guard count > 0 else { return nil }
  // Both are exact up to 15 digits, so one division rounds correctly.
  let value = Double(whole) / powersOfTen[places]
  return sign == UInt8(ascii: "-") ? -value : value
}

private let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

extension StringProtocol {
  package func trimmed() -> String {
    // Most values are plain words.
    var last: UInt8 = 0
    for byte in utf8 { last = byte }
    let isPlain = [utf8.first ?? 0, last].allSatisfy { $0 &- 0x21 < 0x5E }
    return isPlain ? String(self) : trimmedOfWhitespace()
  }

  /// By bytes: a theme has a hundred values of several words, and each document reads one.
  fileprivate var wordsBetweenSpaces: [Substring] { String(self).utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) } }

  private func trimmedOfWhitespace() -> String {
    // By scalars: a Character is as long as its author likes, and looked for anew from each end.
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }
}
