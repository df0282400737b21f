internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetJSON

/// Elements → `HList`, and → the records of `mdtypeset math --batch`.
enum FormulaOutput {
  /// The elements as an ink and the recorded breaks as nodes. The first run carries the formula's source.
  ///
  /// - Parameter places: The numbers of the tokens of MathML that are drawn, for a file with tags; nil marks no tokens.
  static func horizontalList(
    _ extent: Extent, breaks: [TopLevel.Break] = [], text: [UInt8], _ places: [NoadPart: Int32]?, _ layout: Layout, _ buffer: ElementBuffer
  ) -> HList {
    var out = HList()
    out.ink.glyphs.reserveCapacity(buffer.count)
    out.ink.text = text
    var start = extent.first
    var x = 0
    var isFirst = true
    func flush(to end: Int, at endX: Int) {
      guard end > start || endX > x else { return }
      let firstItem = out.ink.items.count
      append(start..<end, dx: -x, to: &out.ink, isFirst: &isFirst, places, layout, buffer)
      out.nodes.append(
        .box(
          Box(
            width: Length(rawValue: endX - x), height: Length(rawValue: extent.height), depth: Length(rawValue: extent.depth),
            items: Int32(firstItem)..<Int32(out.ink.items.count))))
      (start, x) = (end, endX)
    }
    for entry in breaks {
      flush(to: entry.element, at: entry.x)
      out.nodes.append(entry.node)
      switch entry.node {
      case .glue(let glue): x += glue.natural.rawValue
      case .kern(let kern): x += kern.rawValue
      default: break
      }
    }
    flush(to: buffer.count, at: extent.width)
    return out
  }

  /// One row of a display as a box, its baseline brought to zero.
  static func rowList(
    _ row: SetRow, of extent: Extent, text: [UInt8], _ places: [NoadPart: Int32]?, _ layout: Layout, _ buffer: ElementBuffer
  ) -> HList {
    var out = HList()
    out.ink.text = text
    var isFirst = true
    for range in [row.elements] + row.lines {
      append(range, dy: row.baseline - extent.height, to: &out.ink, isFirst: &isFirst, places, layout, buffer)
    }
    out.nodes.append(
      .box(
        Box(
          width: Length(rawValue: extent.width), height: Length(rawValue: row.height), depth: Length(rawValue: row.depth),
          items: 0..<Int32(out.ink.items.count))))
    return out
  }

  private static func append(
    _ range: Range<Int>, dx: Int = 0, dy: Int = 0, to ink: inout Ink, isFirst: inout Bool, _ places: [NoadPart: Int32]?,
    _ layout: Layout, _ buffer: ElementBuffer
  ) {
    let (elements, faces) = (buffer.elements, layout.texts.faces)
    func token(of element: Element) -> Int32 { places?[element.source] ?? 0 }
    var index = range.lowerBound
    var current: Int32 = -1
    while index < range.upperBound {
      let element = elements[index]
      if places != nil, case let next = token(of: element), next != current {
        ink.items.append(.part(next))
        current = next
      }
      let x = Int(element.x) + dx
      let rect = Rect(
        x: Length(rawValue: x), y: Length(rawValue: Int(element.y) + dy), width: Length(rawValue: Int(element.width)),
        height: Length(rawValue: Int(element.height)))
      switch element.kind {
      case .glyph:
        let firstGlyph = Int32(ink.glyphs.count)
        var end = index
        while end < range.upperBound, elements[end].kind == .glyph, elements[end].face == element.face,
          elements[end].size == element.size, elements[end].color == element.color,
          elements[end].source == element.source || places == nil || token(of: elements[end]) == current
        {
          ink.glyphs.append(Glyph(id: elements[end].glyph, x: elements[end].x &- element.x, y: elements[end].y &- element.y, cluster: 0))
          end += 1
        }
        let last = elements[end - 1]
        let metrics = faces[Int(last.face)].metrics(of: last.glyph)
        let advance = faces[Int(last.face)].scaled(Int(metrics.advance), size: Int(last.size))
        ink.items.append(
          .run(
            GlyphRun(
              face: faces[Int(element.face)].face.id, size: Length(rawValue: Int(element.size)), color: element.color,
              x: rect.x, y: rect.y, width: Length(rawValue: Int(last.x &- element.x) + advance),
              glyphs: firstGlyph..<Int32(ink.glyphs.count), text: isFirst ? 0..<Int32(ink.text.count) : 0..<0)))
        isFirst = false
        index = end
        continue
      case .rule: ink.items.append(.rule(rect, element.color))
      case .stroke:
        ink.items.append(
          .stroke(
            Stroke(
              x0: rect.x, y0: rect.y, x1: rect.x + rect.width, y1: rect.y + rect.height,
              width: Length(rawValue: layout.tenPoint(40)), color: element.color)))
      // Nothing outside an array.
      case .columnRule: break
      case .path:
        let path = buffer.path(of: element)
        if !path.steps.isEmpty {
          ink.items.append(.path(path.mapped { InkPath.Point(x: $0.x + Length(rawValue: dx), y: $0.y + Length(rawValue: dy)) }))
        }
      case .panel: ink.items.append(.panel(Panel(rect: rect, fill: element.fill)))
      case .link:
        let link = Int(element.glyph)
        if layout.list.links.indices.contains(link) {
          let target = layout.list.links[link]
          ink.marks.append(target.hasPrefix("#") ? .reference(destination: String(target.dropFirst())) : .link(url: target))
          ink.items.append(.mark(Int32(ink.marks.count - 1), rect))
        }
      }
      index += 1
    }
  }

