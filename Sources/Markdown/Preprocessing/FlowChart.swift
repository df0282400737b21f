internal import TypesetDiagnostics

/// Lines of flowchart.js (HackMD's and Typora's fences of `flow`) as Mermaid has them.
enum FlowChart {
  /// A node, `id=>operation: Words`, or a way, `a(yes, right)->b->c`; nil for a line that is neither.
  static func line(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let text = String(decoding: line, as: UTF8.self)
    if let arrow = text.firstRange(of: "=>"), let colon = text[arrow.upperBound...].firstIndex(of: ":") {
      return node(text[..<arrow.lowerBound], kind: text[arrow.upperBound..<colon], words: text[text.index(after: colon)...]).map {
        Array($0.utf8)
      }
    }
    // Attributes of an arrow: `a@>b({"stroke":"Red"})`.
    if text.contains("@>") { return [] }
    guard text.contains("->") else { return nil }
    return way(text).map { Array($0.utf8) }
  }

  private static func node(_ id: Substring, kind: Substring, words: Substring) -> String? {
    let shape: (String, String)
    switch String(kind).trimmedWhitespace() {
    case "start", "end": shape = ("([", "])")
    case "operation": shape = ("[", "]")
    case "subroutine": shape = ("[[", "]]")
    case "condition": shape = ("{", "}")
    case "inputoutput", "input", "output": shape = ("[/", "/]")
    case "parallel": shape = ("[", "]")
    default: return nil
    }
    // An address after `:>`, a state after the bar.
    var text = String(words)
    if let address = text.firstRange(of: ":>") { text = String(text[..<address.lowerBound]) }
    if let bar = text.lastIndex(of: "|") { text = String(text[..<bar]) }
    text = text.trimmedWhitespace().replacing("\"", with: "#quot;")
    return name(id) + shape.0 + "\"" + text + "\"" + shape.1
  }

  private static func way(_ text: String) -> String? {
    var out = ""
    var label: String?
    let steps = text.parts(between: "->")
    for (number, step) in steps.enumerated() {
      let open = step.firstIndex(of: "(") ?? step.endIndex
      let id = String(step[..<open]).trimmedWhitespace()
      guard !id.isEmpty else { return number > 0 && step.allSatisfy(\.isWhitespace) ? out : nil }
      if number > 0 { out += label.map { " -->|\($0)| " } ?? " --> " }
      out += name(id[...])
      // The answer to a condition; the side on which the way leaves is the layout's own affair.
      let words = step[open...].dropFirst().prefix { $0 != ")" }.split(separator: ",").map { String($0).trimmedWhitespace() }
      label = words.first { !["left", "right", "top", "bottom"].contains($0) && !$0.hasPrefix("path") }
    }
    return out
  }

  /// A name that is no word of Mermaid's.
  private static func name(_ id: Substring) -> String { "n_" + id.filter { $0.isLetter || $0.isNumber || $0 == "_" } }
}
