/// The tag of a component that a line of HTML can't hold: over several lines, or with values that are expressions.
///
///     <Tabs
///       values={[{label: 'Apple', value: 'apple'}]}
///       title="Fruit">
///
/// The parser reads it on one line, with the attributes whose values are texts.
struct ComponentTag {
  /// Where it ends.
  var end: Int
  /// What the parser reads.
  var written: [UInt8]
  /// True where CommonMark would not read it as a tag, or would show its expressions.
  var isSpecial = false

  /// Longer tags are text.
  private static let maximumLength = 8_000

  private let bytes: [UInt8]
  private var index: Int
  private let limit: Int

  /// - Parameters:
  ///   - start: Of its `<`.
  ///   - isMDX: True for HTML's own elements, too, where their tags are over several lines.
  init?(_ bytes: [UInt8], from start: Int, isMDX: Bool = false) {
    guard start + 2 < bytes.count, bytes[start] == ASCII.less, ASCII.isLetter(bytes[start + 1]) else { return nil }
    let isOfHTML = bytes[start + 1] &- 0x41 >= 26
    guard !isOfHTML || isMDX else { return nil }
    (self.bytes, index, limit) = (bytes, start + 1, min(bytes.count, start + Self.maximumLength))
    (end, written) = (start, [])
    while index < limit, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || ".-".utf8.contains(bytes[index]) { index += 1 }
    let name = bytes[(start + 1)..<index]
    guard case let word = String(decoding: name, as: UTF8.self),
      case let isKnown = HTMLNames.isComponent(named: word) ? false : HTMLNames.isKnown(word.lowercased()),
      isKnown == isOfHTML || isKnown && isMDX
    else { return nil }
    written = [ASCII.less] + name
    guard readAttributes() else { return nil }
    end = index
    // Of a name in capitals only what ends itself is no word in angle brackets: `<F x={1} />`.
    guard isMDX || name.contains(where: { $0 &- 0x61 < 26 }) || bytes[end - 2] == UInt8(ascii: "/") else { return nil }
    if isOfHTML, !bytes[start..<end].contains(ASCII.newline) { return nil }
  }

  /// Where the closing tag begins that ends a line.
  func closer(before lineEnd: Int) -> Int? {
    let name = written.dropFirst().prefix { $0 != ASCII.space && $0 != ASCII.greater }
    let close = "</".utf8 + name + ">".utf8
    let start = lineEnd - close.count
    return start >= end && bytes[start..<lineEnd].elementsEqual(close) ? start : nil
  }

  /// True for a component with a title whose text is on the same line: `<TabItem label="npm">npm install</TabItem>`.
  func isTitled(before lineEnd: Int) -> Bool {
    guard end < lineEnd, closer(before: lineEnd) != nil else { return false }
    return Self.boxes.contains { written.starts(with: $0.utf8) }
  }

  /// What the names of components begin with that are boxes, whose words may be on the line of their tags.
  private static let boxes = [
    "<Tab", "<Card", "<Step", "<Accordion", "<Aside", "<Callout", "<Admonition", "<Note", "<Tip", "<Warning", "<Caution", "<Danger",
    "<Info", "<Check", "<Frame", "<Update", "<Expandable", "<ParamField", "<ResponseField",
  ]

  private static let frame = Array("Frame".utf8)

