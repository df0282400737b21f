/// What has no packed form: pictures, paths, and what clients draw.
package struct NotPackable: Error { package init() {} }

extension Ink {
  /// Packs the ink.
  ///
  /// - Parameters:
  ///   - block: The block whose elements count from 0; nil makes all elements alike.
  ///   - face: The number by which a face is known.
  package func pack(
    into out: inout PackWriter, block: Int32?, _ face: (FaceID) throws(NotPackable) -> Int
  ) throws(NotPackable) {
    out.add(text)
    pack(glyphs, into: &out)
    out.add(marks.count)
    for mark in marks { try mark.pack(into: &out) }
    out.add(items.count)
    for item in items { try item.pack(into: &out, block: block, face) }
  }

  /// Most glyphs are on the baseline, and each is the cluster after the glyph before.
  private func pack(_ glyphs: [Glyph], into out: inout PackWriter) {
    out.add(glyphs.count)
    out.add(numbers: glyphs.count * 4) { numbers in
      var (x, cluster) = (Int32(0), UInt32(0))
      for glyph in glyphs {
        let isPlain = glyph.y == 0 && glyph.cluster == cluster &+ 1
        numbers.add(Int(glyph.id) << 1 | (isPlain ? 0 : 1))
        numbers.add(Int(glyph.x) - Int(x))
        if !isPlain {
          numbers.add(Int(glyph.y))
          numbers.add(Int(glyph.cluster))
        }
        (x, cluster) = (glyph.x, glyph.cluster)
      }
    }
  }

  /// - Parameters:
  ///   - block: The block that its elements belong to.
  ///   - faces: By the numbers by which they are known.
  package init(from packed: inout PackReader, block: Int32, faces: [FaceID]) throws(PackReader.Malformed) {
    self.init()
    text = Array(try packed.data())
    glyphs = try Self.glyphs(from: &packed)
    marks = try packed.array { (packed) throws(PackReader.Malformed) in try Mark(from: &packed) }
    let count = try packed.count()
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(try InkItem(from: &packed, in: self, block: block, faces: faces)) }
  }

  private static func glyphs(from packed: inout PackReader) throws(PackReader.Malformed) -> [Glyph] {
    let count = try packed.count()
    return try packed.numbers { (numbers) throws(PackReader.Malformed) in
      var out: [Glyph] = []
      out.reserveCapacity(count)
      var glyph = Glyph(id: 0, x: 0, y: 0, cluster: 0)
      for _ in 0..<count {
        let first = try numbers.next()
        glyph.id = UInt32(truncatingIfNeeded: first >> 1)
        glyph.x &+= Int32(truncatingIfNeeded: try numbers.next())
        glyph.y = first & 1 == 0 ? 0 : Int32(truncatingIfNeeded: try numbers.next())
        glyph.cluster = first & 1 == 0 ? glyph.cluster &+ 1 : UInt32(truncatingIfNeeded: try numbers.next())
        out.append(glyph)
      }
      return out
    }
  }
}

extension GlyphRun {
  fileprivate func pack(into out: inout PackWriter, _ face: Int) {
    out.add(face)
    out.add((isSilent ? 1 : 0) | (isIncidental ? 2 : 0) | (isRightToLeft ? 4 : 0))
    out.add(Int(expansion))
    out.add(color)
    for length in [size, x, y, width] { out.add(length) }
    out.add(glyphs)
    out.add(text)
  }

  fileprivate init(from packed: inout PackReader, in ink: borrowing Ink, faces: [FaceID]) throws(PackReader.Malformed) {
    let face = faces[Int(try packed.index(in: faces.count))]
    let flags = try packed.int()
    let expansion: Int8 = try packed.narrow(packed.int())
    let color = try packed.color()
    let (size, x, y, width) = (try packed.length(), try packed.length(), try packed.length(), try packed.length())
    self.init(
      face: face, size: size, color: color, x: x, y: y, width: width, glyphs: try packed.range(within: ink.glyphs.count),
      text: try packed.range(within: ink.text.count), isRightToLeft: flags & 4 != 0)
    (isSilent, isIncidental, self.expansion) = (flags & 1 != 0, flags & 2 != 0, expansion)
  }
}

extension Rect {
  fileprivate func pack(into out: inout PackWriter) { for length in [x, y, width, height] { out.add(length) } }

