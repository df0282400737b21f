internal import MDTypeset

/// `mdtypeset fonts`: the names of the bundled families.
enum FontsVerb {
  static func run(_ words: [String]) throws -> ExitCode {
    _ = try Arguments(words, options: [])
    try printOut(Typesetter.fontFamilies.map { $0 + "\n" }.joined())
    return .done
  }
}

/// `mdtypeset themes`: the names of the built-in themes.
enum ThemesVerb {
  static func run(_ words: [String]) throws -> ExitCode {
    _ = try Arguments(words, options: [])
    try printOut(Typesetter.themeNames.map { $0 + "\n" }.joined())
    return .done
  }
}
