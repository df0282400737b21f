internal import TypesetDiagnostics

// The names, attributes and siblings of HTML elements, without the tree of Markdown.

extension HTMLTree {
  func isLineBreak(_ index: Index) -> Bool {
    if case .element("br", _) = nodes[Int(index)].kind { true } else { false }
  }

  /// The pictures of a line that has nothing else; nil for others.
  func pictures(_ line: [Index]) -> [Index]? {
    let shown = line.filter { if case .text(let text) = nodes[Int($0)].kind { !text.allSatisfy(ASCII.isBlank) } else { true } }
    let areAll = shown.allSatisfy { index in
      let name = name(of: index)
      return name == "img" || name == "picture" || name == "a" && pictures(children(of: index))?.count == 1
    }
    return areAll ? shown : nil
  }

  struct TableRow {
    /// Nil for cells that are in no row, which make one as in browsers.
    var index: Index?
    var cells: [Index]
    var isInHead: Bool
    var pairs: [Attributes.Pair]
    /// True if it is set off from the rows above it.
    var isRuled = false
  }

  enum TablePart {
    case row(TableRow)
    /// Content outside of cells.
    case stray([Index])
  }

  /// Attributes of a row, a group of rows or a column that its cells inherit.
  private static let inherited = ["align", "valign", "bgcolor"]

  func name(of index: Index) -> String? {
    if case .element(let name, _) = nodes[Int(index)].kind { name } else { nil }
  }

  func pairs(of index: Index) -> [Attributes.Pair] {
    if case .element(_, let pairs) = nodes[Int(index)].kind { pairs } else { [] }
  }

  /// Elements with these names, each in a run of its own, and the runs between them.
  func runs(of siblings: [Index], named names: Set<String>) -> [[Index]] {
    var out: [[Index]] = []
    var wasNamed = true
    for child in siblings {
      let isNamed = name(of: child).map { names.contains($0) } ?? false
      if isNamed || wasNamed { out.append([child]) } else { out[out.count - 1].append(child) }
      wasNamed = isNamed
    }
    return out
  }

  /// The language that the `code` in a `pre` names in its class.
  func codeLanguage(of siblings: [Index]) -> String {
    for child in siblings {
      guard case .element("code", let pairs) = nodes[Int(child)].kind, let names = pairs.first(where: { $0.key == "class" }) else {
        continue
      }
      for name in names.value.split(separator: " ") where name.hasPrefix("language-") || name.hasPrefix("lang-") {
        return String(name.drop { $0 != "-" }.dropFirst())
      }
    }
    return ""
  }

  /// The kind of a list, which is loose if its items contain paragraphs.
  func list(
    _ name: String, _ attributes: Attributes, _ items: [Index], at span: SourceSpan, _ diagnostics: inout [Diagnostic]
  ) -> Tree.Kind {
    let isLoose = items.contains { item in children(of: item).contains { self.name(of: $0) == "p" } }
    guard name == "ol" else { return .list(start: nil, isTight: !isLoose) }
    let range = DocumentNumber.everyday
    let start = attributes["start"].flatMap { text in
      DocumentNumber.whole(text, in: range) { diagnostics.append(.outOfRange("start=\(text)", taken: $0, of: range, at: span)) }
    }
    return .list(start: start ?? 1, isTight: !isLoose)
  }

  func id(of element: Index) -> String? {
    guard case .element(let name, let pairs) = nodes[Int(element)].kind else { return nil }
    return Attributes(element: name, pairs).id
  }

  /// True for a row that its author's class sets off from the rows above it.
  func isTotal(_ row: Index) -> Bool {
    guard case .element(let name, let pairs) = nodes[Int(row)].kind else { return false }
    return !TableRowClass.all.isDisjoint(with: Attributes(element: name, pairs).classes)
  }

  func isCell(_ index: Index) -> Bool { ["td", "th"].contains(name(of: index)) }

