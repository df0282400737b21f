public import TypesetBoxes
internal import TypesetBytes
internal import TypesetPictures

/// What a page of SVG says beside its outlines.
public struct SVGDescription: Sendable {
  /// What browsers and screen readers call the picture; nil writes no title.
  public var title: String?
  /// BCP 47.
  public var language: String?
  /// The elements to which the content of the page belongs.
  public var structure: DocumentStructure
  /// True if formulas are copied as LaTeX, false for plain Unicode.
  public var copiesLaTeX = false
  /// True if the page is drawn as text in faces that the file holds, false for outlines.
  public var hasFonts = false

  public init(_ structure: DocumentStructure) { self.structure = structure }
}

/// The words of a page, set over its outlines without ink, so that browsers find, select and copy them: a `text` for each paragraph, in which each
/// run has its place and its width, whatever face the browser takes.
struct SVGText {
  private let page: Page
  private let description: SVGDescription
  private(set) var out: [UInt8] = []
  /// The element whose content the next items are.
  private var element: Int?
  private var formula: Formula?
  /// The run before: its baseline, and how far it reaches.
  private var last: (y: Length, end: Length)?
  /// Its last bytes.
  private var ending: [UInt8] = []
  /// The block whose text is open.
  private var openBlock: Int?
  private var isOpen = false
  /// The size of its first run.
  private var size = Length.zero
  private var endsInSpace = false
  /// True after a hyphen that the author did not write.
  private var isDivided = false

  /// The last formula that was copied: over the end of a line it goes on.
  private var copied: Int?

  /// A formula whose runs are copied as one text.
  private struct Formula {
    var text: String
    var first: GlyphRun?
    var end = Length.zero
  }

  init(_ page: Page, _ description: SVGDescription) {
    (self.page, self.description) = (page, description)
    for (index, item) in page.ink.items.enumerated() {
      if index == page.furniture { endContent() }
      add(item)
    }
    endContent()
    endText()
    guard !out.isEmpty else { return }
    out = Array("<g fill=\"none\" pointer-events=\"all\" font-family=\"serif\" xml:space=\"preserve\">\n".utf8) + out + Array("</g>\n".utf8)
  }

  private mutating func add(_ item: InkItem) {
    switch item {
    case .content(let id):
      endContent()
      element = description.structure.index(of: id)
      guard !description.copiesLaTeX, let element, let text = description.structure.elements[element].text else { return }
      formula = Formula(text: text)
    case .picture(_, let rect):
      // A picture among words has its own as text.
      guard let element, case let figure = description.structure.elements[element], figure.role == .figure, let words = figure.alternative,
        !words.isEmpty, !description.structure.isInText(element)
      else { return }
      endText()
      add("<rect x=\"\(decimals(rect.x))\" y=\"\(decimals(.zero - rect.y - rect.height))\" width=\"\(decimals(rect.width))\" ")
      add(
        "height=\"\(decimals(rect.height))\" pointer-events=\"none\" role=\"img\" aria-label=\"\(escapedXML(cleaned(words), isAttribute: true))\"/>\n"
      )
    case .run(let run): add(run)
    default: break
    }
  }

  private mutating func add(_ run: GlyphRun) {
    guard !run.isSilent else { return }
    if var known = formula {
      known.first = known.first ?? run
      known.end = max(known.end, run.x + run.width)
      formula = known
      return
    }
    guard !run.text.isEmpty else { return }
    guard !run.isIncidental else {
      isDivided = true
      return
    }
    let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
    add(String(decoding: text, as: UTF8.self), of: run, to: run.x + run.width)
  }

  private mutating func endContent() {
    if let formula, let first = formula.first {
      let isRest = element == copied
      // What is left of a formula that began in the line above has its place, without words.
      if isRest { last = (first.y, formula.end) } else { add(formula.text, of: first, to: formula.end, isWhole: true) }
      copied = element
    }
    (formula, element) = (nil, nil)
  }

  /// - Parameters:
  ///   - end: Where the text ends at the right.
  ///   - isWhole: True if a space at the end of the text separates nothing.
  private mutating func add(_ text: String, of run: GlyphRun, to end: Length, isWhole: Bool = false) {
    let isSameLine = last.map { abs(run.y.rawValue - $0.y.rawValue) * 2 < run.size.rawValue } ?? false
    let block = element.map { description.structure.block(of: $0) }
    if !isSameLine, block != openBlock { endText() }
    if isOpen, let last, isSameLine ? run.x.rawValue - last.end.rawValue > run.size.rawValue / 4 : !isDivided,
      isSameLine || !joinWithoutSpace(ending, text.utf8)
    {
      addSpace()
    }
    isDivided = false
    // The space at the end of a run has no width.
    var words = text[...]
    while words.last == " " { words = words.dropLast() }
    if !words.isEmpty {
      if !isOpen {
        add("<text font-size=\"\(decimals(run.size))\">")
        size = run.size
      }
      (isOpen, openBlock, endsInSpace) = (true, block, false)
      add("<tspan x=\"\(decimals(run.x))\" y=\"\(decimals(.zero - run.y))\"")
      if run.size != size { add(" font-size=\"\(decimals(run.size))\"") }
      // One letter cannot be spread, and has no width where it is a mark.
      if words.utf8.count > 1, end > run.x { add(" textLength=\"\(decimals(end - run.x))\" lengthAdjust=\"spacingAndGlyphs\"") }
      add(">\(escapedXML(cleaned(String(words))))</tspan>")
    }
    if words.endIndex < text.endIndex, !isWhole { addSpace() }
    last = (run.y, end)
    ending = Array(text.utf8.suffix(3))
  }

  private mutating func addSpace() {
    if isOpen, !endsInSpace { add(" ") }
    endsInSpace = true
  }

  private mutating func endText() {
    if isOpen { add("</text>\n") }
    (isOpen, endsInSpace, isDivided, last) = (false, false, false, nil)
  }

  private mutating func add(_ text: String) { out += text.utf8 }

  /// The headings of the page, for programs that read the file: `<heading level="1" y="72.5">Words</heading>`, `y` in points from the upper edge.
  static func outline(of page: Page) -> String {
    var out = ""
    for item in page.ink.items {
      guard case .mark(let index, let rect) = item, case .heading(let level, let title, _) = page.ink.marks[Int(index)] else { continue }
      let y = decimals(.zero - rect.y - rect.height)
      out += "<heading level=\"\(level)\" y=\"\(y)\">\(escapedXML(cleaned(title)))</heading>"
    }
    return out.isEmpty ? "" : "<metadata><outline xmlns=\"urn:mdtypeset:outline\">\(out)</outline></metadata>\n"
  }
}

/// A length in points, to a hundredth: words that are not seen need no more.
private func decimals(_ length: Length) -> String { decimals(length.points, perPoint: 100) }
