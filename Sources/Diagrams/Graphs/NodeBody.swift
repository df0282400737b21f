/// A node's outline and text, measured.
struct NodeBody {
  let node: Graph.Node
  let type: DiagramType
  var label: DiagramLabel
  var rows: [[[DiagramLabel]]] = []
  /// Widths of a table's columns.
  var columns: [Double] = []
  var width = 0.0
  var height = 0.0
  /// What is in a frame.
  private var content: DiagramCanvas?

  init(_ node: Graph.Node, isHorizontal: Bool, in type: DiagramType) {
    (self.node, self.type) = (node, type)
    // Sentences are wider than names.
    label = DiagramLabel(node.text, in: type, measure: node.shape == .note ? type.measure * 1.5 : type.measure)
    let em = type.size
    (width, height) = (max(label.width, 1.6 * em) + 1.6 * em, max(label.height, type.leading) + em)
    switch node.shape {
    case .rectangle, .rounded, .frame, .note, .lined, .card, .window, .dataStore, .divided, .tagged: break
    case .document, .taggedDocument: height += 0.4 * em
    case .linedDocument: (width, height) = (width + 0.6 * em, height + 0.4 * em)
    case .tape: height += em
    case .documents: (width, height) = (width + 0.8 * em, height + 1.2 * em)
    case .processes: (width, height) = (width + 0.8 * em, height + 0.8 * em)
    case .braceLeft, .braceRight: width = label.width + 2 * em
    case .braces: width = label.width + 3 * em
    case .display: width += 0.8 * height
    case .horizontalCylinder: width += 1.6 * em
    case .linedCylinder: height += 1.7 * em
    case .stored: width += 1.2 * em
    case .sloped: height += 0.7 * em
    case .notchedPentagon: height += 0.5 * em
    case .bolt: (width, height) = (2 * em, 3.4 * em)
    case .crossedCircle: (width, height) = (2.6 * em, 2.6 * em)
    case .text: (width, height) = (label.width + 0.6 * em, max(label.height, type.leading))
    case .stadium, .delay: width += 0.6 * height
    case .subroutine: width += em
    case .cylinder: height += 1.2 * em
    case .circle, .doubleCircle:
      let side = (label.width * label.width + label.height * label.height).squareRoot() + em
      let size = max(side, 2.4 * em) + (node.shape == .doubleCircle ? 0.8 * em : 0)
      (width, height) = (size, size)
    case .diamond: (width, height) = (label.width + 2 * label.height + 1.4 * em, label.height * 1.5 + 0.35 * label.width + 1.4 * em)
    case .hexagon, .leanLeft, .leanRight, .trapezoid, .invertedTrapezoid: width += 1.2 * height
    case .flag: width += 0.6 * height
    case .ellipse: (width, height) = (width * 1.3, height * 1.3)
    case .cloud: (width, height) = (width * 1.35 + em, height * 1.5 + em)
    case .bang: (width, height) = (width * 1.5 + em, height * 1.7 + em)
    case .triangle, .flippedTriangle: (width, height) = (width * 1.7, height * 1.9)
    case .start, .junction: (width, height) = (1.1 * em, 1.1 * em)
    case .stop: (width, height) = (1.4 * em, 1.4 * em)
    case .bar: (width, height) = isHorizontal ? (0.5 * em, 5 * em) : (5 * em, 0.5 * em)
    case .hourglass: (width, height) = (2.6 * em, 3 * em)
    case .table: measureTable()
    }
  }

  /// Makes the frame as large as what is in it.
  mutating func enclose(_ drawing: DiagramCanvas) {
    width = max(drawing.width + 1.8 * type.size, label.width + 1.6 * type.size)
    height = drawing.height + 1.6 * type.size + (label.isEmpty ? 0 : label.height + 0.3 * type.size)
    content = drawing
  }

