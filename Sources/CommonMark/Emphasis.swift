/// The runs of marks that may open or close emphasis, and their matches (CommonMark, Appendix: process emphasis).
struct EmphasisStack {
  private struct Delimiter {
    var token: Int
    var sign: UInt8
    var canOpen: Bool
    var canClose: Bool
    /// As it was written; rules of three count these.
    var length: Int
    var previous: Int
    var next = -1
  }

  private(set) var ends: [EmphasisEnd] = []
  private var delimiters: [Delimiter] = []
  private var first = -1
  /// The last delimiter, -1 for none.
  private(set) var last = -1
  /// Below which there is no opener, for each kind of closer: sign, whether it can open too, length by three.
  private var bottoms = [Int](repeating: -1, count: 18)

  mutating func removeAll() {
    ends.removeAll(keepingCapacity: true)
    delimiters.removeAll(keepingCapacity: true)
    (first, last) = (-1, -1)
  }

  mutating func append(_ token: Int, sign: UInt8, length: Int, canOpen: Bool, canClose: Bool) {
    let index = delimiters.count
    delimiters.append(Delimiter(token: token, sign: sign, canOpen: canOpen, canClose: canClose, length: length, previous: last))
    if last >= 0 { delimiters[last].next = index } else { first = index }
    last = index
  }

  /// Takes away the delimiters above one, -1 for all.
  mutating func removeAll(above bottom: Int) {
    last = bottom
    if bottom >= 0 { delimiters[bottom].next = -1 } else { first = -1 }
  }

  private mutating func remove(_ index: Int) {
    let (previous, next) = (delimiters[index].previous, delimiters[index].next)
    if previous >= 0 { delimiters[previous].next = next } else { first = next }
    if next >= 0 { delimiters[next].previous = previous } else { last = previous }
  }

  private static func category(_ closer: Delimiter) -> Int {
    let sign = closer.sign == Byte.asterisk ? 0 : closer.sign == Byte.underscore ? 1 : 2
    return sign * 6 + (closer.canOpen ? 3 : 0) + (sign == 2 ? min(closer.length, 2) : closer.length % 3)
  }

  private static func matches(_ opener: Delimiter, _ closer: Delimiter) -> Bool {
    guard opener.canOpen, opener.sign == closer.sign else { return false }
    if closer.sign == Byte.tilde { return opener.length == closer.length }
    guard closer.canOpen || opener.canClose else { return true }
    return closer.length % 3 == 0 || (opener.length + closer.length) % 3 != 0
  }

  /// Matches the delimiters above one, -1 for all, and takes them away.
  mutating func match(above bottom: Int, _ tokens: inout [LeafToken]) {
    for index in bottoms.indices { bottoms[index] = bottom }
    var closer = bottom >= 0 ? delimiters[bottom].next : first
    while closer >= 0 {
      guard delimiters[closer].canClose else {
        closer = delimiters[closer].next
        continue
      }
      let category = Self.category(delimiters[closer])
      var opener = delimiters[closer].previous
      while opener > bottoms[category], !Self.matches(delimiters[opener], delimiters[closer]) {
        opener = delimiters[opener].previous
      }
      if opener > bottoms[category] {
        closer = join(opener, closer, &tokens)
      } else {
        bottoms[category] = delimiters[closer].previous
        let next = delimiters[closer].next
        if !delimiters[closer].canOpen { remove(closer) }
        closer = next
      }
    }
    removeAll(above: bottom)
  }

  /// Makes emphasis of an opener and a closer; returns the closer that is next.
  private mutating func join(_ opener: Int, _ closer: Int, _ tokens: inout [LeafToken]) -> Int {
    let (from, to) = (delimiters[opener].token, delimiters[closer].token)
    let isTilde = delimiters[opener].sign == Byte.tilde
    let (left, right) = (tokens[from].literalEnd - tokens[from].literalStart, tokens[to].literalEnd - tokens[to].literalStart)
    let used: Int32 = isTilde ? left : left >= 2 && right >= 2 ? 2 : 1
    let kind: CommonMarkTree.Kind = isTilde ? .strikethrough : used == 2 ? .strong : .emphasis
    // What is between the two is matched already, or text.
    delimiters[opener].next = closer
    delimiters[closer].previous = opener

    tokens[from].literalEnd -= used
    ends.append(EmphasisEnd(kind: kind, position: tokens[from].literalEnd, next: tokens[from].firstOpen))
    tokens[from].firstOpen = Int32(ends.count - 1)
    tokens[to].literalStart += used
    ends.append(EmphasisEnd(kind: kind, position: tokens[to].literalStart, next: -1))
    let end = Int32(ends.count - 1)
    if tokens[to].lastClose >= 0 { ends[Int(tokens[to].lastClose)].next = end } else { tokens[to].firstClose = end }
    tokens[to].lastClose = end

    if left == used { remove(opener) }
    guard right == used else { return closer }
    let next = delimiters[closer].next
    remove(closer)
    return next
  }
}
