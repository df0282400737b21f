/// Nodes, edges and groups of nodes, as a diagram's source names them.
struct Graph {
  enum Direction: String {
    case down = "TB"
    case up = "BT"
    case right = "LR"
    case left = "RL"

    init?(name: String) { self.init(rawValue: name == "TD" ? "TB" : name) }

    var isHorizontal: Bool { self == .right || self == .left }
  }

  struct Node {
    var name: String
    var text: String
    var shape = NodeShape.rectangle
    var style = DiagramStyle()
    var classes: [String] = []
    var group: Int?
    /// Lines below the name of a class, a state or an entity, by compartment; a line has columns.
    var compartments: [[[String]]] = []
    /// `«interface»` above the name.
    var stereotype = ""
    /// The address that it leads to.
    var link: String?
  }

  /// What is at an end of an edge.
  enum Head { case none, arrow, cross, circle, triangle, diamond, filledDiamond, bar, one, zeroOrOne, many, zeroOrMany, open }

  enum Stroke { case solid, dotted, thick, invisible }

  /// An end of an edge.
  enum End: Hashable {
    case node(Int)
    case group(Int)

    var group: Int? { if case .group(let group) = self { group } else { nil } }
  }

  struct Edge {
    var from: End
    var to: End
    var text = ""
    /// Labels at the ends.
    var fromText = ""
    var toText = ""
    var fromHead = Head.none
    var toHead = Head.none
    var stroke = Stroke.solid
    /// Over how many ranks it reaches at least.
    var length = 1
    var style = DiagramStyle()
    var name = ""
  }

  struct Group {
    var name: String
    var text: String
    var parent: Int?
    var direction: Direction?
    var style = DiagramStyle()
    var classes: [String] = []
    /// True for one of several parts of a state that go on at the same time.
    var isRegion = false
  }

  /// A note beside a node.
  struct Note {
    var about: Int
    var text: String
    /// True for one at the left, or above where ranks go across the page.
    var isBefore: Bool
  }

  var direction = Direction.down
  var notes: [Note] = []
  var nodes: [Node] = []
  var edges: [Edge] = []
  var groups: [Group] = []
  var title = ""

  /// A larger picture would be unreadable.
  static let mostNodes = 2000
  static let mostEdges = 4000
  static let mostDepth = 24
}

/// The outline of a node.
enum NodeShape: String {
  case rectangle, rounded, stadium, subroutine, cylinder, circle, doubleCircle, diamond, hexagon, leanRight, leanLeft, trapezoid,
    invertedTrapezoid, flag, ellipse, document, documents, triangle, text, start, stop, bar, junction, delay, crossedCircle, hourglass,
    note, table, lined
  case bolt, braceLeft, braceRight, braces, card, display, divided, dataStore, flippedTriangle, horizontalCylinder, linedCylinder,
    linedDocument, notchedPentagon, processes, sloped, stored, tagged, taggedDocument, tape, window, cloud, bang
  /// A group that is laid out by itself.
  case frame
}

extension Graph {
  /// A group's name in the place of a node's means the group, unless the group is empty.
  mutating func resolveGroups(_ named: [String: Int]) {
    var filled = Array(repeating: false, count: groups.count)
    for node in nodes where named[node.name] == nil { if let group = node.group { filled[group] = true } }
    for index in groups.indices.reversed() where filled[index] { if let parent = groups[index].parent { filled[parent] = true } }
    var ends: [End] = []
    var kept: [Node] = []
    for node in nodes {
      if let group = named[node.name], filled[group] {
        ends.append(.group(group))
        groups[group].classes += node.classes
        if node.text != node.name { groups[group].text = node.text }
      } else {
        ends.append(.node(kept.count))
        kept.append(node)
      }
    }
    nodes = kept
    for index in edges.indices {
      if case .node(let node) = edges[index].from { edges[index].from = ends[node] }
      if case .node(let node) = edges[index].to { edges[index].to = ends[node] }
    }
    resolveNotes(ends)
  }

  /// A note on a group is a node that is connected with it.
  private mutating func resolveNotes(_ ends: [End]) {
    let all = notes
    notes = []
    for var note in all {
      switch ends[note.about] {
      case .node(let node):
        note.about = node
        notes.append(note)
      case .group(let group):
        nodes.append(Node(name: "", text: note.text, shape: .note, group: groups[group].parent))
        edges.append(Edge(from: .group(group), to: .node(nodes.count - 1), stroke: .dotted))
      }
    }
  }
}