  /// The tag with another name, if HTML has an element with its own, whose rules it would get: Mintlify's `<Frame>` around a picture. Names of
  /// HTML have no full stops (`<FileTree.File>`).
  static func renamed(_ tag: ArraySlice<UInt8>) -> [UInt8] {
    let head = tag.prefix { $0 == ASCII.less || $0 == UInt8(ascii: "/") }
    let name = tag.dropFirst(head.count).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    if name.contains(UInt8(ascii: ".")) {
      return Array(head) + name.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "-") : $0 } + tag[name.endIndex...]
    }
    guard tag.dropFirst(head.count).starts(with: frame), case let rest = tag.dropFirst(head.count + frame.count),
      rest.first.map({ !ASCII.isLetter($0) }) ?? true
    else { return Array(tag) }
    return Array(head) + frame + [UInt8(ascii: "s")] + Array(rest)
  }

  /// Gives the tag at a place such a name.
  static func rename(at place: Int, in bytes: [UInt8], _ findings: inout Findings) {
    let start = place + (bytes[place...].starts(with: "</".utf8) ? 2 : 1)
    var index = start
    while index < bytes.count, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
      if bytes[index] == UInt8(ascii: ".") { findings.edit(index..<index + 1, [UInt8(ascii: "-")]) }
      index += 1
    }
    let end = start + frame.count
    guard end < bytes.count, bytes[start..<end].elementsEqual(frame), !ASCII.isLetter(bytes[end]) else { return }
    findings.edit(end..<end, [UInt8(ascii: "s")])
  }

  private var byte: UInt8 { index < limit ? bytes[index] : 0 }

  /// Reads up to the `>`; false if there is none.
  private mutating func readAttributes() -> Bool {
    while index < limit {
      switch byte {
      case ASCII.newline:
        isSpecial = true
        index += 1
        // A blank line ends a tag that was none.
        if bytes[index..<limit].first(where: { $0 != ASCII.space && $0 != ASCII.tab }) == ASCII.newline { return false }
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: index += 1
      case ASCII.greater:
        index += 1
        written.append(ASCII.greater)
        return true
      case UInt8(ascii: "/"):
        index += 1
        guard byte == ASCII.greater else { return false }
        written += " /".utf8
      case ASCII.openBrace:
        // `{...properties}`
        isSpecial = true
        guard skipExpression() else { return false }
      default: guard readAttribute() else { return false }
      }
    }
    return false
  }

  /// `title="Fruit"`, `cols={2}`, `:items="[1, 2]"`, `default`.
  private mutating func readAttribute() -> Bool {
    let start = index
    while index < limit, ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_:@.#".utf8.contains(byte) { index += 1 }
    let name = bytes[start..<index]
    guard !name.isEmpty else { return false }
    let isPlain = name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") } && !name.starts(with: "v-".utf8)
    if !isPlain { isSpecial = true }
    guard byte == UInt8(ascii: "=") else {
      if isPlain { written += [ASCII.space] + name }
      return true
    }
    index += 1
    guard let value = value() else { return false }
    if let number = Self.number(in: bytes[start..<index]) {
      written += number
      return true
    }
    if value == nil {
      let address = Self.address(in: bytes, start..<index)
      if !address.isEmpty { written += [ASCII.space] + address }
    }
    guard isPlain, let value, !value.contains(UInt8(ascii: "\"")), !value.contains(ASCII.newline) else { return true }
    written += [ASCII.space] + name + "=\"".utf8 + value + "\"".utf8
    return true
  }

  /// Whether a theorem is counted, or which number it has, as an attribute of text: `:autoNumber="false"`, `numbered={false}`, `:number="3"`.
  private static func number(in attribute: ArraySlice<UInt8>) -> [UInt8]? {
    guard attribute.count < 40 else { return nil }
    let parts = String(decoding: attribute, as: UTF8.self).lowercased().split(separator: "=", maxSplits: 1)
    guard parts.count == 2, case let name = parts[0].drop(while: { $0 == ":" }), ["autonumber", "numbered", "number"].contains(name) else {
      return nil
    }
    let value = parts[1].filter { !"\"'{}".contains($0) }
    guard name == "number" ? !value.isEmpty && value.allSatisfy({ $0.isNumber || $0 == "." }) : value == "false" else { return nil }
    return Array(" \(name)=\"\(value)\"".utf8)
  }

  /// The text of a value; nil within for an expression, nil if it has no end.
  private mutating func value() -> ArraySlice<UInt8>?? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let quote = byte
      let start = index + 1
      guard let close = bytes[start..<limit].firstIndex(of: quote) else { return .none }
      index = close + 1
      if bytes[start..<close].contains(where: { $0 == ASCII.less || $0 == ASCII.greater || $0 == ASCII.newline }) { isSpecial = true }
      return .some(bytes[start..<close])
    case ASCII.openBrace:
      isSpecial = true
      let start = index + 1
      guard skipExpression() else { return .none }
      var inner = bytes[start..<index - 1]
      if inner.allSatisfy(ASCII.isDigit) { return .some(inner) }
      guard inner.count > 1, let quote = inner.popFirst(), inner.popLast() == quote, "\"'`".utf8.contains(quote), !inner.contains(quote),
        !inner.contains(UInt8(ascii: "$"))
      else { return .some(nil) }
      return .some(inner)
    default:
      let start = index
      while index < limit, !ASCII.isBlank(byte), byte != ASCII.greater, byte != ASCII.newline { index += 1 }
      return index > start ? .some(bytes[start..<index]) : .none
    }
  }

  /// Passes over `{ … }` with braces and texts in it; false if it has no end.
  private mutating func skipExpression() -> Bool {
    let found = Self.expressionEnd(bytes, from: index, before: limit)
    index = found ?? index
    return found != nil
  }

  /// Where an expression ends that begins with a brace.
  static func expressionEnd(_ bytes: [UInt8], from start: Int, before limit: Int) -> Int? {
    var depth = 0
    var quote: UInt8 = 0
    for index in start..<max(start, limit) {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote, bytes[index - 1] != ASCII.backslash { quote = 0 }
        // An apostrophe in a text of the page.
        if byte == ASCII.newline, quote != ASCII.backtick { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == ASCII.backtick {
        quote = byte
      } else if byte == ASCII.openBrace {
        depth += 1
      } else if byte == ASCII.closeBrace {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return nil
  }

  /// The attributes of tags in a line whose values are expressions: `<b style={{color: 'red'}}>`.
  static func expressions(in bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var isInTag = false
    var index = line.lowerBound
    while index + 1 < line.upperBound {
      let byte = bytes[index]
      if byte == ASCII.less, ASCII.isLetter(bytes[index + 1]) {
        isInTag = true
      } else if byte == ASCII.greater {
        isInTag = false
      } else if isInTag, byte == UInt8(ascii: "="), let close = TagSearch.valueEnd(bytes, after: index, to: line.upperBound) {
        index = close
      } else if isInTag, byte == UInt8(ascii: "="), bytes[index + 1] == ASCII.openBrace {
        var start = index
        while start > line.lowerBound,
          ASCII.isLetter(bytes[start - 1]) || ASCII.isDigit(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-")
        {
          start -= 1
        }
        guard let end = expressionEnd(bytes, from: index + 1, before: line.upperBound) else { return found }
        if start < index { found.append(start..<end) }
        index = end
        continue
      }
      index += 1
    }
    return found
  }

  /// The text attribute for one whose value gives an address: `src={require('@site/static/a.png').default}`, `src={useBaseUrl('/a.png')}`,
  /// or by the name of an import. Empty for others.
  static func address(in bytes: [UInt8], _ attribute: Range<Int>) -> [UInt8] {
    let name = bytes[attribute].prefix { $0 != UInt8(ascii: "=") }
    guard ["src", "href"].contains(where: { name.elementsEqual($0.utf8) }) else { return [] }
    let value = bytes[(name.endIndex + 2)..<(attribute.upperBound - 1)]
    var found = quoted(value)
    if found == nil, !value.isEmpty, value.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }) {
      found = imported(value, in: bytes)
    }
    guard var address = found, !address.contains(UInt8(ascii: "$")) else { return [] }
    if address.starts(with: "@site/".utf8) { address = address.dropFirst(5) }
    return Array(name) + "=\"".utf8 + address + "\"".utf8
  }

  /// The first text in quotes.
  private static func quoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let open = value.firstIndex(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") || $0 == ASCII.backtick }),
      let close = value[(open + 1)...].firstIndex(of: value[open]), close > open + 1
    else { return nil }
    return value[(open + 1)..<close]
  }

  /// The file of `import name from '…'` at the text's beginning.
  private static func imported(_ name: ArraySlice<UInt8>, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    for line in bytes.prefix(8_000).split(separator: ASCII.newline) where line.starts(with: "import ".utf8) {
      let rest = line.dropFirst(7)
      guard rest.starts(with: name), rest.dropFirst(name.count).starts(with: " from ".utf8) else { continue }
      return quoted(rest)
    }
    return nil
  }
}
