internal import TypesetDiagnostics

/// The text in the attributes of an unknown element: title, file and description go before its content, its caption after it, with its
/// number (mdBook's `<Listing number="2-1" file-name="a.rs" caption="…">`, MDX' `<Card title="…">`).
struct HTMLElementWords {
  var title: String
  var file: String
  var description: String
  /// Text and code.
  var caption: [Tree.Kind] = []

  var isEmpty: Bool { title.isEmpty && file.isEmpty && description.isEmpty && caption.isEmpty }

  init(_ name: String, _ pairs: [Attributes.Pair]) {
    func value(_ key: String) -> String { pairs.first { $0.key == key }?.value ?? "" }
    title = value("title").isEmpty ? value("label") : value("title")
    if title.isEmpty, name == "tabitem" || name == "tab" { title = value("value") }
    file = value("file-name")
    description = value("description")
    let number = value("number").isEmpty ? "" : "\(name.prefix(1).uppercased() + name.dropFirst()) \(value("number"))"
    let caption = value("caption")
    guard !caption.isEmpty || !number.isEmpty && !isEmpty else { return }
    if !number.isEmpty { self.caption = [.text(caption.isEmpty ? number : number + ". ")] }
    // Captions have their code in backticks.
    for (position, piece) in caption.split(separator: "`", omittingEmptySubsequences: false).enumerated() where !piece.isEmpty {
      self.caption.append(position % 2 == 1 ? .code(String(piece)) : .text(String(piece)))
    }
  }

  /// What goes before and after the element's content.
  func paragraphs(_ span: SourceSpan, in tree: inout Tree) -> (above: [Tree.Index], below: [Tree.Index]) {
    func paragraph(_ kinds: [Tree.Kind]) -> Tree.Index {
      let nodes = kinds.map { tree.add($0, span) }
      return tree.add(.paragraph, around: nodes)
    }
    var above: [Tree.Index] = []
    if !title.isEmpty {
      let text = tree.add(.text(title), span)
      let strong = tree.add(.strong, around: [text])
      above.append(tree.add(.paragraph, around: [strong]))
    }
    if !file.isEmpty { above.append(paragraph([.code(file)])) }
    if !description.isEmpty { above.append(paragraph([.text(description)])) }
    return (above, caption.isEmpty ? [] : [paragraph(caption)])
  }
}
