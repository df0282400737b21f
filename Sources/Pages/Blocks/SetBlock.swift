import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// A block that is set. Values of this type compose: a block that is set in the context `following` one is appended to it.
struct SetBlock {
  var list = VList()
  /// The space below that the block requests.
  var spaceBelow: Glue?
  /// The elements of its content.
  var structure: OpenStructure
  var diagnostics: [Diagnostic] = []
  /// True if it fits no upright page and should be set again on a landscape one.
  var wantsTurn = false
  /// True if less space above is enough.
  var shortensSpaceAbove = false
  /// How the formula is read that the block is.
  var reading: FormulaReading?

  init(in context: borrowing BlockContext) { structure = context.structure }

  /// Appends a block that was set in the context following this one.
  mutating func append(_ next: consuming SetBlock) {
    if list.nodes.isEmpty, list.inks.isEmpty, list.frames.isEmpty { list = next.list } else { list.append(contentsOf: next.list) }
    spaceBelow = next.spaceBelow
    structure.append(next.structure)
    if !next.diagnostics.isEmpty { diagnostics += next.diagnostics }
    if next.wantsTurn { wantsTurn = true }
  }

  /// Takes over the diagnostics and elements of a part whose list is used otherwise.
  mutating func takeNotes(of part: borrowing SetBlock) {
    structure.append(part.structure)
    diagnostics += part.diagnostics
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  // MARK: Structure

  /// Sets something as an element of its own.
  mutating func within<T>(_ element: StructureElement, _ body: (inout SetBlock) -> T) -> T {
    let outer = structure.enter(element)
    let result = body(&self)
    structure.leave(to: outer)
    return result
  }

  mutating func within<T>(_ role: StructureRole, _ body: (inout SetBlock) -> T) -> T {
    within(StructureElement(role, parent: -1), body)
  }

  // MARK: Frames

  /// Begins a frame around everything up to `end(_:)`.
  mutating func begin(_ frame: VFrame) -> Int32 {
    list.frames.append(frame)
    let index = Int32(list.frames.count - 1)
    list.nodes.append(.beginFrame(index))
    return index
  }

  mutating func end(_ frame: Int32) { list.nodes.append(.endFrame(frame)) }

  // MARK: Lines

  /// `\lineskip` and `\lineskiplimit`: the distance between lines with tall formulas or pictures and adjacent lines.
  static let lineSkip = 2.pt

  /// Adds set lines with their leading; a page may end between them, except after the first and before the last.
  ///
  /// - Parameters:
  ///   - anchor: The side that keeps its position if a line of pictures is scaled down.
  ///   - counts: False for lines that are not of the text, such as captions.
  ///   - kept: How many spaces after the first lines no page ends in.
  mutating func append(
    _ lines: Lines, leading: Length, anchor: VBox.Anchor = .left, x: Length, counts: Bool = true, kept: Int = 1
  ) {
    guard !lines.lines.isEmpty else { return }
    list.inks.append(lines.ink)
    let ink = Int32(list.inks.count - 1)
    let strut = Strut(leading)
    let count = lines.lines.count
    var previousDepth = Length.zero
    // Of several rows of pictures none becomes smaller than the others.
    let mayYield = lines.lines.count { $0.height > leading * 4 } == 1
    for (number, line) in lines.lines.enumerated() {
      let isFirst = number == 0
      let isLast = number == count - 1
      let height = isFirst ? max(line.height, strut.height) : line.height
      let depth = isLast ? max(line.depth, strut.depth) : line.depth
      if !isFirst {
        if number <= kept || isLast || lines.keepsTogether(before: number) { list.nodes.append(.penalty(Penalty.prohibit)) }
        let gap = leading - previousDepth - height
        list.nodes.append(.glue(Glue(max(gap, Self.lineSkip))))
      }
      var box = VBox(height: height, depth: depth, width: line.width, x: x, ink: ink, items: line.items)
      box.isLine = counts
      list.append(box)
      if mayYield, line.height > leading * 4, lines.ink.hasOnlyPictures(in: line.items) { list.lastBoxYields(to: 70, anchor: anchor) }
      previousDepth = depth
    }
  }
}

extension Lines {
  /// Widows and orphans: no page ends after a paragraph's first line or before its last, nor after the first or before the last of several
  /// between the author's line ends.
  fileprivate func keepsTogether(before number: Int) -> Bool {
    let isFirst = number == 1 || lines[number - 2].isEnded
    let isLast = number == lines.count - 1 || lines[number].isEnded
    return !lines[number - 1].isEnded && (isFirst || isLast)
  }
}

/// The least height and depth of a line with a leading: like TeX's strut, seven tenths above the baseline.
struct Strut {
  var height: Length
  var depth: Length

  init(_ leading: Length) {
    height = leading.scaled(by: 0.7)
    depth = leading - height
  }

  var total: Length { height + depth }
}

/// An ink with its dimensions; the reference point is on its (first) baseline.
struct SetInk {
  var ink = Ink()
  var width = Length.zero
  var height = Length.zero
  var depth = Length.zero

  init() {}

  /// Lines as one unbreakable box, with its reference point on the first baseline.
  init(_ lines: Lines, leading: Length) {
    let strut = Strut(leading)
    var y = Length.zero
    var previousDepth = Length.zero
    for (number, line) in lines.lines.enumerated() {
      if number > 0 { y -= max(leading, previousDepth + line.height + SetBlock.lineSkip) }
      ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: .zero, dy: y)
      previousDepth = line.depth
    }
    height = max(lines.lines.first?.height ?? .zero, strut.height)
    depth = max(previousDepth, strut.depth) - y
  }
}

extension VList {
  /// The last node, if it is a box.
  var lastBox: VBox? { if case .box(let box)? = nodes.last { box } else { nil } }

  /// Allows scaling down the picture that was added last if it then fits on its page.
  mutating func lastBoxYields(to percent: UInt8, anchor: VBox.Anchor) {
    guard case .box(var box)? = nodes.last else { return }
    (box.leastScale, box.anchor) = (percent, anchor)
    nodes[nodes.count - 1] = .box(box)
  }

  /// Lets the box that was added last vanish at the top of a page.
  mutating func lastBoxOpensNoPage() {
    guard case .box(var box)? = nodes.last else { return }
    box.opensNoPage = true
    nodes[nodes.count - 1] = .box(box)
  }
}

extension Alignment {
  /// The side that keeps its position if a picture is scaled down.
  var anchor: VBox.Anchor {
    switch self {
    case .left, .justified: .left
    case .center: .center
    case .right: .right
    }
  }
}

extension Ink {
  fileprivate func hasOnlyPictures(in range: Range<Int32>) -> Bool {
    items[Int(range.lowerBound)..<Int(range.upperBound)].allSatisfy { item in
      switch item {
      case .picture, .mark, .content, .part, .panel, .clip: true
      case .run(let run): text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].allSatisfy { $0 == 0x20 }
      case .rule, .stroke, .path: false
      }
    }
  }
}
