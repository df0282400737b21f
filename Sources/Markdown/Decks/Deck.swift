internal import TypesetDiagnostics
internal import TypesetYAML

/// A document of slides: whose it is, and what its front matter says of its slides.
struct Deck: Equatable {
  enum Tool: Equatable {
    case slidev, marp
    /// reveal.js' own Markdown: reveal-md, HackMD.
    case reveal
    /// pandoc, Quarto and R Markdown, for reveal, beamer, PowerPoint and the like.
    case pandoc
    /// remark.js and xaringan.
    case remark
  }

  var tool: Tool
  /// Width and height of a slide: 16 and 9 unless the deck says otherwise.
  var ratio = 16.0 / 9
  /// Headings of these levels begin slides.
  var headings: ClosedRange<Int>?
  var isNumbered = false
  /// What separates slides in the place of three dashes, and slides below each other.
  private(set) var separators: [String] = []
  /// True for `theme: slides`: the page, its type and its colours are the theme's.
  private(set) var isOwn = false
  /// True if a slide of Slidev's lists all of them, by their first headings.
  var listsSlides = false
  /// True if slides are not separated by dashes.
  private(set) var hasOwnSeparator = false
  /// True if its front matter is TOML, as Hugo has it.
  private(set) var isTOML = false
  /// True if it is pandoc's `% Title`.
  private(set) var isTitleBlock = false
  /// True for a dark deck of Slidev's.
  var isDark: Bool { ["colorSchema", "colorScheme"].contains { values?[$0]?.text == "dark" } }
  /// True if slides are a page for each step: the tools whose PDFs are so, and where the author asks for it.
  var showsSteps: Bool { value("steps").flatMap { FrontMatter.flag($0.text) } ?? (tool != .slidev && tool != .marp) }
  /// True if all lists come item by item.
  var listsAreIncremental: Bool { FrontMatter.flag(value("incremental")?.text) ?? false }
  /// The keys of its front matter.
  private(set) var values: YAMLValue?
  /// What a deck of Marp's says of all its slides.
  private(set) var style = MarpStyle()
  /// True for a page of a site of Jekyll's whose pages are slides of reveal.js'.
  private(set) var isOfJekyll = false
  /// Where its front matter ends.
  private(set) var end = 0
  /// What a script tells pandoc to make of it.
  var command: MakefileSlides.Command?

  /// A deck without front matter.
  init(_ tool: Tool) { self.tool = tool }

  /// The deck that a file is; nil if it is another document.
  ///
  /// - Parameter dialect: What the document was written for, if that is known.
  init?(_ bytes: [UInt8], in dialect: Dialect? = nil) {
    guard let keys = Self.keys(of: bytes) else {
      guard let tool = Self.tool(withoutKeysOf: bytes, dialect) else { return nil }
      self.tool = tool
      let matter = FrontMatter.of(bytes)
      (values, end) = (matter.values, matter.end)
      isTitleBlock = matter.isTitleBlock
      if tool == .marp { style = MarpStyle(values?["style"]?.text) }
      isOfJekyll = dialect?.tool == .kramdown && tool == .reveal
      guard tool == .pandoc else { return }
      if let values { readFormat(of: values) }
      readHeadings(of: values, bytes)
      return
    }
    let matter = FrontMatter.of(bytes)
    guard let values = matter.values,
      let tool = Self.tool(of: values, keys, bytes, from: matter.end) ?? Self.tool(withoutKeysOf: bytes, dialect)
    else { return nil }
    let isTOML = bytes.starts(with: "+++".utf8)
    // Hugo's pages have keys of Slidev's.
    guard !isTOML || tool == .reveal else { return nil }
    (self.tool, self.isTOML, self.values, end) = (tool, isTOML, values, matter.end)
    if tool == .marp { style = MarpStyle(values["style"]?.text) }
    isOwn = Self.hasOwnTheme(values)
    readFormat(of: values)
    readHeadings(of: values, bytes)
    separators = ["separator", "verticalSeparator"].compactMap { value($0)?.text.flatMap(Self.literal) }
    hasOwnSeparator = value("separator")?.text.flatMap(Self.literal).map { !$0.allSatisfy { $0 == "-" } } ?? false
    isNumbered = ["paginate", "slideNumber", "slide-number", "slidenumber"].contains { key in
      FrontMatter.flag(value(key)?.text) ?? (value(key)?.text != nil)
    }
  }

