internal import TypesetDiagnostics

/// What editors and scripts of books read in the lines of a text, and other tools do not: HackMD's fences of `sequence`, `flow` and `csvpreview`,
/// Manubot's comments `{## … ##}`, the numbers that hello-algo's script puts in the place of `<id>`, the boxes of javascript.info
/// (`[smart header="…"]` … `[/smart]`) and what it says of code (`` `pattern:a+` ``), Roam's tasks (`{{[[TODO]]}}`) and films, CSDN's list of contents.
struct EditorMarks {
  private enum Fence { case none, sequence, flow, terminal }
  /// The fence whose lines are rewritten.
  private var fence = Fence.none
  private var isComment = false
  /// How many captions have each word: `图 <id>`.
  private var counts: [String: Int] = [:]

  /// What javascript.info writes before code in a line.
  private static let codeWords = ["pattern:", "match:", "subject:", "key:"]
  /// Its boxes, and the callouts that they are.
  private static let boxKinds = ["smart": "tip", "warn": "warning", "online": "", "offline": "", "quote": "quote"]

  private static let csv = Array("csvpreview".utf8)
  private static let sequence = Array("sequence".utf8)
  private static let flow = Array("flow".utf8)
  private static let terminal = Array("ansi".utf8)
  private static let number = Array("<id>".utf8)
  private static let commentEnd = Array("##}".utf8)
  /// Where the last comment ends: what nothing closes is no comment.
  private let lastCommentEnd: Int

