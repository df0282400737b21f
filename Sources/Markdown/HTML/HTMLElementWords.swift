internal import TypesetDiagnostics
internal import TypesetFiles

/// The text in the attributes of an unknown element: title, file and description go before its content, its caption after it, with its
/// number (mdBook's `<Listing number="2-1" file-name="a.rs" caption="…">`, MDX' `<Card title="…">`).
struct HTMLElementWords {
  var title: String
  var file: String
  var description: String
  /// Where its title leads, or its text if it has no title.
  var address: String
  /// Text and code.
  var caption: [Tree.Kind] = []
  /// Of a parameter that Mintlify's page of an interface describes: its name and type.
  var parameter: [Tree.Kind] = []
  /// True for one of several that a screen shows in the same place.
  var isTab = false

  var isEmpty: Bool { title.isEmpty && file.isEmpty && description.isEmpty && caption.isEmpty && parameter.isEmpty }

  init(_ name: String, _ pairs: [Attributes.Pair]) {
    guard Self.tip(name, pairs) == nil else {
      (title, file, description, address) = ("", "", "", "")
      return
    }
    func value(_ key: String) -> String { pairs.first { $0.key == key }?.value ?? "" }
    title = value("title").isEmpty ? value("label") : value("title")
    isTab = name == "tabitem" || name == "tab"
    if title.isEmpty, isTab { title = value("value") }
    // Trees of files: `<Folder name="app"><File name="page.tsx" /></Folder>`, `<FileTree.File name="a" />`.
    if title.isEmpty, ["file", "folder"].contains(where: name.hasSuffix), !value("name").isEmpty { title = value("name") }
    file = value("file-name")
    description = value("description")
    address = value("href")
    if name == "paramfield" || name == "responsefield" {
      let field = ["path", "query", "body", "header", "name"].lazy.map { value($0) }.first { !$0.isEmpty } ?? ""
      var words = value("type")
      for key in ["required", "deprecated"] where pairs.contains(where: { $0.key == key && $0.value != "false" }) {
        words += (words.isEmpty ? "" : ", ") + key
      }
      if !value("default").isEmpty { words += (words.isEmpty ? "" : ", ") + "default: " + value("default") }
      if !field.isEmpty { parameter = [.code(field)] + (words.isEmpty ? [] : [.text(" " + words)]) }
    }
    let number = value("number").isEmpty ? "" : "\(name.prefix(1).uppercased() + name.dropFirst()) \(value("number"))"
    let caption = value("caption")
    guard !caption.isEmpty || !number.isEmpty && !isEmpty else { return }
    if !number.isEmpty { self.caption = [.text(caption.isEmpty ? number : number + ". ")] }
    // Captions have their code in backticks.
    for (position, piece) in caption.split(separator: "`", omittingEmptySubsequences: false).enumerated() where !piece.isEmpty {
      self.caption.append(position % 2 == 1 ? .code(String(piece)) : .text(String(piece)))
    }
  }

  /// The element that a component's `as="h2"` says it is; nil for another one, or with more than words in it.
  static func headingName(_ name: String, _ pairs: [Attributes.Pair], isAlone: Bool) -> String? {
    guard isAlone, !HTMLNames.isKnown(name), let form = pairs.first(where: { $0.key == "as" })?.value, form.utf8.count == 2,
      form.first == "h", ("1"..."6").contains(form.dropFirst())
    else { return nil }
    return form
  }

  /// The attribute with what a component says of its words when a reader points at them, `<Tooltip content="…">word</Tooltip>`: on paper it
  /// follows them.
  static func tip(_ name: String, _ pairs: [Attributes.Pair]) -> String? {
    guard name == "tooltip" || name == "popover" || name == "hovercard" else { return nil }
    let keys = ["tip", "content", "text", "tooltip", "title", "label", "definition", "description"]
    return keys.first { key in pairs.contains { $0.key == key && !$0.value.isEmpty && !$0.value.hasPrefix("{") } }
  }

  /// The picture that a component shows, `<BlogImage imagePath="/a.png" altText="words" />`: the address that one of its attributes has.
  static func picture(inTag tag: String) -> (address: String, words: String)? {
    var address = ""
    var words = ""
    var rest = tag[...]
    while let equals = rest.firstIndex(of: "=") {
      let key = String(rest[..<equals].reversed().prefix { $0.isLetter || $0 == "-" }.reversed()).lowercased()
      let value = rest[rest.index(after: equals)...]
      guard let quote = value.first, quote == "\"" || quote == "'", let end = value.dropFirst().firstIndex(of: quote) else { break }
      let text = String(value[..<end].dropFirst())
      if address.isEmpty, PictureNames.isPicture(text) { address = text }
      if ["alt", "alttext", "caption", "title"].contains(key), words.isEmpty { words = text }
      rest = value[value.index(after: end)...]
    }
    return address.isEmpty ? nil : (address, words)
  }

