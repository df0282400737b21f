/// Languages of code within a line.
enum CodeLanguages {
  /// `` `[1, 2]{:js}` ``, `` `x{:.variable}` ``: what Quartz and Rehype Pretty Code read at the end of code within a line, its language or the
  /// kind of its token.
  static func drop(from tree: inout Tree) {
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
