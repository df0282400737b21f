internal import CBundledThemes
public import TypesetBoxes
public import TypesetDiagnostics
import TypesetFonts
import TypesetHighlighting
public import TypesetYAML

extension Theme {
  /// Names of the built-in themes.
  public static var builtInNames: [String] {
    (0..<Int(mdtypeset_theme_count)).map { index in
      unsafe String(cString: mdtypeset_theme_at(index).name).replacing(".yaml", with: "")
    }
  }

  /// A document with every element in it.
  public static var specimen: Source {
    let file = unsafe mdtypeset_specimen()
    return unsafe Source(name: "specimen.md", bytes: Array(UnsafeBufferPointer(start: file.start, count: file.end - file.start)))
  }

  /// The source of a built-in theme.
  public static func builtIn(_ name: String) -> Source? {
    for index in 0..<Int(mdtypeset_theme_count) {
      let theme = unsafe mdtypeset_theme_at(index)
      guard unsafe String(cString: theme.name) == name + ".yaml" else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: theme.start, count: theme.end - theme.start))
      return Source(name: "\(name).yaml", bytes: bytes)
    }
    return nil
  }

  /// Reads a theme and those that it builds on (`base`).
  ///
  /// - Returns: The theme, as far as it could be read, and what is wrong with it.
  ///
  /// - Parameter foundation: The theme of the file that `base` names; nil where it names a built-in one.
  public static func read(_ source: Source, over foundation: Theme? = nil, depth: Int = 0) -> (theme: Theme, diagnostics: [Diagnostic]) {
    let (value, faults) = parseYAML(source.bytes)
    var reader = ThemeReader(diagnostics: faults)
    // A file that says nothing, or nothing that can be read, is the default.
    guard let value else { return (depth == 0 ? standard : Theme(), reader.diagnostics) }
    var theme = Theme()
    if let foundation {
      theme = foundation
    } else if let base = value["base"] ?? value["extends"] {
      if let name = base.text, let source = builtIn(name), depth < 8 {
        theme = read(source, depth: depth + 1).theme
      } else {
        reader.fault(base, "the theme that this one builds on is unknown", hint: builtInNames.joined(separator: ", "))
        theme = standard
      }
    } else if depth == 0, value["name"]?.text != "article" {
      // Who says only what differs means: from the default.
      theme = standard
    }
    reader.read(value, into: &theme)
    return (theme, reader.diagnostics)
  }

  /// The file that a theme builds on; nil where it is a built-in theme or none.
  public static func baseFile(of source: Source) -> String? {
    let value = parseYAML(source.bytes).value
    guard let name = (value?["base"] ?? value?["extends"])?.text, name.contains("/") || name.contains(".") else { return nil }
    return name
  }

  /// The theme of documents that name none.
  public static var standard: Theme { builtIn("article").map { read($0, depth: 1).theme } ?? Theme() }

  /// Lays a mapping with a theme's keys over this theme: `{body: {size: 12pt}}`.
  ///
  /// - Returns: What is wrong with it; the places are those of the values.
  public mutating func overlay(_ value: YAMLValue) -> [Diagnostic] {
    var reader = ThemeReader(diagnostics: [])
    reader.read(value, into: &self)
    return reader.diagnostics
  }

  /// All keys that a theme file may have, with dots between levels; `*` stands for the name of an element.
  public static var keys: [String] {
    ThemeReader.rootKeys + ThemeReader.pageKeys.map { "page.\($0)" } + ThemeReader.fontKeys.map { "fonts.\($0)" }
      + ThemeReader.bodyKeys.map { "body.\($0)" } + ThemeReader.listKeys.map { "lists.\($0)" }
      + Element.allCases.map { "styles.\($0.rawValue)" } + ThemeReader.keys.map { "styles.*.\($0.name)" }
      + TokenClass.allCases.map { "highlight.\($0.rawValue)" }
  }

  /// The first levels of a theme's keys.
  public static var rootKeys: [String] { ThemeReader.rootKeys }
}

/// Reads the mappings of a theme file, key by key against tables, so that an unknown key is found.
private struct ThemeReader {
  var diagnostics: [Diagnostic]