  /// The rows of a table, and the content between them.
  func tableParts(_ siblings: [Index], isInHead: Bool, pairs: [Attributes.Pair]) -> [TablePart] {
    var out: [TablePart] = []
    func addStray(_ child: Index) {
      if case .text(let text) = nodes[Int(child)].kind, text.allSatisfy(ASCII.isBlank) { return }
      // Adjacent ones are one text.
      var stray = [child]
      if case .stray(let others) = out.last {
        out.removeLast()
        stray = others
        stray.append(child)
      }
      out.append(.stray(stray))
    }
    for child in siblings {
      // The last value of a key counts, which is that of the innermost element.
      let own = pairs + inherited(child)
      switch name(of: child) {
      case "tr":
        let parts = children(of: child)
        out.append(.row(TableRow(index: child, cells: parts.filter(isCell), isInHead: isInHead, pairs: own)))
        for part in parts where !isCell(part) { addStray(part) }
      case "td", "th":
        if case .row(var row)? = out.last, row.index == nil {
          row.cells.append(child)
          out[out.count - 1] = .row(row)
        } else {
          out.append(.row(TableRow(index: nil, cells: [child], isInHead: isInHead, pairs: pairs)))
        }
      case "thead": out += tableParts(children(of: child), isInHead: true, pairs: own)
      case "tbody": out += tableParts(children(of: child), isInHead: false, pairs: own)
      case "tfoot":
        var foot = tableParts(children(of: child), isInHead: false, pairs: own)
        if case .row(var row)? = foot.first {
          row.isRuled = true
          foot[0] = .row(row)
        }
        out += foot
      case "caption", "col", "colgroup": break
      default: addStray(child)
      }
    }
    return out
  }

  /// The attributes that cells inherit from an element, its `style` included.
  func inherited(_ index: Index) -> [Attributes.Pair] {
    guard case .element(_, let pairs) = nodes[Int(index)].kind else { return [] }
    return pairs.filter { Self.inherited.contains($0.key) || $0.key == "style" && !$0.value.contains("width") }
  }

  static var columnSpans: ClosedRange<Int> { 1...1_000 }

  /// The attributes of each column, from `col` and `colgroup`.
  ///
  /// - Parameter place: Where a span that is out of range is said.
  func columnPairs(_ siblings: [Index], at place: SourceSpan, _ diagnostics: inout [Diagnostic]) -> [[Attributes.Pair]] {
    var out: [[Attributes.Pair]] = []
    for child in siblings {
      guard let name = name(of: child) else { continue }
      if name == "colgroup", children(of: child).contains(where: { self.name(of: $0) == "col" }) {
        out += columnPairs(children(of: child), at: place, &diagnostics)
      } else if name == "col" || name == "colgroup", case .element(_, let pairs) = nodes[Int(child)].kind {
        let count = pairs.first { $0.key == "span" }.flatMap { pair in
          DocumentNumber.whole(pair.value, in: Self.columnSpans) {
            diagnostics.append(.outOfRange("span=\(pair.value)", taken: $0, of: Self.columnSpans, at: place))
          }
        }
        // A column's width may be in its style.
        let own = pairs.filter { Self.inherited.contains($0.key) || $0.key == "width" || $0.key == "style" }
        for _ in 0..<(count ?? 1) where out.count < 1_000 { out.append(own) }
      }
    }
    return out
  }
}

extension Attributes {
  /// The attributes of an HTML element, without those that its node represents otherwise.
  init(element name: String, _ pairs: [Pair]) {
    self.init()
    for pair in pairs {
      switch pair.key {
      case "id" where !pair.value.isEmpty: id = pair.value
      case "name" where name == "a" && id == nil && !pair.value.isEmpty: id = pair.value
      case "class": classes += pair.value.split(whereSeparator: \.isWhitespace).map(String.init)
      case "color" where name == "font": self.pairs.append(Pair("style", "color:" + pair.value))
      // Those of spans in Markdown mean something else.
      case "size", "face", "font", "weight", "case", "underline", "strike", "tracking", "ramp", "tint": break
      case "href", "src", "alt", "title", "target", "rel", "srcset", "sizes", "loading", "markdown": break
      default: if !pair.key.hasPrefix("on"), !pair.key.hasPrefix("data-") { self.pairs.append(pair) }
      }
    }
    if name == "center" { self.pairs.append(Pair("align", "center")) }
  }

  /// True if a page ends after an element with these: `page-break-after: always`, `break-after: page`; `before` is treated the same.
  var endsPage: Bool {
    let style = (self["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    return ["page-break-after:always", "break-after:page", "page-break-before:always", "break-before:page"].contains { style.contains($0) }
      || classes.contains { ["pagebreak", "page-break", "newpage"].contains($0.lowercased()) }
  }
}
