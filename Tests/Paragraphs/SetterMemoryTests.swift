import Foundation
import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// What a setter keeps of the texts before has no part in how a text is set.
@Suite struct SetterMemoryTests {
  private static let fonts = FontBook(ignoresSystemFonts: true)

  /// Each property of a style, with values that may change what comes out.
  private static let changes: [(property: String, change: @Sendable (inout TextStyle) -> Void)] = [
    ("families", { $0.families = ["Libertinus Sans"] }),
    ("families", { $0.families = ["Latin Modern Roman"] }),
    ("size", { $0.size = 7.pt }),
    ("weight", { $0.weight = 700 }),
    ("slant", { $0.slant = .italic }),
    ("color", { $0.color = Color(red: 200, green: 0, blue: 0) }),
    ("features", { $0.features = [TextStyle.Feature(tag: "smcp", value: 1)] }),
    ("features", { $0.features = [TextStyle.Feature(tag: "liga", value: 0)] }),
    ("features", { $0.features = [TextStyle.Feature(tag: "onum", value: 1)] }),
    ("language", { $0.language = "tr" }),
    ("language", { $0.language = "de" }),
    ("isHyphenated", { $0.isHyphenated = false }),
    ("letterSpacing", { $0.letterSpacing = 1.pt }),
    ("rise", { $0.rise = 2.pt }),
    ("underline", { $0.underline = .black }),
    ("strikethrough", { $0.strikethrough = .black }),
    ("background", { $0.background = Color(red: 240, green: 240, blue: 240) }),
    ("link", { $0.link = "https://example.org" }),
    ("anchor", { $0.anchor = "place" }),
    ("note", { $0.note = 3 }),
    ("renderer", { $0.renderer = 1 }),
    ("expansion", { $0.expansion = "what it means" }),
    ("direction", { $0.direction = .rightToLeft }),
    ("isCode", { $0.isCode = true }),
    (
      "isProse",
      {
        $0.isCode = true; $0.isProse = true
      }
    ),
    (
      "emphasis",
      {
        $0.slant = .italic; $0.emphasis = .dots
      }
    ),
    ("rareLooks", { $0.looks.letterCase = .upper }),
  ]

  private static let styles: [(property: String, style: TextStyle)] =
    [("", plain)]
    + changes.map { property, change in
      var style = plain
      change(&style)
      return (property, style)
    }

  private static let plain = TextStyle(families: ["Libertinus Serif"], size: 10.pt)

  private func set(_ style: TextStyle, by setter: ParagraphSetter) -> Lines {
    var text = StyledText()
    text.append(
      "The office’s first fluffy affine waffle (ifi) of 1,234,567 internationalization, responsibilities, fjords – Ångström quijote. ".utf8,
      style: style)
    return setter.set(text, attachments: [], shape: ParagraphShape(measure: 60.pt, leading: 12.pt))
  }

  @Test func `what was set before does not change how a text is set, whichever property differs`() {
    for (before, first) in Self.styles {
      for (after, second) in Self.styles {
        let setter = ParagraphSetter(fonts: Self.fonts)
        _ = set(first, by: setter)
        #expect(set(second, by: setter) == set(second, by: ParagraphSetter(fonts: Self.fonts)), "\(after) after \(before)")
      }
    }
  }

  @Test func `what was measured before does not change how wide a text is`() {
    func widths(_ style: TextStyle, by setter: ParagraphSetter) -> [Length] {
      var text = StyledText()
      text.append("office −€1,234.50 Ångström".utf8, style: style)
      let widths = setter.widths(of: text, attachments: [])
      return [widths.minimum, widths.natural]
    }
    for (before, first) in Self.styles {
      for (after, second) in Self.styles {
        let setter = ParagraphSetter(fonts: Self.fonts)
        #expect(widths(first, by: setter) == widths(first, by: setter))
        #expect(widths(second, by: setter) == widths(second, by: ParagraphSetter(fonts: Self.fonts)), "\(after) after \(before)")
      }
    }
  }

  @Test func `the table names each property of a style`() {
    let named = Set(Self.changes.map(\.property))
    for property in Mirror(reflecting: Self.plain).children.compactMap(\.label) { #expect(named.contains(property), "\(property)") }
  }

  @Test func `each of them that is not read elsewhere changes what is set`() {
    let plain = set(Self.plain, by: ParagraphSetter(fonts: Self.fonts))
    let alike = Self.styles.dropFirst().filter { set($0.style, by: ParagraphSetter(fonts: Self.fonts)) == plain }.map(\.property)
    #expect(alike == ["note", "expansion"])
  }

  /// Has an A alone, which is wider below 12 pt and narrower above.
  private var variable: TextStyle {
    TextStyle(families: [Bundle.module.path(forResource: "Fixtures/optical", ofType: "ttf") ?? ""], size: 6.pt)
  }
  private let withFolder = FontBook(ignoresSystemFonts: true, fontPaths: [Bundle.module.bundlePath])

  @Test func `a character has the face for its size, whatever size was set before`() {
    var large = variable
    large.size = 72.pt
    func width(_ style: TextStyle, by setter: ParagraphSetter) -> Length {
      var text = StyledText()
      text.append("A\u{301}A\u{25CC}\u{301}A".utf8, style: style)
      return setter.widths(of: text, attachments: []).natural
    }
    let setter = ParagraphSetter(fonts: withFolder)
    _ = width(variable, by: setter)
    #expect(width(large, by: setter) == width(large, by: ParagraphSetter(fonts: withFolder)))
  }

  @Test func `letters that are to be bold have thicker stems, whatever was asked for before`() {
    var bold = variable
    bold.weight = 700
    let setter = ParagraphSetter(fonts: withFolder)
    #expect(setter.letters(of: variable).stemWidth < setter.letters(of: bold).stemWidth)
  }
}