  private mutating func measureTable() {
    let em = type.size
    for compartment in node.compartments {
      rows.append(compartment.map { $0.map { DiagramLabel($0, in: type, measure: nil) } })
      for row in rows.last ?? [] {
        for (index, cell) in row.enumerated() {
          if index < columns.count { columns[index] = max(columns[index], cell.width) } else { columns.append(cell.width) }
        }
      }
    }
    let table = columns.reduce(0) { $0 + $1 + em }
    width = max(label.width * 1.12 + 1.6 * em, table + 0.4 * em, DiagramLabel(node.stereotype, in: type, measure: nil).width + em, 5 * em)
    height = headHeight + rows.reduce(0) { $0 + Double($1.count) * type.leading + 0.7 * em }
  }

  private var headHeight: Double {
    (max(label.height, type.leading) + 0.8 * type.size) + (node.stereotype.isEmpty ? 0 : type.leading)
  }

  /// How far the outline is from the edge of the box at a distance from its middle.
  ///
  /// - Parameter isSide: True for the left and right edge.
  func inset(at distance: Double, isSide: Bool) -> Double {
    let (half, other) = isSide ? (height / 2, width / 2) : (width / 2, height / 2)
    let part = min(1, abs(distance) / max(half, 0.01))
    switch node.shape {
    case .diamond: return other * part
    case .circle, .doubleCircle, .crossedCircle, .ellipse, .start, .stop, .junction, .cloud, .bang:
      return other * (1 - (1 - part * part).squareRoot())
    case .stadium where isSide:
      return height / 2 * (1 - (1 - part * part).squareRoot())
    case .hexagon where isSide: return 0.5 * height * part
    case .leanLeft, .leanRight, .trapezoid, .invertedTrapezoid: return isSide ? 0.25 * height : 0
    case .triangle, .flippedTriangle: return isSide ? 0.25 * width : 0
    case .cylinder where !isSide, .linedCylinder where !isSide: return 0.5 * type.size * part * part
    default: return 0
    }
  }

  // MARK: Drawing

  func draw(at middle: DiagramPoint, on canvas: inout DiagramCanvas) {
    let (x, y) = (middle.x - width / 2, middle.y - height / 2)
    var pen = DiagramCanvas.Pen(fill: DiagramCanvas.paper, styled: node.style)
    canvas.reach(x + width, y + height)
    if let link = node.link { canvas.link(link, x, y, width, height) }
    switch node.shape {
    case .rectangle: canvas.rectangle(x, y, width, height, pen)
    case .rounded: canvas.rectangle(x, y, width, height, radius: 0.5 * type.size, pen)
    case .stadium: canvas.rectangle(x, y, width, height, radius: height / 2, pen)
    case .note:
      (pen.fill, pen.stroke) = ("#fffbe6", "#a89f6a")
      canvas.rectangle(x, y, width, height, pen)
    case .circle, .ellipse: canvas.ellipse(middle.x, middle.y, width / 2, height / 2, pen)
    case .table: return drawTable(x, y, on: &canvas)
    case .frame:
      canvas.frame(x, y, width, height, node.style)
      canvas.title(label, ofFrame: x, y, node.style)
      if let content { canvas.add(content, middle.x - content.width / 2, y + height - content.height - 0.8 * type.size) }
      return
    case .text: break
    default: drawOther(x, y, middle, pen, on: &canvas)
    }
    if [.start, .stop, .bar, .junction, .hourglass, .crossedCircle, .bolt].contains(node.shape) { return }
    let shift = labelShift
    canvas.label(label, middle.x + shift.x, middle.y + shift.y, style: node.style)
  }

