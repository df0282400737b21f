import TypesetBoxes
import TypesetDiagnostics
import TypesetYAML

extension Setting {
  /// The paper, its margins and columns. Paper comes first, since margins are proportional to it.
  static let page: [Setting] = sheet + edges + columns + HandoutStyle.settings + corners

  private static let sheet: [Setting] = [
    Setting(
      "paper", ["papersize", "paper-size", "page-size", "pagesize"], in: "page.paper",
      as: "a3, a4, a5, a6, b5, letter, legal, or width and height such as 148mm 210mm", default: "a4", "paper size"
    ) { settings, value in
      guard let size = value.text.flatMap({ paperSize($0) }) else { return [SettingFault(value)] }
      settings.theme.page.setPaper(size)
      return []
    },
    Setting("documentclass", ["document-class"], as: "a LaTeX class: book and report choose the theme of that name", "document class") {
      _, _ in []
    },
    Setting(
      "classoption", ["class-option", "classoptions"], as: "options of LaTeX's classes such as twocolumn, landscape, 12pt", "class options"
    ) {
      settings, value in
      settings.applyClassOptions(value)
    },
    Setting(
      "geometry",
      as:
        "options of LaTeX's geometry package: paperwidth=, paperheight=, margin=, top=, bottom=, left=, right=, inner=, outer=, landscape",
      "page and margins in the syntax of LaTeX's geometry package"
    ) { settings, value in
      var words = value.words.flatMap(GeometryOptions.words)
      words += value.entries?.compactMap { entry in entry.value.text.map { "\(entry.key)=\($0)" } } ?? []
      return words.filter { !settings.theme.page.setGeometry($0) }.prefix(1).map { GeometryOptions.fault($0, of: value) }
    },
    Setting("landscape", as: .flag, default: "false", "turn the page") { $0.theme.page.turn(toLandscape: $1) },
    Setting(
      "orientation", ["page-orientation"], as: .either("landscape", "portrait"), default: "portrait", slot: "landscape", "turn the page"
    ) {
      $0.theme.page.turn(toLandscape: $1)
    },
    Setting(
      "margin", ["margins", "page-margin"], in: "page.margin",
      as: "a length such as 25mm, up to four in CSS' order, or {top: 20mm, left: 3cm}",
      default: "27mm 36mm 32mm", "margins of the page"
    ) { settings, value in
      settings.theme.page.setMargins(value).map { part in
        let words = part.items?.compactMap(\.text) ?? part.text.map { $0.split(separator: " ").map(String.init) } ?? []
        let isBeyond = !words.isEmpty && words.allSatisfy { Dimension.isWritten($0) }
        return SettingFault(part, hint: isBeyond ? "expected one to four lengths from 0pt to 2000pt; this value is ignored" : nil)
      }
    },
  ]

  private static let edges: [Setting] = ["top", "right", "bottom", "left"].map { edge in
    Setting("margin-\(edge)", as: .length(.zero...2_000.pt, such: "25mm"), "the \(edge) margin") { settings, length in
      _ = settings.theme.page.setMargin(edge, to: length)
    }
  }

