/// Reads the inlines of one leaf after another into tokens: one pass over the text, with a stack of brackets and one of marks of emphasis
/// (CommonMark, Appendix: A parsing strategy, Phase 2).
struct InlineReader {
  /// An open `[` or `![`.
  private struct Bracket {
    var token: Int
    /// The last delimiter before it.
    var delimiter: Int
    /// Where its text begins.
    var textStart: Int
    var isImage: Bool
    /// True if another bracket is open in it, or was.
    var hasBracket = false
  }

  let options: CommonMarkOptions
  var store: TextStore
  var definitions: Definitions
  private(set) var tokens: [LeafToken] = []
  var ends: [EmphasisEnd] { emphasis.ends }

  private var emphasis = EmphasisStack()
  private var codeSpans = CodeSpans()
  private var tags: HTMLTags
  private var addresses = AddressScanner()
  private var brackets: [Bracket] = []
  /// Links do not contain links: brackets of links below this one open none.
  private var inactiveCount = 0
  private var start = 0
  private var end = 0
  private var position = 0
  /// Where text begins that has not become a token.
  private var textStart = 0
  /// True for bytes that may be more than text.
  private let isSpecial: [Bool]

  init(_ store: TextStore, _ definitions: Definitions, _ options: CommonMarkOptions) {
    (self.store, self.definitions, self.options) = (store, definitions, options)
    tags = HTMLTags(options.attributeNames)
    var special = [Bool](repeating: false, count: 256)
    for byte in "\n\\`&<*_[]!".utf8 { special[Int(byte)] = true }
    if options.readsStrikethrough { special[Int(Byte.tilde)] = true }
    if options.readsAddresses { for byte in ":w".utf8 { special[Int(byte)] = true } }
    isSpecial = special
  }

  /// Reads the text of a leaf, a range of the store's bytes, into `tokens`.
  mutating func read(_ text: Range<Int>) {
    tokens.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    emphasis.removeAll()
    codeSpans.begin()
    tags.begin()
    addresses.begin()
    inactiveCount = 0
    let text = Byte.trimmed(text, in: store.bytes)
    (start, end, position, textStart) = (text.lowerBound, text.upperBound, text.lowerBound, text.lowerBound)
    while position < end {
      if isSpecial[Int(store.bytes[position])] { readSpecial(store.bytes[position]) } else { position += 1 }
    }
    flush(to: end)
    emphasis.match(above: -1, &tokens)
  }

  private func byte(_ index: Int) -> UInt8 { index < end ? store.bytes[index] : 0 }

  /// Makes a token of the text before a place.
  private mutating func flush(to place: Int) {
    if place > textStart { tokens.append(LeafToken(.text, textStart..<place)) }
  }

  /// Adds a token at the position, after the text before it.
  private mutating func add(_ token: LeafToken) {
    flush(to: Int(token.start))
    tokens.append(token)
    position = Int(token.end)
    textStart = position
  }

  private mutating func readSpecial(_ byte: UInt8) {
    switch byte {
    case Byte.newline: readLineEnd()
    case Byte.backslash: readBackslash()
    case Byte.backtick: readCode()
    case Byte.ampersand:
      let literal = store.end
      store.begin(at: position)
      if let next = CharacterReferences.append(position, end, to: &store) {
        add(LeafToken(.text, position..<next, literal: literal..<store.end))
      } else {
        store.cut(to: literal)
        position += 1
      }
    case Byte.less: readAngle()
    case Byte.asterisk, Byte.underscore, Byte.tilde: readRun(byte)
    case Byte.openBracket: open(position..<position + 1, isImage: false)
    case Byte.exclamation:
      if self.byte(position + 1) == Byte.openBracket, !options.readsFootnotes || self.byte(position + 2) != Byte.caret {
        open(position..<position + 2, isImage: true)
      } else {
        position += 1
      }
    case Byte.closeBracket: close()
    default: readAddress(byte)
    }
  }

