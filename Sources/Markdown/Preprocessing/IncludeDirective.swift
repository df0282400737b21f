internal import TypesetDiagnostics

/// A directive in a line that includes a file, or a part of one.
struct IncludeDirective: Equatable {
  /// Which part of the file.
  enum Part: Equatable {
    case whole
    /// Counted from 1.
    case lines(ClosedRange<Int>)
    /// Between two comments that name it.
    case section(String)
  }

  /// Whose syntax it is.
  enum Form: Equatable {
    /// mdBook: `{{#include a.rs:2:5}}`, `{{#rustdoc_include a.rs:name}}`.
    case mdBook
    /// mdBook: `{{#playground a.rs}}`, a block of Rust.
    case playground
    /// Python-Markdown's snippets: `--8<-- "a.md:name"`.
    case snippet
    /// Quarto: `{{< include _a.qmd >}}`; VitePress: `<!--@include: ./a.md{2,5}-->`; Jekyll and HonKit: `{% include "a.md" %}`;
    /// markdown-include and mdx_include: `{!a.md!}`; Writerside: `<include from="a.topic" element-id="b"/>`.
    case whole
    /// VitePress and Slidev: `<<< @/a.js#region{2}`; VuePress: `@[code{2-3}](a.js)`; HonKit: `[import:2-5](a.js)`; a picture that is drawn from the file, `![](a.mmd)`.
    case code
    /// Obsidian: `![[Note]]`, `![[Note#Heading]]`, `![[Note#^block]]`.
    case note
  }

  var form: Form
  var path: String
  var part = Part.whole
  /// Of the lines of a section, these; nil for all.
  var rows: ClosedRange<Int>?
  /// What follows the fence of included code.
  var info = ""
  /// In the line, as byte offsets.
  var range: Range<Int>

  /// Longer lines hold no directive.
  static let maximumLength = 1_000

  /// The first directive of a line at or after an offset.
  ///
  /// - Parameters:
  ///   - line: Without its end.
  ///   - isCode: True in a fenced block, where only some tools look for directives.
  static func first(in line: ArraySlice<UInt8>, from start: Int, isCode: Bool) -> IncludeDirective? {
    guard line.count <= maximumLength else { return nil }
    return (start == line.startIndex ? alone(in: line, isCode) : nil) ?? mdBook(in: line, from: start)
      ?? (isCode ? nil : LearnIncludes.first(in: line, from: start))
  }

  // MARK: Directives that may be anywhere

