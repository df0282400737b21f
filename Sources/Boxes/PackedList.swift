extension VList {
  /// Packs the list of a block, as it was set; footnotes, drawings of clients and what has places on slides have no packed form.
  ///
  /// - Parameter face: The number by which a face is known.
  package func pack(into out: inout PackWriter, _ face: (FaceID) throws(NotPackable) -> Int) throws(NotPackable) {
    guard notes.isEmpty, frames.allSatisfy({ $0.overlay < 0 && $0.backdrop < 0 && $0.paper < 0 }) else { throw NotPackable() }
    let isOnPaper = nodes.contains { if case .box(let box) = $0 { box.isOnPaper } else { false } }
    if isOnPaper { throw NotPackable() }
    let block = structure?.block ?? 0
    out.add(inks.count)
    for ink in inks { try ink.pack(into: &out, block: block, face) }
    out.add(frames) { $1.pack(into: &$0) }
    out.add(nodes) { $1.pack(into: &$0) }
    out.add(previousDepth) { $0.add($1) }
    out.add(spanning)
    out.add(turned) { $0.add($1) }
    out.add(structure?.elements) { $0.add($1) { $1.pack(into: &$0) } }
  }

  /// - Parameters:
  ///   - block: The block whose list it is.
  ///   - faces: By the numbers by which they are known.
  package init(from packed: inout PackReader, block: Int32, faces: [FaceID]) throws(PackReader.Malformed) {
    self.init()
    inks = try packed.array { (packed) throws(PackReader.Malformed) in try Ink(from: &packed, block: block, faces: faces) }
    frames = try packed.array { (packed) throws(PackReader.Malformed) in try VFrame(from: &packed) }
    let count = try packed.count()
    nodes.reserveCapacity(count)
    for _ in 0..<count { nodes.append(try VNode(from: &packed, in: self)) }
    previousDepth = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.length() }
    spanning = try packed.int()
    turned = try packed.array { (packed) throws(PackReader.Malformed) in try packed.range(within: count) }
    let elements = try packed.optional { (packed) throws(PackReader.Malformed) in
      try packed.array { (packed) throws(PackReader.Malformed) in try StructureElement(from: &packed) }
    }
    structure = elements.map { elements in
      var structure = BlockStructure(block: block)
      structure.elements = elements
      return structure
    }
    guard frames.allSatisfy({ $0.head.map { $0.upperBound <= count } ?? true }), spanning >= 0, spanning <= count else {
      throw PackReader.Malformed()
    }
  }
}

extension VNode {
  fileprivate func pack(into out: inout PackWriter) {
    switch self {
    case .box(let box):
      out.add(0)
      for length in [box.height, box.depth, box.width, box.x] { out.add(length) }
      out.add(box.ink)
      out.add(box.items)
      out.add(Int(box.leastScale))
      out.add(Int(box.anchor.rawValue))
      out.add(box.opensNoPage)
      out.add(box.isLine)
      out.add(box.hang)
    case .glue(let glue):
      out.add(1)
      for length in [glue.natural, glue.stretch, glue.shrink] { out.add(length) }
      out.add(Int(glue.stretchOrder.rawValue))
      out.add(Int(glue.shrinkOrder.rawValue))
    case .kern(let length):
      out.add(2)
      out.add(length)
    case .penalty(let penalty):
      out.add(3)
      out.add(penalty)
    case .beginFrame(let frame):
      out.add(4)
      out.add(frame)
    case .endFrame(let frame):
      out.add(5)
      out.add(frame)
    }
  }