  // MARK: Leaves

  private mutating func readLineEnd() {
    var textEnd = position
    while textEnd > textStart, Byte.isBlank(store.bytes[textEnd - 1]) { textEnd -= 1 }
    let isHard = position - textEnd >= 2 && store.bytes[position - 1] == Byte.space && store.bytes[position - 2] == Byte.space
    add(LeafToken(isHard ? .lineBreak : .softBreak, textEnd..<position + 1))
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while position < end, Byte.isBlank(store.bytes[position]) { position += 1 }
    textStart = position
  }

  private mutating func readBackslash() {
    let next = byte(position + 1)
    if next == Byte.newline {
      add(LeafToken(.lineBreak, position..<position + 2))
      skipBlanks()
    } else if Byte.isPunctuation(next) {
      add(LeafToken(.text, position..<position + 2, literal: position + 1..<position + 2))
    } else {
      position += 1
    }
  }

  private mutating func readCode() {
    let run = codeSpans.run(at: position, store.bytes, to: end)
    guard let closer = run.closer else {
      position = run.end
      return
    }
    var inner = run.end..<closer
    if inner.contains(where: { store.bytes[$0] == Byte.newline }) { inner = onOneLine(inner) }
    if inner.count > 1, store.bytes[inner.lowerBound] == Byte.space, store.bytes[inner.upperBound - 1] == Byte.space,
      inner.contains(where: { store.bytes[$0] != Byte.space })
    {
      inner = inner.lowerBound + 1..<inner.upperBound - 1
    }
    add(LeafToken(.code, position..<closer + run.end - position, literal: inner))
  }

  /// A copy with spaces for the ends of lines.
  private mutating func onOneLine(_ range: Range<Int>) -> Range<Int> {
    let copy = store.end
    store.begin(at: store.source(of: range.lowerBound))
    for index in range { store.append(store.bytes[index] == Byte.newline ? Byte.space : store.bytes[index]) }
    return copy..<store.end
  }

  private mutating func readAngle() {
    if let (text, isMail) = AddressScanner.inAngles(store.bytes, position, end) {
      let address = CharacterReferences.resolved(text, &store, keepsBackslashes: true)
      addAddress(position..<text.upperBound + 1, text: address, prefix: isMail ? Words.mailtoScheme : Words.none)
    } else if let next = tags.end(store.bytes, position, end) {
      add(LeafToken(.html, position..<next))
    } else {
      position += 1
    }
  }

  private mutating func readAddress(_ byte: UInt8) {
    // Within brackets, an address would be a link in a link.
    let isURL = byte == Byte.colon
    guard brackets.isEmpty,
      let found = isURL
        ? addresses.url(store.bytes, colon: position, from: textStart, to: end)
        : addresses.www(store.bytes, position, from: start, to: end),
      !(options.keepsAddressesInLists && AddressScanner.isInList(store.bytes, position, from: start))
    else {
      position += 1
      return
    }
    addAddress(found, text: found, prefix: isURL ? Words.none : Words.httpScheme)
  }

  private mutating func addAddress(_ place: Range<Int>, text: Range<Int>, prefix: [UInt8]) {
    var token = LeafToken(.address, place, literal: text)
    token.detail = definitions.addAddress(text, prefix: prefix, &store)
    add(token)
  }

  // MARK: Marks

  private mutating func readRun(_ sign: UInt8) {
    var next = position + 1
    while next < end, store.bytes[next] == sign { next += 1 }
    let place = position..<next
    if sign == Byte.tilde, place.count > 2 || place.count == 1 && !options.strikesWithOneTilde {
      position = next
      return
    }
    let before = Flanking.before(store.bytes, place.lowerBound, from: start)
    let after = Flanking.after(store.bytes, next, to: end)
    let isLeft = after != .space && (after != .punctuation || before != .other)
    let isRight = before != .space && (before != .punctuation || after != .other || closesBeforeWord(sign, place))
    guard isLeft || isRight else {
      position = next
      return
    }
    add(LeafToken(.run, place))
    let isWord = sign == Byte.underscore
    emphasis.append(
      tokens.count - 1, sign: sign, length: place.count, canOpen: isLeft && (!isWord || !isRight || before == .punctuation),
      canClose: isRight && (!isWord || !isLeft || after == .punctuation))
  }