  private func drawOther(_ x: Double, _ y: Double, _ middle: DiagramPoint, _ pen: DiagramCanvas.Pen, on canvas: inout DiagramCanvas) {
    var (dark, light) = (pen, pen)
    (dark.fill, light.fill) = (DiagramCanvas.ink, "none")
    switch node.shape {
    case .doubleCircle, .crossedCircle:
      canvas.ellipse(middle.x, middle.y, width / 2, height / 2, pen)
      if node.shape == .doubleCircle {
        canvas.ellipse(middle.x, middle.y, width / 2 - 0.3 * type.size, height / 2 - 0.3 * type.size, light)
      } else {
        let d = width / 2 * 0.707
        canvas.line(middle.x - d, middle.y - d, middle.x + d, middle.y + d, light)
        canvas.line(middle.x - d, middle.y + d, middle.x + d, middle.y - d, light)
      }
    case .start, .junction: canvas.ellipse(middle.x, middle.y, width / 2, height / 2, dark)
    case .stop:
      canvas.ellipse(middle.x, middle.y, width / 2, height / 2, light)
      canvas.ellipse(middle.x, middle.y, width / 2 - 0.3 * type.size, height / 2 - 0.3 * type.size, dark)
    case .bar: canvas.rectangle(x, y, width, height, dark)
    case .subroutine, .lined:
      canvas.rectangle(x, y, width, height, pen)
      canvas.line(x + 0.5 * type.size, y, x + 0.5 * type.size, y + height, light)
      if node.shape == .subroutine { canvas.line(x + width - 0.5 * type.size, y, x + width - 0.5 * type.size, y + height, light) }
    case .dataStore:
      var bare = pen
      bare.stroke = "none"
      canvas.rectangle(x, y, width, height, bare)
      for edge in [y, y + height] { canvas.line(x, edge, x + width, edge, light) }
    default:
      let strokes = NodeOutline(width: width, height: height, em: type.size, x: x, y: y).strokes(node.shape)
      if strokes.isEmpty { return canvas.polygon(corners.map { DiagramPoint(x + $0 * width, y + $1 * height) }, pen) }
      // An author's fill is for what is enclosed.
      let line = DiagramCanvas.Pen(styled: node.style.without("fill"))
      for stroke in strokes { canvas.path(stroke.path, stroke.isOpen ? line : pen) }
    }
  }

  /// Corners in parts of width and height.
  private var corners: [(Double, Double)] {
    let slant = min(0.4, 0.5 * height / max(width, 1))
    return switch node.shape {
    case .diamond: [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]
    case .hexagon: [(slant, 0), (1 - slant, 0), (1, 0.5), (1 - slant, 1), (slant, 1), (0, 0.5)]
    case .leanRight: [(slant, 0), (1, 0), (1 - slant, 1), (0, 1)]
    case .leanLeft: [(0, 0), (1 - slant, 0), (1, 1), (slant, 1)]
    case .trapezoid: [(slant, 0), (1 - slant, 0), (1, 1), (0, 1)]
    case .invertedTrapezoid: [(0, 0), (1, 0), (1 - slant, 1), (slant, 1)]
    case .flag: [(0, 0), (1, 0), (1, 1), (0, 1), (slant, 0.5)]
    case .triangle: [(0.5, 0), (1, 1), (0, 1)]
    case .flippedTriangle: [(0, 0), (1, 0), (0.5, 1)]
    case .hourglass: [(0, 0), (1, 0), (0, 1), (1, 1)]
    default: [(0, 0), (1, 0), (1, 1), (0, 1)]
    }
  }

  private func drawTable(_ x: Double, _ y: Double, on canvas: inout DiagramCanvas) {
    let em = type.size
    let pen = DiagramCanvas.Pen(fill: DiagramCanvas.paper, styled: node.style)
    canvas.rectangle(x, y, width, height, pen)
    var top = y + 0.4 * em
    if !node.stereotype.isEmpty {
      let label = DiagramLabel(node.stereotype, in: type, measure: nil)
      canvas.label(label, x + width / 2, top + type.leading / 2, style: node.style, isItalic: true)
      top += type.leading
    }
    canvas.label(label, x + width / 2, top + max(label.height, type.leading) / 2, style: node.style, isBold: true)
    top = y + headHeight
    for compartment in rows {
      canvas.line(x, top, x + width, top, DiagramCanvas.Pen(styled: node.style.without("fill")))
      var line = top + 0.35 * em
      for row in compartment {
        var left = x + 0.7 * em
        for (index, cell) in row.enumerated() {
          canvas.label(cell, left, line + type.leading / 2, anchor: .start, style: node.style)
          left += columns[index] + em
        }
        line += type.leading
      }
      top = line + 0.35 * em
    }
  }
}

extension DiagramStyle {
  func without(_ name: String) -> DiagramStyle {
    var result = self
    result.values[name] = nil
    return result
  }
}
