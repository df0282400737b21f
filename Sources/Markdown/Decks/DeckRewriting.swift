internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source with its decks as documents whose pages are the slides: page breaks between slides, columns for the slots of layouts, no notes
/// of the presenter unless they are asked for, no steps. Other documents stay as they are.
///
/// - Parameter showsNotes: True if the presenter's notes have pages of their own, each behind its slide; nil where the front matter says it.
func withPagesForSlides(
  _ source: Source, _ files: FileAccess, in dialect: Dialect? = nil, showsNotes: Bool? = nil, _ diagnostics: inout [Diagnostic]
) -> Source {
  var decks: [(file: Int, deck: Deck)] = []
  for (number, file) in source.files.enumerated() {
    let end = source.end(ofFile: number)
    if var deck = Deck(source.files.count == 1 ? source.bytes : Array(source.bytes[file.start..<end]), in: dialect) {
      if deck.tool == .pandoc, let folder = file.folder { deck.command = MakefileSlides.command(for: file.name, from: folder, files) }
      decks.append((number, deck))
    }
  }
  guard !decks.isEmpty else { return source }
  let remarks = decks.filter { $0.deck.tool == .remark }.map(\.file)
  let source = withContentOfRemark(withBlocksOfRemark(source, in: remarks, &diagnostics), in: remarks, &diagnostics)
  var text = RewrittenText(source)
  var notes: [Diagnostic] = []
  for (number, file) in source.files.enumerated() {
    text.begin(file)
    guard let deck = decks.first(where: { $0.file == number })?.deck else { continue }
    let end = source.end(ofFile: number)
    // Held once, else each file would copy what is written of all before it.
    var rewriting = DeckRewriting(deck, source, file, upTo: end, consume text, files)
    if let showsNotes { rewriting.showsNotes = showsNotes }
    rewriting.run()
    text = rewriting.text
    notes += rewriting.diagnostics
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics) + notes
  return text.result
}

/// Writes one deck.
private struct DeckRewriting {
  private let deck: Deck
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var lines: SlideLines
  private let furniture: SlideFurniture
  private let looks: DeckLooks
  /// What its style sheets say of elements.
  private let rules: ElementRules
  private let templates: RemarkTemplates?
  /// What is added to the front matter.
  private let settings: [(key: String, value: String)]
  /// The slides that links lead to by their numbers.
  private let targets: Set<Int>
  private(set) var text: RewrittenText
  private(set) var diagnostics: [Diagnostic] = []
  /// True if the presenter's notes have pages of their own.
  var showsNotes: Bool
  /// True if any page has been written.
  private var hasPages = false
  private var pageCount = 0
  /// How many slides there are, without hidden ones.
  private let shownCount: Int
  private var hasBackgrounds = false
  private var hasHiddenWords = false
  private var saidLayouts: Set<String> = []
  private var saidMacros: Set<Int> = []
  /// Those that the cover is still to show.
  private var authors: CoverAuthors?

  init(_ deck: Deck, _ source: Source, _ file: Source.File, upTo end: Int, _ text: RewrittenText, _ files: FileAccess) {
    var deck = deck
    let range = file.start..<end
    deck.listsSlides = deck.tool == .slidev && source.bytes.find(Array("<Toc".utf8), from: range.lowerBound, to: range.upperBound) != nil
    (self.deck, bytes, self.range, self.text) = (deck, source.bytes, range, text)
    lines = SlideLines(source.bytes, from: range.lowerBound + deck.end, to: range.upperBound)
    lines.divide(for: deck)
    let sheets = deck.isOwn ? [] : DeckSheets.of(deck, lines, named: file.name, from: file.folder, files)
    looks = deck.isOwn ? DeckLooks() : DeckLooks(of: deck, lines, sheets, from: file.folder, files)
    rules = ElementRules(sheets, deck.units, for: deck.tool)
    furniture = SlideFurniture(of: deck, lines, rules)
    templates = deck.tool == .remark ? RemarkTemplates(lines) : nil
    settings = deck.settings(furniture) + looks.settings(of: deck)
    shownCount = lines.slides.count(where: Self.isShown)
    targets = deck.tool == .marp ? lines.linkedSlides : []
    let word = (deck.value("show-notes") ?? deck.value("showNotes"))?.text
    showsNotes = word.map { FrontMatter.flag($0) ?? ["pages", "separate-page", "beside"].contains($0) } ?? false
  }

