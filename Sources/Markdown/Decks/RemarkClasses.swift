internal import TypesetDiagnostics

/// Classes of remark's around words on a slide, `.red[words]`, and around lines, `.pull-left[` to `]`.
struct RemarkClasses {
  private let lines: SlideLines
  /// The line behind the slide.
  private let end: Int
  private let rules: ElementRules
  private var hasColumns = false

  init(in lines: SlideLines, upTo end: Int, _ rules: ElementRules) { (self.lines, self.end, self.rules) = (lines, end, rules) }

  /// True below a line that opens a class, up to the one that closes it.
  var areOpen: Bool { !openClasses.isEmpty }

  private func text(_ number: Int) -> String { String(decoding: lines.text(number), as: UTF8.self) }

  private enum OpenClass { case plain, column, division }

  /// What the open classes are, the outermost first.
  private var openClasses: [OpenClass] = []
  /// True if a column on the left is beside those that come: another one begins a row.
  private var hasLeft = false

  /// What is written for a line that opens a class, `.pull-left[` … `]`; nil for other lines.
  mutating func opened(_ number: Int) -> String? {
    let text = text(number).drop { $0 == " " }
    let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }
    guard !name.isEmpty, text.dropFirst(name.count + 1).first == "[" else { return nil }
    let body = text.dropFirst(name.count + 2)
    let isColumn = SlideClasses.isColumn(name)
    guard body.isEmpty else { return nil }
    let style = style(of: name)
    openClasses.append(isColumn ? .column : style.isEmpty ? .plain : .division)
    if name == "footnote" {
      openClasses[openClasses.count - 1] = .division
      return SlideClasses.footnoteOpening
    }
    return isColumn ? beginColumn(name) : style.isEmpty ? "" : "\n::: {style=\"\(style)\"}\n"
  }

  /// What the deck's style sheets say of `.a.b`.
  private func style(of names: Substring, inLetters: Bool = false) -> String {
    guard !rules.isEmpty else { return "" }
    let classes = names.split(separator: ".").map(String.init)
    return rules.declarations(of: inLetters ? "span" : "div", classes: classes, within: [], inLetters: inLetters)
  }

  /// `.red[words]` within a line: the words; nil where there is none. `.a[.b[words` may end on a line below, with `]]` after other words.
  mutating func written(_ line: String, _ number: Int) -> String? {
    var out: [Character] = []
    /// Of open brackets whether they are a class's, what its words look like, and where they begin.
    var depths: [(isClass: Bool, style: String, start: Int)] = []
    // The first of a line may be a column.
    var column: Substring?
    var (closed, block, isChanged, isCode) = ("", "", false, false)
    var rest = line[...]
    while let character = rest.first {
      rest.removeFirst()
      if character == "`" { isCode.toggle() }
      guard !isCode else {
        out.append(character)
        continue
      }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }
      if character == ".", out.last?.isLetter != true, name.first?.isLetter == true, rest[name.endIndex...].first == "[" {
        if out.isEmpty, depths.isEmpty { column = SlideClasses.isColumn(name) ? name : nil }
        rest = rest[name.endIndex...].dropFirst()
        depths.append((true, style(of: name, inLetters: true), out.count))
        if out.isEmpty, depths.count == 1 { block = style(of: name) }
        isChanged = true
      } else if character == "[" {
        depths.append((false, "", 0))
        out.append(character)
      } else if character == "]" {
        let last = depths.popLast()
        if last == nil, !openClasses.isEmpty {
          closed += closing(number)
          isChanged = true
        } else if let last, last.isClass {
          // All of the line: it is a block.
          if last.start == 0, depths.isEmpty, rest.isEmpty, !block.isEmpty, closed.isEmpty {
            return "\n::: {style=\"\(block)\"}\n\(String(out))\n:::\n"
          }
          // A sign alone would begin a list, a quotation or a heading.
          if out.count == last.start + 1, "*+-#>".contains(out[last.start]) { out.insert("\\", at: last.start) }
          guard !last.style.isEmpty else { continue }
          out.insert(contentsOf: "<span style=\"\(last.style)\">", at: last.start)
          out += "</span>"
        } else {
          out.append(character)
        }
      } else {
        out.append(character)
      }
    }
    guard isChanged else { return nil }
    let open = depths.count(where: \.isClass)
    if open > 0 {
      // Each looks for its end below: of those in each other, only some.
      guard unclosedClasses < 20, openClasses.count < 50, depths.allSatisfy(\.isClass), closesBelow(number, open) else {
        unclosedClasses += 1
        return nil
      }
      let isColumn = column != nil && depths.count == open
      let isDivision = !isColumn && !block.isEmpty && depths[0].start == 0
      openClasses += (0..<open).map { $0 > 0 ? .plain : isColumn ? .column : isDivision ? .division : .plain }
      if isDivision { out.insert(contentsOf: "\n::: {style=\"\(block)\"}\n", at: 0) }
      if isColumn, let column { out.insert(contentsOf: beginColumn(column), at: 0) }
    }
    return String(out) + closed
  }

  private mutating func beginColumn(_ name: Substring) -> String {
    let isLeft = name.contains("left")
    defer { (hasColumns, hasLeft) = (true, hasLeft || isLeft) }
    // remark's and xaringan's own, unless the deck's style sheets say something else.
    let own = ["left-column": "24%", "right-column": "76%"][name]
    let style = style(of: name)
    let declared = style.firstRange(of: "width: ").map { style[$0.upperBound...].prefix { $0 != ";" } }
    let width = declared.flatMap { $0.hasSuffix("%") ? String($0) : nil } ?? own
    return (hasColumns ? "" : "\n::: columns\n") + (width.map { "::: {.column width=\"\($0)\"}\n" } ?? "::: column\n")
  }

  /// How many classes have no end: after some, ends are no longer looked for.
  private var unclosedClasses = 0

  /// True if as many brackets more are closed than opened on the lines below.
  private func closesBelow(_ number: Int, _ count: Int) -> Bool {
    var depth = count
    var next = number + 1
    while next < end, depth > 0 {
      if !lines.isHidden[next] {
        var isCode = false
        for byte in lines.text(next) {
          if byte == ASCII.backtick { isCode.toggle() }
          if !isCode { depth += byte == ASCII.openBracket ? 1 : byte == ASCII.closeBracket ? -1 : 0 }
          if depth == 0 { return true }
        }
      }
      next += 1
    }
    return false
  }

  /// What ends the innermost class at a line.
  mutating func closing(_ number: Int) -> String {
    let open = openClasses.popLast()
    if open == .division { return "\n:::\n" }
    guard open == .column else { return "" }
    // The next column may come with a later step.
    let next = (number + 1..<end).first { !lines.lines[$0].isEmpty && text($0) != "--" }
    let goesOn =
      next.map {
        let line = text($0).drop { $0 == " " }
        let name = line.dropFirst().prefix { $0 != "[" }
        return line.hasPrefix(".") && SlideClasses.isColumn(name) && !(hasLeft && name.contains("left"))
      } ?? false
    if !goesOn { (hasColumns, hasLeft) = (false, false) }
    return "\n:::\n" + (goesOn ? "" : ":::\n")
  }
}