  // MARK: Evidence

  /// The keys at the top of a file that decks have; nil where there is no front matter or none of them.
  ///
  /// Only the lines of front matter are looked at: all documents pass here.
  private static func keys(of bytes: [UInt8]) -> Set<String>? {
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count, ASCII.isBlank(bytes[position]) { position += 1 }
    let isTOML = bytes[position...].starts(with: "+++".utf8)
    guard isTOML || bytes[position...].starts(with: "---".utf8) else { return nil }
    let separator = UInt8(ascii: isTOML ? "=" : ":")
    var found: Set<String> = []
    var lineCount = 0
    while lineCount < 400, let newline = bytes[position...].firstIndex(of: ASCII.newline) {
      position = newline + 1
      lineCount += 1
      let line = bytes[position...].prefix(24)
      if line.starts(with: isTOML ? "+++".utf8 : "---".utf8) { break }
      // `[revealOptions]` of TOML.
      let name = isTOML && line.first == ASCII.openBracket ? line.dropFirst() : line
      let end = name.firstIndex { $0 == separator || isTOML && ($0 == ASCII.space || $0 == ASCII.closeBracket) }
      guard let first = name.first, ASCII.isLetter(first), let end else { continue }
      let key = String(decoding: name[..<end], as: UTF8.self)
      if evidence.contains(key) { found.insert(key) }
    }
    return found.isEmpty ? nil : found
  }

  /// Keys that only Slidev reads.
  private static let slidevKeys: Set<String> = [
    "drawings", "canvasWidth", "aspectRatio", "routerMode", "colorSchema", "comark", "mdc", "themeConfig", "titleTemplate", "presenter",
    "exportFilename", "defaults", "addons", "monaco", "twoslash", "htmlAttrs", "contextMenu", "wakeLock",
  ]

  /// Keys of Slidev that others read, too.
  private static let slideKeys: Set<String> = [
    "theme", "layout", "class", "background", "transition", "image", "highlighter", "info", "lineNumbers", "src", "fonts", "level",
    "clicks",
    "hideInToc", "hide", "disabled", "routeAlias", "zoom", "preload", "dragPos", "name", "title", "clicksStart", "layoutClass",
  ]

  /// True for a key of a slide that says how Slidev shows it, and is no text.
  static func isSlideKey(_ key: String) -> Bool {
    slideKeys.contains(key) || slidevKeys.contains(key) || ["url", "routerAlias", "layoutAttrs", "wide", "size", "color"].contains(key)
  }

  private static let otherKeys: Set<String> = [
    "marp", "revealOptions", "slideOptions", "slideNumber", "outputs", "type", "format", "output", "documentclass", "verticalSeparator",
    "highlightTheme", "logoImg", "parallaxBackgroundImage", "enableMenu", "enableChalkboard", "notesSeparator",
  ]

  /// Those of Visual Studio Code's extension for reveal.
  private static let vscodeKeys = [
    "highlightTheme", "logoImg", "parallaxBackgroundImage", "enableMenu", "enableChalkboard", "notesSeparator",
  ]

  /// reveal's own themes; a document that names one and has rules between its blocks is a deck of Visual Studio Code's extension.
  private static let revealThemes: Set<String> = [
    "black", "white", "league", "beige", "sky", "night", "serif", "simple", "solarized", "blood", "moon", "dracula",
  ]

