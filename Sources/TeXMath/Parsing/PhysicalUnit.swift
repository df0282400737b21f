/// Quantities: mhchem's `\pu` and the plain forms of siunitx → TeX.
enum PhysicalUnit {
  /// `1.2e3 kJ mol-1`, `123 kJ//mol`.
  static func tex(_ source: String) -> String {
    var number = ""
    var rest = Substring(source.drop { $0 == " " })
    while let first = rest.first, first.isNumber || ".,+-()".contains(first) || (first == "e" || first == "E") && !number.isEmpty {
      if first == "e" || first == "E" {
        guard let next = rest.dropFirst().first, next.isNumber || next == "-" || next == "+" else { break }
      }
      number.append(first)
      rest = rest.dropFirst()
    }
    rest = rest.drop { $0 == " " }
    let quantity = Self.number(number)
    if rest.isEmpty { return quantity }
    return quantity.isEmpty ? units(String(rest)) : quantity + "~" + units(String(rest))
  }

  /// `1.5e10`, `(5+-2)`: powers of ten, plus or minus, groups of three digits from five on.
  ///
  /// - Parameter hasCross: siunitx has a cross before a power, mhchem only where it is written as `E`.
  static func number(_ source: String, hasCross: Bool = false) -> String {
    var text = source.filter { $0 != " " }.replacing("+-", with: "±").replacing("\\pm", with: "±")
    var power: String?
    if let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      power = String(text[text.index(after: mark)...])
      text = String(text[..<mark])
    }
    let parts = text.split(separator: "±", omittingEmptySubsequences: false).map { grouped(String($0)) }
    var tex = parts.joined(separator: "\\pm ")
    if let power {
      let sign = !hasCross && source.contains("e") && !source.contains("E") ? "\\cdot " : "\\times "
      tex += (tex.isEmpty ? "" : sign) + "10^{\(power.replacing("+", with: ""))}"
    }
    return tex
  }

  private static func grouped(_ digits: String) -> String {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let whole = parts.first else { return "" }
    let sign = whole.prefix { !$0.isNumber }
    let body = Array(whole.dropFirst(sign.count))
    var out = String(sign)
    let isGrouped = body.count >= 5 && body.allSatisfy(\.isNumber)
    for (index, digit) in body.enumerated() {
      if isGrouped, index > 0, (body.count - index) % 3 == 0 { out += "\\," }
      out.append(digit)
    }
    return parts.count > 1 ? out + "." + parts[1] : out
  }

  /// `kg m s-2`, `m/s^2`, `\metre\per\second\squared`.
  ///
  /// - Parameter dot: What stands between units where the source has a dot.
  static func units(_ source: String, dot: String = "{\\cdot}") -> String {
    var out = ""
    var index = source.startIndex
    var isPer = false
    var prefix = ""
    func apart() {
      if !out.isEmpty, !out.hasSuffix("/"), !out.hasSuffix("\\cdot "), !out.hasSuffix("\\,") { out += "\\," }
    }
    func rest() -> Substring { source[index...] }
    while index < source.endIndex {
      let character = source[index]
      index = source.index(after: index)
      switch character {
      case " ", "~": if !out.isEmpty, !rest().isEmpty { apart() }
      case "*", ".", "·": out += dot
      case "/":
        if rest().hasPrefix("/") { index = source.index(after: index) }
        out += "/"
      case "^", "-", "+", "\u{2212}":
        var exponent = character == "^" ? "" : String(character == "\u{2212}" ? "-" : character)
        if character == "^", rest().hasPrefix("{") {
          let end = rest().firstIndex(of: "}") ?? source.endIndex
          exponent = String(source[source.index(after: index)..<end])
          index = end < source.endIndex ? source.index(after: end) : end
        } else {
          while let digit = rest().first, digit.isNumber || digit == "-" || digit == "+" {
            exponent.append(digit)
            index = source.index(after: index)
          }
        }
        out += "^{\(exponent)}"
      case "$":
        let end = rest().firstIndex(of: "$") ?? source.endIndex
        out += source[index..<end]
        index = end < source.endIndex ? source.index(after: end) : end
      case "\\":
        let name = rest().prefix { $0.isLetter }
        index = name.endIndex
        if name.isEmpty, index < source.endIndex {
          out += "\\" + String(source[index])
          index = source.index(after: index)
          continue
        }
        switch name {
        case "per": isPer = true
        case "squared", "square": out += "^{2}"
        case "cubed", "cubic": out += "^{3}"
        case "of", "tothe", "raiseto": break
        default:
          if let sign = prefixes[String(name)] {
            prefix = sign
          } else if let sign = names[String(name)] {
            if !isPer { apart() }
            // A denominator is a negative power: the exponent that follows is read first.
            var power = isPer ? "-1" : ""
            for (word, digit) in [("\\squared", "2"), ("\\cubed", "3")] where rest().hasPrefix(word) {
              index = source.index(index, offsetBy: word.count)
              power = (isPer ? "-" : "") + digit
            }
            if isPer { apart() }
            out += "\\mathrm{\(prefix + sign)}" + (power.isEmpty ? "" : "^{\(power)}")
            prefix = ""
            isPer = false
          } else {
            out += "\\\(name) "
          }
        }
      case "{", "}": break
      case "%": out += "\\%"
      case "°": out += "{}^{\\circ}"
      default:
        if character.isNumber {
          // Digits behind a unit are its power.
          var digits = String(character)
          while let digit = rest().first, digit.isNumber {
            digits.append(digit)
            index = source.index(after: index)
          }
          out += out.hasSuffix("}") ? "^{\(digits)}" : digits
        } else if character.isLetter {
          var word = String(character)
          while let letter = rest().first, letter.isLetter {
            word.append(letter)
            index = source.index(after: index)
          }
          out += "\\mathrm{\(word.replacing("µ", with: "\\text{µ}").replacing("Ω", with: "\\text{Ω}"))}"
        } else {
          out.append(character)
        }
      }
    }
    return out
  }

  private static let prefixes: [String: String] = [
    "atto": "a", "centi": "c", "deca": "da", "deci": "d", "femto": "f", "giga": "G", "hecto": "h", "kilo": "k", "mega": "M",
    "micro": "\\text{µ}", "milli": "m", "nano": "n", "peta": "P", "pico": "p", "tera": "T", "exa": "E", "zepto": "z",
  ]
  private static let names: [String: String] = [
    "ampere": "A", "angstrom": "\\text{Å}", "bar": "bar", "becquerel": "Bq", "bit": "bit", "byte": "B", "candela": "cd",
    "celsius": "{}^{\\circ}C", "coulomb": "C", "day": "d", "decibel": "dB", "degree": "{}^{\\circ}", "degreeCelsius": "{}^{\\circ}C",
    "electronvolt": "eV", "farad": "F", "gram": "g", "gray": "Gy", "hectare": "ha", "henry": "H", "hertz": "Hz", "hour": "h",
    "joule": "J", "kelvin": "K", "kg": "kg", "kilogram": "kg", "liter": "L", "litre": "L", "lumen": "lm", "lux": "lx", "meter": "m",
    "metre": "m", "minute": "min", "mole": "mol", "newton": "N", "ohm": "\\text{Ω}", "pascal": "Pa", "percent": "\\%", "radian": "rad",
    "second": "s", "siemens": "S", "sievert": "Sv", "steradian": "sr", "tesla": "T", "tonne": "t", "volt": "V", "watt": "W", "weber": "Wb",
    "m": "m", "s": "s", "km": "km", "cm": "cm", "mm": "mm", "nm": "nm", "um": "\\text{µ}m",
  ]
}
