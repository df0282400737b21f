internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source without the tags of site generators (Jekyll, Hugo, Quarto, GitBook): tags that have a Markdown equivalent are replaced by it,
/// the others are omitted and reported, once for each name.
///
/// `{{ … }}` is a tag only in documents that have other tags or a site generator's front matter; elsewhere it is text.
///
/// - Parameters:
///   - files: For the words that a book's settings give.
///   - diagnostics: The diagnostics so far; their spans are mapped to the result on return.
func withoutTemplateTags(_ source: Source, _ files: FileAccess, in dialect: Dialect? = nil, _ diagnostics: inout [Diagnostic]) -> Source {
  // In a vault braces are text: they mean something in templates of notes alone.
  guard dialect?.tool != .obsidian, source.mayHold(anyOf: ["{%", "{{", "{#"]), TemplateRewriting.mayHaveTags(source.bytes, dialect) else {
    return source
  }
  var rewriting = TemplateRewriting(source, files, dialect)
  guard rewriting.hasTags else { return source }
  rewriting.run()
  diagnostics = rewriting.text.moved(diagnostics) + rewriting.diagnostics
  return rewriting.text.result
}

/// A value of the front matter without the shortcodes of Hugo and Quarto, `{{< iconify devicon python >}}`.
package func withoutShortcodes(_ value: String) -> String {
  var (rest, out) = (value[...], "")
  while let open = rest.firstRange(of: "{{<"), let close = rest[open.upperBound...].firstRange(of: ">}}") {
    out += rest[..<open.lowerBound]
    rest = rest[close.upperBound...]
  }
  return out.isEmpty ? String(rest) : (out + rest).trimmedWhitespace()
}

private struct TemplateRewriting {
  let bytes: [UInt8]
  private let source: Source
  private(set) var text: RewrittenText
  var diagnostics: [Diagnostic] = []
  /// True if the document has tags outside of code.
  private(set) var hasTags = false
  private var hasExpressions = false
  private var said: Set<String> = []
  /// MyST's words for `{{ name }}`, in the front matter of the file.
  private var substitutions: YAMLValue?
  private var values: TemplateValues
  /// The words that the document itself gives to names.
  private var assigned: [String: String] = [:]
  private let ends: TagEnds
  /// The tags whose bodies are open.
  private var pairs: [PairedTag] = []
  private let files: FileAccess
  private let templates: SiteTemplates
  private let pelican: PelicanFiles
  private var current: Source.File?
  /// True if comments name tabs, or arrows separate columns.
  private let hasMarkers: Bool
  /// The names of the containers that are open.
  private var containers: [String] = []
  /// The names of tabs that are still to come.
  private var tabNames: [String] = []
  /// Where Vue's last `::: v-pre` ends; -1 once no other follows.
  private var verbatimEnd = 0
  /// The folders that are open in a tree of files.
  private var folders = 0
  /// True if the tabs that are open hold Markdown.
  private var tabsAreText = false
  /// The last line with a tag that may be a container's: where it ends, and what is on it (`isAmongTags`).
  private var lastLine: (end: Int, isAmongTags: Bool?) = (0, nil)
  /// Ends that were not found.
  private var missing: Set<String> = []
  /// Where the code of GitBook's exercises begins and ends.
  private let exercises: ExerciseParts
  /// True for Zola, whose tags are calls, which are written as shortcodes by now; other braces are text.
  private let readsShortcodesAlone: Bool
  /// Nil where the dialect has no Jinja.
  private let jinja: JinjaText?
  /// True where shortcodes are filled in within code.
  private let fillsCode: Bool

  /// The tools that put values in the place of names in braces.
  private static let filling: Set<Dialect.Tool> = [.mkdocs, .vitepress, .slidev, .honkit]

