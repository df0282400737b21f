import TypesetBytes
import TypesetDiagnostics

/// Which bytes of a source are markup by their form alone, whatever its reader has made of them.
///
/// It looks at the text without the reader, so that what a reader loses is not lost here as well. A word that is shown on the pages is never
/// missed, so text that is wrongly marked as a form does no harm, except that a loss in it goes unseen.
struct SourceMarks {
  enum Mark: UInt8 {
    /// Has to be on the pages.
    case text
    /// May be on the pages: a name, a key, the kind of a block.
    case name
    /// Is not on the pages: a tag, an address, a comment.
    case markup
  }

  private let bytes: [UInt8]
  private(set) var marks: [Mark]
  /// Where pictures name their files.
  private(set) var pictures: [Range<Int>] = []
  /// A construct that does not end within this many bytes is plain text.
  private static let reach = 4000

  init(of source: Source, matterEnd: Int) {
    bytes = source.bytes
    marks = Array(repeating: .text, count: bytes.count)
    let start = min(max(0, matterEnd), bytes.count)
    mark(0..<start, .name)
    let starts = source.files.map(\.start)
    var lines = LineWalk(starts: starts)
    var offset = start
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
      readLine(offset..<end, &lines)
      offset = end + 1
    }
    readInlines(from: start, lines.verbatim)
    markLastHeading()
  }

  /// A last heading without anything below it is the heading of a list of references, which may be empty.
  private mutating func markLastHeading() {
    guard let end = bytes.lastIndex(where: { !isBlank($0) && $0 != 0x0A }) else { return }
    let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if starts("#", at: start) { mark(start..<end + 1, .name) }
  }

  /// What the walk along the lines knows.
  private struct LineWalk {
    let starts: [Int]
    /// The open fence of code: its byte, its length, and whether a diagram is drawn of it; nil outside.
    var fence: (byte: UInt8, count: Int, isDrawn: Bool)?
    /// The code of the fence is not shown.
    var isHidden = false
    /// The fences of the open directives whose body is Markdown.
    var directives: [(byte: UInt8, count: Int)] = []
    /// How many of them are open in a figure for dark screens; 0 outside.
    var dark = 0
    /// The definition of a link may name its address on the next line.
    var awaitsAddress = false
    var isInDisplay = false
    var isInMatter = false
    /// The head of a directive may be followed by its options.
    var mayHaveOptions = false
    var isInOptions = false
    /// The head of a block of pymdown-extensions may be followed by its options.
    var isBelowSlashes = false
    /// Lines of a module's declaration, up to a blank one.
    var isInModule = false
    /// Text that is shown as it is.
    var verbatim: [Range<Int>] = []

    init(starts: [Int]) { self.starts = starts }
  }

  private mutating func mark(_ range: Range<Int>, _ mark: Mark) {
    for index in range where marks[index].rawValue < mark.rawValue { marks[index] = mark }
  }

  // MARK: Lines

  private mutating func readLine(_ line: Range<Int>, _ walk: inout LineWalk) {
    if line.lowerBound > 0, walk.starts.contains(line.lowerBound), starts("---", at: line.lowerBound) { walk.isInMatter = true }
    if walk.isInMatter {
      mark(line, .name)
      walk.isInMatter =
        !((starts("---", at: line.lowerBound) || starts("...", at: line.lowerBound)) && !walk.starts.contains(line.lowerBound))
      return
    }
    let first = firstOfText(line)
    let text = first..<max(first, line.upperBound)
    if readFence(text, &walk) {
      // Its backticks open no code in a line.
      walk.verbatim.append(line)
      return
    }
    if let fence = walk.fence {
      // Code that is not shown takes no words from its copy that is.
      if let caption = CodeLine(bytes, text).caption {
        mark(line.lowerBound..<caption, .name)
        return
      }
      if fence.isDrawn || CodeLine(bytes, text).isForTools { mark(line, walk.isHidden ? .markup : .name) }
      if let start = bytes.find(Array("[!code ".utf8), from: text.lowerBound, to: text.upperBound) { mark(start..<text.upperBound, .name) }
      if walk.mayHaveOptions, readOption(text, &walk) { return }
      walk.mayHaveOptions = false
      walk.verbatim.append(line)
      return
    }
    // `/// note | Words`, and its options below.
    if walk.isBelowSlashes, bytes[line].starts(with: "    ".utf8), CodeLine(bytes, text).isOption {
      mark(text, .name)
      return
    }
    walk.isBelowSlashes = starts("///", at: first)
    if starts("$$", at: first) || starts("\\[", at: first) || starts("\\]", at: first) {
      // `$$ x $$ and words` ends on its line.
      let isWhole = starts("$$", at: first) && bytes.find([0x24, 0x24], from: first + 2, to: text.upperBound) != nil
      // MyST's label of an equation.
      if let open = bytes[text].lastIndex(of: UInt8(ascii: "(")), text.upperBound > open,
        bytes[open..<text.upperBound].contains(UInt8(ascii: ")")),
        starts("$$ (", at: first) || starts("$$(", at: first)
      {
        mark(open..<text.upperBound, .name)
      }
      if !isWhole { walk.isInDisplay = starts("\\[", at: first) ? true : starts("\\]", at: first) ? false : !walk.isInDisplay }
    }
    if walk.mayHaveOptions, readOption(text, &walk) { return }
    walk.mayHaveOptions = false
    if walk.dark > 0 {
      // A picture for dark screens repeats the words of the light one.
      if walk.directives.count >= walk.dark { return mark(line, .name) }
      walk.dark = 0
    }
    readLineForm(text, &walk)
  }

  /// After blanks, the marks of quotes and the markers of items; all of these are markup.
  private mutating func firstOfText(_ line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound {
      switch bytes[index] {
      case 0x20, 0x09, UInt8(ascii: ">"): index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard index + 1 < line.upperBound, isBlank(bytes[index + 1]) else { return index }
        index += 2
        while index < line.upperBound, isBlank(bytes[index]) { index += 1 }
        if starts("[", at: index), index + 3 < bytes.count, bytes[index + 2] == UInt8(ascii: "]") {
          mark(index..<index + 3, .name)
          index += 3
        }
      default:
        // `1.`, `a)`, `(iv)`
        var end = index
        if bytes[end] == UInt8(ascii: "(") { end += 1 }
        let word = end
        while end < line.upperBound, end - word < 6, isWordByte(bytes[end]), bytes[end] < 0x80 { end += 1 }
        guard end > word, end + 1 < line.upperBound, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")"),
          isBlank(bytes[end + 1]), bytes[word].isDigit || end - word < 5
        else { return index }
        mark(index..<end + 1, .name)
        return readMarkers(in: end + 2..<line.upperBound)
      }
    }
    return index
  }

  /// Further markers on the line of an item.
  private mutating func readMarkers(in rest: Range<Int>) -> Int {
    rest.isEmpty ? rest.upperBound : bytes[rest].firstIndex { !isBlank($0) } ?? rest.upperBound
  }

  /// The line of a fence of code or colons.
  private mutating func readFence(_ text: Range<Int>, _ walk: inout LineWalk) -> Bool {
    guard let byte = bytes[text].first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: ":") else {
      return false
    }
    let count = bytes[text].prefix { $0 == byte }.count
    guard count >= 3 else { return false }
    let info = text.lowerBound + count..<text.upperBound
    if let fence = walk.fence {
      guard fence.byte == byte, count >= fence.count, bytes[info].allSatisfy(isBlank) else { return false }
      (walk.fence, walk.isHidden) = (nil, false)
      return true
    }
    let head = FenceHead(bytes[info])
    if byte != UInt8(ascii: ":"), bytes[info].contains(byte), !head.isCallout { return false }
    if let open = walk.directives.lastIndex(where: { $0.byte == byte && $0.count <= count }), bytes[info].allSatisfy(isBlank) {
      walk.directives.removeSubrange(open...)
      return true
    }
    mark(info, .name)
    walk.mayHaveOptions = true
    if head.isCallout {
      walk.directives.append((byte, count))
      return true
    }
    guard byte != UInt8(ascii: ":") else {
      if head.isForeign { walk.fence = (byte, count, true) }
      return true
    }
    walk.isHidden = head.isHidden
    if head.isCode || head.isDrawn { walk.fence = (byte, count, head.isDrawn) } else { walk.directives.append((byte, count)) }
    return true
  }

  /// `:name: value` and `#| key: value` at the beginning of a block, or a block of YAML.
  private mutating func readOption(_ text: Range<Int>, _ walk: inout LineWalk) -> Bool {
    if starts("---", at: text.lowerBound) {
      walk.isInOptions.toggle()
      if !walk.isInOptions { walk.mayHaveOptions = false }
      return true
    }
    let isColon = bytes[text].first == UInt8(ascii: ":") && bytes[text].dropFirst().contains(UInt8(ascii: ":"))
    // Quarto hides the code of a chunk by an option.
    let isOption = starts("#|", at: text.lowerBound) || starts("# |", at: text.lowerBound)
    if isOption, line(text, has: "echo: false") || line(text, has: "include: false") {
      walk.fence?.isDrawn = true
      walk.isHidden = true
    }
    if SourceWords.dark.contains(where: { line(text, has: $0) }) { walk.dark = walk.directives.count }
    guard walk.isInOptions || isColon || isOption || starts("//|", at: text.lowerBound) else { return false }
    mark(text, .name)
    return true
  }

  private func line(_ text: Range<Int>, has word: String) -> Bool {
    bytes.find(Array(word.utf8), from: text.lowerBound, to: text.upperBound) != nil
  }

  /// Lines that are markup as a whole.
  private mutating func readLineForm(_ text: Range<Int>, _ walk: inout LineWalk) {
    let line = bytes[text]
    if walk.awaitsAddress || walk.isInModule { mark(text, .name) }
    walk.awaitsAddress = false
    guard let byte = line.first else {
      walk.isInModule = false
      return
    }
    // kramdown's place of the contents is an item with any words.
    if starts("{:toc", at: text.upperBound + 1) { mark(text, .name) }
    if byte == UInt8(ascii: "\\"), SourceWords.definitions.contains(where: { line.starts(with: $0.utf8) }) { mark(text, .name) }
    guard !walk.isInDisplay else { return }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "*"):
      // The definition of a link, a note or an abbreviation.
      let start = text.lowerBound + (byte == UInt8(ascii: "*") ? 1 : 0)
      guard starts("[", at: start), let close = line[start...].firstIndex(of: UInt8(ascii: "]")), starts("]:", at: close) else { return }
      let isNote = starts("[^", at: start)
      walk.awaitsAddress = !isNote && bytes[close + 2..<max(close + 2, text.upperBound)].allSatisfy(isBlank)
      mark(isNote ? start..<close : text, .name)
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "="):
      guard starts("!!!", at: text.lowerBound) || starts("???", at: text.lowerBound) || starts("===", at: text.lowerBound) else { return }
      // Up to the title in quotes.
      mark(text.lowerBound..<(line.firstIndex(of: UInt8(ascii: "\"")) ?? text.upperBound), .name)
    case UInt8(ascii: "%"): mark(text, .name)
    // A directive, `@name(…)`; `@name: words` is speech.
    case UInt8(ascii: "@"):
      if line.contains(UInt8(ascii: "(")) || line.contains(UInt8(ascii: "{")) || !line.contains(0x20) { mark(text, .name) }
    case UInt8(ascii: "<"): if starts("<<<", at: text.lowerBound) { mark(text, .name) }
    case UInt8(ascii: "."): if starts(".. ", at: text.lowerBound) { mark(text, .name) }
    case UInt8(ascii: ":"):
      if let close = line.dropFirst().firstIndex(of: UInt8(ascii: ":")), line[text.lowerBound + 1..<close].allSatisfy({ isNameByte($0) }) {
        mark(text.lowerBound..<close, .name)
      }
    // A target of MyST's; a text of bookdown's, which is shown where its name is.
    case UInt8(ascii: "("):
      if line.suffix(2).elementsEqual(")=".utf8) || starts("(ref:", at: text.lowerBound) { mark(text, .name) }
    case UInt8(ascii: "/"):
      guard starts("///", at: text.lowerBound) else { return }
      // The name of an element is no title.
      if self.line(text, has: " html |") { return mark(text, .name) }
      mark(text.lowerBound..<(line.firstIndex(of: UInt8(ascii: "|")) ?? text.upperBound), .name)
    case UInt8(ascii: "+"): if starts("+++", at: text.lowerBound) { mark(text, .name) }
    case UInt8(ascii: "#"):
      // bookdown's `# (PART) Words`, `# (APPENDIX) Words`.
      let open = line.firstIndex { $0 != UInt8(ascii: "#") && !isBlank($0) } ?? text.upperBound
      if starts("(APPENDIX", at: open) { return mark(text, .name) }
      if starts("(PART", at: open) { markTo(")", from: open, .name) }
    case UInt8(ascii: "|"):
      // The language of code in a cell.
      if let fence = bytes.find(Array("```".utf8), from: text.lowerBound, to: text.upperBound) {
        mark(fence..<(bytes[fence..<text.upperBound].firstIndex(of: UInt8(ascii: "|")) ?? text.upperBound), .name)
      }
    case UInt8(ascii: "i"), UInt8(ascii: "e"):
      if starts("import ", at: text.lowerBound) && (line.contains(0x22) || line.contains(0x27)) || starts("export ", at: text.lowerBound) {
        mark(text, .name)
        walk.isInModule = starts("export ", at: text.lowerBound)
      }
    default: break
    }
  }

  // MARK: Inlines

  private mutating func readInlines(from start: Int, _ verbatim: [Range<Int>]) {
    var index = start
    var next = 0
    while index < bytes.count {
      while next < verbatim.count, verbatim[next].upperBound <= index { next += 1 }
      if next < verbatim.count, verbatim[next].contains(index) {
        index = verbatim[next].upperBound
        continue
      }
      index = max(index + 1, readInline(at: index))
    }
  }

  /// Marks a construct at a place; returns where the next one may begin.
  private mutating func readInline(at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"): return readCommand(at: index)
    case UInt8(ascii: "<"): return readTag(at: index)
    case UInt8(ascii: "&"):
      let end = bytes[min(index + 1, bytes.count)...].prefix(12).firstIndex { !isWordByte($0) && $0 != UInt8(ascii: "#") }
      guard let end, bytes[end] == UInt8(ascii: ";") else { return index + 1 }
      mark(index..<end, .markup)
      return end
    case UInt8(ascii: "]"): return readDestination(at: index)
    case UInt8(ascii: "["): return readBracket(at: index)
    case UInt8(ascii: "{"): return readBraces(at: index)
    case UInt8(ascii: "`"): return readCode(at: index)
    case UInt8(ascii: "@"):
      guard index == 0 || !isWordByte(bytes[index - 1]) else { return index + 1 }
      let end =
        bytes[(index + 1)...].prefix(200).firstIndex { !isNameByte($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        ?? bytes.count
      mark(index..<min(end, bytes.count), .name)
      return index + 1
    case UInt8(ascii: ":"):
      // `:smile:`, `:role:` and `:fontawesome-brands-x:`
      guard let end = bytes[(index + 1)...].prefix(80).firstIndex(where: { !isNameByte($0) && $0 != UInt8(ascii: "+") }),
        end > index + 1, bytes[end] == UInt8(ascii: ":") || starts("badge[", at: index + 1)
      else { return index + 1 }
      mark(index..<end, .name)
      return end
    case UInt8(ascii: "^"):
      guard let end = bytes[(index + 1)...].prefix(80).firstIndex(where: { !isNameByte($0) }), bytes[end] == 0x0A else { return index + 1 }
      mark(index..<end, .name)
      return end
    case UInt8(ascii: "("):
      for word in ["(c)", "(C)", "(r)", "(R)", "(tm)", "(TM)", "(p)", "(P)"] where starts(word, at: index) {
        mark(index..<index + word.utf8.count, .name)
      }
      if starts("(@", at: index) || starts("(#", at: index) || starts("(\\#", at: index) || starts("(ref:", at: index) {
        markTo(")", from: index, .name)
      }
      return index + 1
    case UInt8(ascii: "%"):
      guard starts("%%", at: index), let end = find("%%", from: index + 2) else { return index + 1 }
      mark(index..<end, .name)
      return end + 2
    default: return index + 1
    }
  }

  /// `\name`, and the arguments of commands that show no argument.
  private mutating func readCommand(at index: Int) -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end].isLetter { end += 1 }
    if starts("\\@ref(", at: index) { markTo(")", from: index, .name) }
    guard end > index + 1 else { return min(index + 2, bytes.count) }
    let name = bytes[index + 1..<end]
    mark(index..<end, .name)
    let isSilent = name.starts(with: "index".utf8) || SourceWords.silent.contains { name.elementsEqual($0.utf8) }
    guard isSilent, end < bytes.count, bytes[end] == UInt8(ascii: "{") else { return end }
    markGroup(from: end)
    guard name.elementsEqual("begin".utf8), var close = bytes[end...].prefix(100).firstIndex(of: UInt8(ascii: "}")) else { return end }
    // `\begin{figure}[h]`, `\begin{tabular}{cc}`
    while close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "[") || bytes[close + 1] == UInt8(ascii: "{"),
      let next = argumentEnd(after: close + 1, ofListing: starts("lstlisting}", at: end + 1))
    {
      mark(close + 1..<next, .name)
      close = next
    }
    return end
  }

  /// Where an argument of an environment ends; the options of a listing are on several lines, and contain braces.
  private func argumentEnd(after open: Int, ofListing isListing: Bool) -> Int? {
    let rest = bytes[open...].prefix(isListing ? 600 : 100)
    if isListing, bytes[open] == UInt8(ascii: "[") { return rest.firstIndex(of: UInt8(ascii: "]")) }
    return rest.firstIndex { "]}\n".utf8.contains($0) }.flatMap { bytes[$0] == 0x0A ? nil : $0 }
  }

  /// Marks what is between braces, and within these.
  private mutating func markGroup(from open: Int) {
    var depth = 0
    for index in open..<min(bytes.count, open + 400) {
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return mark(open..<index, .name) }
    }
  }

  private mutating func readTag(at index: Int) -> Int {
    if starts("<!--", at: index) {
      let end = bytes.find(Array("-->".utf8), from: index, to: bytes.count) ?? index + 4
      mark(index..<end, .markup)
      return end
    }
    var start = index + 1
    if start < bytes.count, bytes[start] == UInt8(ascii: "/") || bytes[start] == UInt8(ascii: "!") || bytes[start] == UInt8(ascii: "?") {
      start += 1
    }
    guard start < bytes.count, bytes[start].isLetter else { return index + 1 }
    let nameEnd = bytes[start...].firstIndex { !isNameByte($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
    guard nameEnd < bytes.count else { return index + 1 }
    switch bytes[nameEnd] {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/"): break
    case UInt8(ascii: ":"):
      // An address is shown; a name with a prefix is not.
      if nameEnd + 1 < bytes.count, bytes[nameEnd + 1] == UInt8(ascii: "/") || starts("<mailto", at: index) { return nameEnd }
    default: return index + 1
    }
    guard let end = tagEnd(from: nameEnd) else { return index + 1 }
    mark(index..<end, .markup)
    let name = String(decoding: bytes[start..<nameEnd], as: UTF8.self).lowercased()
    if name == "img" { readPicture(ofTag: index..<end) }
    guard bytes[index + 1] != UInt8(ascii: "/"), bytes[end - 2] != UInt8(ascii: "/") else { return end }
    if ["script", "style", "svg", "math", "iframe", "video", "audio", "canvas", "head", "template", "select", "object", "noscript"]
      .contains(name),
      let close = bytes.find(Array("</\(name)".utf8), from: end, to: bytes.count)
    {
      mark(end..<close, .name)
      return close
    }
    return end
  }

  /// After the `>` of a tag; quotes may hold one.
  private func tagEnd(from start: Int) -> Int? {
    var quote: UInt8?
    var isAfterEquals = false
    var limit = min(bytes.count, start + Self.reach)
    var next = start
    while next < limit {
      let index = next
      let byte = bytes[index]
      next += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case 0x22, 0x27:
        guard isAfterEquals else { break }
        quote = byte
        // A picture that is in its address is as long as it is.
        if starts("data:image/", at: next) {
          next = dataEnd(from: next)
          limit = min(bytes.count, limit + next - index)
        }
      case UInt8(ascii: ">"): return index + 1
      case 0x0A: if index + 1 < bytes.count, bytes[index + 1] == 0x0A { return nil }
      case UInt8(ascii: "<"): return nil
      default: break
      }
      if !isBlank(byte) { isAfterEquals = byte == UInt8(ascii: "=") }
    }
    return nil
  }

  /// The end of an address that holds a picture.
  private func dataEnd(from start: Int) -> Int {
    bytes[start...].firstIndex { !isNameByte($0) && !"+/=:;,.%".utf8.contains($0) } ?? bytes.count
  }

  private mutating func readPicture(ofTag tag: Range<Int>) {
    guard let key = bytes.find(Array("src=".utf8), from: tag.lowerBound, to: tag.upperBound), key + 5 < tag.upperBound else { return }
    let quote = bytes[key + 4]
    guard quote == 0x22 || quote == 0x27, let end = bytes[(key + 5)..<tag.upperBound].firstIndex(of: quote) else { return }
    pictures.append(key + 5..<end)
  }

  /// `](address "title")`, `][label]`
  private mutating func readDestination(at index: Int) -> Int {
    guard index + 1 < bytes.count else { return index + 1 }
    if bytes[index + 1] == UInt8(ascii: "[") {
      markTo("]", from: index + 1, .name)
      return index + 1
    }
    guard bytes[index + 1] == UInt8(ascii: "(") else { return index + 1 }
    var depth = 0
    var end = index + 1
    var limit = min(bytes.count, index + Self.reach)
    if starts("data:image/", at: index + 2) {
      (depth, end) = (1, dataEnd(from: index + 2))
      limit = min(bytes.count, end + Self.reach)
    }
    scan: while end < limit {
      switch bytes[end] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { break scan }
      case UInt8(ascii: "\\"): end += 1
      case 0x0A: if end + 1 < limit, bytes[end + 1] == 0x0A { return index + 1 }
      default: break
      }
      end += 1
    }
    guard end < limit else { return index + 1 }
    mark(index + 2..<end, .markup)
    if let open = opener(of: index), open > 0, bytes[open - 1] == UInt8(ascii: "!") {
      let start = bytes[index + 2..<end].firstIndex { !isBlank($0) && $0 != 0x0A && $0 != UInt8(ascii: "<") } ?? end
      let stop = bytes[start..<end].firstIndex { $0 == 0x20 || $0 == 0x0A || $0 == UInt8(ascii: ">") } ?? end
      if stop > start { pictures.append(start..<stop) }
    }
    return end
  }

  /// The bracket that a closing one belongs to.
  private func opener(of close: Int) -> Int? {
    var depth = 0
    for index in stride(from: close, through: max(0, close - Self.reach), by: -1) {
      if bytes[index] == UInt8(ascii: "]") { depth += 1 }
      if bytes[index] == UInt8(ascii: "[") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// `[^note]`, `[!NOTE]`, `[[page|alias]]`, `[//]: #`
  private mutating func readBracket(at index: Int) -> Int {
    if starts("[^", at: index) || starts("[!", at: index) {
      guard let close = find("]", from: index) else { return index + 1 }
      mark(index..<close, bytes[index + 1] == UInt8(ascii: "^") ? .markup : .name)
      return close
    }
    guard starts("[[", at: index), let close = find("]]", from: index) else {
      // A citation, or the pages of one: a processor makes other words of it.
      if let close = find("]", from: index), bytes[index..<close].contains(UInt8(ascii: "@")) || follows(citationBefore: index) {
        mark(index..<close, .name)
      }
      return index + 1
    }
    let bar = bytes[index..<close].firstIndex(of: UInt8(ascii: "|"))
    let isPicture = index > 0 && bytes[index - 1] == UInt8(ascii: "!")
    mark(index..<(isPicture ? close : bar ?? close), .name)
    return close
  }

  /// True if the word before a place is `@key`.
  private func follows(citationBefore index: Int) -> Bool {
    guard index > 1, bytes[index - 1] == 0x20 else { return false }
    var start = index - 1
    while start > 0, !isBlank(bytes[start - 1]), bytes[start - 1] != 0x0A, index - start < 100 { start -= 1 }
    return bytes[start] == UInt8(ascii: "@")
  }

  /// `{#id .class}`, `{role}`, `{{ field }}`, `{% tag %}`
  private mutating func readBraces(at index: Int) -> Int {
    for (open, close) in [("{/*", "*/}"), ("{::comment}", "{:/")] where starts(open, at: index) {
      guard let end = bytes.find(Array(close.utf8), from: index, to: min(bytes.count, index + Self.reach)) else { return index + 1 }
      mark(index..<end + close.utf8.count, .markup)
      return end + close.utf8.count
    }
    for (open, close) in [("{{", "}}"), ("{%", "%}")] where starts(open, at: index) {
      guard let end = find(close, from: index) else { return index + 1 }
      mark(index..<end, .name)
      return end
    }
    guard index + 1 < bytes.count, let end = find("}", from: index) else { return index + 1 }
    let inside = bytes[index + 1..<end]
    let isRole = end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "`")
    let first = inside.first { !isBlank($0) } ?? 0
    let isUnnumbered = first == UInt8(ascii: "-") && inside.dropFirst().first.map(isBlank) ?? true
    let isList = isUnnumbered || "#.:=".utf8.contains(first) || inside.contains(UInt8(ascii: "=")) && !inside.contains(UInt8(ascii: "\\"))
    let isBehind = index > 0 && ")]`*_$".utf8.contains(bytes[index - 1])
    guard isRole || isList || isBehind else { return index + 1 }
    mark(index..<end, isList && !isRole ? .markup : .name)
    return end
  }

  /// What roles name between backticks; other code is text.
  private mutating func readCode(at index: Int) -> Int {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
    var end = index + count
    let limit = min(bytes.count, index + Self.reach)
    while end < limit {
      if bytes[end] == UInt8(ascii: "`") {
        let closing = bytes[end..<limit].prefix { $0 == UInt8(ascii: "`") }.count
        if closing == count { break }
        end += closing
      } else if bytes[end] == 0x0A, end + 1 < limit, bytes[end + 1] == 0x0A {
        return index + count
      } else {
        end += 1
      }
    }
    guard end < limit else { return index + count }
    // A value of R's, and text of another format.
    if starts("r ", at: index + count) { mark(index..<end, .name) }
    if starts("{=", at: end + count) { markCommands(in: index..<end, isLaTeX: starts("{=latex", at: end + count)) }
    if starts("#!", at: index + count) {
      mark(index..<(bytes[index..<end].firstIndex(where: isBlank) ?? end), .name)
    }
    let before = index > 0 ? bytes[index - 1] : 0
    if before == UInt8(ascii: "}") || before == UInt8(ascii: ":") {
      let text = bytes[index + count..<end]
      // In the place of `%s` is a number.
      if let place = bytes.find(Array("%s".utf8), from: index, to: end) { mark(place..<place + 2, .name) }
      // `text <target>` shows its text; a name alone may be replaced by a title or a number.
      mark((text.lastIndex(of: UInt8(ascii: "<")) ?? index)..<end, .name)
    }
    return end + count
  }

  /// Marks the names of LaTeX's commands in raw text, and all of the text of other formats.
  private mutating func markCommands(in text: Range<Int>, isLaTeX: Bool) {
    guard isLaTeX else { return mark(text, .name) }
    var index = text.lowerBound
    while index < text.upperBound {
      let start = index
      index += 1
      guard bytes[start] == UInt8(ascii: "\\") else { continue }
      while index < text.upperBound, bytes[index].isLetter { index += 1 }
      mark(start..<index, .name)
    }
  }

  // MARK: Bytes

  private mutating func markTo(_ closer: String, from start: Int, _ mark: Mark) {
    if let end = find(closer, from: start) { self.mark(start..<end, mark) }
  }

  /// Where a closer is in the same paragraph.
  private func find(_ closer: String, from start: Int) -> Int? {
    let limit = min(bytes.count, start + Self.reach)
    guard let end = bytes.find(Array(closer.utf8), from: start, to: limit) else { return nil }
    return bytes.find([0x0A, 0x0A], from: start, to: end) == nil ? end : nil
  }

  private func starts(_ word: String, at index: Int) -> Bool { index < bytes.count && bytes[index...].starts(with: word.utf8) }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
private func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }
private func isNameByte(_ byte: UInt8) -> Bool { isWordByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

/// A line of code, or of the options of a block.
private struct CodeLine {
  private let bytes: [UInt8]
  private let text: Range<Int>

  init(_ bytes: [UInt8], _ text: Range<Int>) { (self.bytes, self.text) = (bytes, text) }

  private func starts(_ word: String, at index: Int) -> Bool { index < bytes.count && bytes[index...].starts(with: word.utf8) }

  /// Where the caption begins that an option of a cell gives, `#| fig-cap: Words`, if the cell is run.
  var caption: Int? {
    guard let mark = ["#| ", "//| ", "%%| "].first(where: { starts($0, at: text.lowerBound) }),
      let key = ["fig-cap: ", "tbl-cap: ", "lst-cap: "].first(where: { starts($0, at: text.lowerBound + mark.utf8.count) }),
      case let value = text.lowerBound + mark.utf8.count + key.utf8.count, value < text.upperBound, !"!|>[-".utf8.contains(bytes[value]),
      let end = bytes.find(Array("```".utf8), from: value, to: min(bytes.count, value + 4_000)),
      bytes.find(Array("eval: false".utf8), from: value, to: end) == nil
    else { return nil }
    return value
  }

  /// True for lines that tools take out, or make a picture of.
  var isForTools: Bool {
    SourceWords.codeMarks.contains { bytes.find(Array($0.utf8), from: text.lowerBound, to: text.upperBound) != nil }
      || bytes[text].suffix(6).elementsEqual("# hide".utf8)
      || ["knitr::include_graphics(", "include_graphics("].contains { starts($0, at: text.lowerBound) }
  }

  /// True for `key: value`.
  var isOption: Bool {
    guard let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > text.lowerBound && bytes[text.lowerBound..<colon].allSatisfy { isNameByte($0) }
  }
}
