import TypesetBytes
import TypesetDiagnostics

/// Converts the HTML in a tree to nodes: the content between an opening and a closing tag becomes the children of an element,
/// whether HTML or Markdown.
///
/// Where siblings have tags among them, the tags and a placeholder for each other sibling go through libxml2's parser together; the
/// tree that it returns is turned back into Markdown's nodes.
struct HTMLExtensions {
  var tree: Tree
  let spans: MathSpans
  let source: [UInt8]
  var diagnostics: [Diagnostic] = []
  private(set) var hasMoved = false
  /// Diagnostics that were reported; each is reported once.
  var said: Set<String> = []
  var places = HTMLPlaces()
  private(set) lazy var drawings = InlineSVG(source)
  private(set) lazy var boxStyles = BoxStyles(source)
  /// Names with a closing tag among these siblings.
  private var closed: Set<String> = []
  /// How many elements that are not shown have no closing tag among these siblings, by name.
  private var open: [String: Int] = [:]
  /// Blocks that a paragraph's text closes, as in `text</details>`.
  private var closings: [Tree.Index: [String]] = [:]
  /// Paragraphs that contain anchors only.
  private var anchorParagraphs: Set<Tree.Index> = []

  /// True where names in capitals are those of components: `<FAQ/>`.
  var hasComponents = false

  init(tree: Tree, spans: MathSpans, source: [UInt8]) {
    self.tree = tree
    self.spans = spans
    self.source = source
  }

  mutating func run() {
    guard tree.nodes.contains(where: { Self.html(of: $0.kind) != nil }) else { return }
    for index in tree.nodes.indices.reversed() {
      let index = Tree.Index(index)
      if tree.children(of: index).contains(where: { Self.html(of: tree[$0].kind) != nil }) { read(index) }
    }
    moveAnchors()
  }

  private static func html(of kind: Tree.Kind) -> String? {
    switch kind {
    case .htmlBlock(let text), .htmlInline(let text): text
    default: nil
    }
  }

  private mutating func read(_ parent: Tree.Index) {
    let children = Array(tree.children(of: parent))
    var pieces: [HTMLTree.Piece] = []
    places = HTMLPlaces()
    (closed, open) = ([], [:])
    var isOnlyComments = true
    for child in children {
      guard let text = Self.html(of: tree[child].kind) else {
        pieces.append(.markdown(child))
        for name in closings[child] ?? [] { pieces.append(.html(Array("</\(name)>".utf8))) }
        continue
      }
      if text.utf8.starts(with: "<!--".utf8), text.trimmedWhitespace().hasSuffix("-->"), text.ranges(of: "-->").count == 1 { continue }
      isOnlyComments = false
      var bytes = Array(text.utf8)
      let hidden = Self.instructionLength(bytes)
      bytes.removeFirst(hidden)
      pieces.append(.html(bytes))
      let span = tree[child].span
      places.add(bytes, at: SourceSpan(min(Int(span.start) + hidden, Int(span.end)), Int(span.end)), in: source)
      readTags(bytes)
    }
    hasMoved = true
    if isOnlyComments {
      tree.setChildren(of: parent, to: children.filter { Self.html(of: tree[$0].kind) == nil })
      return
    }
    guard var html = HTMLTree(pieces) ?? withoutRawText(&pieces).flatMap({ HTMLTree($0) }) else {
      let span = children.first { Self.html(of: tree[$0].kind) != nil }.map { tree[$0].span }
      say("html.nesting", at: span, "this HTML cannot be read: it is nested too deeply or has an unclosed element")
      showAsSource(children)
      return
    }
    if html.leavesOutAttributes {
      let span = children.first { Self.html(of: tree[$0].kind) != nil }.map { tree[$0].span }
      say("limit.attributes", at: span, "a tag has more than 500 attributes; the rest of them is left out")
    }
    for light in LightPictures.show(in: &html) { say("picture.remote", at: tree[children[0]].span, LightPictures.words(light)) }
    separateBoxes(in: &html, at: tree[children[0]].span)
    let isInline = Self.isInline(tree[children[0]].kind)
    let isCell = if case .tableCell = tree[parent].kind { true } else { false }
    var conversion = HTMLConversion(html: html, closed: closed, unclosed: Set(open.filter { $0.value > 0 }.keys))
    // Swapped, not copied: the tree is large.
    swap(&conversion.extensions, &self)
    let nodes =
      isCell
      ? conversion.cellContent(html.children(of: 0))
      : isInline ? conversion.inlines(of: html.children(of: 0)) : conversion.blocks(of: html.children(of: 0))
    swap(&conversion.extensions, &self)
    tree.setChildren(of: parent, to: nodes)
    if isInline { readParagraph(parent, pieces, nodes) }
  }

