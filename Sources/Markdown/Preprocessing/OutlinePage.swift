internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of a page of Logseq as other tools would write it: properties of blocks are no text, tasks have boxes, references to blocks are their
/// words.
func withoutOutlineMarks(
  _ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]
) -> Source {
  guard dialect?.tool == .logseq else { return source }
  let source = withOutlineAtMargin(source, &diagnostics)
  var page = OutlinePage(source.bytes, files, source.files.first?.folder)
  let result = rewritingLines(source, &diagnostics) { line, _ in page.change(of: line) }
  for name in page.omitted {
    let isBlock = name == OutlinePage.otherPage
    diagnostics.append(
      Diagnostic(
        .warning, "template.left-out", at: nil,
        isBlock ? "((…)) refers to a block of another page and is left out" : "{{\(name)}} of Logseq is left out",
        hint: isBlock ? "copy the words of that block in its place" : "put the words that Logseq shows in its place"))
  }
  return result
}

/// The source of a page whose first item is indented, and all others with it: Logseq reads it at whatever column, elsewhere it would be code.
private func withOutlineAtMargin(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1 else { return source }
  let body = source.bytes[FrontMatter.length(in: source.bytes)...]
  guard let first = body.firstIndex(where: { $0 > ASCII.space }), body[first...].starts(with: "- ".utf8),
    case let lineStart = body[..<first].lastIndex(of: ASCII.newline).map({ $0 + 1 }) ?? body.startIndex, first > lineStart
  else { return source }
  let depth = first - lineStart
  return rewritingLines(source, &diagnostics) { line, _ in
    let blanks = line.prefix(depth).prefix(while: ASCII.isBlank).count
    return blanks == 0 ? .keep : .write(Array(line.dropFirst(blanks)))
  }
}

struct OutlinePage {
  /// The words of blocks by their names.
  private let blocks: [String: String]
  /// The names of macros that are left out.
  private(set) var omitted: [String] = []
  private var fences = OpenFences()
  private var isInLog = false
  /// The bullet of a block whose first line was a property.
  private var pending: String?
  /// The bullet of an item of which nothing is left, for the items below it.
  private var held: String?
  /// What is before a bullet without words; a line of dashes would make a heading of what is above it.
  private var empty: String?
  /// True below a line at the margin that is no item.
  private var isBelowText = false
  /// How far the items below such a line are indented.
  private var shift = 0
  /// True up to the first line that is no property of the page.
  private var isAtTop = true
  /// The page's title, which is above its other properties, until it is written.
  private var title: String?
  /// True between two lines with dollars, in a display.
  private var isDisplay = false
  /// The end of the environment that is open without dollars around it.
  private var environmentEnd: String?
  /// How many ends of environments are still to come.
  private var ends: [String: Int] = [:]

  /// What is said of references to blocks of other pages.
  static let otherPage = "((…))"

  /// Environments that Logseq's formulas have without dollars around them, besides those that are displays everywhere.
  private static let bare = ["aligned", "alignedat", "gathered", "split", "cases", "array", "matrix", "pmatrix", "bmatrix", "vmatrix"]

  init(_ bytes: [UInt8], _ files: FileAccess, _ folder: String?) {
    var known = OutlineBlocks(bytes)
    known.addBlocks(namedIn: bytes, files, near: folder)
    (blocks, title) = (known.words, known.title)
    for line in bytes.split(separator: ASCII.newline) where line.contains(ASCII.backslash) {
      let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
      if text.hasPrefix("\\end{") { ends[text, default: 0] += 1 }
    }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let indent = line.prefix(while: ASCII.isBlank).count
    let rest = line.dropFirst(indent)
    if indent == 0, !line.isEmpty {
      isBelowText = !Self.isBullet(line)
      shift = 0
    } else if shift == 0, isBelowText, !fences.isCode, Self.isBullet(rest) {
      shift = indent
    }
    guard shift > 0, indent >= shift else { return changeInPlace(line) }
    // Blocks below a heading or a text at the margin are a list, not code.
    let moved = line.dropFirst(shift)
    let change = changeInPlace(moved)
    return if case .keep = change { .write(Array(moved)) } else { change }
  }

