// Blocks as pandoc-crossref and Quarto have them: figures of several parts, and listings with captions.

internal import TypesetDiagnostics

extension Tree {
  /// A div whose name begins with `fig` is a figure with several parts; its last paragraph is the caption.
  mutating func makeFigure(of division: Index) -> Bool {
    let parts = Array(children(of: division))
    guard attributes(of: division)?.id?.hasPrefix("fig") == true, parts.count > 1, let last = parts.last,
      case .paragraph = self[last].kind, case let first = self[last].firstChild, first >= 0
    else { return false }
    if case .image = self[first].kind, self[first].nextSibling < 0 { return false }
    nodes[Int(last)].kind = .caption
    nodes[Int(division)].kind = .figure
    return true
  }

  /// Gives a code block the caption beside it, `: Words {#lst:name}` or `Listing: Words`; false for other text.
  mutating func takeListingCaption(_ paragraph: Index, of code: Index) -> Bool {
    guard case .codeBlock(let info, let literal) = self[code].kind, case let first = self[paragraph].firstChild, first >= 0,
      case .text(let start) = self[first].kind, start.hasPrefix(": ") || start.hasPrefix("Listing: ") && self[code].span.start > self[paragraph].span.start
    else { return false }
    var words = plainText(of: paragraph)
    var attributes = Attributes()
    if let open = words.lastIndex(of: "{"), words[open...].hasPrefix("{#lst:"), words.hasSuffix("}") {
      attributes.id = String(words[open...].dropFirst(2).dropLast())
      words = String(words[..<open])
    }
    guard (attributes.id ?? self.attributes(of: code)?.id)?.hasPrefix("lst:") == true else { return false }
    let title = String(words.drop { $0 != " " }).trimmedWhitespace().replacing("\"", with: "'")
    nodes[Int(code)].kind = .codeBlock(info: info + " title=\"\(title)\"", literal: literal)
    add(attributes, to: code)
    return true
  }
}
