internal import TypesetDiagnostics

/// Whether lines that are indented as code are text to MDX 2, which has no code by indent; what looks like a program was written for older ones.
enum IndentedText {
  /// - Parameter start: Where the first of the lines begins.
  static func isText(_ bytes: [UInt8], from start: Int) -> Bool {
    var position = start
    // One paragraph tells.
    while position < bytes.count, position - start < 4_000 {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      let words = line.drop(while: ASCII.isBlank)
      guard words.contains(where: { $0 > ASCII.space }), line.count - words.count >= 2 else { break }
      if isCode(words) { return false }
      position = end + 1
    }
    return position > start
  }

  private static let signs = Set("{}<>;=|\\#".utf8)

  private static let programs: Set<String> = [
    "npm", "npx", "yarn", "pnpm", "bun", "git", "cd", "pip", "python", "node", "curl", "sudo", "docker", "brew", "cargo", "go", "make", "$",
  ]

  private static func isCode(_ line: ArraySlice<UInt8>) -> Bool {
    if line.contains(where: { signs.contains($0) }) || line.firstRange(of: "//".utf8) != nil { return true }
    return programs.contains(String(decoding: line.prefix { !ASCII.isBlank($0) }, as: UTF8.self))
  }
}
