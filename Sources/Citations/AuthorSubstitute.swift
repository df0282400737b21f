/// What a style shows instead of names that the entry before has: “———”.
struct AuthorSubstitute {
  private let text: String
  /// `complete-all`, `complete-each`, `partial-each` or `partial-first`.
  private let rule: String

  /// Nil for a layout that repeats names.
  init?(_ layout: Layout) {
    guard let text = layout.authorSubstitute else { return nil }
    (self.text, rule) = (text, layout.authorSubstituteRule)
  }

  /// - Parameters:
  ///   - names: The first names among the outputs.
  ///   - last: The first names of the entry before.
  ///   - assembled: What an output shows.
  func applied(to outputs: [Output], _ names: Output, after last: Output, _ assembled: (Output) -> String) -> [Output] {
    let (own, before) = (assembled(names), assembled(last))
    if rule.hasPrefix("complete") {
      guard own == before || isSame(names, as: last, own, before, assembled) else { return outputs }
      if rule == "complete-all" { return replacingAll(outputs) }
      return outputs.map { $0.replacingFirstNames { $0.map { $0.replacingNames(text, upTo: .max) } } }
    }
    let (a, b) = (names.nameTexts(assembled), last.nameTexts(assembled))
    // A title in the place of names.
    if a.isEmpty, b.isEmpty, own == before { return replacingAll(outputs) }
    var same = 0
    while same < a.count, same < b.count, a[same] == b[same] { same += 1 }
    if rule == "partial-first" { same = min(same, 1) }
    guard same > 0 else { return outputs }
    return outputs.map { $0.replacingFirstNames { $0.map { $0.replacingNames(text, upTo: same) } } }
  }

  /// True for the persons of the entry before, of whom that entry alone says what they did: “Doe, Jane, ed.”, and then “Doe, Jane”.
  private func isSame(_ names: Output, as last: Output, _ own: String, _ before: String, _ assembled: (Output) -> String) -> Bool {
    guard !own.isEmpty, before.hasPrefix(own) else { return false }
    let persons = names.nameTexts(assembled)
    return !persons.isEmpty && persons == last.nameTexts(assembled)
  }

  private func replacingAll(_ outputs: [Output]) -> [Output] {
    outputs.map { $0.replacingFirstNames { _ in [.text(text)] } }
  }
}