  /// Slidev's own themes, and those of others that are used most, whose names no other tool has.
  private static let slidevThemes: Set<String> = [
    "seriph", "apple-basic", "bricks", "shibainu", "purplin", "penguin", "geist", "neversink",
  ]

  /// Directives of Marp's that no other tool has in its front matter.
  private static let marpKeys: Set<String> = [
    "_class", "paginate", "_paginate", "headingDivider", "backgroundColor", "_backgroundColor", "backgroundImage", "_backgroundImage",
  ]

  /// True for a deck of Marp's that does not say so, which its program does not ask for: two of its directives, or one and one of its themes, and rules
  /// between slides.
  private static func isOfMarp(_ values: YAMLValue, _ keys: Set<String>, _ bytes: [UInt8], from end: Int) -> Bool {
    let count = keys.intersection(marpKeys).count + (["gaia", "uncover"].contains(values["theme"]?.text ?? "") ? 1 : 0)
    return count > 1 && SlideLines.rules(in: bytes, from: end) > 0
  }

  /// Variables of pandoc's template for beamer.
  private static let beamerKeys: Set<String> = [
    "colortheme", "innertheme", "outertheme", "themeoptions", "beameroption", "section-titles", "aspectratio",
  ]

  /// True for settings of beamer's where none says what is made of the document: two of its variables, or one beside a theme.
  private static func isOfBeamer(_ values: YAMLValue) -> Bool {
    let count = beamerKeys.count { values[$0] != nil } + (values["theme"]?.text != nil ? 1 : 0)
    return count > 1 && ["output", "format", "documentclass", "marp"].allSatisfy { values[$0] == nil }
  }

  private static let evidence = slidevKeys.union(beamerKeys).union(marpKeys).union(otherKeys).union([
    "theme", "layout", "class", "background", "transition", "highlighter",
  ])

  private static func hasOwnTheme(_ values: YAMLValue) -> Bool { (values["theme"]?["base"] ?? values["theme"])?.text == "slides" }

  private static func tool(of values: YAMLValue, _ keys: Set<String>, _ bytes: [UInt8], from end: Int) -> Tool? {
    if hasOwnTheme(values) { return .pandoc }
    if FrontMatter.flag(values["marp"]?.text) == true || isOfMarp(values, keys, bytes, from: end) { return .marp }
    let revealKeys = ["revealOptions", "slideOptions", "slideNumber", "verticalSeparator"] + vscodeKeys
    if values["type"]?.text == "slide" { return .reveal }
    if revealKeys.contains(where: { values[$0] != nil }) { return isDividedByHeadings(values, bytes, from: end) ? .pandoc : .reveal }
    // Hugo's: `outputs: [Reveal]`.
    if let outputs = values["outputs"],
      (outputs.items?.compactMap(\.text) ?? [outputs.text ?? ""]).contains(where: { $0.lowercased() == "reveal" })
    {
      return .reveal
    }
    if values["documentclass"]?.text == "beamer" || isOfBeamer(values) { return .pandoc }
    if let format = values["format"] ?? values["output"] {
      let name = format.text ?? format.entries?.first?.key ?? format.items?.first?.text ?? ""
      if name.hasPrefix("xaringan::") { return .remark }
      let word = name.split(separator: ":").last.map(String.init) ?? ""
      if isOfSlides(word) { return .pandoc }
      // Pages of the same text are made, too.
      if name == "html", format.entries?.contains(where: { isOfSlides($0.key) }) == true, QuartoMarks.areOfSlides(bytes[end...]) {
        return .pandoc
      }
    }
    // A theme of Slidev's may have the same name.
    if let theme = values["theme"]?.text, revealThemes.contains(theme), values["layout"] == nil, !keys.contains(where: slidevKeys.contains),
      SlideLines.rules(in: bytes, from: end) > 1
    {
      return .reveal
    }
    // pandoc's documents may have further metadata between lines of dashes, which are no settings of slides.
    if keys.contains(where: slidevKeys.contains) { return .slidev }
    if hasMarksOfRemark(bytes, from: end) { return .remark }
    if let theme = values["theme"]?.text, slidevThemes.contains(theme), SlideLines.rules(in: bytes, from: end) > 0 { return .slidev }
    guard values["output"] == nil, values["format"] == nil, SlideLines.haveSettings(bytes, from: end, keys: slideKeys) else { return nil }
    return .slidev
  }

