public import TypesetBoxes

/// A line below or through text: `true`, `false`, `dash`, `dot red`, `#f00`.
public struct TextLine: Hashable, Sendable {
  /// How a line is drawn.
  public enum Form: String, Hashable, Sendable, CaseIterable { case solid, dash, dot, dashdot, wave, double }

  /// Nil for no line.
  public var form: Form?
  /// Nil for that of the text.
  public var color: Color?

  public init(_ form: Form?, _ color: Color? = nil) {
    self.form = form
    self.color = color
  }

  /// A form and a colour in any order; a colour alone is that of a solid line.
  public init?(_ text: some StringProtocol) {
    self.init(.solid)
    var hasForm = false
    let words = text.trimmed().lowercased().words(between: [" "])
    guard (1...2).contains(words.count) else { return nil }
    for word in words {
      if !hasForm, let form = Self.forms[word] {
        (self.form, hasForm) = (form, true)
      } else if color == nil, let color = Color(word) {
        self.color = color
      } else {
        return nil
      }
    }
  }

  private static let forms: [String: Form?] = [
    "true": .solid, "yes": .solid, "solid": .solid, "single": .solid, "false": nil, "no": nil, "none": nil, "dash": .dash, "dashed": .dash,
    "dot": .dot, "dotted": .dot, "dashdot": .dashdot, "dash-dot": .dashdot, "wave": .wave, "wavy": .wave, "double": .double,
  ]
}

/// In which case letters are drawn; the text itself stays as it was written.
public enum LetterCase: String, Hashable, Sendable, CaseIterable {
  case upper, lower, title, none

  /// Its name, or that of CSS' `text-transform`.
  public init?(_ text: some StringProtocol) {
    switch text.trimmed().lowercased() {
    case "upper", "uppercase": self = .upper
    case "lower", "lowercase": self = .lower
    case "title", "capitalize": self = .title
    case "none", "false": self = .none
    default: return nil
    }
  }
}

/// Colours that run over the characters of a text.
public struct ColorRamp: Hashable, Sendable {
  /// In order, the first and the last for the first and the last character; empty for the hues of the rainbow.
  public var colors: [Color]

  public init(_ colors: [Color] = []) { self.colors = colors }

  /// `hue`, or two colours and more with commas or spaces between them.
  public init?(_ text: some StringProtocol) {
    let text = text.trimmed()
    if ["hue", "rainbow"].contains(text.lowercased()) {
      self.init()
      return
    }
    self.init(names: text.words(between: [",", " "]))
  }

  init?(names: [some StringProtocol]) {
    let colors = names.map { Color($0) }
    guard (2...100).contains(colors.count), !colors.contains(nil) else { return nil }
    self.init(colors.compactMap(\.self))
  }

  /// The colour of one of `count` characters.
  ///
  /// - Parameter isOnDark: True if hues are for a dark ground.
  package func color(_ number: Int, of count: Int, isOnDark: Bool) -> Color {
    let place = count > 1 ? Double(number) / Double(count - 1) : 0
    // The last hue is violet: the circle is not closed.
    guard colors.count > 1 else { return Self.hue(place * 5 / 6, isOnDark: isOnDark) }
    let position = place * Double(colors.count - 1)
    let first = min(Int(clamping: position), colors.count - 2)
    let part = position - Double(first)
    func mixed(_ channel: KeyPath<Color, Double>) -> UInt8 {
      let value = colors[first][keyPath: channel] * (1 - part) + colors[first + 1][keyPath: channel] * part
      return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: mixed(\.alpha))
  }

  /// A hue, from 0 to 1 around the circle, that is as light as can be read on paper, or on a dark ground.
  private static func hue(_ hue: Double, isOnDark: Bool) -> Color {
    func channel(_ shift: Double) -> Double {
      let place = (hue * 6 + shift).truncatingRemainder(dividingBy: 6)
      return min(max(abs(place - 3) - 1, 0), 1)
    }
    var channels = [channel(0), channel(4), channel(2)]
    // Relative luminance (WCAG 2.2) with a gamma of two, which is near enough here: yellow is darkened, blue lightened.
    func luminance() -> Double { zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.0 * $1.1 } }
    if isOnDark {
      while luminance() < 0.4 { channels = channels.map { $0 + (1 - $0) * 0.1 } }
    } else if luminance() > 0.2 {
      let factor = (0.2 / luminance()).squareRoot()
      channels = channels.map { $0 * factor }
    }
    let bytes = channels.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

extension String {
  /// The parts between separators that are outside of parentheses, as those of `rgb(1, 2, 3)` are not.
  fileprivate func words(between separators: Set<Character>) -> [String] {
    var words = [""]
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, separators.contains(character) { words.append("") } else { words[words.count - 1].append(character) }
    }
    return words.filter { !$0.isEmpty }
  }
}
