internal import TypesetDiagnostics

/// A `\ref` or `\eqref` in a formula, whose number is known when all formulas of the document have been parsed.
struct OpenReference {
  /// In `MathList.texts`.
  var text: Int
  var label: String
  var inParentheses: Bool
  /// True if the reference is the whole formula.
  var isAlone: Bool
  /// Bytes of the formula.
  var range: Range<Int>

  /// What the reference shows for a label's text.
  func shown(_ text: String) -> String {
    let isEnclosed = text.hasPrefix("(") && text.hasSuffix(")")
    if !inParentheses, isEnclosed { return String(text.dropFirst().dropLast()) }
    return inParentheses && !isEnclosed ? "(" + text + ")" : text
  }
}

extension Parser {
  /// `\ref`, `\eqref`: the number of the equation with that label, as a link to it.
  mutating func reference(inParentheses: Bool, _ token: Token) {
    let label = plainText(input.argument())
    list.links.append("#" + label)
    let mark = pending.count
    var reference = OpenReference(
      text: 0, label: label, inParentheses: inParentheses, isAlone: Int(token.start) == 0 && input.isAtEnd,
      range: Int(token.start)..<Int(max(token.start, token.end)))
    let field = textField(input.vocabulary.tokens(of: reference.shown("??")))
    reference.text = list.texts.count - 1
    list.references.append(reference)
    if reference.isAlone { list.onlyReference = reference.shown("??") }
    pending.append(Noad(.atom, nucleus: field))
    pending.append(Noad(.link(Int32(list.links.count - 1)), nucleus: close(from: mark)))
  }

  /// Gives a list's references what they show.
  ///
  /// - Parameters:
  ///   - known: LaTeX's text for each label, with parentheses.
  ///   - other: What labels show that are not known; nil reports them.
  mutating func resolve(_ list: inout MathList, by known: [String: String], else other: String? = nil) {
    for reference in list.references {
      guard let text = known[reference.label] ?? other else {
        report(
          "math.unknown-label", reference.range, "no equation has the label \(reference.label)",
          hint: nearest(to: reference.label, among: known.keys))
        continue
      }
      let shown = reference.shown(text)
      _ = textField(input.vocabulary.tokens(of: shown))
      list.texts[reference.text] = self.list.texts.removeLast()
      if reference.isAlone { list.onlyReference = shown }
    }
  }

  private func nearest(to label: String, among labels: some Collection<String>) -> String? {
    // With thousands of labels and of references without one, each would be compared with each.
    labels.count > 200 ? nil : TypesetDiagnostics.nearest(to: label, among: Array(labels)).map { "did you mean \($0)?" }
  }
}
