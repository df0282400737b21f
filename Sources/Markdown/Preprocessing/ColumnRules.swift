internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source with what the document's own style sheets say of columns at the elements that it is said of: the rules of its `<style>`s, of a deck's `style:`
/// in the front matter and of the theme of Marp's that is in the project, for classes of divs, `.cols { display: grid; grid-template-columns: 1fr 1fr }`,
/// and of slides, `<!-- _class: cols -->`.
func withColumnsOfStyles(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, source.holds("<div"), source.holds("lass") else { return source }
  var columns = ColumnRules(of: source, files, in: dialect)
  guard !columns.isEmpty else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in columns.change(of: line) }
}

private struct ColumnRules {
  /// Declarations by classes of divs and of slides.
  private var divisions: [String: String] = [:]
  private var slides: [String: String] = [:]
  private var fences = OpenFences()
  /// Of a slide whose own class has columns, which begin with its first div.
  private var awaited: String?
  /// How many divs are open since the columns of a slide began.
  private var open: Int?

  var isEmpty: Bool { divisions.isEmpty && slides.isEmpty }

  private static let mostBytes = 1 << 18
  private static let mostRules = 10_000

  init(of source: Source, _ files: FileAccess, in dialect: Dialect?) {
    let bytes = source.bytes
    for sheet in StyleSheet.elements(of: bytes) { read(sheet) }
    guard bytes.starts(with: "---".utf8), case let head = Array(bytes[..<FrontMatter.length(in: bytes)]),
      head.holds("\nstyle:") || head.holds("\ntheme:"), let values = FrontMatter.of(bytes).values
    else { return }
    if let style = values["style"]?.text { read(Array(style.utf8)[...]) }
    guard dialect?.tool == .marp || values["marp"]?.text == "true", let theme = values["theme"]?.text,
      let folder = source.files[0].folder
    else { return }
    for sheet in MarpThemes.sheets(of: theme, from: folder, files) { read(sheet[...]) }
  }

  // MARK: Rules

  /// Reads the rules of a style sheet; what is within `@media { … }` is read as what is outside.
  private mutating func read(_ sheet: ArraySlice<UInt8>) {
    guard sheet.count <= Self.mostBytes, Array(sheet).holds("display") else { return }
    for rule in StyleSheet(sheet, mostRules: Self.mostRules).rules {
      guard let selectors = rule.selectors.last.map({ String(decoding: $0, as: UTF8.self).trimmedWhitespace() }), !selectors.hasPrefix("@")
      else {
        continue
      }
      let declared = Self.declarations(rule.declarations)
      if !declared.isEmpty { for selector in selectors.split(separator: ",") { add(declared, to: String(selector)) } }
    }
  }

  private mutating func add(_ declared: String, to selector: String) {
    let compound = selector.split { $0.isWhitespace || $0 == ">" }.last ?? ""
    let parts = compound.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, !compound.contains(where: { ":#[+~*".contains($0) }) else { return }
    let name = String(parts[1])
    switch parts[0] {
    case "section":
      // The slides of a theme are flexible boxes of one column.
      let isRow = declared.contains("flex-direction:row") && !declared.contains("display:")
      slides[name] = (slides[name] ?? "") + (isRow ? "display:flex;" : "") + declared
    case "div", "": divisions[name] = (divisions[name] ?? "") + declared
    default: break
    }
  }

  /// Those that say where the parts of an element are: `display:grid;grid-template-columns:1fr 1fr;`.
  private static func declarations(_ all: [ArraySlice<UInt8>]) -> String {
    var out = ""
    for (name, value) in all.compactMap(StyleSheet.declaration) {
      let isMeant =
        switch name {
        case "display": value == "grid" || value == "flex"
        case "width": value.hasSuffix("%")
        default:
          ["flex", "flex-basis", "flex-direction", "flex-flow", "flex-wrap", "grid-auto-flow", "grid-column", "grid-template-columns"]
            .contains(name)
        }
      if isMeant, value.utf8.count < 200, !value.contains(where: { "\"'<>".contains($0) }) { out += "\(name):\(value);" }
    }
    return out
  }

  // MARK: Lines

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    if !slides.isEmpty, let change = changeOfSlide(line) { return change }
    guard line.contains(ASCII.less) else { return .keep }
    if let count = open { open = count + Self.balance(of: line) }
    return written(line).map { .write($0) } ?? .keep
  }

  /// What opens and ends the columns of a slide.
  private mutating func changeOfSlide(_ line: ArraySlice<UInt8>) -> LineChange? {
    if line.elementsEqual("---".utf8) {
      defer { (awaited, open) = (nil, nil) }
      return (open ?? 0) > 0 ? .write(Array("</div>\n\n---".utf8)) : .keep
    }
    let text = line.starts(with: "<!--".utf8) ? String(decoding: line, as: UTF8.self) : ""
    if let start = text.firstRange(of: "_class:") {
      awaited = text[start.upperBound...].split { $0.isWhitespace || "\"'[],".contains($0) }.compactMap { slides[String($0)] }.first
      return .keep
    }
    guard let style = awaited, line.starts(with: "<div".utf8) else { return nil }
    (awaited, open) = (nil, 1 + Self.balance(of: line))
    return .write(Array("<div style=\"\(style)\">\n".utf8) + (written(line) ?? Array(line)))
  }

  private static func balance(of line: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: line, as: UTF8.self)
    return text.ranges(of: "<div").count - text.ranges(of: "</div").count
  }

  /// The line with the declarations for its divs; nil for a line of which nothing is said.
  private mutating func written(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var text = String(decoding: line, as: UTF8.self)
    var from = text.startIndex
    while let tag = text[from...].firstRange(of: "<div "), let end = text[tag.upperBound...].firstIndex(of: ">") {
      from = end
      let words = text[tag.upperBound..<end]
      guard let name = words.firstRange(of: "class=\"") ?? words.firstRange(of: "class='") else { continue }
      let quote = text[text.index(before: name.upperBound)]
      let classes = text[name.upperBound..<end].prefix { $0 != quote }.split(whereSeparator: \.isWhitespace)
      let declared = classes.compactMap { divisions[String($0)] }.joined()
      guard !declared.isEmpty else { continue }
      let place = text.distance(from: text.startIndex, to: end)
      if let style = words.firstRange(of: "style=\"") ?? words.firstRange(of: "style='") {
        text.insert(contentsOf: declared, at: style.upperBound)
        from = text.index(text.startIndex, offsetBy: place + declared.count)
      } else {
        let added = "style=\"\(declared)\" "
        text.insert(contentsOf: added, at: tag.upperBound)
        from = text.index(text.startIndex, offsetBy: place + added.count)
      }
    }
    return text.utf8.elementsEqual(line) ? nil : Array(text.utf8)
  }
}