  private static func mdBook(in line: ArraySlice<UInt8>, from start: Int) -> IncludeDirective? {
    var index = start
    let (brace, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while let open = line[index...].firstIndex(of: brace) {
      index = open + 1
      guard index + 1 < line.endIndex, line[index] == brace, line[index + 1] == UInt8(ascii: "#") else { continue }
      index += 2
      guard let end = line[index...].indices.dropLast().first(where: { line[$0] == close && line[$0 + 1] == close }) else { return nil }
      // After a backslash, the directive itself is shown.
      if open > line.startIndex, line[open - 1] == UInt8(ascii: "\\") { continue }
      let words = String(decoding: line[index..<end], as: UTF8.self).split { $0 == " " || $0 == "\t" }.map(String.init)
      guard words.count >= 2, let form = forms[words[0]] else { continue }
      let (path, part) = divided(words[1])
      return IncludeDirective(form: form, path: path, part: part, range: open..<end + 2)
    }
    return nil
  }

  static let forms: [String: Form] = [
    "include": .mdBook, "rustdoc_include": .mdBook, "playground": .playground, "playpen": .playground,
  ]

  /// `a.rs:2`, `a.rs:2:5`, `a.rs::5`, `a.rs:2:`, `a.rs:name`.
  private static func divided(_ text: String) -> (path: String, part: Part) {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count > 1, !pieces[0].isEmpty else { return (text, .whole) }
    if pieces.count == 2, !pieces[1].isEmpty {
      guard let line = DocumentNumber.whole(pieces[1]) else { return (pieces[0], .section(pieces[1])) }
      return (pieces[0], line > 0 ? .lines(line...line) : .whole)
    }
    let first = max(1, DocumentNumber.whole(pieces[1]) ?? 1)
    let last = pieces.count > 2 ? DocumentNumber.whole(pieces[2]) ?? Int.max : Int.max
    return (pieces[0], .lines(first...max(first, last)))
  }

  // MARK: Directives on lines of their own

  private static func alone(in line: ArraySlice<UInt8>, _ isCode: Bool) -> IncludeDirective? {
    guard let start = line.firstIndex(where: { $0 > 0x20 }), let last = line.lastIndex(where: { $0 > 0x20 }),
      mayBeAlone(line[start...last])
    else { return nil }
    let text = String(decoding: line[start...last], as: UTF8.self)
    let range = start..<last + 1
    // What vaults embed and what VitePress shows may be in a quote or a callout.
    if line[start] == ASCII.greater {
      guard !isCode, let inner = line.firstIndex(where: { $0 > 0x20 && $0 != ASCII.greater }), inner < last,
        case let words = String(decoding: line[inner...last], as: UTF8.self), words.hasSuffix("]]") || words.hasPrefix("<<<")
      else { return nil }
      return ofBlock(words, inner..<last + 1)
    }
    if let rest = Self.snippetMark(text), let path = quoted(rest) {
      return IncludeDirective(form: .snippet, path: divided(path).path, part: divided(path).part, range: range)
    }
    if text.hasPrefix("{!"), text.hasSuffix("!}") { return bracketed(text, range) }
    // markdown-it-include's
    if text.hasPrefix("!!!include("), text.hasSuffix(")!!!") {
      return IncludeDirective(form: .whole, path: String(text.dropFirst(11).dropLast(4)).trimmedWhitespace(), range: range)
    }
    if let directive = TagInclude.shortcode(text, range) { return directive }
    // pandoc-include's
    if !isCode, text.hasPrefix("!include "), text.hasSuffix(".md"), !text.dropFirst(9).contains(" ") {
      return IncludeDirective(form: .whole, path: String(text.dropFirst(9)), range: range)
    }
    if !isCode, let directive = ofBlock(text, range) ?? TopicElement.directive(text, range) { return directive }
    if text.hasPrefix("<!--"), text.hasSuffix("-->") {
      var inner = text.dropFirst(4).dropLast(3).drop { $0 == " " }
      while inner.last == "-" { inner.removeLast() }
      guard inner.hasPrefix("@include:") else { return nil }
      var path = String(inner.dropFirst(9).filter { $0 != " " })
      var part = Part.whole
      var rows: ClosedRange<Int>?
      if let brace = path.firstIndex(of: "{"), path.hasSuffix("}") {
        let ends = path[path.index(after: brace)...].dropLast().split(separator: ",", omittingEmptySubsequences: false).map {
          DocumentNumber.whole($0)
        }
        let first = max(1, (ends.first ?? nil) ?? 1)
        part = .lines(first...max(first, (ends.last ?? nil) ?? Int.max))
        path = String(path[..<brace])
      }
      if let hash = path.firstIndex(of: "#") {
        if case .lines(let lines) = part { rows = lines }
        part = .section(String(path[path.index(after: hash)...]))
        path = String(path[..<hash])
      }
      return IncludeDirective(form: .whole, path: path, part: part, rows: rows, range: range)
    }
    return nil
  }

  /// True if a line without blanks around it begins or ends as directives do; most lines don't, and each line of a text is asked.
  private static func mayBeAlone(_ line: ArraySlice<UInt8>) -> Bool {
    if line.last == ASCII.closeBracket { return true }
    switch line.first {
    case ASCII.openBrace, UInt8(ascii: "!"), ASCII.less, UInt8(ascii: "@"), ASCII.openBracket, ASCII.greater: return true
    case UInt8(ascii: "-"): return line.drop { $0 == UInt8(ascii: "-") }.starts(with: "8<-".utf8)
    default: return false
    }
  }

  /// markdown-include's `{!a.md!}`, mdx_include's `{!> a.py [ln:2-5] !}`.
  private static func bracketed(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    var words = text.dropFirst(2).dropLast(2).replacing("[ln:", with: " [ln:").split { $0 == " " }.map(String.init)
    if let first = words.first, first.hasPrefix(">") {
      words[0] = String(first.dropFirst())
      if words[0].isEmpty { words.removeFirst() }
    }
    guard let path = words.first, words.count <= 2 else { return nil }
    var part = Part.whole
    if words.count == 2 {
      guard words[1].hasPrefix("[ln:"), words[1].hasSuffix("]") else { return nil }
      let ends = words[1].dropFirst(4).dropLast().split(separator: "-", omittingEmptySubsequences: false).map {
        DocumentNumber.whole(String($0.prefix { $0 != "." }))
      }
      let first = max(1, (ends.first ?? nil) ?? 1)
      part = .lines(first...max(first, ends.count > 1 ? (ends[1] ?? Int.max) : first))
    }
    return IncludeDirective(form: .whole, path: path, part: part, range: range)
  }

  /// A directive that is a block of its own, which code does not hold.
  private static func ofBlock(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    if text.hasPrefix("<<<") { return snippet(text, range) }
    if text.hasPrefix("@[code"), text.hasSuffix(")") { return ofVuePress(text, range) }
    if text.hasPrefix("<pre><code"), text.hasSuffix("</code></pre>") { return IncludedCode.directive(inElement: text, range) }
    if text.hasPrefix("![["), text.hasSuffix("]]") { return note(text, range) }
    if text.hasSuffix("]]"), let marker = ItemEmbed.markerLength(text), case let embed = String(text.dropFirst(marker)) {
      return note(embed, range.lowerBound + marker..<range.upperBound)
    }
    if text.hasPrefix("!["), let directive = DrawnFile.directive(text, range) { return directive }
    if text.hasPrefix("[i"), text.hasSuffix(")"), let directive = imported(text, range) { return directive }
    if text.hasPrefix("["), text.hasSuffix(")") { return docsify(text, range) }
    // javascript.info's: a page within the page, which is left out.
    if text.hasPrefix("[iframe "), text.hasSuffix("]"), let source = text.firstRange(of: "src=") {
      let path = text[source.upperBound...].drop { $0 == "\"" || $0 == "'" }.prefix { !"\"' ]".contains($0) }
      return path.isEmpty ? nil : IncludeDirective(form: .code, path: String(path), range: range)
    }
    return TagInclude.liquid(text, range)
  }

  /// The note that a line embeds; nil for pictures and other files.
  private static func note(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    var target = text.dropFirst(3).dropLast(2).prefix { $0 != "|" }
    if target.hasPrefix("dendron://"), let slash = target.dropFirst(10).firstIndex(of: "/") {
      // Dendron's address of a note in a vault; `#first,1:#last` is the part that it shows.
      target = target[target.index(after: slash)...]
    }
    if let hash = target.firstIndex(of: "#"), let comma = target[hash...].firstIndex(of: ",") { target = target[..<comma] }
    let pieces = target.split(separator: "#", omittingEmptySubsequences: false).map { String($0).trimmedWhitespace() }
    guard let name = pieces.first, !name.isEmpty || pieces.count > 1, !target.contains("]") else { return nil }
    if name.isEmpty { return IncludeDirective(form: .note, path: "", part: .section(pieces.last ?? ""), range: range) }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isNamed = name.contains(".") && ending != "md" && ending.count <= 6 && !ending.contains(" ")
    guard !isNamed || !media.contains(ending) else { return nil }
    return IncludeDirective(
      form: .note, path: ending == "md" ? name : name + ".md", part: pieces.count > 1 ? .section(pieces.last ?? "") : .whole, range: range)
  }

  /// What a vault embeds beside notes.
  private static let media: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "pdf", "mp3", "wav", "m4a", "ogg", "3gp", "flac", "mp4", "webm", "ogv",
    "mov",
    "mkv", "canvas", "base", "excalidraw",
  ]

