import TypesetBytes
import TypesetDiagnostics
import TypesetMarkdown

/// The classes that an author gave to what is shown: `::: {.draft}`, `[text]{.draft}`.
struct ShownClasses {
  private struct Leaf {
    var span: SourceSpan
    var names: Set<String>
  }

  /// Texts, formulas, pictures: in the order of the source.
  private var leaves: [Leaf] = []
  /// By the places where lines of pages begin in the source.
  private var byLine: [Int: Set<String>] = [:]

  /// - Parameter lines: Where lines of pages begin in the source.
  init(in tree: Tree, lines: [Int]) {
    guard tree.attributes.contains(where: { !$0.classes.isEmpty }) else { return }
    let lines = lines.sorted()
    var known: [Set<String>] = []
    known.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      let classes = tree.attributes(of: Tree.Index(index))?.classes ?? []
      let own = classes.filter { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
      let outer = known.indices.contains(Int(node.parent)) ? known[Int(node.parent)] : []
      known.append(own.isEmpty ? outer : outer.union(own))
      switch node.kind {
      case .text, .code, .codeBlock, .math, .mathBlock, .image: break
      default: continue
      }
      leaves.append(Leaf(span: node.span, names: known[index]))
      guard !known[index].isEmpty, !node.span.isEmpty else { continue }
      var place = max(0, lines.partitioningIndex { $0 > Int(node.span.start) } - 1)
      while place < lines.count, lines[place] < Int(node.span.end) {
        byLine[lines[place], default: []].formUnion(known[index])
        place += 1
      }
    }
    leaves.sort { $0.span.start < $1.span.start }
  }

  /// The classes of something on a line that begins at an offset.
  func names(ofLineAt offset: Int?) -> [String] { offset.flatMap { byLine[$0] }?.sorted() ?? [] }

  /// The classes of all that a block shows.
  func names(of block: SourceSpan) -> [String] {
    guard !leaves.isEmpty else { return [] }
    var low = leaves.partitioningIndex { $0.span.start >= block.start }
    var common: Set<String>?
    while low < leaves.count, leaves[low].span.start < block.end {
      common = common?.intersection(leaves[low].names) ?? leaves[low].names
      if common?.isEmpty == true { break }
      low += 1
    }
    return common?.sorted() ?? []
  }
}