  /// True if an element's children are the cells of a grid, `class="grid grid-cols-2"`, `style="display: grid"`, or boxes beside each other.
  static func areCells(in pairs: [Attributes.Pair]) -> Bool {
    pairs.contains { pair in
      switch pair.key {
      case "class": pair.value.contains("cols-") || pair.value.split(separator: " ").contains { $0 == "flex" || $0 == "d-flex" }
      case "grid": pair.value.contains("cols-")
      case "style": pair.value.contains("display") && (pair.value.contains("grid") || pair.value.contains("flex"))
      default: false
      }
    }
  }

  /// The element's content with its words before and after it.
  ///
  /// - Parameter isCell: True if they are one block, since they are one cell of a grid.
  func around(_ content: [Tree.Index], _ span: SourceSpan, isCell: Bool, in tree: inout Tree) -> [Tree.Index] {
    let said = paragraphs(span, in: &tree)
    if isTab, !title.isEmpty {
      let words = tree.add(.title, span)
      tree.setChildren(of: words, to: [tree.add(.text(title), span)])
      let tab = tree.add(.callout(Tree.Callout(.tab, kind: "tab")), span)
      tree.setChildren(of: tab, to: [words] + said.above.dropFirst() + content + said.below)
      return [tab]
    }
    guard isCell else { return said.above + content + said.below }
    let whole = tree.add(.division, span)
    tree.setChildren(of: whole, to: said.above + content + said.below)
    return [whole]
  }

  /// The picture of a component with its caption, in which links are read: `<DashImage src="a.png" caption="[words](address)" />`.
  func figure(ofTag tag: String, _ span: SourceSpan, in tree: inout Tree) -> Tree.Index? {
    guard HTMLNames.isComponent(tag), let picture = Self.picture(inTag: tag) else { return nil }
    let image = tree.add(.image(source: picture.address, title: ""), span)
    if !picture.words.isEmpty { tree.setChildren(of: image, to: [tree.add(.text(picture.words), span)]) }
    tree.add(Attributes(pairs: [.init("caption", "")]), to: image)
    let paragraph = tree.add(.paragraph, around: [image])
    let words = caption.isEmpty ? [Tree.Kind.text(title)] : caption
    let below = tree.add(.caption, around: words.flatMap { Self.inlines(of: $0, span, in: &tree) })
    let figure = tree.add(.figure, span)
    tree.setChildren(of: figure, to: [paragraph, below])
    return figure
  }

  /// A piece of a caption, with its links as nodes.
  private static func inlines(of piece: Tree.Kind, _ span: SourceSpan, in tree: inout Tree) -> [Tree.Index] {
    guard case .text(let text) = piece else { return [tree.add(piece, span)] }
    var out: [Tree.Index] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let middle = rest[open...].firstRange(of: "]("),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      if open > rest.startIndex { out.append(tree.add(.text(String(rest[..<open])), span)) }
      let link = tree.add(.link(destination: String(rest[middle.upperBound..<close]), title: ""), span)
      let words = tree.add(.text(String(rest[rest.index(after: open)..<middle.lowerBound])), span)
      tree.setChildren(of: link, to: [words])
      out.append(link)
      rest = rest[rest.index(after: close)...]
    }
    return rest.isEmpty ? out : out + [tree.add(.text(String(rest)), span)]
  }

  /// What goes before and after the element's content.
  private func paragraphs(_ span: SourceSpan, in tree: inout Tree) -> (above: [Tree.Index], below: [Tree.Index]) {
    func paragraph(_ kinds: [Tree.Kind]) -> Tree.Index {
      let nodes = kinds.map { tree.add($0, span) }
      return tree.add(.paragraph, around: nodes)
    }
    var above: [Tree.Index] = []
    if !title.isEmpty {
      let text = tree.add(.text(title), span)
      let strong = tree.add(.strong, around: [text])
      let title = tree.add(.paragraph, around: [strong])
      link([title], span, in: &tree)
      above.append(title)
    }
    if !parameter.isEmpty { above.append(paragraph(parameter)) }
    if !file.isEmpty { above.append(paragraph([.code(file)])) }
    if !description.isEmpty { above.append(paragraph([.text(description)])) }
    return (above, caption.isEmpty ? [] : [paragraph(caption)])
  }

  /// Makes a link of a single paragraph that has none: `<LinkButton href="/start">`.
  func link(_ blocks: [Tree.Index], _ span: SourceSpan, in tree: inout Tree) {
    guard !address.isEmpty, blocks.count == 1, case .paragraph = tree[blocks[0]].kind else { return }
    let words = Array(tree.children(of: blocks[0]))
    guard !words.isEmpty, !words.contains(where: { if case .link = tree[$0].kind { true } else { false } }) else { return }
    let link = tree.add(.link(destination: address, title: ""), span)
    tree.setChildren(of: link, to: words)
    tree.setChildren(of: blocks[0], to: [link])
  }
}

extension HTMLExtensions {
  /// The picture that a component shows; nil for another component, which is said to be left out.
  mutating func picture(ofComponent tag: String, _ span: SourceSpan) -> [Tree.Index]? {
    guard let picture = HTMLElementWords.picture(inTag: tag) else {
      sayComponent(tag, span)
      return nil
    }
    let image = tree.add(.image(source: picture.address, title: ""), span)
    if !picture.words.isEmpty { tree.setChildren(of: image, to: [tree.add(.text(picture.words), span)]) }
    return [image]
  }
}
