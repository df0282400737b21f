public import TeXMath
public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFonts
public import TypesetParagraphs
public import TypesetPictures
public import TypesetStyling

/// Makes vertical lists of the blocks of a styled tree. One for each thread: the setters below it keep caches.
public final class BlockBuilder {
  let tree: StyledTree
  let paragraphs: ParagraphSetter
  let codeSetter: CodeSetter
  let math: MathTypesetter
  let macros: MathMacros
  let numbers: EquationNumbers
  let fonts: FontBook
  let pictures: PictureBook
  let budget: Budget
  private var diagnostics: [Diagnostic] = []

  /// The elements of the block that is being built.
  var structure = OpenStructure(block: -1)

  /// The page on which each destination stands, as far as it is known.
  public var pageLabels: [String: String] = [:]

  /// The page that is being filled: the theme's, or turned for what is wide.
  var sheet: PageStyle

  /// In a table that is too wide, all is this much smaller.
  var scale = 1.0

  /// Space that the last block asks for below itself; the larger one of two neighbours counts.
  var spaceBelow: Glue?

  /// May the block that is being built, a display or a table, ask for a landscape page? Has it?
  enum Turn { case impossible, possible, wanted }
  var turn = Turn.impossible

  /// How much smaller all code of the document is so that one size does for it.
  lazy var codeScale = commonCodeScale()

  /// Pictures that have their pages to themselves; nil until one asks.
  var blocksAlone: Set<StyledTree.Index>?

  /// The picture at whose side the next paragraph stands.
  var beside: BesidePicture?
  /// In the list's nodes: a block that begins here has no space above itself.
  var flushNode = -1

  public init(
    tree: StyledTree, paragraphs: ParagraphSetter, math: MathTypesetter, macros: MathMacros, numbers: EquationNumbers, fonts: FontBook,
    pictures: PictureBook, budget: Budget
  ) {
    self.tree = tree
    sheet = tree.theme.page
    self.paragraphs = paragraphs
    codeSetter = CodeSetter(paragraphs)
    self.math = math
    self.macros = macros
    self.numbers = numbers
    self.fonts = fonts
    self.pictures = pictures
    self.budget = budget
  }

  var diagnosticCount: Int { diagnostics.count }

  func forgetDiagnostics(from count: Int) { diagnostics.removeSubrange(count...) }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// The diagnostics so far; forgets them.
  public func takeDiagnostics() -> [Diagnostic] {
    var taken = diagnostics
    diagnostics = []
    for language in paragraphs.takeLanguagesWithoutPatterns() {
      guard let package = HyphenationCustom.package(for: language) else { continue }
      taken.append(
        Diagnostic(
          .warning, "hyphenation.no-patterns", at: nil, "words in \(language) are not hyphenated: their patterns are not installed",
          hint: "install Debian's \(package)"))
    }
    return taken
  }

  /// The list of one block that stands by itself at the left edge of the text block, without the space around it.
  public func list(of block: StyledTree.Index) -> VList {
    let isTurned = standsOnTurnedPage(block)
    turn = mayTurn(block) ? .possible : .impossible
    defer { turn = .impossible }
    let known = diagnosticCount
    let list = list(of: block, isTurned: isTurned)
    guard turn == .wanted else { return list }
    forgetDiagnostics(from: known)
    return self.list(of: block, isTurned: true)
  }

  private func list(of block: StyledTree.Index, isTurned: Bool) -> VList {
    var list = VList()
    structure = OpenStructure(block: block)
    flushNode = -1
    defer { structure = OpenStructure(block: -1) }
    spaceBelow = nil
    scale = 1
    sheet = isTurned ? tree.theme.page.turned : tree.theme.page
    defer { sheet = tree.theme.page }
    // The title stands above all columns.
    let isTitle = block < tree.titleEnd
    build(block, x: .zero, measure: isTitle ? sheet.textWidth : sheet.measure, into: &list)
    spaceBelow = nil
    list.structure = structure.elements
    if isTurned { list.turned = [0..<Int32(list.nodes.count)] }
    return list
  }

