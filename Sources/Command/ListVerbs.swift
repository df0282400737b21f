internal import MDTypeset
internal import TypesetDiagnostics

/// `mdtypeset fonts`: the names of the bundled families.
enum FontsVerb {
  static func run(_ words: [String]) throws -> ExitCode {
    _ = try Arguments(words, options: [])
    try printOut(Typesetter.fontFamilies.map { $0 + "\n" }.joined())
    return .done
  }
}

/// `mdtypeset themes`: the names of the built-in themes, one's source, or every element in one.
enum ThemesVerb {
  static let options: [Option] = [
    Option("specimen", help: "typeset every element in a theme: mdtypeset themes --specimen book -o book.pdf"),
    Option("print", help: "print the source of a built-in theme, to begin one's own with"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let others = TypesetVerb.options.filter { option in !options.contains { $0.name == option.name } }
    let arguments = try Arguments(words, options: options + others)
    if arguments.has("help") {
      try printOut("mdtypeset themes [--specimen [THEME] -o OUTPUT | --print THEME]\n\n\(Help.table(options))\n")
    } else if arguments.has("print") {
      let name = arguments.operands.first ?? "article"
      guard let source = Typesetter.themeSource(name) else {
        throw Failure(.usage, "unknown theme \(name)", hint: "built in are \(Typesetter.themeNames.joined(separator: ", "))")
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
    var options = try TypesetVerb.typesettingOptions(arguments)
    if let name = arguments.operands.first { options.theme = try TypesetVerb.theme(name) }
    let document = Typesetter(options: options).typeset(Typesetter.specimen)
    if !arguments.has("quiet") {
      for diagnostic in document.diagnostics { complain(diagnostic.rendered(in: Typesetter.specimen)) }
    }
    try output.write(document, arguments: arguments)
    return .done
  }
}
