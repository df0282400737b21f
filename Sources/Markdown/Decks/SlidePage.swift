internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// What becomes of the lines of a slide on its page.
struct SlidePage {
  /// The first line that is shown.
  private(set) var first: Int
  /// Lines that are left out: the number of the next line that is not, by the first.
  private(set) var skipped: [Int: Int] = [:]
  /// Other words for a line.
  private(set) var replaced: [Int: String] = [:]
  /// Before and after all lines.
  private(set) var opening = ""
  private(set) var closing = ""
  /// Films and pages of the web behind the text, in the source.
  private(set) var backgrounds: [Range<Int>] = []
  /// True if the author hides the slide.
  private(set) var isHidden = false
  private(set) var hasWords = false
  /// remark's name of the slide, to which links lead.
  private(set) var name: String?
  /// What the author says to the slide, as Markdown.
  private(set) var notes = SlideNotes()
  /// What is behind and around its words.
  var look: SlideLook

  private let slide: SlideLines.Slide
  private let lines: SlideLines
  private let deck: Deck
  private let rules: ElementRules
  private var pictures: MarpPictures
  private var classes: RemarkClasses
  private(set) var macros = RemarkMacros()
  private var steps = SlideFragments()
  private var code: SlideCode
  private let count: (number: Int, all: Int)

  /// - Parameters:
  ///   - look: What is known of its look without its pictures.
  ///   - rules: What style sheets say of elements on it.
  ///   - count: Which slide it is, and how many there are.
  init(
    _ slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck, look: SlideLook = SlideLook(), _ rules: ElementRules,
    count: (number: Int, all: Int)
  ) {
    (self.slide, self.lines, self.deck, code, self.rules) = (slide, lines, deck, SlideCode(deck), rules)
    (self.look, self.count, pictures) = (look, count, MarpPictures(pixel: deck.units.pixel))
    if deck.tool == .slidev { steps = SlideFragments(slide.lines.lazy.filter { !lines.isHidden[$0] }.map { lines.text($0) }) }
    first = slide.lines.lowerBound
    classes = RemarkClasses(in: lines, upTo: slide.lines.upperBound, rules)
    if deck.tool == .remark { readProperties() }
    if deck.tool == .slidev {
      let conditions = SlidevConditions(slide.lines, in: lines, slide.values, isDark: deck.isDark)
      for (number, words) in conditions.lines { if let words { replaced[number] = words } else { skipped[number] = number + 1 } }
      hiddenWords = conditions.hiddenWords
    }
    var number = first
    while number < slide.lines.upperBound {
      guard skipped[number] == nil else {
        number += 1
        continue
      }
      let next = lines.isHidden[number] ? hidden(number) : line(number)
      number = max(number + 1, next)
    }
    if deck.tool == .pandoc {
      for (number, words) in BeamerColumns(slide.lines, in: lines).replaced where skipped[number] == nil { replaced[number] = words }
    }
    let blocks = BeamerBlocks(of: slide, from: first, in: lines, deck)
    for (number, words) in blocks.replaced where replaced[number] == nil && skipped[number] == nil { replaced[number] = words }
    closing += blocks.closing
    readLayout()
    readOwnLayout()
    self.look.overlay(pictures.look)
    showBackground()
    markSection()
    hasWords = !opening.isEmpty || !self.look.pictures.isEmpty || showsLines
  }

  /// A slide without words shows the page of the web that is behind them.
  private mutating func showBackground() {
    let shown = (first..<slide.lines.upperBound).filter { skipped[$0] == nil && !lines.lines[$0].isEmpty && replaced[$0]?.isEmpty != true }
    func hasAttributesAlone(_ number: Int) -> Bool {
      let text = text(number)
      return text.hasSuffix("}") && text.drop { $0 == "#" || $0 == " " }.first == "{"
    }
    for number in shown where lines.headingLevel(number) != nil && hasAttributesAlone(number) { replaced[number] = "" }
    guard let found = SlideBackground.all(of: slide, in: lines, deck).first else { return }
    let isEmpty = shown.allSatisfy { number in
      let text = text(number)
      return text.hasPrefix("<!--") && text.hasSuffix("-->") || hasAttributesAlone(number)
    }
    guard isEmpty, opening.isEmpty, found.isPage else { return backgrounds.append(lines.lines[found.line]) }
    opening = "\n\(found.words)\n\n"
  }