  /// The pieces with each `<script>` and `<style>` as text that is not closed in its piece: the parser would put all that follows into it.
  private mutating func withoutRawText(_ pieces: inout [HTMLTree.Piece]) -> [HTMLTree.Piece]? {
    var hasChanged = false
    for (number, piece) in pieces.enumerated() {
      guard case .html(var bytes) = piece, let (name, start) = Self.openRawText(in: bytes) else { continue }
      var places = places
      say(
        "html.unclosed", at: places.tag(name)?.span, "<\(name)> is never closed",
        hint: "close it with </\(name)>, or write `<\(name)>` for its name; it is shown as text")
      bytes.replaceSubrange(start...start, with: Array("&lt;".utf8))
      pieces[number] = .html(bytes)
      hasChanged = true
    }
    return hasChanged ? pieces : nil
  }

  /// The first `<script` or `<style` without an end tag.
  private static func openRawText(in bytes: [UInt8]) -> (name: String, start: Int)? {
    let small = bytes.map { $0 | ($0 &- 0x41 < 26 ? 0x20 : 0) }
    var found: (name: String, start: Int)?
    for name in ["script", "style"] {
      let word = Array("</\(name)".utf8)
      let closer = small.indices.last { small[$0] == word[0] && small[$0...].starts(with: word) } ?? -1
      guard let open = small[(closer + 1)...].firstRange(of: Array("<\(name)".utf8))?.lowerBound else { continue }
      if open < found?.start ?? .max { found = (name, open) }
    }
    return found
  }

