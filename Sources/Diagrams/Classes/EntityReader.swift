/// Reads `erDiagram`.
struct EntityReader {
  var scanner: DiagramScanner
  private var graph = Graph()
  private var nodes: [String: Int] = [:]
  private var styles = FlowchartStyles()

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    graph.title = scanner.title
  }

  mutating func read() throws(DiagramMistake) -> Graph {
    scanner.nextLine()
    let start = scanner.at
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      try readLine()
      guard graph.nodes.count <= Graph.mostNodes, graph.edges.count <= Graph.mostEdges else {
        throw scanner.mistake("the diagram has more than \(Graph.mostNodes) entities or \(Graph.mostEdges) relationships", from: start)
      }
    }
    guard !graph.nodes.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no entities") }
    styles.apply(to: &graph)
    return graph
  }

  private mutating func readLine() throws(DiagramMistake) {
    if scanner.takeWord("direction") {
      if let direction = Graph.Direction(name: scanner.restOfLine()) { graph.direction = direction }
      return
    }
    for word in ["classDef", "class", "style"] where scanner.starts(word + " ") {
      scanner.at += word.utf8.count
      return styles.read(word, scanner.restOfStatement())
    }
    if scanner.takeWord("title") { return graph.title = scanner.restOfLine() }
    if scanner.skipSilentLine() { return }
    let from = try readEntity()
    scanner.skipBlanks()
    if scanner.take("{") { return try readAttributes(of: from) }
    if scanner.isAtLineEnd { return }
    try readRelationship(from)
  }

  private mutating func name() throws(DiagramMistake) -> String {
    let start = scanner.at
    guard scanner.take("\"") else {
      let name = scanner.nodeName()
      if name.isEmpty { throw scanner.mistake("there is no entity here", from: start) }
      return name
    }
    guard let quote = scanner.find("\"") else { throw scanner.mistake("the name has no closing quote", from: start) }
    defer { scanner.at = quote + 1 }
    return scanner.text(scanner.at..<quote)
  }

  private mutating func readEntity() throws(DiagramMistake) -> Int {
    let isQuoted = scanner.byte == UInt8(ascii: "\"")
    let name = try name()
    if nodes[name] == nil {
      nodes[name] = graph.nodes.count
      // A name in quotes is Markdown, as a text in backquotes is.
      graph.nodes.append(Graph.Node(name: name, text: isQuoted ? "`\(name)`" : name, shape: .table))
    }
    let index = nodes[name] ?? 0
    scanner.skipBlanks()
    if scanner.take("["), let close = scanner.find("]") {
      graph.nodes[index].text = DiagramScanner.unquoted(scanner.trimmed(upTo: close))
      scanner.at += 1
    }
    if scanner.take(":::") { graph.nodes[index].classes.append(scanner.nodeName()) }
    return index
  }

  /// `type name PK, FK "comment"`
  private mutating func readAttributes(of entity: Int) throws(DiagramMistake) {
    let start = scanner.at - 1
    var rows: [[String]] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { throw scanner.mistake("the attributes have no closing brace", from: start) }
      if scanner.take("}") { break }
      var row: [String] = []
      while !scanner.isAtLineEnd, scanner.byte != UInt8(ascii: "}") {
        let begin = scanner.at
        if scanner.byte == UInt8(ascii: "\"") {
          row.append(DiagramScanner.unquoted(scanner.restOfLine()))
          break
        }
        while !scanner.isAtLineEnd, scanner.byte != 0x20, scanner.byte != 0x09, scanner.byte != UInt8(ascii: "}") { scanner.at += 1 }
        let word = scanner.text(begin..<scanner.at)
        // Several keys are one column.
        if row.count > 2, row[2].hasSuffix(",") { row[2] += " " + word } else { row.append(word) }
        scanner.skipBlanks()
      }
      rows.append(row)
    }
    if !rows.isEmpty { graph.nodes[entity].compartments = [rows] }
  }

  private static let ends: [(String, Graph.Head)] = [
    ("||", .one), ("|o", .zeroOrOne), ("o|", .zeroOrOne), ("}o", .zeroOrMany), ("o{", .zeroOrMany), ("}|", .many), ("|{", .many),
    ("one or zero ", .zeroOrOne), ("zero or one ", .zeroOrOne), ("one or more ", .many), ("one or many ", .many), ("many(1) ", .many),
    ("1+ ", .many), ("zero or more ", .zeroOrMany), ("zero or many ", .zeroOrMany), ("many(0) ", .zeroOrMany), ("0+ ", .zeroOrMany),
    ("only one ", .one), ("1 ", .one), ("one ", .one), ("many ", .zeroOrMany), ("u{", .zeroOrMany), ("}u", .zeroOrMany),
  ]

  private mutating func takeEnd() -> Graph.Head? {
    for (sign, head) in Self.ends where scanner.take(sign) { return head }
    return nil
  }

  /// `A ||--o{ B : has`
  private mutating func readRelationship(_ from: Int) throws(DiagramMistake) {
    let start = scanner.at
    guard let fromHead = takeEnd() else {
      throw scanner.mistake("there is no relationship here", from: start, hint: "write A ||--o{ B : has")
    }
    scanner.skipBlanks()
    let isDotted = scanner.take("..") || scanner.take(".-") || scanner.take("-.") || scanner.take("optionally to")
    guard isDotted || scanner.take("--") || scanner.take("to") else {
      throw scanner.mistake("the relationship has no line", from: start, hint: "write A ||--o{ B : has")
    }
    scanner.skipBlanks()
    guard let toHead = takeEnd() else { throw scanner.mistake("the relationship has no end", from: start, hint: "write A ||--o{ B : has") }
    scanner.skipBlanks()
    let to = try readEntity()
    scanner.skipBlanks()
    var edge = Graph.Edge(from: .node(from), to: .node(to), fromHead: fromHead, toHead: toHead, stroke: isDotted ? .dotted : .solid)
    if scanner.take(":") { edge.text = DiagramScanner.unquoted(scanner.restOfLine()) }
    graph.edges.append(edge)
  }
}
