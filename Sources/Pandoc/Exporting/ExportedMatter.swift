internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown
internal import TypesetYAML

/// Front matter as pandoc's metadata.
struct ExportedMatter {
  let parse: (String) -> Tree
  /// True if the list of references has been made: pandoc would make it a second time.
  let hasReferences: Bool
  let version: PandocExport.Version

  private static let citing: Set = ["bibliography", "csl", "references", "nocite", "citation-style"]
  /// Addresses and codes, which are no Markdown.
  private static let plain: Set = ["bibliography", "csl", "lang", "date", "css", "dir", "fontsize", "documentclass", "papersize"]

  func meta(_ matter: FrontMatter) -> JSON {
    let entries = (matter.values?.entries ?? []).filter { $0.key != "from" && !(hasReferences && Self.citing.contains($0.key)) }
    var members: [JSON.Member] = []
    for entry in entries {
      guard let value = value(entry.value, isPlain: Self.plain.contains(entry.key)) else { continue }
      members.removeAll { $0.name == entry.key }
      members.append(JSON.Member(entry.key, value))
    }
    return .object(members)
  }

  /// The reader of YAML bounds how deep values nest.
  private func value(_ yaml: YAMLValue, isPlain: Bool) -> JSON? {
    switch yaml.content {
    case .sequence(let items): return .node("MetaList", .array(items.compactMap { value($0, isPlain: isPlain) }))
    case .mapping(let entries):
      let members = entries.compactMap { entry in value(entry.value, isPlain: isPlain).map { JSON.Member(entry.key, $0) } }
      return .node("MetaMap", .object(members))
    case .scalar(let text, let isBare):
      if isBare, text == "true" || text == "false" { return .node("MetaBool", .bool(text == "true")) }
      guard yaml.text != nil else { return nil }
      return isPlain ? .node("MetaString", .string(text)) : markdown(text)
    }
  }

  private func markdown(_ text: String) -> JSON {
    var export = PandocExport(parse(text), Source(name: "", text: text), version)
    let blocks = export.blocks(below: 0)
    let isLine = blocks.count < 2 && !text.dropLast().contains("\n")
    guard isLine, let only = blocks.first, only["t"]?.text == "Para" || only["t"]?.text == "Plain", let words = only["c"] else {
      return blocks.isEmpty ? .node("MetaString", .string(text)) : .node("MetaBlocks", .array(blocks))
    }
    return .node("MetaInlines", words)
  }
}
