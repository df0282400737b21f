/// `style`, `classDef`, `class` and `linkStyle`, which may come before what they change.
struct FlowchartStyles {
  private var classes: [String: DiagramStyle] = [:]
  private var members: [String: [String]] = [:]
  private var own: [String: DiagramStyle] = [:]
  private var links: [(index: Int?, style: DiagramStyle)] = []

  mutating func read(_ word: String, _ text: String) {
    guard let (names, rest) = Self.divided(text) else { return }
    switch word {
    case "style": for name in names { own[name] = DiagramStyle(rest).over(own[name] ?? DiagramStyle()) }
    case "classDef": for name in names { classes[name] = DiagramStyle(rest) }
    case "class":
      for name in names { members[name, default: []].append(String(rest.filter { $0 != " " })) }
    default:
      for name in names {
        let index = name.utf8.allSatisfy { $0 &- 0x30 < 10 } ? name.utf8.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
        links.append((index, DiagramStyle(rest)))
      }
    }
  }

  /// `A, B rest`: names with commas between them, and what follows.
  private static func divided(_ text: String) -> (names: [String], rest: String)? {
    var rest = text[...]
    var names: [String] = []
    repeat {
      rest = rest.drop { $0 == " " || $0 == "," }
      let name = rest.prefix { $0 != " " && $0 != "," }
      guard !name.isEmpty else { return nil }
      names.append(String(name))
      rest = rest[name.endIndex...].drop { $0 == " " }
    } while rest.first == ","
    return rest.isEmpty ? nil : (names, String(rest))
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
