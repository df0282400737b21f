internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// What the slides of a deck look like: by its theme, by its front matter and comments, and by its own styles.
struct DeckLooks {
  /// That of pages of which nothing else is said.
  private(set) var page = SlideLook()
  /// By the numbers of slides: what differs from it.
  private(set) var slides: [SlideLook] = []
  /// The classes of slides, by their numbers.
  private(set) var classes: [Set<String>] = []
  /// True if words over pictures are white.
  private(set) var isDark = false

  /// Marp's own themes: the colours of their grounds and text, by the slide's class.
  private static let marpThemes: [String: [String: (ground: String, text: String)]] = [
    "default": ["invert": ("#0d1117", "#e6edf3")],
    "gaia": ["": ("#fff8e1", "#455a64"), "invert": ("#455a64", "#fff8e1"), "gaia": ("#0288d1", "#fff8e1")],
    "uncover": ["": ("#fdfcff", "#202228"), "invert": ("#202228", "#ffffff")],
  ]

  /// reveal.js' themes that are not white, and Quarto's.
  private static let revealThemes: [String: (ground: String, text: String)] = [
    "black": ("#191919", "#ffffff"), "black-contrast": ("#000000", "#ffffff"), "dark": ("#191919", "#ffffff"),
    "night": ("#111111", "#eeeeee"),
    "league": ("#2b2b2b", "#eeeeee"), "blood": ("#222222", "#eeeeee"), "moon": ("#002b36", "#93a1a1"), "dracula": ("#282a36", "#f8f8f2"),
    "solarized": ("#fdf6e3", "#586e75"), "beige": ("#f7f3de", "#333333"), "sky": ("#eaf4f8", "#333333"), "serif": ("#f0f1eb", "#000000"),
  ]

  /// True for the name of a theme of reveal's own.
  static func isTheme(of reveal: String) -> Bool {
    revealThemes[reveal] != nil || ["white", "white-contrast", "simple", "white_contrast_compact_verbatim_headers"].contains(reveal)
  }

  init() {}

