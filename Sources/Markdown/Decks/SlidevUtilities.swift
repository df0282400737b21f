internal import TypesetBytes
internal import TypesetDiagnostics

/// What classes of UnoCSS and Tailwind say of words on Slidev's slides, `text-4xl font-bold text-red-500`, as declarations of CSS.
///
/// - Source: Tailwind CSS 3, Font Size, Font Weight and Customizing Colors.
enum SlidevUtilities {
  /// In root letters.
  private static let sizes: [String: Double] = [
    "xs": 0.75, "sm": 0.875, "base": 1, "lg": 1.125, "xl": 1.25, "2xl": 1.5, "3xl": 1.875, "4xl": 2.25, "5xl": 3, "6xl": 3.75, "7xl": 4.5,
    "8xl": 6, "9xl": 8,
  ]

  private static let words: [String: String] = [
    "font-bold": "font-weight: 700", "font-semibold": "font-weight: 600", "font-black": "font-weight: 900",
    "font-extrabold": "font-weight: 800", "font-normal": "font-weight: 400", "italic": "font-style: italic",
    "not-italic": "font-style: normal", "underline": "text-decoration: underline", "line-through": "text-decoration: line-through",
    "uppercase": "text-transform: uppercase", "lowercase": "text-transform: lowercase", "capitalize": "text-transform: capitalize",
    "font-mono": "font-family: monospace", "text-left": "text-align: left", "text-center": "text-align: center",
    "text-right": "text-align: right", "text-white": "color: #ffffff", "text-black": "color: #000000",
  ]

  /// The shades 300 to 700 of colours.
  private static let colors: [String: [String]] = [
    "gray": ["#d1d5db", "#9ca3af", "#6b7280", "#4b5563", "#374151"], "red": ["#fca5a5", "#f87171", "#ef4444", "#dc2626", "#b91c1c"],
    "orange": ["#fdba74", "#fb923c", "#f97316", "#ea580c", "#c2410c"], "amber": ["#fcd34d", "#fbbf24", "#f59e0b", "#d97706", "#b45309"],
    "yellow": ["#fde047", "#facc15", "#eab308", "#ca8a04", "#a16207"], "green": ["#86efac", "#4ade80", "#22c55e", "#16a34a", "#15803d"],
    "emerald": ["#6ee7b7", "#34d399", "#10b981", "#059669", "#047857"], "teal": ["#5eead4", "#2dd4bf", "#14b8a6", "#0d9488", "#0f766e"],
    "cyan": ["#67e8f9", "#22d3ee", "#06b6d4", "#0891b2", "#0e7490"], "sky": ["#7dd3fc", "#38bdf8", "#0ea5e9", "#0284c7", "#0369a1"],
    "blue": ["#93c5fd", "#60a5fa", "#3b82f6", "#2563eb", "#1d4ed8"], "indigo": ["#a5b4fc", "#818cf8", "#6366f1", "#4f46e5", "#4338ca"],
    "violet": ["#c4b5fd", "#a78bfa", "#8b5cf6", "#7c3aed", "#6d28d9"], "purple": ["#d8b4fe", "#c084fc", "#a855f7", "#9333ea", "#7e22ce"],
    "pink": ["#f9a8d4", "#f472b6", "#ec4899", "#db2777", "#be185d"], "rose": ["#fda4af", "#fb7185", "#f43f5e", "#e11d48", "#be123c"],
  ]

  /// Screens on which slides are shown: the wider ones of phones' and tablets'.
  private static let screens = ["sm:", "md:", "lg:", "xl:", "lt-", "at-", "max-", "2xl:"]

  /// Classes with those for the screens of slides in the place of what they are said instead of: `flex-row` for `flex-col md:flex-row`. Nil where none is
  /// for a screen.
  static func shown(_ classes: [String]) -> [String]? {
    guard classes.contains(where: { name in screens.contains { name.hasPrefix($0) } }) else { return nil }
    var shown = classes.filter { name in !screens.contains { name.hasPrefix($0) } }
    for screen in screens.prefix(4) {
      for name in classes where name.hasPrefix(screen) {
        let own = String(name.dropFirst(screen.count))
        let group = group(of: own)
        shown.removeAll { Self.group(of: $0) == group }
        shown.append(own)
      }
    }
    return shown
  }

