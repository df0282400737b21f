internal import CXML
internal import TypesetCommonMark
internal import TypesetDiagnostics

/// HTML as libxml2's parser understands it: elements in one array, linked by index, texts and the Markdown between tags as leaves.
///
/// Nothing is loaded or run: the parser reads memory and makes a tree.
struct HTMLTree {
  typealias Index = Int32

  struct Node {
    var kind: Kind
    var firstChild: Index = -1
    var nextSibling: Index = -1
  }

  enum Kind {
    /// In lower case.
    case element(String, [Attributes.Pair])
    case text([UInt8])
    /// A node of the Markdown tree that was between the tags.
    case markdown(Tree.Index)
  }

  /// The first is a root that the author did not write.
  private(set) var nodes: [Node] = [Node(kind: .element(Self.root, []))]

  /// True if a tag has more attributes than are read.
  private(set) var leavesOutAttributes = false

  static let root = "mdtypeset-root"
  static let markdown = "mdtypeset-node"
  private static let end = "mdtypeset-end"
  /// Vue's `<template #header>` and `<template v-if="…">`, whose content is shown, as that of HTML's templates is not.
  static let shownTemplate = "v-template"

  func children(of index: Index) -> [Index] {
    var out: [Index] = []
    var next = nodes[Int(index)].firstChild
    while next >= 0 {
      out.append(next)
      next = nodes[Int(next)].nextSibling
    }
    return out
  }

  /// Gives an element other attributes.
  mutating func set(_ pairs: [Attributes.Pair], of index: Index) {
    if case .element(let name, _) = nodes[Int(index)].kind { nodes[Int(index)].kind = .element(name, pairs) }
  }

  /// Puts a leaf behind a sibling.
  mutating func insert(_ kind: Kind, after index: Index) {
    nodes.append(Node(kind: kind, nextSibling: nodes[Int(index)].nextSibling))
    nodes[Int(index)].nextSibling = Index(nodes.count - 1)
  }

  /// A piece of the parser's input.
  enum Piece {
    case html([UInt8])
    case markdown(Tree.Index)
  }

  /// Parses pieces; nil if the parser gave up, as it does if elements nest more than 250 levels deep.
  init?(_ pieces: [Piece]) {
    var bytes = Array("<\(Self.root)>".utf8)
    // Elements with our own name that an author wrote are ignored.
    var known: Set<Tree.Index> = []
    for piece in pieces {
      if case .markdown(let index) = piece { known.insert(index) }
      switch piece {
      case .html(let html): if !Self.append(html, to: &bytes) { leavesOutAttributes = true }
      case .markdown(let index): bytes += Array("<\(Self.markdown) n=\"\(index)\"></\(Self.markdown)>".utf8)
      }
    }
    // After everything else, so that a comment or a quote that is never closed is detected.
    bytes += Array("<\(Self.end)></\(Self.end)></\(Self.root)>".utf8)
    guard let document = HTMLDocument(bytes) else { return nil }
    var isComplete = false
    // A work list of C nodes: siblings, then children.
    var stack: [(node: xmlNodePtr, parent: Index, last: Index)] = unsafe []
    guard let first = unsafe document.root.pointee.children else { return nil }
    unsafe stack.append((first, 0, -1))
    while let (node, parent, last) = unsafe stack.popLast() {
      var made: Index = -1
      let type = unsafe node.pointee.type
      if type == XML_ELEMENT_NODE {
        let name = unsafe node.pointee.name.map { unsafe Self.text($0) } ?? ""
        if name == Self.end {
          isComplete = true
        } else if name == Self.markdown {
          let number = unsafe Self.attributes(of: node).first.flatMap { Tree.Index($0.value) }
          if let number, known.remove(number) != nil {
            made = add(.markdown(number), below: parent, after: last)
          }
        } else {
          let pairs = unsafe Self.attributes(of: node)
          let isShown = name == "template" && pairs.contains { $0.key.hasPrefix("v-") }
          made = add(.element(isShown ? Self.shownTemplate : name.lowercased(), pairs), below: parent, after: last)
        }
      } else if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE, let content = unsafe node.pointee.content {
        made = add(.text(Array(unsafe Self.text(content).utf8)), below: parent, after: last)
      }
      if let next = unsafe node.pointee.next { unsafe stack.append((next, parent, made >= 0 ? made : last)) }
      if type == XML_ELEMENT_NODE, let child = unsafe node.pointee.children {
        // The parser may have closed elements around our own leaves; their children count anyway.
        if made >= 0, case .element = nodes[Int(made)].kind { unsafe stack.append((child, made, -1)) }
      }
    }
    guard isComplete else { return nil }
  }

