package import TypesetBoxes
import TypesetFonts
import TypesetPictures
package import TypesetStyling

extension Composer {
  /// The digests of the top-level blocks of a document and of its footnotes, by the number of the block.
  package func digests(of blocks: borrowing Blocks, in tree: StyledTree) -> [StyledTree.Index: BlockDigest] {
    var maker = BlockDigests(fonts: fonts, pictures: pictures)
    var out: [StyledTree.Index: BlockDigest] = [:]
    for (block, list) in zip(tree.children(of: 0), blocks.lists) {
      out[block] = maker.digest(of: list, joined: JoinedSpace(tree, block))
      for note in list.notes { if let block = note.list.structure?.block { out[block] = maker.digest(of: note.list) } }
    }
    return out
  }
}

/// Makes digests of lists; nothing in them depends on what is before or after a block, or on the order in which fonts were loaded.
struct BlockDigests {
  private let fonts: FontBook
  private let pictures: PictureBook
  private var faces: [FaceID: UInt64] = [:]
  private var drawn: [PictureID: UInt64] = [:]
  private var look = WordHash()
  private var edges = WordHash()
  private var sense = WordHash()

  init(fonts: FontBook, pictures: PictureBook) { (self.fonts, self.pictures) = (fonts, pictures) }

  /// - Parameter joined: How the list is joined with those before and after it; nil for a note.
  mutating func digest(of list: VList, joined: JoinedSpace? = nil) -> BlockDigest {
    (look, edges, sense) = (WordHash(), WordHash(), WordHash())
    addElements(of: list)
    addEdges(of: list)
    if let joined {
      joined.add(to: &edges)
      joined.add(to: &look)
    }
    for node in list.nodes { add(node, of: list) }
    look.add(list.spanning)
    for range in list.turned { look.add(Int(range.lowerBound), Int(range.upperBound)) }
    for note in list.notes { look.add(Int(note.node)) }
    return BlockDigest(look: look.value, edges: edges.value, sense: sense.value)
  }

  private mutating func addEdges(of list: VList) {
    func isBox(_ node: VNode) -> Bool { if case .box = node { true } else { false } }
    guard let first = list.nodes.firstIndex(where: isBox), let last = list.nodes.lastIndex(where: isBox) else { return }
    for index in list.nodes.indices {
      if index < first || index > last { Self.addSpace(list.nodes[index], to: &edges) }
      if case .beginFrame(let number) = list.nodes[index] {
        // Tables are as wide as their words.
        var frame = list.frames[Int(number)]
        (frame.x, frame.width, frame.head) = (.zero, .zero, nil)
        Self.add(frame, to: &edges)
      }
    }
  }

  private static func addSpace(_ node: VNode, to hash: inout WordHash) {
    switch node {
    case .glue(let glue):
      hash.add(1, glue.natural.rawValue, glue.stretch.rawValue, glue.shrink.rawValue)
      hash.add(Int(glue.stretchOrder.rawValue), Int(glue.shrinkOrder.rawValue))
    case .kern(let length): hash.add(2, length.rawValue)
    case .penalty(let penalty): hash.add(3, penalty)
    case .endFrame: hash.add(5)
    case .box, .beginFrame: break
    }
  }

  private mutating func add(_ node: VNode, of list: VList) {
    switch node {
    case .box(let box):
      look.add(0, box.height.rawValue, box.depth.rawValue, box.width.rawValue, box.x.rawValue, box.hang.rawValue)
      look.add(Int(box.leastScale), Int(box.anchor.rawValue), box.opensNoPage ? 1 : 0, box.isLine ? 1 : 0)
      add(box.items, of: list.inks[Int(box.ink)], in: list.structure)
    case .beginFrame(let number):
      look.add(4)
      Self.add(list.frames[Int(number)], to: &look)
    case .glue, .kern, .penalty, .endFrame: Self.addSpace(node, to: &look)
    }
  }

  private static func add(_ frame: VFrame, to hash: inout WordHash) {
    for length in [frame.x, frame.width, frame.borderWidth, frame.radius, frame.padding, frame.paddingBottom] { hash.add(length.rawValue) }
    for color in [frame.fill, frame.border] { hash.add(color) }
    let edges = [frame.edges.top, frame.edges.right, frame.edges.bottom, frame.edges.left]
    for edge in edges + [frame.bar, frame.closing].map({ $0.map { FrameEdge(color: $0.color, width: $0.width) } }) {
      hash.add(edge?.color)
      hash.add(edge?.width.rawValue ?? -1)
    }
    hash.add(frame.barIsAtRight ? 1 : 0, frame.head?.count ?? 0)
  }

  // MARK: Ink

