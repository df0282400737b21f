import TypesetDiagnostics

/// The blocks that an edit is in, between two texts, with their neighbours.
struct EditedRegion {
  /// From the block with the edit's beginning to the one after its end.
  let oldBytes: Range<Int>
  let newBytes: Range<Int>
  /// Their nodes in the tree of the old text.
  let nodes: Range<Int>
  /// The same with some blocks on both sides.
  let oldAround: Range<Int>
  let newAround: Range<Int>
  let nodesAround: Range<Int>

  /// So many blocks on each side that begin anew.
  private static let neighbours = 3

  /// Nil where the texts are the same, or where the edit is among the first blocks.
  init?(from old: [UInt8], to new: [UInt8], in tree: Tree) {
    let start = commonPrefix(old, new)
    let same = commonSuffix(old, new, least: start)
    let (end, shift) = (old.count - same, new.count - old.count)
    guard start < old.count || shift != 0 else { return nil }
    // Footnotes are at the end.
    var tops: [(node: Int, start: Int)] = []
    var isWhole = true
    for index in tree.children(of: 0) {
      let place = Int(tree[index].span.start)
      guard place >= tops.last?.start ?? 0 else {
        isWhole = false
        tops.append((Int(index), old.count))
        break
      }
      tops.append((Int(index), place))
    }
    func begins(_ top: Int) -> Bool { BlockStart.begins(at: tops[top].start, of: old) }
    guard var first = tops.lastIndex(where: { $0.start <= start }) else { return nil }
    while first > 0, !begins(first) { first -= 1 }
    guard let code = Self.endOfCode(from: tops[first].start, old, to: end, new, shift: shift) else { return nil }
    var lead = first
    var count = 0
    for top in stride(from: first - 1, through: 0, by: -1) where count < Self.neighbours && begins(top) { (lead, count) = (top, count + 1) }
    // What is above the first block, such as front matter, is not read.
    guard lead < first, begins(lead) else { return nil }
    var last: Int?
    var trail: Int?
    count = 0
    for top in first + 1..<tops.count where count <= Self.neighbours && tops[top].start >= max(end, code) && begins(top) {
      guard last != nil || BlockStart.begins(at: tops[top].start + shift, of: new) else { continue }
      if last == nil { last = top }
      count += 1
      if count > Self.neighbours { trail = top }
    }
    guard trail != nil || isWhole else { return nil }
    func place(_ top: Int?) -> (node: Int, start: Int) { top.map { tops[$0] } ?? (tree.nodes.count, old.count) }
    oldBytes = tops[first].start..<place(last).start
    newBytes = tops[first].start..<place(last).start + shift
    nodes = tops[first].node..<place(last).node
    oldAround = tops[lead].start..<place(trail).start
    newAround = tops[lead].start..<place(trail).start + shift
    nodesAround = tops[lead].node..<place(trail).node
  }

  /// What fences may move of the end of what has changed, in bytes.
  private static let mostCode = 1 << 16

  /// Where code has ended in both texts that an edit has opened, closed or joined: in the old one; nil where that is far away or nowhere.
  ///
  /// - Parameters:
  ///   - start: Where a block begins in both.
  ///   - end: Of the edit in the old text.
  private static func endOfCode(from start: Int, _ old: [UInt8], to end: Int, _ new: [UInt8], shift: Int) -> Int? {
    var before = FenceWalk(at: start)
    var after = FenceWalk(at: start)
    before.pass(old, beyond: end)
    after.pass(new, beyond: end + shift)
    // Both are at the same line now, and their texts the same from there on.
    while before.fence != nil || after.fence != nil {
      guard before.place < old.count, before.place - end < mostCode else { return nil }
      before.pass(old, beyond: before.place)
      after.pass(new, beyond: after.place)
    }
    return before.place
  }
}

/// The fence that is open at a line.
private struct FenceWalk {
  /// Where the line begins.
  private(set) var place: Int
  private(set) var fence: CodeFence?

  init(at place: Int) { self.place = place }

  /// Goes to the first line that begins beyond a place, or to the end.
  mutating func pass(_ text: [UInt8], beyond end: Int) {
    while place <= end, place < text.count {
      let next = text[place...].firstIndex(of: ASCII.newline) ?? text.count
      fence = CodeFence.after(text[place..<next], within: fence)
      place = min(next + 1, text.count)
    }
  }
}

extension BlockStart {
  /// True if a block begins here that continues nothing above: at the beginning of a line, below a blank one.
  fileprivate static func begins(at place: Int, of text: [UInt8]) -> Bool {
    guard place > 0, place < text.count, text[place - 1] == ASCII.newline else { return false }
    var above = place - 2
    while above >= 0, text[above] != ASCII.newline {
      guard ASCII.isBlank(text[above]) else { return false }
      above -= 1
    }
    return isCut(text[place...].prefix { $0 != ASCII.newline })
  }
}

