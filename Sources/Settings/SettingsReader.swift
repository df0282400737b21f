import TypesetBoxes
public import TypesetDiagnostics
package import TypesetFiles
package import TypesetFonts
package import TypesetYAML

/// The theme that a caller asks for.
public enum ThemeChoice: Sendable {
  /// One of `Typesetter.themeNames`.
  case builtIn(String)
  /// A theme in YAML.
  case file(Source)
  /// Themes in YAML, each building on the one before it.
  case files([Source])
}

extension ThemeChoice {
  /// A built-in theme; nil where none has the name.
  package static func builtIn(named name: String) -> ThemeChoice? { Theme.builtInNames.contains(name) ? .builtIn(name) : nil }

  /// Its files, each building on the one before it.
  package var files: [Source] {
    switch self {
    case .file(let theme): [theme]
    case .files(let themes): themes
    case .builtIn: []
    }
  }
}

/// Reads the settings of a document: its theme, overridden by its front matter, overridden by the caller.
package struct SettingsReader {
  /// Override theme and front matter.
  let variables: [Variable]
  /// Takes precedence over the theme that the front matter names.
  let theme: ThemeChoice?
  /// Through which the files of themes and strings are read.
  package let files: FileAccess
  let fonts: FontBook

  package init(variables: [Variable], theme: ThemeChoice?, files: FileAccess, fonts: FontBook) {
    (self.variables, self.theme, self.files, self.fonts) = (variables, theme, files, fonts)
  }

  /// False if the caller turns formulas off as front matter does.
  package var readsMath: Bool { variables.last { Settings.setting(named: $0.key)?.name == "math" }?.parsed.flag ?? true }

  /// True if the caller names a bibliography.
  package var namesBibliography: Bool {
    variables.contains { variable in
      guard let name = Settings.setting(named: variable.key)?.name else { return false }
      return name == "bibliography" || name == "csl"
    }
  }

  /// True if the caller or front matter has a key of this name, so that its value is worth asking for.
  package func mayGive(_ name: String, in matter: YAMLValue?) -> Bool {
    func has(_ value: YAMLValue?, _ depth: Int) -> Bool {
      value?.entries?.contains { $0.key == name || depth > 0 && has($0.value, depth - 1) } ?? false
    }
    return variables.contains { Settings.setting(named: $0.key)?.name == name } || has(matter, 2)
  }

  /// The effective settings.
  ///
  /// - Parameter matter: The mapping in the document's front matter.
  package func given(for matter: YAMLValue?) -> GivenSettings {
    GivenSettings(matter, caller: variables.filter { !$0.isOfTheme }.map { ($0.key, $0.parsed, $0.written) })
  }

  /// A theme with everything that overrides it.
  ///
  /// - Parameter folder: Of the document; nil is the first root.
  package func settings(_ given: GivenSettings, from folder: String?, _ diagnostics: inout [Diagnostic]) -> DocumentSettings {
    var settings = DocumentSettings(theme: theme(given, from: folder, &diagnostics))
    for name in ["theme", "style"] {
      guard let entry = given[name], let entries = entry.value.entries else { continue }
      let own = entries.filter { $0.key != "base" && $0.key != "extends" && $0.key != "name" }
      diagnostics += settings.theme.overlay(YAMLValue(.mapping(own), span: entry.value.span)).map(entry.placed)
    }
    for look in given.looks { diagnostics += settings.theme.overlay(YAMLValue(.mapping([look]), span: look.value.span)) }
    let place = (given["theme"] ?? given["style"])?.place ?? given.looks.first?.keySpan
    locateFonts(in: &settings.theme.families, from: folder, at: place, &diagnostics)
    diagnostics += given.apply(to: &settings)
    findFonts(&settings, from: folder, &diagnostics)
    settings.theme.adapt(to: settings.appearance)
    for variable in variables where variable.isOfTheme {
      diagnostics += settings.theme.overlay(variable.mapping).map { $0.blamed(on: variable.written) }
    }
    locateFonts(in: &settings.theme.families, from: ".", at: nil, &diagnostics)
    settings.theme.families.addFallbacks()
    if settings.theme.page.keepText() {
      diagnostics.append(
        Diagnostic(
          .warning, "page.no-room", at: (given["margin"] ?? given["geometry"])?.place, "these margins leave no room for text",
          hint: "using one tenth of the paper size instead"))
    }
    return settings
  }

  /// The theme that the caller or the document names; that of its LaTeX class if it names none.
  private func theme(_ given: GivenSettings, from folder: String?, _ diagnostics: inout [Diagnostic]) -> Theme {
    switch self.theme ?? namedTheme(given, from: folder, &diagnostics) {
    case .builtIn(let name): return Theme.builtInTheme(name) ?? Theme()
    case .file(let source): return read([source], &diagnostics)
    case .files(let sources): return read(sources, &diagnostics)
    }
  }

  func namedTheme(_ given: GivenSettings, from folder: String?, _ diagnostics: inout [Diagnostic]) -> ThemeChoice {
    guard let entry = given["theme"], let name = entry.value.text ?? entry.value["base"]?.text else {
      return .builtIn(Settings.theme(ofDocumentClass: given["documentclass"]?.value.text ?? ""))
    }
    if Theme.builtInNames.contains(name) { return .builtIn(name) }
    guard Self.isThemeFile(name) else {
      // Other tools' word for the look that they have anyway.
      if name != "default" { diagnostics.append(entry.unknownTheme(name)) }
      return .builtIn("article")
    }
    do throws(FileFailure) {
      return .files(try themeFiles(name, from: folder))
    } catch {
      diagnostics.append(
        entry.placed(
          Diagnostic(.warning, error.code("theme"), at: entry.value.span, "cannot read the theme \(name): \(error)", hint: error.hint)))
      return .builtIn("article")
    }
  }

  /// Reads theme files, each over the one before it.
  private func read(_ sources: [Source], _ diagnostics: inout [Diagnostic]) -> Theme {
    var theme: Theme?
    for source in sources {
      var (next, faults) = Theme.read(source, over: theme)
      diagnostics += faults.map { $0.outsideDocument(in: source) }
      var faultsOfFonts: [Diagnostic] = []
      locateFonts(in: &next.families, from: source.files.first?.folder, at: nil, &faultsOfFonts)
      diagnostics += faultsOfFonts.map {
        Diagnostic($0.severity, $0.code, at: nil, "\(source.files[0].name): \($0.message)", hint: $0.hint)
      }
      theme = next
    }
    return theme ?? Theme.standard
  }

  /// Puts the fonts that front matter and the caller ask for before those of the theme, if they exist.
  private func findFonts(_ settings: inout DocumentSettings, from folder: String?, _ diagnostics: inout [Diagnostic]) {
    for request in settings.fonts {
      // Values that the caller sets have no place; their paths start at the working folder.
      let span = request.value.span
      let count = diagnostics.count
      let name = located(request.name, from: span.isEmpty ? "." : folder, at: span.isEmpty ? nil : span, &diagnostics)
      if request.isFallback {
        settings.theme.families[keyPath: request.family].append(name)
      } else if fonts.face(family: name) != nil {
        settings.theme.families[keyPath: request.family].insert(name, at: 0)
      } else if diagnostics.count == count {
        diagnostics.append(
          Diagnostic(
            .warning, "font.unknown", at: span.isEmpty ? nil : span, "unknown font \"\(request.name)\"",
            hint: "mdtypeset fonts lists the bundled ones; \(settings.theme.families[keyPath: request.family].first ?? "") is used"))
      }
    }
  }

  /// True if there is a font of this name.
  package func hasFont(_ name: String) -> Bool { fonts.face(family: name) != nil }

  /// Reports families of elements for which there is no font: one diagnostic for each family.
  package func reportMissingFonts(of theme: Theme, _ diagnostics: inout [Diagnostic]) {
    let rules = Array(theme.rules.values) + Array(theme.classRules.values) + theme.attributes.flatMap { $0.values.map(\.looks.rule) }
    let names = Set(rules.flatMap { $0.fonts ?? [] }).sorted()
    for name in names where fonts.face(family: name) == nil {
      diagnostics.append(
        Diagnostic(
          .warning, "font.unknown", at: nil, "unknown font \"\(name)\"",
          hint: "mdtypeset fonts lists the bundled ones; the element's other families are used"))
    }
    // Of several in order of preference, one is enough.
    for (key, names) in [("cjk", theme.families.cjk), ("emoji", theme.families.emoji)] {
      guard let first = names.first, !names.contains(where: { fonts.face(family: $0) != nil }) else { continue }
      let all = names.count > 1 ? "; none of fonts.\(key) is installed" : ""
      diagnostics.append(
        Diagnostic(
          .warning, "font.unknown", at: nil, "unknown font \"\(first)\" of fonts.\(key)\(all)",
          hint: "the system's fonts are used; mdtypeset fonts lists what is installed"))
    }
  }
}
