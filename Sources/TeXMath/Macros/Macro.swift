/// A definition: `#1` … are in the body as parameter tokens.
struct Macro {
  var parameters: Int
  /// Of an optional first argument.
  var defaultArgument: [Token]? = nil
  var body: [Token]
  /// `\let\a=\b`: the token itself.
  var isAlias = false
  /// `\def\a#1.#2;{…}`: what is before the first parameter and after each; nil where all are plain.
  var delimiters: [[Token]]?
}

extension Macro {
  func isSame(as other: Macro) -> Bool {
    parameters == other.parameters && isAlias == other.isAlias && defaultArgument?.map(\.value) == other.defaultArgument?.map(\.value)
      && body.lazy.map(\.value).elementsEqual(other.body.lazy.map(\.value))
  }
}