  /// The keys of front matter for pages with it.
  ///
  /// - Parameter deck: Whose theme's headings of the first level are larger than those of the second, unless these are titles of slides, too.
  func settings(of deck: Deck) -> [(key: String, value: String)] {
    guard !deck.isOwn else { return [] }
    var style: [String] = []
    var settings: [(key: String, value: String)] = []
    if let ground = page.ground {
      if Self.isDark(page) { settings.append(("appearance", "dark")) } else { style.append("page: {background: \"\(ground)\"}") }
    }
    // More is on these slides than on those of the theme.
    let spaces = "paragraph: {after: 6pt plus 2pt}, list: {before: 1pt, after: 5pt plus 2pt}, item: {after: 2.5pt plus 1pt}"
    let middle = deck.tool == .reveal ? ", align: center" : ""
    let rules =
      deck.tool == .pandoc
      ? [("h1", "after: 9pt"), ("h2", "after: 9pt")]
      : [("h1", "size: 1.8em, after: 9pt"), ("h2", "size: 1.45em, after: 8pt"), ("h3", "size: 1.2em")]
    let headings = rules.map { name, rule in
      "\(name): {\(rule)\(middle)\(page.colors[name].map { ", color: \"\($0)\"" } ?? "")}"
    }
    // reveal.js, xaringan and beamer have them in the middle.
    let centered =
      "title: {align: center}, subtitle: {align: center}, author: {align: center}, date: {align: center}, affiliation: {align: center}, "
      + "table: {align: center}"
    let aligned = deck.tool == .slidev || deck.tool == .marp ? "" : ", " + centered
    let link = page.colors["a"].map { ", link: {color: \"\($0)\"}" } ?? ""
    style.append("body: {line-spacing: 1.22}, styles: {\(headings.joined(separator: ", ")), \(spaces)\(aligned)\(link)}")
    return settings + [("style", "{\(style.joined(separator: ", "))}")]
  }

  /// - Parameters:
  ///   - sheets: Those that hold for all slides.
  ///   - folder: That of the deck, from which its project is looked through for a theme.
  init(of deck: Deck, _ lines: SlideLines, _ sheets: [ArraySlice<UInt8>], from folder: String?, _ files: FileAccess) {
    switch deck.tool {
    case .marp: readMarp(deck, lines, from: folder, files)
    case .reveal, .pandoc: readReveal(deck, lines, SlideRules(sheets, isInFrame: true), from: folder, files)
    case .slidev: readSlidev(deck, lines, SlideRules(sheets))
    case .remark: readRemark(lines, SlideRules([Array(Self.inverse.utf8)[...]] + sheets), RemarkTemplates(lines))
    }
  }

  private static func look(_ colors: (ground: String, text: String)?) -> SlideLook {
    var look = SlideLook()
    look.ground = colors?.ground
    if let text = colors?.text { look.colors["text"] = text }
    return look
  }

  // MARK: Marp

  private mutating func readMarp(_ deck: Deck, _ lines: SlideLines, from folder: String?, _ files: FileAccess) {
    var directives = MarpDirectives(of: deck.values, MarpStyle.colors(in: lines.bytes.prefix(deck.end)))
    let name = MarpThemes.name(of: deck)
    let sheets = folder.map { MarpThemes.sheets(of: name, from: $0, files) } ?? []
    let theme = SlideRules(sheets.map { $0[...] })
    let styles = SlideRules(
      [deck.values?["style"]?.text].compactMap { $0.map { Array($0.utf8)[...] } } + lines.styles(in: lines.lines.indices, scoped: false))
    let own = Self.marpThemes[Self.marpThemes[name] == nil ? theme.base ?? "default" : name] ?? [:]
    // Sheets have many rules, and decks few classes.
    var known: [Set<String>: SlideLook] = [:]
    func look(_ classes: Set<String>) -> SlideLook {
      if let look = known[classes] { return look }
      var look = Self.look(
        own["invert"].flatMap { classes.contains("invert") ? $0 : nil } ?? own["gaia"].flatMap { classes.contains("gaia") ? $0 : nil }
          ?? own[""])
      if name == "uncover" || name == "gaia" && classes.contains("lead") { look.centersWords = true }
      var named = theme.look(of: classes)
      // Their addresses are from the sheet's folder.
      named.pictures.removeAll { !$0.address.hasPrefix("http") }
      look.overlay(named)
      look.overlay(styles.look(of: classes))
      known[classes] = look
      return look
    }
    for slide in lines.slides {
      let spot = directives.read(slide, lines)
      classes.append(spot.classes ?? directives.classes)
      var own = look(spot.classes ?? directives.classes)
      own.overlay(directives.look)
      own.overlay(spot.look)
      let scoped = SlideRules(lines.styles(in: slide.lines, scoped: true))
      if !scoped.isEmpty { own.overlay(scoped.look(of: spot.classes ?? directives.classes)) }
      if let heading = slide.lines.first(where: {
        lines.headingLevel($0) != nil && lines.text($0).firstRange(of: Array("<!-- fit -->".utf8)) != nil
      }),
        let level = lines.headingLevel(heading)
      {
        // As wide as the slide: a letter is half as wide as it is high.
        let letters = max(lines.text(heading).count - level - 13, 1)
        own.sizes["h\(level)"] = "\(min(max(72 / Double(letters), 1.2), 6))em"
      }
      if !theme.isEmpty, own.centersPage == nil { own.centersPage = theme.base != "gaia" }
      slides.append(own)
    }
  }

  // MARK: reveal

  private mutating func readReveal(_ deck: Deck, _ lines: SlideLines, _ styles: SlideRules, from folder: String?, _ files: FileAccess) {
    let theme = (deck.tool == .reveal ? deck.value("theme") : deck.values?["format"]?["revealjs"]?["theme"])
    let name = theme?.items?.first?.text ?? theme?.text ?? (deck.command?.format == "revealjs" ? deck.command?.theme : nil)
    page = Self.look(name.flatMap { Self.revealThemes[$0] })
    for sheet in (theme?.items ?? theme.map { [$0] } ?? []).compactMap(\.text) where sheet.hasSuffix(".scss") {
      if let folder, let file = try? files.read(sheet, from: folder, limit: 1 << 17) { page.overlay(QuartoTheme.look(of: file.bytes)) }
    }
    let common = styles.isEmpty ? SlideLook() : styles.plainLook(of: [])
    page.overlay(common)
    isDark = deck.tool == .reveal ? name == nil || Self.isDark(page) : Self.isDark(page)
    // Quarto's.
    let isSmall = deck.values?["format"] != nil && FrontMatter.flag(deck.value("smaller")?.text) == true
    for slide in lines.slides {
      var look = common
      classes.append(Self.classes(of: slide, in: lines, deck))
      if !styles.isEmpty, let classes = classes.last, !classes.isEmpty {
        look = styles.plainLook(of: classes)
      }
      if let head = SlideBackground.head(of: slide, in: lines, deck) { readBackground(head.text, into: &look) }
      if deck.tool == .pandoc, let head = slide.lines.first.map({ String(decoding: lines.text($0).prefix(2_000), as: UTF8.self) }),
        head.first == "#",
        head.contains("footer=false") || head.contains("footer=\"false\"")
      {
        look.hides.insert("footer")
      }
      if isSmall || slide.lines.first.map({ lines.headingLevel($0) != nil && Self.isSmaller(lines.text($0)) }) == true {
        look.sizes["text"] = "0.7em"
      }
      if slide.lines.contains(where: { deck.opener(ofSmallPart: lines.text($0))?.contains(".footer") == true }) {
        look.hides.insert("footer")
      }
      slides.append(look)
    }
  }

  /// The classes of a slide: `<!-- .slide: class="dark" -->`, `## Title {.dark}`.
  private static func classes(of slide: SlideLines.Slide, in lines: SlideLines, _ deck: Deck) -> Set<String> {
    if deck.tool == .pandoc {
      guard let first = slide.lines.first, lines.text(first).last == ASCII.closeBrace, lines.headingLevel(first) != nil,
        let open = lines.text(first).lastIndex(of: ASCII.openBrace), let list = Attributes.read(lines.text(first)[open...])
      else { return [] }
      return Set(list.attributes.classes)
    }
    let sign = Array(".slide:".utf8)
    for number in slide.lines.prefix(20) where lines.text(number).count < 2_000 && lines.text(number).firstRange(of: sign) != nil {
      let text = String(decoding: lines.text(number), as: UTF8.self)
      return Set(SlideBackground.value(of: "class=", in: text)?.split(separator: " ").map(String.init) ?? [])
    }
    return []
  }

  /// `## Title {.smaller}`
  private static func isSmaller(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == ASCII.closeBrace && String(decoding: line, as: UTF8.self).split { " {}".contains($0) }.contains(".smaller")
  }

  private static func isDark(_ look: SlideLook) -> Bool {
    guard let text = look.colors["text"]?.lowercased() else { return false }
    return ["#e", "#f", "#d", "#9", "white", "ivory", "snow", "ghostwhite", "beige", "lightgr"].contains { text.hasPrefix($0) }
  }

  /// `data-background="#003d73"`, `background-color="…"`, `background-image="a.png" background-opacity=0.4`.
  private func readBackground(_ text: String, into look: inout SlideLook) {
    func value(_ key: String) -> String? { SlideBackground.value(of: "background" + key + "=", in: text) }
    for key in ["", "-color", "-gradient"] {
      guard let value = value(key), !PictureNames.isPicture(value), !value.hasPrefix("http"), !value.isEmpty else { continue }
      look.ground = value
    }
    guard let address = [value("-image"), value("")].compactMap({ $0 }).first(where: PictureNames.isPicture) else { return }
    var picture = SlideLook.Picture(address: address.trimmedWhitespace())
    picture.fit = value("-size") ?? ""
    picture.opacity = value("-opacity").flatMap { DocumentNumber.real($0) } ?? 1
    look.put(picture, behindWordsOf: isDark && look.ground == nil)
  }

  // MARK: Slidev and remark

  private mutating func readSlidev(_ deck: Deck, _ lines: SlideLines, _ styles: SlideRules) {
    if deck.isDark {
      page = Self.look(("#121212", "#e0e0e0"))
    }
    for (number, slide) in lines.slides.enumerated() {
      let values = slide.values ?? (number == 0 ? deck.values : nil)
      let layout = values?["layout"]?.text ?? (number == 0 ? "cover" : "default")
      let names = values?["class"]?.text?.split(separator: " ").map(String.init) ?? []
      classes.append(Set(names + [layout]))
      var look = styles.isEmpty ? SlideLook() : styles.plainLook(of: classes[number])
      look.overlay(SlideRules(lines.styles(in: slide.lines, scoped: nil)).look(of: []))
      look.centersWords = nil
      for (name, value) in names.compactMap(SlidevUtilities.declaration) {
        if name == "background" { look.cover(with: value) } else if name == "color" { look.colors["text"] = value }
      }
      if let cover = slide.lines.lazy.compactMap({ lines.isHidden[$0] ? nil : SlideRules.ground(ofCover: lines.text($0)) }).first {
        look.ground = cover
      }
      if let background = values?["background"]?.text, !background.isEmpty {
        if PictureNames.isPicture(background) {
          look.put(SlideLook.Picture(address: background, fit: values?["backgroundSize"]?.text ?? ""), behindWordsOf: layout != "image")
          // Slidev's own covers have such a veil.
          if layout != "image" { look.veil = "#00000068" }
        } else if !background.contains("://"), !background.hasPrefix("/") {
          look.ground = background
        }
      }
      look.sizes.merge(Self.sizes(ofLayout: layout, slide, lines)) { $1 }
      slides.append(look)
    }
  }

  /// The size of the words that Slidev's layouts for a few of them have, smaller where there are more.
  private static func sizes(ofLayout layout: String, _ slide: SlideLines.Slide, _ lines: SlideLines) -> [String: String] {
    let sizes = ["cover": 3.0, "intro": 2.6, "statement": 2.8, "section": 2.8, "fact": 5, "quote": 1.9, "end": 2.2]
    guard let size = sizes[layout], let heading = slide.lines.first(where: { lines.headingLevel($0) != nil }) else { return [:] }
    let letters = Double(max(lines.text(heading).count, 12))
    return ["h1": "\((min(size, max(1.6, size * (24 / letters).squareRoot())) * 100).rounded() / 100)em"]
  }

  /// remark's and xaringan's own style for slides of a class.
  private static let inverse =
    ".inverse { background-color: #272822; color: #d6d6d6 } .inverse h1, .inverse h2, .inverse h3 { color: #f3f3f3 }"

  /// The looks by classes, and backgrounds among the properties of remark's slides.
  private mutating func readRemark(_ lines: SlideLines, _ styles: SlideRules, _ templates: RemarkTemplates) {
    var known: [Set<String>: SlideLook] = [:]
    for number in lines.slides.indices {
      let properties = templates.properties(of: number)
      let classes = Set((properties["class"] ?? "").split { ", ".contains($0) }.map(String.init))
      self.classes.append(classes)
      var look = known[classes] ?? styles.look(of: classes)
      known[classes] = look
      (look.centersWords, look.centersPage) = (nil, nil)
      if let color = properties["background-color"] { look.cover(with: styles.resolved(color)) }
      if let address = properties["background-image"].flatMap(SlideRules.address), PictureNames.isPicture(address) {
        look.pictures = [Self.background(address, size: properties["background-size"] ?? "", at: properties["background-position"] ?? "")]
      }
      slides.append(look)
    }
  }
}

