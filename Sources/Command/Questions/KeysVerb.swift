internal import TypesetDiagnostics
internal import TypesetSettings

/// `mdtypeset keys`: everything that front matter, themes and `-V` can set.
enum KeysVerb {
  static let options: [Option] = [
    Option("markdown", help: "print Markdown, as in the guide"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset keys [WORD]\n\nLists the keys of front matter, themes and -V, or those whose names contain a word."
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    if arguments.has("markdown") {
      try printOut(Settings.manual)
    } else {
      let word = arguments.operands.first ?? ""
      let list = Settings.list(containing: word)
      guard !list.isEmpty else {
        let near = nearest(to: word, among: Settings.all.compactMap(\.name)).map { "did you mean \($0)? " } ?? ""
        throw Arguments.UsageError(message: "no key contains \"\(word)\"", hint: near + "mdtypeset keys lists all of them")
      }
      try printOut(list)
    }
    return .done
  }
}