  fileprivate init(from packed: inout PackReader, in list: borrowing VList) throws(PackReader.Malformed) {
    switch try packed.int() {
    case 0:
      let (height, depth, width, x) = (try packed.length(), try packed.length(), try packed.length(), try packed.length())
      let ink = try packed.index(in: list.inks.count)
      let items = try packed.range(within: list.inks[Int(ink)].items.count)
      var box = VBox(height: height, depth: depth, width: width, x: x, ink: ink, items: items)
      box.leastScale = try packed.narrow(packed.int())
      guard let anchor = VBox.Anchor(rawValue: try packed.narrow(packed.int())) else { throw PackReader.Malformed() }
      (box.anchor, box.opensNoPage, box.isLine) = (anchor, try packed.bool(), try packed.bool())
      box.hang = try packed.length()
      self = .box(box)
    case 1:
      let (natural, stretch, shrink) = (try packed.length(), try packed.length(), try packed.length())
      guard let stretchOrder = GlueOrder(rawValue: try packed.narrow(packed.int())),
        let shrinkOrder = GlueOrder(rawValue: try packed.narrow(packed.int()))
      else { throw PackReader.Malformed() }
      self = .glue(Glue(natural, stretch: stretch, stretchOrder, shrink: shrink, shrinkOrder))
    case 2: self = .kern(try packed.length())
    case 3: self = .penalty(try packed.int())
    case 4: self = .beginFrame(try packed.index(in: list.frames.count))
    case 5: self = .endFrame(try packed.index(in: list.frames.count))
    default: throw PackReader.Malformed()
    }
  }
}

extension FrameEdge {
  fileprivate func pack(into out: inout PackWriter) {
    out.add(color)
    out.add(width)
  }

  fileprivate init(from packed: inout PackReader) throws(PackReader.Malformed) {
    self.init(color: try packed.color(), width: try packed.length())
  }
}

extension VFrame {
  fileprivate func pack(into out: inout PackWriter) {
    for length in [x, width, borderWidth, radius, padding, paddingBottom] { out.add(length) }
    for color in [fill, border] { out.add(color) { $0.add($1) } }
    let lines = [bar, closing].map { $0.map { FrameEdge(color: $0.color, width: $0.width) } }
    for edge in [edges.top, edges.right, edges.bottom, edges.left] + lines { out.add(edge) { $1.pack(into: &$0) } }
    out.add(head) { $0.add($1) }
    out.add(barIsAtRight)
  }

  fileprivate init(from packed: inout PackReader) throws(PackReader.Malformed) {
    self.init(x: try packed.length(), width: try packed.length())
    (borderWidth, radius) = (try packed.length(), try packed.length())
    (padding, paddingBottom) = (try packed.length(), try packed.length())
    fill = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.color() }
    border = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.color() }
    func edge(_ packed: inout PackReader) throws(PackReader.Malformed) -> FrameEdge? {
      try packed.optional { (packed) throws(PackReader.Malformed) in try FrameEdge(from: &packed) }
    }
    (edges.top, edges.right, edges.bottom, edges.left) = (try edge(&packed), try edge(&packed), try edge(&packed), try edge(&packed))
    bar = try edge(&packed).map { ($0.color, $0.width) }
    closing = try edge(&packed).map { ($0.color, $0.width) }
    head = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.range() }
    barIsAtRight = try packed.bool()
  }
}

extension StructureElement {
  fileprivate func pack(into out: inout PackWriter) {
    out.add(Int(role.rawValue))
    for number in [parent, columns, rows, note] { out.add(number) }
    for text in [alternative, source, self.text, mathML, expansion, language, numbering?.rawValue] { out.add(text) { $0.add($1) } }
  }

  fileprivate init(from packed: inout PackReader) throws(PackReader.Malformed) {
    guard let role = StructureRole(rawValue: try packed.narrow(packed.int())) else { throw PackReader.Malformed() }
    self.init(role, parent: try packed.int32())
    (columns, rows, note) = (try packed.int32(), try packed.int32(), try packed.int32())
    func text(_ packed: inout PackReader) throws(PackReader.Malformed) -> String? {
      try packed.optional { (packed) throws(PackReader.Malformed) in try packed.string() }
    }
    (alternative, source, self.text, mathML) = (try text(&packed), try text(&packed), try text(&packed), try text(&packed))
    (expansion, language) = (try text(&packed), try text(&packed))
    numbering = try text(&packed).flatMap { ListNumbering(rawValue: $0) }
  }
}
