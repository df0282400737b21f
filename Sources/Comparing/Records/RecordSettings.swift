internal import TypesetDiagnostics
internal import TypesetSettings

/// What a document and its settings say, as a record keeps it.
enum RecordSettings {
  /// Metadata; changes of it show in the text.
  private static let matter: Set<String> = [
    "title", "subtitle", "author", "affiliation", "date", "copyright", "license", "revision", "thanks", "abstract", "keywords", "tags",
    "description", "subject", "check",
  ]

  /// The content of a document: its text after the front matter, and what front matter adds to that.
  static func authored(_ body: some Sequence<UInt8>, explained text: String) -> [UInt8] {
    let lines = text.split(separator: "\n").filter { line in matter.contains(String(line.prefix { $0 != " " })) }
    // Not its position: lines of front matter may be added and removed.
    return Array(body) + lines.flatMap { Array($0.parts(between: "  ").filter { !$0.isEmpty }.dropLast().joined(separator: " ").utf8) }
  }

  /// The settings that have been made, from the lines of `--explain-options`: name, value and origin with two spaces or more between them.
  static func settings(explained text: String) -> [DocumentRecord.Setting] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.parts(between: "  ").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      guard parts.count >= 3, parts.last != "default", !matter.contains(String(parts[0])), !parts[0].contains(" ") else { return nil }
      // A setting has one name in front matter and another one in themes.
      let name = String(parts[0])
      let origin = String(parts.last ?? "")
      let file = origin.prefix { $0 != ":" }
      return DocumentRecord.Setting(
        Settings.setting(named: name)?.path ?? name, parts[1..<parts.count - 1].joined(separator: " "),
        isOfTheme: origin.hasPrefix("theme ") || file.hasSuffix(".yaml") || file.hasSuffix(".yml"))
    }.flatMap { $0.name == "style" ? flattened($0, depth: 0) : [$0] }
  }

  /// The keys of a mapping in braces, each as a setting: `style.body.size`.
  private static func flattened(_ setting: DocumentRecord.Setting, depth: Int) -> [DocumentRecord.Setting] {
    guard depth < 8, setting.value.hasPrefix("{"), setting.value.hasSuffix("}") else { return [setting] }
    var parts: [String] = [""]
    var level = 0
    for character in setting.value.dropFirst().dropLast() {
      if "{[".contains(character) { level += 1 }
      if "}]".contains(character) { level -= 1 }
      if character == ",", level == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    var out: [DocumentRecord.Setting] = []
    for part in parts {
      let part = part.drop { $0 == " " }
      guard level == 0, let colon = part.firstRange(of: ": ") else { return [setting] }
      let inner = DocumentRecord.Setting("\(setting.name).\(part[..<colon.lowerBound])", String(part[colon.upperBound...]))
      out += flattened(inner, depth: depth + 1)
    }
    return out
  }
}
