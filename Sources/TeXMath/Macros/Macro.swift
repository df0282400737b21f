/// A definition: `#1` … stand in the body as parameter tokens.
struct Macro {
  var parameters: Int
  /// Of an optional first argument.
  var defaultArgument: [Token]?
  var body: [Token]
  /// `\let\a=\b`: the token itself.
  var isAlias = false
}
