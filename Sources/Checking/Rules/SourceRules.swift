import TypesetDiagnostics
import TypesetMarkdown

extension Checker {
  /// Rules that look at the source: levels of headings, labels, punctuation.
  mutating func checkSource() {
    checkHeadingLevels()
    if applies(.unusedLabel) { checkLabels() }
    if applies(.mixedPunctuation) { checkPunctuation() }
  }

  private mutating func checkHeadingLevels() {
    var last: Int?
    for node in document.tree.nodes {
      guard case .heading(let level) = node.kind, !isQuoted(node) else { continue }
      // Each of the joined documents has its own outline.
      if let last, level > last + 1 { report(.headingSkip, at: node.span, "a heading of level \(level) follows one of level \(last)") }
      last = level
    }
  }

  /// Headings of quotes, list items and cells are not part of the outline.
  private func isQuoted(_ node: Tree.Node) -> Bool {
    var parent = node.parent
    while parent > 0 {
      switch document.tree[parent].kind {
      case .blockQuote, .item, .callout, .tableCell, .footnoteDefinition: return true
      default: parent = document.tree[parent].parent
      }
    }
    return false
  }

  private mutating func checkLabels() {
    let uses = LabelUses(in: document.source.bytes)
    var notes: [(label: String, span: SourceSpan)] = []
    var used: Set<String> = []
    for (index, node) in document.tree.nodes.enumerated() {
      switch node.kind {
      case .footnoteDefinition(let label): notes.append((label, node.span))
      case .footnoteReference(let label): used.insert(label)
      case .math(let math), .mathBlock(let math):
        let attributed = document.tree.attributes(of: Int32(index))?.id.map { [$0] } ?? []
        for label in labels(of: math.tex) + attributed where uses.count(of: label) < 2 {
          report(.unusedLabel, at: node.span, "nothing refers to the equation \(label)")
        }
      case .image, .table, .figure, .codeBlock, .division:
        guard let label = document.tree.attributes(of: Int32(index))?.id, Self.kinds.contains(where: label.hasPrefix),
          uses.count(of: label) < 2
        else { continue }
        report(.unusedLabel, at: node.span, "nothing refers to \(label)")
      default: break
      }
    }
    for note in notes where !used.contains(note.label) {
      report(.unusedLabel, at: note.span, "nothing refers to the footnote \(note.label)")
    }
  }

  /// What labels of things with numbers begin with; others are for links from outside.
  private static let kinds = ["fig", "tbl", "tab", "eq", "lst", "thm", "lem"].flatMap { ["\($0)-", "\($0):"] }

  /// The arguments of `\label`.
  private func labels(of tex: String) -> [String] {
    tex.parts(between: "\\label").dropFirst().compactMap { rest in
      let name = rest.drop(while: \.isWhitespace)
      guard name.first == "{", let end = name.dropFirst().firstIndex(where: { $0 == "{" || $0 == "}" }), name[end] == "}" else {
        return nil
      }
      let label = name[..<end].dropFirst()
      return label.isEmpty ? nil : String(label)
    }
  }

  private mutating func checkPunctuation() {
    var found: [(span: SourceSpan, sign: Character, wide: Character)] = []
    var hasFullWidth = false
    for node in document.tree.nodes {
      guard case .text = node.kind else { continue }
      let range = node.span.range(within: document.source.bytes.count)
      let scalars = Array(String(decoding: document.source.bytes[range], as: UTF8.self).unicodeScalars)
      var offset = range.lowerBound
      // Each sign is reported once in this many bytes: a text that uses them throughout is not reported at each of them.
      var lastPlaces: [Unicode.Scalar: Int] = [:]
      for (index, scalar) in scalars.enumerated() {
        defer { offset += UTF8.width(scalar) }
        if "，。；：！？、".unicodeScalars.contains(scalar) { hasFullWidth = true }
        guard let wide = Self.fullWidth[scalar], index > 0, scalars[index - 1].isHan else { continue }
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        let isInChinese = next.isHan || scalar != "(" && (next == " " || next == "\n")
        guard isInChinese, lastPlaces[scalar] != offset / 400 else { continue }
        lastPlaces[scalar] = offset / 400
        found.append((SourceSpan(offset, offset + 1), Character(scalar), wide))
      }
    }
    guard hasFullWidth else { return }
    for place in found {
      report(
        .mixedPunctuation, at: place.span, "“\(place.sign)” is half-width in Chinese text that uses full-width punctuation elsewhere",
        hint: "write \(place.wide)")
    }
  }

  private static let fullWidth: [Unicode.Scalar: Character] = [
    ",": "，", ".": "。", ";": "；", ":": "：", "!": "！", "?": "？", "(": "（",
  ]
}

/// How often words that can be labels occur in a source.
private struct LabelUses {
  private var words: [ArraySlice<UInt8>: Int] = [:]

  init(in bytes: [UInt8]) {
    var start = 0
    for index in 0...bytes.count {
      if index < bytes.count, Self.isPart(bytes[index]) { continue }
      // A sentence may end after a label.
      var end = index
      while end > start, [0x2E, 0x3A, 0x2D].contains(bytes[end - 1]) { end -= 1 }
      if end > start, end - start < 200 { words[bytes[start..<end], default: 0] += 1 }
      start = index + 1
    }
  }

  func count(of label: String) -> Int { words[Array(label.utf8)[...]] ?? 0 }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    // - . : _ and / of labels.
    case 0x2D, 0x2E, 0x3A, 0x5F, 0x2F: true
    default: false
    }
  }
}