  /// `<<< @/a.js#region{1,3 js:line-numbers} [title]`, `<<< @/a.ts#region ts {2,3|5}{lines:true}`, `<<< @/a.java[7-24] java`.
  private static func snippet(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    let rest = text.dropFirst(3).drop { $0 == " " }
    let target = rest.prefix { $0 != " " && $0 != "{" && $0 != "[" }
    guard target.contains("."), text.dropFirst(3).first == " " || target.first == "@" || target.first == "." else { return nil }
    let pieces = target.split(separator: "#", maxSplits: 1).map(String.init)
    var part = pieces.count > 1 ? Part.section(pieces[1]) : .whole
    var options = rest[target.endIndex...]
    var language = ""
    var lines = ""
    var title = ""
    while let first = options.first {
      let closer: Character = first == "{" ? "}" : "]"
      guard first == "{" || first == "[" else {
        let word = options.prefix { $0 != " " && $0 != "{" && $0 != "[" }
        if !word.isEmpty, language.isEmpty { language = String(word) }
        options = word.isEmpty ? options.dropFirst() : options[word.endIndex...]
        continue
      }
      let inner = options.dropFirst().prefix { $0 != closer }
      options = options[inner.endIndex...].dropFirst()
      // The lines of the file: `[7-24]`.
      let ends = inner.split(separator: "-", omittingEmptySubsequences: false).map { DocumentNumber.whole($0) }
      if first == "[", ends.count == 2, let low = ends[0], let high = ends[1], low > 0, low <= high {
        part = .lines(low...high)
        continue
      }
      if first == "[" { title = " [\(inner)]" }
      for word in inner.split(separator: " ") where first == "{" {
        if word.first?.isNumber == true || word == "*" || word == "all" {
          lines = "{\(word)}"
        } else if !word.contains(":") || word.contains("line-numbers") {
          language = String(word)
        }
      }
    }
    let name = language.isEmpty ? ending(of: pieces[0]) : language
    return IncludeDirective(
      form: .code, path: pieces[0], part: part, info: name + lines + title, range: range)
  }

