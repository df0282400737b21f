/// Small charts from rows of numbers.
package enum ChartDiagram {
  private static let mostBytes = 1 << 20

  /// Draws a chart.
  package static func picture(of source: String, in type: DiagramType) throws(DiagramMistake) -> DiagramPicture {
    guard source.utf8.count <= mostBytes else {
      throw DiagramMistake(0..<1, "the chart has more than \(mostBytes >> 20) MB", hint: "leave out rows")
    }
    var reader = ChartReader(DiagramScanner(source))
    var drawing = ChartDrawing(try reader.read(), in: type)
    return drawing.draw()
  }
}

/// Diagrams in Mermaid's language.
package enum MermaidDiagram {
  /// Longer sources are refused.
  private static let mostBytes = 256 << 10

  /// Draws a diagram.
  package static func picture(of source: String, in type: DiagramType) throws(DiagramMistake) -> DiagramPicture {
    guard source.utf8.count <= mostBytes else {
      throw DiagramMistake(0..<1, "the diagram has more than \(mostBytes >> 10) KB", hint: "divide the diagram")
    }
    var scanner = DiagramScanner(source)
    scanner.skipSpace()
    let start = scanner.at
    guard !scanner.isAtEnd else { throw DiagramMistake(0..<1, "the diagram is empty") }
    while !scanner.isAtLineEnd, scanner.byte != 0x20, scanner.byte != 0x09, scanner.byte != 0x0D, scanner.byte != UInt8(ascii: ";") {
      scanner.at += 1
    }
    let kind = scanner.text(start..<scanner.at)
    switch kind {
    case "graph", "flowchart", "flowchart-elk":
      var reader = FlowchartReader(scanner)
      return try drawn(try reader.read(), in: type)
    case "sequenceDiagram":
      var reader = SequenceReader(scanner)
      var drawing = SequenceDrawing(try reader.read(), in: type)
      return drawing.draw()
    case "stateDiagram", "stateDiagram-v2":
      var reader = StateReader(scanner)
      return try drawn(try reader.read(), in: type)
    case "erDiagram":
      var reader = EntityReader(scanner)
      return try drawn(try reader.read(), in: type)
    case "classDiagram", "classDiagram-v2":
      var reader = ClassReader(scanner)
      return try drawn(try reader.read(), in: type)
    case "mindmap":
      var reader = MindmapReader(scanner)
      var drawing = try GraphDrawing(try reader.read(), in: type)
      return drawing.draw()
    case "pie":
      var drawing = PieDrawing(try Pie(scanner), in: type)
      return drawing.draw()
    case "xychart", "xychart-beta":
      var reader = XYChartReader(scanner)
      var drawing = ChartDrawing(try reader.read(), in: type)
      return drawing.draw()
    case "quadrantChart":
      var drawing = QuadrantDrawing(try Quadrants(scanner), in: type)
      return drawing.draw()
    case "timeline":
      var drawing = TimelineDrawing(try Timeline(scanner), in: type)
      return drawing.draw()
    case "gitGraph", "gitGraph:":
      var reader = GitGraphReader(scanner)
      var drawing = GitGraphDrawing(try reader.read(), in: type)
      return drawing.draw()
    case "journey":
      var drawing = JourneyDrawing(try Journey(scanner), in: type)
      return drawing.draw()
    case "gantt":
      var reader = GanttReader(scanner)
      var drawing = GanttDrawing(try reader.read(), in: type)
      return drawing.draw()
    default:
      throw DiagramMistake(
        start..<scanner.at, "there is no drawing of Mermaid's \(kind.prefix(40)) here",
        hint: "allow a program to draw it with --diagram mermaid='mmdc -i - -o - -e svg'")
    }
  }

  /// A graph whose words would be too small to read, since its ranks go across the page, is turned: they go down the page.
  private static func drawn(_ graph: Graph, in type: DiagramType) throws(DiagramMistake) -> DiagramPicture {
    var drawing = try GraphDrawing(graph, in: type)
    let across = drawing.draw()
    guard graph.direction.isHorizontal, let room = type.room, drawing.canvas.width > 1.6 * room else { return across }
    var turned = graph
    turned.direction = graph.direction == .left ? .up : .down
    var other = try GraphDrawing(turned, in: type)
    let down = other.draw()
    // As high as it is wide and a third is what a page has room for.
    let (before, after) = (room / drawing.canvas.width, min(1, room / other.canvas.width, 1.33 * room / other.canvas.height))
    return after > 1.3 * before ? down : across
  }
}