  /// A slide that is only a heading opens a section; one that is only a quotation has it in the middle.
  private mutating func markSection() {
    guard deck.isOwn || deck.tool == .pandoc, opening.isEmpty, closing.isEmpty else { return }
    let shown = (first..<slide.lines.upperBound).filter { skipped[$0] == nil && !lines.lines[$0].isEmpty && replaced[$0]?.isEmpty != true }
    if deck.isOwn, !shown.isEmpty, shown.allSatisfy({ text($0).hasPrefix(">") }) {
      (opening, closing) = ("\n::: {.quote-slide}\n", "\n:::\n")
    }
    guard shown.count == 1, let number = shown.first, lines.headingLevel(number) != nil, replaced[number] == nil else { return }
    let line = text(number)
    guard deck.isOwn else {
      (look.centersPage, look.centersWords) = (true, true)
      return look.sizes.merge(["h1": "2em", "h2": "2em"]) { own, _ in own }
    }
    replaced[number] = line.hasSuffix("}") && line.contains(" {") ? line.dropLast() + " .section-slide}" : line + " {.section-slide}"
  }

  private var showsLines: Bool {
    var number = first
    while number < slide.lines.upperBound {
      if skipped[number] == nil, !lines.lines[number].isEmpty, replaced[number]?.isEmpty != true { return true }
      number = max(number + 1, skipped[number] ?? 0)
    }
    return false
  }

  /// How many notes have no end: after some, ends are no longer looked for.
  private var unclosedNotes = 0

  private func text(_ number: Int) -> String { String(decoding: lines.text(number), as: UTF8.self) }

  // MARK: Lines

  /// A line of code or of a comment; returns the number of the next line.
  private mutating func hidden(_ number: Int) -> Int {
    if deck.tool == .remark, let words = code.shown(lines.text(number)) { replaced[number] = words }
    // reveal.js: the lines of code that are shown in steps.
    if deck.tool == .reveal, case let text = text(number), text.hasPrefix("```"), text.hasSuffix("]"), let open = text.lastIndex(of: "["),
      text[open...].dropFirst().dropLast().allSatisfy({ $0.isNumber || "|,-: ".contains($0) })
    {
      replaced[number] = String(text[..<open]).trimmedWhitespace()
    }
    // Slidev: the blocks within are steps of one; all are shown.
    guard deck.tool == .slidev, lines.text(number).starts(with: "````".utf8), text(number).contains("magic-move") else { return number + 1 }
    let fence = lines.text(number).prefix { $0 == ASCII.backtick }
    guard let end = (number + 1..<slide.lines.upperBound).first(where: { lines.text($0).elementsEqual(fence) }) else { return number + 1 }
    (replaced[number], replaced[end]) = ("", "")
    return end + 1
  }

