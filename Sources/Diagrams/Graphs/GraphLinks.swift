internal import TypesetDiagnostics

/// What nodes lead to: `click A href "https://…" "A hint" _blank`, `link A "https://…"`.
struct GraphLinks {
  private var addresses: [String: String] = [:]

  /// - Parameter line: What follows the first word. A function that a page would call is nothing on paper.
  mutating func read(_ line: String) {
    let name = line.prefix { $0 != " " && $0 != "\t" }
    var rest = line[name.endIndex...].drop { $0 == " " || $0 == "\t" }
    if rest.hasPrefix("href") { rest = rest.dropFirst(4).drop { $0 == " " || $0 == "\t" } }
    guard rest.first == "\"" else { return }
    let address = rest.dropFirst().prefix { $0 != "\"" }
    guard address.endIndex < rest.endIndex, LinkPolicy.isAbsolute(String(address)) else { return }
    addresses[String(name)] = String(address)
  }

  func give(to graph: inout Graph) {
    guard !addresses.isEmpty else { return }
    for index in graph.nodes.indices { graph.nodes[index].link = addresses[graph.nodes[index].name] }
  }
}
