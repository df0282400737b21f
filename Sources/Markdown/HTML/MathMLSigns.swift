internal import TypesetDiagnostics

/// The characters and names of MathML's tokens as LaTeX.
enum MathMLSigns {
  static let openers: Set<String> = ["(", "[", "{", "⟨", "〈", "⌊", "⌈", "⟦"]
  static let closers: Set<String> = [")", "]", "}", "⟩", "〉", "⌋", "⌉", "⟧"]
  static let bars: Set<String> = ["|", "∣", "‖", "∥", "||"]
  static let bigOperators: Set<String> = [
    "∑", "∏", "∐", "∫", "∬", "∭", "∮", "⋀", "⋁", "⋂", "⋃", "⨀", "⨁", "⨂", "⨄", "⨆",
  ]
  /// Functions of LaTeX's with limits.
  static let limits: Set<String> = ["lim", "max", "min", "sup", "inf", "det", "gcd", "Pr", "liminf", "limsup"]
  private static let functions = limits.union([
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth", "exp", "ln", "log", "lg", "arg",
    "dim", "ker", "deg", "hom",
  ])
  /// Function application, invisible multiplication, separator and plus, and characters without width.
  private static let invisible: Set<Unicode.Scalar> = ["\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}", "\u{200B}", "\u{FEFF}", "\u{200C}"]

  private static func visible(_ words: String) -> String {
    String(String.UnicodeScalarView(words.unicodeScalars.filter { !invisible.contains($0) }))
  }

  static func identifier(_ words: String, variant: String?) -> String {
    let words = visible(words)
    guard !words.isEmpty else { return "" }
    if let primes = primes(words) { return primes.replacing("\\prime", with: "'") }
    if let command = variant.flatMap(alphabet) { return "\(command){\(escaped(words))}" }
    if words.count == 1 { return operation(words) }
    return functions.contains(words) ? "\\" + words : "\\mathrm{\(escaped(words).replacing(" ", with: "\\ "))}"
  }

  static func number(_ words: String, variant: String?) -> String {
    let digits = escaped(visible(words)).replacing(",", with: "{,}").replacing(" ", with: "\\,").replacing("\u{A0}", with: "\\,")
    return variant.flatMap(alphabet).map { "\($0){\(digits)}" } ?? digits
  }

  static func operation(_ words: String) -> String {
    let words = visible(words)
    if let known = signs[words] { return known }
    if words.count > 1, words.allSatisfy({ $0.isLetter || $0 == " " }) { return identifier(words, variant: nil) }
    return escaped(words)
  }

  private static let signs = [
    "|": "\\vert ", "∣": "\\vert ", "‖": "\\Vert ", "∥": "\\Vert ", "||": "\\Vert ", "{": "\\{", "}": "\\}", "<": "\\lt ", ">": "\\gt ",
    "\\": "\\backslash ", "~": "\\sim ", "^": "\\wedge ", "′": "'", "″": "''", "‴": "'''", "…": "\\ldots ", "\u{A0}": "\\ ", "−": "-",
  ]

  /// `'` and `′` as they stand in a superscript; nil for other signs.
  static func primes(_ words: String) -> String? {
    switch words {
    case "'", "′": "\\prime"
    case "''", "″", "′′": "\\prime\\prime"
    case "'''", "‴", "′′′": "\\prime\\prime\\prime"
    default: nil
    }
  }

  /// A delimiter behind `\left` or `\right`.
  static func fence(_ sign: String) -> String {
    switch sign {
    case "{": "\\{"
    case "}": "\\}"
    case "|", "∣": "\\vert "
    case "‖", "∥", "||": "\\Vert "
    case "⟨", "〈": "\\langle "
    case "⟩", "〉": "\\rangle "
    case "⌊": "\\lfloor "
    case "⌋": "\\rfloor "
    case "⌈": "\\lceil "
    case "⌉": "\\rceil "
    case "(", ")", "[", "]", "/": sign
    default: sign.count == 1 ? escaped(sign) : "."
    }
  }

  static func accentAbove(_ sign: String, isSingle: Bool) -> String? {
    switch sign {
    case "¯", "‾", "\u{304}", "\u{305}", "_", "―", "─": isSingle ? "\\bar" : "\\overline"
    case "^", "ˆ", "\u{302}": isSingle ? "\\hat" : "\\widehat"
    case "~", "˜", "\u{303}", "∼": isSingle ? "\\tilde" : "\\widetilde"
    case "→", "\u{20D7}", "⇀": isSingle ? "\\vec" : "\\overrightarrow"
    case "←": "\\overleftarrow"
    case "↔": "\\overleftrightarrow"
    case "˙", "\u{307}", ".": "\\dot"
    case "¨", "\u{308}", "..": "\\ddot"
    case "˘": "\\breve"
    case "ˇ": "\\check"
    case "´": "\\acute"
    case "`": "\\grave"
    case "⏞", "︷": "\\overbrace"
    default: nil
    }
  }

  static func accentBelow(_ sign: String) -> String? {
    switch sign {
    case "_", "\u{332}", "¯", "‾", "―": "\\underline"
    case "⏟", "︸": "\\underbrace"
    case "→": "\\underrightarrow"
    case "←": "\\underleftarrow"
    default: nil
    }
  }

  private static func alphabet(_ variant: String) -> String? {
    switch variant {
    case "normal": "\\mathrm"
    case "bold": "\\mathbf"
    case "italic": "\\mathit"
    case "bold-italic": "\\boldsymbol"
    case "double-struck": "\\mathbb"
    case "script", "bold-script": "\\mathcal"
    case "fraktur", "bold-fraktur": "\\mathfrak"
    case "sans-serif": "\\mathsf"
    case "monospace": "\\mathtt"
    default: nil
    }
  }

  static func space(_ width: String) -> String {
    let number = width.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let value = DocumentNumber.real(String(number)), value != 0 else { return width.hasSuffix("space") ? "\\," : "" }
    let unit = width.dropFirst(number.count)
    guard abs(value) < 100, ["em", "ex", "pt"].contains(unit) else { return value > 0 ? "\\ " : "" }
    return "\\hspace{\(number)\(unit)}"
  }

  static func escaped(_ words: String) -> String {
    var out = ""
    for character in words {
      switch character {
      case "{", "}", "$", "&", "#", "%", "_": out += "\\\(character)"
      case "\\": out += "\\backslash "
      case "^", "~": out += "\\\(character){}"
      // What ends the formula in the text.
      case "`": out += "‘"
      case _ where character.isNewline: out += " "
      default: out.append(character)
      }
    }
    return out
  }
}
