public import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetInterface
internal import TypesetMarkdown
internal import TypesetText

/// A document as a library keeps it: its source and what its looks are to be, never resolved fonts or pages.
///
/// It is styled when it is typeset: a theme that changed since shows as it is now.
public struct SavedDocument: Hashable, Codable, Sendable {
  /// What diagnostics call it, and what it is listed as: a file's name.
  public var name: String
  /// The folder where relative paths in it start; nil if no folder is known.
  public var folder: String?
  /// The Markdown.
  public var text: String
  /// A built-in theme's name, or the path of a theme file; nil for what its front matter says.
  public var theme: String?
  /// Settings over the front matter: `paper` is `a5`.
  public var attributes: [String: String]

  /// - Parameters:
  ///   - name: What it is listed as.
  ///   - text: Markdown.
  ///   - theme: A built-in theme's name, or the path of a theme file.
  ///   - attributes: Settings over the front matter.
  ///   - folder: Where relative paths in it start.
  public init(name: String, text: String, theme: String? = nil, attributes: [String: String] = [:], folder: String? = nil) {
    (self.name, self.text, self.theme, self.attributes, self.folder) = (name, text, theme, attributes, folder)
  }

  /// True if it has no text but its front matter.
  public var isEmpty: Bool {
    let bytes = Array(text.utf8)
    return bytes[min(FrontMatter.length(in: bytes), bytes.count)...].allSatisfy { $0 <= 0x20 }
  }

  /// 64 bits that tell texts apart, by the text and its attributes: the same on every machine, by the hash of `AttributedText.contentID`.
  public var contentID: UInt64 { digest([text] + attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }) }

  /// 64 bits that tell documents apart, by ``contentID`` and the theme's name.
  public var id: UInt64 { digest([String(contentID, radix: 16), theme ?? ""]) }

  private func digest(_ fields: [String]) -> UInt64 {
    var hash = StableHash()
    // With their lengths, so that no two lists give the same bytes.
    for field in fields { hash.add(field) }
    return hash.value
  }

  /// The document to typeset, its attributes as modifiers.
  ///
  /// A theme file is not read here: its name is in ``theme``.
  public var document: Document {
    var document = Document(markdown: text, name: name, folder: folder)
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { document = document.setting(key, value, by: "library") }
    if let theme, !theme.contains("/"), !theme.contains(".") { document = document.setting("theme", theme, by: "library") }
    return document
  }

  /// The title of the front matter, the first heading, or the name.
  public var title: String { parts.title }

  /// What is listed and searched.
  var parts: (title: String, words: String) {
    let parsed = parse(Source(name: name, text: text))
    let heading = parsed.tree.children(of: 0).first { if case .heading = parsed.tree[$0].kind { true } else { false } }
    let title = parsed.frontMatter.text("title") ?? heading.map { parsed.tree.words(of: $0) } ?? ""
    let flat = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (flat.isEmpty ? name : flat, (parsed.frontMatter.text("title") ?? "") + "\n" + parsed.tree.words(of: 0))
  }
}

extension Tree {
  /// What readers see of a node: its text, code, and formulas as LaTeX; each block on a separate line.
  fileprivate func words(of index: Index) -> String {
    var out = ""
    var stack = [index]
    while let node = stack.popLast() {
      switch self[node].kind {
      case .text(let text), .code(let text), .codeBlock(_, let text): out += text
      case .softBreak, .lineBreak: out += " "
      case .math(let span), .mathBlock(let span): out += span.tex
      default: stack += Array(children(of: node)).reversed()
      }
      if !self[node].kind.isInline { out += "\n" }
    }
    return out
  }
}
