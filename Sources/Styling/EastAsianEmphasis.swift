/// How emphasis looks in Chinese, Japanese and Korean, whose faces have no italics.
public enum EastAsianEmphasis: Hashable, Sendable {
  case none
  /// A dot at each character: below it in Chinese (着重号), above it in Japanese and Korean (圏点, 드러냄표).
  case dots
  /// The first of these families that is there, mostly a Kai; dots where none is.
  case face([String])

  /// What a theme says of it: `dots`, `face` or `none`.
  public enum Rule: String, Hashable, Sendable { case dots, face, none }

  init(_ rule: Rule, families: FamilyTable) {
    switch rule {
    case .none: self = .none
    case .dots: self = .dots
    case .face: self = .face(families.emphasis)
    }
  }
}