/// Marks that open, close or name something in other blocks, or may change how these are read, in order: as long as an edit leaves them as
/// they are, its block can only change within itself.
struct ReachingMarks {
  private var marks: [ArraySlice<UInt8>] = []
  /// Lines of fences, which may make code of what is between them.
  private var fences: [ArraySlice<UInt8>] = []
  /// True if there are others than those of formulas and code: what they mean elsewhere depends on whether they are in code.
  private var reachFar = false
  private var openings = 0
  private var dollars = 0
  /// `\(` and the like, which may be formulas or escaped brackets.
  private(set) var hasBrackets = false

  /// `[a]: b`, or `opts_chunk$set(…)` of knitr, whose other words count too.
  private var define = false

  /// True if they define nothing, and what they open is closed among them, as far as can be seen.
  var areBalanced: Bool { openings == 0 && dollars % 2 == 0 && !define }

  init(of text: ArraySlice<UInt8>) {
    define = zip(text, text.dropFirst()).contains { $0 == ASCII.closeBracket && $1 == UInt8(ascii: ":") }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard Self.candidates.contains(byte) else {
        index += 1
        continue
      }
      let run = text[index...].prefix { $0 == byte }.count
      if let length = length(of: text[index...], run: run) {
        let isFence = run > 2 && (byte == ASCII.backtick || byte == ASCII.tilde)
        if isFence { fences.append(text[index..<index + length]) } else { marks.append(text[index..<index + length]) }
        if !Self.near.contains(byte), !Self.isLink(text[index...], label: length) { reachFar = true }
        index += length
      } else {
        index += run
      }
    }
  }

  /// True if an edit from these to others leaves what is elsewhere as it is.
  func stay(as others: ReachingMarks) -> Bool {
    func isSame(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> Bool { a.elementsEqual(b) { $0.elementsEqual($1) } }
    return isSame(marks, others.marks) && (!reachFar || isSame(fences, others.fences))
  }

  /// True for `[words](address)`, which is the same wherever it is.
  private static func isLink(_ text: ArraySlice<UInt8>, label length: Int) -> Bool {
    let label = text.prefix(length).dropFirst()
    guard text.first == ASCII.openBracket, label.last == ASCII.closeBracket, let first = label.first, !"^@".utf8.contains(first),
      text.dropFirst(length).first == ASCII.openParenthesis
    else { return false }
    let address = text.dropFirst(length + 1).prefix { $0 > ASCII.space && !"()<".utf8.contains($0) }
    return !address.isEmpty && text.dropFirst(length + 1 + address.count).first == ASCII.closeParenthesis
  }

  /// Marks of formulas and of code.
  private static let near = Set("$\\`~".utf8)

  private static let candidates = Set("$\\`~:<[%/}@".utf8)

  /// The length of the mark with which some text begins; nil if there is none.
  ///
  /// - Parameter run: How often the first byte is repeated.
  private mutating func length(of text: ArraySlice<UInt8>, run: Int) -> Int? {
    let next = text.dropFirst(run).first ?? 0
    func upTo(_ end: UInt8) -> Int {
      let line = text.prefix { $0 != ASCII.newline }
      return line.firstIndex(of: end).map { $0 + 1 - text.startIndex } ?? line.count
    }
    switch text[text.startIndex] {
    case ASCII.dollar where text.dropFirst().starts(with: "set(".utf8):
      define = true
      return nil
    case ASCII.dollar where run > 1:
      dollars += 1
      return run
    case ASCII.backslash where "[]()".utf8.contains(next):
      if run == 1 {
        hasBrackets = true
        openings += next == ASCII.openBracket || next == ASCII.openParenthesis ? 1 : -1
      }
      return run + 1
    case ASCII.backslash where text.starts(with: "\\begin{".utf8) || text.starts(with: "\\end{".utf8):
      openings += next == UInt8(ascii: "b") ? 1 : -1
      return upTo(ASCII.closeBrace)
    // Code, and what a fence says of it.
    case ASCII.backtick, ASCII.tilde: return run > 1 ? upTo(ASCII.newline) : 1
    case UInt8(ascii: ":"), UInt8(ascii: "/"): return run > 2 ? upTo(ASCII.newline) : nil
    case UInt8(ascii: "%"), UInt8(ascii: "@"): return run > 1 ? run : nil
    case ASCII.less: return ASCII.isLetter(next) || "/!?".utf8.contains(next) ? upTo(ASCII.greater) : nil
    // Labels of notes, links and abbreviations, which may be divided between lines.
    case ASCII.openBracket: return (text.firstIndex(of: ASCII.closeBracket).map { $0 + 1 } ?? text.endIndex) - text.startIndex
    // MyST's roles.
    case ASCII.closeBrace: return next == ASCII.backtick ? run + 1 : nil
    default: return nil
    }
  }
}

/// How many bytes two texts have in common at their beginnings.
func commonPrefix(_ a: [UInt8], _ b: [UInt8]) -> Int {
  let count = min(a.count, b.count)
  var index = 0
  while index < count, a[index] == b[index] { index += 1 }
  return index
}

/// How many bytes two texts have in common at their ends, below the first `least` ones.
func commonSuffix(_ a: [UInt8], _ b: [UInt8], least: Int) -> Int {
  let count = min(a.count, b.count) - least
  var index = 0
  while index < count, a[a.count - 1 - index] == b[b.count - 1 - index] { index += 1 }
  return index
}
