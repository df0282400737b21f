internal import TypesetDiagnostics
internal import TypesetYAML

/// The authors of a deck of Slidev's, whom its theme shows below the words of the cover: its title is on that slide, and not in the front matter.
struct CoverAuthors {
  /// A key that names them for readers of the file.
  let matter: String
  /// What stands below the cover's words: a line for each.
  let words: String

  /// - Returns: Nil where the deck has none, or another tool.
  init?(of deck: Deck) {
    guard deck.tool == .slidev, let items = deck.values?["authors"]?.items, !items.isEmpty, items.count < 100 else { return nil }
    var names: [String] = []
    var lines: [String] = []
    for person in items {
      guard let name = person.text ?? person["name"]?.text, !name.isEmpty else { continue }
      names.append(name)
      let rest = ["institution", "affiliation", "institute", "email"].compactMap { person[$0]?.text }.filter { !$0.isEmpty }
      lines.append(([Self.escaped(name)] + rest.map(Self.escaped)).joined(separator: " · "))
    }
    guard !names.isEmpty else { return nil }
    matter = "author-meta: [" + names.map(FrontMatter.quoted).joined(separator: ", ") + "]\n"
    words = "\n" + lines.joined(separator: "\\\n") + "\n\n"
  }

  private static func escaped(_ words: String) -> String {
    words.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("*", with: "\\*").replacing("_", with: "\\_")
      .replacing("[", with: "\\[").replacing("$", with: "\\$").replacing("<", with: "\\<")
  }
}