  mutating func fault(_ value: YAMLValue, _ message: String, hint: String? = nil) {
    diagnostics.append(Diagnostic(.warning, "theme.value", at: value.span, message, hint: hint))
  }

  static let rootKeys = ["name", "base", "extends", "page", "fonts", "body", "lists", "styles", "highlight"]
  static let fontKeys = ["text", "sans", "code", "math", "cjk-emphasis"]
  static let bodyKeys = [
    "size", "line-spacing", "cjk-line-spacing", "align", "color", "hyphenate", "smart", "sentence-spacing", "protrusion", "expansion",
    "word-break", "features",
  ]
  static let listKeys = ["bullets", "numbers"]

  mutating func read(_ root: YAMLValue, into theme: inout Theme) {
    for entry in entries(root, known: Self.rootKeys) {
      switch entry.key {
      case "name": theme.name = entry.value.text ?? ""
      case "page": readPage(entry.value, into: &theme.page)
      case "fonts": readFonts(entry.value, into: &theme.families)
      case "body": readBody(entry.value, into: &theme)
      case "lists": readLists(entry.value, into: &theme.markers)
      case "styles": readStyles(entry.value, into: &theme)
      case "highlight": readHighlight(entry.value, into: &theme)
      default: break
      }
    }
  }

  /// The entries of a mapping; keys that are not known are said and left out.
  private mutating func entries(
    _ value: YAMLValue, known: [String], knowsClasses: Bool = false
  ) -> [(key: String, value: YAMLValue)] {
    guard let entries = value.entries else {
      fault(value, "here stands a mapping of keys and values", hint: known.joined(separator: ", "))
      return []
    }
    return entries.compactMap { entry in
      guard known.contains(entry.key) || knowsClasses && entry.key.hasPrefix(".") else {
        let hint = nearest(to: entry.key, among: known).map { "did you mean \($0)?" }
        diagnostics.append(
          Diagnostic(.error, "theme.unknown-key", at: entry.keySpan, "unknown key \(entry.key)", hint: hint))
        return nil
      }
      return (entry.key, entry.value)
    }
  }

  static let pageKeys = [
    "paper", "margin", "numbers", "bottom", "background", "two-sided", "columns", "column-gap", "front-numbers", "header", "footer",
    "figures", "wide-tables",
  ]

  private mutating func readPage(_ value: YAMLValue, into page: inout PageStyle) {
    // The paper first: margins that are not said go with it.
    let entries = entries(value, known: Self.pageKeys)
    for (key, value) in entries.filter({ $0.key == "paper" }) + entries.filter({ $0.key != "paper" }) {
      switch key {
      case "paper":
        guard let size = value.text.flatMap({ paperSize($0) }) else {
          fault(value, "unknown paper", hint: "a3, a4, a5, a6, b5, letter, legal, or width and height: 148mm 210mm")
          continue
        }
        page.setPaper(size)
      case "margin":
        if !page.setMargins(value) { fault(value, "can't read this margin", hint: "25mm, or {top: 20mm, left: 3cm}") }
      case "numbers": page.isNumbered = flag(value) ?? page.isNumbered
      case "bottom": page.isBottomFlush = value.text == "flush"
      case "background": page.background = color(value)
      case "figures": page.movesFigures = value.text == "move"
      case "wide-tables": page.turnsWideTables = value.text == "turn"
      case "two-sided": page.isTwoSided = flag(value) ?? page.isTwoSided
      case "columns": page.columns = value.text.flatMap { Int($0) }.map { min(max($0, 1), 6) } ?? page.columns
      case "column-gap": page.columnGap = value.text.flatMap { Length($0) } ?? page.columnGap
      case "front-numbers": page.frontNumbers = value.text.flatMap { NumberForm(rawValue: $0) } ?? page.frontNumbers
      case "header": for bad in page.header.read(value) { fault(bad.value, bad.message, hint: bad.hint) }
      case "footer": for bad in page.footer.read(value) { fault(bad.value, bad.message, hint: bad.hint) }
      default: break
      }
    }
  }

