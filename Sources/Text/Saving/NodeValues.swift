internal import TypesetDiagnostics
internal import TypesetMarkdown

// Nodes and sets of attributes as values: what is saved of them.

extension TextValue {
  fileprivate init(_ members: KeyValuePairs<String, TextValue?>) {
    self = .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
  }

  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var int: Int? { if case .number(let text) = self { DocumentNumber.whole(text, in: -1 << 47...1 << 47) } else { nil } }
  fileprivate var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  fileprivate var items: [TextValue]? { if case .array(let items) = self { items } else { nil } }
}

private func words(_ text: String) -> TextValue? { text.isEmpty ? nil : .string(text) }
private func number(_ number: Int?) -> TextValue? { number.map { .number("\($0)") } }
private func flag(_ flag: Bool?) -> TextValue? { flag.map { .bool($0) } }

extension Structure.Node {
  /// What is saved of a node but its parent.
  var saved: TextValue {
    guard case .object(var members) = kind.saved else { return kind.saved }
    if let attributes { members.append(TextValue.Member("attributes", attributes.saved)) }
    return .object(members)
  }

  /// A node without its parent; nil if the value is not a node.
  init?(saved value: TextValue) {
    guard let kind = Tree.Kind(saved: value) else { return nil }
    self.init(kind: kind, parent: -1)
    if let saved = value["attributes"] {
      guard let attributes = Attributes(saved: saved) else { return nil }
      self.attributes = attributes
    }
  }
}

extension Attributes {
  fileprivate var saved: TextValue {
    let pairs = pairs.map { TextValue.array([.string($0.key), .string($0.value)] + ($0.isTyped ? [.bool(true)] : [])) }
    return TextValue([
      "id": id.map { .string($0) }, "classes": classes.isEmpty ? nil : .array(classes.map { .string($0) }),
      "pairs": pairs.isEmpty ? nil : .array(pairs),
    ])
  }

  fileprivate init?(saved value: TextValue) {
    guard case .object = value else { return nil }
    self.init(id: value["id"]?.string, classes: value["classes"]?.items?.compactMap(\.string) ?? [])
    for pair in value["pairs"]?.items ?? [] {
      guard let texts = pair.items?.compactMap(\.string), texts.count == 2 else { return nil }
      var own = Pair(texts[0], texts[1])
      own.isTyped = pair.items?.count == 3
      pairs.append(own)
    }
  }
}

extension TextAttributes {
  /// What is saved of the attributes; opaque values are left out.
  var saved: TextValue { saved(withKeys: false) }

  /// The same, with names as they are written or, to compare them, in lower case.
  func saved(withKeys hasKeys: Bool) -> TextValue {
    var members: [TextValue.Member] = []
    if !inlineIntent.isEmpty { members.append(.init("intent", .number("\(inlineIntent.rawValue)"))) }
    if let link { members.append(.init("link", .string(link.destination))) }
    if let link, !link.title.isEmpty { members.append(.init("title", .string(link.title))) }
    if let object { members.append(.init("object", object.saved)) }
    if let id { members.append(.init("id", .string(id))) }
    if !classes.isEmpty { members.append(.init("classes", .array(classes.map { .string($0) }))) }
    let values = entries.compactMap { $0.value.isSaved ? TextValue.Member(hasKeys ? $0.key : $0.name, $0.value) : nil }
    if !values.isEmpty { members.append(.init("values", .object(values))) }
    return .object(members)
  }

  init?(saved value: TextValue) {
    guard case .object = value else { return nil }
    self.init()
    inlineIntent = InlineIntent(rawValue: UInt32(clamping: value["intent"]?.int ?? 0))
    link = value["link"]?.string.map { TextLink($0, title: value["title"]?.string ?? "") }
    if let saved = value["object"] {
      guard let object = TextObject(saved: saved) else { return nil }
      self.object = object
    }
    id = value["id"]?.string
    classes = value["classes"]?.items?.compactMap(\.string) ?? []
    if case .object(let members)? = value["values"] { for member in members { set(member.value, named: member.name) } }
  }
}

