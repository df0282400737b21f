/// Reads `classDiagram`.
struct ClassReader {
  var scanner: DiagramScanner
  private var graph = Graph()
  private var nodes: [String: Int] = [:]
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
      if scanner.isAtEnd { break }
      try readLine()
      guard graph.nodes.count <= Graph.mostNodes, graph.edges.count <= Graph.mostEdges, graph.groups.count <= Graph.mostNodes else {
        throw scanner.mistake("the diagram has more than \(Graph.mostNodes) classes or \(Graph.mostEdges) relations", from: start)
      }
    }
    if !open.isEmpty { throw scanner.mistake("a namespace has no closing brace", from: max(0, scanner.bytes.count - 1)) }
    guard !graph.nodes.isEmpty else { throw DiagramMistake(0..<1, "the diagram has no classes") }
    styles.apply(to: &graph)
    links.give(to: &graph)
    return graph
  }

  private mutating func readLine() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.take("}") {
      guard open.popLast() != nil else { throw scanner.mistake("there is no namespace to close", from: start) }
      return
    }
    if scanner.takeWord("direction") {
      if let direction = Graph.Direction(name: scanner.restOfLine()) { graph.direction = direction }
      return
    }
    for (word, known) in [("classDef", "classDef"), ("cssClass", "class"), ("style", "style")] where scanner.starts(word + " ") {
      scanner.at += word.utf8.count
      return styles.read(known, scanner.restOfStatement().filter { $0 != "\"" })
    }
    if scanner.takeWord("click") || scanner.takeWord("link") { return links.read(scanner.restOfLine()) }
    if scanner.skipSilentLine(["callback"]) { return }
    if scanner.takeWord("title") { return graph.title = scanner.restOfLine() }
    if scanner.takeWord("note") { return try readNote(start) }
    if scanner.takeWord("namespace") {
      let name = DiagramScanner.unquoted(scanner.trimmed(upTo: scanner.find("[") ?? scanner.find("{") ?? scanner.at))
      var text = name
      if scanner.take("["), let end = scanner.find("]") {
        text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
        scanner.at += 1
        scanner.skipBlanks()
      }
      guard scanner.take("{"), open.count < Graph.mostDepth else {
        throw scanner.mistake("the namespace has no brace, or is nested too deep", from: start)
      }
      graph.groups.append(Graph.Group(name: name, text: text, parent: open.last))
      return open.append(graph.groups.count - 1)
    }
    if scanner.take("<<") { return try readStereotype(of: nil, start) }
    if scanner.takeWord("class") { return try readClass(start) }
    try readRelation(start)
  }

  // MARK: Classes

  private mutating func node(_ name: String) -> Int {
    if let index = nodes[name] { return index }
    nodes[name] = graph.nodes.count
    graph.nodes.append(Graph.Node(name: name, text: name, shape: .table, group: open.last))
    return graph.nodes.count - 1
  }

  /// `Shape`, `Shape~T~`, `` `a name` ``
  private mutating func readName() throws(DiagramMistake) -> Int {
    scanner.skipBlanks()
    let start = scanner.at
    var name: String
    if scanner.take("`") {
      guard let end = scanner.find("`") else { throw scanner.mistake("the name has no closing mark", from: start) }
      name = scanner.text(scanner.at..<end)
      scanner.at = end + 1
    } else {
      name = scanner.nodeName()
    }
    guard !name.isEmpty else { throw scanner.mistake("there is no class here", from: start) }
    let index = node(name)
    if scanner.byte == UInt8(ascii: "~") {
      let end =
        scanner.bytes[scanner.at...].firstIndex { $0 == 0x20 || $0 == 0x0A || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ":") }
        ?? scanner.bytes.count
      graph.nodes[index].text = Self.generic(name + scanner.trimmed(upTo: end))
    }
    if scanner.take(":::") { graph.nodes[index].classes.append(scanner.nodeName()) }
    return index
  }

  /// `List~int~` is `List<int>`: the first sign opens, the last closes.
  private static func generic(_ text: String) -> String {
    let count = text.utf8.count { $0 == UInt8(ascii: "~") }
    var seen = 0
    return text.reduce(into: "") { result, character in
      if character == "~" { seen += 1 }
      result += character != "~" ? String(character) : seen * 2 <= count ? "&lt;" : "&gt;"
    }
  }

  private mutating func readClass(_ start: Int) throws(DiagramMistake) {
    let index = try readName()
    scanner.skipBlanks()
    if scanner.take("["), let end = scanner.find("]") {
      graph.nodes[index].text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
      scanner.at += 1
      scanner.skipBlanks()
    }
    if scanner.take(":::") { graph.nodes[index].classes.append(scanner.nodeName()) }
    scanner.skipBlanks()
    if scanner.take("<<") { try readStereotype(of: index, start) }
    scanner.skipBlanks()
    guard scanner.take("{") else { return }
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { throw scanner.mistake("the class has no closing brace", from: start) }
      if scanner.take("}") { return }
      if scanner.take("<<") {
        try readStereotype(of: index, start)
        continue
      }
      let line = scanner.bytes[scanner.at...].firstIndex(of: 0x0A) ?? scanner.bytes.count
      let place = scanner.at
      let text = scanner.trimmed(upTo: line)
      // A brace may close the class on the same line.
      if text.hasSuffix("}"), !text.utf8.contains(UInt8(ascii: "{")) {
        add(String(text.dropLast()), to: index)
        return
      }
      scanner.at = max(line, place)
      add(text, to: index)
    }
  }

  private mutating func readStereotype(of node: Int?, _ start: Int) throws(DiagramMistake) {
    guard let end = scanner.find(">>") else { throw scanner.mistake("the annotation has no end", from: start, hint: "write <<interface>>") }
    let text = "«\(scanner.trimmed(upTo: end))»"
    scanner.at += 2
    let index: Int
    if let node { index = node } else { index = try readName() }
    graph.nodes[index].stereotype = text
  }

  /// Members with parentheses are methods; the text after the parentheses is the type of the result. `*` at the end is for abstract members.
  private mutating func add(_ member: String, to index: Int) {
    var (text, isAbstract) = (member[...], false)
    while let last = text.last, last == " " || last == "$" || last == "*" {
      isAbstract = isAbstract || last == "*"
      text.removeLast()
    }
    guard !text.isEmpty else { return }
    if graph.nodes[index].compartments.isEmpty { graph.nodes[index].compartments = [[], []] }
    let isMethod = text.utf8.contains(UInt8(ascii: "("))
    if isMethod, let close = text.lastIndex(of: ")") {
      var result = text[text.index(after: close)...].drop { $0 == " " }
      // `draw()* int`
      if result.first == "*" || result.first == "$" {
        isAbstract = isAbstract || result.first == "*"
        result = result.dropFirst().drop { $0 == " " }
      }
      if result.first == ":" { result = result.dropFirst().drop { $0 == " " } }
      text = text[...close] + (result.isEmpty ? "" : " : " + result)
    }
    let shown = Self.generic(String(text))
    graph.nodes[index].compartments[isMethod ? 1 : 0].append([isAbstract ? "<i>\(shown)</i>" : shown])
  }

  /// `note "text"`, `note for A "text"`
  private mutating func readNote(_ start: Int) throws(DiagramMistake) {
    scanner.skipBlanks()
    let about = scanner.takeWord("for") ? try readName() : nil
    let text = DiagramScanner.unquoted(scanner.restOfLine())
    graph.nodes.append(Graph.Node(name: "", text: text, shape: .note))
    if let about { graph.edges.append(Graph.Edge(from: .node(graph.nodes.count - 1), to: .node(about), stroke: .dotted)) }
  }

  // MARK: Relations

  private static let heads: [(String, Graph.Head)] = [
    ("<|", .triangle), ("|>", .triangle), ("()", .circle), ("*", .filledDiamond), ("o", .diamond), ("<", .arrow), (">", .arrow),
  ]

  private mutating func takeHead() -> Graph.Head {
    for (sign, head) in Self.heads where scanner.take(sign) { return head }
    return .none
  }

  /// The name at the circle of an interface (`bar ()-- foo`), which is no class: each interface is a separate node.
  private mutating func interface(_ index: Int, isNew: Bool) -> Int {
    let node = graph.nodes[index]
    if isNew {
      graph.nodes[index].shape = .text
      nodes[node.name] = nil
      return index
    }
    graph.nodes.append(Graph.Node(name: node.name, text: node.text, shape: .text, group: open.last))
    return graph.nodes.count - 1
  }

  private mutating func readQuoted() -> String {
    scanner.skipBlanks()
    guard scanner.byte == UInt8(ascii: "\"") else { return "" }
    scanner.at += 1
    guard let end = scanner.find("\"") else { return "" }
    defer { scanner.at += 1 }
    return scanner.trimmed(upTo: end)
  }

  /// `A "1" <|-- "n" B : text`, `A : member`, `A`
  private mutating func readRelation(_ start: Int) throws(DiagramMistake) {
    if scanner.take("()") { scanner.skipBlanks() }
    var count = graph.nodes.count
    var from = try readName()
    let isNew = graph.nodes.count > count
    let fromText = readQuoted()
    scanner.skipBlanks()
    if scanner.take(":") { return add(scanner.restOfLine(), to: from) }
    if scanner.isAtLineEnd { return }
    let place = scanner.at
    let fromHead = takeHead()
    if fromHead == .circle { from = interface(from, isNew: isNew) }
    let isDotted = scanner.take("..")
    guard isDotted || scanner.take("--") else {
      throw scanner.mistake("this is no line of a class diagram", from: place, hint: "write A <|-- B, or A : member")
    }
    var edge = Graph.Edge(from: .node(from), to: .node(from), fromHead: fromHead, stroke: isDotted ? .dotted : .solid)
    edge.toHead = takeHead()
    (edge.fromText, edge.toText) = (fromText, readQuoted())
    count = graph.nodes.count
    let to = try readName()
    edge.to = .node(edge.toHead == .circle ? interface(to, isNew: graph.nodes.count > count) : to)
    scanner.skipBlanks()
    if scanner.take(":") { edge.text = scanner.restOfLine() }
    graph.edges.append(edge)
  }
}
