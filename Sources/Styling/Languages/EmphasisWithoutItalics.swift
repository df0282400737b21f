internal import TypesetSettings

extension Unicode.Scalar {
  /// A letter of a script that has italics: Latin, Greek, Cyrillic, Armenian.
  package var hasItalics: Bool { value < 0x590 || (0x1C80...0x1FFF).contains(value) }
}

extension String {
  /// True if most letters are of scripts without italics, or some of them in a document of such a script.
  func lacksItalics(in language: String) -> Bool {
    var (with, without) = (0, 0)
    for scalar in unicodeScalars where scalar.properties.isAlphabetic {
      if scalar.hasItalics { with += 1 } else { without += 1 }
    }
    return without > (Self.hasItalics(language: language) ? with : 0)
  }

  static func hasItalics(language: String) -> Bool {
    !["zh", "ja", "ko", "ar", "fa", "ur", "he", "hi", "th"].contains { language.hasPrefix($0) }
  }
}

/// How emphasis looks in Chinese, Japanese and Korean, whose faces have no italics.
public enum EastAsianEmphasis: Hashable, Sendable {
  case none
  /// A dot at each character: below it in Chinese (着重号), above it in Japanese (圏点). In Korean, and in lines of other scripts, the other
  /// kind of face.
  case dots
  /// The first of these families that is installed, usually a Kai face; dots if none is.
  case face([String])
  /// Sans-serif within text with serifs, and the other way round.
  case otherFace

  init(_ rule: EastAsianEmphasisRule, families: FamilyTable) {
    switch rule {
    case .none: self = .none
    case .dots: self = .dots
    case .face: self = .face(families.emphasis)
    }
  }
}
