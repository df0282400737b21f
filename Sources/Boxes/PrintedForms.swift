internal import TypesetBytes
internal import TypesetDiagnostics

// The printed forms of lists and pages, one box or drawing operation a line, so that `diff` compares them.

extension Ink {
  /// One line an item, with the text of a run; coordinates in points.
  ///
  /// - Parameter face: The name of a face, for the runs.
  public func printed(_ range: Range<Int>? = nil, indent: String = "", face: (FaceID) -> String) -> String {
    var out = ""
    for item in items[range ?? items.indices] {
      switch item {
      case .content, .part: continue
      default: break
      }
      out += indent + printed(item, face: face) + "\n"
    }
    return out
  }

  private func printed(_ item: InkItem, face: (FaceID) -> String) -> String {
    switch item {
    case .run(let run):
      let text = String(decoding: self.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      let color = run.color == .black ? "" : " \(run.color)"
      return "run \(face(run.face)) \(run.size) at \(run.x),\(run.y) width \(run.width) glyphs \(run.glyphs.count)\(color) \(quoted(text))"
    case .rule(let rect, let color): return "rule \(rect)" + (color == .black ? "" : " \(color)")
    case .stroke(let stroke):
      return "stroke \(stroke.x0),\(stroke.y0) to \(stroke.x1),\(stroke.y1) width \(stroke.width) \(stroke.color)"
    case .panel(let panel):
      let fill = panel.fill.map { " fill \($0)" } ?? ""
      let border = panel.border.map { " border \(panel.borderWidth) \($0)" } ?? ""
      return "panel \(panel.rect)\(fill)\(border)"
    case .clip(let rect): return rect.map { "clip \($0)" } ?? "end clip"
    case .path(let path):
      let fill = path.fill.map { " fill \($0)" } ?? ""
      return "path \(path.steps.count) \(path.bounds)\(fill)" + (path.stroke.map { " stroke \(path.width) \($0)" } ?? "")
    case .picture(let id, let rect): return "picture \(id.rawValue) \(rect)"
    case .mark(let index, let rect): return "mark \(marks[Int(index)]) \(rect)"
    case .content(let element): return "content \(element.block).\(element.number)"
    case .part(let token): return "part \(token)"
    }
  }

  /// The text on one line, between quotes.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension VList {
  /// One line a node, the ink of its boxes below it, as TeX's `\showbox`.
  public func printed(face: (FaceID) -> String) -> String {
    var out = ""
    for node in nodes {
      switch node {
      case .box(let box):
        out += "box(\(box.height)+\(box.depth))x\(box.width), moved \(box.x)\n"
        out += inks[Int(box.ink)].printed(Int(box.items.lowerBound)..<Int(box.items.upperBound), indent: ".", face: face)
      case .glue(let glue): out += "glue \(glue)\n"
      case .kern(let kern): out += "kern \(kern)\n"
      case .penalty(let penalty): out += "penalty \(penalty)\n"
      case .beginFrame(let index): out += "frame \(index) at \(frames[Int(index)].x) width \(frames[Int(index)].width)\n"
      case .endFrame(let index): out += "end frame \(index)\n"
      }
    }
    return out
  }
}

extension Page {
  /// The size and the ink of the page as text, for tests and reports.
  ///
  /// - Parameter face: The printed name of a face.
  public func printed(face: (FaceID) -> String) -> String {
    "page \(width)x\(height)\n" + ink.printed(indent: ".", face: face)
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, and the alpha where it is not full.
  public var description: String {
    let all = String(hex: rgba, digits: 8)
    return "#" + (all.hasSuffix("ff") ? all.dropLast(2) : all[...])
  }
}

extension Rect: CustomStringConvertible {
  public var description: String { "\(x),\(y) \(width)x\(height)" }
}

extension Glue: CustomStringConvertible {
  /// As TeX writes glue: `6.0pt plus 1.0fil minus 2.0pt`.
  public var description: String {
    func part(_ word: String, _ length: Length, _ order: GlueOrder) -> String {
      length == .zero ? "" : " \(word) " + (order == .finite ? "\(length)" : "\(length)".dropLast(2) + "\(order)")
    }
    return "\(natural)" + part("plus", stretch, stretchOrder) + part("minus", shrink, shrinkOrder)
  }
}