  private mutating func readParagraph(_ paragraph: Tree.Index, _ pieces: [HTMLTree.Piece], _ nodes: [Tree.Index]) {
    guard case .paragraph = tree[paragraph].kind else { return }
    if nodes.allSatisfy({ isAnchor($0) }) { anchorParagraphs.insert(paragraph) }
    var open = 0
    for piece in pieces {
      guard case .html(let tag) = piece else { continue }
      let name = String(
        decoding: tag.drop { $0 == ASCII.less || $0 == UInt8(ascii: "/") }.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }, as: UTF8.self
      )
      .lowercased()
      guard HTMLNames.isBlock(name), !HTMLNames.void.contains(name) else { continue }
      if tag.count > 1, tag[1] != UInt8(ascii: "/") {
        open += 1
      } else if open > 0 {
        open -= 1
      } else {
        closings[paragraph, default: []].append(name)
      }
    }
  }

  func isAnchor(_ index: Tree.Index) -> Bool {
    switch tree[index].kind {
    case .span: tree[index].firstChild < 0 && tree.attributes(of: index)?.id != nil
    case .softBreak: true
    default: false
    }
  }

  /// Gives the anchors of such a paragraph to the block below it.
  private mutating func moveAnchors() {
    for parent in Set(anchorParagraphs.map { tree[$0].parent }) where parent >= 0 {
      var anchors: [Attributes.Pair] = []
      var children: [Tree.Index] = []
      for child in Array(tree.children(of: parent)) {
        if anchorParagraphs.contains(child) {
          anchors += tree.children(of: child).compactMap { tree.attributes(of: $0)?.id }.map { Attributes.Pair("anchor", $0) }
        } else {
          tree.add(Attributes(pairs: anchors), to: child)
          anchors = []
          children.append(child)
        }
      }
      tree.setChildren(of: parent, to: children)
    }
  }

  mutating func say(
    _ code: String, at span: SourceSpan?, _ message: String, hint: String? = nil, severity: Diagnostic.Severity = .warning
  ) {
    guard said.insert(code + message).inserted else { return }
    diagnostics.append(Diagnostic(severity, code, at: span, message, hint: hint))
  }

  /// True for an empty block that nothing leads to; a widget of knitr's pages, which would draw in it, is said.
  mutating func isNothing(_ attributes: Attributes, _ span: SourceSpan) -> Bool {
    if attributes.classes.contains("html-widget") {
      let kind = attributes.classes.first { $0 != "html-widget" && !$0.hasPrefix("html-") }
      say("html.not-shown", at: span, "a widget\(kind.map { " (\($0))" } ?? "") cannot be shown on paper")
    }
    return attributes.id == nil
  }

  mutating func sayUnclosed(_ name: String, _ span: SourceSpan) {
    say(
      "html.unclosed", at: span, "<\(name)> is never closed", hint: "close it with </\(name)>; what follows is shown without it")
  }

  /// - Parameter tag: As it is written: a name with a capital is a component's, which often only holds what is in it (`<Steps>`).
  mutating func sayUnknown(_ name: String, _ span: SourceSpan, written tag: String) {
    if HTMLNames.beginsAsComponent(tag) || hasComponents && HTMLNames.isInCapitals(tag) {
      if HTMLNames.holders.contains(name) { return }
      let own = HTMLNames.name(ofTag: tag)
      return say("html.component", at: span, "the component <\(own)> is unknown: its content alone is shown", severity: .note)
    }
    // As it is written: a name in capitals may be a word.
    let own = HTMLNames.isInCapitals(tag) ? String(HTMLNames.name(ofTag: tag)) : name
    say("html.unknown-tag", at: span, "unknown element <\(own)>", hint: "its content is shown; write \\<\(own)> for the tag itself")
  }

  /// True for the tag of a component that ends itself.
  func isComponent(_ tag: String) -> Bool {
    HTMLNames.isComponent(tag) || hasComponents && HTMLNames.isInCapitals(tag) && tag.hasSuffix("/>")
  }

  mutating func sayComponent(_ tag: String, _ span: SourceSpan) {
    say(
      "html.component", at: span, "the component <\(HTMLNames.name(ofTag: tag))> is left out",
      hint: "replace it by the Markdown that the site generator would produce")
  }

  /// Shows HTML that can't be read as its source.
  private mutating func showAsSource(_ children: [Tree.Index]) {
    for child in children {
      switch tree[child].kind {
      case .htmlBlock(let text):
        tree.nodes[Int(child)].kind = .codeBlock(info: "html", literal: spans.restored(Array(text.utf8), from: source))
      case .htmlInline(let text): tree.nodes[Int(child)].kind = .text(spans.restored(Array(text.utf8), from: source))
      default: break
      }
    }
  }

  static func isInline(_ kind: Tree.Kind) -> Bool { kind.isInline }

  /// The bytes of `<?…?>`, `<![CDATA[…]]>` and `<!…>` at the beginning: browsers do not show them either.
  private static func instructionLength(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 2, bytes[0] == ASCII.less, bytes[1] == UInt8(ascii: "?") || bytes[1] == UInt8(ascii: "!") else { return 0 }
    if bytes.starts(with: "<!--".utf8) { return 0 }
    let end: [UInt8] =
      bytes[1] == UInt8(ascii: "?") ? Array("?>".utf8) : bytes.starts(with: "<![".utf8) ? Array("]]>".utf8) : [ASCII.greater]
    return bytes.firstRange(of: end)?.upperBound ?? bytes.count
  }

  private mutating func readTags(_ bytes: [UInt8]) {
    var search = TagSearch()
    var index = 0
    while let start = bytes[index...].firstIndex(of: ASCII.less), start + 2 < bytes.count {
      let isClosing = bytes[start + 1] == UInt8(ascii: "/")
      let first = isClosing ? start + 2 : start + 1
      index = first
      while index < bytes.count, bytes[index] != ASCII.greater, !ASCII.isBlank(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[first..<index], as: UTF8.self).lowercased()
      if isClosing { closed.insert(name) }
      guard HTMLNames.isHidden(name) else { continue }
      let end = search.end(of: bytes, from: index, to: bytes.count).map { $0 - 1 } ?? bytes.count
      if isClosing { open[name, default: 0] -= 1 } else if bytes[end - 1] != UInt8(ascii: "/") { open[name, default: 0] += 1 }
    }
  }

  /// Text without formulas.
  func isPlain(_ html: HTMLTree, _ index: HTMLTree.Index) -> Bool {
    switch html.nodes[Int(index)].kind {
    case .text(let text): spans.areEmpty || spans.parts(of: text).count == 1
    case .markdown(let node): if case .text = tree[node].kind { true } else { false }
    case .element: false
    }
  }

  /// GitBook's `<span class="math">`, which has LaTeX without signs around it; nil where a comment in a single line would end it.
  func formula(
    _ html: HTMLTree, _ children: [HTMLTree.Index], _ attributes: Attributes, _ words: @autoclosure () -> String, _ span: SourceSpan
  ) -> MathSpan? {
    guard attributes.classes.contains("math"), children.allSatisfy({ isPlain(html, $0) }) else { return nil }
    let tex = (written(html, children) ?? words()).trimmedWhitespace()
    guard !tex.isEmpty, !Self.hasComment(tex) else { return nil }
    return MathSpan(tex: tex, isDisplay: false, span: span, origins: [MathSpan.Origin(body: 0, source: Int(span.start))])
  }

  /// The author's own bytes of some text within a line, in which Markdown has taken no backslash away; nil where HTML's names of signs are in it.
  private func written(_ html: HTMLTree, _ children: [HTMLTree.Index]) -> String? {
    var bounds: Range<Int>?
    for child in children {
      guard case .markdown(let node) = html.nodes[Int(child)].kind else { return nil }
      let range = tree[node].span.range(within: source.count)
      bounds = bounds.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
    }
    guard let bounds, !source[bounds].contains(where: { "&<\n".utf8.contains($0) }) else { return nil }
    return String(decoding: source[bounds], as: UTF8.self)
  }

  /// True for a `%` that begins a comment of LaTeX.
  private static func hasComment(_ tex: String) -> Bool {
    var isEscaped = false
    return tex.utf8.contains { byte in
      defer { isEscaped = byte == ASCII.backslash && !isEscaped }
      return byte == UInt8(ascii: "%") && !isEscaped
    }
  }

  /// Code in lines: code between the breaks, which are nil, without the blanks around it.
  mutating func code(_ lines: [String?], _ span: SourceSpan) -> [Tree.Index] {
    lines.compactMap { line in
      guard let text = line?.trimmedWhitespace() else { return tree.add(.lineBreak, span) }
      return text.isEmpty ? nil : tree.add(.code(text), span)
    }
  }
}