extension TextObject {
  fileprivate var saved: TextValue {
    switch self {
    case .formula(let formula): TextValue(["formula": .string(formula.latex), "display": formula.isDisplay ? .bool(true) : nil])
    case .picture(let picture):
      TextValue(["picture": .string(picture.source), "alternative": words(picture.alternative), "title": words(picture.title)])
    case .note(let label): TextValue(["note": .string(label)])
    case .reference(let label): TextValue(["reference": .string(label)])
    case .html(let tag): TextValue(["html": .string(tag)])
    case .mark(let name): TextValue(["mark": .string(name)])
    }
  }

  fileprivate init?(saved value: TextValue) {
    if let latex = value["formula"]?.string {
      self = .formula(TextFormula(latex, isDisplay: value["display"]?.flag ?? false))
    } else if let source = value["picture"]?.string {
      self = .picture(TextPicture(source, alternative: value["alternative"]?.string ?? "", title: value["title"]?.string ?? ""))
    } else if let label = value["note"]?.string {
      self = .note(label: label)
    } else if let label = value["reference"]?.string {
      self = .reference(label: label)
    } else if let tag = value["html"]?.string {
      self = .html(tag)
    } else if let name = value["mark"]?.string {
      self = .mark(name: name)
    } else {
      return nil
    }
  }
}

// MARK: Kinds

extension Tree.Kind {
  /// Kinds that are no more than a name.
  private static let names: [(name: String, kind: Tree.Kind)] = [
    ("document", .document), ("paragraph", .paragraph), ("quote", .blockQuote), ("rule", .thematicBreak), ("cell", .tableCell),
    ("division", .division), ("title", .title), ("caption", .caption), ("figure", .figure), ("definitions", .definitionList),
    ("term", .definitionTerm), ("definition", .definition), ("contents", .contents), ("pageBreak", .pageBreak), ("softBreak", .softBreak),
    ("lineBreak", .lineBreak), ("emphasis", .emphasis), ("strong", .strong), ("strikethrough", .strikethrough), ("span", .span),
    ("subscript", .subscripted), ("superscript", .superscripted), ("inserted", .inserted), ("highlighted", .highlighted), ("small", .small),
    ("keyboard", .keyboard),
  ]

  private static let forms: [(name: String, form: Tree.Callout.Form)] = [
    ("alert", .alert), ("admonition", .admonition), ("details", .details), ("tab", .tab), ("theorem", .theorem),
  ]

  private static let alignments: [(name: String, alignment: Tree.Alignment)] = [
    ("none", .none), ("left", .left), ("center", .center), ("right", .right),
  ]