  /// A line outside of code; returns the number of the next line to look at.
  private mutating func line(_ number: Int) -> Int {
    let bytes = lines.text(number)
    // Longer lines are nobody's.
    guard let byte = bytes.first, bytes.count < 5_000 else { return number + 1 }
    if deck.tool == .pandoc, let found = BeamerNotes(from: number, in: lines, upTo: slide.lines.upperBound) { return take(found) }
    switch byte {
    case ASCII.hash:
      if number == first, text(number).contains("visibility=\"hidden\"") { isHidden = true }
      if deck.listsSlides, lines.headingLevel(number) != nil { listTitle(number) }
    case ASCII.dollar: readSteps(number)
    case UInt8(ascii: "."):
      if text(number) == ". . ." { replaced[number] = SlideFragments.part(SlideSteps.pause) }
      if deck.tool == .remark, let words = classes.opened(number) { replaced[number] = words }
    case ASCII.openBracket: if deck.tool == .remark, bytes.count == 1 { takeLink(number) }
    case ASCII.openBrace: if deck.tool == .remark, text(number) == "{{content}}" { (contentLine, replaced[number]) = (number, "") }
    case ASCII.closeBracket: if deck.tool == .remark, bytes.count == 1, classes.areOpen { replaced[number] = classes.closing(number) }
    case UInt8(ascii: "?"): if deck.tool == .remark, text(number) == "???" { return skipNotes(number, to: slide.lines.upperBound) }
    case UInt8(ascii: "-"):
      if deck.tool == .remark, text(number) == "--" {
        replaced[number] = SlideFragments.part(SlideSteps.pause)
        return behindStep(number + 1)
      }
    case ASCII.backslash:
      if text(number) == "\\pause" {
        // Within a display all rows come at once.
        if lines.isInDisplay(number) { skipped[number] = number + 1 }
        replaced[number] = SlideFragments.part(SlideSteps.pause)
      }
      if deck.tool == .pandoc, let pause = BeamerPause(number, in: lines, upTo: slide.lines.upperBound) {
        for (number, words) in pause.lines { if let words { replaced[number] = words } else { skipped[number] = number + 1 } }
      }
    case UInt8(ascii: ":"): return colons(number)
    case ASCII.greater: if deck.tool == .pandoc, let end = incrementalList(number) { return end }
    case ASCII.less:
      if let end = endOfElement(ofNotes: number) { return skipNotes(number, to: end + 1) }
      // Slidev's contents.
      if deck.tool == .slidev, let contents = SlidevTags.contents(at: number, in: lines, upTo: slide.lines.upperBound) {
        for hidden in number..<contents.next { replaced[hidden] = hidden == number ? contents.words : "" }
      }
      // remark reads the words of classes by themselves, below a tag too.
      if deck.tool == .remark, text(number).hasSuffix(">"), number + 1 < slide.lines.upperBound, text(number + 1).hasPrefix(".") {
        replaced[number] = text(number) + "\n"
      }
      if deck.tool == .reveal, text(number).contains(".slide:"), text(number).contains("data-visibility=\"hidden\"") { isHidden = true }
      if text(number).hasPrefix("<!--") { notes.takeComment(at: number, in: lines, upTo: slide.lines.upperBound, of: deck.tool) }
    case UInt8(ascii: "N"), UInt8(ascii: "n"), ASCII.space, ASCII.tab:
      if deck.tool == .remark, isIndentedCode(number) { return number + 1 }
      if deck.tool == .remark, bytes.drop(while: { $0 == ASCII.space }).first == UInt8(ascii: "."), let words = classes.opened(number) {
        replaced[number] = words
      }
      if let end = endOfElement(ofNotes: number) { return skipNotes(number, to: end + 1) }
      let word = text(number).trimmedWhitespace().lowercased()
      if deck.tool == .reveal, word.hasPrefix("note:") || word.hasPrefix("notes:") {
        return skipNotes(number, to: endOfNotes(from: number))
      }
    default: break
    }
    if deck.tool == .reveal, replaced[number] == nil {
      replaced[number] =
        steps.commented(text(number)) ?? SlideFragments.styledPicture(text(number)) ?? SlideFragments.withoutAttributes(text(number))
    }
    if deck.tool == .marp, let words = pictures.written(bytes) { replaced[number] = words }
    if deck.tool == .marp, deck.showsSteps, replaced[number] == nil { replaced[number] = SlideFragments.item(text(number)) }
    if deck.tool == .slidev, replaced[number] == nil { replaced[number] = withoutTagsOfSlidev(number) }
    if deck.tool == .remark, replaced[number] == nil, let words = macros.written(text(number), number) {
      replaced[number] = classes.written(words, number) ?? words
    }
    if deck.tool == .remark, replaced[number] == nil {
      replaced[number] =
        SlideClasses.footnote(text(number)).map { classes.written($0, number) ?? $0 } ?? classes.written(text(number), number)
    }
    return number + 1
  }

  /// A link over several lines with a cell's picture in it, `[` to `](https://a.org)`: what is in it, and its address.
  private mutating func takeLink(_ number: Int) {
    let end = (number + 1..<min(number + 30, slide.lines.upperBound)).first { !lines.isHidden[$0] && text($0).hasPrefix("](") }
    guard let end, text(end).hasSuffix(")"), (number..<end).contains(where: { lines.isHidden[$0] }) else { return }
    replaced[number] = ""
    replaced[end] = "\n<\(text(end).dropFirst(2).dropLast())>\n"
  }

