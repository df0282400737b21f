internal import TypesetDiagnostics
internal import TypesetFiles

/// Inlines that are complete in one text: wiki links, cross references, emoji by name.
enum InlineLeaf {
  /// - Parameter previous: The byte before; 0 at the beginning.
  /// - Parameter cites: True if `@key` is a work that the document cites.
  /// - Parameter keepsCitations: True if citations stay as they are written.
  /// - Parameter linksNotes: True if `[[Name]]` is a link to a file of the work.
  /// - Parameter isVault: True if it may touch a word.
  /// - Returns: The inline, and the number of its bytes.
  static func read(
    _ bytes: [UInt8], at index: Int, previous: UInt8, labels: Set<String>, cites: Bool, keepsCitations: Bool = false,
    linksNotes: Bool = false, isVault: Bool = false
  ) -> (kinds: [Tree.Kind], length: Int)? {
    switch bytes[index] {
    case ASCII.openBracket:
      // `list[[1]]` is code; in a vault links may touch words.
      let isInWord = ASCII.isLetter(previous) || ASCII.isDigit(previous) || "_)]".utf8.contains(previous)
      let isCode = isInWord && !(isVault && namesNote(bytes, index))
      if cites, keepsCitations, !isCode, let note = CitedWorks.wikiLink(bytes, index) { return note }
      return (isCode ? nil : wikiLink(bytes, index, linksNotes: linksNotes)) ?? citation(bytes, index) ?? named(bytes, index)
        ?? (cites ? keepsCitations ? CitedWorks.written(bytes, index) : CitedWorks.read(bytes, index) : nil)
        ?? progress(bytes, index)
    case UInt8(ascii: "@"):
      guard !ASCII.isLetter(previous), !ASCII.isDigit(previous), previous != UInt8(ascii: "/") || !isInAddress(bytes, index) else {
        return nil
      }
      if let (name, end) = label(bytes, index + 1) ?? braced(bytes, index + 1) ?? known(labels, bytes, index + 1) {
        return ([.reference(label: name)], end - index)
      }
      // mdbook-bib's `@@key`.
      if cites, keepsCitations, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "@"), CitedWorks.keyEnd(bytes, index + 2) != nil {
        return CitedWorks.written(bytes, index + 1).map { ($0.kinds, $0.length + 1) }
      }
      if cites, keepsCitations { return CitedWorks.written(bytes, index) }
      guard cites, let end = CitedWorks.keyEnd(bytes, index + 1) else { return nil }
      return ([.text(""), .text(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))], end - index)
    case UInt8(ascii: ":"):
      guard !ASCII.isDigit(previous), previous != UInt8(ascii: ":") else { return nil }
      return emoji(bytes, index)
    default: return nil
    }
  }

  /// True within an address that is text: `https://a.org/@name`.
  private static func isInAddress(_ bytes: [UInt8], _ index: Int) -> Bool {
    let word = bytes[max(0, index - 300)..<index].reversed().prefix { $0 > ASCII.space }
    return Array(word).firstRange(of: Array("//:".utf8)) != nil
  }

  /// True for brackets with a name in them, not with a number or a text in quotes.
  private static func namesNote(_ bytes: [UInt8], _ start: Int) -> Bool {
    let name = bytes[start...].dropFirst(2).prefix(500).prefix { $0 != ASCII.closeBracket }
    guard let first = name.first, !"\"'".utf8.contains(first) else { return false }
    return !name.allSatisfy(ASCII.isDigit)
  }

  /// `![[target|hint]]`.
  static func embed(_ bytes: [UInt8], at start: Int) -> (target: String, hint: String?, length: Int)? {
    guard start + 2 < bytes.count, bytes[start + 1] == ASCII.openBracket, bytes[start + 2] == ASCII.openBracket else { return nil }
    let limit = min(bytes.count, start + 500)
    guard let close = bytes[(start + 3)..<limit].firstIndex(of: ASCII.closeBracket), close > start + 3, close + 1 < limit,
      bytes[close + 1] == ASCII.closeBracket
    else { return nil }
    let parts = bytes[(start + 3)..<close].split(separator: ASCII.pipe, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    // Obsidian's authors put blanks around the bar.
    guard let target = parts.first?.trimmedWhitespace(), !target.isEmpty else { return nil }
    return (target, parts.count > 1 ? parts[1].trimmedWhitespace() : nil, close + 2 - start)
  }

  /// `![words](My file.png)` on one line; nil if the address has no blank, or is not a picture's.
  static func picture(_ bytes: [UInt8], at start: Int) -> (words: String, source: String, length: Int)? {
    guard start + 1 < bytes.count, bytes[start + 1] == ASCII.openBracket else { return nil }
    let limit = min(bytes.count, start + 600)
    guard let middle = bytes[(start + 2)..<limit].firstIndex(of: ASCII.closeBracket), middle + 1 < limit,
      bytes[middle + 1] == ASCII.openParenthesis,
      let close = bytes[(middle + 2)..<limit].firstIndex(of: ASCII.closeParenthesis)
    else { return nil }
    let source = String(decoding: bytes[(middle + 2)..<close], as: UTF8.self)
    let name = source.lowercased()
    guard source.contains(" "), !source.contains("\""), PictureNames.isPicture(name) || name.hasSuffix(".pdf") else {
      return nil
    }
    return (String(decoding: bytes[(start + 2)..<middle], as: UTF8.self), source, close + 1 - start)
  }

  /// `[[target]]` shows the target, `[[target|text]]` the text.
  private static func wikiLink(_ bytes: [UInt8], _ start: Int, linksNotes: Bool) -> (kinds: [Tree.Kind], length: Int)? {
    guard start + 1 < bytes.count, bytes[start + 1] == ASCII.openBracket else { return nil }
    var index = start + 2
    // Longer ones are not names.
    let limit = min(bytes.count, start + 500)
    while index + 1 < limit, bytes[index] != ASCII.closeBracket, bytes[index] != ASCII.openBracket { index += 1 }
    guard index + 1 < limit, bytes[index] == ASCII.closeBracket, bytes[index + 1] == ASCII.closeBracket, index > start + 2,
      // Documenter's `[[2]](@ref works)` is a link with brackets in its words, `[[2]]{.small}` words with attributes.
      !bytes[(index + 2)...].starts(with: "(@".utf8), !bytes[(index + 2)...].starts(with: "{".utf8)
    else { return nil }
    let content = bytes[(start + 2)..<index]
    let shown = content.lastIndex(of: ASCII.pipe).map { content[($0 + 1)...] } ?? content
    // `[[#Heading]]` leads to a heading of this document.
    if content.first == ASCII.hash, content.count > 1 {
      let target = content.prefix { $0 != ASCII.pipe }.dropFirst()
      let words = shown.isEmpty || shown.first == ASCII.hash ? target : shown
      return (
        [.link(destination: "#" + String(decoding: target, as: UTF8.self), title: ""), .text(String(decoding: words, as: UTF8.self))],
        index + 2 - start
      )
    }
    let words = shown.isEmpty ? content : shown
    let text = Tree.Kind.text(words.startIndex == content.startIndex ? pageName(words) : String(decoding: words, as: UTF8.self))
    guard linksNotes else { return ([text], index + 2 - start) }
    let target = String(decoding: content.prefix { $0 != ASCII.pipe }, as: UTF8.self)
    return ([.link(destination: NoteLinks.mark + target, title: ""), text], index + 2 - start)
  }

  /// `Page#Heading` is "Page: Heading", `Page#^block` is "Page"; `C#` is itself.
  private static func pageName(_ target: ArraySlice<UInt8>) -> String {
    let parts = target.split(separator: ASCII.hash)
    guard let page = parts.first, page.startIndex == target.startIndex, parts.count > 1 else {
      return String(decoding: target, as: UTF8.self)
    }
    let shown = parts.filter { $0.first != UInt8(ascii: "^") }
    return shown.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ": ")
  }

  /// `[@fig-a; @fig-b]`; everything but cross references stays text.
  private static func citation(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "@") else { return nil }
    var kinds: [Tree.Kind] = []
    var names: [String] = []
    var index = start + 1
    while index < bytes.count, bytes[index] == UInt8(ascii: "@"), let (name, end) = label(bytes, index + 1) {
      if !kinds.isEmpty { kinds.append(.text(", ")) }
      kinds.append(.reference(label: name))
      names.append(name)
      index = end
      guard index < bytes.count else { return nil }
      if bytes[index] == ASCII.closeBracket {
        // pandoc-crossref counts them together; Quarto names each.
        let isOne = names.count > 1 && names.allSatisfy { $0.contains(":") && !$0.hasPrefix("eq") }
        return (isOne ? [.reference(label: names.joined(separator: ","))] : kinds, index + 1 - start)
      }
      guard bytes[index] == UInt8(ascii: ";") || bytes[index] == UInt8(ascii: ",") else { return nil }
      index += 1
      while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
    }
    return nil
  }

  /// `[Chapter @sec-a]` and `[Chapter -@sec-a]` with the author's own words, `[-@fig-a]` without words.
  private static func named(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    let limit = min(bytes.count, start + 40)
    guard let at = bytes[(start + 1)..<limit].firstIndex(of: UInt8(ascii: "@")), at > start + 1,
      case let wordsEnd = bytes[at - 1] == UInt8(ascii: "-") ? at - 1 : at,
      wordsEnd == start + 1 && wordsEnd < at || bytes[wordsEnd - 1] == ASCII.space,
      !bytes[(start + 1)..<at].contains(where: { $0 == ASCII.openBracket || $0 == ASCII.closeBracket || $0 == ASCII.newline }),
      let (name, end) = label(bytes, at + 1), end < bytes.count, bytes[end] == ASCII.closeBracket
    else { return nil }
    let reference = Tree.Kind.reference(label: "-" + name)
    if at == start + 2 { return ([reference], end + 1 - start) }
    return ([.text(String(decoding: bytes[(start + 1)..<(wordsEnd - 1)], as: UTF8.self) + "\u{A0}"), reference], end + 1 - start)
  }

  /// pandoc-xnos: `+@fig:x` is "Figure 1" where `@fig:x` is "1".
  static func followsPlus(_ kind: Tree.Kind, _ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "@"), index > 0, bytes[index - 1] == UInt8(ascii: "+"), case .reference(let label) = kind,
      label.contains(":"), isLabel(label)
    else { return false }
    return index == 1 || ASCII.isBlank(bytes[index - 2]) || bytes[index - 2] == ASCII.openParenthesis
  }

  /// True for what is a reference after `@`: `fig-a`, `eq:b`.
  static func isLabel(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return label(bytes, 0).map { $0.name == name && $0.end == bytes.count } ?? false
  }

  /// A label such as `fig-a` or `eq:b`, without a full stop or hyphen at its end.
  private static func label(_ bytes: [UInt8], _ start: Int) -> (name: String, end: Int)? {
    var index = start
    while index < bytes.count, ASCII.isLetter(bytes[index]) { index += 1 }
    guard index > start, index - start <= 4, index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: ":"),
      CrossReferenceLabel.kinds.contains(String(decoding: bytes[start..<index], as: UTF8.self).lowercased())
    else { return nil }
    let kindEnd = index
    index += 1
    while index < bytes.count,
      ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] >= 0x80
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[index])
    { index += 1 }
    while index > kindEnd, [UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[index - 1]) { index -= 1 }
    guard index > kindEnd + 1 else { return nil }
    // Quarto: `@Fig-x` begins a sentence.
    return (String(decoding: [bytes[start] | 0x20] + bytes[(start + 1)..<index], as: UTF8.self), index)
  }

  /// pandoc's `{fig-a}`, a label in braces.
  private static func braced(_ bytes: [UInt8], _ start: Int) -> (name: String, end: Int)? {
    guard start < bytes.count, bytes[start] == ASCII.openBrace, let (name, end) = label(bytes, start + 1), end < bytes.count,
      bytes[end] == ASCII.closeBrace
    else { return nil }
    return (name, end + 1)
  }

  /// A progress bar of pymdown-extensions, `[=85% "words"]` or `[=3/4]`, with its attributes: its text, else the percentage.
  private static func progress(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var index = start + 1
    let limit = min(bytes.count, start + 200)
    while index < limit, bytes[index] == UInt8(ascii: "=") { index += 1 }
    let first = index
    guard first > start + 1, first < limit, ASCII.isDigit(bytes[first]) else { return nil }
    while index < limit, ASCII.isDigit(bytes[index]) || "./%".utf8.contains(bytes[index]) { index += 1 }
    let part = String(decoding: bytes[first..<index], as: UTF8.self)
    guard part.hasSuffix("%") || part.contains("/"), !part.dropLast().contains("%") else { return nil }
    guard let close = bytes[index..<limit].firstIndex(of: ASCII.closeBracket) else { return nil }
    let words = String(decoding: bytes[index..<close], as: UTF8.self).trimmedWhitespace()
    let quotes = words.count > 1 ? words.first.flatMap { $0 == words.last ? $0 : nil } : nil
    guard words.isEmpty || quotes == "\"" || quotes == "'" else { return nil }
    let length = close + 1 < bytes.count ? Attributes.read(bytes[(close + 1)...])?.length ?? 0 : 0
    return ([.text(words.isEmpty ? part : String(words.dropFirst().dropLast()))], close + 1 + length - start)
  }

  /// MyST's reference to any label: `@my-proof`.
  private static func known(_ labels: Set<String>, _ bytes: [UInt8], _ start: Int) -> (name: String, end: Int)? {
    guard !labels.isEmpty else { return nil }
    var end = start
    while end < bytes.count, end - start < 100,
      ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) || bytes[end] >= 0x80 || "-_:.".utf8.contains(bytes[end])
    { end += 1 }
    while end > start, "-_:.".utf8.contains(bytes[end - 1]) { end -= 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return labels.contains(name) ? (name, end) : nil
  }

  /// `:smile:`; an unknown name stays text.
  private static func emoji(_ bytes: [UInt8], _ start: Int) -> (kinds: [Tree.Kind], length: Int)? {
    var signs = ""
    var end = start
    // `:tada::tada:`: after a colon, none begins by itself.
    while let name = emojiName(bytes, end), let emoji = EmojiNames.emoji(named: name) {
      signs += emoji
      end += name.utf8.count + 2
    }
    if end > start { return ([.text(signs)], end - start) }
    guard let name = emojiName(bytes, start) else { return nil }
    end = start + name.utf8.count + 2
    let sign = icon(named: name)
    if sign?.isEmpty != false, let icon = IconNames.ofSet(name) { return ([.image(source: "icon:" + icon, title: "")], end - start) }
    guard let sign else { return nil }
    guard sign.isEmpty else { return ([.text(sign)], end - start) }
    // Without a sign, a space is dropped, too.
    let takesSpace = end < bytes.count && bytes[end] == ASCII.space
    return ([.image(source: IconNames.missing + name, title: "")], end + (takesSpace ? 1 : 0) - start)
  }

  /// The name between two colons.
  private static func emojiName(_ bytes: [UInt8], _ start: Int) -> String? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: ":") else { return nil }
    var index = start + 1
    let limit = min(bytes.count, start + 48)
    while index < limit,
      ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "+")
        || bytes[index] == UInt8(ascii: "-")
    { index += 1 }
    guard index < limit, index > start + 1, bytes[index] == UInt8(ascii: ":") else { return nil }
    return String(decoding: bytes[start + 1..<index], as: UTF8.self)
  }

  /// mkdocs' icons: a character if there is one, else nothing; nil if the name is not an icon's.
  private static func icon(named name: String) -> String? {
    guard ["material-", "octicons-", "fontawesome-", "simple-"].contains(where: name.hasPrefix) else { return nil }
    let signs = ["check": "✓", "close": "✗", "cancel": "✗", "arrow-right": "→", "arrow-left": "←", "arrow-up": "↑", "arrow-down": "↓"]
    return signs.first { name.hasSuffix("-" + $0.key) || name.contains("-\($0.key)-") }?.value ?? ""
  }
}

extension Tree {
  /// True for the label of a reference that can be written `@label`.
  package static func isLabel(_ name: String) -> Bool { InlineLeaf.isLabel(name) }
}
