import TypesetDiagnostics
import TypesetFiles

/// The `<svg>` elements of a document: each is a picture whose address holds the drawing (RFC 2397).
struct InlineSVG {
  private let source: [UInt8]
  /// Where the elements end, by where they begin.
  private let ends: [Int: Int]
  /// The rules of the page's own `<style>` elements, which are for its drawings, too.
  private let styles: [UInt8]
  /// The same where they are too many for each drawing to have all of them.
  private let chosen: DrawingStyles?

  init(_ source: [UInt8]) {
    self.source = source
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    var styles: [Range<Int>] = []
    var style: Int?
    for index in source.indices where source[index] == ASCII.less {
      if HTMLEnd.beginsDrawing(source, at: index, before: source.count) {
        open.append(index)
      } else if HTMLEnd.begins(source, with: "</svg>", at: index, before: source.count), let start = open.popLast() {
        ends[start] = index + "</svg>".utf8.count
        // A drawing has its own already.
        while let last = styles.last, last.lowerBound > start { styles.removeLast() }
      } else if style == nil, HTMLEnd.begins(source, with: "<style", at: index, before: source.count) {
        style = source[index...].prefix(1_000).firstIndex(of: ASCII.greater)
      } else if let start = style, HTMLEnd.begins(source, with: "</style", at: index, before: source.count) {
        if start < index { styles.append(start + 1..<index) }
        style = nil
      }
    }
    self.ends = ends
    // In XML a `<` or `&` would be markup.
    let count = styles.reduce(0) { $0 + $1.count }
    let isShort = count < Self.mostStyles && count * ends.count < Self.mostCopied
    let rules = ends.isEmpty || count > Self.mostRead ? [] : styles.flatMap { source[$0] }
    self.styles = !isShort || rules.contains { $0 == ASCII.less || $0 == UInt8(ascii: "&") } ? [] : Self.withoutVariables(rules)
    chosen = isShort ? nil : DrawingStyles(Self.withoutVariables(rules))
  }

  /// The colors that a site's theme has under names, `var(--fg)`, are the text's.
  private static func withoutVariables(_ styles: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = styles[...]
    while let index = rest.firstIndex(of: UInt8(ascii: "v")) {
      guard rest[index...].starts(with: "var(--".utf8), let end = rest[index...].firstIndex(of: ASCII.closeParenthesis) else {
        out += rest[...index]
        rest = rest[(index + 1)...]
        continue
      }
      out += rest[..<index] + Array("currentColor".utf8)
      rest = rest[(end + 1)...]
    }
    return out + rest
  }

  /// They are in each drawing: so many bytes in one, and in all.
  private static let mostStyles = 1 << 16
  private static let mostCopied = 4 << 20
  private static let mostRead = 1 << 20

  /// The bytes of the element that begins at an offset; nil if nothing closes it.
  func range(from start: Int) -> Range<Int>? { ends[start].map { start..<$0 } }

  /// True for a drawing whose shapes have classes and no colours, which are in a stylesheet of the site: without them all would be black. Icons,
  /// which have no words, are meant to be.
  func isColoredElsewhere(_ range: Range<Int>) -> Bool { isColoredElsewhere(range, styles: styles(of: range)) }

  private func isColoredElsewhere(_ range: Range<Int>, styles: [UInt8]) -> Bool {
    guard styles.isEmpty else { return false }
    let shapes = source[range].drop { $0 != ASCII.greater }
    func holds(_ words: String) -> Bool { shapes.firstRange(of: Array(words.utf8)) != nil }
    return holds("class=") && holds("<text") && !["fill", "stroke", "<style", "style="].contains(where: holds)
  }

  private func styles(of range: Range<Int>) -> [UInt8] {
    chosen?.rules(for: source[range], limit: min(Self.mostStyles, Self.mostCopied / max(1, ends.count))) ?? styles
  }

  private static let outlines = Array("path,rect,circle,ellipse,polygon,polyline,line{fill:none;stroke:currentColor}".utf8)

  /// The bytes with `<` and `&` as text where HTML reads them so: `f(k+1)<=max`, `A & B`. In XML they would end the drawing.
  ///
  /// - Source: HTML, 13.2.5.6 Tag open state.
  private static func withSignsAsText(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      switch bytes[index] {
      case ASCII.less where !(ASCII.isLetter(next) || "/!?".utf8.contains(next)): out += "&lt;".utf8
      case UInt8(ascii: "&") where !namesCharacter(bytes[index...]): out += "&amp;".utf8
      default: out.append(bytes[index])
      }
    }
    return out
  }

  /// `&amp;`, `&#x3A9;`.
  private static func namesCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.dropFirst().prefix(32).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.hash }
    return !name.isEmpty && bytes[name.endIndex...].first == UInt8(ascii: ";")
  }

  /// An element as an address. In HTML its namespaces are understood, in a file they are not.
  func address(of range: Range<Int>) -> String {
    let name = source[range].prefix("<svg".utf8.count)
    let rest = source[range].dropFirst(name.count)
    let tag = rest.prefix { $0 != ASCII.greater }
    func names(_ prefix: String) -> Bool { tag.firstRange(of: Array("\(prefix)=".utf8)) != nil }
    var namespaces = names("xmlns") ? "" : " xmlns=\"http://www.w3.org/2000/svg\""
    if !names("xmlns:xlink"), rest.firstRange(of: Array("xlink:".utf8)) != nil {
      namespaces += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    }
    var drawing = Array(name) + Array(namespaces.utf8) + Self.withSignsAsText(rest)
    let own = styles(of: range)
    let styles = isColoredElsewhere(range, styles: own) ? Self.outlines : own
    if !styles.isEmpty, tag.last != UInt8(ascii: "/"), let end = drawing.firstIndex(of: ASCII.greater) {
      drawing.insert(contentsOf: Array("<style>".utf8) + styles + Array("</style>".utf8), at: end + 1)
    }
    return "data:image/svg+xml;base64," + base64(drawing)
  }
}

extension HTMLExtensions {
  /// The picture of an `<svg>` element; nil if it is not closed, nothing if it is not shown.
  ///
  /// - Parameter title: What the element says that it is.
  mutating func drawing(_ pairs: [Attributes.Pair], title: String, at start: Int) -> [Tree.Index]? {
    guard let range = drawings.range(from: start) else { return nil }
    places.pass(range.upperBound)
    func value(_ key: String) -> String { pairs.first { $0.key == key }?.value ?? "" }
    // A store of symbols for other drawings.
    if value("style").filter({ !$0.isWhitespace }).contains("display:none") || pairs.contains(where: { $0.key == "hidden" }) { return [] }
    let span = SourceSpan(range.lowerBound, range.upperBound)
    if drawings.isColoredElsewhere(range) {
      say("html.drawing", at: span, "this drawing has its colours from a stylesheet of the site: its shapes are drawn as outlines")
    }
    let node = tree.add(.image(source: drawings.address(of: range), title: ""), span)
    let words = value("aria-label").isEmpty ? title.trimmedWhitespace() : value("aria-label")
    if !words.isEmpty { tree.setChildren(of: node, to: [tree.add(.text(words), span)]) }
    var attributes = Attributes(element: "svg", pairs.filter { ["id", "class", "width", "height", "style", "align"].contains($0.key) })
    attributes.pairs.append(Attributes.Pair("caption", ""))
    tree.add(attributes, to: node)
    return [node]
  }
}