  fileprivate init(from packed: inout PackReader) throws(PackReader.Malformed) {
    self.init(x: try packed.length(), y: try packed.length(), width: try packed.length(), height: try packed.length())
  }
}

extension InkItem {
  fileprivate func pack(
    into out: inout PackWriter, block: Int32?, _ face: (FaceID) throws(NotPackable) -> Int
  ) throws(NotPackable) {
    switch self {
    case .run(let run):
      out.add(0)
      run.pack(into: &out, try face(run.face))
    case .content(let element):
      out.add(1)
      guard let block else { break }
      out.add(element.block < 0 ? -1 : element.block - block)
      out.add(element.number)
    case .rule(let rect, let color):
      out.add(2)
      rect.pack(into: &out)
      out.add(color)
    case .mark(let mark, let rect):
      out.add(3)
      out.add(mark)
      rect.pack(into: &out)
    case .panel(let panel):
      out.add(4)
      panel.rect.pack(into: &out)
      out.add(panel.radius)
      out.add(panel.fill) { $0.add($1) }
      out.add(panel.border) { $0.add($1) }
      out.add(panel.borderWidth)
    case .stroke(let stroke):
      out.add(5)
      for length in [stroke.x0, stroke.y0, stroke.x1, stroke.y1, stroke.width, stroke.dash] { out.add(length) }
      out.add(stroke.color)
    case .clip(let rect):
      out.add(6)
      out.add(rect) { $1.pack(into: &$0) }
    case .part(let token):
      out.add(7)
      out.add(token)
    case .picture, .path: throw NotPackable()
    }
  }

  fileprivate init(from packed: inout PackReader, in ink: borrowing Ink, block: Int32, faces: [FaceID]) throws(PackReader.Malformed) {
    switch try packed.int() {
    case 0: self = .run(try GlyphRun(from: &packed, in: ink, faces: faces))
    case 1:
      let (element, number) = (try packed.int32(), try packed.int32())
      self = .content(ElementID(block: element < 0 ? -1 : element &+ block, number: number))
    case 2: self = .rule(try Rect(from: &packed), try packed.color())
    case 3: self = .mark(try packed.index(in: ink.marks.count), try Rect(from: &packed))
    case 4:
      let (rect, radius) = (try Rect(from: &packed), try packed.length())
      let fill = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.color() }
      let border = try packed.optional { (packed) throws(PackReader.Malformed) in try packed.color() }
      self = .panel(Panel(rect: rect, radius: radius, fill: fill, border: border, borderWidth: try packed.length()))
    case 5:
      let (x0, y0, x1, y1) = (try packed.length(), try packed.length(), try packed.length(), try packed.length())
      let (width, dash) = (try packed.length(), try packed.length())
      self = .stroke(Stroke(x0: x0, y0: y0, x1: x1, y1: y1, width: width, dash: dash, color: try packed.color()))
    case 6: self = .clip(try packed.optional { (packed) throws(PackReader.Malformed) in try Rect(from: &packed) })
    case 7: self = .part(try packed.int32())
    default: throw PackReader.Malformed()
    }
  }
}

extension Mark {
  fileprivate func pack(into out: inout PackWriter) throws(NotPackable) {
    switch self {
    case .destination(let name):
      out.add(0)
      out.add(name)
    case .heading(let level, let title, let destination):
      out.add(1)
      out.add(level)
      out.add(title)
      out.add(destination)
    case .link(let address):
      out.add(2)
      out.add(address)
    case .reference(let destination):
      out.add(3)
      out.add(destination)
    case .note(let number):
      out.add(4)
      out.add(number)
    case .numbering(let form):
      out.add(5)
      out.add(form)
    case .opening(let title):
      out.add(6)
      out.add(title)
    case .drawing, .graphic, .text, .line: throw NotPackable()
    }
  }

  fileprivate init(from packed: inout PackReader) throws(PackReader.Malformed) {
    switch try packed.int() {
    case 0: self = .destination(name: try packed.string())
    case 1: self = .heading(level: try packed.int(), title: try packed.string(), destination: try packed.string())
    case 2: self = .link(url: try packed.string())
    case 3: self = .reference(destination: try packed.string())
    case 4: self = .note(try packed.int32())
    case 5: self = .numbering(form: try packed.string())
    case 6: self = .opening(title: try packed.string())
    default: throw PackReader.Malformed()
    }
  }
}
