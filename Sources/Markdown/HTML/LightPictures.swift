internal import TypesetDiagnostics

/// The pictures that `<picture>` has for light screens, which are like paper.
enum LightPictures {
  /// Shows each in place of the usual one; one for all screens where the usual one has no address.
  ///
  /// - Returns: The addresses of those on the network whose usual picture is a file, which is shown then.
  static func show(in html: inout HTMLTree) -> [String] {
    var elsewhere: [String] = []
    for index in html.nodes.indices {
      guard case .element("picture", _) = html.nodes[index].kind else { continue }
      var light: String?
      var first: [Attributes.Pair] = []
      for child in html.children(of: HTMLTree.Index(index)) {
        guard case .element(let name, let pairs) = html.nodes[Int(child)].kind else { continue }
        if name == "source" {
          light = light ?? source(pairs)
          if first.isEmpty, value("media", pairs) == nil, let address = address(pairs) {
            first = [Attributes.Pair("src", address)] + pairs.filter { ["width", "height"].contains($0.key) }
          }
        } else if name == "img", light == nil, !first.isEmpty, (value("src", pairs) ?? "").isEmpty {
          html.set(pairs.filter { pair in !first.contains { $0.key == pair.key } } + first, of: child)
        } else if name == "img", let light, let usual = value("src", pairs), usual != light {
          if isElsewhere(light), !isElsewhere(usual) {
            elsewhere.append(light)
          } else {
            html.set(pairs.filter { $0.key != "src" } + [Attributes.Pair("src", light)], of: child)
          }
        }
      }
    }
    return elsewhere
  }

  /// A picture's address without the word that says for which screens it is, `a.png#only-dark`, and whether these are dark; nil without one.
  static func screen(of source: String) -> (address: String, isDark: Bool)? {
    guard let hash = source.utf8.lastIndex(of: ASCII.hash) else { return nil }
    switch source[hash...] {
    case "#only-dark", "#gh-dark-mode-only": return (String(source[..<hash]), true)
    case "#only-light", "#gh-light-mode-only": return (String(source[..<hash]), false)
    default: return nil
    }
  }

  /// The address of a picture without such a word; empty for one that is for dark screens.
  static func shown(_ source: String) -> String {
    screen(of: source).map { $0.isDark ? "" : $0.address } ?? source
  }

  /// What is said of a picture that is not read.
  static func words(_ light: String) -> String {
    "the picture for light paper, \(light.prefix(80)), is not read from the network: the usual one is shown"
  }

  /// The first address of a `<source>` for light screens.
  private static func source(_ pairs: [Attributes.Pair]) -> String? {
    guard let media = value("media", pairs), media.contains("prefers-color-scheme"), media.contains("light") else { return nil }
    return address(pairs)
  }

  /// The first address of a `<source>`.
  private static func address(_ pairs: [Attributes.Pair]) -> String? {
    value("srcset", pairs)?.split { " ,\n".contains($0) }.first.map(String.init)
  }

  private static func value(_ key: String, _ pairs: [Attributes.Pair]) -> String? { pairs.first { $0.key == key }?.value }

  private static func isElsewhere(_ address: String) -> Bool { address.contains("://") || address.hasPrefix("//") }
}

/// What is left out of a tree with a picture for dark screens.
enum DarkPicture {
  /// The picture, the list of attributes behind it, and the link that holds nothing else, with its own list.
  static func nodes(around picture: Tree.Index, in tree: inout Tree) -> [Tree.Index] {
    var out = [picture] + list(behind: picture, in: &tree)
    var whole = picture
    let link = tree[picture].parent
    if link >= 0, case .link = tree[link].kind, tree.children(of: link).allSatisfy({ out.contains($0) }) {
      whole = link
      out += [link] + list(behind: whole, in: &tree)
    }
    return out + lineBreak(beside: whole, out, in: tree)
  }

  /// The end of the line that has nothing else: a picture beside it would not be alone.
  private static func lineBreak(beside node: Tree.Index, _ gone: [Tree.Index], in tree: Tree) -> [Tree.Index] {
    guard tree[node].parent >= 0, case let children = Array(tree.children(of: tree[node].parent)),
      let place = children.firstIndex(of: node)
    else { return [] }
    let before = place > 0 ? children[place - 1] : nil
    let after = children[place...].first { !gone.contains($0) }
    func isBreak(_ node: Tree.Index?) -> Bool { node.map { [.softBreak, .lineBreak].contains(tree[$0].kind) } ?? true }
    return isBreak(before) && isBreak(after) ? [before ?? after].compactMap(\.self) : []
  }

  /// A list of attributes right behind a node: one that was taken out of the text before, or `{: .x}` at a text's beginning, which is cut off.
  private static func list(behind node: Tree.Index, in tree: inout Tree) -> [Tree.Index] {
    let next = tree[node].nextSibling
    guard next >= 0 else { return [] }
    if tree.attributeList(in: next) != nil { return [next] }
    guard case .text(let text) = tree[next].kind, text.hasPrefix("{"), let close = text.firstIndex(of: "}") else { return [] }
    let rest = text[text.index(after: close)...]
    tree.nodes[Int(next)].kind = .text(String(rest))
    return rest.isEmpty ? [next] : []
  }
}
