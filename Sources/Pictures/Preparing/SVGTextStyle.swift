internal import TypesetDiagnostics

/// What places a label and gives its letters their size: the inherited properties of SVG's text.
struct SVGTextStyle {
  enum Anchor { case start, middle, end }

  /// In units of the element. librsvg's own size where a file says nothing.
  var size = 12.0
  var anchor = Anchor.start
  var isBold = false
  var isItalic = false
  var isSans = false
  /// A unit of the element, in units of the root.
  var scale = 1.0
  var isMono = false
  /// Between two letters, in units of the element.
  var letterSpacing = 0.0
  /// How far `baseline-shift` raises the letters, in units of the element.
  var raised = 0.0
  /// How far above the label's own origin its baseline would be, as parts of the size: as `dominant-baseline` says, which is inherited, and as the
  /// element itself says.
  private var commonShift = 0.0
  var ownShift: Double?
  var shift: Double { ownShift ?? commonShift }

  /// What names of families have of which the letters have serifs, or are as wide as each other.
  private static let monospaced = ["mono", "courier", "code", "consol"]
  private static let withSerifs = ["times", "roman", "georgia", "garamond", "palatino", "cambria"] + monospaced

  mutating func take(_ name: String, _ value: String) {
    let value = value.trimmingSpace()
    switch name {
    case "font-size": if let new = Self.length(value, em: size), new >= 0 { size = new }
    case "font":
      for word in value.split(separator: " ") {
        let word = word.split(separator: "/").first.map(String.init) ?? ""
        switch word {
        case "bold": isBold = true
        case "italic", "oblique": isItalic = true
        default:
          guard word.first?.isNumber == true || word.first == ".", word.last?.isNumber == false, let new = Self.length(word, em: size)
          else {
            continue
          }
          size = new
        }
      }
    case "font-weight": isBold = value == "bold" || value == "bolder" || (DocumentNumber.whole(value) ?? 0) >= 600
    case "font-family":
      let family = value.lowercased()
      let isOther = Self.withSerifs.contains { family.contains($0) }
      isSans = !isOther && (family.contains("sans") || !family.contains("serif"))
      isMono = Self.monospaced.contains { family.contains($0) }
    case "font-style": isItalic = value == "italic" || value == "oblique"
    case "text-anchor":
      switch value {
      case "middle": anchor = .middle
      case "end": anchor = .end
      case "start": anchor = .start
      default: break
      }
    case "letter-spacing": letterSpacing = Self.length(value, em: size) ?? 0
    case "baseline-shift":
      switch value {
      case "super": raised += 0.4 * size
      case "sub": raised -= 0.2 * size
      default: raised += Self.length(value, em: size) ?? 0
      }
    case "dominant-baseline": if let shift = Self.shift(value) { commonShift = shift }
    case "alignment-baseline": if let shift = Self.shift(value) { ownShift = shift }
    default: break
    }
  }

  /// How much of a text is before the place that it is anchored at.
  func before(_ width: Double) -> Double { anchor == .start ? 0 : anchor == .middle ? width / 2 : width }

  /// From the named line of the letters down to their baseline, as a part of the size.
  private static func shift(_ name: String) -> Double? {
    switch name {
    case "middle": 0.22
    case "central": 0.33
    case "hanging": 0.7
    case "text-before-edge", "before-edge", "text-top": 0.8
    case "text-after-edge", "after-edge", "text-bottom", "ideographic": -0.2
    case "auto", "baseline", "alphabetic": 0
    default: nil
    }
  }

  /// True where what is around makes letters wider or higher than they are.
  private(set) var isUneven = false

  /// Takes an attribute `transform`: of what it does the size alone matters, and whether both directions have it.
  mutating func take(transform: String) {
    let transform = SVGTransform(transform)
    scale *= transform.scale
    isUneven = isUneven || transform.isUneven
  }

  /// The declarations of an attribute `style`.
  mutating func take(declarations: String) {
    for declaration in declarations.split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let value = declaration[declaration.index(after: colon)...].replacing("!important", with: "")
      take(declaration[..<colon].trimmingSpace().lowercased(), String(value))
    }
  }

  /// A length in user units; nil for anything else.
  static func length(_ text: String, em: Double) -> Double? {
    let text = text.trimmingSpace()
    let number = text.prefix { $0.isNumber || ".+-".contains($0) }
    guard let value = DocumentNumber.real(number), abs(value) < 1e6 else { return nil }
    switch text[number.endIndex...] {
    case "", "px": return value
    case "pt": return value * 4 / 3
    case "em", "rem": return value * em
    case "ex": return value * em / 2
    case "%": return value * em / 100
    case "mm": return value * 96 / 25.4
    case "cm": return value * 96 / 2.54
    case "in": return value * 96
    case "pc": return value * 16
    default: return nil
    }
  }
}

/// The rules of a file's style sheets, as far as they are about labels.
struct SVGStyleSheet {
  private struct Rule {
    var name: Substring
    var id: Substring
    var classes: [Substring]
    var declarations: String
  }

  private var rules: [Rule] = []
  private static let mostRules = 2000

  var count: Int { rules.count }

  mutating func add(_ text: String) {
    var rest = text.replacing("<![CDATA[", with: "").replacing("]]>", with: "")[...]
    while let open = rest.firstIndex(of: "{"), rules.count < Self.mostRules {
      guard let close = rest[open...].firstIndex(of: "}") else { return }
      let body = String(rest[rest.index(after: open)..<close])
      for selector in rest[..<open].split(separator: ",") where !selector.contains("@") {
        // The last part decides; what is around it is not looked at.
        guard let last = selector.split(whereSeparator: { " \n\t\r>+~".contains($0) }).last else { continue }
        rules.append(Self.rule(last.prefix { $0 != ":" && $0 != "[" }, body))
      }
      rest = rest[close...].dropFirst()
    }
  }

  private static func rule(_ selector: Substring, _ declarations: String) -> Rule {
    var rule = Rule(name: "", id: "", classes: [], declarations: declarations)
    var rest = selector
    rule.name = rest.prefix { $0 != "." && $0 != "#" }
    rest = rest.dropFirst(rule.name.count)
    while let mark = rest.first {
      let word = rest.dropFirst().prefix { $0 != "." && $0 != "#" }
      if mark == "#" { rule.id = word } else { rule.classes.append(word) }
      rest = rest.dropFirst(word.count + 1)
    }
    return rule
  }

  /// What the rules say of an element.
  func apply(to style: inout SVGTextStyle, name: String, id: String, classes: String) {
    guard !rules.isEmpty else { return }
    let own = classes.split(separator: " ")
    for rule in rules {
      guard rule.name.isEmpty || rule.name == "*" || rule.name == name, rule.id.isEmpty || rule.id == id,
        rule.classes.allSatisfy({ own.contains($0) }), !(rule.name.isEmpty && rule.id.isEmpty && rule.classes.isEmpty)
      else { continue }
      style.take(declarations: rule.declarations)
    }
  }
}