  /// The kind as a value, without places in a source.
  var saved: TextValue {
    func named(_ name: String, _ members: KeyValuePairs<String, TextValue?> = [:]) -> TextValue {
      guard case .object(let further) = TextValue(members) else { return .null }
      return .object([TextValue.Member("kind", .string(name))] + further)
    }
    switch self {
    case .heading(let level): return named("heading", ["level": number(level)])
    case .list(let start, let isTight, let hasParentheses):
      return named("list", ["start": number(start), "tight": flag(isTight), "parentheses": hasParentheses ? .bool(true) : nil])
    case .item(let isChecked): return named("item", ["checked": flag(isChecked)])
    case .codeBlock(let info, let literal): return named("codeBlock", ["info": words(info), "text": words(literal)])
    case .htmlBlock(let html): return named("htmlBlock", ["text": .string(html)])
    case .table(let columns):
      let names = columns.map { column in Self.alignments.first { $0.alignment == column }?.name ?? "none" }
      return named("table", ["columns": .array(names.map { .string($0) })])
    case .tableRow(let isHeader): return named("row", ["head": flag(isHeader)])
    case .footnoteDefinition(let label): return named("note", ["label": .string(label)])
    case .mathBlock(let span): return named("formulaBlock", ["latex": .string(span.tex), "display": flag(span.isDisplay)])
    case .callout(let callout):
      let form = Self.forms.first { $0.form == callout.form }?.name ?? "alert"
      return named("callout", ["form": .string(form), "name": .string(callout.kind), "counted": callout.isCounted ? .bool(true) : nil])
    case .directive(let directive, let isInline):
      return named(
        "directive", ["name": .string(directive.name), "arguments": directive.arguments.map { .string($0) }, "inline": flag(isInline)])
    case .text(let text): return named("text", ["text": words(text)])
    case .code(let text): return named("code", ["text": words(text)])
    case .htmlInline(let tag): return named("html", ["text": .string(tag)])
    case .link(let destination, let title): return named("link", ["to": .string(destination), "title": words(title)])
    case .image(let source, let title): return named("image", ["source": .string(source), "title": words(title)])
    case .footnoteReference(let label): return named("noteMark", ["label": .string(label)])
    case .math(let span): return named("formula", ["latex": .string(span.tex), "display": flag(span.isDisplay)])
    case .abbreviation(let meaning): return named("abbreviation", ["meaning": .string(meaning)])
    case .reference(let label): return named("reference", ["label": .string(label)])
    case .attachment(let place): return named("attachment", ["number": number(Int(place))])
    default: return named(Self.names.first { $0.kind == self }?.name ?? "paragraph")
    }
  }

  init?(saved value: TextValue) {
    guard let name = value["kind"]?.string else { return nil }
    if let known = Self.names.first(where: { $0.name == name }) {
      self = known.kind
      return
    }
    func string(_ name: String) -> String { value[name]?.string ?? "" }
    func formula() -> MathSpan {
      let origins = [MathSpan.Origin(body: 0, source: 0)]
      return MathSpan(tex: string("latex"), isDisplay: value["display"]?.flag ?? false, span: SourceSpan(0, 0), origins: origins)
    }
    switch name {
    case "heading": self = .heading(level: min(max(value["level"]?.int ?? 1, 1), 6))
    case "list":
      self = .list(
        start: value["start"]?.int, isTight: value["tight"]?.flag ?? false, hasParentheses: value["parentheses"]?.flag ?? false)
    case "item": self = .item(isChecked: value["checked"]?.flag)
    case "codeBlock": self = .codeBlock(info: string("info"), literal: string("text"))
    case "htmlBlock": self = .htmlBlock(string("text"))
    case "table":
      let names = value["columns"]?.items?.compactMap(\.string) ?? []
      self = .table(names.map { name in Self.alignments.first { $0.name == name }?.alignment ?? .none })
    case "row": self = .tableRow(isHeader: value["head"]?.flag ?? false)
    case "note": self = .footnoteDefinition(label: string("label"))
    case "formulaBlock": self = .mathBlock(formula())
    case "callout":
      guard let form = Self.forms.first(where: { $0.name == string("form") })?.form else { return nil }
      self = .callout(Tree.Callout(form, kind: string("name"), isCounted: value["counted"]?.flag ?? false))
    case "directive":
      let directive = ClientDirective(name: string("name"), arguments: value["arguments"]?.string)
      self = .directive(directive, isInline: value["inline"]?.flag ?? false)
    case "text": self = .text(string("text"))
    case "code": self = .code(string("text"))
    case "html": self = .htmlInline(string("text"))
    case "link": self = .link(destination: string("to"), title: string("title"))
    case "image": self = .image(source: string("source"), title: string("title"))
    case "noteMark": self = .footnoteReference(label: string("label"))
    case "formula": self = .math(formula())
    case "abbreviation": self = .abbreviation(meaning: string("meaning"))
    case "reference": self = .reference(label: string("label"))
    // What a client draws is not saved with the text; its place is.
    case "attachment": self = .span
    default: return nil
    }
  }
}
