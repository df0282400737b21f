internal import TypesetDiagnostics

extension Parser {
  /// `\ref`, `\eqref`: the number of the equation with that label, as a link to it.
  mutating func reference(inParentheses: Bool, _ token: Token) {
    let label = plainText(input.argument())
    var text = "??"
    if let references {
      if let known = references[label] {
        text = known
      } else {
        report("math.unknown-label", token, "no equation has the label \(label)", hint: nearest(to: label, among: references.keys))
      }
    }
    let isEnclosed = text.hasPrefix("(") && text.hasSuffix(")")
    if !inParentheses, isEnclosed { text = String(text.dropFirst().dropLast()) }
    if inParentheses, !isEnclosed { text = "(" + text + ")" }
    list.links.append("#" + label)
    let mark = pending.count
    if Int(token.start) == 0, input.isAtEnd { list.onlyReference = text }
    let field = textField(input.vocabulary.tokens(of: text))
    pending.append(Noad(.atom, nucleus: field))
    pending.append(Noad(.link(Int32(list.links.count - 1)), nucleus: close(from: mark)))
  }

  private func nearest(to label: String, among labels: some Collection<String>) -> String? {
    TypesetDiagnostics.nearest(to: label, among: Array(labels)).map { "did you mean \($0)?" }
  }
}
