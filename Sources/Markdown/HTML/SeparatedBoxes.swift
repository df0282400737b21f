internal import TypesetDiagnostics

/// Blanks and line ends between elements that only their styles separate: `<div class="flex gap-2"><b>a</b><b>c</b></div>` has two words.
struct SeparatedBoxes {
  /// What stands in a line of an element's children.
  private struct Item {
    var isElement: Bool
    var look: BoxStyles.Look
    /// The bytes of its text at both ends; nil where it begins or ends with something else.
    var edges: (first: UInt8?, last: UInt8?)
  }

  /// A separator before a child.
  struct Separator {
    var next: HTMLTree.Index
    var previous: HTMLTree.Index
    var isLineEnd: Bool
  }

  private let html: HTMLTree
  private let styles: BoxStyles
  private var parents: [HTMLTree.Index]
  private var holdsBlock: [Bool]

  /// True if an element may be a box.
  static func mayBe(_ html: HTMLTree, _ styles: BoxStyles) -> Bool {
    html.nodes.count > 2
      && html.nodes.contains {
        guard case .element(let name, let pairs) = $0.kind else { return false }
        return !styles.isEmpty || !pairs.isEmpty || name == "button"
      }
  }

  /// - Parameter isBlock: True for a node of Markdown that is one.
  init(_ html: HTMLTree, _ styles: BoxStyles, isBlock: (Tree.Index) -> Bool) {
    (self.html, self.styles) = (html, styles)
    parents = [HTMLTree.Index](repeating: -1, count: html.nodes.count)
    holdsBlock = html.nodes.map {
      switch $0.kind {
      case .text: false
      case .markdown(let node): isBlock(node)
      case .element(let name, _): HTMLNames.isBlock(name)
      }
    }
    for index in html.nodes.indices {
      for child in html.children(of: HTMLTree.Index(index)) { parents[Int(child)] = HTMLTree.Index(index) }
    }
    // Parents are before their children.
    for index in html.nodes.indices.reversed() where holdsBlock[index] && parents[index] > 0 { holdsBlock[Int(parents[index])] = true }
  }

  /// What is to stand between children, in no order.
  ///
  /// - Parameter text: The bytes of a node of Markdown that is text; a line's end for breaks, nil for others.
  func separators(text: (Tree.Index) -> [UInt8]?) -> [Separator] {
    var out: [Separator] = []
    for index in html.nodes.indices where html.nodes[index].firstChild >= 0 {
      let children = html.children(of: HTMLTree.Index(index))
      guard children.count > 1 else { continue }
      var outer: BoxStyles.Look?
      var (last, lastChild, hasBlank): (Item?, HTMLTree.Index, Bool) = (nil, -1, false)
      for child in children {
        let previous = lastChild
        lastChild = child
        guard !holdsBlock[Int(child)], html.name(of: child) != "br" else {
          last = nil
          continue
        }
        guard let item = item(child, text) else {
          hasBlank = hasBlank || html.name(of: child) == nil
          continue
        }
        defer { (last, hasBlank) = (item, false) }
        guard let before = last, before.isElement || item.isElement else { continue }
        let look = outer ?? self.look(HTMLTree.Index(index))
        outer = look
        // What stands in a row is a box there, whatever it would be elsewhere.
        let areLines = before.look.union(item.look).contains(.line) && !look.holdsBoxes
        guard areLines || look.holdsLines else {
          let ends = [before.edges.last, item.edges.first]
          // A blank is there already.
          guard !hasBlank, !ends.contains(where: { $0.map(ASCII.isBlank) ?? false }) else { continue }
          let areWords = ends.allSatisfy { $0.map { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 } ?? true }
          let areBoxes = before.isElement && item.isElement
          guard look.holdsBoxes ? areBoxes || areWords : areBoxes && !before.look.union(item.look).isDisjoint(with: .apart) else {
            continue
          }
          out.append(Separator(next: child, previous: previous, isLineEnd: false))
          continue
        }
        out.append(Separator(next: child, previous: previous, isLineEnd: true))
      }
    }
    return out
  }

  /// Nil for what shows nothing.
  private func item(_ index: HTMLTree.Index, _ text: (Tree.Index) -> [UInt8]?) -> Item? {
    switch html.nodes[Int(index)].kind {
    case .text(let bytes):
      return bytes.allSatisfy(ASCII.isBlank) ? nil : Item(isElement: false, look: [], edges: (bytes.first, bytes.last))
    case .markdown(let node):
      guard let bytes = text(node) else { return Item(isElement: false, look: [], edges: (nil, nil)) }
      return bytes.allSatisfy(ASCII.isBlank) ? nil : Item(isElement: false, look: [], edges: (bytes.first, bytes.last))
    case .element(let name, _):
      guard html.nodes[Int(index)].firstChild >= 0 || ["img", "svg", "input", "badge"].contains(name), !HTMLNames.silent.contains(name)
      else { return nil }
      return Item(isElement: true, look: look(index), edges: edges(of: index, text))
    }
  }

  private func edges(of index: HTMLTree.Index, _ text: (Tree.Index) -> [UInt8]?) -> (first: UInt8?, last: UInt8?) {
    func edge(_ isFirst: Bool) -> UInt8? {
      var node = index
      while case let children = html.children(of: node), let child = isFirst ? children.first : children.last { node = child }
      switch html.nodes[Int(node)].kind {
      case .text(let bytes): return isFirst ? bytes.first : bytes.last
      case .markdown(let node): return text(node).flatMap { isFirst ? $0.first : $0.last }
      case .element: return nil
      }
    }
    return (edge(true), edge(false))
  }

  private func look(_ index: HTMLTree.Index) -> BoxStyles.Look {
    guard index > 0, case .element(let name, let pairs) = html.nodes[Int(index)].kind, !styles.isEmpty || !pairs.isEmpty || name == "button"
    else { return [] }
    return styles.look(of: BoxStyles.Element(name, pairs), pairs) {
      var around: [BoxStyles.Element] = []
      var parent = parents[Int(index)]
      while parent > 0, case .element(let name, let pairs) = html.nodes[Int(parent)].kind {
        around.append(BoxStyles.Element(name, pairs))
        parent = parents[Int(parent)]
      }
      return around
    }
  }
}

extension HTMLExtensions {
  /// Puts a blank or a line's end between elements that only their styles separate.
  mutating func separateBoxes(in html: inout HTMLTree, at span: SourceSpan) {
    guard SeparatedBoxes.mayBe(html, boxStyles) else { return }
    let boxes = SeparatedBoxes(html, boxStyles) { [tree] in !Self.isInline(tree[$0].kind) }
    let separators = boxes.separators { [tree] node in
      switch tree[node].kind {
      case .text(let text): Array(text.utf8)
      case .softBreak, .lineBreak: [ASCII.newline]
      default: nil
      }
    }
    for separator in separators {
      let node = tree.add(separator.isLineEnd ? .lineBreak : .text(" "), span)
      html.insert(.markdown(node), after: separator.previous)
    }
  }
}
