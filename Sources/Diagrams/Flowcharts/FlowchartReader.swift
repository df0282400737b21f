/// Reads `flowchart` and `graph`.
struct FlowchartReader {
  var scanner: DiagramScanner
  var graph = Graph()
  private var nodes: [String: Int] = [:]
  private var groups: [String: Int] = [:]
  private var open: [Int] = []
  var styles = FlowchartStyles()
  private var links = GraphLinks()

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    graph.title = scanner.title
  }

  mutating func read() throws(DiagramMistake) -> Graph {
    scanner.skipBlanks()
    let start = scanner.at
    let name = scanner.word()
    if let direction = Graph.Direction(name: name) {
      graph.direction = direction
    } else if let sign = [">": "LR", "<": "RL", "^": "BT", "v": "TB"][
      name.isEmpty ? scanner.text(scanner.at..<min(scanner.at + 1, scanner.bytes.count)) : name]
    {
      graph.direction = Graph.Direction(name: sign) ?? .down
      if name.isEmpty { scanner.at += 1 }
    } else if !name.isEmpty {
      throw scanner.mistake("this is no direction of a flowchart", from: start, hint: "write TB, BT, LR or RL")
    }
    while true {
      scanner.skipSpace()
      while scanner.take(";") { scanner.skipSpace() }
      if scanner.isAtEnd { break }
      try readStatement()
      guard graph.nodes.count <= Graph.mostNodes, graph.edges.count <= Graph.mostEdges, graph.groups.count <= Graph.mostNodes else {
        throw scanner.mistake(
          "the diagram has more than \(Graph.mostNodes) nodes or \(Graph.mostEdges) edges", from: start, hint: "divide the diagram")
      }
    }
    if !open.isEmpty {
      throw scanner.mistake("a subgraph has no end", from: max(0, scanner.bytes.count - 1), hint: "write end on a separate line")
    }
    guard !graph.nodes.isEmpty else { throw DiagramMistake(0..<1, "the flowchart has no nodes") }
    graph.resolveGroups(groups)
    links.give(to: &graph)
    styles.apply(to: &graph)
    return graph
  }

  private mutating func readStatement() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.takeWord("subgraph") { return try readGroup(start) }
    if scanner.takeWord("end") {
      guard open.popLast() != nil else { throw scanner.mistake("there is no subgraph to end", from: start) }
      return
    }
    if scanner.takeWord("direction") {
      let direction = Graph.Direction(name: scanner.restOfLine())
      if let group = open.last { graph.groups[group].direction = direction }
      return
    }
    for word in ["style", "classDef", "class", "linkStyle"] where scanner.starts(word + " ") {
      scanner.at += word.utf8.count
      return styles.read(word, scanner.restOfStatement())
    }
    if scanner.takeWord("click") { return links.read(scanner.restOfLine()) }
    if scanner.skipSilentLine(["href", "callback"]) { return }
    try readChain()
  }

  private mutating func readGroup(_ start: Int) throws(DiagramMistake) {
    scanner.skipBlanks()
    guard open.count < Graph.mostDepth else {
      throw scanner.mistake("subgraphs are nested more than \(Graph.mostDepth) deep", from: start)
    }
    var (name, text) = ("", "")
    if let bracket = scanner.find("["), let close = scanner.find("]"), bracket < close {
      name = scanner.trimmed(upTo: bracket)
      scanner.at = bracket + 1
      text = DiagramScanner.unquoted(scanner.trimmed(upTo: close))
      scanner.nextLine()
    } else {
      name = DiagramScanner.unquoted(scanner.restOfStatement())
      text = name
    }
    if name.isEmpty { name = "\u{0}\(graph.groups.count)" }
    if groups[name] == nil { groups[name] = graph.groups.count }
    let group = graph.groups.count
    graph.groups.append(Graph.Group(name: name, text: text, parent: open.last))
    open.append(group)
  }

  // MARK: Nodes and links

  private mutating func readChain() throws(DiagramMistake) {
    var before = try readNodes()
    while true {
      scanner.skipBlanks()
      if scanner.isAtLineEnd || scanner.byte == UInt8(ascii: ";") || scanner.starts("%%") { return }
      let start = scanner.at
      guard let link = try FlowchartLink.read(&scanner) else {
        throw scanner.mistake("there is no link here", from: start, hint: "write -->, ---, -.-> or ==> between nodes")
      }
      scanner.skipSpace()
      let after = try readNodes()
      for from in before {
        for to in after {
          var edge = link.edge
          (edge.from, edge.to) = (.node(from), .node(to))
          graph.edges.append(edge)
          guard graph.edges.count <= Graph.mostEdges else { return }
        }
      }
      before = after
    }
  }

  private mutating func readNodes() throws(DiagramMistake) -> [Int] {
    var result: [Int] = []
    while true {
      scanner.skipBlanks()
      if let node = try readNode() { result.append(node) }
      let place = scanner.at
      scanner.skipBlanks()
      guard scanner.byte == UInt8(ascii: "&") else {
        scanner.at = place
        return result
      }
      scanner.at += 1
      scanner.skipSpace()
    }
  }

  /// A node; nil for properties of an edge.
  private mutating func readNode() throws(DiagramMistake) -> Int? {
    let start = scanner.at
    let name = scanner.nodeName()
    guard !name.isEmpty else { throw scanner.mistake("there is no node here", from: start) }
    if scanner.starts("@{") {
      let properties = try FlowchartProperties.read(&scanner)
      if let edge = graph.edges.lastIndex(where: { $0.name == name }), nodes[name] == nil {
        _ = edge
        return nil
      }
      let node = node(named: name)
      if let shape = properties.shape { graph.nodes[node].shape = shape }
      if let text = properties.label { graph.nodes[node].text = text }
      readClass(node)
      return node
    }
    let node = node(named: name)
    if let (shape, text) = try FlowchartShape.read(&scanner) { (graph.nodes[node].shape, graph.nodes[node].text) = (shape, text) }
    readClass(node)
    return node
  }

  private mutating func readClass(_ node: Int) {
    guard scanner.take(":::") else { return }
    graph.nodes[node].classes.append(scanner.nodeName())
  }

  private mutating func node(named name: String) -> Int {
    if let index = nodes[name] {
      if graph.nodes[index].group == nil { graph.nodes[index].group = open.last }
      return index
    }
    nodes[name] = graph.nodes.count
    graph.nodes.append(Graph.Node(name: name, text: name, group: open.last))
    return graph.nodes.count - 1
  }
}

extension DiagramScanner {
  /// The text up to the end of a statement: a semicolon that nothing quotes, or the end of the line.
  mutating func restOfStatement() -> String {
    skipBlanks()
    let line = bytes[min(at, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    return trimmed(upTo: bytes[min(at, line)..<line].firstIndex(of: UInt8(ascii: ";")) ?? line)
  }

  /// The name of a node; dashes and dots belong to it within words.
  mutating func nodeName() -> String {
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      let isInner = (byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")) && at > start && Self.isLetter(self.byte(1))
      let isSign = [
        UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "!"),
        UInt8(ascii: "'"),
      ].contains(byte)
      guard Self.isLetter(byte) || isInner || isSign || byte == UInt8(ascii: ":") && Self.isLetter(self.byte(1)) && at > start else {
        break
      }
      at += 1
    }
    return text(start..<at)
  }
}
