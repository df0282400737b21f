internal import TypesetDiagnostics

/// Divs whose style sheet shows one of their attributes above them: `.exercise:before { content: attr(title) "." }`.
struct TitledDivisions {
  private enum Piece {
    case attribute(String)
    case words(String)
  }

  /// What is shown, and whether it is bold, by class.
  private var shown: [String: (pieces: [Piece], isBold: Bool)] = [:]

  var isEmpty: Bool { shown.isEmpty }

  mutating func read(_ sheet: ArraySlice<UInt8>) {
    for rule in StyleSheet(sheet, mostRules: 2_000).rules where rule.selectors.count == 1 {
      let declarations = rule.declarations.map { String(decoding: $0, as: UTF8.self).trimmedWhitespace() }
      guard let content = declarations.first(where: { $0.hasPrefix("content:") && $0.contains("attr(") }) else { continue }
      let pieces = Self.pieces(of: String(content.dropFirst(8)))
      let isBold = declarations.contains { $0.hasPrefix("font-weight:") && !$0.contains("normal") }
      for selector in String(decoding: rule.selectors[0], as: UTF8.self).split(separator: ",") {
        let name = String(selector).trimmedWhitespace()
        guard let colon = name.firstIndex(of: ":"), ["before", ":before"].contains(name[name.index(after: colon)...]),
          let dot = name[..<colon].firstIndex(of: "."), ["", "div"].contains(name[..<dot])
        else { continue }
        shown[String(name[name.index(after: dot)..<colon])] = (pieces, isBold)
      }
    }
  }

  /// `attr(title)"."`
  private static func pieces(of content: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = content[...]
    while let first = rest.first, pieces.count < 8 {
      if first == "\"" || first == "'" {
        let words = rest.dropFirst().prefix { $0 != first }
        pieces.append(.words(String(words)))
        rest = rest[words.endIndex...].dropFirst()
      } else if rest.hasPrefix("attr(") {
        let name = rest.dropFirst(5).prefix { $0 != ")" }
        pieces.append(.attribute(String(name).trimmedWhitespace()))
        rest = rest[name.endIndex...].dropFirst()
      } else {
        rest = rest.dropFirst()
      }
    }
    return pieces
  }

  /// `::: {.exercise title="Words"}` with its words as a paragraph below it; nil for other lines.
  func opened(by line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.starts(with: ":::".utf8), let open = line.firstIndex(of: ASCII.openBrace),
      let attributes = Attributes.read(line[open...])?.attributes, let look = attributes.classes.lazy.compactMap({ shown[$0] }).first
    else { return nil }
    var words = ""
    for piece in look.pieces {
      switch piece {
      case .words(let text): words += text
      case .attribute(let name):
        guard let value = attributes[name], !value.isEmpty else { return nil }
        words += value
      }
    }
    words = words.replacing("*", with: "\\*").trimmedWhitespace()
    return Array(line) + Array("\n\n\(look.isBold ? "**\(words)**" : words)\n".utf8)
  }
}