  static func mayHaveTags(_ bytes: [UInt8], _ dialect: Dialect?) -> Bool {
    guard bytes.count > 4 else { return false }
    let isJinja = JinjaText.isRead(in: dialect)
    for index in 0..<bytes.count - 1 where bytes[index] == UInt8(ascii: "{") {
      if bytes[index + 1] == UInt8(ascii: "%") || bytes[index + 1] == UInt8(ascii: "{") { return true }
      if isJinja, JinjaText.beginsComment(bytes, at: index) { return true }
    }
    return false
  }

  init(_ source: Source, _ files: FileAccess, _ dialect: Dialect?) {
    (self.source, self.files) = (source, files)
    templates = SiteTemplates(files, dialect?.tool)
    pelican = PelicanFiles(files)
    bytes = source.bytes
    text = RewrittenText(source)
    let found = TemplateTag.all(in: source.bytes)
    values = TemplateValues(
      of: source, files, namesBook: found.contains { $0.name.hasPrefix("book.") },
      namesSite: dialect?.tool == .kramdown && found.contains { $0.form == .expression && $0.name.hasPrefix("site.") },
      namesWords: found.contains {
        $0.form == .expression && ($0.arguments == $0.name || $0.arguments.contains("replace(")) && !TemplateValues.isOfPage($0.name)
      })
    ends = TagEnds(of: found)
    exercises = ExerciseParts(of: found)
    readsShortcodesAlone = dialect?.tool == .zola
    fillsCode = dialect?.tool == .hugo
    jinja = JinjaText.isRead(in: dialect) ? JinjaText(source.bytes) : nil
    hasMarkers = found.contains { $0.form == .liquid && ["tabs", "subtabs"].contains($0.name) || $0.name == "columns" }
    let own = source.files.indices.lazy.compactMap { number in
      let end = source.end(ofFile: number)
      return Self.substitutions(of: FrontMatter.of(Array(source.bytes[source.files[number].start..<end])))
    }
    substitutions = own.first
    hasExpressions =
      values.substitutions != nil || dialect.map { Self.filling.contains($0.tool) } ?? false
      || found.contains { $0.form == .liquid || $0.form == .shortcode } || TemplateTag.isTemplated(source.bytes) || substitutions != nil
      || found.contains { $0.form == .expression && ($0.name.hasPrefix("book.") || $0.name.hasPrefix("$") || $0.isOfSite) }
    for tag in found {
      if let (name, words) = tag.assigned { assigned[name] = words }
      for (name, words) in templates.assignments(by: tag, from: source.files.first?.folder) { assigned[name] = words }
    }
    hasTags =
      found.contains { $0.form != .expression || hasExpressions } || jinja?.isThere == true
      || fillsCode && (source.holds("{{<") || source.holds("{{%"))
  }

  /// MyST's words in the front matter of a file.
  private static func substitutions(of matter: FrontMatter) -> YAMLValue? {
    matter.value("substitutions") ?? matter.value("myst")?["substitutions"]
  }

