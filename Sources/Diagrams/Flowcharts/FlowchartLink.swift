/// A link between nodes: `-->`, `-- text -->`, `-.->|text|`, `<==>`, `~~~`.
struct FlowchartLink {
  var edge = Graph.Edge(from: .node(0), to: .node(0))

  /// - Returns: Nil if there is no link at this place.
  static func read(_ scanner: inout DiagramScanner) throws(DiagramMistake) -> FlowchartLink? {
    var link = FlowchartLink()
    let start = scanner.at
    let name = scanner.nodeName()
    if !name.isEmpty, scanner.take("@") { link.edge.name = name } else { scanner.at = start }
    if scanner.starts("~~~") {
      while scanner.take("~") {}
      link.edge.stroke = .invisible
      return try link.labelled(&scanner)
    }
    if [UInt8(ascii: "<"), UInt8(ascii: "o"), UInt8(ascii: "x")].contains(scanner.byte) {
      link.edge.fromHead = head(scanner.byte)
      scanner.at += 1
    }
    switch (scanner.byte, scanner.byte(1)) {
    case (UInt8(ascii: "-"), UInt8(ascii: "-")): try link.readLine("-", &scanner, from: start)
    case (UInt8(ascii: "="), UInt8(ascii: "=")):
      link.edge.stroke = .thick
      try link.readLine("=", &scanner, from: start)
    case (UInt8(ascii: "-"), UInt8(ascii: ".")):
      link.edge.stroke = .dotted
      try link.readDots(&scanner, from: start)
    default:
      scanner.at = start
      return nil
    }
    return try link.labelled(&scanner)
  }

  private static func head(_ byte: UInt8) -> Graph.Head {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"): .arrow
    case UInt8(ascii: "o"): .circle
    case UInt8(ascii: "x"): .cross
    default: .none
    }
  }

  private mutating func takeHead(_ scanner: inout DiagramScanner) -> Bool {
    edge.toHead = Self.head(scanner.byte == UInt8(ascii: "<") ? 0 : scanner.byte)
    if edge.toHead != .none { scanner.at += 1 }
    return edge.toHead != .none
  }

  /// `-->`, `---`, `-- text -->`
  private mutating func readLine(_ sign: String, _ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) {
    var count = 0
    while scanner.take(sign) { count += 1 }
    let hasHead = takeHead(&scanner)
    if hasHead || count > 2 {
      edge.length = max(1, min(20, hasHead ? count - 1 : count - 2))
      return
    }
    guard let end = scanner.find(sign + sign) else {
      throw scanner.mistake("the link has no end", from: start, hint: "write \(sign)\(sign) text \(sign)\(sign)>")
    }
    edge.text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
    count = 0
    while scanner.take(sign) { count += 1 }
    edge.length = max(1, min(20, takeHead(&scanner) ? count - 1 : count - 2))
  }

  /// `-.->`, `-. text .->`
  private mutating func readDots(_ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) {
    scanner.at += 1
    var count = 0
    while scanner.take(".") { count += 1 }
    if !scanner.take("-") {
      guard let end = scanner.find(".-") else { throw scanner.mistake("the link has no end", from: start, hint: "write -. text .->") }
      edge.text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
      count = 0
      while scanner.take(".") { count += 1 }
      _ = scanner.take("-")
    }
    edge.length = max(1, min(20, count))
    _ = takeHead(&scanner)
  }

  /// With `|text|`.
  private func labelled(_ scanner: inout DiagramScanner) throws(DiagramMistake) -> FlowchartLink {
    var link = self
    let place = scanner.at
    scanner.skipBlanks()
    guard scanner.take("|") else {
      scanner.at = place
      return link
    }
    guard let end = scanner.find("|") else {
      throw scanner.mistake("the text of the link has no end", from: place, hint: "close it with |")
    }
    link.edge.text = DiagramScanner.unquoted(scanner.trimmed(upTo: end))
    scanner.at += 1
    return link
  }
}
