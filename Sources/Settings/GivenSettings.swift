public import TypesetDiagnostics
public import TypesetYAML

/// The effective settings of a document: its front matter, overridden by the caller.
public struct GivenSettings: Sendable {
  /// A value and where it comes from.
  public struct Entry: Sendable {
    /// The number of its row in `Settings.all`.
    var row: Int
    /// As it was written.
    public var name: String
    public var value: YAMLValue
    /// What the caller wrote (`-V margin=2cm`); nil for front matter.
    public var caller: String?

    public var setting: Setting { Settings.all[row] }

    /// Where it is in the document; nil for a caller's.
    public var place: SourceSpan? { caller == nil ? value.span : nil }

    /// A diagnostic at a place in the value, or attributed to the caller who set it.
    public func placed(_ diagnostic: Diagnostic) -> Diagnostic { caller.map { diagnostic.blamed(on: $0) } ?? diagnostic }

    /// What is wrong with the value.
    public func fault(_ message: String, hint: String) -> Diagnostic {
      placed(.value(of: name, form: setting.form, SettingFault(value, message, hint: hint)))
    }

    /// Reports an unknown theme; for themes of other tools this is only a note.
    public func unknownTheme(_ theme: String) -> Diagnostic {
      let names = Theme.builtInNames
      let near = nearest(to: theme, among: names).map { "did you mean \"\($0)\"? " } ?? ""
      let hint = near + "the built-in themes are \(names.joined(separator: ", "))"
      guard OtherTools.themes.contains(theme.lowercased()) else {
        return placed(Diagnostic(.warning, "theme.unknown", at: value.span, "unknown theme \"\(theme)\"", hint: hint))
      }
      return placed(
        Diagnostic(.note, "settings.unsupported-key", at: value.span, "the theme \"\(theme)\" of another tool is not supported", hint: hint)
      )
    }
  }

  /// The value of a setting under our name for it.
  public subscript(name: String) -> Entry? { entries.first { $0.setting.name == name } }

  /// A key without a meaning here.
  public struct FreeKey: Hashable, Sendable {
    public var name: String
    public var span: SourceSpan
  }

  /// In the order of the table.
  public private(set) var entries: [Entry] = []
  /// What front matter says as a theme does: `page: {paper: a5}`.
  private(set) var looks: [YAMLEntry] = []
  public private(set) var free: [FreeKey] = []
  /// Keys that were probably meant to be others, or that another tool knows.
  public private(set) var notes: [Diagnostic] = []
  /// All values under our names, free keys too.
  public private(set) var values: YAMLValue?

  public init() {}

  /// - Parameters:
  ///   - frontMatter: The mapping of a document.
  ///   - caller: What goes over it: names with their values, and how each was written.
  public init(_ frontMatter: YAMLValue?, caller: [(name: String, value: YAMLValue, written: String)] = []) {
    var kept: [YAMLEntry] = []
    var found: [Int: Entry] = [:]
    for entry in OtherTools.flattened(frontMatter?.entries ?? []) {
      // Templates name keys that their authors leave empty.
      if case .scalar("", isPlain: true) = entry.value.content {
        kept.append(entry)
        continue
      }
      if let row = Settings.byName[Settings.normalized(entry.key)] {
        found[row] = Entry(row: row, name: entry.key, value: entry.value)
      } else if let look = entry.ofTheme {
        kept.append(entry)
        looks.append(look)
      } else {
        kept.append(entry)
        if OtherTools.isRead(entry) || entry.key == "filters" && !OtherTools.isOfQuarto(frontMatter) { continue }
        free.append(FreeKey(name: entry.key, span: entry.keySpan))
        notes += OtherTools.note(on: entry.key, at: entry.keySpan, in: frontMatter).map { [$0] } ?? []
      }
    }
    for (name, value, written) in caller {
      guard let row = Settings.byName[Settings.normalized(name)] else {
        kept.removeAll { $0.key == name }
        kept.append(YAMLEntry(key: name, keySpan: SourceSpan(0, 0), value: value))
        free.append(FreeKey(name: name, span: SourceSpan(0, 0)))
        if let note = OtherTools.note(on: name, at: nil) { notes.append(note.blamed(on: written)) }
        continue
      }
      // Of equivalent settings, the caller's is used.
      let slot = Settings.all[row].slot
      for other in found.keys where Settings.all[other].slot == slot && found[other]?.caller == nil { found[other] = nil }
      found[row] = Entry(row: row, name: name, value: value, caller: written)
    }
    entries = found.sorted { $0.key < $1.key }.map(\.value)
    let known = entries.map { YAMLEntry(key: $0.setting.name ?? $0.name, keySpan: SourceSpan(0, 0), value: $0.value) }
    if frontMatter != nil || !caller.isEmpty {
      values = YAMLValue(.mapping(known + kept), span: frontMatter?.span ?? SourceSpan(0, 0))
    }
  }

  /// Applies all values, in the order of the table.
  ///
  /// - Returns: What is wrong with them: at their places, or attributed to the command line.
  public func apply(to settings: inout DocumentSettings) -> [Diagnostic] {
    entries.flatMap { entry -> [Diagnostic] in
      entry.setting.read(&settings, entry.value).map { fault in
        entry.placed(.value(of: entry.name, form: entry.setting.form, fault))
      }
    }
  }
}

extension Diagnostic {
  /// The same, attributed to the command line instead of a place in the document.
  package func blamed(on written: String) -> Diagnostic {
    var other = self
    other.span = nil
    other.message = "\(written): \(message)"
    return other
  }
}