  /// True for the name of a format of slides: `revealjs`, `acm-beamer`, `ioslides_presentation`.
  private static func isOfSlides(_ format: String) -> Bool {
    let plain = format.hasSuffix("_presentation") ? String(format.dropLast(13)) : format
    return formats.contains { plain == $0 || plain.hasSuffix("-" + $0) }
  }

  private static let marks = ["Note:", "note:", "<!-- .slide", "<!-- .element", "<!--.slide", "<!-- slide:"]

  /// True for a deck with settings of reveal's that has headings and no lines between its slides: pandoc makes a slide of each heading.
  private static func isDividedByHeadings(_ values: YAMLValue, _ bytes: [UInt8], from end: Int) -> Bool {
    guard ["separator", "verticalSeparator"].allSatisfy({ values[$0] == nil && values["revealOptions"]?[$0] == nil }),
      SlideLines.rules(in: bytes, from: end) == 0
    else { return false }
    var fences = OpenFences()
    var headings = 0
    for line in bytes[end...].split(separator: ASCII.newline) {
      fences.pass(line)
      guard !fences.isCode else { continue }
      // What reveal's own Markdown has between and below slides.
      if line.starts(with: "--".utf8), line.dropFirst(2).allSatisfy(ASCII.isBlank) { return false }
      if marks.contains(where: { line.starts(with: $0.utf8) }) { return false }
      if line.starts(with: "# ".utf8) || line.starts(with: "## ".utf8) { headings += 1 }
    }
    return headings > 1
  }

  /// Whose deck a file is whose front matter does not say it: as it was asked for, or by what stands between its slides.
  private static func tool(withoutKeysOf bytes: [UInt8], _ dialect: Dialect?) -> Tool? {
    if let tool = dialect?.tool, tool.isDeck, isArticle(bytes) { return nil }
    switch dialect?.tool {
    case .slidev: return .slidev
    case .marp: return .marp
    case .reveal: return .reveal
    case .pandoc where dialect?.has(.slides) == true: return .pandoc
    case .general?, nil: break
    // Jekyll's README and the like have no rules between slides.
    case .kramdown
    where dialect?.has(.slides) == true && SlideLines.rules(in: bytes, from: FrontMatter.length(in: bytes), longer: true) > 1:
      return .reveal
    case .kramdown: return hasMarksOfRemark(bytes, from: FrontMatter.length(in: bytes)) ? .remark : nil
    // The name of a file that GitHub shows, and the folder of notes that it is in, say less than its own comments.
    case .github, .obsidian, .hugo, .mkdocs, .docusaurus: return isOfReveal(bytes, from: FrontMatter.length(in: bytes)) ? .reveal : nil
    default: return nil
    }
    // All documents pass here: below the front matter a line of dashes with a key below it, or a comment of Marp's, is rare.
    let start = bytes.starts(with: "---".utf8) ? FrontMatter.length(in: bytes) : 0
    if isOfRemark(bytes[start...]) || hasMarksOfRemark(bytes, from: start) { return .remark }
    var position = start
    var hasComment = false
    var hasSeparator = false
    while let newline = bytes[position...].firstIndex(of: ASCII.newline) {
      let line = bytes[position..<newline]
      position = newline + 1
      switch line.first {
      case UInt8(ascii: "-"):
        guard line.starts(with: "---".utf8), line.dropFirst(3).allSatisfy(ASCII.isBlank) else { continue }
        hasSeparator = true
        let next = bytes[position...].prefix(24)
        guard let colon = next.firstIndex(of: UInt8(ascii: ":")), slideKeys.contains(String(decoding: next[..<colon], as: UTF8.self)) else {
          continue
        }
        return SlideLines.haveSettings(bytes, from: start, keys: slideKeys.subtracting(["title", "name", "level"]))
          ? .slidev : nil
      case ASCII.less: if isDirectiveOfMarp(line) { hasComment = true }
      default: continue
      }
    }
    if hasSeparator, isOfReveal(bytes, from: start) { return .reveal }
    return hasComment && hasSeparator ? .marp : nil
  }

