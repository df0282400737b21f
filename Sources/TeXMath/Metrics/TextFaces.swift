internal import TypesetBoxes
internal import TypesetFonts

/// The faces of a typesetter's formulas: the math face, then the faces of text within formulas, in order of first use. One per thread, as `MathFace`.
final class TextFaces {
  private(set) var faces: [MathFace]
  /// The language of the text, BCP 47; empty where it is not given.
  var language = ""
  private let fonts: FontBook
  /// For `\text`, in order of preference.
  private let families: [String]
  private var chosen: [Int: Int] = [:]
  private var sized: [Int: Font] = [:]

  init(_ math: MathFace, fonts: FontBook, families: [String]) {
    faces = [math]
    self.fonts = fonts
    self.families = families
  }

  /// The index of a face.
  func face(bold: Bool, italic: Bool, _ family: TextFamily) -> Int {
    let key = (bold ? 1 : 0) | (italic ? 2 : 0) | Int(family.rawValue) << 2
    if let known = chosen[key] { return known }
    let names: [String] =
      switch family {
      case .roman: families
      case .sans: ["Latin Modern Sans"]
      case .mono: ["Latin Modern Mono"]
      }
    var index = 0
    for name in names {
      guard let face = fonts.face(family: name, weight: bold ? 700 : 400, slant: italic ? .italic : .upright) else { continue }
      index = number(of: face)
      break
    }
    chosen[key] = index
    return index
  }

  private func number(of face: Face) -> Int {
    if let known = faces.firstIndex(where: { $0.face.id == face.id }) { return known }
    faces.append(MathFace(face))
    return faces.count - 1
  }

  /// The index of a face that has a character; nil if no face has it.
  func fallback(for scalar: Unicode.Scalar, isEmoji: Bool = false) -> Int? {
    let language: String
    switch scalar.value {
    case 0x3040...0x30FF: language = "ja"
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF: language = "ko"
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      language = ["zh", "ja", "ko"].contains { self.language.hasPrefix($0) } ? self.language : "zh-cn"
    default: language = self.language
    }
    let request = FallbackRequest(scalars: [scalar], language: language, kind: isEmoji ? .emoji : .serif)
    return fonts.fallback(for: request).map { number(of: $0) }
  }

  func font(_ face: Int, size: Int) -> Font {
    let key = face << 40 | size
    if let known = sized[key] { return known }
    let font = faces[face].face.font(size: Length(rawValue: size))
    sized[key] = font
    return font
  }

  /// The x-height of upright text, TeX's `ex`.
  func xHeight(size: Int) -> Int {
    let face = face(bold: false, italic: false, .roman)
    return font(face, size: size).xHeight.rawValue
  }

  /// The space between words of upright text.
  func space(size: Int) -> Int {
    let face = faces[face(bold: false, italic: false, .roman)]
    let metrics = face.metrics(of: face.glyph(0x20))
    return metrics.advance > 0 ? face.scaled(Int(metrics.advance), size: size) : size / 3
  }
}