  /// VuePress' `@[code](a.js)`, `@[code{2-3}](a.js)`, `@[code{2-9} ts:no-line-numbers{1,3}](a.js)`.
  private static func ofVuePress(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard let middle = text.firstRange(of: "]("), case let path = String(text[middle.upperBound...].dropLast()).trimmedWhitespace(),
      !path.isEmpty, !path.contains(" "), !path.contains("://")
    else { return nil }
    var options = text[..<middle.lowerBound].dropFirst(6)
    guard options.first.map({ $0 == "{" || $0 == " " }) ?? true else { return nil }
    var part = Part.whole
    if options.first == "{" {
      let inner = options.dropFirst().prefix { $0 != "}" }
      options = options[inner.endIndex...].dropFirst()
      let ends = inner.split(separator: "-", omittingEmptySubsequences: false).map { DocumentNumber.whole($0) }
      let first = max(1, (ends.first ?? nil) ?? 1)
      part = .lines(first...max(first, ends.count > 1 ? ends[1] ?? Int.max : first))
    }
    let words = options.drop { $0 == " " }
    let language = words.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "+" }
    let lines = words.firstIndex(of: "{").map { String(words[$0...]) } ?? ""
    return IncludeDirective(
      form: .code, path: path, part: part, info: (language.isEmpty ? ending(of: path) : String(language)) + lines, range: range)
  }

  private static func ending(of path: String) -> String {
    path.split(separator: "/").last.flatMap { $0.contains(".") ? $0.split(separator: ".").last.map(String.init) : nil } ?? "text"
  }

  /// `[import](a.js)`, `[import:2-5](a.js)`, `[import:"marker"](a.js)`, `[import, lang:"ts"](a.js)`.
  private static func imported(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard let middle = text.firstRange(of: "]("), ["[import", "[include", "[iframe"].contains(where: text.hasPrefix) else { return nil }
    let path = String(text[middle.upperBound...].dropLast())
    if text.hasPrefix("[iframe](") { return IncludeDirective(form: .code, path: path, range: range) }
    var options = text[..<middle.lowerBound].dropFirst(text.hasPrefix("[import") ? 7 : 8)
    guard !path.isEmpty, !path.contains(" "), !path.contains("("), !path.contains("://"),
      path.split(separator: "/").last?.contains(".") == true
    else { return nil }
    var part = Part.whole
    if options.first == ":" {
      var place = options.dropFirst().prefix { $0 != "," }
      if let quote = place.first, quote == "\"" || quote == "'", let end = place.dropFirst().firstIndex(of: quote) {
        part = .section(String(place[..<end].dropFirst()))
        place = place[...end]
        options = options[place.endIndex...]
      } else {
        place = place.prefix { $0 != " " }
        options = options[place.endIndex...]
        let ends = place.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { DocumentNumber.whole($0) }
        guard ends.contains(where: { $0 != nil }) else { return nil }
        let first = max(1, (ends.first ?? nil) ?? 1)
        part = .lines(first...max(first, ends.count > 1 ? ends[1] ?? Int.max : first))
      }
    }
    // `[import a.js](src/a.js)`, `[import title:"a"](a.js)`; other words are those of a link.
    let words = options.drop { $0 == " " }
    let isNamed = options.first == " " && (path.hasSuffix(words) || ["title", "lang", "label"].contains(where: words.hasPrefix))
    guard options.isEmpty || options.first == "," || isNamed else { return nil }
    var language = ending(of: path)
    if let mark = options.firstRange(of: "lang") {
      let word = options[mark.upperBound...].drop { " :=\"'-".contains($0) }.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "+" }
      if !word.isEmpty { language = String(word) }
    }
    let isText = language == "md" && text.hasPrefix("[include")
    return IncludeDirective(form: isText ? .whole : .code, path: path, part: part, info: language, range: range)
  }

  /// docsify's `[words](a.md ':include')`, `[words](a.js ':include :type=code :fragment=demo')`; nil for what is played or framed, which is a link.
  private static func docsify(_ text: String, _ range: Range<Int>) -> IncludeDirective? {
    guard let middle = text.firstRange(of: "]("), case let target = text[middle.upperBound...].dropLast(),
      let space = target.firstIndex(of: " "), case let options = target[space...].drop(while: { $0 == " " }),
      let quote = options.first, quote == "'" || quote == "\"", options.count > 1, options.last == quote
    else { return nil }
    let words = options.dropFirst().dropLast().split(separator: " ").map(String.init)
    guard words.first == ":include" else { return nil }
    let path = String(target[..<space])
    let ending = ending(of: path)
    let type = words.first { $0.hasPrefix(":type=") }?.dropFirst(6) ?? ""
    let isText = type == "markdown" || type.isEmpty && ["md", "markdown"].contains(ending)
    let media = ["html", "htm", "mp3", "mp4", "ogg", "pdf"]
    guard isText || type == "code" || type.isEmpty && !media.contains(ending) else { return nil }
    let part = words.first { $0.hasPrefix(":fragment=") }.map { Part.section(String($0.dropFirst(10))) } ?? .whole
    let language = type == "code" ? words.dropFirst().last { !$0.hasPrefix(":") } : nil
    return IncludeDirective(form: isText ? .whole : .code, path: path, part: part, info: language ?? ending, range: range)
  }

  /// The text after `--8<--`; nil if the line begins otherwise.
  static func snippetMark(_ text: String) -> Substring? {
    let rest = text.drop { $0 == "-" }
    guard rest.count < text.count, rest.hasPrefix("8<-") else { return nil }
    return rest.dropFirst(3).drop { $0 == "-" }
  }

  private static func quoted(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " || $0 == "\t" }
    guard let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}

