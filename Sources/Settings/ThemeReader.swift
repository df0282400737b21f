internal import CBundledThemes
public import TypesetBoxes
public import TypesetDiagnostics
import TypesetHighlighting
public import TypesetYAML

extension Theme {
  /// Names of the built-in themes.
  public static var builtInNames: [String] {
    (0..<Int(mdtypeset_theme_count)).map { index in
      unsafe String(cString: mdtypeset_theme_at(index).name).replacing(".yaml", with: "")
    }
  }

  /// A document with every element in it.
  public static var specimen: Source {
    let file = unsafe mdtypeset_specimen()
    return unsafe Source(name: "specimen.md", bytes: Array(UnsafeBufferPointer(start: file.start, count: file.end - file.start)))
  }

  /// The source of a built-in theme.
  public static func builtIn(_ name: String) -> Source? {
    for index in 0..<Int(mdtypeset_theme_count) {
      let theme = unsafe mdtypeset_theme_at(index)
      guard unsafe String(cString: theme.name) == name + ".yaml" else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: theme.start, count: theme.end - theme.start))
      return Source(name: "\(name).yaml", bytes: bytes)
    }
    return nil
  }

  /// Reads a theme and those that it builds on (`base`).
  ///
  /// - Parameter foundation: The theme of the file that `base` names; nil where it names a built-in one.
  /// - Returns: The theme, as far as it could be read, and what is wrong with it, at places of the source.
  public static func read(_ source: Source, over foundation: Theme? = nil, depth: Int = 0) -> (theme: Theme, diagnostics: [Diagnostic]) {
    var (value, diagnostics) = parseYAML(source.bytes)
    // An empty or unreadable file gives the default.
    guard let value else { return (depth == 0 ? standard : Theme(), diagnostics) }
    var theme = Theme()
    if let foundation {
      theme = foundation
    } else if let base = value["base"] ?? value["extends"] {
      if let name = base.text, let source = builtIn(name), depth < 8 {
        theme = read(source, depth: depth + 1).theme
      } else {
        let form = "a theme file, or one of \(builtInNames.joined(separator: ", "))"
        diagnostics.append(.value(of: "base", form: form, SettingFault(base)))
        theme = standard
      }
    } else if depth == 0, value["name"]?.text != "article" {
      // A theme without a base changes the default.
      theme = standard
    }
    diagnostics += theme.overlay(value)
    return (theme, diagnostics)
  }

  /// The file that a theme builds on; nil where it is a built-in theme or none.
  public static func baseFile(of source: Source) -> String? {
    let value = parseYAML(source.bytes).value
    guard let name = (value?["base"] ?? value?["extends"])?.text, name.contains("/") || name.contains(".") else { return nil }
    return name
  }

  /// The theme of documents that name none.
  public static var standard: Theme { builtIn("article").map { read($0, depth: 1).theme } ?? Theme() }

  /// Overrides this theme with a mapping of a theme's keys: `{body: {size: 12pt}}`.
  ///
  /// - Returns: What is wrong with it; the places are those of the values.
  public mutating func overlay(_ value: YAMLValue) -> [Diagnostic] {
    var reader = ThemeReader(settings: DocumentSettings(theme: self))
    reader.read(value)
    self = reader.settings.theme
    return reader.diagnostics
  }
}

/// Reads the mappings of a theme against the table of settings.
private struct ThemeReader {
  var settings: DocumentSettings
  var diagnostics: [Diagnostic] = []

  mutating func read(_ root: YAMLValue) {
    for entry in entries(root, of: "theme", known: ["name", "base", "extends"] + Settings.groups) {
      switch entry.key {
      case "name": settings.theme.name = entry.value.text ?? ""
      case "base", "extends": break
      case "styles": readStyles(entry.value)
      case "highlight": readHighlight(entry.value)
      case "attributes": readAttributes(entry.value)
      default: readGroup(entry.key, entry.value)
      }
    }
  }

  /// The entries of a mapping; unknown keys are reported and ignored.
  private mutating func entries(_ value: YAMLValue, of key: String, known: [String], knowsClasses: Bool = false) -> [YAMLEntry] {
    guard let entries = value.entries else {
      let form = "a mapping of \(known.joined(separator: ", "))"
      diagnostics.append(.value(of: key, form: form, SettingFault(value)))
      return []
    }
    return entries.filter { entry in
      let isKnown =
        known.contains(entry.key) || knowsClasses && (entry.key.hasPrefix(".") || CellRule.conditions(of: entry.key) != nil)
      if !isKnown, entry.key.hasPrefix(CellRule.prefix) {
        let isMisplaced = CellRule.conditions(of: entry.key) != nil
        let hint = isMisplaced ? "rules for cells go under styles" : "write \(CellRule.form)"
        diagnostics.append(
          Diagnostic(.warning, "settings.unknown-key", at: entry.keySpan, "unknown cells \"\(entry.key)\"", hint: hint))
      } else if !isKnown {
        diagnostics.append(.unknownKey(entry, among: known))
      }
      return isKnown
    }
  }

  /// The keys of a group in the order of the table: margins keep their part of the paper.
  private mutating func readGroup(_ group: String, _ value: YAMLValue) {
    let known = Settings.keys[group] ?? []
    let found = entries(value, of: group, known: known)
    for key in known {
      for entry in found where entry.key == key {
        guard let row = Settings.byPath["\(group).\(key)"] else { continue }
        diagnostics += row.read(&settings, entry.value).map { .value(of: key, form: row.form, $0) }
      }
    }
  }

