internal import TypesetDiagnostics

/// A Markdown text that grows, and where it may be cut: text after a cut changes no block before it.
///
/// Only whole lines are looked at, so the cuts do not depend on the pieces in which the text comes.
package struct GrowingText: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Where blocks begin that continue nothing above them, ascending.
  package private(set) var cuts: [Int] = []
  /// Of the whole lines.
  private var state = OpenConstructs()
  /// Where the first line begins that is not whole.
  private var position = 0
  /// Up to here, no end of it was found.
  private var searched = 0
  /// Footnotes to which settled text refers; their references stay text.
  private var lostNotes: Set<[UInt8]> = []
  /// Up to here, definitions have been compared with them.
  private var comparedNotes = 0

  package init() {}

  package mutating func append(_ more: some Sequence<UInt8>) {
    bytes += more
    while let end = bytes[searched...].firstIndex(of: ASCII.newline) {
      if state.read(bytes[position..<end]) { cuts.append(position) }
      position = end + 1
      searched = position
    }
    searched = bytes.count
  }

  /// The text up to a position, unchanged.
  package func prefix(_ end: Int) -> [UInt8] { Array(bytes[..<end]) }

  /// Whole lines up to this many bytes; all of the text if it is shorter.
  package func opening(_ count: Int) -> [UInt8] {
    guard bytes.count > count else { return bytes }
    let start = bytes[..<count]
    let line = start.lastIndex(of: ASCII.newline).map { $0 + 1 }
    return Array(start[..<(line ?? start.lastIndex { $0 & 0xC0 != 0x80 } ?? 0)])
  }

  // MARK: The end

  /// The text with the formula closed that is open at the end.
  package var completed: [UInt8] {
    var text = bytes
    var last = state
    _ = last.read(text[position...])
    let start = text.lastParagraph
    let opener: (place: Int, closer: String)?
    if let place = last.formulaStart(before: text.count, in: text) {
      opener = place
    } else {
      opener = InlineOpener.last(in: text[start...])
    }
    guard last.isText, let opener, opener.place < text.count else { return text }
    // Half a command is not a command.
    if let backslash = text[opener.place...].lastIndex(of: ASCII.backslash), text[(backslash + 1)...].allSatisfy(ASCII.isLetter) {
      text.removeSubrange(backslash...)
    }
    let closers = TeXClosers.closers(of: text[opener.place...])
    text += closers.utf8
    text += opener.closer.utf8
    return text
  }

  // MARK: Footnotes

  /// Settles text up to a position: references in it to notes that are not defined before `end` stay text.
  ///
  /// Both changes keep the length: `[^a]` becomes `[ a]`, and a definition that comes later becomes text, `[^a]  …`.
  package mutating func keep(upTo place: Int, knowing end: Int) {
    let defined = Set(NoteLabels.definitions(in: bytes[..<end]).map { Array(bytes[$0]) })
    for label in NoteLabels.references(in: bytes[..<place]) where !defined.contains(Array(bytes[label])) {
      lostNotes.insert(Array(bytes[label]))
      bytes[label.lowerBound - 1] = ASCII.space
    }
    comparedNotes = min(comparedNotes, end)
  }

  /// Makes definitions without references text.
  package mutating func mendNotes(upTo end: Int) {
    guard !lostNotes.isEmpty, comparedNotes < end else { return }
    for label in NoteLabels.definitions(in: bytes[..<end]) where lostNotes.contains(Array(bytes[label])) {
      bytes[label.upperBound + 1] = ASCII.space
    }
    comparedNotes = end
  }
}

/// What is open at the end of some lines.
private struct OpenConstructs {
  private var fence: (mark: UInt8, count: Int, isIndented: Bool)?
  private var hasComment = false
  private var hasDollars = false
  private var hasBracket = false
  private var environments = 0
  private var colons = 0
  private var elements = 0
  private var followsBlank = true
  private var isFirst = true
  /// The line that ends the front matter.
  private var matterEnd: [UInt8]?

  /// True where formulas may be.
  var isText: Bool { fence == nil && !hasComment && matterEnd == nil }
  private var isFree: Bool { isText && !hasDollars && !hasBracket && environments == 0 && colons == 0 && elements == 0 }

