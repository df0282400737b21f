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
  /// Points of a root letter on the page, where the text of slides, 1.1 of them, has 14.
  private static let rootLetter = 14 / 1.1

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

  /// The declarations of a class; nil for one that says nothing of words.
  static func declaration(of name: String) -> (name: String, value: String)? {
    if let known = words[name] {
      let parts = known.split(separator: ":", maxSplits: 1).map { String($0).trimmedWhitespace() }
      return (parts[0], parts[1])
    }
    guard name.hasPrefix("text-"), case let rest = String(name.dropFirst(5).prefix { $0 != "/" }) else { return nil }
    if let size = sizes[rest] { return ("font-size", "\((size * rootLetter * 10).rounded() / 10)pt") }
    if rest.hasPrefix("["), rest.hasSuffix("]"), case let value = String(rest.dropFirst().dropLast()) {
      if value.hasPrefix("#") { return ("color", value) }
      for (unit, factor) in [("px", rootLetter / 16), ("rem", rootLetter)] where value.hasSuffix(unit) {
        if let number = DocumentNumber.real(value.dropLast(unit.count)) {
          return ("font-size", "\((number * factor * 10).rounded() / 10)pt")
        }
      }
      return nil
    }
    let parts = rest.split(separator: "-").map(String.init)
    guard let shades = parts.first.flatMap({ colors[["slate", "zinc", "neutral", "stone"].contains($0) ? "gray" : $0] }) else { return nil }
    guard parts.count > 1, let shade = DocumentNumber.whole(parts[1]) else { return parts.count == 1 ? ("color", shades[1]) : nil }
    return ("color", shades[min(max(shade / 100 - 3, 0), 4)])
  }
}