  /// True for a file of a project with decks that is none: many headings, or much prose without any and without settings of its own, and
  /// nothing that separates slides.
  private static func isArticle(_ bytes: [UInt8]) -> Bool {
    let start = FrontMatter.length(in: bytes)
    guard SlideLines.rules(in: bytes, from: start) == 0, bytes.find(Array("<!--".utf8), from: start) == nil else { return false }
    var (headings, words) = (0, 0)
    for line in bytes[start...].split(separator: ASCII.newline) {
      if line.starts(with: "# ".utf8) || line.starts(with: "## ".utf8) { headings += 1 }
      // Tags and directives are a deck's.
      if line.first == ASCII.less || line.starts(with: "::".utf8) { return headings > 3 }
      words += line.count
      if headings > 3 { return true }
    }
    return headings == 0 && start == 0 && words > 2_500
  }

  /// True for a file with reveal's comments, `<!-- .slide: class="x" -->`, and rules between its slides.
  private static func isOfReveal(_ bytes: [UInt8], from start: Int) -> Bool {
    let comments = ["<!-- .slide", "<!-- .element", "<!--.slide", "<!-- slide:"]
    return comments.contains { bytes.find(Array($0.utf8), from: start) != nil } && SlideLines.rules(in: bytes, from: start) > 1
  }

  /// True for slides as remark.js reads them from a file without front matter: properties at the top, and more below a line of dashes, notes or
  /// classes with words in brackets.
  private static func isOfRemark(_ text: ArraySlice<UInt8>) -> Bool {
    func isProperty(_ line: ArraySlice<UInt8>) -> Bool {
      remarkKeys.contains { line.starts(with: $0.utf8) }
    }
    var text = text.drop { $0 == ASCII.newline }
    // Definitions of links, which comments are written as, are no part of slides.
    while SlideClasses.isComment(text), let end = text.firstIndex(of: ASCII.newline) { text = text[end...].drop { $0 == ASCII.newline } }
    guard isProperty(text) else { return false }
    var previous: ArraySlice<UInt8> = []
    var hasSeparator = false
    var hasMarks = false
    for line in text.split(separator: ASCII.newline).dropFirst() {
      let isClass = line.first == UInt8(ascii: ".") && line.dropFirst().first.map(ASCII.isLetter) ?? false
      if line.elementsEqual("---".utf8) { hasSeparator = true }
      if line.elementsEqual("???".utf8) || isClass && line.contains(ASCII.openBracket) { hasMarks = true }
      if isProperty(line), previous.elementsEqual("---".utf8) { hasMarks = true }
      if hasSeparator, hasMarks { return true }
      previous = line
    }
    return false
  }

