import TypesetDiagnostics
import TypesetYAML

/// `mdtypeset.yml`: `chapters` lists files, sections and paths with stars, `folder` says where they are; all other keys are keys of front matter.
func ownOutline(_ settings: YAMLValue, _ bytes: [UInt8], at offset: Int) -> Outline {
  var outline = Outline()
  outline.folder = settings["folder"]?.text ?? ""
  let list = settings["chapters"] ?? settings["files"] ?? settings["nav"]
  for item in list?.items ?? list.map({ [$0] }) ?? [] { addOwn(item, at: 0, to: &outline) }
  outline.saysUnlisted = !outline.entries.isEmpty
  let entries = settings.entries ?? []
  let ending = endOfDocument(bytes)
  for (index, entry) in entries.enumerated() where !["chapters", "files", "nav", "folder"].contains(entry.key) {
    let start = Int(entry.keySpan.start) - offset
    let end = index + 1 < entries.count ? Int(entries[index + 1].keySpan.start) - offset : ending
    guard bytes.indices.contains(start), start < end, end <= bytes.count, start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else {
      continue
    }
    let line = 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
    outline.matter.ownKeys.insert(entry.key)
    outline.matter.ownLines.append((Array(bytes[start..<end]), line))
  }
  return outline
}

/// Where a line of `---` or `...` ends what has begun before it, or all bytes.
private func endOfDocument(_ bytes: [UInt8]) -> Int {
  var start = 0
  var hasContent = false
  while start < bytes.count {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = bytes[start..<end]
    if hasContent, line.starts(with: "---".utf8) || line.starts(with: "...".utf8) { return start }
    if let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "-"), first != UInt8(ascii: "%") { hasContent = true }
    start = end + 1
  }
  return bytes.count
}

/// A path, `Title: page.md`, `Title: [list]`, or a mapping with `file`, `title` and `chapters`. The reader of YAML bounds how deep they nest.
private func addOwn(_ item: YAMLValue, at depth: Int, to outline: inout Outline) {
  func add(_ title: String?, _ path: String, _ span: SourceSpan) {
    outline.add(title, path, at: depth, span, isPattern: path.contains("*") || path.hasSuffix("/"))
  }
  if let path = item.text { return add(nil, path, item.span) }
  let below = item["chapters"] ?? item["files"] ?? item["sections"]
  let title = (item["title"] ?? item["part"])?.text
  if let path = item["file"]?.text {
    add(title, path, item["file"]?.span ?? item.span)
  } else if title != nil {
    outline.add(title, nil, at: depth, item.span)
  } else if below == nil {
    for entry in item.entries ?? [] {
      if let path = entry.value.text {
        add(entry.key, path, entry.value.span)
      } else {
        outline.add(entry.key, nil, at: depth, entry.keySpan)
        for inner in entry.value.items ?? [] { addOwn(inner, at: depth + 1, to: &outline) }
      }
    }
    return
  }
  for inner in below?.items ?? [] { addOwn(inner, at: depth + 1, to: &outline) }
}