  private mutating func readFonts(_ value: YAMLValue, into families: inout FamilyTable) {
    for (key, value) in entries(value, known: Self.fontKeys) {
      let names = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
      guard !names.isEmpty else {
        fault(value, "here stands the name of a font, or a list of names")
        continue
      }
      switch key {
      case "text": families.text = names
      case "sans": families.sans = names
      case "code": families.code = names
      case "cjk-emphasis": families.emphasis = names
      default: families.math = names
      }
    }
  }

  private mutating func readBody(_ value: YAMLValue, into theme: inout Theme) {
    for (key, value) in entries(value, known: Self.bodyKeys) {
      switch key {
      case "size":
        if let size = value.text.flatMap({ Length($0) }), size >= 1.pt {
          theme.size = size
        } else {
          fault(value, "can't read this size", hint: "11pt")
        }
      case "line-spacing", "cjk-line-spacing":
        if let number = value.text.flatMap({ Double($0) }), (0.5...5).contains(number) {
          if key == "line-spacing" { theme.lineSpacing = number } else { theme.eastAsianLineSpacing = number }
        } else {
          fault(value, "can't read this number", hint: "a multiple of the size, such as 1.3")
        }
      case "align":
        if let align = value.text.flatMap({ Alignment(rawValue: $0) }) {
          theme.align = align
        } else {
          fault(value, "can't read this alignment", hint: "justified, left, center or right")
        }
      case "color": theme.color = color(value) ?? theme.color
      case "features":
        if let features = Self.features(value) {
          theme.features = theme.features.overlaid(by: features)
        } else {
          fault(value, "can't read these features", hint: "tags of OpenType: [onum, ss01=2, -liga]")
        }
      case "word-break":
        if let keeps = Theme.keepsKoreanWords(value.text) {
          theme.keepsKoreanWords = keeps
        } else {
          fault(value, "can't read this value", hint: "keep-all or normal")
        }
      case "smart": theme.isSmart = flag(value) ?? theme.isSmart
      case "sentence-spacing":
        if let text = value.text, text == "wide" || text == "even" {
          theme.widensSentences = text == "wide"
        } else {
          fault(value, "can't read this spacing", hint: "wide or even")
        }
      case "protrusion": theme.protrudes = flag(value) ?? theme.protrudes
      case "expansion":
        if let expansion = value.text.flatMap(Theme.expansion) {
          theme.expansion = expansion
        } else {
          fault(value, "can't read this expansion", hint: "true, false or a percentage up to 2%")
        }
      default: theme.hyphenate = flag(value) ?? theme.hyphenate
      }
    }
  }

  private mutating func readLists(_ value: YAMLValue, into markers: inout ListMarkers) {
    for (key, value) in entries(value, known: Self.listKeys) {
      let words = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
      guard !words.isEmpty, words.count <= 12 else {
        fault(value, "here stands a list of markers", hint: "[\"•\", \"–\"], or [1., a., i.]")
        continue
      }
      if key == "bullets" {
        markers.bullets = words.map { String($0.prefix(4)) }
      } else if words.allSatisfy(ListMarkers.isNumber) {
        markers.numbers = words
      } else {
        fault(value, "a form of numbers has a 1, a, A, i or I in it", hint: "[1., a., i.] or [(1), a)]")
      }
    }
  }

  private mutating func readStyles(_ value: YAMLValue, into theme: inout Theme) {
    for (key, value) in entries(value, known: Element.allCases.map(\.rawValue), knowsClasses: true) {
      if key.hasPrefix(".") {
        let name = String(key.dropFirst())
        theme.classRules[name] = (theme.classRules[name] ?? StyleRule()).overlaid(by: rule(value))
      }
      guard let element = Element(rawValue: key) else { continue }
      theme.rules[element] = theme[element].overlaid(by: rule(value))
    }
  }

