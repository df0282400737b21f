internal import MDTypeset
internal import TypesetDiagnostics

/// `mdtypeset fonts`: the families that can be named, or the file for a name.
enum FontsVerb {
  static let options: [Option] = [
    Option("all", help: "the families of the system too, not only the bundled ones"),
    Option("explain", value: "NAME", help: "which file a name leads to, and why: \"Libertinus Serif 600 italic\", \"Inter:wght=450\""),
    Option("font-path", value: "DIR", help: "a further folder with fonts"),
    Option("ignore-system-fonts", help: "the bundled fonts and those of --font-path only"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset fonts [--all | --explain NAME]"
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    var settings = TypesetterOptions()
    settings.fontPaths = try Roots.fontFolders(arguments)
    settings.ignoresSystemFonts = arguments.has("ignore-system-fonts")
    // A font's file is named by the caller, not by a document.
    settings.roots = [".", "/"]
    let typesetter = Typesetter(options: settings)
    if let name = arguments.value("explain") {
      guard let explanation = typesetter.fontExplanation(name) else {
        let near = nearest(to: name, among: typesetter.allFontFamilies).map { "did you mean \($0)? " } ?? ""
        throw Failure(.usage, "unknown font \"\(name)\"", hint: near + "mdtypeset fonts --all lists all")
      }
      try printOut(explanation)
    } else {
      let names = arguments.has("all") || !settings.fontPaths.isEmpty ? typesetter.allFontFamilies : Typesetter.fontFamilies
      try printOut(names.map { $0 + "\n" }.joined())
    }
    return .done
  }
}

/// `mdtypeset themes`: the names of the built-in themes, one's source, or every element in one.
enum ThemesVerb {
  static let options: [Option] = [
    Option("specimen", help: "typeset every element in a theme: mdtypeset themes --specimen book -o book.pdf"),
    Option("print", help: "print the source of a built-in theme, as a start for your own"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset themes [--specimen [THEME] -o OUTPUT | --print THEME]"
    let all = TypesetVerb.options(after: options)
    guard let arguments = try Arguments.ofVerb(words, options: all, help: help, own: options) else { return .done }
    if arguments.has("print") {
      let name = arguments.operands.first ?? "article"
      guard let source = Typesetter.themeSource(name) else {
        throw Failure(.usage, "unknown theme \"\(name)\"", hint: "the built-in themes are \(Typesetter.themeNames.joined(separator: ", "))")
      }
      try printOut(String(decoding: source.bytes, as: UTF8.self))
    } else if arguments.has("specimen") {
      return try specimen(arguments)
    } else {
      try printOut(Typesetter.themeNames.map { $0 + "\n" }.joined())
    }
    return .done
  }

  private static func specimen(_ arguments: Arguments) throws -> ExitCode {
    let output = try Output(arguments)
    var options = try TypesetVerb.typesettingOptions(arguments, inputs: ["-"])
    if let name = arguments.operands.first { options.theme = try TypesetVerb.theme(name, roots: options.roots) }
    let document = Typesetter(options: options).typeset(Typesetter.specimen)
    if !arguments.has("quiet") {
      for text in document.diagnostics.summarized(in: Typesetter.specimen) { complain(text) }
    }
    try output.write(document, arguments: arguments)
    return .done
  }
}

/// `mdtypeset icons`: the names of the icons, or a sheet of them.
enum IconsVerb {
  static let options: [Option] = [Option("help", "h", help: "print this help")]

  static func run(_ words: [String]) throws -> ExitCode {
    let help =
      "mdtypeset icons [WORD…] [-o SHEET.pdf]\n\nLists the names of icons that have all the words in them; -o typesets them as a sheet."
    let all = TypesetVerb.options(after: options)
    guard let arguments = try Arguments.ofVerb(words, options: all, help: help, own: options) else { return .done }
    let words = arguments.operands.map { $0.lowercased() }
    let names = Icon.names.filter { name in words.allSatisfy { name.contains($0) } }
    guard !names.isEmpty else {
      let near = nearest(to: words.joined(separator: "-"), among: Icon.names).map { "did you mean \($0)?" }
      throw Failure(.usage, "no icon's name has \"\(words.joined(separator: "\" and \""))\" in it", hint: near)
    }
    guard arguments.has("output") else {
      try printOut(names.map { $0 + "\n" }.joined())
      return .done
    }
    let output = try Output(arguments)
    let sheet = Source(
      name: "icons.md",
      text: "---\ncolumns: 3\nfontsize: 9pt\nmargin: 15mm\n---\n" + names.map { ":icon[\($0)]{scale=large} `\($0)`\n\n" }.joined())
    try output.write(Typesetter(options: TypesetVerb.typesettingOptions(arguments, inputs: ["-"])).typeset(sheet), arguments: arguments)
    return .done
  }
}
