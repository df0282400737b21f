@testable import TypesetCommonMark

/// A text with its tree.
struct ReadText {
  let source: [UInt8]
  let tree: CommonMarkTree

  init(_ text: String, _ options: CommonMarkOptions = CommonMarkOptions()) {
    source = Array(text.utf8)
    tree = CommonMarkTree(source, options: options)
  }

  /// The linked nodes, in order.
  var indices: [Int] {
    var out: [Int] = []
    var stack = [0]
    while let index = stack.popLast() {
      out.append(index)
      stack += children(of: index).reversed()
    }
    return out
  }

  func children(of index: Int) -> [Int] {
    var out: [Int] = []
    var child = tree.nodes[index].firstChild
    while child >= 0 {
      out.append(Int(child))
      child = tree.nodes[Int(child)].nextSibling
    }
    return out
  }

  func nodes(_ kind: CommonMarkTree.Kind) -> [CommonMarkTree.Node] { indices.map { tree.nodes[$0] }.filter { $0.kind == kind } }

  /// How the nodes of a kind are written.
  func written(_ kind: CommonMarkTree.Kind) -> [String] {
    nodes(kind).map { String(decoding: source[Int($0.start)..<Int($0.end)], as: UTF8.self) }
  }

  /// What the nodes of a kind say.
  func said(_ kind: CommonMarkTree.Kind) -> [String] { nodes(kind).map { String(decoding: tree.bytes[$0.literal], as: UTF8.self) } }

  /// Where the links lead.
  func destinations(_ kind: CommonMarkTree.Kind = .link) -> [String] {
    nodes(kind).map { node in
      let place = tree.links[Int(node.detail)].destination
      return String(decoding: tree.bytes[Int(place.lowerBound)..<Int(place.upperBound)], as: UTF8.self)
    }
  }
}
