internal import TypesetDiagnostics

/// Figures of several parts: a part is a picture, a figure or a table with a caption of its own, and parts stand in rows.
///
/// Which parts stand beside each other is written into the figure's attributes, `part-rows`: the widths of each row's parts in hundredths of the
/// measure, 0 where the author gives none; rows are parted by semicolons.
enum CompoundFigure {
  package static let rowsKey = "part-rows"

  /// The value for a figure whose parts are not known yet.
  private static let open = "?"

  /// Notes a figure that may have several parts; what is written behind its pictures is read later.
  static func note(_ figure: Tree.Index, in tree: inout Tree) { tree.add(Attributes(pairs: [.init(rowsKey, open)]), to: figure) }

  /// Finds the parts of all figures that were noted.
  ///
  /// - Returns: True if there are such figures.
  static func arrange(in tree: inout Tree) -> Bool {
    guard tree.attributes.contains(where: { $0[rowsKey] == open }) else { return false }
    for position in tree.nodes.indices {
      let figure = Tree.Index(position)
      guard tree.attributes(of: figure)?[rowsKey] == open else { continue }
      let rows = arrange(figure, in: &tree)
      let place = Int(tree.nodes[position].attributes)
      tree.attributes[place].pairs.removeAll { $0.key == rowsKey }
      if let rows { tree.attributes[place].pairs.append(.init(rowsKey, rows)) }
    }
    return true
  }

  /// Finds the parts of a figure, and how they stand. A figure of one part stays as it is.
  ///
  /// - Returns: The rows; nil where the figure has no parts, or its author says how they stand.
  private static func arrange(_ figure: Tree.Index, in tree: inout Tree) -> String? {
    guard hasParts(figure, in: &tree) else { return nil }
    var children: [Tree.Index] = []
    var rows: [[Int]] = []
    var isCompound = false
    for child in Array(tree.children(of: figure)) {
      switch tree[child].kind {
      case .caption: children.append(child)
      case .paragraph:
        if let lines = split(child, in: &tree) {
          isCompound = true
          for line in lines {
            children += line
            rows.append(line.map { width(of: $0, in: &tree) })
          }
        } else {
          // What is between parts is space.
          guard !isBlank(child, in: tree) else { continue }
          children.append(child)
          rows.append([width(of: child, in: &tree)])
        }
      case .figure:
        isCompound = true
        lowerCaption(of: child, in: &tree)
        children.append(child)
        add(width(of: child, in: &tree), to: &rows)
      default:
        children.append(child)
        rows.append([0])
      }
    }
    guard isCompound else { return nil }
    tree.setChildren(of: figure, to: children)
    let attributes = tree.attributes(of: figure)
    guard attributes?["layout"] == nil, attributes?["layout-ncol"] == nil, attributes?["layout-nrow"] == nil, attributes?["ncol"] == nil
    else { return nil }
    return rows.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: ";")
  }

  /// True if a figure shows more than one thing; the words of a single picture are no caption beside the figure's own.
  private static func hasParts(_ figure: Tree.Index, in tree: inout Tree) -> Bool {
    let children = Array(tree.children(of: figure))
    let parts = children.filter { part in
      switch tree[part].kind {
      case .caption: false
      case .paragraph: !isBlank(part, in: tree)
      default: true
      }
    }
    guard parts.count == 1, let only = parts.first, case .paragraph = tree[only].kind else { return parts.count > 1 }
    let first = tree[only].firstChild
    guard first >= 0, tree[first].nextSibling < 0 else { return true }
    if case .image = tree[first].kind, children.count > 1, tree.attributes(of: first)?.id == nil {
      tree.add(Attributes(pairs: [.init("caption", "")]), to: first)
    }
    return false
  }

  /// A row holds as many parts as the measure has room for; of parts whose width nobody gives, three.
  private static func add(_ width: Int, to rows: inout [[Int]]) {
    guard let last = rows.last, !last.isEmpty else { return rows.append([width]) }
    let isOpen = width == 0 ? last.allSatisfy { $0 == 0 } && last.count < 3 : !last.contains(0) && last.reduce(width, +) <= 100
    if isOpen { rows[rows.count - 1].append(width) } else { rows.append([width]) }
  }

  /// The width of a part in hundredths, which it gives up for that of its place in the row; 0 for none.
  private static func width(of part: Tree.Index, in tree: inout Tree) -> Int {
    func hundredths(_ node: Tree.Index) -> Int? {
      guard let text = tree.attributes(of: node)?["width"], text.hasSuffix("%"), let share = DocumentNumber.real(text.dropLast()) else {
        return nil
      }
      return (1...100).contains(share) ? Int(clamping: share.rounded()) : nil
    }
    if let own = hundredths(part) { return own }
    guard let picture = picture(of: part, in: tree), let own = hundredths(picture) else { return 0 }
    Self.set(width: "100%", of: picture, in: &tree)
    return own
  }

  private static func isBlank(_ paragraph: Tree.Index, in tree: borrowing Tree) -> Bool {
    for child in tree.children(of: paragraph) {
      switch tree[child].kind {
      case .softBreak, .lineBreak: break
      case .text(let text) where text.allSatisfy(\.isWhitespace): break
      default: return false
      }
    }
    return true
  }

  private static func picture(of part: Tree.Index, in tree: borrowing Tree) -> Tree.Index? {
    var found: Tree.Index?
    for child in tree.children(of: part) {
      switch tree[child].kind {
      case .image: found = found == nil ? child : -1
      case .paragraph:
        for inline in tree.children(of: child) { if case .image = tree[inline].kind { found = found == nil ? inline : -1 } }
      default: break
      }
    }
    return found.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The caption of a part is below its picture; that of a table stays above it.
  private static func lowerCaption(of part: Tree.Index, in tree: inout Tree) {
    let children = Array(tree.children(of: part))
    guard let first = children.first, children.count > 1, case .caption = tree[first].kind else { return }
    for child in children { if case .table = tree[child].kind { return } }
    tree.setChildren(of: part, to: children.dropFirst() + [first])
  }

  /// The pictures of a paragraph as paragraphs of their own, line by line; nil for a paragraph with text, and for pictures without captions and names.
  private static func split(_ paragraph: Tree.Index, in tree: inout Tree) -> [[Tree.Index]]? {
    var lines: [[Tree.Index]] = [[]]
    var isNamed = false
    for child in tree.children(of: paragraph) {
      switch tree[child].kind {
      case .image:
        lines[lines.count - 1].append(child)
        let attributes = tree.attributes(of: child)
        if attributes?.id != nil || attributes?["caption"] != "" && tree[child].firstChild >= 0 { isNamed = true }
      case .softBreak: break
      case .lineBreak: lines.append([])
      case .text(let text) where text.utf8.allSatisfy(ASCII.isBlank): break
      default: return nil
      }
    }
    lines.removeAll(where: \.isEmpty)
    guard isNamed, lines.joined().count > 1 else { return nil }
    return lines.map { line in line.map { tree.add(.paragraph, around: [$0]) } }
  }

  private static func set(width: String, of node: Tree.Index, in tree: inout Tree) {
    let place = Int(tree.nodes[Int(node)].attributes)
    guard tree.attributes.indices.contains(place), let pair = tree.attributes[place].pairs.firstIndex(where: { $0.hasName("width") }) else {
      return
    }
    tree.attributes[place].pairs[pair].value = width
  }
}
