public import TypesetDiagnostics
internal import TypesetMarkdown
package import TypesetSettings

extension Typesetter {
  /// What reads themes and front matter.
  package var settingsReader: SettingsReader {
    SettingsReader(variables: options.variables, theme: options.theme, files: files, fonts: fonts)
  }

  /// Each setting of a document with its value and where that was set, one a line, then the keys that mean nothing here.
  ///
  /// - Parameters:
  ///   - source: The document.
  ///   - theme: The theme that the caller names, as it was written.
  public func explainedSettings(of source: Source, theme: String? = nil) -> String { settings(of: source, theme: theme, longest: 60) }

  /// The same with values of more characters, or of any number.
  package func settings(of source: Source, theme: String?, longest: Int = .max) -> String {
    let reader = settingsReader
    let given = reader.given(for: parse(source, in: .general).frontMatter.values)
    return reader.explanation(of: given, in: source, theme: theme, longest: longest, hasStyles: longest == .max)
  }

  /// A document with every element in it, to look at a theme.
  public static var specimen: Source { Theme.specimen }

  /// The file that a theme file builds on, as it names it; nil where it builds on a built-in theme.
  public static func baseFile(ofTheme source: Source) -> String? { Theme.baseFile(of: source) }

  /// The source of a built-in theme, to begin a theme of one's own with.
  public static func themeSource(_ name: String) -> Source? { Theme.builtIn(name) }
}