  /// Adds HTML for the parser, which is older than some of the void elements: their end tags are added, so that they are empty.
  ///
  /// - Returns: False if a tag has more attributes than are read.
  private static func append(_ html: [UInt8], to bytes: inout [UInt8]) -> Bool {
    var index = 0
    var isWhole = true
    while index < html.count {
      bytes.append(html[index] == 0 ? ASCII.space : html[index])
      index += 1
      if html[index - 1] == UInt8(ascii: "&") {
        if let name = entityWithoutSemicolon(html, index) {
          bytes += Array("\(name);".utf8)
          index += name.utf8.count
        } else if let (numbers, end) = namedCharacter(html, index) {
          bytes.removeLast()
          for number in numbers { bytes += Array("&#\(number);".utf8) }
          index = end
        }
      }
      // An end tag of `br` is a line break (HTML Living Standard, 13.2.6.4.7).
      if html[index - 1] == ASCII.less, ["/br>", "/BR>"].contains(where: { html[index...].starts(with: $0.utf8) }) { index += 1 }
      guard html[index - 1] == ASCII.less || html[index - 1] == UInt8(ascii: "/"), bytes.last == ASCII.less, index < html.count,
        ASCII.isLetter(html[index])
      else { continue }
      let start = index
      var quote: UInt8 = 0
      var attributes = 0
      // Up to the tag's own end, not one in a quoted value.
      while index < html.count, quote != 0 || html[index] != ASCII.greater {
        let byte = html[index]
        if quote == 0, ASCII.isBlank(html[index - 1]), let attribute = ScriptAttribute(html, from: index) {
          bytes += attribute.written
          index = attribute.end
          continue
        }
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && html[index - 1] == UInt8(ascii: "=") {
          quote = byte
        }
        if quote == 0, byte == UInt8(ascii: "=") || ASCII.isBlank(byte) && !ASCII.isBlank(html[index - 1]) { attributes += 1 }
        if attributes > mostAttributes { isWhole = false } else { bytes.append(byte == 0 ? ASCII.space : byte) }
        index += 1
      }
      guard index < html.count else { return isWhole }
      bytes.append(ASCII.greater)
      index += 1
      let name = String(decoding: html[start..<index].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }, as: UTF8.self).lowercased()
      if HTMLNames.void.contains(name), !knownToParser.contains(name) { bytes += Array("</\(name)>".utf8) }
    }
    return isWhole
  }

  /// The parser compares each attribute of a tag with all before it; browsers' own authors write a dozen. Those after it are left out; a name
  /// and its value count twice.
  private static let mostAttributes = 1_000

  /// A name that browsers read without its semicolon, which the parser would show: `&nbsp`.
  private static func entityWithoutSemicolon(_ html: [UInt8], _ start: Int) -> String? {
    for name in ["nbsp", "amp", "lt", "gt", "copy", "reg", "middot"] where html[start...].starts(with: name.utf8) {
      let next = start + name.utf8.count < html.count ? html[start + name.utf8.count] : 0
      guard next != UInt8(ascii: ";") else { return nil }
      // Words may follow a space directly; other names may be the beginning of longer ones.
      return name == "nbsp" || !(ASCII.isLetter(next) || ASCII.isDigit(next)) ? name : nil
    }
    return nil
  }

  /// A character by its name, and where the reference ends: HTML has more of them than the parser knows, `&grave;`.
  private static func namedCharacter(_ html: [UInt8], _ start: Int) -> (numbers: [UInt32], end: Int)? {
    let name = html[start...].prefix(32).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
    let end = name.endIndex
    guard let first = name.first, ASCII.isLetter(first), end < html.count, html[end] == UInt8(ascii: ";"),
      let numbers = characterNumbers(named: start..<end, in: html)
    else { return nil }
    return (numbers, end + 1)
  }

  /// The void elements of HTML 4, which the parser knows: an end tag for these would be one too many.
  private static let knownToParser: Set<String> = [
    "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "link", "meta", "param",
  ]

  private mutating func add(_ kind: Kind, below parent: Index, after last: Index) -> Index {
    nodes.append(Node(kind: kind))
    let index = Index(nodes.count - 1)
    if last < 0 { nodes[Int(parent)].firstChild = index } else { nodes[Int(last)].nextSibling = index }
    return index
  }

  private static func text(_ string: UnsafePointer<xmlChar>) -> String { unsafe String(decodingCString: string, as: UTF8.self) }

  /// An attribute of Vue's whose expression is a text, `:title="'Words'"`, as one of HTML's.
  private static func plain(_ name: String, _ value: String) -> Attributes.Pair {
    let name = name.hasPrefix("v-bind:") ? String(name.dropFirst(6)) : name
    guard name.hasPrefix(":"), name.count > 1, value.count > 1, let quote = value.first, quote == value.last, "'`".contains(quote),
      case let inner = value.dropFirst().dropLast(), !inner.contains(quote), !inner.contains("${")
    else { return Attributes.Pair(name, value) }
    return Attributes.Pair(String(name.dropFirst()), String(inner))
  }

  private static func attributes(of node: xmlNodePtr) -> [Attributes.Pair] {
    var out: [Attributes.Pair] = []
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      let value = unsafe attribute.pointee.children.flatMap { unsafe $0.pointee.content }.map { unsafe text($0) } ?? ""
      unsafe out.append(plain(text(attribute.pointee.name).lowercased(), value))
      unsafe next = attribute.pointee.next
    }
    return out
  }
}

/// libxml2's tree of one text.
@safe private struct HTMLDocument: ~Copyable {
  private let document: htmlDocPtr
  let root: xmlNodePtr

  init?(_ bytes: [UInt8]) {
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
      | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_NODEFDTD.rawValue
    let parsed = unsafe bytes.withUnsafeBytes { buffer in
      unsafe htmlReadMemory(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), nil, "UTF-8", Int32(options))
    }
    guard let document = unsafe parsed else { return nil }
    guard let root = unsafe xmlDocGetRootElement(document) else {
      unsafe xmlFreeDoc(document)
      return nil
    }
    unsafe self.document = document
    unsafe self.root = root
  }

  deinit { unsafe xmlFreeDoc(document) }
}
