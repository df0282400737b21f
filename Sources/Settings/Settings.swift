import TypesetDiagnostics
import TypesetHighlighting
public import TypesetYAML

/// The table of all settings.
public enum Settings {
  /// In the order in which a document's values are applied, whatever their order in front matter.
  public static let all: [Setting] = Setting.page + Setting.text + Setting.structure + CitationSettings.rows + Setting.metadata

  /// Rows by their keys in themes.
  static let byPath: [String: Setting] = Dictionary(uniqueKeysWithValues: all.compactMap { row in row.path.map { ($0, row) } })

  /// The numbers of rows by all their names in front matter.
  static let byName: [String: Int] = {
    var names: [String: Int] = [:]
    for (number, row) in all.enumerated() {
      if let name = row.name { names[normalized(name)] = number }
      for name in row.aliases { names[normalized(name)] = number }
    }
    return names
  }()

  /// The normalized form of a name: small letters, `-` for `_`.
  static func normalized(_ name: String) -> String {
    let isNormal = name.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }
    return isNormal ? name : name.lowercased().replacing("_", with: "-")
  }

  /// The row of a name in front matter, also under the name of another tool.
  public static func setting(named name: String) -> Setting? { byName[normalized(name)].map { all[$0] } }

  /// True if two names differ at most in case, and in `_` for `-`.
  public static func sameName(_ a: String, _ b: String) -> Bool { normalized(a) == normalized(b) }

  /// The value of a setting in front matter, under any of its names.
  public static func value(of name: String, in values: YAMLValue?) -> YAMLValue? {
    values?.entries?.last { setting(named: $0.key)?.name == name }?.value
  }

  /// The built-in theme that corresponds to a LaTeX class.
  public static func theme(ofDocumentClass name: String) -> String {
    switch name {
    case "book", "scrbook", "memoir", "extbook", "tufte-book": "book"
    case "report", "scrreprt", "extreport": "report"
    default: "article"
    }
  }

  /// The first levels of a theme's keys.
  public static let groups = ["page", "fonts", "body", "lists", "styles", "highlight", "attributes"]

  /// The keys of a group of a theme.
  static let keys: [String: [String]] = {
    var keys: [String: [String]] = [
      "styles": Element.allCases.map(\.rawValue), "highlight": TokenClass.allCases.map(\.rawValue),
    ]
    for path in all.compactMap(\.path) {
      let parts = path.split(separator: ".").map(String.init)
      keys[parts[0], default: []].append(parts[1])
    }
    return keys
  }()

  /// All keys that a theme file may have, with dots between levels; `*` represents the name of an element.
  public static var themeKeys: [String] {
    ["name", "base", "extends"] + groups.flatMap { group in (keys[group] ?? []).map { "\(group).\($0)" } }
      + ElementSetting.all.map { "styles.*.\($0.name)" } + AttributeLooks.keys.sorted().map { "attributes.*.*.\($0)" }
  }
}

extension Diagnostic {
  /// The warning for an invalid value.
  ///
  /// - Parameters:
  ///   - key: As its author wrote it.
  ///   - form: What values look like.
  static func value(of key: String, form: String, _ fault: SettingFault) -> Diagnostic {
    let written = fault.value.text.map { " \"\($0.prefix(60))\"" } ?? ""
    let message = fault.message.map { "\(key): \($0)" } ?? "invalid value\(written) for \"\(key)\""
    return Diagnostic(.warning, "settings.value", at: fault.value.span, message, hint: fault.hint ?? "expected \(form)")
  }

  /// The warning for an unknown key in a theme.
  static func unknownKey(_ entry: YAMLEntry, among known: [String]) -> Diagnostic {
    let hint =
      nearest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
      ?? (known.count > 14 ? nil : "known keys are \(known.joined(separator: ", "))")
    return Diagnostic(.warning, "settings.unknown-key", at: entry.keySpan, "unknown key \"\(entry.key)\"", hint: hint)
  }
}