  /// Reads a line.
  ///
  /// - Returns: True if a block begins with it that continues nothing.
  mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    if line.last == ASCII.carriageReturn { line = line.dropLast() }
    let text = line.drop(while: ASCII.isBlank)
    let indent = text.startIndex - line.startIndex
    defer { isFirst = false }
    if readMatter(line) { return false }
    if let fence {
      if fence.isIndented, indent == 0, followsBlank, !text.isEmpty {
        self.fence = nil
      } else {
        followsBlank = text.isEmpty
        let marks = text.prefix { $0 == fence.mark }
        if marks.count >= fence.count, text.dropFirst(marks.count).allSatisfy(ASCII.isBlank) { self.fence = nil }
        return false
      }
    }
    if hasComment {
      if line.firstRange(of: "-->".utf8) != nil { hasComment = false }
      followsBlank = false
      return false
    }
    guard !text.isEmpty else {
      // Formulas end at an empty line.
      (followsBlank, hasDollars, hasBracket, environments) = (true, false, false, 0)
      return false
    }
    let begins = followsBlank && indent == 0 && isFree && BlockStart.isCut(text)
    followsBlank = false
    if let mark = text.first, mark == ASCII.backtick || mark == ASCII.tilde {
      let count = text.prefix { $0 == mark }.count
      if count >= 3, mark == ASCII.tilde || !text.dropFirst(count).contains(mark) {
        fence = (mark, count, indent > 0)
        return begins
      }
    }
    if text.starts(with: ":::".utf8) {
      let rest = text.drop { $0 == UInt8(ascii: ":") }.drop(while: ASCII.isBlank)
      colons = max(0, colons + (rest.isEmpty ? -1 : 1))
    }
    readInlines(text)
    return begins
  }

  /// Reads a line of front matter.
  private mutating func readMatter(_ line: ArraySlice<UInt8>) -> Bool {
    if isFirst, ["---", "+++"].contains(where: { line.elementsEqual($0.utf8) }) {
      matterEnd = Array(line)
      return true
    }
    guard let end = matterEnd else { return false }
    if line.elementsEqual(end) || line.elementsEqual("...".utf8) { matterEnd = nil }
    return true
  }

  /// Counts what is opened and closed outside of code.
  private mutating func readInlines(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[index...]
      switch text[index] {
      case ASCII.backtick:
        let marks = rest.prefix { $0 == ASCII.backtick }
        index = rest[marks.endIndex...].firstRange(of: marks)?.upperBound ?? marks.endIndex
        continue
      case ASCII.dollar where rest.starts(with: "$$".utf8):
        hasDollars.toggle()
        index += 2
        continue
      case ASCII.backslash:
        if rest.starts(with: "\\[".utf8) { hasBracket = true }
        if rest.starts(with: "\\]".utf8) { hasBracket = false }
        if rest.starts(with: "\\begin{".utf8) { environments += 1 }
        if rest.starts(with: "\\end{".utf8) { environments = max(0, environments - 1) }
        index += 2
        continue
      case UInt8(ascii: "<"):
        if rest.starts(with: "<!--".utf8), rest.firstRange(of: "-->".utf8) == nil {
          hasComment = true
          return
        }
        let isEnd = rest.dropFirst().first == UInt8(ascii: "/")
        let name = rest.dropFirst(isEnd ? 2 : 1).prefix { ASCII.isLetter($0) }
        if Self.containers.contains(String(decoding: name, as: UTF8.self).lowercased()) { elements = max(0, elements + (isEnd ? -1 : 1)) }
      default: break
      }
      index += 1
    }
  }

  /// Elements that hold blocks and have end tags.
  private static let containers: Set<String> = [
    "div", "details", "table", "center", "section", "article", "aside", "figure", "blockquote", "ul", "ol", "dl", "main", "header",
    "footer", "nav", "script", "style", "pre", "textarea", "picture", "svg", "iframe", "video", "form",
  ]

  /// Where the body of the display begins that is open at the end of the text, and what closes it.
  func formulaStart(before end: Int, in text: [UInt8]) -> (place: Int, closer: String)? {
    if hasDollars, let start = text[..<end].lastRange(of: "$$") { return (start.upperBound, "\n$$\n") }
    if hasBracket, let start = text[..<end].lastRange(of: "\\[") { return (start.upperBound, "\n\\]\n") }
    return nil
  }
}

/// The first line of a block that continues no other one.
enum BlockStart {
  /// True for headings and for text that begins with a letter, but not for captions and items of lists.
  static func isCut(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.prefix { $0 == UInt8(ascii: "#") }.count
    if marks > 0 { return marks <= 6 && line.dropFirst(marks).first.map(ASCII.isBlank) ?? false }
    guard let first = line.first, ASCII.isLetter(first) || first >= 0xC3 else { return false }
    // `a.`, `iv)`: items of lists.
    let letters = line.prefix(while: ASCII.isLetter)
    if letters.count <= 5, let next = line.dropFirst(letters.count).first, next == UInt8(ascii: ".") || next == UInt8(ascii: ")") {
      return false
    }
    return !["Table", "Figure", "Listing", "Fig", "Abb", "Tab"].contains { letters.elementsEqual($0.utf8) }
  }
}

