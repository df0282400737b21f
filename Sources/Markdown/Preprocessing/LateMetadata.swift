internal import TypesetDiagnostics
internal import TypesetYAML

/// The source for pandoc with the metadata at the top that stands below text, below a licence or at the end: pandoc takes a block from anywhere
/// that has a blank line above it. What the front matter says itself comes first.
func withMetadataFirst(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool.isPandoc == true, source.files.count == 1, source.holds("\n---\n"), let late = LateMetadata(source.bytes) else {
    return source
  }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  if let place = FolderMetadata.place(in: source.bytes) {
    text.copy(upTo: place)
    text.write(late.lines)
  } else {
    text.write(Array("---\n".utf8) + late.lines + Array("---\n\n".utf8))
  }
  for block in late.blocks {
    text.copy(upTo: block.lowerBound)
    text.skip(to: block.upperBound)
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private struct LateMetadata {
  /// What the front matter lacks.
  private(set) var lines: [UInt8] = []
  /// The blocks that this is from.
  private(set) var blocks: [Range<Int>] = []
  private static let keys = ScriptMetadata.keys.union(["references", "nocite", "thanks", "subject", "description", "theme", "aspectratio"])
  private static let mostLines = 2_000

  /// - Returns: Nil where there is none with a key that means something.
  init?(_ bytes: [UInt8]) {
    let matter = FrontMatter.of(bytes)
    guard matter.end == 0 || FolderMetadata.place(in: bytes) != nil else { return nil }
    var known = Set((matter.values?.entries ?? []).map(\.key))
    var fences = OpenFences()
    var (isBelowBlank, isComment) = (false, false)
    var position = matter.end
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      fences.pass(line)
      if line.firstRange(of: "<!--".utf8) != nil { isComment = true }
      if line.firstRange(of: "-->".utf8) != nil { isComment = false }
      if isBelowBlank, !isComment, !fences.isCode, line.elementsEqual("---".utf8), let close = Self.close(of: bytes, from: end + 1) {
        let found = FolderMetadata.entries(of: Array(bytes[(end + 1)..<close.lowerBound])).filter { !known.contains($0.key) }
        if found.contains(where: { Self.keys.contains($0.key) }) {
          known.formUnion(found.map(\.key))
          lines += found.flatMap(\.lines)
          blocks.append(position..<close.upperBound)
        }
        position = min(bytes.count, close.upperBound + 1)
        continue
      }
      isBelowBlank = line.allSatisfy(ASCII.isBlank)
      position = end + 1
    }
    if blocks.isEmpty { return nil }
  }

  /// The line that ends a mapping with a key right below its first line.
  private static func close(of bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard start < bytes.count, case let key = bytes[start...].prefix(64).prefix(while: { ASCII.isLetter($0) || "-_".utf8.contains($0) }),
      !key.isEmpty, key.endIndex < bytes.count, bytes[key.endIndex] == UInt8(ascii: ":")
    else { return nil }
    var position = start
    for _ in 0..<mostLines where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8) {
        let (value, faults) = parseYAML(bytes[start..<position], offset: start)
        return faults.isEmpty && value?.entries?.isEmpty == false ? position..<end : nil
      }
      position = end + 1
    }
    return nil
  }
}
