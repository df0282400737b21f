/// `style`, `classDef`, `class` and `linkStyle`, which may stand before what they change.
struct FlowchartStyles {
  private var classes: [String: DiagramStyle] = [:]
  private var members: [String: [String]] = [:]
  private var own: [String: DiagramStyle] = [:]
  private var links: [(index: Int?, style: DiagramStyle)] = []

  mutating func read(_ word: String, _ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    let names = parts[0].split(separator: ",").map(String.init)
    switch word {
    case "style": for name in names { own[name] = DiagramStyle(String(parts[1])).over(own[name] ?? DiagramStyle()) }
    case "classDef": for name in names { classes[name] = DiagramStyle(String(parts[1])) }
    case "class":
      for name in names { members[name, default: []].append(String(parts[1].filter { $0 != " " })) }
    default:
      for name in names {
        let index = name.utf8.allSatisfy { $0 &- 0x30 < 10 } ? name.utf8.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
        links.append((index, DiagramStyle(String(parts[1]))))
      }
    }
  }

  func apply(to graph: inout Graph) {
    for index in graph.nodes.indices {
      graph.nodes[index].style = style(of: graph.nodes[index].name, classes: graph.nodes[index].classes)
    }
    for index in graph.groups.indices {
      graph.groups[index].style = style(of: graph.groups[index].name, classes: graph.groups[index].classes, isGroup: true)
    }
    var common = DiagramStyle()
    var single: [Int: DiagramStyle] = [:]
    for (index, style) in links {
      if let index { single[index] = style.over(single[index] ?? DiagramStyle()) } else { common = style.over(common) }
    }
    for index in graph.edges.indices {
      let named = style(of: graph.edges[index].name, classes: [], isGroup: true)
      graph.edges[index].style = (single[index] ?? DiagramStyle()).over(named.over(common))
    }
  }

  private func style(of name: String, classes more: [String], isGroup: Bool = false) -> DiagramStyle {
    var style = isGroup ? DiagramStyle() : classes["default"] ?? DiagramStyle()
    for name in more + (members[name] ?? []) { style = (classes[name] ?? DiagramStyle()).over(style) }
    return (own[name] ?? DiagramStyle()).over(style)
  }
}