  mutating func run() {
    writeFrontMatter()
    for (number, slide) in lines.slides.enumerated() { write(slide, number) }
    text.skip(to: max(text.place, lines.lines.last?.upperBound ?? text.place))
    write("\n")
  }

  private mutating func write(_ words: String) { text.write(words.utf8) }

  // MARK: Front matter

  /// The author's front matter without the keys that mean something to the deck's tool alone, and with those of the page.
  private mutating func writeFrontMatter() {
    guard deck.end > 0 else {
      write("---\n" + settings.map { "\($0.key): \($0.value)\n" }.joined() + "---\n\n")
      return
    }
    guard !deck.isTOML else {
      let title = deck.values?["title"]?.text.map { "title-meta: \"\($0.filter { !"\\\"\n".contains($0) })\"\n" } ?? ""
      write("---\n" + title + settings.map { "\($0.key): \($0.value)\n" }.joined() + "---\n\n")
      return text.skip(to: range.lowerBound + deck.end)
    }
    guard !deck.isTitleBlock else { return writeTitleBlock() }
    let head = SlideLines(bytes, from: range.lowerBound, to: range.lowerBound + deck.end)
    let last = head.lines.lastIndex { !$0.isEmpty } ?? 0
    var isLeftOut = false
    for number in head.lines.indices {
      let line = head.lines[number]
      if number == last {
        text.copy(upTo: line.lowerBound)
        for (key, value) in settings where deck.values?[key] == nil || deck.ownKeys.contains(key) {
          write("\(key): \(value)\n")
        }
      }
      guard number > 0, number < last, let first = bytes[line].first else { continue }
      if ASCII.isLetter(first) {
        let key = String(decoding: bytes[line].prefix { $0 != UInt8(ascii: ":") && !ASCII.isBlank($0) }, as: UTF8.self)
        isLeftOut = deck.ownKeys.contains(key)
        text.copy(upTo: line.lowerBound)
        if !deck.hasTitlePage, key == "title" || key == "author" {
          write(key + "-meta")
          text.skip(to: line.lowerBound + key.utf8.count)
        }
        // No deck shows them: they are metadata.
        if key == "keywords", deck.values?["tags"] == nil {
          write("tags")
          text.skip(to: line.lowerBound + key.utf8.count)
        } else if key == "keywords" {
          isLeftOut = true
        }
        if !deck.hasTitlePage, key == "authors", let cover = CoverAuthors(of: deck) {
          authors = cover
          write(cover.matter)
          isLeftOut = true
        }
        if !deck.hasTitlePage, Deck.titleKeys.contains(key) { isLeftOut = true }
      }
      let end = number + 1 < head.lines.count ? head.lines[number + 1].lowerBound : line.upperBound
      if !isLeftOut, deck.tool == .remark, let words = SlideClasses.removed(fromMatter: String(decoding: bytes[line], as: UTF8.self)) {
        text.copy(upTo: line.lowerBound)
        write(words)
        text.skip(to: line.upperBound)
      }
      if isLeftOut { text.skip(to: end) } else { text.copy(upTo: end) }
    }
    text.copy(upTo: range.lowerBound + deck.end)
    if deck.hasTitlePage, deck.values?["title"] != nil { hasPages = true }
  }

  /// pandoc's `% Title`, `% Author`, `% Date` as keys.
  private mutating func writeTitleBlock() {
    write("---\n")
    for key in ["title", "author", "date"] {
      guard let value = deck.values?[key], case let texts = (value.items ?? [value]).compactMap(\.text), !texts.isEmpty else { continue }
      write(
        "\(key): \(value.items == nil ? FrontMatter.quoted(texts[0]) : "[" + texts.map(FrontMatter.quoted).joined(separator: ", ") + "]")\n"
      )
    }
    write(settings.map { "\($0.key): \($0.value)\n" }.joined() + "---\n\n")
    text.skip(to: range.lowerBound + deck.end)
    hasPages = deck.values?["title"] != nil
  }

  // MARK: Slides

  private static func isShown(_ slide: SlideLines.Slide) -> Bool {
    let isFilled = !slide.lines.isEmpty || ["image", "background", "url"].contains { slide.values?[$0] != nil }
    return isFilled && !["hide", "disabled"].contains { FrontMatter.flag(slide.values?[$0]?.text) == true }
  }

  private mutating func write(_ slide: SlideLines.Slide, _ number: Int) {
    let start = slide.lines.lowerBound < lines.lines.count ? lines.lines[slide.lines.lowerBound].lowerBound : range.upperBound
    text.skip(to: start)
    let end = slide.lines.upperBound < lines.lines.count ? lines.lines[slide.lines.upperBound].lowerBound : range.upperBound
    guard Self.isShown(slide) else {
      return text.skip(to: end)
    }
    let look = looks.slides.indices.contains(number) ? looks.slides[number] : SlideLook()
    let own = [.slidev, .marp].contains(deck.tool) ? lines.styles(in: slide.lines, scoped: deck.tool == .marp ? true : nil) : []
    var page = SlidePage(slide, in: lines, deck, look: look, rules.with(own), count: (pageCount + 1, shownCount))
    page.takeStyles(ofClasses: looks.classes.indices.contains(number) ? looks.classes[number] : [])
    page.takePlaces()
    if let own = furniture.own[number] { page.look.hide(own) }
    guard !page.isHidden, templates?.isLayout(number) != true else { return text.skip(to: end) }
    let around = wordsOfTemplates(number)
    let hasWords = page.hasWords || !around.above.isEmpty || !around.below.isEmpty
    let isInMiddle = page.look.centersPage ?? page.isCentered
    if hasWords {
      if hasPages { write("\n\\newpage\n\n") }
      hasPages = true
      pageCount += 1
      if isInMiddle || page.isAtFoot { write("\n:::::::: {.page-\(isInMiddle ? "middle" : "foot")}\n::::::::\n\n") }
      if deck.listsAreIncremental { write(SlideFragments.part(SlideSteps.incremental)) }
      if let name = page.name, bytes.find(Array("(#\(name))".utf8)) != nil { write("<a id=\"\(name)\"></a>\n\n") }
      if targets.contains(pageCount) { write("<a id=\"\(pageCount)\"></a>\n\n") }
      if let name = deck.tool == .reveal ? lines.name(of: slide) : nil { write("<a id=\"\(name)\"></a>\n\n") }
    }
    let isWhole = hasWords && !page.look.isPlain
    if isWhole { write(page.look.opening(deck.units, isInMiddle: isInMiddle, isAtFoot: page.isAtFoot)) }
    if let own = furniture.own[number], isWhole { write(MarpFurniture.written(own, rules, pixel: deck.units.pixel) + "\n") }
    let centersWords = hasWords && (page.look.centersWords ?? page.centersWords)
    if centersWords { write("\n::::::::: {align=center}\n\n") }
    write(around.above)
    write(page.opening)
    writeLines(of: page, slide, end)
    text.skip(to: end)
    if !text.out.isEmpty, text.out.last != ASCII.newline { write("\n") }
    if let authors, hasWords {
      write(authors.words)
      self.authors = nil
    }
    for _ in 0..<lines.unclosedCenters(in: slide) { write("\n</center>\n") }
    write(page.closing)
    write(around.below)
    if centersWords { write("\n:::::::::\n\n") }
    if isWhole { write(SlideLook.closing) }
    if showsNotes, hasPages, !page.notes.lines.isEmpty {
      write("\n\\newpage\n\n:::::::: {#\(SlideNotes.identifier)\(pageCount) .slide-notes}\n\n")
      for line in page.notes.lines { write(line + "\n") }
      write("\n::::::::\n\n")
    }
    reportLeftOut(page, slide)
  }

  /// Writes the lines of a slide.
  private mutating func writeLines(of page: SlidePage, _ slide: SlideLines.Slide, _ end: Int) {
    var number = page.first
    text.skip(to: number < lines.lines.count ? lines.lines[number].lowerBound : end)
    while number < slide.lines.upperBound {
      let next = number + 1 < lines.lines.count ? lines.lines[number + 1].lowerBound : range.upperBound
      if let skipped = page.skipped[number] {
        text.skip(to: skipped < lines.lines.count ? lines.lines[skipped].lowerBound : range.upperBound)
        number = skipped
        continue
      }
      if let words = page.replaced[number] {
        write(words + "\n")
        text.skip(to: next)
      } else {
        if let pause = lines.pause(number) {
          text.copy(upTo: pause.lowerBound)
          // Within a display all rows come at once.
          if !lines.isInDisplay(number) { write("[]{.\(SlideSteps.pause)}") }
          text.skip(to: pause.upperBound)
        }
        copyLine(number, upTo: next)
      }
      number += 1
    }
  }

  /// Reports what of a slide is not shown.
  private mutating func reportLeftOut(_ page: SlidePage, _ slide: SlideLines.Slide) {
    if let layout = slide.values?["layout"]?.text, !page.leftOutKeys.isEmpty, saidLayouts.insert(layout).inserted {
      say(
        "slides.layout",
        "the layout ‘\(layout)’ is the project's own; what it shows of these keys is left out: \(page.leftOutKeys.joined(separator: ", "))",
        lines.lines[slide.matter.lowerBound], hint: "write the words on the slide")
    }
    if let macro = page.macros.leftOut.first, saidMacros.isEmpty {
      saidMacros = [macro]
      say(
        "slides.macro", "macros of the deck's own script are left out", lines.lines[macro], hint: "write in their place what they show")
    }
    if let number = page.hiddenWords, !hasHiddenWords {
      hasHiddenWords = true
      say("slides.hidden", "words that a later click hides are left out, as on the tool's own pages", lines.lines[number])
    }
    for background in page.backgrounds where !hasBackgrounds {
      hasBackgrounds = true
      say(
        "slides.background", "films and pages of the web behind slides are left out", background, hint: "give the slide a picture")
    }
  }

  /// What a slide of remark's shows of those that it is made after, above its own words and below them.
  private func wordsOfTemplates(_ number: Int) -> (above: String, below: String) {
    var out = (above: "", below: "")
    for template in templates?.templates(of: number) ?? [] {
      var page = SlidePage(lines.slides[template], in: lines, deck, rules, count: (pageCount + 1, shownCount))
      page.takeStyles(ofClasses: looks.classes.indices.contains(template) ? looks.classes[template] : [])
      guard page.hasWords else { continue }
      let words = page.words
      out.above += "\n" + words.above + "\n\n"
      out.below = (words.below.isEmpty ? "" : "\n" + words.below + "\n\n") + out.below
    }
    return out
  }

  /// Copies a line; one that begins an aside or a footer gets its size.
  private mutating func copyLine(_ number: Int, upTo end: Int) {
    if let opener = deck.opener(ofSmallPart: lines.text(number)) {
      text.copy(upTo: lines.lines[number].lowerBound)
      write(opener)
      text.skip(to: lines.lines[number].upperBound)
    }
    text.copy(upTo: end)
  }

  /// Notes something of the old text, at the place that is written to.
  private mutating func say(_ code: String, _ message: String, _ range: Range<Int>, hint: String? = nil) {
    var diagnostic = Diagnostic(.note, code, at: SourceSpan(text.out.count, text.out.count), message, hint: hint)
    diagnostic.writtenSpan = text.written(range)
    diagnostics.append(diagnostic)
  }
}
