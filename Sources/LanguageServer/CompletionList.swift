internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetOutput
internal import TypesetSettings

/// What may be typed at a place of a document.
struct CompletionList {
  struct Item {
    var label: String
    var detail: String?
    var kind: Kind
  }

  /// LSP's CompletionItemKind.
  enum Kind: Int { case function = 3, module = 9, property = 10, keyword = 14, reference = 18 }

  /// The most suggestions that are sent; the editor asks again when more has been typed.
  private static let most = 200

  var items: [Item] = []
  /// What is replaced: what has been typed of the name.
  var range: Range<Int>

  /// - Parameters:
  ///   - offset: Where the cursor is.
  ///   - keys: The keys of works that may be cited.
  init(at offset: Int, in document: OpenDocument, _ names: @autoclosure () -> DocumentNames, keys: @autoclosure () -> [String]) {
    let line = document.line(document.lineNumber(of: offset))
    let bytes = document.bytes
    var start = offset
    while start > line.lowerBound, NameAtPlace.isNamePart(bytes[start - 1]) { start -= 1 }
    range = start..<offset
    let typed = String(decoding: bytes[range], as: UTF8.self)
    let before = bytes[line.lowerBound..<start]
    if let form = NameAtPlace.form(before: start, from: line.lowerBound, of: bytes) {
      items = Self.references(form, names())
      if form == .reference { items += keys().map { Item(label: $0, detail: "work", kind: .reference) } }
    } else if before.last == UInt8(ascii: "\\") {
      items = Self.formulaNames("command", "symbol").map { Item(label: $0, detail: nil, kind: .function) }
    } else if Self.ends(before, with: "\\begin{") || Self.ends(before, with: "\\end{") {
      items = Self.formulaNames("environment").map { Item(label: $0, detail: nil, kind: .module) }
    } else if Self.ends(before, with: "[!") {
      items = Self.formulaNames("callout").map { Item(label: $0, detail: nil, kind: .keyword) }
    } else if Self.ends(before, with: "```{") || Self.ends(before, with: ":::{") {
      items = Self.formulaNames("directive").map { Item(label: $0, detail: nil, kind: .keyword) }
    } else if before.isEmpty, Self.isInFrontMatter(line.lowerBound, of: document) {
      items = Settings.all.compactMap { row in row.name.map { Item(label: $0, detail: row.help, kind: .property) } }
    }
    choose(typed)
  }

  /// Keeps what begins with what has been typed; where nothing does, what contains it.
  private mutating func choose(_ typed: String) {
    guard !typed.isEmpty else {
      items = Array(items.prefix(Self.most))
      return
    }
    let beginning = items.filter { $0.label.hasPrefix(typed) }
    items = Array((beginning.isEmpty ? items.filter { $0.label.lowercased().contains(typed.lowercased()) } : beginning).prefix(Self.most))
  }

  private static func references(_ form: NameAtPlace.Form, _ names: DocumentNames) -> [Item] {
    names.entries.filter { entry in
      switch entry.kind {
      case .note: form == .note
      case .heading: form == .link || form == .reference
      case .equation: form == .command || form == .reference
      case .figure, .table, .block: form != .note
      }
    }.map { Item(label: $0.name, detail: $0.title, kind: .reference) }
  }

  private static func formulaNames(_ kinds: String...) -> [String] {
    KnownNames.all.filter { kinds.contains($0.kind) }.flatMap(\.names)
  }

  private static func ends(_ bytes: ArraySlice<UInt8>, with text: StaticString) -> Bool {
    unsafe bytes.suffix(text.utf8CodeUnitCount).elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// True for a line between the document's first line, `---`, and the next such line.
  static func isInFrontMatter(_ lineStart: Int, of document: OpenDocument) -> Bool {
    let number = document.lineNumber(of: lineStart)
    guard number > 0, document.bytes[document.line(0)].elementsEqual("---".utf8) else { return false }
    return !(1..<number).contains { document.bytes[document.line($0)].elementsEqual("---".utf8) }
  }

  func json(in document: OpenDocument, _ encoding: PositionEncoding) -> JSON {
    let range = document.range(range, in: encoding)
    return JSON(members: [
      "isIncomplete": .bool(items.count >= Self.most),
      "items": .array(
        items.map { item in
          JSON(members: [
            "label": .string(item.label), "kind": JSON(item.kind.rawValue), "detail": item.detail.map { .string($0) },
            "textEdit": JSON(members: ["range": range, "newText": .string(item.label)]),
          ])
        }),
    ])
  }
}
