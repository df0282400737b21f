/// The text of a label of a picture, with formulas in it.
public struct LabelText: Hashable, Sendable {
  /// A piece of a label.
  public enum Part: Hashable, Sendable {
    case text(String)
    /// TeX without its signs; true between double dollars.
    case formula(String, isDisplay: Bool)
  }

  /// In reading order.
  public private(set) var parts: [Part] = []

  /// In characters. Longer labels are text, since each opening sign looks for its closing one.
  private static let longest = 2000

  /// True if one of the parts is a formula.
  public var hasFormulas: Bool { parts.contains { if case .formula = $0 { true } else { false } } }

  /// True where the caller sets the label: one with a formula or an emoji, for which librsvg knows no colours.
  var isSet: Bool {
    hasFormulas
      || parts.contains { part in
        guard case .text(let text) = part else { return false }
        return text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
      }
  }

  /// True where a file may have formulas or emoji among its labels.
  static func maySet(_ file: [UInt8]) -> Bool {
    var dollars = 0
    for (index, byte) in file.enumerated() {
      // Planes from U+1F000 on; emoji below have presentation by U+FE0F, or are among U+2300 to U+2BFF.
      if byte == 0xF0 || byte == 0xE2 || byte == 0xEF, isEmoji(file[index...].prefix(4)) { return true }
      if byte == UInt8(ascii: "$") { dollars += 1 }
      if dollars > 1 { return true }
      if byte == UInt8(ascii: "\\"), index + 1 < file.count, file[index + 1] == UInt8(ascii: "(") { return true }
    }
    return false
  }

  private static func isEmoji(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count > 2 else { return false }
    switch (bytes[start], bytes[start + 1], bytes[start + 2]) {
    case (0xF0, 0x9F, _), (0xEF, 0xB8, 0x8F), (0xE2, 0x8C...0xAF, _): return true
    default: return false
    }
  }

  /// Text whose dollars are dollars.
  init(plain text: String) { parts = [.text(text)] }

  /// Reads `$…$`, `$$…$$` and `\(…\)`, as pandoc does: no space after the first dollar, no space before the last one, and no digit after it.
  public init(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "\\") }) else {
      parts = [.text(text)]
      return
    }
    let letters = Array(text)
    var plain = ""
    var index = 0
    func finish(_ part: Part, at end: Int) {
      if !plain.isEmpty { parts.append(.text(plain)) }
      parts.append(part)
      plain = ""
      index = end
    }
    while index < letters.count {
      if letters[index] == "\\", index + 1 < letters.count {
        if letters[index + 1] == "(", let end = Self.end("\\)", in: letters, from: index + 2) {
          finish(.formula(String(letters[index + 2..<end]), isDisplay: false), at: end + 2)
          continue
        }
        if letters[index + 1] == "$" {
          plain.append("$")
          index += 2
          continue
        }
      }
      if letters[index] == "$" {
        if index + 1 < letters.count, letters[index + 1] == "$", let end = Self.end("$$", in: letters, from: index + 2), end > index + 2 {
          finish(.formula(String(letters[index + 2..<end]), isDisplay: true), at: end + 2)
          continue
        }
        if let end = Self.endOfDollars(in: letters, from: index + 1) {
          finish(.formula(String(letters[index + 1..<end]), isDisplay: false), at: end + 1)
          continue
        }
      }
      plain.append(letters[index])
      index += 1
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  private static func end(_ mark: String, in letters: [Character], from start: Int) -> Int? {
    let mark = Array(mark)
    guard start + mark.count <= letters.count else { return nil }
    return (start...(letters.count - mark.count)).first { letters[$0] == mark[0] && letters[$0 + 1] == mark[1] }
  }

  private static func endOfDollars(in letters: [Character], from start: Int) -> Int? {
    guard start < letters.count, letters[start] != " ", letters[start] != "$" else { return nil }
    var index = start
    while index < letters.count {
      if letters[index] == "\\" {
        index += 2
        continue
      }
      if letters[index] == "$" {
        let isNumber = index + 1 < letters.count && letters[index + 1].isNumber
        return letters[index - 1] == " " || isNumber ? nil : index
      }
      index += 1
    }
    return nil
  }
}

/// A label to be set: one line.
public struct SVGLabel: Hashable, Sendable {
  public var text: LabelText
  public var isBold: Bool
  public var isItalic: Bool
  /// True where the file names a face without serifs.
  public var isSans = false
  /// True where it names one whose letters are as wide as each other.
  public var isMono = false

  public init(text: LabelText, isBold: Bool, isItalic: Bool, isSans: Bool = false, isMono: Bool = false) {
    (self.text, self.isBold, self.isItalic) = (text, isBold, isItalic)
    (self.isSans, self.isMono) = (isSans, isMono)
  }
}

extension SVGLabel {
  /// Letters without formulas.
  init(_ text: String, _ style: SVGTextStyle) {
    self.init(text: LabelText(plain: text), isBold: style.isBold, isItalic: style.isItalic, isSans: style.isSans, isMono: style.isMono)
  }
}

/// A set label, at a size of 10 units.
public struct SVGLabelInk: Sendable {
  /// Elements of SVG from the left end of the baseline, y downwards. Elements without a colour take the colour of the label.
  public var content: String
  /// How far the elements reach right, in units.
  public var width: Double
  /// What is copied and found.
  public var words: String

  public init(content: String, width: Double, words: String) {
    (self.content, self.width, self.words) = (content, width, words)
  }
}