  /// True for a text with notes of the speaker below `???` or classes around lines, `.column[`, properties right below a line of dashes, and two such
  /// lines or more: slides of remark's whose front matter is a site's.
  private static func hasMarksOfRemark(_ bytes: [UInt8], from start: Int) -> Bool {
    guard bytes.find(Array("\n???".utf8), from: start) != nil || bytes.find(Array("[\n".utf8), from: start) != nil else { return false }
    var (rules, hasNotes, hasProperty, isBelowRule, hasClass, hasClasses) = (0, false, false, false, false, false)
    var fences = OpenFences()
    for line in bytes[start...].split(separator: ASCII.newline) {
      fences.pass(line)
      guard !fences.isCode else { continue }
      if isBelowRule, remarkKeys.contains(where: { line.starts(with: $0.utf8) }) { hasProperty = true }
      isBelowRule = line.elementsEqual("---".utf8)
      if isBelowRule { rules += 1 }
      if line.elementsEqual("???".utf8) { hasNotes = true }
      if hasClass, line.elementsEqual("]".utf8) { hasClasses = true }
      if isClass(line) { hasClass = true }
    }
    return rules > 1 && (hasNotes || hasClasses) && hasProperty
  }

  /// `.column[` alone on its line.
  private static func isClass(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 2 && line.first == UInt8(ascii: ".") && line.last == ASCII.openBracket
      && line.dropFirst().dropLast().allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.".utf8.contains($0) }
  }

  private static let remarkKeys = ["class: ", "name: ", "layout: ", "template: ", "background-image: ", "count: "]

