import TypesetMarkdown

extension Unicode.Scalar {
  /// Hebrew, Arabic and the like.
  package var runsRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

extension StyledText {
  /// Adds its letters to others; code says nothing.
  fileprivate func addLetters(to found: inout LetterDirections) {
    for run in runs where !styles[Int(run.style)].isCode {
      found.add(String(decoding: text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self))
    }
  }

  /// Changes the direction of the runs that have the direction of their block.
  mutating func turn(_ direction: TextDirection, from outer: TextDirection?) {
    for index in styles.indices where styles[index].direction == outer { styles[index].direction = direction }
  }
}

extension [InlineStyling.Part] {
  /// The direction of a paragraph or list item that runs from left to right although its block or its first letter does not; nil for all
  /// others.
  ///
  /// The first letter says it, as with `dir="auto"` in HTML, but not against most of the others: a paragraph in Arabic may begin with the
  /// name of a program, one in English with the Arabic word that it explains.
  ///
  /// - Parameter isTurned: True if the block runs from right to left.
  func ownDirection(inRightToLeft isTurned: Bool) -> TextDirection? {
    var letters = LetterDirections()
    for case .text(let content) in self { content.text.addLetters(to: &letters) }
    return (letters.first == .leftToRight) == isTurned && letters.left > letters.right ? .leftToRight : nil
  }
}

/// Letters that run left to right and right to left, and the direction of the first.
struct LetterDirections {
  private(set) var left = 0
  private(set) var right = 0
  private(set) var first: TextDirection?

  mutating func add(_ text: String) {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      if scalar.runsRightToLeft { right += 1 } else { left += 1 }
      first = first ?? (scalar.runsRightToLeft ? .rightToLeft : .leftToRight)
    }
  }

  /// Where such a text would begin by itself; nil without letters. Text from right to left may begin with the name of a program, text in a
  /// document from left to right with the word that it explains.
  func own(inRightToLeft isTurned: Bool) -> TextDirection? {
    guard let first else { return nil }
    return right == 0 || (first == .leftToRight || !isTurned) && left > right ? .leftToRight : .rightToLeft
  }
}

/// The directions of blocks that have one together: the items of a list, a heading and the text below it.
struct BlockDirections {
  private let tree: Tree
  /// True for a document that runs from right to left.
  private let isTurned: Bool
  /// True if some of the document's text runs from right to left.
  private(set) lazy var hasRightToLeft = known ?? tree.nodes[...].haveRightToLeft
  private let known: Bool?

  /// - Parameter known: Whether some of the text runs from right to left; nil where that is to be found out.
  init(of tree: Tree, inRightToLeft isTurned: Bool, hasRightToLeft known: Bool? = nil) {
    (self.tree, self.isTurned, self.known) = (tree, isTurned, known)
  }

  /// True if some text runs from right to left, or is in a document that does.
  private mutating func holdsRightToLeft() -> Bool { isTurned || hasRightToLeft }

  /// The direction of most items of a list; in a document from right to left, of the first that is so, as with `dir="auto"`; nil where nothing in it runs from right to left, or its author says it.
  mutating func ofList(_ list: Tree.Index, inside outer: TextStyle) -> TextDirection? {
    guard holdsRightToLeft(), outer.direction == nil, tree.attributes(of: list)?["dir"] == nil else { return nil }
    var (left, right, letters) = (0, 0, 0)
    for item in tree.children(of: list) {
      let found = self.letters(in: item)
      letters += found.right
      // What is quoted below an item's first words may be in another language.
      let isWhole = isTurned || found.first != .rightToLeft || tree[item].firstChild < 0
      let own = isWhole ? found : self.letters(in: tree[item].firstChild)
      switch own.own(inRightToLeft: isTurned) {
      case .rightToLeft where isTurned && left + right == 0: return .rightToLeft
      case .leftToRight: left += 1
      case .rightToLeft: right += 1
      case nil: break
      }
    }
    guard left + right > 0, letters > 0 || isTurned else { return nil }
    return right > left || right == left && isTurned ? .rightToLeft : .leftToRight
  }

  /// The direction of the text below a heading, if the heading would begin elsewhere but does not contradict it by most of its letters.
  mutating func ofHeading(_ heading: Tree.Index, inside style: TextStyle) -> TextDirection? {
    guard holdsRightToLeft(), style.direction == nil, tree.attributes(of: heading)?["dir"] == nil else { return nil }
    let own = letters(in: heading)
    guard own.own(inRightToLeft: isTurned) == .leftToRight else { return nil }
    let alone: TextDirection? = own.first == .rightToLeft ? .leftToRight : nil
    var next = tree[heading].nextSibling
    while next >= 0 {
      switch tree[next].kind {
      case .paragraph, .list, .blockQuote, .callout, .division:
        guard let below = letters(in: next).own(inRightToLeft: isTurned) else { break }
        if below == .rightToLeft { return isTurned ? nil : .rightToLeft }
        return own.right == 0 && isTurned ? .leftToRight : alone
      case .heading: return alone
      default: break
      }
      next = tree[next].nextSibling
    }
    return alone
  }

  /// True if some words of a block are in Hebrew, Arabic or the like.
  func runsRightToLeft(somewhereIn block: Tree.Index) -> Bool { letters(in: block).right > 0 }

  /// True for a line such as `**macOS:**` above text from right to left.
  func introducesOthers(_ paragraph: Tree.Index) -> Bool {
    let next = tree[paragraph].nextSibling
    guard next >= 0, tree.plainText(of: paragraph).last == ":" else { return false }
    return letters(in: next).own(inRightToLeft: isTurned) == .rightToLeft
  }

  /// The letters of a block, without its code and without the names of pictures.
  private func letters(in parent: Tree.Index) -> LetterDirections {
    var found = LetterDirections()
    var stack = Array(tree.children(of: parent).reversed())
    while let index = stack.popLast() {
      switch tree[index].kind {
      case .text(let text): found.add(text)
      case .image: break
      default: stack += tree.children(of: index).reversed()
      }
    }
    return found
  }
}

extension ArraySlice<Tree.Node> {
  /// True if some text has letters of Hebrew, Arabic or the like.
  var haveRightToLeft: Bool {
    contains { node in
      guard case .text(let text) = node.kind, text.utf8.contains(where: { 0xD6...0xDF ~= $0 || $0 == 0xE0 || $0 >= 0xEF }) else {
        return false
      }
      return text.unicodeScalars.contains { $0.runsRightToLeft }
    }
  }
}
