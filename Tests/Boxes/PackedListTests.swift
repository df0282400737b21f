import Testing
@testable import TypesetBoxes

struct PackedListTests {
  private func face(_ id: FaceID) throws(NotPackable) -> Int { Int(id.rawValue) }

  /// A list with one of everything that has a packed form.
  private var list: VList {
    var ink = Ink()
    ink.text = Array("fi na ü".utf8)
    ink.glyphs = [
      Glyph(id: 7, x: 0, y: 0, cluster: 0), Glyph(id: 70_000, x: 400_000, y: -3, cluster: 2), Glyph(id: 1, x: -5, y: 0, cluster: 3),
      Glyph(id: .max, x: .max, y: .min, cluster: .max), Glyph(id: 0, x: .min, y: .max, cluster: 0),
    ]
    ink.marks = [
      .destination(name: "a"), .heading(level: 2, title: "ü", destination: "b"), .link(url: "https://x.org"),
      .reference(destination: "c"),
      .note(3), .numbering(form: "i"),
    ]
    var run = GlyphRun(
      face: FaceID(rawValue: 2), size: 11.pt, color: Color(rgba: 0x1234_5678), x: 3.pt, y: -2.pt, width: 40.pt, glyphs: 0..<5, text: 1..<4,
      isRightToLeft: true)
    (run.isSilent, run.isIncidental, run.expansion) = (true, true, -12)
    let rect = Rect(x: 1.pt, y: -2.pt, width: 3.pt, height: 4.pt)
    ink.items = [
      .content(ElementID(block: 12, number: 3)), .content(.artifact), .part(3), .run(run), .rule(rect, .black), .mark(5, rect), .clip(rect),
      .clip(nil),
      .stroke(Stroke(x0: 1.pt, y0: 2.pt, x1: 3.pt, y1: 4.pt, width: 5.pt, dash: 6.pt, color: .black)),
      .panel(Panel(rect: rect, radius: 2.pt, fill: .black, border: Color(rgba: 7), borderWidth: 1.pt)),
      .panel(Panel(rect: rect, fill: nil)),
    ]
    var list = VList()
    list.append(ink, height: 7.pt, depth: 2.pt, width: 100.pt, x: -4.pt)
    var box = VBox(height: 1.pt, depth: 2.pt, width: 3.pt, x: 4.pt, ink: 0, items: 2..<5)
    (box.leastScale, box.anchor, box.opensNoPage) = (70, .right, true)
    var frame = VFrame(x: 1.pt, width: 2.pt, padding: 3.pt)
    (frame.fill, frame.border, frame.borderWidth, frame.radius, frame.paddingBottom) = (.black, Color(rgba: 9), 1.pt, 2.pt, 5.pt)
    (frame.bar, frame.closing, frame.head, frame.barIsAtRight) = ((.black, 1.pt), (Color(rgba: 3), 2.pt), 0..<2, true)
    (frame.edges.top, frame.edges.left) = (FrameEdge(color: .black, width: 1.pt), FrameEdge(color: Color(rgba: 8), width: 2.pt))
    list.frames = [frame, VFrame(x: 2.pt, width: 1.pt)]
    list.nodes += [
      .beginFrame(1), .box(box), .endFrame(1), .kern(-3.pt), .penalty(Penalty.force),
      .glue(Glue(1.pt, stretch: 2.pt, .fil, shrink: 3.pt, .filll)),
    ]
    (list.spanning, list.turned, list.previousDepth) = (1, [1..<3], 2.pt)
    var structure = BlockStructure(block: 12)
    var element = StructureElement(.headCell, parent: -1)
    (element.alternative, element.expansion, element.language, element.mathML) = ("a", "b", "de", "<math></math>")
    (element.columns, element.rows, element.numbering, element.note) = (2, 3, .upperRoman, 4)
    structure.elements = [element, StructureElement(.paragraph, parent: 0)]
    list.structure = structure
    return list
  }

  private func packed(_ list: VList) throws -> [UInt8] {
    var out = PackWriter()
    try list.pack(into: &out, face)
    return out.bytes
  }

  @Test func `a list comes back as it was`() throws {
    var reader = PackReader(try packed(list)[...])
    let faces = (0..<3).map { FaceID(rawValue: UInt16($0)) }
    #expect(try VList(from: &reader, block: 12, faces: faces) == list)
    var empty = PackReader(try packed(VList())[...])
    #expect(try VList(from: &empty, block: 0, faces: []) == VList())
  }

  @Test func `it comes back for another block, with other faces`() throws {
    var wanted = list
    wanted.structure?.block = 40
    wanted.inks[0].items[0] = .content(ElementID(block: 40, number: 3))
    guard case .run(var run) = wanted.inks[0].items[3] else { return #expect(Bool(false)) }
    run.face = FaceID(rawValue: 9)
    wanted.inks[0].items[3] = .run(run)
    var reader = PackReader(try packed(list)[...])
    #expect(try VList(from: &reader, block: 40, faces: [FaceID(rawValue: 0), FaceID(rawValue: 1), FaceID(rawValue: 9)]) == wanted)
  }

  @Test func `what is drawn elsewhere has no packed form`() throws {
    let rect = Rect(x: .zero, y: .zero, width: 1.pt, height: 1.pt)
    let items: [InkItem] = [.picture(PictureID(rawValue: 1), rect), .path(InkPath(steps: []))]
    for item in items {
      var other = VList()
      var ink = Ink()
      ink.append([item])
      other.append(ink, height: 1.pt, depth: .zero, width: 1.pt, x: .zero)
      #expect(throws: NotPackable.self) { try packed(other) }
    }
    var noted = VList()
    noted.notes = [VNote(node: 0, list: VList(), gap: .zero, color: .black)]
    #expect(throws: NotPackable.self) { try packed(noted) }
  }

  @Test func `whatever else is read, nothing reaches beyond its array`() throws {
    let bytes = try packed(list)
    let faces = (0..<3).map { FaceID(rawValue: UInt16($0)) }
    for end in 0..<bytes.count {
      var reader = PackReader(bytes[..<end])
      #expect(throws: PackReader.Malformed.self) { try VList(from: &reader, block: 0, faces: faces) }
    }
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        var reader = PackReader(changed[...])
        guard let read = try? VList(from: &reader, block: 0, faces: faces) else { continue }
        for case .box(let box) in read.nodes { #expect(Int(box.items.upperBound) <= read.inks[Int(box.ink)].items.count) }
        for case .run(let run) in read.inks.flatMap(\.items) {
          #expect(read.inks.contains { Int(run.glyphs.upperBound) <= $0.glyphs.count && Int(run.text.upperBound) <= $0.text.count })
        }
      }
    }
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 20, -(1 << 35), .max, .min])
  func `a number comes back, wherever it is`(number: Int) throws {
    for others in 0..<10 {
      var out = PackWriter()
      out.add(number)
      for other in 0..<others { out.add(other) }
      var reader = PackReader(out.bytes[...])
      #expect(try reader.int() == number)
      for other in 0..<others { #expect(try reader.int() == other) }
      #expect(throws: PackReader.Malformed.self) { try reader.int() }
    }
  }
}