  /// `<!-- _class: lead -->`, `<!-- paginate: true -->`.
  private static func isDirectiveOfMarp(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "<!--".utf8) else { return false }
    let rest = line.dropFirst(4).drop(while: ASCII.isBlank)
    guard let colon = rest.prefix(30).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let key = String(decoding: rest[..<colon].drop { $0 == UInt8(ascii: "_") }, as: UTF8.self)
    return ["marp", "paginate", "backgroundColor", "backgroundImage", "headingDivider"].contains(key)
      || key == "class" && rest.first == UInt8(ascii: "_")
  }

  /// pandoc's formats for slides, and those of R Markdown without `_presentation`.
  private static let formats: Set<String> = ["revealjs", "beamer", "pptx", "powerpoint", "slidy", "slideous", "dzslides", "s5", "ioslides"]

  // MARK: Settings

  /// The value of a key at the top, or below the name of a format, or below reveal's options.
  func value(_ key: String) -> YAMLValue? {
    if let value = values?[key] { return value }
    for group in ["revealOptions", "slideOptions", "format", "output"] {
      guard let group = values?[group] else { continue }
      if let value = group[key] { return value }
      let own = (group.entries?.first { Self.isOfSlides($0.key) } ?? group.entries?.first)?.value
      if let value = own?[key] ?? own?["nature"]?[key] { return value }
    }
    return nil
  }

  /// `16:9`, `16/9`, `169`, width and height.
  private mutating func readFormat(of values: YAMLValue) {
    if let width = value("width").flatMap({ DocumentNumber.real($0.text ?? "") }),
      let height = value("height").flatMap({ DocumentNumber.real($0.text ?? "") }), height > 0
    {
      return take(width / height)
    }
    for key in ["size", "aspectRatio", "aspectratio", "ratio"] {
      guard let text = value(key)?.text else { continue }
      let parts = text.split { ":/x".contains($0) }.map { DocumentNumber.real($0.filter { $0 != " " }) ?? 0 }
      if parts.count == 2, parts[1] > 0 { return take(parts[0] / parts[1]) }
      if let known = Self.ratios[text] ?? (key == "aspectRatio" ? parts.first : nil) { return take(known) }
    }
  }

  private mutating func take(_ ratio: Double) {
    if ratio >= 0.5, ratio <= 4 { self.ratio = ratio }
  }

  /// beamer's names.
  private static let ratios: [String: Double] = [
    "43": 4.0 / 3, "169": 16.0 / 9, "1610": 1.6, "149": 14.0 / 9, "141": 1.41, "54": 1.25, "32": 1.5,
  ]

  private mutating func readHeadings(of values: YAMLValue?, _ bytes: [UInt8]) {
    switch tool {
    case .marp:
      guard let divider = values?["headingDivider"] else { return }
      let levels = (divider.items ?? [divider]).compactMap { $0.text.flatMap { DocumentNumber.whole($0) } }.filter { (1...6).contains($0) }
      // One number is a limit, a list names the levels.
      if let least = levels.min(), let most = levels.max() { headings = divider.items == nil ? 1...most : least...most }
    case .pandoc:
      if let level = (value("slide-level") ?? value("slide_level"))?.text.flatMap({ DocumentNumber.whole($0) }), (1...6).contains(level) {
        headings = 1...level
      } else if isOwn || values?["format"] != nil || values?["output"]?.text?.hasPrefix("beamer") == false {
        headings = 1...2
      } else {
        headings = 1...SlideLines.slideLevel(of: bytes, from: end)
      }
    case .slidev, .reveal, .remark: return
    }
  }

  /// The line that a pattern of reveal-md or HackMD is for: `^---$`, `\n<!--v-->\n`; nil where it is for several.
  private static func literal(_ pattern: String) -> String? {
    var line = pattern
    for sign in ["\\r?\\n", "\\r", "\\n", "\\s*", "\r", "\n", "^", "$"] { line = line.replacing(sign, with: "") }
    line = line.trimmedWhitespace()
    return line.isEmpty || line.contains { "\\[](){}*+?|.".contains($0) } ? nil : line
  }

  // MARK: The page

  /// True if headings below those of slides are blocks: pandoc's decks for beamer.
  var makesBlocks: Bool {
    guard tool == .pandoc, !isOwn, values?["format"] == nil, command?.format ?? "beamer" == "beamer" else { return false }
    return values?["output"].map { ($0.text ?? $0.entries?.first?.key ?? "").hasPrefix("beamer") } ?? true
  }

  /// The lengths of its tool's slides on the pages.
  var units: SlideUnits {
    let width: Double? =
      switch tool {
      case .marp: 720 * ratio
      case .slidev: value("canvasWidth").flatMap { DocumentNumber.real($0.text ?? "") } ?? 980
      case .reveal: value("width").flatMap { DocumentNumber.real($0.text ?? "") } ?? 960
      case .pandoc: values?["format"] == nil ? 960 : value("width").flatMap { DocumentNumber.real($0.text ?? "") } ?? 1_050
      case .remark: 681 * ratio
      }
    return SlideUnits(width: width ?? 960, text: textSize)
  }

  /// The size of text on its tool's slides, in pixels, and on the pages, in points.
  private var textSize: (pixels: Double, points: Double) {
    switch tool {
    case .slidev: (17.6, 14)
    case .reveal: (42, 18)
    case .pandoc: (40, 18)
    case .remark: (20, 16)
    // As they are on slides of 1,280 pixels.
    case .marp: ["gaia": (32, 18), "uncover": (320 / 9, 20)][values?["theme"]?.text ?? ""] ?? (256 / 9, 16)
    }
  }

  /// Keys of front matter that are read here, or that mean something else to the deck's tool; on its pages they have no effect.
  var ownKeys: Set<String> {
    switch tool {
    case .pandoc where isOwn: ["aspectratio", "slide-level"]
    case .pandoc:
      Self.pandocKeys.union(footer == nil ? [] : ["footer"]).union(hasBeamerTheme ? ["theme"] : []).union(hasRevealMargin ? ["margin"] : [])
    case .marp: Self.foreign.union(["marp", "headingDivider", "math", "header", "footer"])
    // reveal's margin is a share of the slide.
    case .reveal: Self.foreign.union(["fonts", "header", "footer", "margin"])
    case .slidev, .remark: Self.foreign.union(["fonts", "header", "footer"])
    }
  }

  private static let pandocKeys: Set<String> = [
    "fontsize", "aspectratio", "slide-level", "colortheme", "fonttheme", "innertheme", "outertheme", "themeoptions", "section-titles",
  ]

  /// True for reveal's margin, a share of the slide.
  private var hasRevealMargin: Bool { values?["margin"]?.text.flatMap { DocumentNumber.real($0, in: 0...1) } != nil }

  /// True for a theme of beamer's: others are files, or of the program's own.
  private var hasBeamerTheme: Bool {
    guard let name = values?["theme"]?.text else { return false }
    return !name.contains(".")
      && !["article", "book", "dark", "exam", "github", "letter", "note", "paper", "report", "slides"].contains(name)
  }

  /// The footer of a deck of Quarto's, which is Markdown: with marks in it, or among the options of its format. Another one is the pages'.
  var footer: String? {
    guard tool == .pandoc, !isOwn, case let own = values?["footer"]?.text,
      let words = own ?? values?["format"]?["revealjs"]?["footer"]?.text,
      own == nil || words.contains(where: { "[*&<".contains($0) })
    else { return nil }
    return words
  }

  private static let foreign: Set<String> = [
    "theme", "style", "size", "class", "width", "height", "transition", "background", "layout", "image", "aspectRatio", "css", "html",
    "slideOptions", "revealOptions", "separator", "verticalSeparator", "colorSchema", "highlighter", "drawings", "lineNumbers",
  ]

  /// Keys besides title and authors that a page of the title shows.
  static let titleKeys: Set<String> = [
    "date", "subtitle", "sub-title", "abstract", "toc", "thanks", "affiliation", "affiliations", "institute", "institutes", "institution",
    "copyright", "license", "licence", "rights", "dedication",
  ]

  /// True if the first page shows the title and the authors.
  var hasTitlePage: Bool { tool == .pandoc || tool == .remark && !isUnsealed || isOfJekyll }
  /// True if xaringan is asked for no slide of the title: `seal: false`.
  private var isUnsealed: Bool {
    values?["output"]?.entries?.contains { $0.key.hasPrefix("xaringan::") && FrontMatter.flag($0.value["seal"]?.text) == false } ?? false
  }

  /// What is added to the front matter, unless it has keys of these names. Long edges of slides are 254 mm, so that points are as large on
  /// the page as those of beamer's and PowerPoint's slides on theirs.
  ///
  /// - Parameter furniture: What the deck's tool puts on all slides.
  func settings(_ furniture: SlideFurniture) -> [(key: String, value: String)] {
    let own = furniture.settings(isNumbered: isNumbered)
    guard !isOwn else { return settings + own }
    let others = [("header", "none"), ("footer", "none")]
    return settings + own + others.filter { other in !own.contains { $0.key == other.0 } }
  }

  /// True if the tool puts what is on a slide in the middle of its height: reveal unless it is told not to, Marp in its own themes but Gaia.
  var isCentered: Bool {
    switch tool {
    case .reveal: FrontMatter.flag(value("center")?.text) ?? true
    case .marp: ["default", "uncover"].contains(values?["theme"]?.text ?? "default")
    case .slidev, .pandoc, .remark: false
    }
  }

  private var settings: [(key: String, value: String)] {
    let height = Int(clamping: (2_540 / ratio).rounded())
    let title = hasTitlePage && values?["title"] != nil ? [("titlepage", "true")] : []
    if isOwn { return (ratio == 16.0 / 9 ? [] : [("paper", "254mm \(height / 10).\(height % 10)mm")]) + title }
    let steps = showsSteps ? [] : [("steps", "false")]
    let size = style.size ?? textSize.points
    return [
      ("paper", "254mm \(height / 10).\(height % 10)mm"), ("margin", "{top: 12mm, bottom: 12mm, left: 18mm, right: 18mm}"),
      ("fontsize", "\(size)pt"), ("mainfont", "Libertinus Sans"), ("justify", "false"), ("hyphenate", "false"),
      ("page-numbers", isNumbered ? "true" : "false"), ("slides", "true"), ("theme", "slides"),
    ] + (isCentered ? [("vertical", "center")] : []) + (tool == .reveal ? [(CodeFormulas.key, "true")] : []) + title + steps
  }
}