extension IncludeDirective {
  /// A line of a file, without its end.
  struct Line {
    /// From 1.
    var number: Int
    var range: Range<Int>
  }

  /// The lines of a file that a directive selects; nil if the file has no such section.
  static func lines(of part: Part, in text: [UInt8]) -> [Line]? {
    var out: [Line] = []
    var number = 0
    var start = 0
    var isInside = false
    var wasFound = false
    while start < text.count {
      number += 1
      let newline = text[start...].firstIndex(of: 0x0A) ?? text.count
      defer { start = newline + 1 }
      let range = start..<newline
      let mark = sectionMark(text, range)
      switch part {
      case .whole: if mark == nil || mark?.isSnippet == false { out.append(Line(number: number, range: range)) }
      case .lines(let lines): if lines.contains(number) { out.append(Line(number: number, range: range)) }
      case .section(let name):
        if let mark {
          guard mark.name == name else { continue }
          isInside = mark.begins
          if mark.begins { wasFound = true }
        } else if isInside {
          out.append(Line(number: number, range: range))
        }
      }
    }
    if case .section(let name) = part, name.hasPrefix("^") { return block(name, in: text) }
    if case .section(let name) = part, !wasFound {
      return marked(name, in: text) ?? below(name, in: text) ?? TopicElement.lines(named: name, in: text)
    }
    return out
  }