  private static let columns: [Setting] = [
    Setting("twocolumn", ["two-column", "two-columns"], as: .flag, default: "false", slot: "columns", "set text in two columns") {
      $0.theme.page.columns = $1 ? 2 : 1
    },
    Setting("columns", ["column-count", "cols"], in: "page.columns", as: .count(1...6), default: "1", "text columns on a page") {
      $0.theme.page.columns = $1
    },
    Setting(
      "column-gap", ["columnsep", "column-sep"], in: "page.column-gap", as: .length(.zero...500.pt, such: "6mm"), default: "20pt",
      "space between columns"
    ) {
      $0.theme.page.columnGap = min($1, $0.theme.page.width / 2)
    },
    Setting("two-sided", ["twoside", "twosided"], in: "page.two-sided", as: .flag, default: "false", "mirror left and right pages") {
      $0.theme.page.isTwoSided = $1
    },
    Setting(nil, in: "page.bottom", as: .either("flush", "ragged"), default: "ragged", "flush: all pages end on one line") {
      $0.theme.page.isBottomFlush = $1
    },
    Setting(
      "figures", in: "page.figures", as: .either("move", "here", "stay"), default: "here",
      "move: figures may move after the text that follows them"
    ) {
      $0.theme.page.movesFigures = $1
    },
    Setting(
      "placement", ["float-placement", "fig-pos"], in: "page.placement", as: "letters such as htbp, or here, top, bottom, page, none",
      default: "none", "where figures and tables with captions may be, by TeX's rules; none leaves them in the text"
    ) { $0.takePlacement($1) },
    Setting(
      "wide-tables", in: "page.wide-tables", as: .either("turn", "divide"),
      "turn: tables too wide for the page get landscape pages; divide: they are split into several tables"
    ) { ($0.theme.page.turnsWideTables, $0.theme.page.dividesWideTables) = ($1, !$1) },
    Setting(
      "slides", in: "page.slides", as: .flag, default: "false", "pages are slides: one that is too long for its page is reported"
    ) { $0.theme.page.areSlides = $1 },
    Setting(
      "vertical", in: "page.vertical", as: .either("center", "top"), default: "top",
      "center: what is on a page is in the middle of its height"
    ) { $0.theme.page.isCentered = $1 },
    Setting(nil, in: "page.background", as: .color, "colour of the page") { $0.theme.page.background = $1 },
    Setting(
      "line-numbers", ["linenumbers", "lineno"], in: "page.line-numbers", as: .step(0...100), default: "false",
      "the numbers of lines in the margin, for referees"
    ) { $0.theme.page.numbersLines = $1 },
    Setting(
      "thumb-tabs", in: "page.thumb-tabs", as: .flagOrColor(Color(red: 85, green: 96, blue: 112)), default: "false",
      "a tab at the outer edge of pages for each chapter, with its number"
    ) { $0.theme.page.thumbTabs = $1 },
    Setting(
      nil, in: "page.fold-marks", as: "a list of lengths from the top, such as [105mm, 210mm], or none", default: "none",
      "short lines at the left edge of the first page, where a letter is folded"
    ) { settings, value in
      let words = value.items?.compactMap(\.text) ?? value.text.map { $0 == "none" ? [] : [$0] } ?? []
      let marks = words.compactMap { Length($0) }.filter { $0 > .zero && $0 < 2_000.pt }
      settings.theme.page.foldMarks = Array(marks.prefix(8))
      return marks.count == words.count ? [] : [PageStyle.foldMarkFault(value)]
    },
    Setting("page-numbers", ["pagenumbers", "paginate"], in: "page.numbers", as: .flag, default: "true", "number pages") {
      $0.theme.page.isNumbered = $1
    },
    Setting("page-numbering", as: "none, or a pattern such as 1 or 1/1", slot: "page-numbers", "page numbers as in Typst") {
      settings, value in
      guard let pattern = value.text else { return [] }
      let isOff = ["none", "false", "no", "off"].contains(pattern)
      settings.theme.page.isNumbered = !isOff
      let shown =
        pattern.count { $0 == "1" } > 1 ? pattern.replacing("1", with: "{page}", maxReplacements: 1).replacing("1", with: "{pages}") : ""
      if !shown.isEmpty { settings.theme.page.footer = Furniture(FurnitureLine(center: shown)) }
      return []
    },
    Setting(
      nil, in: "page.front-numbers", as: .word(["arabic", "roman", "upper-roman", "letter", "none"]), default: "arabic",
      "how pages before the first chapter are numbered"
    ) { $0.theme.page.frontNumbers = $1 },
    Setting(
      "page-number-start", in: "page.number-start", as: .count(1...100_000), default: "1",
      "the number of the first page; where pages before the first chapter are numbered by themselves, of the first one after them"
    ) { $0.theme.page.firstNumber = $1 },
    Setting(
      nil, in: "page.restart-numbers", as: .flag, default: "false", "page numbers begin again with each part, or chapter that is in none"
    ) { $0.theme.page.restartsNumbers = $1 },
    furniture("header", \.header), furniture("footer", \.footer),
    Setting(
      "page-boxes", in: "page.boxes", as: PageBox.form, default: "none",
      "texts and pictures at places of their own on pages, such as letterheads"
    ) { settings, value in
      var faults: [SettingFault] = []
      let values = value.items ?? (["none", "false"].contains(value.text ?? "") ? [] : [value])
      guard values.allSatisfy({ $0.entries != nil }) else { return [SettingFault(value)] }
      settings.theme.page.boxes = values.prefix(100).compactMap { PageBox($0, &faults) }
      return faults
    },
  ]

