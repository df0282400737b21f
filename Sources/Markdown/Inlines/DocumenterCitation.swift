internal import TypesetDiagnostics

/// DocumenterCitations' `[key](@cite)`, `[key1, key2; Sec. 3](@citet)`, and `[words](@cite key)`.
struct DocumenterCitation {
  /// True for `@citet`: the author is part of the sentence.
  var isInText: Bool
  /// The work to which words of the author's own lead.
  var key: String?

  private static let names: Set<String> = ["cite", "citet", "citep", "citealt", "citealp", "citenum"]

  /// - Parameter target: With its `@`, and without parentheses.
  init?(_ target: some StringProtocol) {
    guard target.utf8.first == UInt8(ascii: "@") else { return nil }
    let parts = target.dropFirst().split(separator: " ", maxSplits: 1)
    guard let first = parts.first, case let name = (first.last == "*" ? first.dropLast() : first).lowercased(), Self.names.contains(name)
    else { return nil }
    isInText = name == "citet" || name == "citealt"
    key = parts.count > 1 ? String(parts[1]).trimmedWhitespace() : nil
  }

  /// What CitedWorks reads for words that are keys; a note follows a semicolon.
  func written(_ words: String) -> [String] {
    let parts = words.split(separator: ";", maxSplits: 1).map { String($0).trimmedWhitespace() }
    let keys = (parts.first ?? "").split(separator: ",").map { String($0).trimmedWhitespace() }.filter { !$0.isEmpty }
    let note = parts.count > 1 ? parts[1] : ""
    guard isInText, keys.count > 1 else { return [CitedWorks.written(keys, before: "", after: note, isInText: isInText)] }
    // Each author is part of the sentence.
    return keys.enumerated().map { number, key in
      CitedWorks.written([key], before: "", after: number + 1 == keys.count ? note : "", isInText: true)
    }
  }

  /// Documenter's `[Name](@ref)` leads to the heading of that name; `[key](@cite)` cites a work.
  ///
  /// - Parameter cites: True if the document has a bibliography.
  /// - Returns: True for a citation.
  static func readLink(_ link: Tree.Index, cites: Bool, in tree: inout Tree) -> Bool {
    guard case .link(let target, _) = tree[link].kind, target.utf8.first == UInt8(ascii: "@") else { return false }
    let citation = DocumenterCitation(target)
    guard target == "@ref" || citation != nil else { return false }
    var name = ""
    for child in tree.children(of: link) {
      switch tree[child].kind {
      case .text(let text), .code(let text): name += text
      case .softBreak, .lineBreak: name += " "
      default: break
      }
    }
    guard let citation else {
      tree.nodes[Int(link)].kind = .link(destination: "#" + name, title: DocumenterTarget.mark)
      return false
    }
    if let key = citation.key {
      tree.nodes[Int(link)].kind = .link(destination: "#ref-" + key, title: DocumenterTarget.mark)
      return false
    }
    let span = tree[link].span
    let written = cites ? citation.written(name).map { Tree.Kind.reference(label: CitedWorks.mark + $0) } : [.text("[" + name + "]")]
    var children: [Tree.Index] = []
    for kind in written.count > 1 ? written : [] {
      if !children.isEmpty { children.append(tree.add(.text("; "), span)) }
      children.append(tree.add(kind, span))
    }
    tree.nodes[Int(link)].kind = written.count == 1 ? written[0] : .span
    tree.setChildren(of: link, to: children)
    return true
  }
}