  mutating func run() {
    for (number, input) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(input)
      current = input
      let body = Array(bytes[input.start..<end])
      let start = input.start + FrontMatter.length(in: body)
      if source.files.count > 1 {
        values.matter = FrontMatter.of(body)
        substitutions = Self.substitutions(of: values.matter)
      }
      var walk = CodeWalk(bytes, from: start, to: end, findsMarkers: hasMarkers, findsShortcodes: fillsCode)
      while let index = walk.next() {
        if bytes[index] == ASCII.less {
          replaceMarker(at: index, to: end)
          walk.skip(to: text.place)
          continue
        }
        if let jinja, !walk.isInCode, let piece = jinja.piece(at: index, in: bytes, to: end) {
          text.copy(upTo: index)
          if let call = piece.call { sayLeftOut(call) }
          text.skip(to: piece.end)
          walk.skip(to: text.place)
          continue
        }
        guard bytes[index] == UInt8(ascii: "{"), let tag = TemplateTag.read(bytes, at: index), !tag.isLeftOut(bytes[..<index]) else {
          continue
        }
        guard !readsShortcodesAlone || tag.form == .shortcode, tag.form != .expression || hasExpressions && !isVerbatim(tag, in: end) else {
          continue
        }
        // One letter is a formula's, where the project has no words for it.
        if tag.form == .expression, tag.arguments.count == 1, words(for: tag) == nil { continue }
        if walk.isInFence, tag.form == .shortcode, tag.name != TemplateTag.shownName {
          fillCode(tag)
          walk.skip(to: text.place)
          continue
        }
        // Code shows what no setting explains.
        if walk.isInCode, tag.name != TemplateTag.shownName, tag.form == .expression, values[tag] == nil { continue }
        text.copy(upTo: shownEnd(before: tag))
        if tag.name == TemplateTag.shownName { show(tag, isInCode: walk.isInCode) } else { replace(tag) }
        walk.skip(to: text.place)
      }
    }
    text.copy(upTo: bytes.count)
  }

  /// Hugo fills shortcodes in before it reads Markdown, in code too: those of the site's own templates.
  private mutating func fillCode(_ tag: TemplateTag) {
    text.copy(upTo: tag.range.lowerBound)
    if let words = templates.text(for: tag, from: current?.folder, isCode: true) {
      text.write(words.filter { $0 != SiteTemplate.body }.utf8)
      return text.skip(to: tag.range.upperBound)
    }
    if templates.has(tag, from: current?.folder) { sayLeftOut(tag, "the shortcode \(tag.name) in code is shown as it is written") }
    text.copy(upTo: tag.range.upperBound)
  }

  /// True in an element or a container of Vue's with `v-pre`, which shows braces as they are.
  private mutating func isVerbatim(_ tag: TemplateTag, in end: Int) -> Bool {
    let start = max(0, tag.range.lowerBound - 200)
    let line = bytes[start..<tag.range.lowerBound].split(separator: ASCII.newline, omittingEmptySubsequences: false).last ?? []
    if let mark = line.firstRange(of: Array(" v-pre".utf8)), case let rest = line[mark.upperBound...], rest.contains(ASCII.greater),
      rest.firstRange(of: Array("</".utf8)) == nil
    {
      return true
    }
    let place = tag.range.lowerBound
    while verbatimEnd >= 0, place >= verbatimEnd {
      guard let open = bytes[verbatimEnd..<end].firstRange(of: Array("::: v-pre".utf8)) else {
        verbatimEnd = -1
        return false
      }
      guard open.lowerBound < place else { return false }
      verbatimEnd = bytes[open.upperBound..<end].firstRange(of: Array("\n:::".utf8))?.upperBound ?? end
    }
    return verbatimEnd >= 0
  }

  /// What is written for a tag. Substitutions of several lines are blocks, which take the place of a line.
  private func words(for tag: TemplateTag) -> String? {
    if let words = TagWords.words(for: tag) ?? tag.replacement { return words }
    if tag.form != .expression, let words = tag.siteWords(in: folder(of: tag)) { return words }
    if let words = values[tag] ?? values.words(ofShortcode: tag, files, from: source.files.first?.folder) { return words }
    guard tag.form == .expression else { return ownWords(for: tag) }
    if tag.name == tag.arguments, let words = assigned[tag.name] { return words }
    guard let text = (value(tag.name, in: substitutions) ?? value(tag.name, in: values.substitutions))?.trimmedWhitespace() else {
      return nil
    }
    guard text.contains("\n") else { return text }
    let before = bytes[..<tag.range.lowerBound].last { $0 != ASCII.space } ?? ASCII.newline
    let after = bytes[tag.range.upperBound...].first { $0 != ASCII.space } ?? ASCII.newline
    return before == ASCII.newline && after == ASCII.newline ? text : LineSubstitution.words(of: text)
  }

  /// The words for `name` or `name.part`.
  private func value(_ name: String, in settings: YAMLValue?) -> String? {
    if let words = settings?[name]?.text { return words }
    var value = settings
    for part in name.split(separator: ".") { value = value?[String(part)] }
    return value?.text
  }

  /// Where the text before a tag ends: blanks before an omitted tag go with it if a closer such as `*` follows, which would not close emphasis
  /// after a blank.
  private func shownEnd(before tag: TemplateTag) -> Int {
    if tag.file(depth: 0) != nil {
      var start = tag.range.lowerBound
      while start > text.place, ASCII.isBlank(bytes[start - 1]), bytes[start - 1] != ASCII.newline { start -= 1 }
      return start
    }
    guard words(for: tag) == nil else { return tag.range.lowerBound }
    let marks = EmptyMarks.count(around: tag.range, in: bytes)
    if marks > 0 { return tag.range.lowerBound - marks }
    var next = tag.range.upperBound
    while next < bytes.count, bytes[next] == UInt8(ascii: "*") || bytes[next] == UInt8(ascii: "_") { next += 1 }
    let closesEmphasis = next > tag.range.upperBound && (next == bytes.count || !ASCII.isLetter(bytes[next]) && bytes[next] < 0x80)
    guard closesEmphasis || next == tag.range.upperBound && next < bytes.count && ".,;:!?)".utf8.contains(bytes[next]) else {
      return tag.range.lowerBound
    }
    var end = tag.range.lowerBound
    while end > text.place, bytes[end - 1] == ASCII.space { end -= 1 }
    return end
  }

  /// True for a tag that is all of a line, without an indent.
  private func isAlone(_ tag: TemplateTag) -> Bool {
    (tag.range.lowerBound == 0 || bytes[tag.range.lowerBound - 1] == ASCII.newline)
      && bytes[tag.range.upperBound...].first { $0 != ASCII.space && $0 != ASCII.carriageReturn } ?? ASCII.newline == ASCII.newline
  }

  /// The colons that begin or end a container for a tag on a line of its own, or among others.
  private mutating func container(_ tag: TemplateTag) -> String? {
    // The end of one may follow its words.
    let endsLast = tag.ended != nil && containers.last == tag.ended
    guard let isAmongOthers = isAmongTags(tag) ?? (endsLast || isLine(tag) || beginsTheorem(tag) ? true : nil) else { return nil }
    let lineBreak = isAmongOthers ? "\n" : ""
    if let name = tag.ended {
      guard containers.last == name else { return nil }
      containers.removeLast()
      return lineBreak + ":::" + lineBreak
    }
    guard !tag.isSelfClosing, let opening = tag.container ?? TagWords.theorem(of: tag), hasEnd(of: tag) else { return nil }
    containers.append(tag.name)
    return lineBreak + opening + lineBreak
  }

  /// True for a tag that begins its line, which the tag that ends it ends: `{% hint %} Words. {% endhint %}`.
  private func isLine(_ tag: TemplateTag) -> Bool {
    // Looked at first, so that each line is read once, whatever tags it has.
    var start = tag.range.lowerBound
    while start > 0, bytes[start - 1] == ASCII.space || bytes[start - 1] == ASCII.tab { start -= 1 }
    guard start == 0 || bytes[start - 1] == ASCII.newline else { return false }
    let end = bytes[tag.range.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count
    let line = bytes[tag.range.upperBound..<end]
    guard let open = line.lastIndex(of: ASCII.openBrace), let last = TemplateTag.read(bytes, at: open), last.ended == tag.name else {
      return false
    }
    return bytes[last.range.upperBound..<end].allSatisfy { $0 <= ASCII.space }
  }

  /// True if other tags are on a tag's line, and false if nothing is; nil if the line has words. All tags of a line have one answer.
  private mutating func isAmongTags(_ tag: TemplateTag) -> Bool? {
    if tag.range.lowerBound < lastLine.end { return lastLine.isAmongTags }
    lastLine.end = bytes[tag.range.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count
    lastLine.isAmongTags = findsTagsAlone(around: tag)
    return lastLine.isAmongTags
  }

  private func findsTagsAlone(around tag: TemplateTag) -> Bool? {
    var isAmongOthers = false
    var start = tag.range.lowerBound
    while start > 0, bytes[start - 1] != ASCII.newline {
      if ASCII.isBlank(bytes[start - 1]) {
        start -= 1
        continue
      }
      guard bytes[start - 1] == ASCII.closeBrace, let open = bytes[max(0, start - 300)..<start].lastIndex(of: ASCII.openBrace),
        open > 0, case let first = bytes[open - 1] == ASCII.openBrace ? open - 1 : open,
        TemplateTag.read(bytes, at: first)?.range.upperBound == start
      else { return nil }
      isAmongOthers = true
      start = first
    }
    var end = tag.range.upperBound
    while end < bytes.count, bytes[end] != ASCII.newline {
      if ASCII.isBlank(bytes[end]) || bytes[end] == ASCII.carriageReturn {
        end += 1
        continue
      }
      guard let next = TemplateTag.read(bytes, at: end) else { return nil }
      isAmongOthers = true
      end = next.range.upperBound
    }
    return isAmongOthers
  }

  /// The name above a tab whose text is on the line of its tag, or whose name is among those of all tabs: Hextra's `items="A,B"`.
  private mutating func tabName(of tag: TemplateTag) -> String? {
    guard tag.form == .shortcode else { return nil }
    if tag.name == "tabs" { tabNames = tag.pairs["items"]?.split(separator: ",").map { String($0).trimmedWhitespace() } ?? [] }
    if tag.name == "tab", tag.isSelfClosing { return tag.ownTitle.map { "\n\($0)\n\n" } }
    guard tag.name == "tab", hasEnd(of: tag) else { return nil }
    let own =
      tag.pairs["name"] ?? tag.pairs["title"] ?? tag.pairs["header"]
      ?? (tag.arguments.contains("\"") && tag.pairs.isEmpty ? tag.firstWord : nil)
    let name = own ?? (tabNames.isEmpty ? nil : tabNames.removeFirst())
    return name.map { "\n**\($0)**\n\n" }
  }

  /// True if a tag that ends this one follows.
  private func hasEnd(of tag: TemplateTag) -> Bool {
    ends.follow(tag)
  }

  /// Writes a comment for a tag that is all of an indented line, so that a tab or a callout around it has a body.
  private mutating func keepBlock(of tag: TemplateTag) {
    let line = bytes[..<tag.range.lowerBound].suffix(8)
    // Shortcodes are indented by what they are in, and hold nothing that a container needs.
    guard tag.form != .shortcode, line.suffix(4).elementsEqual("    ".utf8),
      tag.range.upperBound == bytes.count || bytes[tag.range.upperBound] == ASCII.newline
    else {
      return
    }
    text.write("<!-- -->".utf8)
  }

  /// The code between a shortcode and the one that ends it, and the fence above it.
  private mutating func code(of tag: TemplateTag, _ language: String) -> (head: String, body: Range<Int>, end: Int)? {
    guard let close = ends.next(after: tag) else { return nil }
    var start = tag.range.upperBound
    if start < bytes.count, bytes[start] == ASCII.newline { start += 1 }
    let body = start..<max(start, close.lowerBound)
    // Shortcodes may have a fence of their own.
    let isFenced = bytes[body].drop(while: ASCII.isBlank).starts(with: "```".utf8)
    let isTOML = tag.name == "code-toggle" && bytes[body].firstRange(of: Array(" = ".utf8)) != nil
    return isFenced ? nil : ("````" + (isTOML ? "toml" : language) + "\n", body, close.upperBound)
  }

  /// Replaces a tag, and passes over it, with all that `raw` or `comment` holds.
  private mutating func replace(_ tag: TemplateTag) {
    let tag = IncludeParameters.filled(tag, with: assigned)
    var end = tag.range.upperBound
    if let words = tag.file(depth: folders) {
      folders += tag.name == "filetree/folder" && hasEnd(of: tag) ? 1 : tag.name == "/filetree/folder" && folders > 0 ? -1 : 0
      text.write(words.utf8)
      // A line of its own is left out, so that the list goes on.
      text.skip(to: words.isEmpty && end < bytes.count && bytes[end] == ASCII.newline && text.out.last == ASCII.newline ? end + 1 : end)
      return
    }
    if tag.name == "tabpane" { tabsAreText = tag.pairs["text"] == "true" }
    if let next = ends.next(after: tag), !tag.isSelfClosing, tag.holdsCode(bytes[end..<next.lowerBound], isText: tabsAreText) {
      let language = tag.pairs["lang"] ?? "text"
      text.write("\n".utf8)
      if let title = tag.ownTitle { text.write("**\(title)**\n\n".utf8) }
      text.write("````\(language)\n".utf8)
      while end < next.lowerBound, bytes[end] == ASCII.newline { end += 1 }
      text.skip(to: end)
      text.copy(upTo: next.lowerBound)
      text.write((bytes[..<next.lowerBound].last { $0 != ASCII.space } == ASCII.newline ? "" : "\n").utf8)
      text.write("````\n".utf8)
      text.skip(to: next.upperBound)
      return
    }
    if tag.form == .liquid, tag.name == "raw" || tag.name == "comment" || tag.name == "verbatim" {
      let closer = missing.contains(tag.name) ? nil : bytes[end...].firstRange(of: Array("{% end\(tag.name) %}".utf8))
      if closer == nil { missing.insert(tag.name) }
      let body = end..<(closer?.lowerBound ?? end)
      end = closer?.upperBound ?? end
      text.skip(to: body.lowerBound)
      if tag.name != "comment" { text.copy(upTo: body.upperBound) }
      text.skip(to: end)
      return
    }
    if let next = exercises.end(of: tag) {
      text.write(tag.name == "exercise" ? "".utf8 : "\n````js".utf8)
      text.skip(to: end)
      if tag.name == "exercise" { return }
      text.copy(upTo: next)
      text.write("````\n".utf8)
      return
    }
    if let language = tag.codeLanguage, let code = code(of: tag, language) {
      text.write(code.head.utf8)
      text.skip(to: code.body.lowerBound)
      text.copy(upTo: code.body.upperBound)
      // Blanks before the tag that ends it are the indent of the fence.
      text.write((bytes[code.body].last { $0 != ASCII.space } == ASCII.newline ? "" : "\n").utf8)
      text.write((String(code.head.prefix { $0 == "`" }) + "\n").utf8)
      text.skip(to: code.end)
      return
    }
    if tag.form == .liquid, tag.name == "capture", let close = ends.next(after: tag) { return capture(tag, to: close) }
    if tag.form == .liquid, tag.name == "for", let end = endOfLoop(tag) {
      sayLeftOut(tag)
      text.skip(to: end)
      return
    }
    let open = containers.count
    if let words = pair(tag) ?? container(tag) ?? tabName(of: tag) ?? ownPair(tag) ?? words(for: tag) {
      let isPicture = tag.form == .liquid && words.hasPrefix("![")
      text.write((isPicture ? TagPicture(words, of: tag, in: bytes, before: end).placed(isAlone: isAlone(tag)) : words).utf8)
      // A full stop alone after the end of a box.
      if containers.count < open, end < bytes.count, ".,;".utf8.contains(bytes[end]),
        end + 1 == bytes.count || bytes[end + 1] == ASCII.newline
      {
        end += 1
      }
    } else if tag.form == .expression, isAllOfCode(tag) {
      return text.copy(upTo: end)
    } else if !writeParameters(of: tag) {
      sayLeftOut(tag)
      keepBlock(of: tag)
      end += EmptyMarks.count(around: tag.range, in: bytes)
    }
    text.skip(to: end)
  }

  /// Writes the words of an include whose file is not there; false where it has none.
  private mutating func writeParameters(of tag: TemplateTag) -> Bool {
    guard let words = IncludeParameters.words(of: tag, isAlone: isAlone(tag)) else { return false }
    text.write(words.utf8)
    sayLeftOut(tag, "the file \(tag.firstWord) of an include is not there: the words of its parameters are shown")
    return true
  }

  /// Keeps a value that is written between two tags.
  private mutating func capture(_ tag: TemplateTag, to close: Range<Int>) {
    assigned[tag.firstWord] = String(decoding: bytes[tag.range.upperBound..<close.lowerBound], as: UTF8.self)
    text.skip(to: close.upperBound)
  }

  /// True for `<code>{{ user.name }}</code>`, an example of a template.
  private func isAllOfCode(_ tag: TemplateTag) -> Bool {
    bytes[..<tag.range.lowerBound].suffix(6).elementsEqual("<code>".utf8) && bytes[tag.range.upperBound...].starts(with: "</code>".utf8)
  }

  /// Names a tag that is left out, the first of its name.
  private mutating func sayLeftOut(_ tag: TemplateTag, _ message: String? = nil) {
    guard said.insert(message ?? tag.name).inserted else { return }
    let kind =
      switch tag.form {
      case .expression: "the value of "
      case .shortcode: "the shortcode "
      case .liquid: "the tag "
      case .helper: "the helper #"
      }
    var diagnostic = Diagnostic(
      .warning, "template.left-out", at: SourceSpan(text.out.count, text.out.count), message ?? "\(kind)\(tag.name) is left out",
      hint: "replace it by the Markdown that the site generator would produce")
    diagnostic.writtenSpan = text.written(tag.range)
    diagnostics.append(diagnostic)
  }
}

extension TemplateRewriting {
  /// The words around a body, for the tag that begins it and for the one that ends it.
  fileprivate mutating func pair(_ tag: TemplateTag) -> String? {
    if let name = tag.ended {
      guard pairs.last?.name == name else { return nil }
      return pairs.removeLast().close
    }
    guard pairs.count < 20, !tag.isSelfClosing, let end = ends.next(after: tag) else { return nil }
    let line = bytes[..<tag.range.lowerBound].suffix(80).split(separator: ASCII.newline, omittingEmptySubsequences: false).last ?? []
    let indent = line.allSatisfy { $0 == ASCII.space } ? String(repeating: " ", count: line.count) : nil
    let body = bytes[tag.range.upperBound..<end.lowerBound]
    guard let pair = TagWords.note(of: tag, body) ?? tag.paired(around: body, indent: indent) else { return nil }
    pairs.append(pair)
    return pair.open
  }

  /// True for the tag of a theorem that begins its line, above or before its words.
  fileprivate func beginsTheorem(_ tag: TemplateTag) -> Bool {
    (tag.range.lowerBound == 0 || bytes[tag.range.lowerBound - 1] == ASCII.newline) && TagWords.theorem(of: tag) != nil
  }

  /// What the site's own template shows for a tag without a body.
  fileprivate func ownWords(for tag: TemplateTag) -> String? {
    if let words = pelican.text(for: tag, from: current?.folder) { return words }
    guard let own = templates.text(for: tag, from: current?.folder) else { return nil }
    let text = own.filter { $0 != SiteTemplate.body }
    return isAlone(tag) ? "\n\(text)\n\n" : text.replacing("\n", with: " ")
  }

  /// The same for a tag with a body: what stands above it, and what is to stand below.
  fileprivate mutating func ownPair(_ tag: TemplateTag) -> String? {
    guard pairs.count < 20, tag.ended == nil, !tag.isSelfClosing, TagWords.words(for: tag) ?? tag.replacement == nil,
      let end = ends.next(after: tag), let own = templates.text(for: tag, from: current?.folder)
    else { return nil }
    let parts = own.split(separator: SiteTemplate.body, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let isBlock = bytes[tag.range.upperBound..<end.lowerBound].contains(ASCII.newline)
    func written(_ part: Substring) -> String { isBlock ? String(part) : String(part).replacing("\n", with: " ") }
    let space = isBlock ? "\n\n" : ""
    pairs.append(PairedTag(tag.name, "", space + written(parts[1]) + (isBlock ? "\n" : "")))
    return (isBlock ? "\n" : "") + written(parts[0]) + space
  }

  /// The end of a loop whose body has words that only the site generator knows.
  fileprivate func endOfLoop(_ tag: TemplateTag) -> Int? {
    guard let end = ends.next(after: tag), bytes[tag.range.upperBound..<end.lowerBound].firstRange(of: Array("{{".utf8)) != nil else {
      return nil
    }
    return end.upperBound
  }

  /// Writes a shortcode as authors show one.
  fileprivate mutating func show(_ tag: TemplateTag, isInCode: Bool) {
    let sign = String(decoding: bytes[tag.range].drop { $0 == ASCII.openBrace }.prefix(1), as: UTF8.self)
    let closer = sign == "<" ? ">" : sign
    let fence = isInCode || tag.arguments.contains("`") ? "" : "`"
    text.write("\(fence){{\(sign)\(tag.arguments)\(closer)}}\(fence)".utf8)
    text.skip(to: tag.range.upperBound)
  }

  /// `<!-- tab Name -->` and `<!-- endtab -->` of Hexo, `<--->` between columns.
  fileprivate mutating func replaceMarker(at index: Int, to end: Int) {
    text.copy(upTo: index)
    if bytes[index..<end].starts(with: TemplateTag.columnBreak) {
      let next = pairs.last?.next
      if let next { text.write(next.utf8) }
      let after = index + TemplateTag.columnBreak.count
      if next == nil { text.copy(upTo: after) } else { text.skip(to: after) }
      return
    }
    guard let close = bytes[index..<min(end, index + 200)].firstRange(of: Array("-->".utf8)) else {
      text.copy(upTo: index + 1)
      return
    }
    let words = String(decoding: bytes[(index + 4)..<close.lowerBound], as: UTF8.self).trimmedWhitespace()
    let name = String(words.dropFirst(3).prefix { $0 != "@" }).trimmedWhitespace()
    text.write((words == "endtab" ? "\n:::\n" : "\n:::{tab-item} \(name.isEmpty ? "·" : name)\n").utf8)
    text.skip(to: close.upperBound)
  }

  /// The folder of a post's own files, which Hexo calls as the post.
  fileprivate func folder(of tag: TemplateTag) -> String {
    guard tag.name.hasPrefix("asset_"), let file = current else { return "" }
    let name = file.name.split(separator: "/").last.map(String.init) ?? ""
    let post = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
    return files.has(post, from: file.folder) ? post + "/" : ""
  }
}

extension TemplateTag {
  /// Jekyll's and Hugo's pages name a layout, an address, or that they are drafts.
  static func isTemplated(_ bytes: [UInt8]) -> Bool {
    let matter = FrontMatter.of(bytes)
    return ["layout", "permalink", "draft", "aliases"].contains { matter.value($0) != nil }
  }

  /// True for what only Jekyll writes: `{{ site.baseurl }}`, `{{ "/a.png" | relative_url }}`.
  fileprivate var isOfSite: Bool {
    name.hasPrefix("site.")
      || ["| relative_url", "|relative_url", "| absolute_url", "| prepend: site."].contains { arguments.contains($0) }
  }

  /// All tags outside of code.
  static func all(in bytes: [UInt8]) -> [TemplateTag] {
    var tags: [TemplateTag] = []
    var walk = CodeWalk(bytes, from: FrontMatter.length(in: bytes))
    while let index = walk.next() {
      guard bytes[index] == UInt8(ascii: "{"), let tag = TemplateTag.read(bytes, at: index) else { continue }
      tags.append(tag)
      walk.skip(to: tag.range.upperBound)
    }
    return tags
  }
}