  private mutating func readStyles(_ value: YAMLValue) {
    for entry in entries(value, of: "styles", known: Settings.keys["styles"] ?? [], knowsClasses: true) {
      if entry.key.hasPrefix(".") {
        let name = String(entry.key.dropFirst())
        settings.theme.classRules[name] = (settings.theme.classRules[name] ?? StyleRule()).overlaid(by: rule(entry.value, of: entry.key))
      } else if let conditions = CellRule.conditions(of: entry.key) {
        settings.theme.cellRules.append(CellRule(conditions, rule(entry.value, of: "table-cell")))
      } else if let element = Element(rawValue: entry.key) {
        settings.theme.rules[element] = settings.theme[element].overlaid(by: rule(entry.value, of: entry.key))
      }
    }
  }

  /// A colour for a class of tokens, or a rule.
  private mutating func readHighlight(_ value: YAMLValue) {
    for entry in entries(value, of: "highlight", known: Settings.keys["highlight"] ?? []) {
      guard let token = TokenClass(rawValue: entry.key) else { continue }
      var further = StyleRule()
      if entry.value.entries != nil {
        further = rule(entry.value, of: entry.key)
      } else if let color = SettingForm.color.read(entry.value) {
        further.color = color
      } else {
        diagnostics.append(.value(of: entry.key, form: SettingForm.color.words + ", or a mapping", SettingFault(entry.value)))
      }
      settings.theme.highlight[token] = (settings.theme.highlight[token] ?? StyleRule()).overlaid(by: further)
    }
  }

  /// Keys of the theme's own with their values, each of which comes to looks: `{accent: {loud: {weight: bold, color: red}}}`.
  private mutating func readAttributes(_ value: YAMLValue) {
    guard let keys = value.entries else {
      diagnostics.append(.value(of: "attributes", form: "a mapping of keys to their values", SettingFault(value)))
      return
    }
    for entry in keys {
      guard let values = entry.value.entries, !AttributeLooks.keys.contains(entry.key) else {
        let form = "a mapping of values to looks, under a key that is not built in"
        diagnostics.append(.value(of: entry.key, form: form, SettingFault(entry.value)))
        continue
      }
      var schema = settings.theme.schema(of: entry.key) ?? AttributeSchema(key: entry.key, values: [])
      schema.isDeclared = true
      for value in values {
        schema.values.removeAll { $0.name == value.key }
        schema.values.append(.init(name: value.key, looks: looks(value.value, of: value.key)))
      }
      settings.theme.attributes.removeAll { $0.key == entry.key }
      settings.theme.attributes.append(schema)
    }
  }

  private mutating func looks(_ value: YAMLValue, of name: String) -> AttributeLooks {
    var looks = AttributeLooks()
    // Nothing but the name: a value that is allowed and has no looks.
    if case .scalar = value.content, value.text == nil { return looks }
    for entry in entries(value, of: name, known: AttributeLooks.keys.sorted()) where looks.take(entry.key, entry.value) == false {
      let hint = AttributeLooks.hint(of: entry.key, for: entry.value)
      diagnostics.append(.value(of: entry.key, form: AttributeLooks.form(of: entry.key), SettingFault(entry.value, hint: hint)))
    }
    return looks
  }

  private mutating func rule(_ value: YAMLValue, of element: String) -> StyleRule {
    var rule = StyleRule()
    for entry in entries(value, of: element, known: ElementSetting.names) {
      guard let row = ElementSetting.named[entry.key] else { continue }
      guard !row.read(&rule, entry.value) else { continue }
      diagnostics.append(.value(of: entry.key, form: row.form, SettingFault(entry.value, hint: row.hint(for: entry.value))))
    }
    return rule
  }
}

extension PageStyle {
  /// Changes the paper; margins keep their part of it.
  public mutating func setPaper(_ size: (width: Length, height: Length)) {
    let across = size.width.points / max(width.points, 1)
    let down = size.height.points / max(height.points, 1)
    (left, right) = (left.scaled(by: across), right.scaled(by: across))
    (top, bottom) = (top.scaled(by: down), bottom.scaled(by: down))
    (width, height) = size
  }

  /// Sets margins from one length, up to four of them in CSS' order, or a mapping of edges.
  /// - Returns: Parts that are no margins; the others are set. Nothing is, where a list in CSS' order has such a part.
  public mutating func setMargins(_ value: YAMLValue) -> [YAMLValue] {
    guard let edges = value.entries else {
      let words = value.items?.compactMap(\.text) ?? value.text.map { $0.split(separator: " ").map(String.init) } ?? []
      let lengths = words.compactMap { Length($0) }
      guard (1...4).contains(lengths.count), lengths.count == words.count, lengths.allSatisfy(Self.isMargin) else { return [value] }
      right = lengths.count > 1 ? lengths[1] : lengths[0]
      (top, bottom) = (lengths[0], lengths.count > 2 ? lengths[2] : lengths[0])
      left = lengths.count > 3 ? lengths[3] : right
      return []
    }
    return edges.filter { edge in !(edge.value.text.flatMap { Length($0) }.map { setMargin(edge.key, to: $0) } ?? false) }.map(\.value)
  }

  private static func isMargin(_ length: Length) -> Bool { length >= .zero && length <= 2_000.pt }

  /// Sets the margin of one edge; false where there is no such edge or the margin is no margin.
  mutating func setMargin(_ edge: String, to length: Length) -> Bool {
    guard Self.isMargin(length) else { return false }
    switch edge {
    case "top": top = length
    case "right", "outer": right = length
    case "bottom": bottom = length
    case "left", "inner": left = length
    case "x": (left, right) = (length, length)
    case "y": (top, bottom) = (length, length)
    default: return false
    }
    return true
  }
}