  /// What a class is about: of several with the same the last holds.
  private static func group(of name: String) -> String {
    if ["block", "inline", "inline-block", "flex", "inline-flex", "grid", "hidden", "table", "contents"].contains(name) {
      return "display"
    }
    if name.hasPrefix("flex-row") || name.hasPrefix("flex-col") { return "flex-direction" }
    if ["text-left", "text-center", "text-right"].contains(name) { return "text-align" }
    if name.hasPrefix("text-"), sizes[String(name.dropFirst(5))] != nil { return "font-size" }
    return name.lastIndex(of: "-").map { String(name[..<$0]) } ?? name
  }

  /// The declarations of a class; nil for one that says nothing of words.
  static func declaration(of name: String) -> (name: String, value: String)? {
    if let known = words[name] {
      let parts = known.split(separator: ":", maxSplits: 1).map { String($0).trimmedWhitespace() }
      return (parts[0], parts[1])
    }
    if name.hasPrefix("bg-") { return ground(name.dropFirst(3)).map { ("background", $0) } }
    guard name.hasPrefix("text-"), case let rest = String(name.dropFirst(5).prefix { $0 != "/" }) else { return nil }
    if let size = sizes[rest] { return SlideUnits.slidev.points("\(size)rem", ofLetters: true).map { ("font-size", $0) } }
    if rest.hasPrefix("["), rest.hasSuffix("]"), case let value = String(rest.dropFirst().dropLast()) {
      if value.hasPrefix("#") || value.hasPrefix("rgb") || value.hasPrefix("hsl") { return ("color", value.replacing("_", with: " ")) }
      return SlideUnits.slidev.points(value, ofLetters: true).map { ("font-size", $0) }
    }
    return color(rest[...]).map { ("color", $0) }
  }

  /// `red-500`, `red`, `gray-50`; nil for what is no colour.
  private static func color(_ name: Substring) -> String? {
    let parts = name.split(separator: "-").map(String.init)
    guard let shades = parts.first.flatMap({ colors[["slate", "zinc", "neutral", "stone"].contains($0) ? "gray" : $0] }) else { return nil }
    guard parts.count > 1, let shade = DocumentNumber.whole(parts[1], in: 50...950) else { return parts.count == 1 ? shades[1] : nil }
    guard !(300..<800).contains(shade) else { return shades[shade / 100 - 3] }
    // Those that are lighter and darker are between these and white or black.
    let isLight = shade < 300
    let part = isLight ? [50: 0.12, 100: 0.28, 200: 0.6][shade] ?? 0.5 : [800: 0.8, 900: 0.62, 950: 0.35][shade] ?? 0.7
    return mixed(isLight ? shades[0] : shades[4], with: isLight ? 255 : 0, part)
  }

  private static func mixed(_ color: String, with tone: Double, _ part: Double) -> String {
    let digits = Array(color.utf8.dropFirst()).map { Int($0) > 0x39 ? Int($0) - 0x57 : Int($0) - 0x30 }
    var out = "#"
    for place in stride(from: 0, to: min(digits.count, 6), by: 2) {
      let value = Int(clamping: (Double(digits[place] * 16 + digits[place + 1]) * part + tone * (1 - part)).rounded())
      for digit in [value / 16, value % 16] { out.append(Character(UnicodeScalar(UInt8(digit < 10 ? 0x30 + digit : 0x57 + digit)))) }
    }
    return out
  }

  /// `white`, `blue-100`, `[#123456]`, with a part behind a stroke, `red-500/10`; nil for pictures, gradients and the like.
  private static func ground(_ words: Substring) -> String? {
    let parts = words.split(separator: "/").map(String.init)
    guard let name = parts.first else { return nil }
    let value = ["white": "#ffffff", "black": "#000000"][name] ?? hexadecimal(name) ?? color(name[...])
    guard let value, parts.count > 1 else { return value }
    guard value.utf8.count == 7, let part = DocumentNumber.whole(parts[1], in: 0...100) else { return nil }
    // Over white.
    return mixed(value, with: 255, Double(part) / 100)
  }

  /// `[#12AB34]` in small letters; nil for what has other signs than digits.
  private static func hexadecimal(_ name: String) -> String? {
    guard name.hasPrefix("[#"), name.hasSuffix("]"), case let digits = name.dropFirst(2).dropLast(), digits.utf8.allSatisfy(\.isHexDigit)
    else { return nil }
    return "#" + digits.lowercased()
  }
}
