import TypesetJSON

/// Reads pandoc's nodes as pandoc-types 1.23 defines them, and prints them as short text.
struct Native {
  /// What is not as pandoc's reader expects it.
  private(set) var faults: [String] = []

  static func words(_ node: JSON) -> String {
    var native = Native()
    let words = native.node(node)
    return native.faults.isEmpty ? words : "FAULTS \(native.faults)"
  }

  static func faults(of document: JSON) -> [String] {
    var native = Native()
    if document["pandoc-api-version"]?.items?.count != 3 { native.faults.append("no version") }
    for member in document["meta"]?.members ?? [] { native.meta(member.value) }
    _ = native.blocks(document["blocks"])
    return native.faults
  }

  private mutating func fault(_ value: JSON?, _ what: String) -> String {
    faults.append("\(what): \((value?.description ?? "nothing").prefix(200))")
    return ""
  }

  // MARK: Nodes

  private static let inlineKinds: Set = [
    "Str", "Emph", "Underline", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps", "Quoted", "Cite", "Code", "Space",
    "SoftBreak", "LineBreak", "Math", "RawInline", "Link", "Image", "Note", "Span",
  ]

  private mutating func inlines(_ value: JSON?) -> String { list(value) { $0.inline($1) } }
  private mutating func blocks(_ value: JSON?) -> String { list(value) { $0.block($1) } }

  private mutating func list(_ value: JSON?, _ each: (inout Native, JSON) -> String) -> String {
    guard let items = value?.items else { return fault(value, "a list") }
    return "[" + items.map { each(&self, $0) }.joined(separator: " ") + "]"
  }

  /// The parts of a node that has several.
  private mutating func parts(_ value: JSON?, _ count: Int) -> [JSON?] {
    guard let items = value?.items, items.count == count else {
      _ = fault(value, "\(count) parts")
      return Array(repeating: nil, count: count)
    }
    return items
  }

  private mutating func text(_ value: JSON?) -> String { value?.text ?? fault(value, "a text") }
  private mutating func number(_ value: JSON?) -> String { value?.integer.map { "\($0)" } ?? fault(value, "a number") }

  /// A name out of several.
  private mutating func name(_ value: JSON?, _ names: [String]) -> String {
    guard let name = value?["t"]?.text, names.contains(name), value?["c"] == nil else { return fault(value, "one of \(names)") }
    return name
  }

  private mutating func attributes(_ value: JSON?) -> String {
    let attributes = parts(value, 3)
    let id = text(attributes[0])
    let classes = (attributes[1]?.items ?? []).map { "." + text($0) }
    let pairs = (attributes[2]?.items ?? []).map { pair in
      let pair = parts(pair, 2)
      return text(pair[0]) + "=" + text(pair[1])
    }
    return ((id.isEmpty ? [] : ["#" + id]) + classes + pairs).map { $0 + " " }.joined()
  }

  private mutating func node(_ value: JSON) -> String {
    Self.inlineKinds.contains(value["t"]?.text ?? "") ? inline(value) : block(value)
  }

  private mutating func inline(_ value: JSON) -> String {
    let (kind, content) = (value["t"]?.text ?? "", value["c"])
    switch kind {
    case "Str":
      let words = text(content)
      return words.isEmpty || words.contains(" ") || words.contains("\n") ? fault(value, "a word") : words
    case "Space", "SoftBreak", "LineBreak": return content == nil ? kind : fault(value, "no content")
    case "Emph", "Underline", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps": return "\(kind) \(inlines(content))"
    case "Quoted":
      let parts = parts(content, 2)
      return "Quoted \(name(parts[0], ["SingleQuote", "DoubleQuote"])) \(inlines(parts[1]))"
    case "Cite":
      let parts = parts(content, 2)
      return "Cite \(list(parts[0]) { $0.citation($1) }) \(inlines(parts[1]))"
    case "Code", "Span":
      let parts = parts(content, 2)
      return "\(kind) \(attributes(parts[0]))" + (kind == "Code" ? text(parts[1]) : inlines(parts[1]))
    case "Math":
      let parts = parts(content, 2)
      return "Math \(name(parts[0], ["DisplayMath", "InlineMath"])) \(text(parts[1]))"
    case "RawInline":
      let parts = parts(content, 2)
      return "RawInline \(text(parts[0])) \(text(parts[1]))"
    case "Link", "Image":
      let parts = parts(content, 3)
      let target = self.parts(parts[2], 2)
      return "\(kind) \(attributes(parts[0]))\(inlines(parts[1])) \(text(target[0]))"
        + (text(target[1]).isEmpty ? "" : " \(text(target[1]))")
    case "Note": return "Note \(blocks(content))"
    default: return fault(value, "an inline")
    }
  }

