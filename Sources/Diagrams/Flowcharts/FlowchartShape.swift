/// The brackets around a node's text.
enum FlowchartShape {
  typealias Brackets = [(String, [(String, NodeShape)])]

  static let brackets: Brackets = [
    ("(((", [(")))", .doubleCircle)]), ("((", [("))", .circle)]), ("([", [("])", .stadium)]), ("(-", [("-)", .ellipse)]),
    ("(", [(")", .rounded)]),
    ("[[", [("]]", .subroutine)]), ("[(", [(")]", .cylinder)]), ("[/", [("/]", .leanRight), ("\\]", .trapezoid)]),
    ("[\\", [("\\]", .leanLeft), ("/]", .invertedTrapezoid)]), ("[|", [("|]", .rectangle)]), ("[", [("]", .rectangle)]),
    ("{{", [("}}", .hexagon)]), ("{", [("}", .diamond)]), (">", [("]", .flag)]),
  ]

  /// - Returns: Nil if no bracket begins here.
  static func read(_ scanner: inout DiagramScanner, among brackets: Brackets = brackets) throws(DiagramMistake) -> (NodeShape, String)? {
    let start = scanner.at
    guard let (opener, closers) = brackets.first(where: { scanner.starts($0.0) }) else { return nil }
    scanner.at += opener.utf8.count
    let inside = scanner.at
    scanner.skipSpace()
    if scanner.take("\"") {
      guard let quote = scanner.bytes[scanner.at...].firstIndex(of: UInt8(ascii: "\"")) else {
        throw scanner.mistake("the text of the node has no closing quote", from: start)
      }
      let text = scanner.text(scanner.at..<quote)
      scanner.at = quote + 1
      scanner.skipSpace()
      for (closer, shape) in closers where scanner.take(closer) { return (shape, text) }
      throw scanner.mistake("the node has no closing bracket", from: start, hint: "write \(closers[0].0) after its text")
    }
    scanner.at = inside
    let ends = closers.compactMap { closer, shape in end(of: closer, in: scanner).map { ($0, closer, shape) } }
    guard let (end, closer, shape) = ends.min(by: { $0.0 < $1.0 }) else {
      throw scanner.mistake("the node has no closing bracket", from: start, hint: "write \(closers[0].0) after its text")
    }
    let text = scanner.trimmed(upTo: end)
    scanner.at = end + closer.utf8.count
    return (shape, text)
  }

  /// The closing bracket may be some lines further on.
  private static func end(of closer: String, in scanner: DiagramScanner) -> Int? {
    var ahead = scanner
    for _ in 0..<20 {
      if let end = ahead.find(closer) { return end }
      if ahead.isAtEnd { return nil }
      ahead.nextLine()
    }
    return nil
  }
}

/// `@{ shape: cyl, label: "text" }`
struct FlowchartProperties {
  var shape: NodeShape?
  var label: String?

  private static let shapes: [String: NodeShape] = {
    let names: [(NodeShape, String)] = [
      (.rectangle, "rect proc process rectangle"), (.rounded, "rounded event"), (.stadium, "stadium terminal pill"),
      (.subroutine, "fr-rect subproc subprocess subroutine framed-rectangle"), (.cylinder, "cyl cylinder database db"),
      (.circle, "circle circ"), (.doubleCircle, "dbl-circ double-circle"), (.diamond, "diam decision diamond question"),
      (.hexagon, "hex hexagon prepare"), (.leanRight, "lean-r in-out lean-right"), (.leanLeft, "lean-l out-in lean-left"),
      (.trapezoid, "trap-b priority trapezoid trapezoid-bottom"), (.invertedTrapezoid, "trap-t manual inv-trapezoid trapezoid-top"),
      (.flag, "odd"), (.start, "sm-circ start small-circle"), (.stop, "fr-circ stop framed-circle"), (.bar, "fork join"),
      (.junction, "f-circ junction filled-circle"), (.hourglass, "hourglass collate"), (.document, "doc document"),
      (.documents, "docs documents st-doc stacked-document"), (.delay, "delay half-rounded-rectangle"), (.triangle, "tri extract triangle"),
      (.crossedCircle, "cross-circ summary crossed-circle"), (.lined, "lin-rect lin-proc lined-process lined-rectangle shaded-process"),
      (.text, "text"), (.ellipse, "cloud ellipse"),
      (.card, "notch-rect card notched-rectangle"), (.divided, "div-rect div-proc divided-process divided-rectangle"),
      (.window, "win-pane internal-storage window-pane"), (.tagged, "tag-rect tag-proc tagged-process tagged-rectangle"),
      (.stored, "bow-rect stored-data bow-tie-rectangle"), (.linedDocument, "lin-doc lined-document"),
      (.taggedDocument, "tag-doc tagged-document"), (.tape, "flag paper-tape"), (.display, "curv-trap curved-trapezoid display"),
      (.horizontalCylinder, "h-cyl das horizontal-cylinder"), (.linedCylinder, "lin-cyl disk lined-cylinder"),
      (.dataStore, "datastore data-store"), (.bolt, "bolt com-link lightning-bolt"), (.braceLeft, "brace brace-l comment"),
      (.braceRight, "brace-r"), (.braces, "braces"), (.sloped, "sl-rect manual-input sloped-rectangle"),
      (.flippedTriangle, "flip-tri manual-file flipped-triangle"), (.notchedPentagon, "notch-pent loop-limit notched-pentagon"),
      (.processes, "procs processes st-rect stacked-rectangle"),
    ]
    var result: [String: NodeShape] = [:]
    for (shape, words) in names {
      for word in words.split(separator: " ") { result[String(word)] = shape }
    }
    return result
  }()

  static func read(_ scanner: inout DiagramScanner) throws(DiagramMistake) -> FlowchartProperties {
    let start = scanner.at
    scanner.at += 2
    var result = FlowchartProperties()
    while !scanner.isAtEnd {
      scanner.skipSpace()
      while scanner.take(",") { scanner.skipSpace() }
      if scanner.take("}") { return result }
      let place = scanner.at
      let key = scanner.nodeName()
      scanner.skipBlanks()
      guard !key.isEmpty, scanner.take(":") else { break }
      scanner.skipBlanks()
      let value = try self.value(&scanner, from: place)
      if key == "label" { result.label = value }
      guard key == "shape" else { continue }
      guard let shape = shapes[value] else { throw scanner.mistake("there is no such shape", from: place) }
      result.shape = shape
    }
    throw scanner.mistake("the properties have no end", from: start, hint: "write @{ shape: rect, label: \"text\" }")
  }

  private static func value(_ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) -> String {
    let quote = scanner.byte
    let begin = scanner.at
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = scanner.bytes[(begin + 1)...].firstIndex(of: quote) else {
        throw scanner.mistake("the value has no closing quote", from: start)
      }
      scanner.at = end + 1
      return scanner.text(begin + 1..<end)
    }
    while !scanner.isAtLineEnd, scanner.byte != UInt8(ascii: ","), scanner.byte != UInt8(ascii: "}") { scanner.at += 1 }
    let end = scanner.at
    scanner.at = begin
    return scanner.trimmed(upTo: end)
  }
}
