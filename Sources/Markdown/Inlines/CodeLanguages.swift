/// Languages of code within a line.
enum CodeLanguages {
  static func drop(from tree: inout Tree, in dialect: Dialect) {
    switch dialect.tool {
    case .obsidian, .docusaurus: dropLast(from: &tree)
    case .mkdocs: dropFirst(from: &tree)
    default: break
    }
  }

  /// `` `#!python range(3)` ``, as pymdownx' InlineHilite reads it.
  private static func dropFirst(from tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .code(let literal) = tree.nodes[index].kind, literal.utf8.starts(with: "#!".utf8), let blank = literal.firstIndex(of: " "),
        case let name = literal[..<blank].dropFirst(2), !name.isEmpty,
        name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "+-_".utf8.contains($0) })
      else { continue }
      tree.nodes[index].kind = .code(String(literal[blank...].dropFirst()))
    }
  }

  /// `` `[1, 2]{:js}` ``, `` `x{:.variable}` ``: what Quartz and Rehype Pretty Code read at the end of code within a line, its language or the
  /// kind of its token.
  private static func dropLast(from tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .code(let literal) = tree.nodes[index].kind, literal.utf8.last == ASCII.closeBrace, let open = literal.lastIndex(of: "{"),
        open > literal.startIndex, !literal[literal.index(before: open)].isWhitespace
      else { continue }
      let name = literal[open...].dropFirst().dropLast()
      guard name.first == ":", name.count > 1, name.count < 40,
        name.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") })
      else { continue }
      tree.nodes[index].kind = .code(String(literal[..<open]))
    }
  }
}