  /// Adds one block and what is in it. The parser bounds the nesting, so the recursion is bounded too.
  ///
  /// - Parameters:
  ///   - x: The block's left edge, from that of the text block.
  ///   - measure: Its width.
  func build(_ index: StyledTree.Index, x: Length, measure: Length, into list: inout VList) {
    let block = scaledBlock(index)
    let style = block.style
    let firstNode = list.nodes.count
    if beside != nil { clearBeside(for: block, in: &list) }
    if style.pageBreak, !list.nodes.isEmpty { list.nodes.append(.penalty(Penalty.force)) }
    space(above: style, in: &list)
    let inset = min(style.inset, measure / 2)
    let measure = measure - min(style.insetRight, measure / 4)
    // What begins at the right is set in from there.
    let isMirrored = block.kind.isContainer && beginsAtRight(index)
    let frame =
      block.kind.drawsItsBorder
      ? OpenFrame() : beginFrame(style, x: isMirrored ? x : x + inset, measure: measure - inset, isMirrored: isMirrored, in: &list)
    let inner = Region(
      x: isMirrored ? x + frame.roomRight : x + inset + frame.room, measure: measure - inset - frame.room - frame.roomRight)
    let outer = enterElement(of: block, at: index)
    switch block.kind {
    case .group: buildChildren(of: index, in: inner, into: &list)
    case .paragraph(let content):
      appendParagraph(content, style: style, in: inner, into: &list)
    case .heading(let level, let content, let title, let destination):
      appendHeading(
        content, mark: .heading(level: level, title: title, destination: destination), style: style, in: inner, into: &list)
    case .list: buildChildren(of: index, in: inner, into: &list)
    case .item(let marker): buildItem(index, marker: marker, isMirrored: isMirrored, in: inner, into: &list)
    case .code(let code): appendCode(code, style: style, in: inner, into: &list)
    case .display(let span): appendDisplay(span, index: index, style: style, in: inner, into: &list)
    case .figure(let image, let caption):
      appendFigure(image, caption: caption, style: style, isAlone: isAloneOnPage(index), in: inner, into: &list)
    case .table(let table): appendTable(table, style: style, at: block.span, in: inner, into: &list)
    case .rule: appendRule(style, in: inner, into: &list)
    case .contents(let entries): appendContents(entries, in: inner, into: &list)
    case .numbering: break
    }
    if let outer { structure.leave(to: outer) }
    markAnchors(of: block, from: firstNode, in: &list)
    if let index = frame.index {
      // What the last block in it asked for below lies inside the frame no more.
      list.nodes.append(.endFrame(index))
    }
    reportMissingCharacters(at: block.span)
    spaceBelow = Self.larger(spaceBelow, style.after)
    if style.keep != .never { keepTogether(from: firstNode, upTo: style.keep == .short ? 1 / 6 : 0.9, in: &list) }
    if style.keepWithNext { list.nodes.append(.penalty(Penalty.prohibit)) }
  }