  private mutating func add(_ items: Range<Int32>, of ink: Ink, in structure: BlockStructure?) {
    var isFormula = false
    for item in ink.items[Int(items.lowerBound)..<Int(items.upperBound)] {
      switch item {
      case .run(let run):
        add(run, of: ink)
        // A formula's text is its LaTeX, which may be written in several ways.
        if !isFormula { sense.add(ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]) }
      case .rule(let rect, let color):
        look.add(11)
        add(rect)
        look.add(color)
      case .stroke(let stroke):
        look.add(12)
        for length in [stroke.x0, stroke.y0, stroke.x1, stroke.y1, stroke.width, stroke.dash] { look.add(length.rawValue) }
        look.add(stroke.color)
      case .panel(let panel):
        look.add(13)
        add(panel.rect)
        look.add(panel.radius.rawValue, panel.borderWidth.rawValue)
        look.add(panel.fill)
        look.add(panel.border)
      case .picture(let picture, let rect):
        look.add(14)
        add(rect)
        look.add(Int(truncatingIfNeeded: digest(of: picture)))
      case .path(let path): add(path)
      case .mark(let mark, let rect): add(ink.marks[Int(mark)], rect)
      case .clip(let rect):
        look.add(16)
        add(rect ?? Rect(x: .zero, y: .zero, width: .zero, height: .zero))
      case .content(let element):
        guard let structure, structure.block == element.block, structure.elements.indices.contains(Int(element.number)) else { continue }
        isFormula = [.formula, .math].contains(structure.elements[Int(element.number)].role)
      case .part: break
      }
    }
  }

  private mutating func add(_ rect: Rect) { look.add(rect.x.rawValue, rect.y.rawValue, rect.width.rawValue, rect.height.rawValue) }

  private mutating func add(_ run: GlyphRun, of ink: Ink) {
    look.add(10, run.size.rawValue, run.x.rawValue, run.y.rawValue, Int(run.expansion))
    look.add(run.color)
    look.add(Int(truncatingIfNeeded: digest(of: run.face)))
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
      look.add(Int(glyph.id) << 32 ^ Int(glyph.x), Int(glyph.y))
    }
  }

  private mutating func add(_ path: InkPath) {
    look.add(15, path.width.rawValue, path.isEvenOdd ? 1 : 0, path.isRound ? 1 : 0)
    look.add(path.fill)
    look.add(path.stroke)
    for dash in path.dashes { look.add(dash.rawValue) }
    for step in path.steps {
      switch step {
      case .move(let to): look.add(0, to.x.rawValue, to.y.rawValue)
      case .line(let to): look.add(1, to.x.rawValue, to.y.rawValue)
      case .curve(let first, let second, let to):
        for point in [first, second, to] { look.add(2, point.x.rawValue, point.y.rawValue) }
      case .close: look.add(3)
      }
    }
  }

  private mutating func add(_ mark: Mark, _ rect: Rect) {
    switch mark {
    case .destination(let name): sense.add("to \(name)")
    case .heading(let level, let title, let destination): sense.add("heading \(level) \(title) \(destination)")
    case .link(let url): sense.add("link \(url)")
    case .reference(let destination): sense.add("reference \(destination)")
    case .numbering(let form): look.add("numbering \(form)".utf8)
    case .opening(let title): look.add("opening \(title)".utf8)
    // Their numbers count what is before.
    case .note, .drawing, .graphic, .text, .line: break
    }
  }

  // MARK: What is read aloud

  private mutating func addElements(of list: VList) {
    for element in list.structure?.elements ?? [] where element.role != .math {
      sense.add(Int(element.role.rawValue), Int(element.parent), Int(element.columns), Int(element.rows))
      guard element.role != .formula else { continue }
      for text in [element.alternative, element.expansion, element.language, element.text, element.numbering?.rawValue] {
        sense.add(text ?? "-")
      }
    }
  }

  // MARK: Faces and pictures

  private mutating func digest(of face: FaceID) -> UInt64 {
    if let known = faces[face] { return known }
    var hash = WordHash()
    hash.add(fonts.face(face).fileName)
    faces[face] = hash.value
    return hash.value
  }

  private mutating func digest(of picture: PictureID) -> UInt64 {
    if let known = drawn[picture] { return known }
    var hash = WordHash()
    hash.add(pictures.contentDigest(of: picture))
    drawn[picture] = hash.value
    return hash.value
  }
}

/// What the list of a document adds to the list of a block: spaces around it, and where pages may end.
struct JoinedSpace {
  private let glues: [Glue]
  private let numbers: [Int]
  private let float: String

  init(_ tree: StyledTree, _ block: StyledTree.Index) {
    let style = tree[block].style
    glues = [tree.space(above: block), tree.space(below: block)]
    numbers = [
      style.pageBreak ? 1 : 0, style.keepWithNext ? 1 : 0, style.centersPage ? 1 : style.endsAtFoot ? 2 : 0, style.fromTop?.rawValue ?? -1,
      tree.endsInText(block) ? 1 : 0,
    ]
    float = style.float.map { "\($0)" } ?? ""
  }

  func add(to hash: inout WordHash) {
    for glue in glues { hash.add(glue.natural.rawValue, glue.stretch.rawValue, glue.shrink.rawValue) }
    for number in numbers { hash.add(number) }
    hash.add(float)
  }
}

/// A hash of words of 64 bits that is the same on every machine: enough to tell what changed by accident.
struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ words: Int...) { for word in words { add(word: UInt64(bitPattern: Int64(word))) } }

  mutating func add(_ color: Color?) { add(word: color.map { UInt64($0.rgba) } ?? 1 << 40) }

  mutating func add(_ text: String) { add(text.utf8) }

  /// Text, whose end counts too.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { add(word: word) }
    }
    add(word: word)
    add(word: UInt64(count))
  }

  private mutating func add(word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }
}
