internal import MDTypeset
internal import TypesetSettings

/// `mdtypeset inspect tables`: every name that a document, a theme or a command line can use, one a line, as what it is, the name and what its values look like,
/// with tabs between them. `scripts/fuzz-tables` tries all of them.
enum PrintedTables {
  static var text: String {
    var rows: [(kind: String, name: String, form: String)] = []
    for row in Settings.all {
      for name in [row.name].compactMap(\.self) + row.aliases { rows.append(("key", name, row.form)) }
      if let path = row.path { rows.append(("theme-key", path, row.form)) }
    }
    for element in Element.allCases { rows.append(("element", element.rawValue, "")) }
    for row in ElementSetting.all { rows.append(("style", row.name, row.form)) }
    for row in LineRule.keys { rows.append(("line", row.name, row.form)) }
    for key in AttributeLooks.keys.sorted() { rows.append(("look", key, AttributeLooks.row(of: key)?.form ?? "true or false")) }
    for (kind, names) in KnownNames.all { rows += names.map { (kind, $0, "") } }
    var verbs = [(name: "typeset", usage: "typeset INPUT… -o OUTPUT", options: TypesetVerb.options)]
    verbs += Verbs.all.map { (name: $0.name, usage: $0.usage, options: $0.options) }
    for verb in verbs {
      rows.append(("verb", verb.name, verb.usage))
      rows += verb.options.map { ("option", verb.name + " --" + $0.name, $0.value ?? "") }
    }
    return rows.reduce(into: "") { $0 += "\($1.kind)\t\($1.name)\t\($1.form)\n" }
  }
}