  /// Says which characters of a block no font has.
  private func reportMissingCharacters(at span: SourceSpan) {
    let missing = paragraphs.takeMissing()
    guard !missing.isEmpty else { return }
    // Nobody can install a font for characters that mean something else in each font.
    for isPrivate in [false, true] {
      let names = missing.filter { ($0.properties.generalCategory == .privateUse) == isPrivate }.map { scalar in
        let number = "U+" + String(scalar.value, radix: 16, uppercase: true)
        return isPrivate ? number : "\(scalar) (\(number))"
      }
      guard !names.isEmpty else { continue }
      let opening = isPrivate ? "no font has the private-use characters " : "no font has "
      let named = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) others" : "")
      report(
        Diagnostic(
          .warning, "font.missing-glyph", at: span.isEmpty ? nil : span, opening + named,
          hint: isPrivate ? nil : "install a font that has them: fonts-noto-core, fonts-noto-cjk or fonts-noto-color-emoji",
          gathered: Diagnostic.Gathered(opening: opening, items: names)))
    }
  }

  /// A block at the size in which its surroundings are set.
  func scaledBlock(_ index: StyledTree.Index) -> StyledTree.Block { scale == 1 ? tree[index] : tree[index].scaled(by: scale) }

  struct Region {
    var x: Length
    var measure: Length
  }

  func buildChildren(of index: StyledTree.Index, in region: Region, into list: inout VList) {
    var children = tree.children(of: index)[...]
    var followsText = false
    while let child = children.first {
      // TeXbook chapter 19, \predisplaypenalty: a display stays with its lead-in.
      if followsText, tree[child].kind.staysWithText { list.nodes.append(.penalty(Penalty.prohibit)) }
      let count = buildBeside(children, in: region, into: &list)
      if count == 0 { build(child, x: region.x, measure: region.measure, into: &list) }
      followsText = if count == 0, case .paragraph = tree[child].kind { true } else { false }
      children.removeFirst(max(count, 1))
    }
  }

  /// The larger of two spaces; nil is none.
  static func larger(_ a: Glue?, _ b: Glue) -> Glue {
    guard let a else { return b }
    return a.natural >= b.natural ? a : b
  }

  func space(above style: BlockStyle, in list: inout VList) {
    let space = Self.larger(spaceBelow, style.before)
    spaceBelow = nil
    if list.nodes.count == flushNode { return }
    // At the top of a list who joins lists decides, at the top of a frame its padding.
    if list.nodes.isEmpty { return }
    if case .beginFrame? = list.nodes.last { return }
    list.nodes.append(.glue(space))
  }

  private struct OpenFrame {
    var index: Int32?
    var room = Length.zero
    var roomRight = Length.zero
  }

  private func beginFrame(
    _ style: BlockStyle, x: Length, measure: Length, isMirrored: Bool, in list: inout VList
  ) -> OpenFrame {
    guard style.hasFrame || style.opensWithSpace else { return OpenFrame() }
    let isBarAlone = style.bar != nil && style.background == nil
    var frame = VFrame(x: x, width: measure, padding: isBarAlone ? .zero : style.paddingTop)
    frame.paddingBottom = isBarAlone ? .zero : style.paddingBottom
    frame.edges = style.edges
    frame.fill = style.background
    frame.border = style.border
    frame.borderWidth = style.borderWidth
    frame.radius = style.radius
    if let bar = style.bar { frame.bar = (bar, style.barWidth) }
    frame.barIsAtRight = isMirrored
    list.frames.append(frame)
    let index = Int32(list.frames.count - 1)
    list.nodes.append(.beginFrame(index))
    let (left, right) = frameRoom(style, measure: measure)
    return OpenFrame(index: index, room: left, roomRight: right)
  }

  /// What a frame takes at the sides of its content.
  private func frameRoom(_ style: BlockStyle, measure: Length) -> (left: Length, right: Length) {
    guard style.hasFrame || style.opensWithSpace else { return (.zero, .zero) }
    let padding = min(style.padding, measure / 4)
    return (padding + style.barWidth, style.bar != nil && style.background == nil ? .zero : padding)
  }

  /// The measure of what is in a block.
  func innerMeasure(_ style: BlockStyle, measure: Length) -> Length {
    let outer = measure - min(style.insetRight, measure / 4) - min(style.inset, measure / 2)
    let (left, right) = frameRoom(style, measure: outer)
    return outer - left - right
  }

  /// Does the first text in this block begin at the right (UAX #9, rules P2 and P3)?
  func beginsAtRight(_ index: StyledTree.Index) -> Bool {
    var next = index
    for _ in 0..<64 {
      switch tree[next].kind {
      case .paragraph(let content), .heading(_, let content, _, _): return paragraphs.beginsAtRight(content.text)
      default:
        guard tree[next].firstChild >= 0 else { return tree.theme.page.isRightToLeft }
        next = tree[next].firstChild
      }
    }
    return tree.theme.page.isRightToLeft
  }

  /// How high and deep a line of this leading is at the least: as TeX's strut, seven tenths above the baseline.
  static func strut(_ leading: Length) -> (height: Length, depth: Length) {
    let height = leading.scaled(by: 0.7)
    return (height, leading - height)
  }
}

extension StyledTree.Kind {
  /// Has blocks in it that it sets in.
  var isContainer: Bool {
    switch self {
    case .group, .item: true
    default: false
    }
  }

  /// Tables and rules take the border's colour for lines of their own.
  var drawsItsBorder: Bool {
    switch self {
    case .table, .rule: true
    default: false
    }
  }
}

extension BlockStyle {
  /// Is anything drawn around the block?
  var hasFrame: Bool { background != nil || border != nil || bar != nil || !edges.isEmpty }
}
