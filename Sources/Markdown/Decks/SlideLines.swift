internal import TypesetDiagnostics
internal import TypesetYAML

/// The lines of a deck, and the slides that they make.
struct SlideLines {
  struct Slide {
    /// The lines of its front matter, without those of dashes; empty if it has none.
    var matter: Range<Int> = 0..<0
    /// Numbers of lines.
    var lines: Range<Int>
    /// Its settings.
    var values: YAMLValue?
  }

  let bytes: [UInt8]
  /// Without their ends.
  private(set) var lines: [Range<Int>] = []
  /// True for lines within code and comments.
  private(set) var isHidden: [Bool] = []
  private(set) var slides: [Slide] = []

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    var fence: CodeFence?
    var isInComment = false
    var position = start
    while position < end {
      let next = bytes[position..<end].firstIndex(of: ASCII.newline) ?? end
      var last = next
      while last > position, ASCII.isBlank(bytes[last - 1]) { last -= 1 }
      let line = bytes[position..<last]
      let wasInFence = fence != nil
      if !isInComment { fence = CodeFence.after(line, within: fence) }
      isHidden.append(wasInFence || fence != nil || isInComment)
      if fence == nil, !wasInFence { isInComment = Self.commentIsOpen(after: line, isInComment) }
      lines.append(position..<last)
      position = next + 1
    }
  }

  private static func commentIsOpen(after line: ArraySlice<UInt8>, _ wasOpen: Bool) -> Bool {
    // Most lines have no comment.
    guard line.contains(wasOpen ? ASCII.greater : ASCII.less) else { return wasOpen }
    var isOpen = wasOpen
    var rest = line
    while let mark = rest.firstRange(of: Array((isOpen ? "-->" : "<!--").utf8)) {
      rest = rest[mark.upperBound...]
      isOpen.toggle()
    }
    return isOpen
  }

  func text(_ number: Int) -> ArraySlice<UInt8> { bytes[lines[number]] }

  /// How many `<center>` of a slide are never closed there, up to a few: the slide is an element, whose end ends them.
  func unclosedCenters(in slide: Slide) -> Int {
    var count = 0
    for number in slide.lines where !isHidden[number] && text(number).contains(ASCII.less) {
      let line = String(decoding: text(number), as: UTF8.self)
      count = max(0, count + line.ranges(of: "<center>").count - line.ranges(of: "</center>").count)
    }
    return min(count, 8)
  }

  /// True for headings and lines that are shorter than a slide is wide.
  func areWords(_ numbers: Range<Int>) -> Bool {
    numbers.allSatisfy { number in
      let line = text(number)
      return line.count < 60 && !line.starts(with: "```".utf8) && (line.first.map { !"-*+|:0123456789 ".utf8.contains($0) } ?? true)
    }
  }

  /// beamer's `\\pause` at the end of a line of text, which has no words.
  func pause(_ number: Int) -> Range<Int>? {
    let text = text(number)
    let words = text.dropLast(text.reversed().prefix { $0 <= ASCII.space }.count)
    let command = Array(" \\pause".utf8)
    return words.count > command.count && words.suffix(command.count).elementsEqual(command)
      ? words.endIndex - command.count..<words.endIndex : nil
  }

  /// True for a line below one that opens a display, with no blank line between them.
  func isInDisplay(_ number: Int) -> Bool {
    let dollars = Array("$$".utf8)
    var line = number - 1
    // Longer displays have no pauses.
    while line >= max(0, number - 60), !isBlank(line) {
      let text = text(line)
      if let first = text.firstRange(of: dollars) {
        return isBlank(line - 1) && text[first.upperBound...].firstRange(of: dollars) == nil
      }
      line -= 1
    }
    return false
  }

  private func isBlank(_ number: Int) -> Bool { !lines.indices.contains(number) || lines[number].isEmpty }

  /// True if a line is nothing but dashes: a run of them at its beginning.
  private func dashes(_ number: Int) -> Int? {
    let text = text(number)
    return !text.isEmpty && text.allSatisfy { $0 == UInt8(ascii: "-") } ? text.count : nil
  }

  /// True for a heading, and the end of code or of a comment: dashes below it make no heading.
  private func isNoText(_ number: Int) -> Bool {
    lines.indices.contains(number) && (headingLevel(number) != nil || isHidden[number] || text(number).suffix(3).elementsEqual("-->".utf8))
  }

  // MARK: Slides

  /// Finds the slides of a deck.
  mutating func divide(for deck: Deck) {
    var number = 0
    var slide = Slide(lines: 0..<0)
    func end(_ slide: Slide, _ number: Int) -> Slide {
      var slide = slide
      slide.lines = slide.lines.lowerBound..<number
      return slide
    }
    if deck.tool == .slidev { slide.values = deck.values }
    let isInDivision = deck.tool == .pandoc ? divisions() : []
    let isInClass = deck.tool == .remark ? SlideClasses.insides(of: self) : []
    while number < lines.count {
      guard !isHidden[number] else {
        number += 1
        continue
      }
      let isInside = !isInClass.isEmpty && isInClass[number] || !isInDivision.isEmpty && isInDivision[number]
      guard separates(number, deck), !isInside else {
        if let headings = deck.headings, let level = headingLevel(number), headings.contains(level), !isInside {
          slides.append(end(slide, number))
          slide = Slide(lines: number..<number)
        }
        number += 1
        continue
      }
      slides.append(end(slide, number))
      slide = Slide(lines: number + 1..<number + 1)
      number += 1
      if deck.tool == .slidev, let matter = settings(from: number) {
        slide.matter = matter
        number = matter.upperBound + 1
        slide.values = values(of: matter)
        slide.lines = number..<number
      } else if deck.tool == .slidev, let cell = settingsCell(from: number) {
        slide.matter = cell
        slide.values = values(of: cell.lowerBound + 1..<cell.upperBound - 1)
        number = cell.upperBound
        slide.lines = number..<number
      }
    }
    slides.append(end(slide, number))
  }

  /// Which lines are within divisions, `::: {.callout-note}` to `:::`: headings there are no titles of slides, to pandoc, and rules end none. Empty for
  /// none.
  private func divisions() -> [Bool] {
    var isInside: [Bool] = []
    var (first, depth) = (0, 0)
    for number in lines.indices where !isHidden[number] {
      let words = text(number)
      guard words.starts(with: ":::".utf8) else { continue }
      if words.contains(where: { $0 != UInt8(ascii: ":") && !ASCII.isBlank($0) }) {
        if depth == 0 { first = number }
        depth += 1
      } else if depth > 0 {
        depth -= 1
        if depth == 0 {
          if isInside.isEmpty { isInside = [Bool](repeating: false, count: lines.count) }
          for line in first...number { isInside[line] = true }
        }
      }
    }
    return isInside
  }

  /// True if a slide ends at a line.
  private func separates(_ number: Int, _ deck: Deck) -> Bool {
    if !deck.separators.isEmpty, case let line = text(number), deck.separators.contains(where: { line.elementsEqual($0.utf8) }) {
      return true
    }
    // Slides below each other; elsewhere between blank lines it would be a dash alone.
    if deck.tool == .reveal, dashes(number) == 2 || text(number).elementsEqual("^^^".utf8) {
      return isBlank(number - 1) && isBlank(number + 1)
    }
    if let count = dashes(number), count >= 3 {
      if deck.hasOwnSeparator { return false }
      // Below text they make it a heading, where Markdown is read first.
      guard deck.tool == .marp || deck.tool == .pandoc else { return deck.tool == .slidev || count <= 4 }
      return isBlank(number - 1) || isNoText(number - 1) || deck.tool == .marp && isBelowItem(number)
    }
    guard deck.tool == .marp || deck.tool == .pandoc, let byte = text(number).first, "*_-".utf8.contains(byte) else { return false }
    let marks = text(number).filter { $0 != ASCII.space }
    return marks.count >= 3 && marks.allSatisfy { $0 == byte }
  }

  /// True directly below the text of a list's item, a quote or a table, whose heading dashes at the margin can't be (CommonMark, Laziness).
  private func isBelowItem(_ number: Int) -> Bool {
    var place = number - 1
    while !isBlank(place), number - place < 50 {
      let words = text(place).drop(while: ASCII.isBlank)
      guard let sign = words.first else { return false }
      if sign == ASCII.greater || sign == ASCII.pipe { return true }
      if let width = ListMarker.width(in: words, at: words.startIndex, to: words.endIndex), width < words.count { return true }
      place -= 1
    }
    return false
  }

  /// `key: value` lines from a line on, to one of three dashes: the settings of a slide.
  private func settings(from first: Int) -> Range<Int>? {
    var number = first
    while number < lines.count, number - first < 100 {
      let line = text(number)
      if dashes(number) == 3 { return number > first ? first..<number : nil }
      let isBelowKey = number > first && (line.isEmpty || line.first == ASCII.space || line.first == UInt8(ascii: "-"))
      guard isBelowKey || line.first == ASCII.hash || Self.isKey(line) else { return nil }
      number += 1
    }
    return nil
  }

  /// Slidev's other form: a block of YAML at a slide's beginning.
  private func settingsCell(from first: Int) -> Range<Int>? {
    var number = first
    while number < lines.count, isBlank(number) { number += 1 }
    guard number < lines.count, text(number).elementsEqual("```yaml".utf8) || text(number).elementsEqual("```yml".utf8) else { return nil }
    let start = number
    number += 1
    while number < lines.count, number - start < 100 {
      if text(number).elementsEqual("```".utf8) {
        let keys = values(of: start + 1..<number)?.entries?.map(\.key) ?? []
        return keys.isEmpty ? nil : start..<number + 1
      }
      number += 1
    }
    return nil
  }

  private func values(of range: Range<Int>) -> YAMLValue? {
    guard let first = range.first, let last = range.last else { return nil }
    return parseYAML(bytes[lines[first].lowerBound..<lines[last].upperBound], offset: 0).value
  }

  /// `layout: center`, `background:`
  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.prefix(40).firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
    guard colon + 1 >= line.endIndex || ASCII.isBlank(line[colon + 1]) else { return false }
    // YAML has blanks before a colon too.
    let key = line[..<(line[..<colon].lastIndex { !ASCII.isBlank($0) }.map { $0 + 1 } ?? colon)]
    return !key.isEmpty
      && key.allSatisfy {
        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
      }
  }

  /// The numbers of the slides that links such as `[words](#3)` lead to.
  var linkedSlides: Set<Int> {
    var found: Set<Int> = []
    for number in lines.indices where !isHidden[number] {
      var rest = text(number)
      while let open = rest.firstRange(of: Array("](#".utf8)) {
        rest = rest[open.upperBound...]
        let digits = rest.prefix(5).prefix(while: ASCII.isDigit)
        if rest[digits.endIndex...].first == ASCII.closeParenthesis,
          let slide = DocumentNumber.whole(String(decoding: digits, as: UTF8.self))
        {
          found.insert(slide)
        }
      }
    }
    return found
  }

  /// The name that reveal's comment gives a slide, for links to it: `<!-- .slide: id="next" -->`.
  func name(of slide: Slide) -> String? {
    for number in slide.lines where text(number).starts(with: "<!--".utf8) {
      let line = String(decoding: text(number), as: UTF8.self)
      guard line.contains(".slide:"), let start = line.firstRange(of: " id=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"")
      else { continue }
      let name = String(line[start..<end])
      return name.isEmpty || !name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } ? nil : name
    }
    return nil
  }

  // MARK: Evidence

  /// True if settings of a slide are between lines of dashes somewhere in a text.
  static func haveSettings(_ bytes: [UInt8], from start: Int, keys: Set<String>) -> Bool {
    let lines = SlideLines(bytes, from: start, to: bytes.count)
    for number in lines.lines.indices where !lines.isHidden[number] && lines.dashes(number) == 3 && number + 1 < lines.lines.count {
      guard let matter = lines.settings(from: number + 1), let found = lines.values(of: matter)?.entries else { continue }
      if found.contains(where: { keys.contains($0.key) }) { return true }
    }
    return false
  }

  /// How many lines of three dashes are between blank lines.
  ///
  /// - Parameter isLonger: True if those of more dashes count, too.
  static func rules(in bytes: [UInt8], from start: Int, longer isLonger: Bool = false) -> Int {
    let lines = SlideLines(bytes, from: start, to: bytes.count)
    return lines.lines.indices.count { number in
      !lines.isHidden[number] && lines.isBlank(number - 1) && lines.isBlank(number + 1)
        && lines.dashes(number).map { $0 == 3 || isLonger && $0 > 3 } == true
    }
  }

  /// pandoc's rule: the highest level of headings that are followed by something else than a heading.
  static func slideLevel(of bytes: [UInt8], from start: Int) -> Int {
    let lines = SlideLines(bytes, from: start, to: bytes.count)
    var level = 6
    var open: Int?
    for number in lines.lines.indices where !lines.lines[number].isEmpty {
      if !lines.isHidden[number], let heading = lines.headingLevel(number) {
        open = heading
      } else if let heading = open {
        level = min(level, heading)
        open = nil
      }
    }
    return level == 6 ? 2 : level
  }

  /// The level of the heading that a line is.
  func headingLevel(_ number: Int) -> Int? {
    let line = text(number)
    let count = line.prefix { $0 == ASCII.hash }.count
    return (1...6).contains(count) && (line.count == count || ASCII.isBlank(line[line.startIndex + count])) ? count : nil
  }
}
