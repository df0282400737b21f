internal import TypesetDiagnostics

// The table for people: `mdtypeset keys`, and a page of the guide.

extension Settings {
  /// The page of the guide that lists all keys, in Markdown.
  public static var manual: String {
    var out = """
      # All keys

      Written by `mdtypeset keys --markdown`. A key in the first column can stand in front matter and after `-V`, one in the second in a theme,
      and, as in a theme or with dots (`page.bottom: flush`), in front matter and after `-V`. Case does not matter in front matter, and `_` is the same as `-`.


      """
    for (title, rows) in [
      ("Page", Setting.page), ("Text", Setting.text), ("Structure", Setting.structure), ("Citations", CitationSettings.rows),
      ("About the document", Setting.metadata),
    ] {
      out += "## \(title)\n\n| front matter | theme | what it sets | values | default |\n|---|---|---|---|---|\n"
      for row in rows {
        let names = ([row.name].compactMap(\.self) + row.aliases).map { "`\($0)`" }.joined(separator: ", ")
        let flag = row.flag.map { flag in " (`--\(flag.name)`\(flag.letter.map { ", `-\($0)`" } ?? ""))" } ?? ""
        let standard = row.standard.isEmpty ? "" : "`\(row.standard)`"
        out += "| \(names) | \(row.path.map { "`\($0)`" } ?? "") | \(cell(row.help))\(flag) | \(cell(row.form)) | \(standard) |\n"
      }
      out += "\n"
    }
    out += "## Elements in a theme\n\nBelow `styles.ELEMENT` and `styles..CLASS`:\n\n| key | what it sets | values |\n|---|---|---|\n"
    for row in ElementSetting.all { out += "| `\(row.name)` | \(cell(row.help)) | \(cell(row.form)) |\n" }
    out += "\nElements: " + (keys["styles"] ?? []).map { "`\($0)`" }.joined(separator: ", ") + ".\n"
    out += "\nBelow `attributes.KEY.VALUE`, for `^[text](KEY: 'VALUE')`, and in spans themselves, `[text]{KEY=VALUE}`: "
    out += AttributeLooks.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    out += "; `tracking` is `letter-spacing`, `strong` and `emphasis` are `true` or `false`.\n"
    out += "\nClasses of code, below `highlight`: " + (keys["highlight"] ?? []).map { "`\($0)`" }.joined(separator: ", ") + ".\n"
    return out
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("{", with: "\\{").replacing("*", with: "\\*")
  }

  /// The keys whose names contain a text, one a line with what they set.
  public static func list(containing word: String) -> String {
    let rows = all.map { row in
      let heads = [row.name, row.path].compactMap(\.self)
      return (
        heads.joined(separator: ", "), row.aliases, "\(row.help): \(row.form)" + (row.standard.isEmpty ? "" : " (default \(row.standard))")
      )
    }
    let found = rows.filter { word.isEmpty || $0.0.contains(word) || $0.1.contains { $0.contains(word) } }
    let width = min(found.map(\.0.count).max() ?? 0, 34)
    return found.map { $0.0 + String(repeating: " ", count: max(width - $0.0.count, 0) + 2) + $0.2 + "\n" }.joined()
  }
}
