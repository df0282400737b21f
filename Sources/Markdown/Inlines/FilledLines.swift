internal import TypesetDiagnostics

/// Paragraphs of vaults that an editor has wrapped, at 70 to 100 columns: their line ends are no breaks, though those of vaults are.
///
/// An editor fills lines: the next line's first word had no room any more. Lines of verse, of addresses, or with one sentence each are not so.
struct FilledLines {
  /// The paragraphs that flow.
  private(set) var paragraphs: Set<Tree.Index> = []
  /// True if some paragraph looks filled, though perhaps too little of the text does.
  private(set) var areLikely = false

  /// As editors wrap lines, in columns.
  private static let widths = 60...110
  /// As many ends of filled lines are no accident.
  private static let leastEnds = 3

  /// The lines of a paragraph.
  private struct Lines {
    /// In columns, with what is before the text, such as the sign of an item.
    var widths: [Int] = []
    /// Of the first words of the lines.
    var words: [Int] = []
    /// How many lines but the last end as sentences do.
    var sentences = 0

    var ends: Int { widths.count - 1 }
    var width: Int { widths.max() ?? 0 }

    /// True if nearly all lines but the last are filled to a width.
    func fill(_ width: Int) -> Bool {
      guard FilledLines.widths.contains(width), sentences < ends else { return false }
      let filled = (0..<ends).count { widths[$0] <= width && widths[$0] + 1 + words[$0 + 1] > width }
      return filled * 20 >= ends * 17
    }
  }

  init(in tree: borrowing Tree, _ source: [UInt8]) {
    var pairs: [(index: Tree.Index, lines: Lines)] = []
    var (ends, width) = (0, 0)
    for position in tree.nodes.indices {
      guard case .paragraph = tree.nodes[position].kind, let lines = Self.lines(at: tree.nodes[position].span, source) else { continue }
      if lines.ends == 1 {
        pairs.append((Tree.Index(position), lines))
      } else if lines.fill(lines.width) {
        paragraphs.insert(Tree.Index(position))
        ends += lines.ends
        width = max(width, lines.width)
      }
    }
    areLikely = !paragraphs.isEmpty
    guard ends >= Self.leastEnds else {
      paragraphs = []
      return
    }
    // Two lines say nothing by themselves.
    for (index, lines) in pairs where lines.width <= width && lines.widths[0] + lines.words[1] + 3 > width { paragraphs.insert(index) }
  }

  /// The lines of a paragraph that has several.
  private static func lines(at span: SourceSpan, _ source: [UInt8]) -> Lines? {
    let end = min(Int(span.end), source.count)
    guard span.start < end, source[Int(span.start)..<end].contains(ASCII.newline) else { return nil }
    var lines = Lines()
    var start = source[..<Int(span.start)].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
    while start < end {
      let next = source[start...].firstIndex(of: ASCII.newline) ?? source.count
      let text = source[start..<next]
      // Lines that are displays are as long as their LaTeX.
      if text.starts(with: "$$".utf8) { return nil }
      let used = text.count - text.reversed().prefix { $0 <= ASCII.space }.count
      let words = text.drop { ASCII.isBlank($0) || $0 == ASCII.greater }
      lines.widths.append(columns(of: text.prefix(used)))
      lines.words.append(columns(of: words.prefix { $0 > ASCII.space }))
      if next < end, let last = text.prefix(used).last, ".!?:;".utf8.contains(last) { lines.sentences += 1 }
      start = next + 1
    }
    return lines.ends > 0 ? lines : nil
  }

  private static func columns(of text: ArraySlice<UInt8>) -> Int { text.count { $0 & 0xC0 != 0x80 } }

  /// Makes the ends of lines breaks, but for those of the paragraphs that flow.
  static func breakLines(of tree: inout Tree, except flowing: Set<Tree.Index>) {
    for index in tree.nodes.indices {
      guard case .softBreak = tree.nodes[index].kind else { continue }
      var parent = flowing.isEmpty ? -1 : tree.nodes[index].parent
      while parent >= 0, !flowing.contains(parent) { parent = tree.nodes[Int(parent)].parent }
      if parent < 0 { tree.nodes[index].kind = .lineBreak }
    }
  }
}