  /// The lines between two comments `// [name]` (HonKit).
  private static func marked(_ name: String, in text: [UInt8]) -> [Line]? {
    var out: [Line] = []
    var isInside = false
    var count = 0
    for (number, range) in numbered(text) {
      let line = String(decoding: text[range], as: UTF8.self).trimmedWhitespace()
      if line.hasSuffix("[\(name)]") || line.hasSuffix("[\(name)] -->") || line.hasSuffix("[\(name)] */"), line.first?.isLetter == false {
        isInside.toggle()
        count += 1
      } else if isInside {
        out.append(Line(number: number, range: range))
      }
    }
    return count > 1 ? out : nil
  }

  /// The lines of the block that Obsidian's ` ^name` ends.
  private static func block(_ name: String, in text: [UInt8]) -> [Line]? {
    var out: [Line] = []
    // The lines since a blank one, and those above it: a name alone on its line is the name of the whole block.
    var whole: [Line] = []
    var above: [Line] = []
    for (number, range) in numbered(text) {
      var line = text[range]
      while let last = line.last, ASCII.isBlank(last) { line.removeLast() }
      if line.isEmpty {
        if !whole.isEmpty { above = whole }
        (out, whole) = ([], [])
      }
      // An item of a list is a block of its own.
      if "-*+".utf8.contains(line.first { !ASCII.isBlank($0) } ?? 0) { out = [] }
      guard line.reversed().starts(with: name.utf8.reversed()) else {
        if !line.isEmpty {
          out.append(Line(number: number, range: range))
          whole.append(Line(number: number, range: range))
        }
        continue
      }
      let end = line.endIndex - name.utf8.count
      guard end == line.startIndex || ASCII.isBlank(text[end - 1]) else { continue }
      if end == line.startIndex { return whole.isEmpty ? above : whole }
      out.append(Line(number: number, range: range.lowerBound..<end))
      return out
    }
    return nil
  }

  /// The section of Markdown below the heading with an anchor (VitePress).
  private static func below(_ anchor: String, in text: [UInt8]) -> [Line]? {
    var out: [Line]?
    var level = 0
    var fence: CodeFence?
    for (number, range) in numbered(text) {
      fence = CodeFence.after(text[range], within: fence)
      let marks = text[range].prefix { $0 == ASCII.hash }.count
      if fence == nil, (1...6).contains(marks), out == nil || marks <= level {
        if out != nil { return out }
        let words = String(decoding: text[range].dropFirst(marks), as: UTF8.self).trimmedWhitespace()
        if words.hasSuffix("{#\(anchor)}") || slug(words) == slug(anchor) { (out, level) = ([], marks) }
      }
      out?.append(Line(number: number, range: range))
    }
    return out
  }

  static func slug(_ words: String) -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "-")
  }

  static func numbered(_ text: [UInt8]) -> [(number: Int, range: Range<Int>)] {
    var out: [(Int, Range<Int>)] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      out.append((out.count + 1, start..<end))
      start = end + 1
    }
    return out
  }

  /// Lines of code without the comments that name its regions.
  static func withoutRegions(_ lines: [Line], of text: [UInt8]) -> [Line] { lines.filter { sectionMark(text, $0.range) == nil } }

  private struct SectionMark {
    var name: String
    var begins: Bool
    var isSnippet: Bool
  }

  private static let sectionMarks: [(text: [UInt8], begins: Bool, isSnippet: Bool)] = [
    (Array("ANCHOR:".utf8), true, false), (Array("ANCHOR_END:".utf8), false, false), (Array("8<-- [start:".utf8), true, true),
    (Array("8<-- [end:".utf8), false, true), (Array("#region ".utf8), true, false), (Array("#endregion ".utf8), false, false),
  ]

  /// `ANCHOR: name`, `ANCHOR_END: name`, `--8<-- [start:name]`, `#region name`, in whatever comment.
  private static func sectionMark(_ text: [UInt8], _ line: Range<Int>) -> SectionMark? {
    guard line.count < 400, text[line].contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else { return nil }
    for mark in sectionMarks {
      guard let place = text.find(mark.text, from: line.lowerBound, to: line.upperBound) else { continue }
      let rest = String(decoding: text[(place + mark.text.count)..<line.upperBound], as: UTF8.self)
      let name = String(rest.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
      if !name.isEmpty { return SectionMark(name: name, begins: mark.begins, isSnippet: mark.isSnippet) }
    }
    return nil
  }
}
