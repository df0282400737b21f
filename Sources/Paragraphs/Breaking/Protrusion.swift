/// How far characters hang out of the margins, so that the edge looks straight: thousandths of a character's width, like pdfTeX's
/// character protrusion (Hàn Thế Thành, *Micro-typographic extensions to the TeX typesetting system*, 2000).
enum Protrusion {
  /// At the left edge, of the character at an index; a run of dashes is a line, which begins at the margin as rules do.
  static func left(_ scalar: Unicode.Scalar, at index: Int, in text: [UInt8]) -> Int {
    scalar == "—" && isLine(text, from: index) ? 0 : left(scalar)
  }

  /// At the right edge, of the character at an index.
  static func right(_ scalar: Unicode.Scalar, at index: Int, in text: [UInt8]) -> Int {
    scalar == "—" && isLine(text, from: index - 3) ? 0 : right(scalar)
  }

  private static func isLine(_ text: [UInt8], from index: Int) -> Bool {
    index >= 0 && text[index...].starts(with: "——".utf8)
  }

  static func left(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "“", "„", "«", "\"": 400
    case "‘", "‚", "‹", "'": 600
    // Dialogue begins with dashes in many languages.
    case "–": 300
    case "—": 200
    case "(", "[": 100
    case "A", "J", "T", "V", "W", "Y", "Å", "Ä": 50
    case "C", "G", "O", "Q", "Ö", "v", "w", "y": 40
    default: 0
    }
  }

  static func right(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case ".", ",": 700
    case "-": 550
    case ";", ":": 450
    case "’", "‘", "'", "›": 600
    case "”", "“", "»", "\"": 400
    case "–": 300
    case "—": 200
    case "!", "?": 200
    case ")", "]": 100
    case "A", "F", "K", "L", "T", "V", "W", "X", "Y", "k", "r", "t", "v", "w", "x", "y": 50
    case "D", "O", "Q", "P": 40
    default: 0
    }
  }
}
