import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// One node of the horizontal list that a paragraph becomes (TeXbook chapter 14). Lengths are scaled points.
struct Node {
  enum Kind: UInt8 {
    case box, glue, kern, penalty
    /// A place where a word may be broken; `width` is the width there without a break.
    case discretionary
  }

  var kind: Kind
  /// Glue: true if a line may end here. Not in formulas, whose breaks are at their penalties.
  var isBreakable = false
  /// Discretionary: true if the hyphen was in the text already.
  var isExplicit = false
  /// True for text that may be drawn slightly wider or narrower.
  var isExpandable = false
  /// True for glue of the first infinite order, false for finite glue.
  var isInfinite = false
  var width = 0
  var stretch = 0
  var shrink = 0
  /// The value of a penalty, or the penalty of a discretionary.
  var penalty: Int32 = 0
  /// Discretionary: the width at the end of the line beyond the nodes before it, and at the beginning of the next line.
  var pre: Int32 = 0
  var post: Int32 = 0
  /// In `ParagraphList.words`, or -1.
  var word: Int32 = -1
  /// In `ParagraphList.attachments`, or -1; `attachmentBox` is the number of its node.
  var attachment: Int32 = -1
  var attachmentNode: Int32 = 0
  /// The bytes of the paragraph's text that the node shows.
  var text: Range<Int32> = 0..<0
  /// In `StyledText.styles`; glue has the style of its space.
  var style: Int32 = 0
  /// Discretionary: the byte at which the word is broken; within `text` in a ligature.
  var breakOffset: Int32 = 0
  /// The embedding level (UAX #9).
  var level: UInt8 = 0
  /// Discretionary: the change of the spelling at the break, in `ParagraphList.changes`, counted from 1; 0 without a change.
  var change: UInt16 = 0
  /// Moves a box's glyphs: full-width punctuation that takes half its width.
  var shift: Int32 = 0

  init(_ kind: Kind) { self.kind = kind }

  var isDiscardable: Bool { kind == .glue || kind == .kern || kind == .penalty }
}

/// A word of the paragraph in one font.
struct Word {
  var text: Range<Int32>
  var context: ShapingContext
  var face: FaceID
  var size: Length
  var style: Int32
  var shaped: ShapedWord
}

/// The horizontal list of one paragraph.
struct ParagraphList {
  var nodes: [Node] = []
  var words: [Word] = []
  /// With the bytes of the paragraph's text.
  var changes: [SpellingChange] = []
  /// Nil if everything runs left to right.
  var bidi: BidiLevels?
  /// The language whose forms and rules East Asian characters have; empty without such characters.
  var eastAsian = ""
  /// Nil if the text is drawn as it is.
  var shown: ShownText?
  /// True if it holds code with spaces.
  var hasSpacedCode = false

  /// Makes room for about as many nodes as prose has: a box, a place for a hyphen and glue for each word.
  mutating func reserve(bytes: Int) {
    nodes.reserveCapacity(min(bytes / 2, 4096))
    words.reserveCapacity(min(bytes / 4, 2048))
  }

  /// Marks the text that font expansion applies to: not code and East Asian characters, which have a grid.
  mutating func markExpandable(_ text: StyledText) {
    for index in nodes.indices where nodes[index].word >= 0 && (nodes[index].kind == .box || nodes[index].kind == .discretionary) {
      let word = words[Int(nodes[index].word)]
      guard !text.styles[Int(word.style)].isCode, !word.text.isEmpty else { continue }
      nodes[index].isExpandable = CJKClass(decode(text.text, Int(word.text.lowerBound)).value) == .other
    }
  }

  /// Adds to the cost of breaks after which less than a width would be on the paragraph's last line. Ends at the first word that is
  /// wider.
  mutating func discourageShortEnd(of least: Int, penalty: Int) {
    var width = 0
    var index = nodes.count
    while index > 0, width < least {
      index -= 1
      let node = nodes[index]
      switch node.kind {
      case .box, .kern: width += node.width
      case .discretionary:
        nodes[index].penalty = max(node.penalty, Int32(penalty))
        width += node.width
      case .glue:
        width += node.width
        guard node.isBreakable else { continue }
        var place = Node(.penalty)
        (place.penalty, place.level) = (Int32(penalty), node.level)
        nodes[index].isBreakable = false
        nodes.insert(place, at: index)
      case .penalty:
        if node.penalty > Int32(Penalty.force) { nodes[index].penalty = max(node.penalty, Int32(penalty)) } else { return }
      }
    }
  }
}

extension ParagraphList {
  // MARK: Nodes

  mutating func addBox(_ range: Range<Int>, word: Int32, width: Int, _ number: Int32) {
    var box = Node(.box)
    box.word = word
    box.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    box.width = width
    box.style = number
    nodes.append(box)
  }

  mutating func addPenalty(_ penalty: Int) {
    var node = Node(.penalty)
    node.penalty = Int32(penalty)
    nodes.append(node)
  }

  /// What comes before the space of a tie (TeXbook chapter 14, `~`). At the beginning of a line that the author began the space stays, as in browsers:
  /// without a box before it, it would be lost.
  mutating func addTie() {
    let last = nodes.suffix(2).last { $0.kind != .glue }
    if let last, last.kind == .penalty, last.penalty == Int32(Penalty.force) { nodes.append(Node(.box)) }
    addPenalty(Penalty.prohibit)
  }

  mutating func addKern(_ width: Int) {
    var kern = Node(.kern)
    kern.width = width
    nodes.append(kern)
  }

  mutating func addStretch(_ stretch: Int, _ number: Int32) {
    var glue = Node(.glue)
    glue.stretch = stretch
    glue.style = number
    nodes.append(glue)
  }

  /// A line may end before an attachment that is like a Han character; between two of them is a gap.
  mutating func addBreak(beforeIdeographAmong attachments: [HList], _ style: TextStyle, _ number: Int32) {
    let last = nodes.last { $0.kind != .penalty }
    if let last, last.attachment >= 0, attachments[Int(last.attachment)].isIdeograph {
      var glue = Node(.glue)
      glue.isBreakable = true
      glue.width = style.size.rawValue / 5
      glue.style = number
      nodes.append(glue)
    } else if last?.kind == .box {
      nodes.append(Node(.penalty))
    }
  }
}
