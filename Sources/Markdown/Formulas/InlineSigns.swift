/// What a block's text has that the walk over it may have to look at, found in one pass.
struct InlineSigns {
  private(set) var hasMath = false
  private(set) var hasDelimiters = false
  /// Sizes after pictures: ` =300x`.
  private(set) var hasSizes = false
  /// Hebrew, or a script after it.
  private(set) var isForeign = false
  private(set) var hasTies = false
  /// Attributes, or notes in the text: `]{`, `^[`.
  private(set) var hasLists = false
  /// Documenter's targets: `(@ref`.
  private(set) var hasTargets = false
  /// A star before a sign, which pandoc reads otherwise: `x*=y*`.
  private(set) var hasStarsBeforeSigns = false
  /// Blanks after the addresses of links, or in them: `](a b`.
  private(set) var hasSpacedTargets = false
  /// Marks of footnotes, and addresses.
  private var (hasNotes, hasAddresses) = (false, false)

  init(_ bytes: [UInt8]) {
    var previous: UInt8 = 0
    var isInTarget = false
    for byte in bytes {
      if previous == UInt8(ascii: "*"), Self.opened.contains(byte) { hasStarsBeforeSigns = true }
      switch byte {
      case ASCII.dollar, ASCII.backslash: hasMath = true
      case UInt8(ascii: "*"): hasDelimiters = true
      case ASCII.tilde: (hasDelimiters, hasTies) = (true, hasTies || previous == UInt8(ascii: ".") || previous == ASCII.openBrace)
      case ASCII.backtick:
        hasDelimiters = true
        if previous == byte { hasMath = true }
      case ASCII.openParenthesis: if previous == ASCII.closeBracket { isInTarget = true }
      case ASCII.closeParenthesis: isInTarget = false
      case ASCII.space: if isInTarget { hasSpacedTargets = true }
      case UInt8(ascii: "="): if previous == ASCII.space { hasSizes = true }
      case ASCII.openBracket: if previous == UInt8(ascii: "^") { hasLists = true }
      case UInt8(ascii: "@"): if previous == ASCII.openParenthesis { hasTargets = true }
      case ASCII.openBrace: if previous == ASCII.closeBracket || previous == ASCII.closeParenthesis { hasLists = true }
      case UInt8(ascii: "^"): if previous == ASCII.openBracket { hasNotes = true }
      case UInt8(ascii: "/"): if previous == byte { hasAddresses = true }
      case 0xD6...: isForeign = true
      default: break
      }
      previous = byte
    }
  }

  /// The signs before which pandoc opens emphasis, whatever is before the star.
  static let opened = "=(+-<[{|/'\"&#@^".utf8

  /// False for text in which nothing of these is; stars before signs are for pandoc alone.
  var haveInterest: Bool {
    hasMath || hasSizes || hasTies || hasLists || hasTargets || hasSpacedTargets || hasDelimiters && isForeign || hasNotes && hasAddresses
  }
}