extension DeckLooks {
  /// A background of remark's: as large as `background-size` says, `300px`, on slides of 1,210 pixels, and where `background-position` does, `90% 50%`.
  private static func background(_ address: String, size: String, at position: String) -> SlideLook.Picture {
    var picture = SlideLook.Picture(address: address, fit: size)
    let word = size.split { " ,".contains($0) }.first ?? ""
    let units: [(name: String, pixels: Double)] = [("px", 1), ("pt", 4 / 3), ("em", 20), ("%", 12.1)]
    guard let unit = units.first(where: { word.hasSuffix($0.name) }), let number = DocumentNumber.real(word.dropLast(unit.name.count)),
      case let share = number * unit.pixels / 1_210, share > 0, share < 1
    else { return picture }
    let words = position.split(separator: " ").map(String.init)
    func part(_ number: Int, _ low: String, _ high: String) -> Double {
      if words.contains(low) { return 0 }
      if words.contains(high) { return 1 }
      guard number < words.count, words[number].hasSuffix("%") else { return 0.5 }
      return min(max((DocumentNumber.real(words[number].dropLast()) ?? 50) / 100, 0), 1)
    }
    picture.fit = "contain"
    picture.area = [part(0, "left", "right") * (1 - share), (part(1, "top", "bottom") - 0.5) * (1 - share), share, 1]
    return picture
  }
}

