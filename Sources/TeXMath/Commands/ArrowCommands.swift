internal import TypesetBoxes

/// Arrows that grow with the scripts above and below them.
enum ArrowCommands {
  static let rows: [CommandRow] = [
    .arrow("xrightarrow", 0x2192),
    .arrow("xleftarrow", 0x2190),
    .arrow("xleftrightarrow", 0x2194),
    .arrow("xRightarrow", 0x21D2),
    .arrow("xLeftarrow", 0x21D0),
    .arrow("xLeftrightarrow", 0x21D4),
    .arrow("xmapsto", 0x21A6),
    .arrow("xlongequal", 0x3D),
    .arrow("xhookrightarrow", 0x21AA),
    .arrow("xhookleftarrow", 0x21A9),
    .arrow("xrightharpoonup", 0x21C0),
    .arrow("xrightharpoondown", 0x21C1),
    .arrow("xleftharpoonup", 0x21BC),
    .arrow("xleftharpoondown", 0x21BD),
    .arrow("xrightleftharpoons", 0x21CC),
    .arrow("xleftrightharpoons", 0x21CB),
    .arrow("xtwoheadrightarrow", 0x21A0),
    .arrow("xtwoheadleftarrow", 0x219E),
    .arrow("xleftequilibrium", 0x21CB),
    .arrow("xrightequilibrium", 0x21CC),
    .arrow("equilibriumRight", 0x21CC),
    .arrow("equilibriumLeft", 0x21CC),
    .arrow("chemequilibrium", 0x21CC),
    .arrow("xrightleftarrows", 0x21C4),
    .arrow("xtofrom", 0x21C4),
    .arrow("xlongleftarrow", 0x27F5),
    .arrow("xlongrightarrow", 0x27F6),
    .arrow("xlongleftrightarrow", 0x2194),
    .arrow("xLongrightarrow", 0x21D2),
    .arrow("xLongleftarrow", 0x21D0),
    .arrow("xLongleftrightarrow", 0x21D4),
    // MathJax's: name, space around the script, code point of the arrow.
    CommandRow("Newextarrow") { parser, _ in
      guard let name = parser.input.argument().first, name.kind == .command else { return }
      _ = parser.input.argument()
      let code = parser.argumentText()
      let digits = code.lowercased().hasPrefix("0x") ? String(code.dropFirst(2)) : code
      parser.input.define(name.value, as: Macro(parameters: 0, body: parser.tokens("\\extensiblearrow{\(digits)}", [])), isGlobal: true)
    },
    CommandRow("extensiblearrow") { parser, _ in arrow(&parser, UInt32(parser.argumentText(), radix: 16) ?? 0x2192) },
    CommandRow("chemarrow") { parser, _ in
      arrow(&parser, UInt32(parser.argumentText(), radix: 16) ?? 0x2192, least: 200)
    },
  ]

  static func arrow(_ parser: inout Parser, _ scalar: UInt32, least: Int32 = 0) {
    let below = parser.optionalList() ?? .empty
    let above = parser.argument()
    parser.append(Noad(.arrow(scalar, least: least), .rel, nucleus: above, second: below))
  }
}

extension CommandRow {
  /// An arrow by its code point.
  fileprivate static func arrow(_ name: String, _ scalar: UInt32) -> CommandRow {
    CommandRow(name) { parser, _ in ArrowCommands.arrow(&parser, scalar) }
  }
}
