internal import TypesetDiagnostics

/// Counts the work that setting a tree is, and the memory that it takes, and leaves out what is too much.
///
/// The work follows from the tree alone, in units of about a nanosecond, so that a document is cut at the same place on every machine. The
/// weights are measured: documents of one kind of content, divided by how much there is of it, at the slower end.
struct WorkLimit {
  private enum Weight {
    static let node = 10_000
    static let heading = 50_000
    static let word = 4_000
    static let letter = 100
    /// A byte of a script without spaces: most of its letters are shaped and broken one by one.
    static let otherLetter = 600
    static let code = 500
    static let formula = 1_800
    /// Of a diagram that the program draws itself, besides its code.
    static let drawing = 150_000
    static let drawn = ["chart", "mermaid", "dot"]
  }

  private let budget: Budget
  private let memoryLimit: Int
  private var work = 0
  private var memory = MemoryWeight()
  /// Bytes of the text between two blocks: what is set at once, and in memory at once.
  private var blockBytes = 0
  /// Lines of code that may still be set. One takes some 1.4 KB until its page is written, and the document's nodes take their share.
  private var codeLines = 0
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter count: Of the bytes of the text.
  init(_ budget: Budget, of count: Int) { (self.budget, memoryLimit) = (budget, budget.reading(count).treeBytes) }

  /// Goes through the nodes in the order of the document.
  mutating func apply(to tree: inout Tree) {
    codeLines = max(min(budget.nodes - tree.nodes.count, budget.codeLines), 1 << 10)
    var path: [Tree.Index] = [0]
    // The depth of the innermost block in the path that holds text.
    var block = 0
    var next = tree[0].firstChild
    while true {
      guard next >= 0 else {
        guard let up = path.popLast(), !path.isEmpty else { break }
        next = tree[up].nextSibling
        continue
      }
      if !tree[next].kind.isInline { (block, blockBytes) = (path.count, 0) }
      work += weigh(&tree.nodes[Int(next)])
      memory.add(tree[next])
      if tree[next].firstChild < 0, work > budget.work || memory.bytes > memoryLimit {
        if work > budget.work {
          report("limit.work", .error, at: tree[next].span, "setting all of the document takes too much work; the rest is left out")
        } else {
          report(
            "limit.nodes", .error, at: tree[next].span,
            "setting all of the document takes more than \(memoryLimit >> 20) MB of memory; the rest is left out")
        }
        for index in path + [next] { tree.nodes[Int(index)].nextSibling = -1 }
        break
      }
      if blockBytes > budget.blockBytes {
        // What follows in the same block; a listing has no such nodes.
        if tree[next].kind.isInline {
          for index in path.dropFirst(block + 1) + [next] { tree.nodes[Int(index)].nextSibling = -1 }
          tree.nodes[Int(next)].firstChild = -1
        }
        diagnostics.append(.blockLimit(budget, at: tree[next].span))
        blockBytes = 0
      }
      if tree[next].firstChild >= 0 {
        path.append(next)
        next = tree[next].firstChild
      } else {
        next = tree[next].nextSibling
      }
    }
    guard work > budget.work / 5 * 4 else { return }
    tree.isHeavy = true
    report("limit.optional-work", .warning, at: nil, "in a document of this size code is not coloured, and words are not divided")
  }

  /// The work that a node is by itself; a text that is too long is cut.
  private mutating func weigh(_ node: inout Tree.Node) -> Int {
    switch node.kind {
    case .text(let text): return words(text, at: node.span) { node.kind = .text($0) }
    case .code(let text): return words(text, at: node.span) { node.kind = .code($0) }
    case .htmlInline(let text): return words(text, at: node.span) { node.kind = .htmlInline($0) }
    case .htmlBlock(let text): return words(text, at: node.span) { node.kind = .htmlBlock($0) }
    case .codeBlock(let info, let literal):
      let kept = lines(cut(literal, at: node.span), of: literal, at: node.span)
      if let kept { node.kind = .codeBlock(info: info, literal: kept) }
      let drawing = Weight.drawn.contains { info.hasPrefix($0) || info.hasPrefix("{" + $0) } ? Weight.drawing : 0
      return Weight.node + drawing + (kept ?? literal).utf8.count * Weight.code
    case .math(let formula), .mathBlock(let formula):
      // A formula takes twice the memory of words.
      blockBytes += 2 * formula.tex.utf8.count
      return Weight.node + formula.tex.utf8.count * Weight.formula
    case .heading: return Weight.heading
    default: return Weight.node
    }
  }

  private mutating func words(_ text: String, at span: SourceSpan, change: (String) -> Void) -> Int {
    let kept = cut(text, at: span)
    if let kept { change(kept) }
    guard budget.work < .max else { return 0 }
    var (words, letters, others) = (1, 0, 0)
    for byte in (kept ?? text).utf8 {
      if byte == 0x20 { words += 1 } else if byte < 0x80 { letters += 1 } else { others += 1 }
    }
    return Weight.node + words * Weight.word + letters * Weight.letter + others * Weight.otherLetter
  }

  /// The beginning of a text for which its block has room; nil if that is all of it.
  private mutating func cut(_ text: String, at span: SourceSpan) -> String? {
    let count = text.utf8.count
    let room = max(0, budget.blockBytes - blockBytes)
    blockBytes += count
    guard count > room else { return nil }
    blockBytes = budget.blockBytes + 1
    return String(decoding: text.utf8.prefix(room), as: UTF8.self)
  }

  /// The lines of a listing for which the document has room; nil if these are all.
  private mutating func lines(_ kept: String?, of text: String, at span: SourceSpan) -> String? {
    let whole = kept ?? text
    let count = whole.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    guard count > codeLines else {
      codeLines -= count
      return kept
    }
    if codeLines >= 0 {
      report("limit.code", .error, at: span, "the listings of the document have too many lines; the rest of them is left out")
    }
    var rest = codeLines
    codeLines = -1
    let kept = whole.utf8.prefix { byte in
      defer { if byte == 0x0A { rest -= 1 } }
      return rest > 0
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private mutating func report(_ code: String, _ severity: Diagnostic.Severity, at span: SourceSpan?, _ message: String) {
    let hint =
      switch code {
      case "limit.code", "limit.nodes": "split it, or allow more memory with --max-memory"
      default: "split it, or allow more with --cpu-time"
      }
    diagnostics.append(Diagnostic(severity, code, at: span, message, hint: hint))
  }
}
