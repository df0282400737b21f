import TypesetDiagnostics

/// Constructs that only one tool has, mostly at the beginning of lines.
struct ConstructSigns {
  private let bytes: [UInt8]
  private var fence: (byte: UInt8, length: Int)?
  /// The first sign of a tool that others write, too, if seldom.
  private var weak: DialectDecision.Evidence?
  /// The first line on which somebody is named who asks, and a program that answers.
  private var asking: SourceSpan?
  private var answering: SourceSpan?

  /// Whether prose is wrapped; nil until that is asked.
  private var wraps: Bool?

  /// People to whose pages `[@name]: address` leads, with their brackets; nil until that is asked.
  private var people: Set<ArraySlice<UInt8>>?

  /// True if a sign may be within a line.
  private let hasInlines: Bool

  private init(_ bytes: [UInt8], _ pairs: BytePairs?) {
    self.bytes = bytes
    hasInlines = pairs.map { pairs in ["[@", "[[", "\\ \\"].contains { pairs.mayHold($0.utf8) } } ?? true
  }

  /// The first one in a text, outside of code.
  ///
  /// - Parameter pairs: Of the text; nil where nobody has looked.
  static func first(in bytes: [UInt8], from start: Int, _ pairs: BytePairs? = nil) -> DialectDecision.Evidence? {
    var signs = ConstructSigns(bytes, pairs)
    let found = signs.first(from: start)
    // HackMD's notes have Docusaurus' `:::info`; what is further on shows whose they are.
    let isShared = found?.tool == .docusaurus && found?.words.hasPrefix(":::") == true
    return found == nil || isShared ? signs.hackMDSign(from: start, isShared: isShared) ?? found : found
  }

  /// What only HackMD's notes have; beside `:::info` also what they mostly have.
  private func hackMDSign(from start: Int, isShared: Bool) -> DialectDecision.Evidence? {
    let all = ["](https://hackmd.io/_uploads/", "/badge)](https://hackmd.io/"]
    let shared = ["\n:::spoiler", "\n:::success", "\n###### tags: `", "\n[TOC]", "](https://i.imgur.com/"]
    for sign in all + (isShared ? shared : []) {
      guard let place = bytes.find(Array(sign.utf8), from: start) else { continue }
      let skipped = sign.utf8.first == ASCII.closeBracket ? 2 : 1
      return evidence(.hackmd, place + skipped, sign.utf8.count - skipped)
    }
    return nil
  }

