internal import TypesetDiagnostics
import TypesetBoxes
import TypesetFonts
import TypesetHighlighting
import TypesetYAML

extension Setting {
  /// Type: fonts, sizes, lines, punctuation, colours.
  static let text: [Setting] = type + features + fonts + families + lists + colors

  private static let type: [Setting] =
    [
      Setting(
        "fontsize", ["font-size"], in: "body.size", as: .textSize, default: "11pt",
        "size of text; `11pt(fixed)` keeps it, whatever the type size is"
      ) { settings, size in
        (settings.theme.size, settings.theme.sizeStyle) = (size.length, size.style)
      },
      Setting(
        "type-size", flag: Flag("type-size", value: "SIZE"), as: .word(TypeSize.allCases.map(\.rawValue)), default: "l",
        "how large the reader wants type; each style follows its own curve"
      ) { $0.theme.typeSize = $1 },
      Setting(
        "type-size-range", in: "body.type-sizes", as: .list("two sizes such as [s, xxl]") { TypeSize(rawValue: $0) }, default: "[xs, ax5]",
        "the smallest and the largest type size; others are brought within it"
      ) { settings, sizes in
        guard let least = sizes.min(), let most = sizes.max() else { return }
        settings.theme.typeSizes = least...most
      },
      Setting(
        "linestretch", ["line-stretch"], as: .number(0.5...4, such: "1.2"), default: "1", slot: "line-spacing",
        "multiple of LaTeX's line spacing"
      ) { settings, stretch in
        settings.theme.lineSpacing = 1.3 * stretch
        settings.theme.eastAsianLineSpacing = nil
      },
      Setting(
        "line-spacing", as: .number(0.5...5, such: "1.3"), "distance between baselines, as a multiple of the text size"
      ) { settings, spacing in
        settings.theme.lineSpacing = spacing
        settings.theme.eastAsianLineSpacing = nil
      },
      Setting(
        nil, in: "body.line-spacing", as: .number(0.5...5, such: "1.3"), default: "1.34",
        "distance between baselines, as a multiple of the text size"
      ) {
        $0.theme.lineSpacing = $1
      },
      Setting(
        nil, in: "body.cjk-line-spacing", as: .number(0.5...5, such: "1.6"), default: "1.6",
        "the least line spacing of documents in Chinese, Japanese and Korean"
      ) { $0.theme.eastAsianLineSpacing = $1 },
      Setting("justify", as: .flag, default: "true", "justify text") { $0.theme.align = $1 ? .justified : .left },
      Setting(nil, in: "body.align", as: .word(["justified", "left", "center", "right"]), default: "justified", "how lines of text end") {
        $0.theme.align = $1
      },
      Setting(
        "hidden-fences", in: "body.hidden-fences", as: .list("names of languages such as [widget, chart]") { $0.lowercased() },
        "fences of these languages are not shown"
      ) { $0.theme.hiddenFences = Set($1) },
      Setting("fontcolor", ["font-color", "text-color"], in: "body.color", as: .color, default: "#000000", "colour of text") {
        $0.theme.color = $1
      },
      Setting("hyphenate", in: "body.hyphenate", as: .flag, default: "true", "hyphenate words") { $0.theme.hyphenate = $1 },
      Setting("smart", ["smartypants"], in: "body.smart", as: .flag, default: "true", "typographic quotes, dashes and ellipses") {
        $0.theme.isSmart = $1
      },
      Setting("frenchspacing", ["french-spacing"], as: .flag, default: "true", "false: spaces after English sentences are wider, as in TeX")
      {
        $0.theme.widensSentences = !$1
      },
      Setting(
        nil, in: "body.sentence-spacing", as: .either("wide", "even"), default: "even",
        "wide: spaces after English sentences are a third wider"
      ) {
        $0.theme.widensSentences = $1
      },
      Setting(
        "drop-cap", ["dropcap", "drop-caps"], in: "body.drop-cap", as: OpeningRule.setting("drop-cap"), default: "none",
        "the first letter of the text, and of what is below headings of the highest level, is as high as so many lines"
      ) { $0.theme.opening = $0.theme.opening.overlaid(by: $1) },
      Setting(
        "first-line", in: "body.first-line", as: OpeningRule.setting("first-line"), default: "none",
        "small capitals at the beginning of the text, and of what is below headings of the highest level"
      ) { $0.theme.opening = $0.theme.opening.overlaid(by: $1) },
      Setting(
        "microtype", as: "true, false, or {protrusion: true, expansion: 1%}", default: "false",
        "hanging punctuation and expansion of glyphs"
      ) {
        settings, value in
        if let isOn = value.flag {
          settings.theme.protrudes = isOn
          settings.theme.expansion = isOn ? 20 : 0
        }
        guard value.entries != nil else { return value.flag == nil ? [SettingFault(value)] : [] }
        var faults: [SettingFault] = []
        if let protrusion = value["protrusion"] {
          if let isOn = protrusion.flag { settings.theme.protrudes = isOn } else { faults.append(SettingFault(protrusion)) }
        }
        if let expansion = value["expansion"] {
          if let thousandths = expansion.text.flatMap(Theme.expansion) {
            settings.theme.expansion = thousandths
          } else {
            faults.append(SettingFault(expansion, hint: "true, false or a percentage up to 2%"))
          }
        }
        return faults
      },
      Setting(
        nil, in: "body.protrusion", as: .flag, default: "false", "let hyphens and punctuation hang out of the margins of justified text"
      ) {
        $0.theme.protrudes = $1
      },
      Setting(
        nil, in: "body.expansion", as: .expansion,
        default: "false",
        "how much wider or narrower the glyphs of a justified line may be; true is 2 %"
      ) { $0.theme.expansion = $1 },
      Setting(
        "word-break", in: "body.word-break", as: .either("keep-all", "normal"), default: "keep-all",
        "keep-all: Korean lines end at spaces; normal: anywhere between syllables"
      ) { $0.theme.keepsKoreanWords = $1 },
    ]

