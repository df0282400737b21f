/// TeX's styles (TeXbook chapter 17). Each has a cramped form, in which superscripts are raised less.
public enum MathStyle: UInt8, Hashable, Sendable {
  case display, text, script, scriptScript

  /// The style of the scripts of this style.
  var ofScripts: MathStyle { self >= .script ? .scriptScript : .script }
  /// The style of numerators and denominators.
  var ofFractions: MathStyle {
    switch self {
    case .display: .text
    case .text: .script
    case .script, .scriptScript: .scriptScript
    }
  }
  /// 0 for text, 1 for script, 2 for scriptscript size.
  var level: Int { self <= .text ? 0 : self == .script ? 1 : 2 }
}

extension MathStyle: Comparable {
  public static func < (a: MathStyle, b: MathStyle) -> Bool { a.rawValue < b.rawValue }
}