  /// True for code by its indent below a blank line, or below such code: nothing in it is a class.
  private func isIndentedCode(_ number: Int) -> Bool {
    guard lines.text(number).starts(with: "    ".utf8), !classes.areOpen else { return false }
    var above = number - 1
    while above >= first, lines.text(above).starts(with: "    ".utf8) { above -= 1 }
    guard above < first || lines.lines[above].isEmpty else { return false }
    // Within an item it is the item's text.
    while above >= first, lines.lines[above].isEmpty || ASCII.isBlank(lines.text(above).first ?? 0) { above -= 1 }
    guard above >= first, case let words = lines.text(above) else { return true }
    return ListMarker.width(in: words, at: words.startIndex, to: words.endIndex) == nil
  }

  /// How many templates of slots are open.
  private var templates = 0

  private mutating func withoutTagsOfSlidev(_ number: Int) -> String? {
    let line = text(number)
    if let name = SlidevTags.slot(line) {
      if name != "default" { slots.append((name, number)) }
      templates += 1
      return ""
    }
    if templates > 0, line == "</template>" {
      templates -= 1
      return ""
    }
    let numbered = SlidevTags.counted(line, count.number, of: count.all)
    let counted = SlidevTags.shown(numbered ?? line) ?? numbered
    let next = number + 1 < slide.lines.upperBound ? lines.text(number + 1) : []
    let isInHTML = SlideFragments.goesOnAsHTML(line, next)
    let bare = SlidevTags.withoutIcons(counted ?? line)
    // A blank line would end the HTML around it.
    let isBlank = bare?.allSatisfy { $0 == " " } == true && number > first && !lines.lines[number - 1].isEmpty
    return steps.tag(counted ?? line, isInHTML: isInHTML) ?? (isBlank ? "<!-- -->" : bare) ?? counted
  }

  /// True if a heading has been on the slide.
  private var hasTitle = false

  /// Slidev's contents list a slide by its first heading, unless it is to be hidden there.
  private mutating func listTitle(_ number: Int) {
    defer { hasTitle = true }
    guard hasTitle || FrontMatter.flag(slide.values?["hideInToc"]?.text) == true else { return }
    let line = text(number)
    let hasList = line.hasSuffix("}") && line.contains(" {")
    replaced[number] = hasList ? line.dropLast() + " .unlisted}" : line + " {.unlisted}"
  }

  /// The end of reveal.js's notes from a line on: the tags at the slide's end that close what was open above them are the slide's.
  private func endOfNotes(from number: Int) -> Int {
    let end = slide.lines.upperBound
    var first = end
    while first > number + 1, case let text = text(first - 1).trimmedWhitespace(),
      text.isEmpty || text.hasPrefix("</") && text.hasSuffix(">")
    {
      first -= 1
    }
    return (number..<first).contains { text($0).contains("<") } ? end : first
  }

  /// The line that ends the element with notes that begins at a line, `<aside class="notes">`; nil for another line, and where nothing ends it.
  private mutating func endOfElement(ofNotes number: Int) -> Int? {
    guard let name = SlideNotes.element(text(number)), unclosedNotes < 20 else { return nil }
    let end = (number..<slide.lines.upperBound).first { text($0).contains("</\(name)>") }
    if end == nil { unclosedNotes += 1 }
    return end
  }

  private mutating func skipNotes(_ number: Int, to end: Int) -> Int {
    skipped[number] = end
    notes.take(number..<end, in: lines)
    return end
  }

  private mutating func take(_ found: BeamerNotes) -> Int {
    for line in found.lines { if let words = line.words { replaced[line.number] = words } else { skipped[line.number] = line.number + 1 } }
    for words in found.notes { notes.add(words) }
    return (found.lines.last?.number ?? first) + 1
  }