  private static let features: [Setting] = [
    Setting("mainfontoptions", as: "options of fontspec such as [Numbers=OldStyle]", "OpenType features as LaTeX's fontspec calls them") {
      settings, value in
      for option in value.words { settings.addFeatures([ShapingKey.Feature](fontspec: option) ?? []) }
      return []
    },
    Setting("features", as: .features, "OpenType features of all text except code") { $0.addFeatures($1) },
    Setting(nil, in: "body.features", as: .features, "OpenType features of all text except code") {
      $0.theme.features = $0.theme.features.overlaid(by: $1)
    },
  ]

  private static let lists: [Setting] = [
    Setting(
      nil, in: "lists.bullets", as: .list("up to 12 signs such as [\"•\", \"–\"]") { String($0.prefix(4)) }, default: "[•, –]",
      "signs of items, level by level"
    ) { $0.theme.markers.bullets = Array($1.prefix(12)) },
    Setting(
      nil, in: "lists.numbers",
      as: .list("up to 12 forms with a 1, a, A, i, I or 一 in them such as [1., a), (i)]") { ListMarkers.isNumber($0) ? $0 : nil },
      default: "[1.]", "numbers of items, level by level"
    ) { $0.theme.markers.numbers = Array($1.prefix(12)) },
  ]

  private static let colors: [Setting] = [
    Setting(
      "appearance", flag: Flag("appearance", value: "KIND"), as: .word(Appearance.allCases.map(\.rawValue)), default: "auto",
      "colours for dark or light screens or for print, whatever the theme; auto: the theme's own"
    ) { $0.appearance = $1 },
    Setting(
      "join-callouts", in: "body.join-callouts", as: .flag, default: "false", "callouts of one kind that follow each other are one box"
    ) {
      $0.theme.joinsCallouts = $1
    },
    Setting("colorlinks", ["color-links"], as: .flag, default: "true", "false: links have the colour of their text") {
      if !$1 { $0.theme.rules[.link]?.color = nil }
    },
    Setting("linkcolor", ["link-color", "urlcolor", "url-color"], as: .latexColor, "colour of links") {
      var rule = $0.theme[.link]
      rule.color = $1
      $0.theme.rules[.link] = rule
    },
    Setting("indent", as: .flag, "true: paragraphs begin with an indent, and no space is between them") { settings, isOn in
      var rule = settings.theme[.paragraph]
      rule.firstIndent = .em(isOn ? 1.5 : 0)
      if isOn { rule.after = GlueRule(.absolute(.zero)) }
      settings.theme.rules[.paragraph] = rule
    },
  ]

  private static let fonts: [Setting] =
    [
      font("mainfont", ["main-font", "font-family"], \.text, "Libertinus Serif", "the font of text"),
      font("sansfont", ["sans-font"], \.sans, "Libertinus Sans", "the sans serif font"),
      font("monofont", ["mono-font", "codefont", "code-font"], \.code, "Source Code Pro", "the font of code"),
      font("mathfont", ["math-font"], \.math, "Libertinus Math", "the font of formulas, which needs a MATH table"),
      fallback("CJKmainfont", [], \.text, "a font for characters that the font of text lacks, Chinese for instance"),
      fallback("mainfontfallback", ["main-font-fallback"], \.text, "fonts for characters that the font of text lacks"),
      fallback("monofontfallback", ["mono-font-fallback"], \.code, "fonts for characters that the font of code lacks"),
      Setting("CJKoptions", as: "xeCJK's options such as [ItalicFont=KaiTi]", "the font of emphasised Chinese") { settings, value in
        for option in value.words {
          let sides = option.split(separator: "=", maxSplits: 1).map(String.init)
          guard sides.count == 2, sides[0] == "ItalicFont" else { continue }
          settings.theme.families.emphasis.insert(sides[1], at: 0)
          var rule = settings.theme[.emphasis]
          rule.eastAsian = .face
          settings.theme.rules[.emphasis] = rule
        }
        return []
      },
    ]