  // MARK: Records

  /// - Parameter isDisplay: The formula is in display style.
  static func record(
    id: String, tex: String, isDisplay: Bool, _ extent: Extent, _ diagnostics: [MathDiagnostic], _ layout: Layout, _ buffer: ElementBuffer
  ) -> String {
    var out = "{\"id\": \(JSON.quoted(id)), \"style\": \"\(isDisplay ? "display" : "text")\", \"tex\": \(JSON.quoted(tex))"
    out += ", \"width\": \(points(extent.width)), \"height\": \(points(extent.height)), \"depth\": \(points(extent.depth))"
    out += ", \"baseline\": \(points(extent.height))"
    out += ", \"glyphs\": ["
    var isFirst = true
    for element in buffer.elements where element.kind == .glyph {
      if !isFirst { out += ", " }
      isFirst = false
      let scalar = element.scalar == 0 ? "null" : String(element.scalar)
      out += "{\"gid\": \(element.glyph), \"char\": \(scalar), \"size\": \(points(Int(element.size)))"
      out += ", \"x\": \(points(Int(element.x))), \"y\": \(points(Int(element.y)))"
      if element.face != 0 { out += ", \"font\": \(JSON.quoted(layout.texts.faces[Int(element.face)].face.fileName))" }
      out += "}"
    }
    out += "], \"rules\": ["
    isFirst = true
    for element in buffer.elements where element.kind == .rule {
      if !isFirst { out += ", " }
      isFirst = false
      out += "{\"x\": \(points(Int(element.x))), \"y\": \(points(Int(element.y)))"
      out += ", \"w\": \(points(Int(element.width))), \"h\": \(points(Int(element.height)))}"
    }
    out += "]"
    if !diagnostics.isEmpty {
      let list = diagnostics.map { fault in
        "{\"code\": \(JSON.quoted(fault.code)), \"start\": \(fault.range.lowerBound), \"end\": \(fault.range.upperBound), "
          + "\"message\": \(JSON.quoted(fault.message))\(fault.hint.map { ", \"hint\": \(JSON.quoted($0))" } ?? "")}"
      }
      out += ", \"diagnostics\": [" + list.joined(separator: ", ") + "]"
    }
    return out + "}"
  }

  /// Points with five decimals.
  private static func points(_ scaled: Int) -> String {
    let value = (abs(scaled) * 100_000 + 32768) / 65536
    var digits = String(value % 100_000)
    while digits.utf8.count < 5 { digits = "0" + digits }
    while digits.last == "0" { digits.removeLast() }
    return (scaled < 0 && value > 0 ? "-" : "") + String(value / 100_000) + (digits.isEmpty ? "" : "." + digits)
  }
}