/// The positions of the tags of some siblings in the author's text: the parser's elements come in document order, so each is
/// looked for after the previous one.
struct HTMLPlaces {
  private var bytes: [UInt8] = []
  private var lines: [(start: Int, source: Int)] = []
  private var cursor = 0
  private var limit = 0
  private var search = TagSearch()
  /// Names that do not occur again.
  private var missing: Set<String> = []

  /// Adds HTML; the prefixes of quotes and lists were removed from its lines.
  mutating func add(_ html: [UInt8], at span: SourceSpan, in source: [UInt8]) {
    limit = source.count
    var place = Int(span.start)
    var isFirst = true
    let pieces = html.split(separator: ASCII.newline, omittingEmptySubsequences: false)
    for line in pieces {
      var end = place
      // For a tag within a line, the line's end does not matter.
      if pieces.count > 1 { while end < source.count, source[end] != ASCII.newline { end += 1 } }
      lines.append((bytes.count, isFirst ? place : max(place, end - line.count)))
      isFirst = false
      bytes += line
      bytes.append(ASCII.newline)
      place = min(end + 1, source.count)
    }
  }

  /// The tag of the next element with a name: its span, and its source.
  mutating func tag(_ name: String) -> (span: SourceSpan, text: String)? {
    guard !missing.contains(name) else { return nil }
    let word = name
    let name = Array(name.utf8)
    var index = cursor
    while index + name.count < bytes.count {
      if bytes[index] == ASCII.less, zip(bytes[(index + 1)...], name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
        cursor = search.end(of: bytes, from: index, to: bytes.count) ?? bytes.count
        let start = source(of: index)
        return (SourceSpan(start, min(start + cursor - index, limit)), String(decoding: bytes[index..<cursor], as: UTF8.self))
      }
      index += 1
    }
    missing.insert(word)
    return nil
  }

  /// Goes on after an element whose content is not looked at.
  ///
  /// - Parameter end: In the source.
  mutating func pass(_ end: Int) {
    while cursor < bytes.count, source(of: cursor) < end { cursor += 1 }
  }

  /// The span of a text shortly after the last tag; the current position if it was written differently.
  mutating func text(_ text: [UInt8]) -> SourceSpan {
    guard let first = text.first else { return here }
    for index in cursor..<max(cursor, min(bytes.count, cursor + 256)) where bytes[index] == first {
      let end = index + text.count
      guard end <= bytes.count, bytes[index..<end].elementsEqual(text) else { continue }
      cursor = end
      let start = source(of: index)
      return SourceSpan(start, min(start + text.count, limit))
    }
    return here
  }

  private func source(of offset: Int) -> Int {
    let low = max(0, lines.partitioningIndex { $0.start > offset } - 1)
    return lines.isEmpty ? 0 : min(lines[low].source + offset - lines[low].start, limit)
  }

  /// The current position.
  var here: SourceSpan {
    let place = min(source(of: max(cursor - 1, 0)) + (cursor > 0 ? 1 : 0), limit)
    return SourceSpan(place, place)
  }
}
