internal import TypesetDiagnostics
internal import TypesetMarkdown

extension TextContent {
  /// Adds a text after this one. Its blocks follow this text's blocks; text without blocks goes on in the last one.
  mutating func append(_ other: TextContent) {
    if plain.isEmpty, !hasBlocks {
      self = other
      return
    }
    var further = other.structure
    let labels = hasBlocks ? further.renameNotes(besides: structure) : [:]
    let host = hasBlocks && (other.segments.first?.leaf ?? 0) <= 0 && !other.plain.isEmpty ? hostForWords() : -1
    let shift = other.hasBlocks ? structure.adopt(further) : 0
    let numbers = other.sets.all.map { attributes in
      var attributes = attributes
      if let label = attributes.note, let renamed = labels[label] { attributes.note = renamed }
      return sets.number(of: attributes)
    }
    let start = plain.utf8.count
    for segment in other.segments {
      let (leaf, set) = (segment.leaf > 0 ? segment.leaf + shift : host, numbers[Int(segment.set)])
      if let last = segments.last, last.leaf == leaf, last.set == set {
        segments[segments.count - 1].end = start + segment.end
      } else {
        segments.append(Segment(end: start + segment.end, leaf: leaf, set: set))
      }
    }
    plain += other.plain
    plain.makeContiguousUTF8()
  }

  /// Where words go that are added at the end: into the last text, or into a new paragraph after a formula, code or a note.
  private mutating func hostForWords() -> Int32 {
    if let last = segments.last?.leaf, last > 0, structure[last].kind.isInline, !structure.hasBlocks(after: last) {
      var node = structure.block(of: last)
      var isInNote = false
      while node > 0 {
        if case .footnoteDefinition = structure[node].kind { isInNote = true }
        node = structure[node].parent
      }
      if !isInNote { return last }
    }
    let paragraph = Int32(structure.nodes.count)
    structure.nodes.append(Structure.Node(kind: .paragraph, parent: 0))
    var text = Structure.Node(kind: .text(""), parent: paragraph)
    text.hadText = true
    structure.nodes.append(text)
    return paragraph + 1
  }
}

extension TextMaker {
  /// Adds a text to a block: its attributes, not its blocks.
  mutating func append(_ text: TextContent, inBlockOf leaf: Int32) {
    var block: Int32?
    for (number, segment) in text.segments.enumerated() {
      let next = segment.leaf > 0 ? text.structure.block(of: segment.leaf) : -1
      if let block, block != next {
        var space = TextAttributes()
        space.inlineIntent = .softBreak
        append(" ", leaf: leaf, space)
      }
      block = next
      append(text.text(text.start(ofSegment: number)..<segment.end), leaf: leaf, text.sets[segment.set])
    }
  }
}

extension Structure {
  /// True if there are blocks after a node.
  fileprivate func hasBlocks(after node: Int32) -> Bool {
    nodes[(Int(node) + 1)...].contains { !$0.kind.isInline && !$0.isInObject && !$0.isRemoved }
  }

  /// Gives the notes of this structure labels that another one does not have.
  fileprivate mutating func renameNotes(besides other: Structure) -> [String: String] {
    func labels(_ nodes: [Node]) -> Set<String> {
      Set(nodes.compactMap { if case .footnoteDefinition(let label) = $0.kind { label } else { nil } })
    }
    let taken = labels(other.nodes)
    guard !taken.isEmpty else { return [:] }
    var renamed: [String: String] = [:]
    let own = labels(nodes)
    for label in own.sorted() where taken.contains(label) {
      var number = 2
      while taken.contains("\(label)-\(number)") || own.contains("\(label)-\(number)") { number += 1 }
      renamed[label] = "\(label)-\(number)"
    }
    for index in nodes.indices {
      switch nodes[index].kind {
      case .footnoteDefinition(let label): renamed[label].map { nodes[index].kind = .footnoteDefinition(label: $0) }
      case .footnoteReference(let label): renamed[label].map { nodes[index].kind = .footnoteReference(label: $0) }
      default: break
      }
    }
    return renamed
  }
}