  /// `$$ {1|3|all}`: Slidev's steps of a display.
  private mutating func readSteps(_ number: Int) {
    let text = text(number)
    guard deck.tool == .slidev, text.hasPrefix("$$"), text.hasSuffix("}"), let brace = text.firstIndex(of: "{"),
      text[brace...].dropFirst().dropLast().allSatisfy({ $0.isNumber || "|,-* all:truefinishedclkstr".contains($0) }),
      text[..<brace].dropFirst(2).allSatisfy({ $0 == " " })
    else { return }
    replaced[number] = "$$"
  }

  /// The line of remark's `{{content}}`, in whose place the words of slides are that are made after this one.
  private var contentLine: Int?

  /// The words of the slide as they are written, for slides that are made after it: above theirs, and below them.
  var words: (above: String, below: String) {
    func joined(_ numbers: Range<Int>) -> String {
      numbers.filter { skipped[$0] == nil }.map { replaced[$0] ?? text($0) }.joined(separator: "\n")
    }
    guard let contentLine, contentLine >= first else { return (joined(first..<slide.lines.upperBound) + closing, "") }
    return (joined(first..<contentLine), joined(contentLine + 1..<slide.lines.upperBound) + closing)
  }

  /// Writes what style sheets say of elements into their tags.
  mutating func takeStyles(ofClasses classes: Set<String>) {
    if deck.tool == .remark {
      (isInMiddle, isAtFoot, hasCenteredClass) = (classes.contains("middle"), classes.contains("bottom"), classes.contains("center"))
    }
    var around = classes
    // A tag may be over several lines.
    let numbers = (first..<slide.lines.upperBound).filter { skipped[$0] == nil && !lines.isHidden[$0] }
    let all = numbers.map { replaced[$0] ?? text($0) }
    let hasBraces = deck.tool == .slidev || deck.tool == .pandoc
    guard let styled = rules.styled(all.joined(separator: "\n"), within: &around, hasBraces: hasBraces) else { return }
    var rest = styled.split(separator: ASCII.newline, omittingEmptySubsequences: false)[...]
    for (number, line) in zip(numbers, all) {
      let count = line.utf8.count { $0 == ASCII.newline } + 1
      let words = String(decoding: Array(rest.prefix(count).joined(separator: [ASCII.newline])), as: UTF8.self)
      rest = rest.dropFirst(count)
      if words != line { replaced[number] = words }
    }
    let places = ["position: absolute", "position: fixed"].map { Array($0.utf8) }
    hasStyledPlaces = places.contains { styled.firstRange(of: $0) != nil }
  }

  /// True if style sheets give something on the slide a place.
  private var hasStyledPlaces = false

  /// Notes whether something on the slide has a place of its own.
  mutating func takePlaces() {
    let signs = ["absolute", "abs-", "fixed", "v-drag", "VDrag"].map { Array($0.utf8) }
    look.hasPlaces =
      hasStyledPlaces
      || slide.lines.contains { number in
        guard !lines.isHidden[number], lines.text(number).count < 5_000 else { return false }
        return signs.contains { lines.text(number).firstRange(of: $0) != nil } || deck.opener(ofSmallPart: lines.text(number)) != nil
          || deck.tool == .remark && lines.text(number).starts(with: ".footnote[".utf8)
      }
  }

  /// True if the deck's tool puts what is on this slide, and not on others, in the middle of its height.
  var isCentered: Bool {
    switch deck.tool {
    case .slidev:
      // The settings of the first slide are the deck's.
      let isFirst = slide.lines == lines.slides.first?.lines
      let layout = (slide.values ?? (isFirst ? deck.values : nil))?["layout"]?.text ?? (isFirst ? "cover" : "default")
      return ["cover", "intro", "section", "center", "statement", "fact", "quote", "end"].contains(layout) && look.left + look.right == 0
    case .marp: return deck.value("theme")?.text == "gaia" && isLead
    case .remark: return isInMiddle
    case .reveal, .pandoc: return false
    }
  }

