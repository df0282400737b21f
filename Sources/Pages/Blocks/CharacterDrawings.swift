import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

// Drawings made of characters: boxes, arrows, trees, tables of a terminal. A line that goes on in the next row tears them, so they are set smaller.

extension StyledCode {
  /// True if most lines are parts of a drawing: box signs and arrows, or strokes of ASCII in code of no programming language.
  var isDrawing: Bool {
    guard lines.count > 2 else { return false }
    let isText = language.isEmpty || Self.textLanguages.contains(language.lowercased())
    var (drawn, written) = (0, 0)
    for line in lines where !line.text.isEmpty {
      written += 1
      let strokes = Strokes(line.text)
      if strokes.hasBoxSigns || isText && strokes.areMany { drawn += 1 }
    }
    return drawn > 2 && drawn * 5 >= written * 3
  }

  private static let textLanguages: Set = [
    "text", "txt", "plain", "plaintext", "ascii", "art", "goat", "bob", "svgbob", "ditaa", "none", "nohighlight",
  ]

  /// What a line has that could be part of a drawing.
  private struct Strokes {
    private(set) var hasBoxSigns = false
    private var strokes = 0
    private var signs = 0
    /// Two of the same kind side by side, a corner, or an upright beside others.
    private var isDrawn = false

    /// At least four, and three in ten of the line's signs.
    var areMany: Bool { isDrawn && strokes > 3 && strokes * 10 >= signs * 3 }

    init(_ bytes: [UInt8]) {
      var last: UInt8 = 0x20
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0x20: break
        case UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "`"),
          UInt8(ascii: "^"):
          strokes += 1
          signs += 1
          if byte == UInt8(ascii: "|") || byte == UInt8(ascii: "+") || byte == last && byte == UInt8(ascii: "-") { isDrawn = true }
        case 0xE2 where index + 1 < bytes.count && Self.isOfBoxes(bytes[index + 1]): hasBoxSigns = true
        case 0x80..<0xC0: break
        default: signs += 1
        }
        last = byte
      }
    }

    /// The second byte of U+2500 to U+25FF, box drawing, blocks and shapes.
    private static func isOfBoxes(_ byte: UInt8) -> Bool { 0x94...0x97 ~= byte }
  }
}

extension CodeBlock {
  /// A drawing is set as small as it has to be, down to this size.
  static let leastDrawingSize = 5.pt

  /// A drawing that is wider than the page even so.
  func reportTornDrawing(in context: BlockContext, onto out: inout SetBlock) {
    out.report(
      Diagnostic(
        .warning, "code.drawing", at: context.document.tree[context.block].span,
        "this drawing of characters is wider than the page, even in type of 5 pt: its lines are broken",
        hint: "make it narrower, or put it on a landscape page: ::: landscape"))
  }
}
