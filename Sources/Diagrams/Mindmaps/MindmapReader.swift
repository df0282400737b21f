/// Reads `mindmap`: a tree by the indents of its lines.
struct MindmapReader {
  var scanner: DiagramScanner
  private var graph = Graph()
  /// The nodes above, with their indents.
  private var path: [(indent: Int, node: Int)] = []

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    graph.title = scanner.title
    graph.direction = .right
  }

  mutating func read() throws(DiagramMistake) -> Graph {
    scanner.nextLine()
    while !scanner.isAtEnd {
      let start = scanner.at
      scanner.skipBlanks()
      if scanner.isAtLineEnd {
        scanner.nextLine()
      } else if scanner.starts("%%") || scanner.starts("::icon(") || scanner.starts(":::") {
        // Icons belong to fonts, and classes to style sheets, that are not available.
        scanner.nextLine()
      } else {
        try readNode(indent: scanner.at - start)
      }
    }
    guard !graph.nodes.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no nodes") }
    return graph
  }

  private mutating func readNode(indent: Int) throws(DiagramMistake) {
    let start = scanner.at
    while let last = path.last, last.indent >= indent { path.removeLast() }
    guard graph.nodes.isEmpty || !path.isEmpty else {
      throw scanner.mistake("a mindmap has one root", from: start, hint: "indent this line")
    }
    let (shape, text) = try readShape()
    let number = graph.nodes.count
    graph.nodes.append(Graph.Node(name: "\(number)", text: text, shape: shape))
    if let parent = path.last { graph.edges.append(Graph.Edge(from: .node(parent.node), to: .node(number))) }
    path.append((indent, number))
    guard graph.nodes.count <= Graph.mostNodes, path.count <= 2 * Graph.mostDepth else {
      throw scanner.mistake("the diagram has more than \(Graph.mostNodes) nodes or \(2 * Graph.mostDepth) levels", from: start)
    }
  }

  /// The brackets of flowcharts, of a bang and of a cloud.
  private static let brackets = [("))", [("((", NodeShape.bang)]), (")", [("(", .cloud)])] + FlowchartShape.brackets

  /// `id((text))`, or the line as it is.
  private mutating func readShape() throws(DiagramMistake) -> (NodeShape, String) {
    let start = scanner.at
    _ = scanner.nodeName()
    if let (shape, text) = try FlowchartShape.read(&scanner, among: Self.brackets) {
      scanner.nextLine()
      return (shape, text)
    }
    scanner.at = start
    return (.rounded, scanner.restOfLine())
  }
}