/// Marp's directives, which hold for a slide and those that come, or for one slide alone.
private struct MarpDirectives {
  private(set) var theme: String?
  private(set) var classes: Set<String> = []
  private var values: [String: String] = [:]
  private static let keys: Set<String> = ["theme", "class", "backgroundColor", "backgroundImage", "backgroundSize", "color"]
  /// Those of the first slide alone, in the front matter.
  private var spots: [String: String] = [:]

  /// - Parameter colors: What YAML takes for comments.
  init(of matter: YAMLValue?, _ colors: [String: String]) {
    for entry in matter?.entries ?? [] {
      let text = colors[entry.key] ?? entry.value.items?.compactMap(\.text).joined(separator: " ") ?? entry.value.text ?? ""
      if entry.key.hasPrefix("_") { spots[String(entry.key.dropFirst())] = text } else { take(entry.key, text) }
    }
  }

  private mutating func take(_ key: String, _ value: String) {
    guard Self.keys.contains(key) else { return }
    switch key {
    case "theme": theme = value
    case "class": classes = Self.names(value)
    default: values[key] = value
    }
  }

  private static func names(_ value: String) -> Set<String> {
    Set(value.split { $0.isWhitespace || "[],\"'".contains($0) }.map(String.init))
  }

  /// Reads the comments of a slide; returns what they say of it alone.
  mutating func read(_ slide: SlideLines.Slide, _ lines: SlideLines) -> (classes: Set<String>?, look: SlideLook) {
    var own = spots
    spots = [:]
    for (key, value) in SlideFurniture.directives(in: slide, lines) {
      if key.hasPrefix("_") { own[String(key.dropFirst())] = value } else { take(key, value) }
    }
    return (own["class"].map(Self.names), Self.look(own))
  }

