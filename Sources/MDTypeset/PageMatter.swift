internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetStyling
internal import TypesetYAML

// What front matter says of the page: paper, margins, columns, headers and footers.

extension PageStyle {
  /// Changes what the front matter names.
  mutating func apply(_ matter: FrontMatter, _ diagnostics: inout [Diagnostic]) {
    func fault(_ key: String, _ hint: String) {
      diagnostics.append(
        Diagnostic(.warning, "front-matter.value", at: matter.value(key)?.span, "can't read the value of \(key)", hint: hint))
    }
    for key in ["paper", "papersize"] {
      guard let text = matter.text(key) else { continue }
      if let size = paperSize(text) {
        setPaper(size)
      } else {
        fault(key, "a3, a4, a5, a6, b5, letter, legal, or width and height: 148mm 210mm")
      }
    }
    if let value = matter.value("geometry") {
      let words = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
      for word in words.flatMap({ $0.split(separator: ",") }) where !setGeometry(word) {
        fault("geometry", "paperwidth=, paperheight=, margin=, top=, bottom=, left=, right=, inner=, outer=, landscape")
      }
    }
    if matter.flag("landscape") == true || matter.text("orientation") == "landscape", height > width { swap(&width, &height) }
    for key in ["margin", "margins"] {
      guard let value = matter.value(key) else { continue }
      if !setMargins(value) { fault(key, "25mm, or top, right, bottom and left: {top: 20mm, left: 3cm}") }
    }
    for key in ["margin-top", "margin-right", "margin-bottom", "margin-left"] {
      guard let text = matter.text(key) else { continue }
      if !setGeometry("\(key.dropFirst(7))=\(text)") { fault(key, "a length such as 25mm") }
    }
    if let text = matter.text("columns") {
      if let count = Int(text), (1...6).contains(count) { columns = count } else { fault("columns", "a number from 1 to 6") }
    }
    if let text = matter.text("column-gap", "columnsep") {
      if let gap = Length(text), gap >= .zero, gap <= width / 2 { columnGap = gap } else { fault("column-gap", "a length such as 6mm") }
    }
    for key in ["twoside", "two-sided"] {
      guard matter.value(key) != nil else { continue }
      if let isOn = matter.flag(key) { isTwoSided = isOn } else { fault(key, "true or false") }
    }
    if let text = matter.text("figures") {
      if ["move", "here", "stay"].contains(text) { movesFigures = text == "move" } else { fault("figures", "move or here") }
    }
    if let text = matter.text("wide-tables") {
      if ["turn", "divide"].contains(text) {
        (turnsWideTables, dividesWideTables) = (text == "turn", text == "divide")
      } else {
        fault("wide-tables", "turn or divide")
      }
    }
    if let text = matter.text("classoption"), text.contains("twoside") { isTwoSided = true }
    if matter.flag("page-numbers") == false { isNumbered = false }
    for (key, path) in [("header", \PageStyle.header), ("footer", \PageStyle.footer)] {
      guard let value = matter.value(key) else { continue }
      for bad in self[keyPath: path].read(value) {
        diagnostics.append(Diagnostic(.warning, "front-matter.value", at: bad.value.span, "\(key): \(bad.message)", hint: bad.hint))
      }
    }
    keepTextOnPage(matter, &diagnostics)
  }

  /// One of the words that LaTeX' geometry package takes.
  private mutating func setGeometry(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1).map { part in String(part.filter { $0 != " " }) }
    guard let key = parts.first else { return true }
    guard parts.count == 2 else {
      switch key {
      case "landscape": if height > width { swap(&width, &height) }
      case "portrait": if width > height { swap(&width, &height) }
      case "twoside": isTwoSided = true
      default:
        guard let size = paperSize(key) else { return false }
        (width, height) = size
      }
      return true
    }
    guard let length = Length(parts[1]), length >= .zero, length <= 14_400.pt else { return false }
    switch key {
    case "margin": (top, right, bottom, left) = (length, length, length, length)
    case "top", "tmargin": top = length
    case "bottom", "bmargin": bottom = length
    case "left", "inner", "lmargin": left = length
    case "right", "outer", "rmargin": right = length
    case "hmargin": (left, right) = (length, length)
    case "vmargin": (top, bottom) = (length, length)
    case "paperwidth": width = max(length, 72.pt)
    case "paperheight": height = max(length, 72.pt)
    case "columnsep": columnGap = length
    default: return false
    }
    return true
  }

  /// Margins that leave no room for text are made smaller.
  private mutating func keepTextOnPage(_ matter: FrontMatter, _ diagnostics: inout [Diagnostic]) {
    let room = 60.pt
    var isChanged = false
    if width - left - right < room {
      (left, right) = (width / 10, width / 10)
      isChanged = true
    }
    if height - top - bottom < room {
      (top, bottom) = (height / 10, height / 10)
      isChanged = true
    }
    while columns > 1, measure < room { columns -= 1 }
    guard isChanged else { return }
    diagnostics.append(
      Diagnostic(
        .warning, "page.no-room", at: matter.value("margin", "margins", "geometry")?.span, "these margins leave no room for text",
        hint: "they are a tenth of the paper now"))
  }
}

extension Typesetter {
  /// What front matter has numbered: `number-sections`, `number-figures`, `secnumdepth`.
  func numbering(_ matter: FrontMatter, _ theme: Theme) -> NumberingOptions {
    var numbering = NumberingOptions()
    numbering.sections = matter.flag("number-sections") ?? matter.flag("numbersections") ?? false
    if let depth = (matter.text("number-depth") ?? matter.text("secnumdepth")).flatMap({ Int($0) }) { numbering.depth = max(depth, 0) }
    let lists = matter.flag("lof") == true || matter.flag("lot") == true
    numbering.figures = matter.flag("number-figures") ?? (lists ? true : nil)
    // Themes whose chapters open pages are books.
    numbering.byChapter = theme[.h1].pageBreak ?? false
    return numbering
  }

  /// `toc`, `toc-depth`, `toc-title`, `lof`, `lot`.
  func contents(_ matter: FrontMatter) -> ContentsOptions {
    var contents = ContentsOptions()
    contents.isOn = matter.flag("toc") ?? matter.flag("table-of-contents") ?? false
    if let depth = (matter.text("toc-depth") ?? matter.text("tocdepth")).flatMap({ Int($0) }) { contents.depth = min(max(depth, 1), 6) }
    contents.title = matter.text("toc-title")
    contents.listsFigures = matter.flag("lof") ?? false
    contents.listsTables = matter.flag("lot") ?? false
    return contents
  }
}