  private mutating func first(from start: Int) -> DialectDecision.Evidence? {
    var position = start
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      defer { position = end + 1 }
      var first = position
      while first < end, ASCII.isBlank(bytes[first]) { first += 1 }
      guard first < end, !passFence(bytes[first..<end]) else { continue }
      if let (tool, length) = sign(bytes[first..<end], indent: first - position), tool != .obsidian || !isWrapped(from: start) {
        return evidence(tool, first, length)
      }
      if weak == nil, let (tool, length) = weakSign(bytes[first..<end]), tool != .obsidian || !isWrapped(from: start) {
        weak = evidence(tool, first, length)
      }
      readSpeaker(first..<end)
      if hasInlines, weak == nil || weak?.tool == .pandoc, let (tool, place) = inlineSign(first..<end) {
        // A link of a vault says more than a citation, and less than what only one tool has.
        if tool != .obsidian {
          weak = weak ?? evidence(tool, place, 2)
        } else if !isWrapped(from: start) {
          weak = evidence(tool, place, 2)
        }
      }
    }
    if asking != nil, let answering { return evidence(.chat, Int(answering.start), Int(answering.end - answering.start)) }
    return weak
  }

  /// True for prose whose author ends lines at a width, as nobody does for whom each line end is one on the page: three times or more a line of
  /// 50 bytes and more is followed by one that begins with a small letter.
  private mutating func isWrapped(from start: Int) -> Bool {
    if let wraps { return wraps }
    var count = 0
    var position = start
    var isLong = false
    while position < bytes.count, count < 3 {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      if isLong, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position]) { count += 1 }
      isLong = (50...130).contains(end - position)
      position = end + 1
    }
    wraps = count >= 3
    return count >= 3
  }

  private func evidence(_ tool: Dialect.Tool, _ start: Int, _ length: Int) -> DialectDecision.Evidence {
    let place = SourceSpan(start, min(start + length, bytes.count))
    let words = String(decoding: bytes[place.range(within: bytes.count)], as: UTF8.self)
    return DialectDecision.Evidence(kind: .construct, tool: tool, words: words, place: place)
  }

  /// True for lines of code, and those around it that name no tool.
  private mutating func passFence(_ line: ArraySlice<UInt8>) -> Bool {
    guard let byte = line.first, byte == ASCII.backtick || byte == ASCII.tilde, case let length = line.prefix(while: { $0 == byte }).count,
      length >= 3
    else { return fence != nil }
    if let open = fence {
      if byte == open.byte, length >= open.length, line.dropFirst(length).allSatisfy(ASCII.isBlank) { fence = nil }
      return true
    }
    fence = (byte, length)
    return false
  }

  // MARK: At the beginning of a line

  /// The tool whose construct begins a line, and the construct's length.
  private func sign(_ line: ArraySlice<UInt8>, indent: Int) -> (Dialect.Tool, Int)? {
    switch line.first {
    case ASCII.openBrace: return braceSign(line)
    // An indent of four is that of code.
    case ASCII.backtick, ASCII.tilde: return indent < 4 ? fenceSign(line) : nil
    case UInt8(ascii: "!"):
      if line.starts(with: "!!! ".utf8) || line.starts(with: "!!!+ ".utf8) { return (.mkdocs, 3) }
      guard line.starts(with: "![[".utf8), let close = line.firstIndex(of: ASCII.closeBracket) else { return nil }
      return close > line.startIndex + 3 && line[close...].starts(with: "]]".utf8) ? (.obsidian, 3) : nil
    case UInt8(ascii: "?"): return line.starts(with: "??? ".utf8) || line.starts(with: "???+ ".utf8) ? (.mkdocs, 3) : nil
    case UInt8(ascii: "="): return line.starts(with: "=== \"".utf8) ? (.mkdocs, 5) : nil
    case UInt8(ascii: "<"):
      if line.starts(with: "<<< @/".utf8) { return (.vitepress, 6) }
      return line.starts(with: "<!--more-->".utf8) ? (.hugo, 11) : nil
    case UInt8(ascii: "i"):
      if let sign = outlineSign(line) { return sign }
      guard line.starts(with: "import ".utf8), line.last.map({ "'\";".utf8.contains($0) }) == true else { return nil }
      return line.firstRange(of: Array(" from ".utf8)) != nil ? (.docusaurus, 6) : nil
    case UInt8(ascii: "+"):
      // A grid table's border.
      let isBorder = line.starts(with: "+--".utf8) && line.allSatisfy { "+-=:".utf8.contains($0) } && line.last == UInt8(ascii: "+")
      return isBorder ? (.pandoc, 3) : nil
    case ASCII.openParenthesis:
      guard line.starts(with: "(@".utf8), let close = line.firstIndex(of: UInt8(ascii: ")")),
        close + 1 < line.endIndex, ASCII.isBlank(line[close + 1])
      else {
        return line.last == UInt8(ascii: "=") && line.dropLast().last == UInt8(ascii: ")") && !line.contains(ASCII.space) ? (.myst, 1) : nil
      }
      return (.pandoc, 2)
    case UInt8(ascii: ":"): return line.starts(with: ":::spoiler".utf8) ? (.hackmd, 10) : colonSign(line)
    // The tags of a note, as HackMD's help has them.
    case ASCII.hash: return line.starts(with: "###### tags: `".utf8) ? (.hackmd, 12) : nil
    case ASCII.greater:
      // The one who says a quote, and its colour.
      let words = line.dropFirst().drop(while: ASCII.isBlank)
      return ["[name=", "[color=", "[time="].contains { words.starts(with: $0.utf8) } ? (.hackmd, 1) : nil
    case UInt8(ascii: "c"), UInt8(ascii: "l"), UInt8(ascii: "h"): return outlineSign(line)
    case ASCII.backslash: return line.starts(with: KnitrBlocks.opener) ? (.bookdown, KnitrBlocks.opener.count - 1) : nil
    default: return nil
    }
  }

  /// Logseq's properties of blocks.
  private func outlineSign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    if line.starts(with: "collapsed:: true".utf8) { return (.logseq, 16) }
    if line.starts(with: "logseq.order-list-type:: ".utf8) { return (.logseq, 23) }
    if line.starts(with: "ls-type:: ".utf8) { return (.logseq, 9) }
    if line.starts(with: "hl-page:: ".utf8) || line.starts(with: "hl-color:: ".utf8) { return (.logseq, 9) }
    let isName =
      line.starts(with: "id:: ".utf8) && line.count >= 41 && line.dropFirst(5).prefix(36).filter { $0 == UInt8(ascii: "-") }.count == 4
    return isName ? (.logseq, 4) : nil
  }

  /// Templates, and attributes as only kramdown has them.
  private func braceSign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    if line.starts(with: "{::".utf8) { return (.kramdown, line.prefix { $0 != ASCII.closeBrace }.count + 1) }
    // Python-Markdown writes attributes in the same way; only kramdown has options and references in them.
    if line.starts(with: "{:toc}".utf8) { return (.kramdown, 6) }
    if line.starts(with: "{:".utf8) {
      let name = line.dropFirst(2).prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      let next = line.dropFirst(2 + name.count).first
      return !name.isEmpty && (next == ASCII.closeBrace || next == UInt8(ascii: ":")) ? (.kramdown, 2 + name.count) : nil
    }
    if line.starts(with: "{{#include".utf8) || line.starts(with: "{{#playground".utf8) || line.starts(with: "{{#rustdoc".utf8) {
      return (.mdbook, 3)
    }
    if line.starts(with: "{{< ".utf8) {
      let name = line.dropFirst(4).prefix { ASCII.isLetter($0) }
      let isQuarto = ["pagebreak", "video", "include", "embed", "lipsum", "meta", "kbd"].contains { name.elementsEqual($0.utf8) }
      return (isQuarto ? .quarto : .hugo, 4 + name.count)
    }
    if line.starts(with: "{{% ".utf8) { return (.hugo, 3) }
    guard line.starts(with: "{% ".utf8) else { return nil }
    let name = line.dropFirst(3).prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
    if ["hint", "embed", "tabs", "tab", "content-ref", "code", "stepper"].contains(where: { name.elementsEqual($0.utf8) }) {
      return (.honkit, 3 + name.count)
    }
    return ["highlight", "include", "raw", "link", "assign", "post_url", "for", "if", "capture"].contains { name.elementsEqual($0.utf8) }
      ? (.kramdown, 3 + name.count) : nil
  }

  private func fenceSign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    let info = line.drop { $0 == line.first }
    let fence = line.count - info.count
    if info.first == ASCII.openBrace {
      let name = info.dropFirst().prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
      let next = info.dropFirst(1 + name.count).first
      if next == ASCII.closeBrace, Directive.isKnown(String(decoding: name, as: UTF8.self)) { return (.myst, fence + name.count + 2) }
      if next == ASCII.closeBrace, name.elementsEqual("python".utf8) || name.elementsEqual("julia".utf8) {
        return (.quarto, fence + name.count + 2)
      }
      if name.elementsEqual("r".utf8), next == ASCII.closeBrace || next == ASCII.space || next == UInt8(ascii: ",") {
        return (.rmarkdown, fence + 2)
      }
    }
    for name in ["@docs", "@autodocs", "@meta", "@example", "@contents", "@repl"] where info.starts(with: name.utf8) {
      return (.documenter, fence + name.utf8.count)
    }
    return nil
  }

  private func colonSign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    let colons = line.prefix { $0 == UInt8(ascii: ":") }.count
    guard colons >= 3 else { return nil }
    let rest = line.dropFirst(colons).drop(while: ASCII.isBlank)
    if rest.first == ASCII.openBrace {
      let name = rest.dropFirst().prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
      if !name.isEmpty, rest.dropFirst(1 + name.count).first == ASCII.closeBrace { return (.myst, colons + name.count + 2) }
      let isCallout = [".callout-", ".column", ".panel-tabset", "#fig-", "#tbl-", ".content-"].contains {
        rest.dropFirst().starts(with: $0.utf8)
      }
      return (isCallout ? .quarto : .pandoc, colons)
    }
    let hasBlank = line.dropFirst(colons).first.map(ASCII.isBlank) ?? false
    // Bootstrap's name of a message, which only HackMD has.
    if !hasBlank, rest.starts(with: "success".utf8), rest.dropFirst(7).allSatisfy({ $0 <= ASCII.space }) { return (.hackmd, colons + 7) }
    for name in ["tip", "warning", "danger", "info", "details"] where rest.starts(with: name.utf8) {
      let after = rest.dropFirst(name.utf8.count).first
      if after == nil || after.map(ASCII.isBlank) == true || after == ASCII.openBracket {
        return (hasBlank ? .vitepress : .docusaurus, colons + (hasBlank ? 1 : 0) + name.utf8.count)
      }
    }
    return nil
  }

  /// What others write, too.
  private func weakSign(_ line: ArraySlice<UInt8>) -> (Dialect.Tool, Int)? {
    switch line.first {
    case ASCII.greater:
      // GitHub's alerts have spread beyond GitHub; Obsidian has more kinds of them, with titles and folds.
      guard let open = line.firstIndex(of: ASCII.openBracket),
        line[line.startIndex..<open].allSatisfy({ $0 == ASCII.greater || $0 == ASCII.space }),
        line[open...].starts(with: "[!".utf8), let close = line[open...].firstIndex(of: ASCII.closeBracket)
      else { return nil }
      let name = String(decoding: line[(open + 2)..<close], as: UTF8.self).lowercased()
      let isGitHubs = ["note", "tip", "important", "warning", "caution"].contains(name)
      return isGitHubs && line[(close + 1)...].allSatisfy(ASCII.isBlank) ? nil : (.obsidian, open + 2 - line.startIndex)
    case UInt8(ascii: "T"): return line.starts(with: "Table: ".utf8) ? (.pandoc, 6) : nil
    case ASCII.hash:
      guard line.last == ASCII.closeBrace, let open = line.lastIndex(of: ASCII.openBrace), open + 1 < line.endIndex else { return nil }
      return line[open...].starts(with: "{.unnumbered".utf8) || line[open...].starts(with: "{-}".utf8) ? (.pandoc, 1) : nil
    default: return nil
    }
  }

  // MARK: Within a line

  private static let textCommands = ["ref{", "autoref{", "cref{", "Cref{", "pageref{", "nameref{", "cite{", "citep{"].map { Array($0.utf8) }

  /// `[[Note]]` is Obsidian's, and `[@key]` pandoc's.
  private mutating func inlineSign(_ line: Range<Int>) -> (Dialect.Tool, Int)? {
    var index = line.lowerBound
    var isInCode = false
    while index + 3 < line.upperBound {
      defer { index += 1 }
      let byte = bytes[index]
      if byte &- 0x61 < 26 || byte == 0x20 { continue }
      if byte == ASCII.backtick { isInCode.toggle() }
      guard byte == ASCII.openBracket || byte == ASCII.backslash, !isInCode else { continue }
      // A blank at which no line ends, before a command that no formula has: `figure\ \ref{x}`.
      guard byte == ASCII.openBracket else {
        guard bytes[index + 1] == ASCII.space, bytes[index + 2] == ASCII.backslash,
          Self.textCommands.contains(where: bytes[(index + 3)..<line.upperBound].starts)
        else { continue }
        return (.pandoc, index)
      }
      if bytes[index + 1] == UInt8(ascii: "@"), ASCII.isLetter(bytes[index + 2]) {
        guard isLink(index, end: line.upperBound) else { return (.pandoc, index) }
        continue
      }
      let before = index > line.lowerBound ? bytes[index - 1] : ASCII.space
      guard bytes[index + 1] == ASCII.openBracket, ASCII.isLetter(bytes[index + 2]) || bytes[index + 2] >= 0x80,
        !ASCII.isLetter(before), before != UInt8(ascii: ")"), before != ASCII.closeBracket, before != UInt8(ascii: "$"),
        let close = bytes[index..<line.upperBound].prefix(200).firstIndex(of: ASCII.closeBracket), close + 1 < line.upperBound,
        bytes[close + 1] == ASCII.closeBracket, close + 2 == line.upperBound || bytes[close + 2] != ASCII.openParenthesis,
        // The names of tables of contents.
        !["toc", "TOC", "_TOC_"].contains(where: { bytes[(index + 2)..<close].elementsEqual($0.utf8) })
      else { continue }
      return (.obsidian, index)
    }
    return nil
  }

  /// True for `[@name]` where it is a link to somebody's page: `[@name](address)`, `[@name][n]`, `[@name]:`, or defined anywhere.
  private mutating func isLink(_ open: Int, end: Int) -> Bool {
    guard let close = bytes[open..<end].prefix(200).firstIndex(of: ASCII.closeBracket) else { return false }
    if close + 1 < end, "([:".utf8.contains(bytes[close + 1]) { return true }
    let people = people ?? definedPeople()
    self.people = people
    return people.contains(bytes[open...close])
  }

  private func definedPeople() -> Set<ArraySlice<UInt8>> {
    var found: Set<ArraySlice<UInt8>> = []
    var place = 0
    while let line = bytes.find(Array("\n[@".utf8), from: place) {
      place = line + 3
      guard let close = bytes[place...].prefix(200).firstIndex(of: ASCII.closeBracket), close + 1 < bytes.count,
        bytes[close + 1] == UInt8(ascii: ":")
      else { continue }
      found.insert(bytes[(line + 1)...close])
    }
    return found
  }

  // MARK: Conversations

  private static let askers: Set<String> = ["you said", "you", "user", "human", "prompt", "q", "我", "用户"]
  private static let answerers: Set<String> = [
    "chatgpt said", "chatgpt", "assistant", "claude", "gemini", "gemini said", "copilot", "copilot said", "response", "deepseek", "gpt-4",
    "model",
  ]

  /// Notes a line that has the name of who speaks and nothing else, or begins with it in bold: `## ChatGPT`, `ChatGPT said:`, `**You:** Why?`.
  private mutating func readSpeaker(_ line: Range<Int>) {
    guard asking == nil || answering == nil else { return }
    let line = boldName(line) ?? line
    guard line.count <= 40 else { return }
    let isSign = { (byte: UInt8) in "#*_:\r >".utf8.contains(byte) || ASCII.isBlank(byte) }
    let name = bytes[line].drop(while: isSign)
    let words = bytes[name.startIndex..<line.upperBound]
    guard let last = words.lastIndex(where: { !isSign($0) }), name.startIndex > line.lowerBound || last + 1 < line.upperBound else {
      return
    }
    let text = String(decoding: words[...last], as: UTF8.self).lowercased()
    if asking == nil, Self.askers.contains(text) { asking = SourceSpan(line.lowerBound, line.upperBound) }
    if answering == nil, Self.answerers.contains(text) { answering = SourceSpan(line.lowerBound, line.upperBound) }
  }

  /// `**ChatGPT:**`, `**ChatGPT**:` at the beginning of a line.
  private func boldName(_ line: Range<Int>) -> Range<Int>? {
    guard bytes[line].starts(with: "**".utf8) else { return nil }
    let words = bytes[(line.lowerBound + 2)..<line.upperBound].prefix(30)
    guard let close = words.firstRange(of: "**".utf8),
      words[..<close.lowerBound].last == UInt8(ascii: ":")
        || close.upperBound < line.upperBound && bytes[close.upperBound] == UInt8(ascii: ":")
    else { return nil }
    return line.lowerBound..<close.upperBound
  }
}