  /// True for pages of javascript.info, on which words before code say how it is shown.
  private let isTutorial: Bool
  /// The names of boxes that are closed somewhere, and of those that are open.
  private let boxes: Set<String>
  private var openBoxes: [String] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isTutorial =
      Self.codeWords.contains { bytes.find(Array("`\($0)".utf8)) != nil }
      && (["```js run", "```html run", "```js no-", "[iframe src=", "`pattern:"].contains { bytes.holds($0) })
    boxes = Set(Self.boxKinds.keys.filter { bytes.holds("\n[/\($0)]") })
    lastCommentEnd = bytes.indices.last { bytes[$0] == ASCII.hash && bytes[$0...].starts(with: Self.commentEnd) } ?? -1
  }

  /// One of them is in each mark that is not at the very beginning of a text.
  static let signs =
    ["{##", "{{", "<id>", "@[", "\n["] + codeWords.map { "`" + $0 }
    + [sequence, csv, flow, terminal].map { "``" + String(decoding: $0, as: UTF8.self) }

  /// True if a mark may be at the sign of a text that may begin one.
  static func begin(in bytes: [UInt8], at index: Int) -> Bool {
    switch bytes[index] {
    case ASCII.openBrace: beginsComment(bytes[index...]) || RoamMarks.begin(bytes[index...])
    case ASCII.less: bytes[index...].starts(with: number)
    case ASCII.openBracket where index > 0 && bytes[index - 1] == UInt8(ascii: "@"):
      (index == 1 || bytes[index - 2] == ASCII.newline) && titleOfContents(bytes[(index - 1)...].prefix(200)) != nil
    case ASCII.openBracket:
      (index == 0 || bytes[index - 1] == ASCII.newline)
        && (boxKinds.keys.contains { bytes[(index + 1)...].starts(with: $0.utf8) } || isContents(bytes[index...]))
    case ASCII.backtick where codeWords.contains { bytes[(index + 1)...].starts(with: $0.utf8) }: true
    case ASCII.backtick:
      index > 0 && bytes[index - 1] == ASCII.backtick
        && [sequence, csv, flow, terminal].contains { bytes[(index + 1)...].starts(with: $0) }
    default: false
    }
  }

  /// `[TOC]` alone on its line, with text right below it.
  private static func isContents(_ text: ArraySlice<UInt8>) -> Bool {
    ["[TOC]\n", "[toc]\n"].contains { text.starts(with: $0.utf8) } && text.dropFirst(6).first.map { $0 > ASCII.space } ?? false
  }

  /// CSDN's `@[TOC]` and `@[TOC](Title)`, alone on a line: the title, which may be empty.
  private static func titleOfContents(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = text.prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
    guard line.count > 5, line.prefix(6).map({ $0 | 0x20 }).elementsEqual("@[TOC]".utf8.map { $0 | 0x20 }) else { return nil }
    let rest = line.dropFirst(6).prefix(line.dropFirst(6).count - line.reversed().prefix(while: ASCII.isBlank).count)
    if rest.isEmpty { return rest }
    guard rest.first == ASCII.openParenthesis, rest.last == UInt8(ascii: ")") else { return nil }
    return rest.dropFirst().dropLast()
  }

  /// What CSDN's editor puts into the parentheses, for the author to write over.
  private static let noTitle = Array("这里写自定义目录标题".utf8)

  /// - Parameters:
  ///   - wasCode: True if code was open above the line.
  ///   - isCode: True if it is open below it.
  mutating func change(of line: ArraySlice<UInt8>, wasCode: Bool, isCode: Bool) -> LineChange {
    if !wasCode, isCode { return openFence(line) }
    if fence != .none {
      let fence = fence
      if !isCode { self.fence = .none }
      guard isCode else { return .keep }
      switch fence {
      case .sequence: return Self.message(line).map { .write($0) } ?? .keep
      case .flow: return FlowChart.line(line).map { .write($0) } ?? .keep
      case .terminal: return line.contains(0x1B) ? .write(line.flatMap { $0 == 0x1B ? TerminalText.escapeSign : [$0] }) : .keep
      case .none: return .keep
      }
    }
    guard !wasCode, !isCode else { return .keep }
    // Typora: what is right below is a block of its own.
    if line.first == ASCII.openBracket, Self.isContents(bytes[line.startIndex...]) { return .write(Array(line) + [ASCII.newline]) }
    if line.first == UInt8(ascii: "@"), let title = Self.titleOfContents(line) {
      let hasTitle = !title.isEmpty && !title.elementsEqual(Self.noTitle)
      return .write((hasTitle ? Array("**".utf8) + title + Array("**\n\n".utf8) : []) + Array("[TOC]".utf8))
    }
    if line.first == ASCII.openBracket, let box = boxLine(line) { return box }
    if line.contains(ASCII.openBrace), let plain = RoamMarks.replaced(in: line) { return .write(plain) }
    if isTutorial, line.contains(ASCII.backtick), let plain = Self.withoutCodeWords(line) { return .write(plain) }
    if isComment || line.contains(ASCII.openBrace) { return withoutComments(line) }
    return line.contains(ASCII.less) ? numbered(line) : .keep
  }

  // MARK: Fences

  /// HackMD's `sequence` is Mermaid's `sequenceDiagram` with other arrows; `csvpreview` is a table.
  private mutating func openFence(_ line: ArraySlice<UInt8>) -> LineChange {
    let indent = line.prefix { ASCII.isBlank($0) || $0 == ASCII.greater }
    let fence = line[indent.endIndex...].prefix { $0 == ASCII.backtick }
    let info = line[fence.endIndex...]
    let next: [UInt8] = [ASCII.newline] + indent
    func isInfo(_ name: [UInt8]) -> Bool { info.starts(with: name) && info.dropFirst(name.count).allSatisfy { $0 <= ASCII.space } }
    if isInfo(Self.sequence) {
      self.fence = .sequence
      return .write(Array(indent + fence) + Array("mermaid".utf8) + next + Array("sequenceDiagram".utf8))
    }
    if isInfo(Self.flow) || isInfo(Self.flow + Array("chart".utf8)) {
      self.fence = .flow
      return .write(Array(indent + fence) + Array("mermaid".utf8) + next + Array("flowchart TD".utf8))
    }
    if isInfo(Self.terminal) { self.fence = .terminal }
    guard info.starts(with: Self.csv) else { return .keep }
    let hasHead = String(decoding: info, as: UTF8.self).replacing(" ", with: "").contains("header=\"true\"")
    var out = Array(indent + fence) + Array("{csv-table}".utf8)
    if hasHead { out += next + ":header-rows: 1".utf8 }
    return .write(out + next)
  }

  /// A line of js-sequence-diagrams as Mermaid has it: `A->B: words`, `A-->>B: words`; nil where both have the same.
  private static func message(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    guard let dash = line[..<colon].firstIndex(of: UInt8(ascii: "-")) else {
      return line.prefix(6).map { $0 | 0x20 }.starts(with: "title:".utf8) ? Array("title".utf8) + Array(line[colon...]) : nil
    }
    let dashes = line[dash...].prefix { $0 == UInt8(ascii: "-") }
    let heads = line[dashes.endIndex...].prefix { $0 == ASCII.greater }
    guard colon < line.endIndex, !heads.isEmpty else { return nil }
    var out = Array(line[..<dash])
    out += (dashes.count > 1 ? "-->>" : "->>").utf8
    return out + line[heads.endIndex...]
  }

  // MARK: javascript.info

  /// `[smart header="Words"]` and `[/smart]` as the lines of a container; `[cut]`, which divides a page for lists of pages, is left out.
  private mutating func boxLine(_ line: ArraySlice<UInt8>) -> LineChange? {
    guard !boxes.isEmpty, line.count < 300 else { return nil }
    let words = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    guard words.hasSuffix("]"), words.count > 2 else { return nil }
    let inner = words.dropFirst().dropLast()
    if inner == "cut" { return .drop }
    if let last = openBoxes.last, inner == "/" + last {
      openBoxes.removeLast()
      return .write(Self.boxKinds[last] == "" ? [] : Array("\n:::".utf8))
    }
    let name = String(inner.prefix { $0.isLetter })
    guard boxes.contains(name), let kind = Self.boxKinds[name], openBoxes.count < 20, case let rest = inner.dropFirst(name.count),
      rest.isEmpty || rest.first == " " && rest.contains("=")
    else { return nil }
    openBoxes.append(name)
    guard !kind.isEmpty else { return .write([]) }
    let title = Attributes.read(Array("{\(rest)}".utf8)[...]).flatMap { $0.attributes["header"] ?? $0.attributes["author"] } ?? ""
    return .write(Array("::: \(kind)\(title.isEmpty ? "" : " " + title)\n".utf8))
  }

  /// Code within a line without the word that says how it is shown; nil where there is none.
  private static func withoutCodeWords(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var index = line.startIndex
    var isCode = false
    var hasChanged = false
    while index < line.endIndex {
      out.append(line[index])
      index += 1
      guard line[index - 1] == ASCII.backtick else { continue }
      isCode.toggle()
      guard isCode, let word = codeWords.first(where: { line[index...].starts(with: $0.utf8) }) else { continue }
      index += word.utf8.count
      hasChanged = true
    }
    return hasChanged ? out : nil
  }

  // MARK: Comments

  /// True for `{##` with a blank or the line's end behind it, unlike `{##1}` in LaTeX.
  private static func beginsComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "{##".utf8) && bytes.dropFirst(3).first.map { $0 <= ASCII.space } ?? true
  }

  private mutating func withoutComments(_ line: ArraySlice<UInt8>) -> LineChange {
    var out: [UInt8] = []
    var rest = line
    var hasChanged = isComment
    while !rest.isEmpty {
      if isComment {
        guard let end = rest.firstRange(of: Self.commentEnd) else { return out.allSatisfy(ASCII.isBlank) ? .drop : .write(out) }
        isComment = false
        rest = rest[end.upperBound...]
      } else if let open = rest.indices.first(where: { rest[$0] == ASCII.openBrace && Self.beginsComment(rest[$0...]) }),
        open < lastCommentEnd
      {
        out += rest[..<open]
        rest = rest[(open + 3)...]
        (isComment, hasChanged) = (true, true)
      } else {
        out += rest
        break
      }
    }
    guard hasChanged else { return .keep }
    return .write(out.allSatisfy { ASCII.isBlank($0) || $0 == ASCII.hash } ? [] : out)
  }

  // MARK: Numbers

  /// `<p align="center"> 图 <id> &nbsp; 数组 </p>`: the captions of a page are counted by their words.
  private mutating func numbered(_ line: ArraySlice<UInt8>) -> LineChange {
    guard line.starts(with: "<p".utf8), let place = line.firstRange(of: Self.number),
      let tagEnd = line[..<place.lowerBound].lastIndex(of: ASCII.greater)
    else { return .keep }
    let word = String(decoding: line[(tagEnd + 1)..<place.lowerBound], as: UTF8.self).trimmedWhitespace()
    guard !word.isEmpty, !word.contains(" ") else { return .keep }
    counts[word, default: 0] += 1
    var out = Array(line[..<place.lowerBound])
    out += String(counts[word, default: 1]).utf8
    return .write(out + line[place.upperBound...])
  }
}