  private mutating func citation(_ value: JSON) -> String {
    _ = (inlines(value["citationPrefix"]), inlines(value["citationSuffix"]))
    _ = (number(value["citationNoteNum"]), number(value["citationHash"]))
    return text(value["citationId"]) + " " + name(value["citationMode"], ["AuthorInText", "SuppressAuthor", "NormalCitation"])
  }

  private mutating func block(_ value: JSON) -> String {
    let (kind, content) = (value["t"]?.text ?? "", value["c"])
    switch kind {
    case "Plain", "Para": return "\(kind) \(inlines(content))"
    case "HorizontalRule": return content == nil ? kind : fault(value, "no content")
    case "BlockQuote": return "BlockQuote \(blocks(content))"
    case "BulletList": return "BulletList " + list(content) { $0.blocks($1) }
    case "LineBlock": return "LineBlock " + list(content) { $0.inlines($1) }
    case "CodeBlock", "Div":
      let parts = parts(content, 2)
      return "\(kind) \(attributes(parts[0]))" + (kind == "Div" ? blocks(parts[1]) : text(parts[1]))
    case "RawBlock":
      let parts = parts(content, 2)
      return "RawBlock \(text(parts[0])) \(text(parts[1]))"
    case "OrderedList":
      let parts = parts(content, 2)
      let start = self.parts(parts[0], 3)
      let style = name(start[1], ["DefaultStyle", "Example", "Decimal", "LowerRoman", "UpperRoman", "LowerAlpha", "UpperAlpha"])
      let end = name(start[2], ["DefaultDelim", "Period", "OneParen", "TwoParens"])
      return "OrderedList \(number(start[0])) \(style) \(end) " + list(parts[1]) { $0.blocks($1) }
    case "DefinitionList":
      return "DefinitionList "
        + list(content) { native, item in
          let parts = native.parts(item, 2)
          return native.inlines(parts[0]) + " " + native.list(parts[1]) { $0.blocks($1) }
        }
    case "Header":
      let parts = parts(content, 3)
      return "Header \(number(parts[0])) \(attributes(parts[1]))\(inlines(parts[2]))"
    case "Figure":
      let parts = parts(content, 3)
      return "Figure \(attributes(parts[0]))\(caption(parts[1])) \(blocks(parts[2]))"
    case "Table": return table(content)
    default: return fault(value, "a block")
    }
  }

  private mutating func caption(_ value: JSON?) -> String {
    let parts = parts(value, 2)
    if let short = parts[0], short != .null { _ = inlines(short) }
    return blocks(parts[1])
  }

  // MARK: Tables

  private mutating func table(_ value: JSON?) -> String {
    let parts = parts(value, 6)
    let head = "Table \(attributes(parts[0]))\(caption(parts[1])) "
    let columns = list(parts[2]) { native, column in
      let parts = native.parts(column, 2)
      if parts[1]?["t"]?.text != "ColWidthDefault" { _ = native.fault(parts[1], "a width") }
      return native.alignment(parts[0])
    }
    let bodies = list(parts[4]) { native, body in
      let parts = native.parts(body, 4)
      return native.attributes(parts[0]) + native.number(parts[1]) + native.list(parts[2]) { $0.row($1) }
        + native.list(parts[3]) { $0.row($1) }
    }
    return head + columns + " " + rows(parts[3]) + " " + bodies + " " + rows(parts[5])
  }

  private mutating func rows(_ value: JSON?) -> String {
    let parts = parts(value, 2)
    return attributes(parts[0]) + list(parts[1]) { $0.row($1) }
  }

  private mutating func row(_ value: JSON) -> String {
    let parts = parts(value, 2)
    return attributes(parts[0])
      + list(parts[1]) { native, cell in
        let parts = native.parts(cell, 5)
        return native.attributes(parts[0]) + native.alignment(parts[1]) + " " + native.number(parts[2]) + "x" + native.number(parts[3])
          + " " + native.blocks(parts[4])
      }
  }

  private mutating func alignment(_ value: JSON?) -> String { name(value, ["AlignLeft", "AlignRight", "AlignCenter", "AlignDefault"]) }

  // MARK: Metadata

  private mutating func meta(_ value: JSON) {
    let (kind, content) = (value["t"]?.text ?? "", value["c"])
    switch kind {
    case "MetaMap": for member in content?.members ?? [] { meta(member.value) }
    case "MetaList": for item in content?.items ?? [] { meta(item) }
    case "MetaBool": if content?.flag == nil { _ = fault(value, "true or false") }
    case "MetaString": _ = text(content)
    case "MetaInlines": _ = inlines(content)
    case "MetaBlocks": _ = blocks(content)
    default: _ = fault(value, "metadata")
    }
  }
}