  private static func isBullet(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "-") && line.dropFirst().first.map(ASCII.isBlank) ?? true
  }

  private mutating func changeInPlace(_ line: ArraySlice<UInt8>) -> LineChange {
    guard let bullet = held else { return changeAlone(line) }
    let change = changeAlone(line)
    if case .drop = change {
      // Another bullet of which nothing is left, below this one.
      guard let inner = held, inner.utf8.count > bullet.utf8.count else { return change }
      return .write(Array((bullet + "…").utf8))
    }
    held = nil
    let depth = bullet.utf8.count - 2
    let isBelow = line.count > depth && line.prefix(depth + 1).allSatisfy(ASCII.isBlank)
    guard isBelow else { return change }
    let rest = if case .write(let words) = change { words } else { Array(line) }
    return .write(Array((bullet + "…\n").utf8) + rest)
  }

  private mutating func changeAlone(_ line: ArraySlice<UInt8>) -> LineChange {
    let text = String(decoding: line, as: UTF8.self)
    let indent = text.prefix { $0 == " " || $0 == "\t" }
    let body = text[indent.endIndex...]
    let isItem = body.hasPrefix("- ")
    if !fences.isCode, body.first == "-", body.dropFirst().allSatisfy(\.isWhitespace) {
      (empty, isAtTop) = (String(indent), false)
      return .drop
    }
    if let before = empty, !body.isEmpty {
      empty = nil
      let isBelow = indent.utf8.count > before.utf8.count
      if isBelow, isItem {
        let change = changeAlone(line)
        let words = if case .write(let words) = change { words } else { Array(line) }
        return if case .drop = change { .drop } else { .write(Array("\(before)- <!-- -->\n".utf8) + words) }
      }
      if isBelow { pending = before + "- " }
    }
    var bullet = isItem ? "- " : ""
    var words = String(body.dropFirst(bullet.count))
    // A bullet in a block is the block's.
    if isItem, !fences.isCode, words.hasPrefix("* "), words.count > 2 { words.removeFirst(2) }
    let isChanged = words.count < body.count - bullet.count
    if isItem { pending = nil }
    let wasCode = fences.isCode
    fences.pass(Array(words.utf8)[...])
    if !wasCode, fences.isCode, let first = pending {
      // The block is the code alone.
      (pending, isAtTop) = (nil, false)
      return .write(Array((first + words).utf8))
    }
    guard !wasCode, !fences.isCode else { return .keep }
    if let change = environment(words, indent + bullet) { return change }
    if let change = property(words, String(indent), bullet) { return change }
    if !words.isEmpty { isAtTop = false }
    if words == ":LOGBOOK:" || isInLog {
      isInLog = words != ":END:"
      return .drop
    }
    var start = indent + bullet
    if let first = pending {
      // The bullet that was left out stands before the first words.
      (pending, start, bullet) = (nil, first[...], first)
    }
    if let change = orgBlock(words, start) { return change }
    let wasDisplay = isDisplay
    passDollars(of: words)
    var out = wasDisplay ? words : withoutMacros(words)
    if !bullet.isEmpty || out.hasPrefix("#") { out = Self.task(out) }
    let isNothing = out.allSatisfy(\.isWhitespace) || out != words && out.allSatisfy { $0 == "#" || $0.isWhitespace }
    if isItem, isNothing, !words.isEmpty {
      held = String(start)
      return .drop
    }
    return !isChanged && out == words && start == indent + (isItem ? "- " : "") ? .keep : .write(Array((start + out).utf8))
  }

  // MARK: Formulas

  private mutating func passDollars(of words: String) {
    var previous: Character?
    for character in words {
      if character == "$", previous == "$" {
        isDisplay.toggle()
        previous = nil
      } else {
        previous = character
      }
    }
  }

  /// A line of an environment without dollars, which Logseq sets as a display: dollars around it.
  private mutating func environment(_ words: String, _ start: Substring) -> LineChange? {
    let text = words.trimmedWhitespace()
    if let end = environmentEnd {
      ends[text].map { ends[text] = $0 - 1 }
      if text == end {
        environmentEnd = nil
        return .write(Array((start + words + "$$").utf8))
      }
      // An empty line would end the formula.
      return text.isEmpty ? .drop : .keep
    }
    if text.hasPrefix("\\end{") { ends[text].map { ends[text] = $0 - 1 } }
    guard !isDisplay, text.hasPrefix("\\begin{"), let close = text.firstIndex(of: "}"), close < text.endIndex else { return nil }
    let name = String(text[..<close].dropFirst(7))
    let end = "\\end{\(name)}"
    guard Self.bare.contains(name.hasSuffix("*") ? String(name.dropLast()) : name), ends[end, default: 0] > 0 else { return nil }
    environmentEnd = end
    isAtTop = false
    let first = pending.map { $0[...] } ?? start
    pending = nil
    return .write(Array((first + "$$" + words).utf8))
  }

  // MARK: Properties

  /// `key:: value`
  static func property(_ text: String) -> (key: String, value: String)? {
    guard let colons = text.firstRange(of: "::"), colons.lowerBound > text.startIndex else { return nil }
    let key = text[..<colons.lowerBound]
    let rest = text[colons.upperBound...]
    guard key.allSatisfy({ $0.isLetter || $0.isNumber || "-_./".contains($0) }), rest.isEmpty || rest.hasPrefix(" ") else { return nil }
    return (String(key), String(rest).trimmedWhitespace())
  }

  /// Properties that Logseq does not show, or only to the author.
  private static let hidden: Set<String> = [
    "id", "collapsed", "background-color", "heading", "title", "alias", "tags", "icon", "public", "filters", "created-at", "updated-at",
    "exclude-from-graph-view", "file", "file-path", "template", "template-including-parent", "query-table", "query-properties",
    "query-sort-by", "query-sort-desc", "card-last-interval", "card-repeats", "card-ease-factor", "card-next-schedule",
    "card-last-reviewed", "card-last-score", "ls-type", "hl-type", "hl-page", "hl-color", "hl-stamp",
  ]

  private mutating func property(_ words: String, _ indent: String, _ bullet: String) -> LineChange? {
    guard let (key, value) = Self.property(words) else { return nil }
    let wasAtTop = isAtTop
    if !bullet.isEmpty { isAtTop = false }
    // The page's title is the name of its file otherwise.
    if wasAtTop, isAtTop, key == "title" || title != nil {
      let heading = title.map { "# \($0)\n" } ?? ""
      title = nil
      let isShown = !Self.hidden.contains(key) && !key.hasPrefix("logseq.") && !value.isEmpty
      let words = heading + (isShown ? "\n**\(key):** \(withoutMacros(value))" : "")
      return words.isEmpty ? .drop : .write(Array(words.utf8))
    }
    if key == "logseq.order-list-type" {
      pending = indent + (bullet.isEmpty ? "" : "1. ")
      if bullet.isEmpty { pending = nil }
      return .drop
    }
    guard Self.hidden.contains(key) || key.hasPrefix("logseq.") || value.isEmpty && wasAtTop && isAtTop else {
      let shown = withoutMacros(value)
      return .write(Array("\(indent)\(bullet)**\(key):** \(shown)".utf8))
    }
    if !bullet.isEmpty { pending = indent + bullet }
    return .drop
  }

  // MARK: Tasks and blocks

  private static let open = ["TODO", "DOING", "NOW", "LATER", "WAITING", "WAIT", "IN-PROGRESS"]

  private static func task(_ words: String) -> String {
    let first = words.prefix { $0 != " " }
    let rest = words.dropFirst(first.count)
    guard !rest.isEmpty else { return words }
    if open.contains(String(first)) { return "[ ]\(rest)" }
    if first == "DONE" { return "[x]\(rest)" }
    return first == "CANCELED" || first == "CANCELLED" ? "[-]\(rest)" : words
  }

  /// `#+BEGIN_NOTE` and `#+END_NOTE`.
  private mutating func orgBlock(_ words: String, _ start: Substring) -> LineChange? {
    let upper = words.uppercased()
    guard upper.hasPrefix("#+") else { return nil }
    let indent = String(start.map { $0 == "\t" ? "\t" : " " })
    if upper.hasPrefix("#+BEGIN_") {
      let name = upper.dropFirst(8).prefix { $0.isLetter }.lowercased()
      let kind = BlockExtensions.calloutNames.contains(name) ? name : nil
      return .write(Array((start + (kind.map { "::: \($0)" } ?? "<blockquote>\n")).utf8))
    }
    guard upper.hasPrefix("#+END_") else { return nil }
    let name = upper.dropFirst(6).prefix { $0.isLetter }.lowercased()
    return .write(Array((BlockExtensions.calloutNames.contains(name) ? "\(indent):::" : "\n\(indent)</blockquote>\n").utf8))
  }

  // MARK: Macros and references

  /// The words with what `((id))` and `{{macro}}` stand for, outside of code.
  private mutating func withoutMacros(_ words: String) -> String {
    guard words.contains("((") || words.contains("{{") || words.contains("{:") || words.contains("[:") || words.contains("[[http")
    else { return words }
    let bytes = Array(words.utf8)
    var out: [UInt8] = []
    var index = 0
    var isCode = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == ASCII.backtick { isCode.toggle() }
      // Braces of a formula are no macro's.
      if !isCode, byte == ASCII.dollar, let end = Self.formulaEnd(in: bytes, from: index) {
        out += bytes[index..<end]
        index = end
        continue
      }
      if !isCode, let (text, end) = replacement(bytes, index) {
        // `[words](((id)))` is its words.
        if byte == ASCII.closeBracket {
          if let open = out.lastIndex(of: ASCII.openBracket) { out.remove(at: open) }
        } else {
          out += text.utf8
        }
        index = end
        continue
      }
      out.append(byte)
      index += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The references within the words of a block, which are read again: three deep, and as often as a page may need.
  private mutating func nested(_ words: String) -> String {
    guard depth < 3, nestedBytes < 1 << 20, words.contains("((") || words.contains("{{") else { return words }
    depth += 1
    defer { depth -= 1 }
    return withoutMacros(words)
  }

  /// Where a formula between dollars ends.
  private static func formulaEnd(in bytes: [UInt8], from start: Int) -> Int? {
    let dollars = bytes[start...].prefix { $0 == ASCII.dollar }
    guard dollars.count <= 2, let first = bytes[dollars.endIndex...].first, first != ASCII.space,
      let close = bytes[dollars.endIndex...].firstIndex(of: ASCII.dollar)
    else { return nil }
    return min(bytes.count, close + dollars.count)
  }

  private var unclosedElements = 0
  /// How deep the words are in blocks to which others refer, and how long those within others were in sum.
  private var depth = 0
  private var nestedBytes = 0

  private mutating func replacement(_ bytes: [UInt8], _ start: Int) -> (String, end: Int)? {
    let rest = bytes[start...]
    if rest.starts(with: "[:".utf8) { return element(bytes, start) }
    if rest.starts(with: "[[http".utf8) { return Self.orgLink(rest) }
    if rest.starts(with: "](((".utf8), let close = rest.firstRange(of: Array(")))".utf8)) { return ("]", close.upperBound) }
    if rest.starts(with: "((".utf8) {
      guard let close = rest.firstRange(of: Array("))".utf8)), Self.isName(bytes[(start + 2)..<close.lowerBound]) else { return nil }
      let name = String(decoding: bytes[(start + 2)..<close.lowerBound], as: UTF8.self)
      if blocks[name] == nil { leaveOut(Self.otherPage) }
      let words = plain(blocks[name] ?? "")
      if depth > 0 {
        guard nestedBytes < 1 << 20 else { return nil }
        nestedBytes += words.utf8.count + 1
      }
      return (nested(words), close.upperBound)
    }
    // `{:height 100, :width 200}` behind a picture.
    if rest.starts(with: "{:".utf8), start > 0, bytes[start - 1] == ASCII.closeParenthesis,
      let close = rest.prefix(200).firstIndex(of: ASCII.closeBrace)
    {
      let pairs = String(decoding: bytes[(start + 1)..<close], as: UTF8.self).split(separator: ",")
      let sizes = pairs.compactMap { pair -> String? in
        let parts = pair.split(separator: " ")
        guard parts.count == 2, parts[0] == ":width", DocumentNumber.whole(parts[1]) != nil else { return nil }
        return "{width=\(parts[1])px}"
      }
      return (sizes.joined(), close + 1)
    }
    guard rest.starts(with: "{{".utf8), let close = rest.firstRange(of: Array("}}".utf8)) else { return nil }
    // `\max_{{x}}` is LaTeX.
    if start > 0, case let before = bytes[start - 1], ASCII.isLetter(before) || "_^}{\\".utf8.contains(before) { return nil }
    let inner = String(decoding: bytes[(start + 2)..<close.lowerBound], as: UTF8.self)
    return macro(inner).map { ($0, close.upperBound) }
  }

  /// Org's `[[https://…][words]]`.
  private static func orgLink(_ rest: ArraySlice<UInt8>) -> (String, end: Int)? {
    let address = rest.dropFirst(2).prefix(2_000).prefix { $0 != ASCII.closeBracket && $0 > ASCII.space && $0 != ASCII.less }
    guard rest[address.endIndex...].starts(with: "][".utf8) else { return nil }
    let words = rest[address.endIndex...].dropFirst(2).prefix(500).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket }
    guard !words.isEmpty, rest[words.endIndex...].starts(with: "]]".utf8) else { return nil }
    return ("[\(String(decoding: words, as: UTF8.self))](<\(String(decoding: address, as: UTF8.self))>)", words.endIndex + 2)
  }

  /// `[:b "words"]` as HTML.
  private mutating func element(_ bytes: [UInt8], _ start: Int) -> (String, end: Int)? {
    // Each that is never closed is looked for up to the end of its line.
    guard unclosedElements < 50 else { return nil }
    guard let element = Hiccup(bytes, at: start) else {
      unclosedElements += 1
      return nil
    }
    return (element.html, element.end)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 36 && bytes.allSatisfy { ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
  }

  /// What a macro shows; nil for braces that are none.
  private mutating func macro(_ inner: String) -> String? {
    let name = inner.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    guard name.first?.isLetter == true else { return nil }
    let value = String(inner.dropFirst(name.count)).trimmedWhitespace()
    switch name.lowercased() {
    case "": return nil
    case "cloze": return value
    case "video", "youtube", "tweet", "twitter", "vimeo", "bilibili": return value.hasPrefix("http") ? "<\(value)>" : value
    case "embed":
      if value.hasPrefix("[[") { return value }
      let id = value.filter { $0 != "(" && $0 != ")" }
      if let words = blocks[id] { return plain(words) }
      fallthrough
    default:
      leaveOut(String(name))
      return ""
    }
  }

  /// A block's words, where macros and references are not followed again.
  private func plain(_ words: String) -> String {
    let task = Self.task(words)
    return task != words && words.first?.isUppercase == true ? String(task.drop { "[ ]x-".contains($0) }) : task
  }

  private mutating func leaveOut(_ name: String) {
    if omitted.count < 20, !omitted.contains(name) { omitted.append(name) }
  }
}