  /// Eisvogel's names.
  private static let corners: [Setting] = ["left", "center", "right"].flatMap { side in
    [corner("header", side, \.header), corner("footer", side, \.footer)]
  }

  private static func furniture(_ name: String, _ path: any WritableKeyPath<PageStyle, Furniture> & Sendable) -> Setting {
    Setting(
      name, in: "page.\(name)",
      as:
        "a text with {page}, {pages}, {part-pages}, {all-pages}, {title}, {chapter}, {section}, {date}, {author}, or {left, center, right}, {inner, outer}, {first, odd, even}",
      default: name == "footer" ? "{page}" : "none", "the \(name) of pages"
    ) { settings, value in
      // Sites have banners of that name: `header: {image: …}`.
      let parts = ["left", "center", "right", "inner", "outer", "first", "odd", "even", "recto", "verso"]
      if let entries = value.entries, entries.allSatisfy({ nearest(to: $0.key, among: parts, within: 2) == nil }) { return [] }
      return settings.theme.page[keyPath: path].read(value).map { SettingFault($0.value, $0.message, hint: $0.hint) }
    }
  }

  private static func corner(_ name: String, _ side: String, _ path: any WritableKeyPath<PageStyle, Furniture> & Sendable) -> Setting {
    Setting("\(name)-\(side)", as: "a text with {page}, {title} …", "the \(name) of pages, \(side)") { settings, value in
      settings.theme.page[keyPath: path].set(side, to: CornerText.withoutLaTeX(value.text ?? ""))
      return []
    }
  }
}

extension DocumentSettings {
  /// The options of LaTeX's document classes; those without a meaning here are ignored.
  ///
  /// - Returns: A size of type beyond its range.
  fileprivate mutating func applyClassOptions(_ value: YAMLValue) -> [SettingFault] {
    let options = value.words.flatMap { $0.split(separator: ",").map { $0.trimmed() } }
    var faults: [SettingFault] = []
    for option in options {
      switch option {
      case "twoside": theme.page.isTwoSided = true
      case "oneside": theme.page.isTwoSided = false
      case "twocolumn": theme.page.columns = 2
      case "onecolumn": theme.page.columns = 1
      case "landscape": theme.page.turn(toLandscape: true)
      case "titlepage": titlePage.isOn = true
      case "notitlepage": titlePage.isOn = false
      case let size where size.hasSuffix("pt"):
        if let length = Length(size), (8.pt...20.pt).contains(length) {
          theme.size = length
        } else if Dimension.isWritten(size) {
          let message = "the size \(size.prefix(40)) is out of range"
          faults = [SettingFault(value, message, hint: "expected a size from 8pt to 20pt; this one is ignored")]
        }
      default:
        if option.hasSuffix("paper"), let size = paperSize(option) { theme.page.setPaper(size) }
      }
    }
    return faults
  }
}

extension PageStyle {
  fileprivate static func foldMarkFault(_ value: YAMLValue) -> SettingFault {
    SettingFault(value, hint: value.hasMeasure ? "expected lengths above 0pt, below 2000pt; those beyond are left out" : nil)
  }

  mutating func turn(toLandscape isLandscape: Bool) {
    if isLandscape != (width > height) { swap(&width, &height) }
  }

