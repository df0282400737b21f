import TypesetBoxes
import TypesetBytes
import TypesetFonts
import TypesetStyling

/// The dots that emphasise characters in Chinese and Japanese text (JLREQ 3.3.9, CLREQ 2.4.5): strokes without text, one at each character,
/// below the square of the grid in Chinese and above it in Japanese. Punctuation and Korean have no dots.
struct EmphasisDots {
  private let em: Int
  private let isBelow: Bool

  /// Nil if emphasis is shown otherwise.
  init?(_ style: TextStyle, eastAsian: String, setter: ParagraphSetter) {
    guard !eastAsian.hasPrefix("ko") else { return nil }
    switch style.emphasis {
    case .none, .otherFace: return nil
    case .dots: break
    case .face(let families):
      if families.contains(where: { setter.fonts.face(family: $0, weight: style.weight) != nil }) { return nil }
    }
    em = style.size.rawValue
    isBelow = eastAsian.hasPrefix("zh")
  }

  private var radius: Int { em * 75 / 1000 }
  /// The height of the middle above the baseline: a little outside of the em square, whose edges are at -0.12 em and 0.88 em.
  private var middle: Int { isBelow ? em * -23 / 100 : em * 99 / 100 }

  /// The height and depth of a line with dots.
  var height: Int { middle + radius }
  var depth: Int { radius - middle }

  static func takesDot(_ scalar: Unicode.Scalar) -> Bool {
    guard CJKClass(scalar) == .ideograph, !scalar.isHangul else { return false }
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .letterNumber, .decimalNumber, .uppercaseLetter, .lowercaseLetter, .otherNumber, .otherSymbol:
      return true
    default: return false
    }
  }

  /// Adds dots to the characters of a shaped word that take one; returns true if there were any.
  ///
  /// - Parameters:
  ///   - range: The bytes that the glyphs show.
  ///   - x: The position of the first glyph.
  ///   - spacing: The letter spacing.
  func add(
    to items: inout [InkItem], glyphs: some Sequence<ShapedGlyph>, _ text: [UInt8], _ range: Range<Int32>, _ style: TextStyle, at x: Int,
    spacing: Int
  ) -> Bool {
    let count = items.count
    var pen = x
    for glyph in glyphs {
      let place = Int(range.lowerBound) + Int(glyph.cluster)
      if place < Int(range.upperBound), glyph.advance > 0, Self.takesDot(decode(text, place).value) {
        items.append(dot(at: pen + Int(glyph.advance) / 2, style))
      }
      pen += Int(glyph.advance) + spacing
    }
    return items.count > count
  }

  /// The dot of a character whose middle is at `x`.
  func dot(at x: Int, _ style: TextStyle) -> InkItem {
    let size = Length(rawValue: radius * 2)
    return .panel(
      Panel(
        rect: Rect(x: Length(rawValue: x - radius), y: style.rise + Length(rawValue: middle - radius), width: size, height: size),
        radius: Length(rawValue: radius), fill: style.color))
  }
}

extension ParagraphSetter {
  /// The text, with the other kind of face for emphasis where dots are not the custom: in lines that are neither Chinese nor Japanese.
  func withEmphasis(_ text: StyledText) -> StyledText {
    func hasDots(_ style: TextStyle) -> Bool {
      switch style.emphasis {
      case .none, .otherFace: false
      case .dots: true
      case .face(let families): !families.contains { fonts.face(family: $0, weight: style.weight) != nil }
      }
    }
    guard text.styles.contains(where: hasDots), text.text.contains(where: { $0 >= 0xE3 }),
      !ScriptCensus(text.text).isChineseOrJapanese(in: text.styles.first?.language ?? "")
    else { return text }
    var text = text
    for index in text.styles.indices where hasDots(text.styles[index]) { text.styles[index].emphasis = .otherFace }
    return text
  }
}

extension LinePacker {
  /// The language whose dots emphasised text takes: a Korean title in a Chinese paragraph follows the rules of its own script.
  mutating func emphasisedLanguage(at range: Range<Int32>) -> String {
    guard !list.eastAsian.isEmpty else { return "" }
    if emphasised.run.contains(range.lowerBound) { return emphasised.language }
    guard !text.runs.isEmpty else { return list.eastAsian }
    let run = text.runs[max(0, text.runs.partitioningIndex { $0.range.lowerBound > range.lowerBound } - 1)]
    let own = text.styles[Int(run.style)].language
    let around = list.eastAsian.hasPrefix("ko") && !own.hasPrefix("ko") ? own : list.eastAsian
    let census = ScriptCensus(Array(text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)]))
    emphasised = (run.range, census.eastAsianLanguage(in: around))
    return emphasised.language
  }
}