  /// True if the words of this slide are in the middle of its lines: Slidev's `class: text-center` and its layouts for a few words, remark's
  /// `class: center`.
  var centersWords: Bool {
    switch deck.tool {
    case .slidev:
      let isFirst = slide.lines == lines.slides.first?.lines
      let values = slide.values ?? (isFirst ? deck.values : nil)
      let names = values?["class"]?.text?.split(whereSeparator: { " ,'\"[]".contains($0) }) ?? []
      let layout = values?["layout"]?.text ?? ""
      // The block is in the middle, not its lines: of a few words that is the same.
      let isMiddle = ["statement", "fact"].contains(layout) || layout == "center" && lines.areWords(first..<slide.lines.upperBound)
      return (names.contains("text-center") || isMiddle) && look.left + look.right == 0
    case .remark: return hasCenteredClass
    case .marp: return deck.style.centersWords
    // Its lists are boxes in the middle, whose lines begin at the left.
    case .reveal: return deck.isCentered && lines.areWords(first..<slide.lines.upperBound)
    case .pandoc: return false
    }
  }

  /// Marp: the class `lead`, of this slide or of all.
  private var isLead: Bool {
    func names(_ text: String) -> Bool { text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains("lead") }
    for number in slide.lines where lines.lines[number].count < 200 {
      let line = text(number)
      if line.hasPrefix("<!--"), let key = line.firstRange(of: "_class:") { return names(String(line[key.upperBound...])) }
    }
    return names(deck.values?["class"]?.text ?? "")
  }

  /// pandoc: a quotation that is a list comes item by item, or all at once where other lists come item by item.
  ///
  /// - Returns: The line behind it; nil for other quotations.
  private mutating func incrementalList(_ number: Int) -> Int? {
    // What is below without a sign, up to a blank line, is the quotation's.
    let end = (number..<slide.lines.upperBound).first { lines.lines[$0].isEmpty || lines.isHidden[$0] } ?? slide.lines.upperBound
    let inner = (number..<end).map { number in
      let line = lines.text(number)
      return line.first == ASCII.greater ? line.dropFirst().first == ASCII.space ? line.dropFirst(2) : line.dropFirst() : line
    }
    guard number == first || lines.lines[number - 1].isEmpty, let words = inner.first,
      ListMarker.width(in: words, at: words.startIndex, to: words.endIndex) != nil
    else { return nil }
    for (line, words) in zip(number..<end, inner) { replaced[line] = String(decoding: words, as: UTF8.self) }
    let name = deck.listsAreIncremental ? "nonincremental" : "incremental"
    replaced[number] = "\n:::::::::: {.\(name)}\n\n" + (replaced[number] ?? "")
    replaced[end - 1] = (replaced[end - 1] ?? "") + "\n\n::::::::::\n"
    return end
  }

  // MARK: Slots and notes