  /// One of the options that LaTeX's geometry package takes.
  mutating func setGeometry(_ word: String) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1).map { part in String(part.filter { $0 != " " }) }
    guard let key = parts.first else { return true }
    // `twoside=false`, `landscape=true`
    if parts.count == 2, parts[1] == "false" {
      if key == "twoside" { isTwoSided = false }
      return true
    }
    guard parts.count == 2, parts[1] != "true" else {
      switch key {
      case "landscape": turn(toLandscape: true)
      case "portrait": turn(toLandscape: false)
      case "twoside": isTwoSided = true
      case _ where GeometryOptions.ignored.contains(key): break
      default:
        guard let size = paperSize(key) else { return false }
        (width, height) = size
      }
      return true
    }
    if ["a4paper", "letterpaper"].contains(parts[1]), key == "paper", let size = paperSize(parts[1]) {
      (width, height) = size
      return true
    }
    if GeometryOptions.ignored.contains(key) { return true }
    // `hmargin={2cm,3cm}`
    let lengths = parts[1].filter { $0 != "{" && $0 != "}" }.split(separator: ",").map { Length($0) }
    guard let first = lengths.first ?? nil, let last = lengths.last ?? nil, lengths.count <= 2 else { return false }
    guard [first, last].allSatisfy({ $0 >= .zero && $0 <= 14_400.pt }) else { return false }
    switch key {
    case "margin": (left, right, top, bottom) = (first, first, last, last)
    case "top", "tmargin": top = first
    case "bottom", "bmargin": bottom = first
    case "left", "inner", "lmargin": left = first
    case "right", "outer", "rmargin": right = first
    case "hmargin": (left, right) = (first, last)
    case "vmargin": (top, bottom) = (first, last)
    case "paperwidth": width = max(first, 72.pt)
    case "paperheight": height = max(first, 72.pt)
    case "textwidth", "width": (left, right) = ((width - first) / 2, (width - first) / 2)
    case "textheight", "height": (top, bottom) = ((height - first) / 2, (height - first) / 2)
    case "bindingoffset": left += first
    case "columnsep": columnGap = first
    default: return false
    }
    return true
  }
}

/// LaTeX's geometry package.
enum GeometryOptions {
  /// Options that need no action.
  static let ignored: Set<String> = [
    "includehead", "includefoot", "includeheadfoot", "includemp", "ignorehead", "ignorefoot", "ignoremp", "heightrounded", "nohead",
    "nofoot",
    "noheadfoot", "centering", "headheight", "headsep", "footskip", "foot", "head", "marginparwidth", "marginparsep", "marginpar",
    "footnotesep",
    "showframe", "twocolumn", "reversemp", "asymmetric", "verbose", "hcentering", "vcentering", "hoffset", "voffset", "offset",
  ]

  /// What is said of an option that can't be read.
  fileprivate static func fault(_ word: String, of value: YAMLValue) -> SettingFault {
    let isBeyond = YAMLValue(.scalar(word, isPlain: true), span: value.span).hasMeasure
    return SettingFault(value, hint: isBeyond ? "expected lengths from 0pt to 14400pt; \(word.prefix(40)) is ignored" : nil)
  }

  /// Options separated by commas, except for commas in braces: `hmargin={2cm,3cm}, top=1in`.
  static func words(_ text: String) -> [String] {
    var words = [""]
    var depth = 0
    for character in text {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if character == ",", depth == 0 { words.append("") } else { words[words.count - 1].append(character) }
    }
    return words.map { $0.trimmed() }.filter { !$0.isEmpty }
  }
}

/// What templates of LaTeX write into headers and footers.
private enum CornerText {
  /// The commands of LaTeX's headers by what is in their place here.
  private static let marks: KeyValuePairs = [
    "thepage": "{page}", "pagemark": "{page}", "leftmark": "{chapter}", "rightmark": "{section}", "headmark": "{section}",
    "thetitle": "{title}",
    "theauthor": "{author}", "thedate": "{date}", "today": "{date}", "LaTeX": "LaTeX", "TeX": "TeX", "hfill": "", "quad": " ", "hspace": "",
    "nouppercase": "", "small": "", "footnotesize": "",
  ]

  /// The text of a corner as templates of LaTeX have it: `\\thepage`, `\\hspace{1cm}`.
  static func withoutLaTeX(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var (out, rest) = ("", text[...])
    while let slash = rest.firstIndex(of: "\\") {
      out += rest[..<slash]
      rest = rest[rest.index(after: slash)...]
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      guard let mark = marks.first(where: { $0.key == name })?.value else {
        out += "\\"
        continue
      }
      out += mark
      rest = rest[name.endIndex...].drop { $0 == "*" }
      // Its argument is a length, or empty.
      if rest.first == "{", mark.isEmpty || rest.hasPrefix("{}"), let close = rest.firstIndex(of: "}") {
        if !rest[..<close].contains("\\") { rest = rest[rest.index(after: close)...] }
      }
    }
    return (out + rest).trimmed()
  }
}
