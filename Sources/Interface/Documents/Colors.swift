import TypesetBytes
@_exported public import struct TypesetBoxes.Color
@_exported public import enum TypesetBoxes.Truncation
@_exported public import enum TypesetBoxes.TypeSize
@_exported public import enum TypesetBoxes.TypeStyle

// Colours by the names that CSS gives them.

extension Color {
  /// A colour by its hexadecimal number: `0x1A2B3C`.
  ///
  /// - Parameters:
  ///   - hex: Red, green and blue, eight bits each; higher bits are ignored.
  ///   - opacity: From 0, invisible, to 1; values outside this range are clamped.
  public init(hex: UInt32, opacity: Double = 1) {
    let alpha = opacity.isFinite ? UInt32((min(max(opacity, 0), 1) * 255).rounded()) : 255
    self.init(rgba: hex << 8 | alpha)
  }

  /// The same colour, more or less transparent.
  ///
  /// - Parameter opacity: From 0, invisible, to 1; values outside this range are clamped.
  public func opacity(_ opacity: Double) -> Color { Color(hex: rgba >> 8, opacity: opacity) }

  /// CSS' `red`, `#ff0000`.
  public static let red = Color(hex: 0xFF0000)
  /// CSS' `orange`, `#ffa500`.
  public static let orange = Color(hex: 0xFFA500)
  /// CSS' `yellow`, `#ffff00`.
  public static let yellow = Color(hex: 0xFFFF00)
  /// CSS' `green`, `#008000`.
  public static let green = Color(hex: 0x008000)
  /// CSS' `olive`, `#808000`.
  public static let olive = Color(hex: 0x808000)
  /// CSS' `lime`, `#00ff00`.
  public static let lime = Color(hex: 0x00FF00)
  /// CSS' `teal`, `#008080`.
  public static let teal = Color(hex: 0x008080)
  /// CSS' `cyan`, `#00ffff`.
  public static let cyan = Color(hex: 0x00FFFF)
  /// CSS' `blue`, `#0000ff`.
  public static let blue = Color(hex: 0x0000FF)
  /// CSS' `navy`, `#000080`.
  public static let navy = Color(hex: 0x000080)
  /// CSS' `indigo`, `#4b0082`.
  public static let indigo = Color(hex: 0x4B0082)
  /// CSS' `purple`, `#800080`.
  public static let purple = Color(hex: 0x800080)
  /// CSS' `magenta`, which it also calls `fuchsia`, `#ff00ff`.
  public static let magenta = Color(hex: 0xFF00FF)
  /// CSS' `gold`, `#ffd700`.
  public static let gold = Color(hex: 0xFFD700)
  /// CSS' `pink`, `#ffc0cb`.
  public static let pink = Color(hex: 0xFFC0CB)
  /// CSS' `brown`, `#a52a2a`.
  public static let brown = Color(hex: 0xA52A2A)
  /// CSS' `maroon`, `#800000`.
  public static let maroon = Color(hex: 0x800000)
  /// CSS' `gray`, `#808080`.
  public static let gray = Color(hex: 0x808080)
  /// CSS' `silver`, `#c0c0c0`.
  public static let silver = Color(hex: 0xC0C0C0)
  /// `#ffffff`.
  public static let white = Color(hex: 0xFFFFFF)
  /// Fully transparent.
  public static let clear = Color(rgba: 0)

  /// As in a theme file: `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  package var styleText: String {
    let isOpaque = rgba & 0xFF == 0xFF
    return "#" + (isOpaque ? String(hex: rgba >> 8, digits: 6) : String(hex: rgba, digits: 8))
  }
}