  /// What those that hold on say.
  var look: SlideLook { Self.look(values) }

  private static func look(_ values: [String: String]) -> SlideLook {
    var look = SlideLook()
    if let color = values["backgroundColor"], !color.isEmpty { look.ground = color }
    if let color = values["color"], !color.isEmpty { look.colors["text"] = color }
    if let image = values["backgroundImage"] {
      if let address = SlideRules.address(in: image) {
        look.pictures = [SlideLook.Picture(address: address, fit: values["backgroundSize"] ?? "")]
      } else if image != "none" {
        look.ground = image
      }
    }
    return look
  }
}

extension SlideLines {
  /// The texts of `<style>` elements among some lines, outside of code.
  ///
  /// - Parameter isScoped: Which of them: those that hold for their slide alone, others, or all (nil).
  func styles(in range: Range<Int>, scoped isScoped: Bool?) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var number = range.lowerBound
    while number < range.upperBound {
      defer { number += 1 }
      let line = text(number)
      guard !isHidden[number], let open = line.firstRange(of: Array("<style".utf8)),
        let start = line[open.upperBound...].firstIndex(of: ASCII.greater)
      else { continue }
      let limit = min(range.upperBound, number + 400)
      let first = number
      while number < limit, text(number).firstRange(of: Array("</style".utf8)) == nil { number += 1 }
      guard number < limit, let close = text(number).firstRange(of: Array("</style".utf8)) else { continue }
      let scoped = line[open.upperBound..<start].firstRange(of: Array("scoped".utf8)) != nil
      guard isScoped == nil || isScoped == scoped, start + 1 <= close.lowerBound, first <= number else { continue }
      found.append(bytes[(start + 1)..<close.lowerBound])
    }
    return found
  }
}