/// The last inline formula of a paragraph, where nothing closes it.
private enum InlineOpener {
  static func last(in text: ArraySlice<UInt8>) -> (place: Int, closer: String)? {
    var open: (place: Int, closer: String)?
    var index = text.startIndex
    while index < text.endIndex {
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      switch text[index] {
      case ASCII.backtick where open == nil:
        let marks = text[index...].prefix { $0 == ASCII.backtick }
        index = text[marks.endIndex...].firstRange(of: marks)?.upperBound ?? text.endIndex
        continue
      case ASCII.backslash:
        if next == UInt8(ascii: "("), open == nil { open = (index + 2, "\\)") }
        if next == UInt8(ascii: ")"), open?.closer == "\\)" { open = nil }
        index += 2
        continue
      case ASCII.dollar where open?.closer != "\\)":
        open = open == nil ? (index + 1, "$") : nil
      default: break
      }
      index += 1
    }
    // Money and shell variables are not formulas.
    guard let open, open.closer == "\\)" || MathEvidence.isFormula(text[open.place...], countsLetters: false) else { return nil }
    return open
  }
}

/// What closes the groups and environments that are open at the end of a formula.
private enum TeXClosers {
  static func closers(of tex: ArraySlice<UInt8>) -> String {
    var open: [String] = []
    var index = tex.startIndex
    while index < tex.endIndex {
      switch tex[index] {
      case UInt8(ascii: "{"): open.append("}")
      case UInt8(ascii: "}"): if open.last == "}" { open.removeLast() }
      case ASCII.backslash:
        let name = tex[(index + 1)...].prefix(while: ASCII.isLetter)
        let after = name.endIndex
        index = max(after, index + 2)
        switch String(decoding: name, as: UTF8.self) {
        case "left": open.append("\\right.")
        case "right": if open.last == "\\right." { open.removeLast() }
        case let command where command == "begin" || command == "end":
          guard let end = tex[after...].firstIndex(of: UInt8(ascii: "}")) else { return "" }
          if command == "begin" { open.append("\\end" + String(decoding: tex[after...end], as: UTF8.self)) } else { _ = open.popLast() }
          index = end + 1
        default: break
        }
        continue
      default: break
      }
      index += 1
    }
    return open.reversed().joined()
  }
}

/// Labels of footnotes, as places between `[^` and `]`.
private enum NoteLabels {
  static func definitions(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    all(in: text).filter { isDefinition($0, in: text) }
  }

  static func references(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    all(in: text).filter { !isDefinition($0, in: text) }
  }

  private static func isDefinition(_ label: Range<Int>, in text: ArraySlice<UInt8>) -> Bool {
    let start = label.lowerBound - 2
    let isAtStart = start == text.startIndex || text[start - 1] == ASCII.newline
    return isAtStart && label.upperBound + 1 < text.endIndex && text[label.upperBound + 1] == UInt8(ascii: ":")
  }

  private static func all(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = text.startIndex
    while let bracket = text[index...].firstIndex(of: ASCII.openBracket) {
      let start = bracket + 2
      index = bracket + 1
      guard start < text.endIndex, text[bracket + 1] == UInt8(ascii: "^") else { continue }
      index = start
      let label = text[start...].prefix(200).prefix { $0 != UInt8(ascii: "]") && !ASCII.isBlank($0) && $0 != ASCII.newline }
      if !label.isEmpty, label.endIndex < text.endIndex, text[label.endIndex] == UInt8(ascii: "]") { found.append(start..<label.endIndex) }
    }
    return found
  }
}

extension [UInt8] {
  /// Where the last paragraph begins.
  fileprivate var lastParagraph: Int {
    var index = count - 1
    while index > 0 {
      if self[index] == ASCII.newline, self[index - 1] == ASCII.newline { return index + 1 }
      index -= 1
    }
    return 0
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of text: String) -> Range<Int>? {
    let word = Array(text.utf8)
    var index = endIndex - word.count
    while index >= startIndex {
      if self[index...].starts(with: word) { return index..<index + word.count }
      index -= 1
    }
    return nil
  }
}