  /// True for the stars in `**Words.**Others`, in dialects where they close.
  private func closesBeforeWord(_ sign: UInt8, _ place: Range<Int>) -> Bool {
    sign == Byte.asterisk && options.starsBeforeWords?.contains(place.count) == true
      && Flanking.endsWords(store.bytes, place.lowerBound, from: start)
  }

  // MARK: Brackets

  private mutating func open(_ place: Range<Int>, isImage: Bool) {
    var token = LeafToken(.opener, place)
    token.isImage = isImage
    add(token)
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracket = true }
    brackets.append(Bracket(token: tokens.count - 1, delimiter: emphasis.last, textStart: position, isImage: isImage))
  }

  private mutating func popBracket() {
    brackets.removeLast()
    inactiveCount = min(inactiveCount, brackets.count)
  }

  private mutating func close() {
    guard let bracket = brackets.last else {
      position += 1
      return
    }
    guard bracket.isImage || brackets.count > inactiveCount else {
      popBracket()
      position += 1
      return
    }
    if let (link, next) = inlineLink(position + 1) ?? reference(bracket) {
      flush(to: position)
      tokens[bracket.token].detail = link
      textStart = position
      add(LeafToken(.closer, position..<next))
      emphasis.match(above: bracket.delimiter, &tokens)
      popBracket()
      if !bracket.isImage { inactiveCount = brackets.count }
    } else if options.readsFootnotes, !bracket.isImage, byte(bracket.textStart) == Byte.caret,
      let note = definitions.footnote(bracket.textStart + 1..<position, store.bytes)
    {
      let place = Int(tokens[bracket.token].start)..<position + 1
      tokens.removeSubrange(bracket.token...)
      emphasis.removeAll(above: bracket.delimiter)
      popBracket()
      var token = LeafToken(.footnote, place)
      token.detail = Int32(note)
      textStart = place.lowerBound
      add(token)
    } else {
      popBracket()
      position += 1
    }
  }

  /// `(address "title")` at a place: its link, and where what follows begins.
  private mutating func inlineLink(_ place: Int) -> (link: Int32, next: Int)? {
    guard byte(place) == Byte.openParenthesis else { return nil }
    let addressStart = LinkParts.skipSpace(store.bytes, place + 1, end)
    guard let address = LinkParts.destination(store.bytes, addressStart, end) else { return nil }
    var next = LinkParts.skipSpace(store.bytes, address.next, end)
    var title = next..<next
    if next > address.next, let found = LinkParts.title(store.bytes, next, end) {
      title = found.text
      next = LinkParts.skipSpace(store.bytes, found.next, end)
    }
    guard byte(next) == Byte.closeParenthesis else { return nil }
    return (definitions.addLink(to: address.text, title: title, &store), next + 1)
  }

  /// `[label]` after a bracket, `[]`, or nothing: the link that is defined, and where what follows begins.
  private mutating func reference(_ bracket: Bracket) -> (link: Int32, next: Int)? {
    let label = LinkParts.label(store.bytes, position + 1, end)
    if let label, !label.isEmpty {
      return definitions.link(label, store.bytes, limit: options.referenceLimit).map { ($0, label.upperBound + 1) }
    }
    guard !bracket.hasBracket,
      let link = definitions.link(bracket.textStart..<position, store.bytes, limit: options.referenceLimit)
    else { return nil }
    return (link, label.map { $0.upperBound + 1 } ?? position + 1)
  }
}
