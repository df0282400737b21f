/// What a stretch of code is; the raw value is the key in a theme's `highlight`.
public enum TokenClass: String, Hashable, Sendable, CaseIterable {
  case comment, keyword, type, function, builtin, constant, variable, string, escape, number, attribute, property
  case tag, heading, emphasis, strong, link, inserted, deleted, hunk, prompt, output
}

/// A stretch of code of one class; what lies between tokens is plain.
public struct Token: Hashable, Sendable {
  /// Bytes of the code.
  public var range: Range<Int32>
  /// What the token is; decides its colour.
  public var kind: TokenClass

  public init(_ kind: TokenClass, _ range: Range<Int32>) {
    self.kind = kind
    self.range = range
  }
}

/// Where tokens are gathered: in order, without overlap, neighbours of one class joined.
struct TokenSink {
  private(set) var tokens: [Token] = []

  mutating func add(_ kind: TokenClass, _ start: Int, _ end: Int) {
    guard end > start else { return }
    if let last = tokens.last, last.kind == kind, Int(last.range.upperBound) == start {
      tokens[tokens.count - 1].range = last.range.lowerBound..<Int32(end)
    } else {
      tokens.append(Token(kind, Int32(start)..<Int32(end)))
    }
  }

  mutating func recolorLast(_ kind: TokenClass) {
    if !tokens.isEmpty { tokens[tokens.count - 1].kind = kind }
  }
}