  private static let families: [Setting] =
    [
      ("text", \FamilyTable.text, "fonts of text"), ("sans", \FamilyTable.sans, "sans serif fonts"),
      ("code", \FamilyTable.code, "fonts of code"),
      ("math", \FamilyTable.math, "fonts of formulas"),
      ("cjk", \FamilyTable.cjk, "fonts of Chinese, Japanese and Korean characters that the fonts of text lack"),
      ("emoji", \FamilyTable.emoji, "fonts of emoji"),
      ("cjk-emphasis", \FamilyTable.emphasis, "fonts of East Asian elements with `cjk: face`"),
    ].map { (name: String, path: FamilyPath, help: String) in
      Setting(
        nil, in: "fonts.\(name)", as: .list("the name of a font, or a list of names") { $0 },
        default: FamilyTable()[keyPath: path].first ?? "",
        help + ", in order of preference"
      ) { $0.theme.families[keyPath: path] = $1 }
    }

  private static func font(
    _ name: String, _ aliases: [String], _ path: FamilyPath, _ standard: String, _ help: String
  ) -> Setting {
    Setting(name, aliases, as: "the name of a font, or a file such as fonts/My.otf", default: standard, help) { settings, value in
      guard let name = value.words.first else { return value.text == nil && value.entries == nil ? [] : [SettingFault(value)] }
      settings.fonts.append(FontRequest(family: path, name: name, value: value))
      return []
    }
  }

  private static func fallback(
    _ name: String, _ aliases: [String], _ path: FamilyPath, _ help: String
  ) -> Setting {
    Setting(name, aliases, as: "the name of a font, or a list of names", help) { settings, value in
      // pandoc's names may carry options of LuaTeX's font loader: `Noto Color Emoji:mode=harf`.
      for name in value.words {
        let plain = name.contains(":mode=") ? String(name.prefix { $0 != ":" }) : name
        settings.fonts.append(FontRequest(family: path, name: plain, value: value, isFallback: true))
      }
      return []
    }
  }
}

extension DocumentSettings {
  /// Features of all text: they also override those of elements, except for figures in tables.
  mutating func addFeatures(_ features: [ShapingKey.Feature]) {
    guard !features.isEmpty else { return }
    theme.features = theme.features.overlaid(by: features)
    for (element, rule) in theme.rules where ![.table, .tableHead, .tableCell].contains(element) {
      guard let own = rule.features else { continue }
      theme.rules[element]?.features = own.overlaid(by: features)
    }
  }
}

extension SettingForm<Int> {
  fileprivate static var expansion: Self {
    var form = Self("true, false or a percentage up to 2%") { $0.text.flatMap(Theme.expansion) }
    form.outOfRange = { [words = form.words] value in value.hasMeasure ? value.hint(expecting: words) : nil }
    return form
  }
}

extension Theme {
  /// The expansion in thousandths: `true` is two per cent; nil if the value cannot be read.
  static func expansion(_ text: String) -> Int? {
    switch text {
    case "true", "yes", "on": return 20
    case "false", "no", "off": return 0
    default:
      guard text.hasSuffix("%"), let percent = DocumentNumber.real(text.dropLast()), (0...2).contains(percent) else { return nil }
      return Int(clamping: (percent * 10).rounded())
    }
  }
}

/// The size of a document's text, as it is written.
private struct TextSize {
  var length: Length
  /// Whose growth it follows; nil keeps it at all type sizes.
  var style: TypeStyle?
}

extension SettingForm where Value == TextSize {
  /// `11pt`, `11pt(fixed)`, `11pt(caption)`
  fileprivate static var textSize: Self {
    let range = 4.pt...100.pt
    let length = SettingForm<Length>.length(range, such: "11pt")
    var form = Self(length.words) { value in
      guard let text = value.text, let size = Dimension(following: text) else { return nil }
      let read: TextSize? =
        switch size {
        case .absolute(let length): TextSize(length: length, style: text.contains("(") ? nil : .body)
        case .following(let style, let points, isEm: false): TextSize(length: points.pt, style: style)
        default: nil
        }
      return read.flatMap { range.contains($0.length) ? $0 : nil }
    }
    form.outOfRange = length.outOfRange
    return form
  }
}
