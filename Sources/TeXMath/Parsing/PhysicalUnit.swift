internal import TypesetDiagnostics

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
  /// - Parameter hasCross: True for siunitx, which has a cross before a power; mhchem has one only before `E`.
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

  /// True for what siunitx takes for a number: digits with a decimal sign, an uncertainty, a power, signs of relation and commands.
  static func isNumber(_ source: String) -> Bool {
    let text = source.filter { !$0.isWhitespace && $0 != "{" && $0 != "}" }
    var isInCommand = false
    let letters = text.filter { character in
      isInCommand = character == "\\" || isInCommand && character.isLetter
      return !isInCommand && character.isLetter
    }
    // One decimal point in each number.
    let hasPoints = text.split { !$0.isNumber && $0 != "." }.contains { $0.count { $0 == "." } > 1 }
    return letters.allSatisfy { "eEdDxi".contains($0) } && !text.contains("..") && !hasPoints
      && text.contains { $0.isNumber || $0 == "e" || $0 == "E" || $0 == "\\" }
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
  /// - Parameters:
  ///   - dot: TeX for a dot between units.
  ///   - unknown: Names of commands that mean nothing; they are shown in the error colour.
  static func units(_ source: String, dot: String = "{\\cdot}", unknown: Set<String> = []) -> String {
    var reader = Reader(source: source, dot: dot, unknown: unknown, index: source.startIndex)
    return reader.read()
  }

  /// Translates units from left to right.
  private struct Reader {
    let source: String
    let dot: String
    let unknown: Set<String>
    var index: String.Index
    var out = ""
    /// True after `\per`.
    var isPer = false
    /// The sign of a prefix, such as `\kilo`, whose unit has not been read.
    var prefix = ""

    var rest: Substring { source[index...] }

    mutating func read() -> String {
      while let character = rest.first {
        index = source.index(after: index)
        switch character {
        case " ", "~": if !out.isEmpty, !rest.isEmpty { separate() }
        case "*", ".", "·": out += dot
        case "/":
          if rest.hasPrefix("/") { index = source.index(after: index) }
          out += "/"
        case "^", "-", "+", "\u{2212}": out += "^{\(exponent(after: character))}"
        case "$": out += taken(upTo: "$")
        case "\\": readCommand()
        case "{", "}": break
        case "%": out += "\\%"
        case "°": out += "{}^{\\circ}"
        default: readWord(from: character)
        }
      }
      // A prefix that no unit follows.
      if !prefix.isEmpty { addUnit("") }
      return out
    }

    private mutating func separate() {
      if !out.isEmpty, !out.hasSuffix("/"), !out.hasSuffix("\\cdot "), !out.hasSuffix("\\,") { out += "\\," }
    }

    /// The text before a character, which is skipped.
    private mutating func taken(upTo end: Character) -> Substring {
      let found = rest.firstIndex(of: end) ?? source.endIndex
      defer { index = found < source.endIndex ? source.index(after: found) : found }
      return source[index..<found]
    }

    private mutating func taken(while isTaken: (Character) -> Bool) -> Substring {
      let found = rest.prefix(while: isTaken)
      index = found.endIndex
      return found
    }

    private mutating func exponent(after sign: Character) -> String {
      if sign == "^", rest.hasPrefix("{") {
        index = source.index(after: index)
        return String(taken(upTo: "}"))
      }
      let start = sign == "^" ? "" : sign == "\u{2212}" ? "-" : String(sign)
      return start + taken { $0.isNumber || $0 == "-" || $0 == "+" }
    }

    /// `\metre`, `\per`, `\squared`; an unknown command stays as it is.
    private mutating func readCommand() {
      let name = String(taken { $0.isLetter })
      guard !name.isEmpty || rest.isEmpty else {
        out += "\\" + String(source[index])
        index = source.index(after: index)
        return
      }
      switch name {
      // As `words` has them.
      case "per": isPer = true
      case "squared", "square": out += "^{2}"
      case "cubed", "cubic": out += "^{3}"
      case "of", "tothe", "raiseto": break
      default:
        if let sign = prefixes[name] {
          prefix = sign
        } else if let sign = names[name] {
          addUnit(sign)
        } else {
          let isUnknown = unknown.contains(name)
          addUnit("", isUnknown ? "\\textcolor{#cc0000}{\\texttt{\\textbackslash \(name)}}" : "\\\(name) ", takesPower: isUnknown)
        }
      }
    }

    /// - Parameters:
    ///   - sign: What the prefix before it is joined to.
    ///   - tex: What follows the sign as it is.
    ///   - takesPower: False for a command of the author's, which may be anything.
    private mutating func addUnit(_ sign: String, _ tex: String = "", takesPower: Bool = true) {
      guard takesPower else {
        out += (prefix.isEmpty ? "" : "\\mathrm{\(prefix)}") + tex
        prefix = ""
        return
      }
      // A denominator is a negative power: the exponent that follows is read first.
      var power = isPer ? "-1" : ""
      for (word, digit) in [("\\squared", "2"), ("\\cubed", "3")] where rest.hasPrefix(word) {
        index = source.index(index, offsetBy: word.count)
        power = (isPer ? "-" : "") + digit
      }
      separate()
      out += ((prefix + sign).isEmpty ? "" : "\\mathrm{\(prefix + sign)}") + tex + (power.isEmpty ? "" : "^{\(power)}")
      prefix = ""
      isPer = false
    }

    private mutating func readWord(from character: Character) {
      if character.isNumber {
        // Digits after a unit are its power.
        let digits = String(character) + taken { $0.isNumber }
        out += out.hasSuffix("}") ? "^{\(digits)}" : digits
      } else if character.isLetter {
        let word = String(character) + taken { $0.isLetter }
        out += "\\mathrm{\(prefix)\(word.replacing("µ", with: "\\text{µ}").replacing("Ω", with: "\\text{Ω}"))}"
        prefix = ""
      } else {
        out.append(character)
      }
    }
  }

  /// True for a command that units are written with.
  static func knows(_ name: String) -> Bool { names[name] != nil || prefixes[name] != nil || words.contains(name) }

  static var allNames: [String] { (Array(names.keys) + prefixes.keys + words).sorted() }

  /// What changes the unit beside it.
  private static let words: Set<String> = ["per", "squared", "square", "cubed", "cubic", "of", "tothe", "raiseto"]

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