  /// `::: notes`, `::right::`, `:: right ::`.
  private mutating func colons(_ number: Int) -> Int {
    let text = text(number)
    if text.hasPrefix(":::") {
      // Of columns it is how they stand beside each other.
      if deck.tool == .pandoc, text.contains(".column"), let align = text.firstRange(of: " align=") {
        replaced[number] = String(text[..<align.lowerBound]) + text[align.upperBound...].drop { $0 != " " && $0 != "}" }
      }
      let name = text.drop { $0 == ":" }.filter { !"{}. ".contains($0) }
      guard name == "notes" || name == "speaker-notes", unclosedNotes < 20 else { return number + 1 }
      var depth = 0
      for other in number..<slide.lines.upperBound where !lines.isHidden[other] && lines.text(other).starts(with: ":::".utf8) {
        depth += lines.text(other).contains { $0 != UInt8(ascii: ":") && !ASCII.isBlank($0) } ? 1 : -1
        if depth == 0 { return skipNotes(number, to: other + 1) }
      }
      unclosedNotes += 1
      return number + 1
    }
    let name = String(text.dropFirst(2).dropLast(2)).trimmedWhitespace()
    guard deck.tool == .slidev, text.hasPrefix("::"), text.hasSuffix("::"), !name.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return number + 1 }
    slots.append((name, number))
    replaced[number] = ""
    return number + 1
  }

  private var slots: [(name: String, number: Int)] = []

  /// Columns for the slots of two columns, and for pictures beside the text.
  private mutating func readLayout() {
    let layout = slide.values?["layout"]?.text ?? ""
    if let image = slide.values?["image"]?.text, deck.tool == .slidev {
      var picture = SlideLook.Picture(address: image, fit: slide.values?["backgroundSize"]?.text ?? "")
      switch layout {
      case "image": look.pictures.append(picture)
      case "image-left", "image-right":
        picture.area = [layout == "image-left" ? 0 : 0.5, 0, 0.5, 1]
        look.pictures.append(picture)
        if layout == "image-left" { look.left = 0.5 } else { look.right = 0.5 }
      default: break
      }
    }
    guard let right = slots.firstIndex(where: { $0.name == "right" }) else { return }
    let begin = "\n::: columns\n::: column\n"
    if let left = slots.first(where: { $0.name == "left" }), left.number < slots[right].number {
      replaced[left.number] = begin
    } else {
      opening += begin
    }
    replaced[slots[right].number] = "\n:::\n::: column\n"
    if let after = slots.dropFirst(right + 1).first(where: { $0.name != "left" }) {
      replaced[after.number] = "\n:::\n:::\n"
    } else {
      closing = "\n:::\n:::\n"
    }
  }

  /// Slidev: the first line of words that a later click hides.
  private(set) var hiddenWords: Int?

  /// Slidev: the keys of a layout that the project or its theme has, whose words stand nowhere on the page.
  private(set) var leftOutKeys: [String] = []

  /// The address of the page that a slide shows, and what a layout of the project's own has besides.
  private mutating func readOwnLayout() {
    guard deck.tool == .slidev, let values = slide.values, let layout = SlidevLayout(values, hasWords: showsLines) else { return }
    opening += layout.opening
    closing = layout.closing + closing
    look.overlay(layout.look)
    leftOutKeys = layout.leftOutKeys
  }

  // MARK: remark

  private var properties: RemarkProperties { RemarkProperties(lines: lines, end: slide.lines.upperBound) }

  /// `class: center, middle` and the like at a slide's beginning, or below a cell of R that shows nothing.
  private mutating func readProperties() {
    defer { readPropertiesBelowCells() }
    while first < slide.lines.upperBound {
      let line = text(first)
      if SlideClasses.isComment(lines.text(first)) {
        first += 1
        continue
      }
      guard properties.isProperty(first) else {
        // They may be below blank lines.
        let next = (first..<slide.lines.upperBound).first { !lines.lines[$0].isEmpty }
        guard line.isEmpty, let next, properties.isProperty(next) else { return }
        first = next
        continue
      }
      takeProperty(line)
      first += 1
    }
  }

  private mutating func takeProperty(_ line: String) {
    if line.hasPrefix("exclude:"), line.hasSuffix("true") { isHidden = true }
    if line.hasPrefix("name:"), case let words = line.dropFirst(5).filter({ $0 != " " }), Directive.isLabel(String(words)) {
      name = String(words)
    }
  }

  /// True for `class: middle`, `class: bottom` and `class: center`.
  private var isInMiddle = false
  private(set) var isAtFoot = false
  private var hasCenteredClass = false

  /// The line behind the properties of a step, which remark takes for a slide of its own: `--`, `name: next`.
  private mutating func behindStep(_ first: Int) -> Int {
    let end = slide.lines.upperBound
    guard var number = (first..<max(first, end)).first(where: { !lines.lines[$0].isEmpty }) else { return first }
    while number < end, let key = properties.name(number), RemarkProperties.known.contains(String(key)) {
      replaced[number] = ""
      number += 1
    }
    return number
  }

  private mutating func readPropertiesBelowCells() {
    let end = slide.lines.upperBound
    var number = first
    // remark takes comments for properties.
    func skipBlanks() { while number < end, lines.lines[number].isEmpty || properties.isComment(number) { number += 1 } }
    skipBlanks()
    while number < end, case let line = text(number), line.hasPrefix("```{r"), RemarkProperties.hides(line) {
      guard let close = (number + 1..<end).first(where: { lines.text($0).elementsEqual("```".utf8) }) else { return }
      number = close + 1
      skipBlanks()
      while number < end, properties.isProperty(number) {
        takeProperty(text(number))
        replaced[number] = ""
        number += 1
      }
    }
  }
}
