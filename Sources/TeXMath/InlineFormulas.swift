import TypesetBoxes

/// The inline formulas that have been set, for those that are written again: in texts of mathematics two of three are. A formula is the same
/// wherever it stands, since what it depends on is its key, or is the same for all that are kept.
struct InlineFormulas {
  struct Key: Hashable {
    var tex: String
    var style: MathStyle
    var size: Length
    var color: Color
    var copiedAs: String?
    var spoken: String?
    var tags: FormulaTags
  }

  /// Formulas that are kept at once; then it begins anew.
  private static let most = 2_048
  /// Longer ones hardly return.
  private static let longest = 160

  private var formulas: [Key: Formula] = [:]
  /// The definitions and labels with which they were set.
  private var macros: MathMacros?

  /// The formula of a key, if it has been set with these macros.
  mutating func formula(_ key: Key, _ macros: MathMacros) -> Formula? {
    guard self.macros?.isSameHere(as: macros) ?? false else {
      formulas.removeAll(keepingCapacity: true)
      self.macros = macros
      return nil
    }
    return formulas[key]
  }

  /// Keeps a formula that has been set with the macros of the last call.
  mutating func keep(_ formula: Formula, as key: Key) {
    if formulas.count >= Self.most { formulas.removeAll(keepingCapacity: true) }
    formulas[key] = formula
  }

  /// True for a formula that is worth keeping.
  static func mayKeep(_ tex: String) -> Bool { tex.utf8.count <= longest }
}