  /// A colour for a class of tokens, or a rule.
  private mutating func readHighlight(_ value: YAMLValue, into theme: inout Theme) {
    for (key, value) in entries(value, known: TokenClass.allCases.map(\.rawValue)) {
      guard let token = TokenClass(rawValue: key) else { continue }
      var further = StyleRule()
      if value.entries != nil { further = rule(value) } else { further.color = color(value) }
      theme.highlight[token] = (theme.highlight[token] ?? StyleRule()).overlaid(by: further)
    }
  }

  private mutating func rule(_ value: YAMLValue) -> StyleRule {
    var rule = StyleRule()
    for (key, value) in entries(value, known: Self.keys.map(\.name)) {
      guard let known = Self.keys.first(where: { $0.name == key }) else { continue }
      if !known.read(&rule, value) { fault(value, "can't read this value of \(key)", hint: "write it as \(known.form)") }
    }
    return rule
  }

  private func flag(_ value: YAMLValue) -> Bool? { Self.flag(value) }

  private mutating func color(_ value: YAMLValue) -> Color? {
    let color = value.text.flatMap { Color($0) }
    if color == nil { fault(value, "can't read this colour", hint: "write it as \"#1a2b3c\"") }
    return color
  }

  private static func flag(_ value: YAMLValue) -> Bool? {
    switch value.text {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// A key of a style rule: its name, the form of its value for messages, and how it is read.
  struct Key: Sendable {
    var name: String
    var form: String
    var read: @Sendable (inout StyleRule, YAMLValue) -> Bool

    init<T>(
      _ name: String, _ set: @escaping @Sendable (inout StyleRule, T) -> Void, as form: String,
      _ convert: @escaping @Sendable (YAMLValue) -> T?
    ) {
      self.name = name
      self.form = form
      self.read = { rule, value in
        guard let converted = convert(value) else { return false }
        set(&rule, converted)
        return true
      }
    }
  }

  static let keys: [Key] = {
    let dimension: @Sendable (YAMLValue) -> Dimension? = { $0.text.flatMap { Dimension($0) } }
    let glue: @Sendable (YAMLValue) -> GlueRule? = { $0.text.flatMap { GlueRule($0) } }
    let color: @Sendable (YAMLValue) -> Color? = { $0.text.flatMap { Color($0) } }
    let edge: @Sendable (YAMLValue) -> EdgeRule? = { $0.text.flatMap { EdgeRule($0) } }
    return [
      Key("family", { $0.family = $1 }, as: "text, sans or code") { $0.text.flatMap { FamilyRole(rawValue: $0) } },
      Key("size", { $0.size = $1 }, as: "10pt or 1.2em", dimension),
      Key("weight", { $0.weight = $1 }, as: "400 or 700") { $0.text.flatMap { Int($0) } },
      Key("slant", { $0.slant = $1 }, as: "upright or italic") { $0.text == "italic" ? .italic : $0.text == "upright" ? .upright : nil },
      Key("color", { $0.color = $1 }, as: "\"#1a2b3c\"", color),
      Key("features", { $0.features = $1 }, as: "[onum, smcp, ss01=2]") { features($0) },
      Key("letter-spacing", { $0.letterSpacing = $1 }, as: "0.05em", dimension),
      Key("hyphenate", { $0.hyphenate = $1 }, as: "true or false") { flag($0) },
      Key("underline", { $0.underline = $1 }, as: "true or false") { flag($0) },
      Key("background", { $0.background = $1 }, as: "\"#f5f6f8\"", color),
      Key("cjk", { $0.eastAsian = $1 }, as: "dots, face or none") { $0.text.flatMap { EastAsianEmphasisRule(rawValue: $0) } },
      Key("align", { $0.align = $1 }, as: "justified, left, center or right") { $0.text.flatMap { Alignment(rawValue: $0) } },
      Key("leading", { $0.leading = $1 }, as: "1.3em or 14pt", dimension),
      Key("before", { $0.before = $1 }, as: "6pt plus 2pt minus 1pt", glue),
      Key("after", { $0.after = $1 }, as: "6pt plus 2pt minus 1pt", glue),
      Key("inset", { $0.inset = $1 }, as: "2em", dimension),
      Key("inset-right", { $0.insetRight = $1 }, as: "2em", dimension),
      Key("first-indent", { $0.firstIndent = $1 }, as: "1.5em", dimension),
      Key("padding", { $0.padding = $1 }, as: "8pt", dimension),
      Key("border", { $0.border = $1 }, as: "\"#e3e6ea\"", color),
      Key("border-width", { $0.borderWidth = $1 }, as: "0.4pt", dimension),
      Key("bar", { $0.bar = $1 }, as: "\"#c9ccd1\"", color),
      Key("bar-width", { $0.barWidth = $1 }, as: "2pt", dimension),
      Key("radius", { $0.radius = $1 }, as: "3pt", dimension),
      Key("border-top", { $0.borderTop = $1 }, as: "0.5pt #cccccc", edge),
      Key("border-right", { $0.borderRight = $1 }, as: "0.5pt #cccccc", edge),
      Key("border-bottom", { $0.borderBottom = $1 }, as: "0.5pt #cccccc", edge),
      Key("border-left", { $0.borderLeft = $1 }, as: "0.5pt #cccccc", edge),
      Key("padding-top", { $0.paddingTop = $1 }, as: "4pt", dimension),
      Key("padding-bottom", { $0.paddingBottom = $1 }, as: "4pt", dimension),
      Key("width", { $0.width = $1 }, as: "30%") { part($0) },
      Key("ornament", { $0.ornament = $1 }, as: "\"* * *\"") { $0.text.map { String($0.prefix(40)) } },
      Key("matte", { $0.matte = $1 }, as: "\"#ffffff\"", color),
      Key("keep", { $0.keep = $1 }, as: "true, false or short") { $0.text.flatMap { Keep(rawValue: $0) } },
      Key("keep-with-next", { $0.keepWithNext = $1 }, as: "true or false") { flag($0) },
      Key("page-break", { $0.pageBreak = $1 }, as: "true or false") { flag($0) },
    ]
      + LineRule.keys.map { key in
        Key(key.name, { $0.lines = $0.lines.overlaid(by: $1) }, as: key.form) { value -> LineRule? in
          var rule = LineRule()
          let text = value.items?.compactMap(\.text).joined(separator: ",") ?? value.text
          return text.map { rule.read(key.name, $0) } == true ? rule : nil
        }
      }
  }()

  /// `30%`, up to the whole.
  private static func part(_ value: YAMLValue) -> Double? {
    guard case .em(let factor)? = value.text.flatMap({ Dimension($0) }), value.text?.hasSuffix("%") == true, (0.01...1).contains(factor)
    else { return nil }
    return factor
  }

  private static func features(_ value: YAMLValue) -> [ShapingKey.Feature]? {
    let words = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
    return [ShapingKey.Feature](words.joined(separator: ","))
  }
}

extension PageStyle {
  /// Changes the paper; margins keep their part of it.
  public mutating func setPaper(_ size: (width: Length, height: Length)) {
    let across = size.width.points / max(width.points, 1)
    let down = size.height.points / max(height.points, 1)
    (left, right) = (left.scaled(by: across), right.scaled(by: across))
    (top, bottom) = (top.scaled(by: down), bottom.scaled(by: down))
    (width, height) = size
  }

  /// Sets margins from one length, or from a mapping of edges; false where something can't be read.
  public mutating func setMargins(_ value: YAMLValue) -> Bool {
    guard let edges = value.entries else {
      guard let length = value.text.flatMap({ Length($0) }) else { return false }
      return setMargin("x", to: length) && setMargin("y", to: length)
    }
    return edges.allSatisfy { edge in edge.value.text.flatMap { Length($0) }.map { setMargin(edge.key, to: $0) } ?? false }
  }

  /// Sets the margin of one edge; false where there is no such edge or the margin is no margin.
  mutating func setMargin(_ edge: String, to length: Length) -> Bool {
    guard length >= .zero, length <= 2_000.pt else { return false }
    switch edge {
    case "top": top = length
    case "right", "outer": right = length
    case "bottom": bottom = length
    case "left", "inner": left = length
    case "x": (left, right) = (length, length)
    case "y": (top, bottom) = (length, length)
    default: return false
    }
    return true
  }
}
