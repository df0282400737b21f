internal import TypesetDiagnostics

/// kramdown's line breaks: two backslashes at the end of a line, which are an escaped backslash in CommonMark.
enum KramdownBreaks {
  static func read(in tree: inout Tree, _ source: [UInt8]) {
    guard source.holds("\\\\\n") || source.holds("\\\\\r\n") else { return }
    for index in tree.nodes.indices {
      guard case .text(let words) = tree.nodes[index].kind, words.hasSuffix("\\"), case let next = tree.nodes[index].nextSibling, next >= 0,
        case .softBreak = tree[next].kind
      else { continue }
      tree.nodes[index].kind = .text(String(words.dropLast()))
      tree.nodes[Int(next)].kind = .lineBreak
    }
  }
}
