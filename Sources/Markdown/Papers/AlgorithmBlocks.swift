/// The blocks of an algorithm that are open: `\If` until `\EndIf`, `\Repeat` until `\Until`.
struct AlgorithmBlocks {
  /// Something that is wrong with an algorithm.
  struct Fault: Equatable {
    /// In the algorithm's bytes.
    var place: Range<Int>
    var message: String
    var hint: String
  }

  private struct Block {
    /// As written: `If`, `IF`.
    var word: String
    var place: Range<Int>
  }

  private var open: [Block] = []
  private(set) var faults: [Fault] = []

  /// What ends the blocks, by the words that begin them.
  private static let closers = [
    "if": "EndIf", "for": "EndFor", "forall": "EndFor", "while": "EndWhile", "repeat": "Until", "loop": "EndLoop",
    "function": "EndFunction", "procedure": "EndProcedure",
  ]
  private static let openers = [
    "endif": "If", "endfor": "For", "endwhile": "While", "until": "Repeat", "endloop": "Loop", "endfunction": "Function",
    "endprocedure": "Procedure", "else": "If", "elsif": "If", "elseif": "If",
  ]

  mutating func note(_ place: Range<Int>, _ message: String, hint: String) {
    faults.append(Fault(place: place, message: message, hint: hint))
  }

  mutating func begin(_ word: String, at place: Range<Int>) { open.append(Block(word: word, place: place)) }

  /// Ends a block, or goes on with one (`\Else`); those within it that nothing ends do so with it.
  ///
  /// - Returns: By how many levels what follows is less deep, `\Else` itself being no deeper than its `\If`; nil where nothing is open that the
  ///   word could end.
  mutating func end(_ word: String, at place: Range<Int>) -> Int? {
    let name = word.lowercased()
    guard let opener = Self.openers[name] else { return 1 }
    let wanted = opener.lowercased()
    let closer = Self.closers[wanted]
    guard let position = open.lastIndex(where: { Self.closers[$0.word.lowercased()] == closer }) else {
      note(
        place, "‘\\\(word)’ without ‘\\\(Self.written(opener, as: word))’",
        hint: "write \\\(Self.written(opener, as: word)) where its block begins, or remove it")
      return nil
    }
    for block in open[(position + 1)...] { noteUnclosed(block) }
    let levels = open.count - position
    open.removeSubrange((closer != "EndIf" || name == "endif" ? position : position + 1)...)
    return levels
  }

  /// Ends all blocks: their algorithm ends.
  mutating func finish() {
    for block in open { noteUnclosed(block) }
    open = []
  }

  private mutating func noteUnclosed(_ block: Block) {
    let closer = Self.closers[block.word.lowercased()].map { Self.written($0, as: block.word) } ?? ""
    note(block.place, "the block of ‘\\\(block.word)’ is never closed", hint: "close it with \\\(closer)")
  }

  /// algorithmic's commands are in capitals.
  private static func written(_ name: String, as word: String) -> String { word.contains(where: \.isLowercase) ? name : name.uppercased() }
}
