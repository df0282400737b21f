internal import TypesetDiagnostics

/// The rules of a style sheet, as CSS and SCSS have them, in their order.
///
/// - Source: CSS Syntax Module Level 3, 5.4, and CSS Nesting Module; strings with braces in them are not known.
struct StyleSheet {
  /// A rule, or what stands around others, `@media print { … }`.
  struct Rule {
    /// What stands before its brace, behind what stands before the braces of the rules around it; outermost first.
    var selectors: [ArraySlice<UInt8>]
    /// Its own declarations, `display: flex`, without those of rules within it.
    var declarations: [ArraySlice<UInt8>]
    /// The rule with its selector and braces.
    var bytes: ArraySlice<UInt8>
  }

  private(set) var rules: [Rule] = []

  private static let mostNested = 8

  /// - Parameter mostRules: Rules behind these are not read.
  init(_ sheet: ArraySlice<UInt8>, mostRules: Int) {
    let sheet = Self.withoutComments(Array(sheet))[...]
    var open: [Rule] = []
    var start = 0
    for index in sheet.indices {
      guard rules.count < mostRules else { return }
      switch sheet[index] {
      case ASCII.openBrace:
        let isRead = open.count < Self.mostNested
        open.append(
          Rule(selectors: isRead ? (open.last?.selectors ?? []) + [sheet[start..<index]] : [], declarations: [], bytes: sheet[start...]))
        start = index + 1
      case UInt8(ascii: ";"):
        if !open.isEmpty { open[open.count - 1].declarations.append(sheet[start..<index]) }
        start = index + 1
      case ASCII.closeBrace:
        if var rule = open.popLast(), !rule.selectors.isEmpty {
          if start < index { rule.declarations.append(sheet[start..<index]) }
          rule.bytes = rule.bytes[...index]
          rules.append(rule)
        }
        start = index + 1
      default: break
      }
    }
  }

  /// The name of a declaration, in small letters, and its value without `!important`; nil for what is none, or very long.
  static func declaration(_ bytes: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard bytes.count < 2_000, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let value = String(decoding: bytes[(colon + 1)...], as: UTF8.self).replacing("!important", with: "").trimmedWhitespace()
    let name = String(decoding: bytes[..<colon], as: UTF8.self).trimmedWhitespace().lowercased()
    return value.isEmpty ? nil : (name, value)
  }

  private static func withoutComments(_ sheet: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var kept = 0
    while let start = sheet.find(Array("/*".utf8), from: kept) {
      out += sheet[kept..<start]
      guard let end = sheet.find(Array("*/".utf8), from: start + 2) else { return out }
      kept = end + 2
    }
    return kept == 0 ? sheet : out + sheet[kept...]
  }

  /// The texts of a page's `<style>` elements, up to a number of bytes.
  static func elements(of source: [UInt8], limit: Int = 1 << 18) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var position = 0
    while position < limit, let open = source.find(Array("<style".utf8), from: position),
      let start = source[open...].prefix(1_000).firstIndex(of: ASCII.greater),
      let end = source.find(Array("</style".utf8), from: start, to: min(source.count, start + limit))
    {
      found.append(source[(start + 1)..<end])
      position = end
    }
    return found
  }
}
