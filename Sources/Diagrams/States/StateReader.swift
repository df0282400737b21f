/// Reads `stateDiagram` and `stateDiagram-v2`.
struct StateReader {
  var scanner: DiagramScanner
  private var graph = Graph()
  private var nodes: [String: Int] = [:]
  private var groups: [String: Int] = [:]
  private var open: [Int] = []
  private var styles = FlowchartStyles()
  private var links = GraphLinks()

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    graph.title = scanner.title
  }

  mutating func read() throws(DiagramMistake) -> Graph {
    scanner.nextLine()
    let start = scanner.at
    while true {
      scanner.skipSpace()
      while scanner.take(";") { scanner.skipSpace() }
      if scanner.isAtEnd { break }
      try readLine()
      guard graph.nodes.count <= Graph.mostNodes, graph.edges.count <= Graph.mostEdges, graph.groups.count <= Graph.mostNodes else {
        throw scanner.mistake("the diagram has more than \(Graph.mostNodes) states or \(Graph.mostEdges) transitions", from: start)
      }
    }
    if !open.isEmpty { throw scanner.mistake("a state has no closing brace", from: max(0, scanner.bytes.count - 1)) }
    guard !graph.nodes.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no states") }
    graph.resolveGroups(groups)
    links.give(to: &graph)
    styles.apply(to: &graph)
    return graph
  }

  private mutating func readLine() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.take("}") {
      if let last = open.last, graph.groups[last].isRegion { open.removeLast() }
      guard open.popLast() != nil else { throw scanner.mistake("there is no state to close", from: start) }
      return
    }
    if scanner.take("--") {
      if let last = open.last, graph.groups[last].isRegion {
        open.removeLast()
        openRegion()
      }
      return scanner.nextLine()
    }
    if scanner.takeWord("direction") {
      let direction = Graph.Direction(name: scanner.restOfLine())
      if let group = open.last { graph.groups[group].direction = direction } else if let direction { graph.direction = direction }
      return
    }
    for word in ["classDef", "class", "style"] where scanner.starts(word + " ") {
      scanner.at += word.utf8.count
      return styles.read(word, scanner.restOfStatement())
    }
    if scanner.takeWord("click") { return links.read(scanner.restOfLine()) }
    if scanner.skipSilentLine(["hide", "scale"]) { return }
    if scanner.takeWord("title") { return graph.title = scanner.restOfLine() }
    if scanner.takeWord("note") { return try readNote(start) }
    if scanner.starts("state ") { return try readState(start) }
    try readTransition(start)
  }

  /// `state "text" as s`, `state s <<choice>>`, `state s {`
  private mutating func readState(_ start: Int) throws(DiagramMistake) {
    scanner.at += 5
    scanner.skipBlanks()
    var text: String?
    if scanner.take("\"") {
      guard let quote = scanner.find("\"") else { throw scanner.mistake("the text of the state has no closing quote", from: start) }
      text = scanner.text(scanner.at..<quote)
      scanner.at = quote + 1
      scanner.skipBlanks()
      if scanner.takeWord("as") { scanner.skipBlanks() }
    }
    let name = scanner.nodeName()
    guard !name.isEmpty else { throw scanner.mistake("the state has no name", from: start) }
    scanner.skipBlanks()
    for (sign, shape) in [
      ("<<fork>>", NodeShape.bar), ("<<join>>", .bar), ("<<choice>>", .diamond), ("[[fork]]", .bar), ("[[join]]", .bar),
      ("[[choice]]", .diamond),
    ]
    where scanner.take(sign) {
      let node = node(name)
      (graph.nodes[node].shape, graph.nodes[node].text) = (shape, "")
      return
    }
    if scanner.take("{") {
      guard open.count < Graph.mostDepth else { throw scanner.mistake("states are nested more than \(Graph.mostDepth) deep", from: start) }
      groups[name] = graph.groups.count
      open.append(graph.groups.count)
      graph.groups.append(Graph.Group(name: name, text: text ?? name, parent: open.dropLast().last))
      if hasRegions { openRegion() }
      return
    }
    let node = node(name)
    if let text { graph.nodes[node].text = text }
    readClass(node)
  }

  /// True if a line `--` divides the state whose brace has just been opened.
  private var hasRegions: Bool {
    var (ahead, depth) = (scanner, 1)
    while !ahead.isAtEnd, depth > 0 {
      ahead.skipSpace()
      if depth == 1, ahead.starts("--") { return true }
      if ahead.starts("}") { depth -= 1 }
      if ahead.restOfLine().hasSuffix("{") { depth += 1 }
    }
    return false
  }

  /// What happens at the same time as what is in the other regions of a state.
  private mutating func openRegion() {
    graph.groups.append(Graph.Group(name: "", text: "", parent: open.last, isRegion: true))
    open.append(graph.groups.count - 1)
  }

  private mutating func readClass(_ node: Int) {
    if scanner.take(":::") { graph.nodes[node].classes.append(scanner.nodeName()) }
  }

  private mutating func node(_ name: String) -> Int {
    if let index = nodes[name] { return index }
    nodes[name] = graph.nodes.count
    graph.nodes.append(Graph.Node(name: name, text: name, shape: .rounded, group: open.last))
    return graph.nodes.count - 1
  }

  /// A state; `[*]` is where its group begins or ends.
  private mutating func readEnd(isStart: Bool) throws(DiagramMistake) -> Int {
    let start = scanner.at
    guard scanner.take("[*]") else {
      let name = scanner.nodeName()
      guard !name.isEmpty else { throw scanner.mistake("there is no state here", from: start) }
      let index = node(name)
      readClass(index)
      return index
    }
    let index = node("[*]\(isStart ? "start" : "end") \(open.last ?? -1)")
    (graph.nodes[index].shape, graph.nodes[index].text) = (isStart ? .start : .stop, "")
    return index
  }

  /// `A --> B: text`, `A: text`, `A`
  private mutating func readTransition(_ start: Int) throws(DiagramMistake) {
    let from = try readEnd(isStart: true)
    scanner.skipBlanks()
    if scanner.take("-->") {
      scanner.skipBlanks()
      let to = try readEnd(isStart: false)
      scanner.skipBlanks()
      var edge = Graph.Edge(from: .node(from), to: .node(to), toHead: .arrow)
      if scanner.take(":") { edge.text = scanner.restOfLine() }
      graph.edges.append(edge)
    } else if scanner.take(":") {
      let text = scanner.restOfLine()
      let isFirst = graph.nodes[from].text == graph.nodes[from].name
      graph.nodes[from].text = isFirst ? text : graph.nodes[from].text + "\n" + text
    }
    scanner.skipBlanks()
    guard scanner.isAtLineEnd || scanner.byte == UInt8(ascii: ";") || scanner.starts("%%") else {
      throw scanner.mistake("this is no line of a state diagram", hint: "write A --> B: text")
    }
  }

  /// `note right of A: text`, or lines up to `end note`
  private mutating func readNote(_ start: Int) throws(DiagramMistake) {
    scanner.skipBlanks()
    let isBefore = scanner.take("left of")
    guard isBefore || scanner.take("right of") else {
      throw scanner.mistake("this is no note", from: start, hint: "write note right of A: text")
    }
    scanner.skipBlanks()
    let about = node(scanner.nodeName())
    scanner.skipBlanks()
    var text = ""
    if scanner.take(":") {
      text = scanner.restOfLine()
    } else {
      scanner.nextLine()
      while true {
        scanner.skipBlanks()
        if scanner.isAtEnd { throw scanner.mistake("the note has no end", from: start, hint: "write end note on a separate line") }
        if scanner.starts("end note") { break }
        text += (text.isEmpty ? "" : "\n") + scanner.restOfLine()
        scanner.nextLine()
      }
      scanner.nextLine()
    }
    guard graph.notes.count < Graph.mostNodes else {
      throw scanner.mistake("the diagram has more than \(Graph.mostNodes) notes", from: start, hint: "divide it")
    }
    graph.notes.append(Graph.Note(about: about, text: text, isBefore: isBefore))
  }
}
