internal import TypesetJSON

/// Text as pandoc's words, spaces and quoted inlines, with the quotation marks, dashes and dots that its authors mean.
struct ExportedWords {
  private struct Open {
    var isDouble: Bool
    var items: [JSON]
  }

  /// Quotations that have begun, the outermost first.
  private var open: [Open] = []
  private var items: [JSON] = []
  private var word = ""
  /// What was added last; nil at the beginning, a letter for other nodes than text.
  private var previous: Character?
  /// More quotations within one another are signs: each is a level of the document.
  private static let deepest = 8
  /// Text that waits for what follows it.
  private var pending: [Character] = []

  mutating func add(_ text: String) { pending += text }

  mutating func add(_ node: JSON) {
    read(before: "x")
    endWord()
    items.append(node)
    previous = "x"
  }

  mutating func addBreak(_ node: JSON) {
    read(before: " ")
    endWord()
    if items.last?["t"]?.text == "Space" { items.removeLast() }
    items.append(node)
    previous = " "
  }

  /// All inlines.
  mutating func finished() -> [JSON] {
    read(before: nil)
    endWord()
    while !open.isEmpty { giveUp() }
    return items
  }

  private mutating func read(before follower: Character?) {
    let text = pending
    pending = []
    var index = 0
    while index < text.count {
      let character = text[index]
      let next = index + 1 < text.count ? text[index + 1] : follower
      switch character {
      case " ", "\n", "\t":
        endWord()
        if previous != " " { items.append(.node("Space")) }
        previous = " "
        index += 1
        continue
      case "\"", "'": quote(character == "\"", before: next)
      case "-" where next == "-" && index + 1 < text.count:
        let isLong = index + 2 < text.count && text[index + 2] == "-"
        word.append(isLong ? "—" : "–")
        index += isLong ? 2 : 1
      case "." where index + 2 < text.count && next == "." && text[index + 2] == ".":
        word.append("…")
        index += 2
      default: word.append(character)
      }
      previous = character
      index += 1
    }
  }

  private mutating func quote(_ isDouble: Bool, before next: Character?) {
    let mayBegin = previous.map { $0 == " " || "([{-–—/\"'\u{A0}".contains($0) } ?? true
    let isBeforeWord = next.map { !$0.isWhitespace } ?? false
    if mayBegin, isBeforeWord {
      guard open.count < Self.deepest else { return word.append(isDouble ? "“" : "‘") }
      endWord()
      open.append(Open(isDouble: isDouble, items: items))
      items = []
      return
    }
    let isWithinWord = !isDouble && (next.map { $0.isLetter || $0.isNumber } ?? false)
    guard !isWithinWord, open.contains(where: { $0.isDouble == isDouble }) else {
      word.append(isDouble ? "”" : "’")
      return
    }
    endWord()
    while open.last?.isDouble == !isDouble { giveUp() }
    guard let last = open.popLast() else { return }
    items = last.items + [.node("Quoted", .array([.node(isDouble ? "DoubleQuote" : "SingleQuote"), .array(items)]))]
  }

  /// What began no quotation after all is a sign.
  private mutating func giveUp() {
    guard let last = open.popLast() else { return }
    let sign = last.isDouble ? "“" : "’"
    if let first = items.first, first["t"]?.text == "Str", let text = first["c"]?.text {
      items[0] = .words(sign + text)
    } else {
      items.insert(.words(sign), at: 0)
    }
    items = last.items + items
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    items.append(.words(word))
    word = ""
  }
}
