internal import TypesetDiagnostics
internal import TypesetFiles

/// MyST's `{include}` and `{literalinclude}`, a block between fences, with the file's name as its argument and options below; a cell of
/// knitr's or Quarto's whose code is in a file.
struct IncludeBlock {
  /// The directive for the file itself; its range is the name of the file.
  var order: IncludeDirective
  /// True if the lines of the file are code.
  var isLiteral: Bool
  /// The opening fence of a table whose rows are the file's; nil for other directives.
  private var table: [UInt8]?
  /// The lines of a cell above the file's.
  private var cell: [[UInt8]] = []
  /// The text before the fence.
  var indent: Range<Int>
  /// Below its last line.
  var end: Int
  private var options: [String: String]
  /// The class and the function that are shown, of a file of Python; nil for other directives.
  private var definition: PythonDefinition?

  /// - Parameters:
  ///   - lines: Of the file in which it is, from the one that may open it.
  ///   - text: The file.
  ///   - folder: The file's folder; nil is the first root.
  init?(_ lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8], in folder: String? = nil) {
    guard
      let block = Self(division: lines, of: text) ?? Self(directive: lines, of: text) ?? Self(cell: lines, of: text)
        ?? Self(definition: lines, of: text, in: folder) ?? Self(located: lines, of: text) ?? Self(tag: lines, of: text)
    else { return nil }
    self = block
  }

  /// hello-algo's fences of `src`, with the name of a file that is in a folder for each language beside the folder of texts:
  /// `[file]{array}-[class]{}-[func]{insert}`. What is shown is Python's.
  private init?(definition lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8], in folder: String?) {
    guard let first = lines.first, lines.count > 2 else { return nil }
    func words(_ place: Int) -> ArraySlice<UInt8> { text[lines[place].range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") } }
    let marks = words(lines.startIndex)
    guard marks.starts(with: "```src".utf8), marks.dropFirst(6).allSatisfy({ $0 <= 0x20 }),
      words(lines.startIndex + 2).starts(with: "```".utf8),
      let order = PythonDefinition(words(lines.startIndex + 1))
    else { return nil }
    let chapter = folder.map { realPath($0) ?? $0 }?.split(separator: "/").last.map(String.init) ?? "."
    isLiteral = true
    definition = order
    options = ["language": "python", "caption": order.file + ".py"]
    self.order = IncludeDirective(
      form: .whole, path: "../../codes/python/\(chapter)/\(order.file).py", range: lines[lines.startIndex + 1].range)
    indent = first.range.lowerBound..<marks.startIndex
    end = lines.startIndex + 3
  }

  /// Writerside's empty code, below which is where it comes from: `{src="a.kt" include-lines="2-5,9"}`. The paths begin in its folder `codeSnippets`.
  private init?(located lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first, lines.count > 2 else { return nil }
    let marks = text[first.range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
    guard marks.starts(with: "```".utf8), case let language = marks.dropFirst(3), language.allSatisfy({ $0 != UInt8(ascii: "`") }) else {
      return nil
    }
    var isClosed = false
    for place in lines.indices.dropFirst().prefix(5) {
      let body = text[lines[place].range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      if body.allSatisfy({ $0 <= 0x20 }) { continue }
      if !isClosed {
        guard body.starts(with: "```".utf8), body.dropFirst(3).allSatisfy({ $0 <= 0x20 }) else { return nil }
        isClosed = true
        continue
      }
      guard body.starts(with: "{src=".utf8), let attributes = Attributes.read(body)?.attributes, let path = attributes["src"] else {
        return nil
      }
      isLiteral = true
      options = ["language": String(decoding: language, as: UTF8.self).trimmedWhitespace()]
      if options["language"] == "" { options["language"] = nil }
      options["lines"] = attributes["include-lines"]
      options["symbol"] = attributes["include-symbol"]
      options["dedent"] = ""
      order = IncludeDirective(form: .whole, path: "/codeSnippets/" + path, range: lines[place].range)
      indent = first.range.lowerBound..<marks.startIndex
      end = place + 1
      return
    }
    return nil
  }

  /// A tag over several lines.
  private init?(tag lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first, case let marks = text[first.range].drop(while: { $0 == 0x20 || $0 == UInt8(ascii: ">") }),
      marks.starts(with: "{%".utf8)
    else { return nil }
    var words = ""
    for place in lines.indices.prefix(20) {
      words += String(decoding: text[lines[place].range], as: UTF8.self) + "\n"
      guard words.contains("%}") else { continue }
      guard let tag = TagInclude.markdown(words) else { return nil }
      (isLiteral, options) = (false, tag.options)
      order = IncludeDirective(form: .whole, path: tag.path, range: first.range)
      indent = first.range.lowerBound..<marks.startIndex
      end = place + 1
      return
    }
    return nil
  }

  private init?(directive lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first else { return nil }
    let line = text[first.range]
    let marks = line.drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
    guard let byte = marks.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "~") else { return nil }
    let rest = marks.drop { $0 == byte }
    let length = rest.startIndex - marks.startIndex
    guard length >= 3, rest.count <= IncludeDirective.maximumLength, let (name, argument) = Self.head(rest) else { return nil }
    var path = argument
    var last = lines.startIndex + 1
    switch name {
    case "include": isLiteral = false
    case "literalinclude": isLiteral = true
    case "csv-table": (isLiteral, table) = (true, Array(marks))
    case "eval-rst", "eval_rst":
      guard let found = Self.literal(inRST: lines[last...], of: text) else { return nil }
      (isLiteral, path, last) = (true, found.path, found.next)
    default: return nil
    }
    guard table != nil || !path.isEmpty else { return nil }
    var inner: [String] = []
    while last < lines.endIndex, last - lines.startIndex <= 60 {
      let body = text[lines[last].range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      let run = body.prefix { $0 == byte }
      last += 1
      if run.count >= length, body[run.endIndex...].allSatisfy({ $0 <= 0x20 }) {
        options = DirectiveOptions { $0 < inner.count ? inner[$0] : nil }.values
        if table != nil {
          guard let file = options["file"], !file.isEmpty else { return nil }
          path = file
        }
        if options["literal"] != nil || options["code"] != nil { isLiteral = true }
        order = IncludeDirective(form: .whole, path: path, range: first.range)
        indent = first.range.lowerBound..<marks.startIndex
        end = last
        return
      }
      inner.append(String(decoding: body, as: UTF8.self))
    }
    return nil
  }

  /// The name and the argument of a directive; recommonmark's `eval_rst` has no braces.
  private static func head(_ rest: ArraySlice<UInt8>) -> (name: String, argument: String)? {
    if rest.first == UInt8(ascii: "{"), let close = rest.firstIndex(of: UInt8(ascii: "}")) {
      let argument = String(decoding: rest[(close + 1)...], as: UTF8.self).trimmedWhitespace()
      return (String(decoding: rest[(rest.startIndex + 1)..<close], as: UTF8.self), argument)
    }
    let name = String(decoding: rest, as: UTF8.self).trimmedWhitespace()
    return name == "eval_rst" ? (name, "") : nil
  }

  /// The file of `.. literalinclude::` where nothing else is in a block of reStructuredText; the line below it is the first of its options.
  private static func literal(inRST lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) -> (path: String, next: Int)? {
    let order = ".. literalinclude::"
    var found: (path: String, next: Int)?
    for place in lines.indices.prefix(60) {
      let words = String(decoding: text[lines[place].range], as: UTF8.self).trimmedWhitespace()
      if words.hasPrefix("```") || words.hasPrefix("~~~") { break }
      if words.isEmpty || found != nil && words.hasPrefix(":") { continue }
      guard found == nil, words.hasPrefix(order) else { return nil }
      found = (words.dropFirst(order.count).description.trimmedWhitespace(), place + 1)
    }
    return found
  }

  /// `::: {.table file=a.csv}`: the same as a `csv-table`, whose caption an attribute or the text within is.
  private init?(division lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first else { return nil }
    let marks = text[first.range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
    guard marks.starts(with: ":::".utf8), let division = TableDivision(marks.drop { $0 == UInt8(ascii: ":") }) else { return nil }
    var words: [String] = []
    for place in lines.indices.dropFirst().prefix(60) {
      let body = text[lines[place].range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      guard body.prefix(while: { $0 == UInt8(ascii: ":") }).count >= 3 else {
        words.append(String(decoding: body, as: UTF8.self).trimmedWhitespace())
        continue
      }
      let caption = division.caption ?? words.filter { !$0.isEmpty }.joined(separator: " ")
      (isLiteral, table, options) = (true, Array("```{csv-table} \(caption)".utf8), division.options)
      order = IncludeDirective(form: .whole, path: division.file, range: first.range)
      indent = first.range.lowerBound..<marks.startIndex
      end = place + 1
      return
    }
    return nil
  }

  /// Of pandoc's filter and Quarto's extension for code in files: ```` ```{.c include="a.c" startLine=3 endLine=8} ````,
  /// ```` ```{.python include="a.py" snippet="name"} ````.
  private static func filtered(_ head: String) -> (path: String, options: [String: String], shown: String)? {
    guard let close = head.lastIndex(of: "}"), head.contains("include=") else { return nil }
    let inner = String(head[head.index(after: head.startIndex)..<close])
    let pairs = TemplateTag(form: .liquid, name: "", arguments: inner, range: 0..<0).pairs
    // knitr's option of this name says whether there is anything to show.
    guard let path = pairs["include"], !path.isEmpty, !["true", "false", "t", "f"].contains(path.filter(\.isLetter).lowercased()) else {
      return nil
    }
    var options: [String: String] = [:]
    let (first, last) = (pairs["startline"] ?? pairs["start-line"], pairs["endline"] ?? pairs["end-line"])
    if first != nil || last != nil { options["lines"] = "\(first ?? "1")-\(last ?? "")" }
    if let name = pairs["snippet"] { (options["start-after"], options["end-before"]) = ("start snippet \(name)", "end snippet \(name)") }
    // The class and what is not about the file stay.
    let hidden = ["include=", "startLine=", "endLine=", "start-line=", "end-line=", "snippet=", "dedent="]
    let words = inner.split(separator: " ").filter { word in !hidden.contains { word.hasPrefix($0) } }
    return (path, options, "{" + words.joined(separator: " ") + "}")
  }

  /// ```` ```{stan} ```` with the line `#| file: a.stan`, or ```` ```{r, file="a.R"} ````, and no code of its own.
  private init?(cell lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]) {
    guard let first = lines.first else { return nil }
    let marks = text[first.range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
    let run = marks.prefix { $0 == UInt8(ascii: "`") }
    guard run.count >= 3, case let head = marks[run.endIndex...], head.first == UInt8(ascii: "{"), head.count > 2 else { return nil }
    let second = head[head.startIndex + 1]
    let filtered = Self.filtered(String(decoding: head, as: UTF8.self))
    guard (0x61...0x7A).contains(second) || second == UInt8(ascii: ".") && filtered != nil else { return nil }
    let given = ChunkOptions("", info: String(decoding: head, as: UTF8.self))
    // `code = readLines("a.R")`
    let isRead = ["readLines(", "read_utf8("].contains { head.firstRange(of: $0.utf8) != nil }
    var path = filtered?.path ?? given["file"] ?? (isRead ? given["code"] : nil)
    var heads = [filtered.map { Array(run) + Array(($0.shown == "{}" ? "" : $0.shown).utf8) } ?? Array(marks)]
    for place in lines.indices.dropFirst().prefix(30) {
      let body = text[lines[place].range].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      if body.prefix(while: { $0 == UInt8(ascii: "`") }).count >= run.count {
        guard let path, !path.isEmpty else { return nil }
        (isLiteral, cell, options) = (true, heads, filtered?.options ?? [:])
        order = IncludeDirective(form: .whole, path: path, range: first.range)
        indent = first.range.lowerBound..<marks.startIndex
        end = place + 1
        return
      }
      if body.isEmpty { continue }
      guard ["#| ", "//| ", "--| "].contains(where: { body.starts(with: $0.utf8) }) else { return nil }
      let words = String(decoding: body, as: UTF8.self)
      if let key = words.firstRange(of: "| file:") {
        path = String(words[key.upperBound...]).trimmedWhitespace().filter { $0 != "\"" && $0 != "'" }
      } else {
        heads.append(Array(body))
      }
    }
    return nil
  }

  /// The lines that the options select; nil if the file has none of them.
  func shown(_ lines: [IncludeDirective.Line], of text: [UInt8]) -> [IncludeDirective.Line]? {
    if let definition { return definition.lines(in: lines, of: text) }
    var lines = lines[...]
    func index(of key: String) -> Int? {
      guard let wanted = options[key].map({ Array($0.utf8) }), !wanted.isEmpty else { return nil }
      return lines.firstIndex { text[$0.range].firstRange(of: wanted) != nil } ?? -1
    }
    if let ranges = options["lines"] {
      let wanted = ranges.split(separator: ",").compactMap(Self.range)
      lines = lines.filter { line in wanted.contains { $0.contains(line.number) } }[...]
    }
    if let symbol = options["symbol"] { lines = Self.lines(of: symbol, in: lines, of: text) }
    guard !lines.isEmpty || options["lines"] == nil && options["symbol"] == nil else { return nil }
    // From 0; negative numbers count from the end.
    let count = lines.count
    func place(_ key: String) -> Int? {
      options[key].flatMap { DocumentNumber.whole($0) }.map { max(0, min($0 < 0 ? count + $0 : $0, count)) }
    }
    let (first, last) = (place("start-line") ?? 0, place("end-line") ?? count)
    guard first <= last else { return nil }
    lines = lines[(lines.startIndex + first)..<(lines.startIndex + last)]
    for (key, skips) in [("start-after", true), ("start-at", false)] {
      guard let start = index(of: key) else { continue }
      guard start >= 0 else { return nil }
      lines = lines[(skips ? start + 1 : start)...]
    }
    for (key, takes) in [("end-before", false), ("end-at", true)] {
      guard let end = index(of: key) else { continue }
      guard end >= 0 else { return nil }
      lines = lines[..<(takes ? end + 1 : end)]
    }
    guard let indent = options["dedent"] else { return Array(lines) }
    return Self.dedented(lines, by: DocumentNumber.whole(indent), of: text)
  }

  /// Lines without the blanks that all of them begin with, or without so many.
  private static func dedented(
    _ lines: ArraySlice<IncludeDirective.Line>, by count: Int?, of text: [UInt8]
  ) -> [IncludeDirective.Line] {
    func indent(_ line: IncludeDirective.Line) -> Int? {
      let words = text[line.range].drop { $0 == ASCII.space || $0 == ASCII.tab }
      return words.allSatisfy { $0 <= ASCII.space } ? nil : words.startIndex - line.range.lowerBound
    }
    let count = count ?? lines.compactMap(indent).min() ?? 0
    guard count > 0 else { return Array(lines) }
    return lines.map { line in
      var line = line
      let blanks = text[line.range].prefix { $0 == ASCII.space || $0 == ASCII.tab }.count
      line.range = (line.range.lowerBound + min(count, blanks))..<line.range.upperBound
      return line
    }
  }

  /// The lines that declare something, up to those that close its braces.
  private static func lines(
    of symbol: String, in lines: ArraySlice<IncludeDirective.Line>, of text: [UInt8]
  ) -> ArraySlice<IncludeDirective.Line> {
    func words(_ line: IncludeDirective.Line) -> [Substring] {
      String(decoding: text[line.range], as: UTF8.self).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
    let declares: Set<Substring> = ["fun", "class", "object", "interface", "val", "var", "func", "struct", "enum", "def"]
    guard
      let start = lines.firstIndex(where: { line in
        let words = words(line)
        return words.indices.dropLast().contains { declares.contains(words[$0]) && words[$0 + 1] == symbol }
      })
    else { return [] }
    var depth = 0
    for place in lines[start...].indices {
      for byte in text[lines[place].range] {
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")") { depth -= 1 }
      }
      if depth <= 0 { return lines[start...place] }
    }
    return lines[start...]
  }

  /// `3`, `2-5`, `7-`.
  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
      DocumentNumber.whole($0.filter { $0 != " " })
    }
    guard let first = ends[0], first > 0 else { return nil }
    guard ends.count > 1 else { return first...first }
    return first...max(first, ends[1] ?? Int.max)
  }

  /// The fence around lines of code: longer than any fence in them.
  func fence(around lines: [IncludeDirective.Line], of text: [UInt8]) -> [UInt8] {
    if let table = table ?? cell.first { return Array(table.prefix { $0 == table.first }) }
    return isLiteral ? Self.fence(around: lines, of: text) : []
  }

  static func fence(around lines: [IncludeDirective.Line], of text: [UInt8]) -> [UInt8] {
    var longest = 2
    for line in lines {
      longest = max(longest, text[line.range].drop { $0 == 0x20 }.prefix { $0 == UInt8(ascii: "`") }.count)
    }
    return [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
  }

  /// The lines that open the code: a directive with the options for code.
  func heads(_ fence: [UInt8]) -> [[UInt8]] {
    if !cell.isEmpty { return cell }
    if let table {
      return [table] + options.filter { $0.key != "file" }.sorted { $0.key < $1.key }.map { Array(":\($0.key): \($0.value)".utf8) } + [[]]
    }
    let ending = order.path.split(separator: "/").last.flatMap { $0.contains(".") ? $0.split(separator: ".").last : nil }
    let language = options["language"] ?? options["lang"] ?? options["code"] ?? ending.map(String.init) ?? "text"
    var heads = [fence + Array("{code-block} \(language)".utf8)]
    for key in ["caption", "name", "linenos", "lineno-start", "emphasize-lines", "filename"] {
      guard let value = options[key] else { continue }
      heads.append(Array(":\(key): \(value)".utf8))
    }
    return heads
  }
}
