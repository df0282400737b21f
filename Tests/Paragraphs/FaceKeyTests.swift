import Testing
import TypesetBoxes
import TypesetFiles
import TypesetFonts
import TypesetParagraphs
import TypesetSettings
import TypesetStyling

/// What is known of faces, words and letters from the text before is found by all that decides how a text is set.
@Suite struct FaceKeyTests {
  private let book = FontBook()

  private static var plain: TextStyle { TextStyle(families: ["Libertinus Serif"], size: 10.pt) }

  /// A change of each field of a style, by its name, and whether their letters or places must be others then.
  private static let changes: [(field: String, shows: Bool, change: @Sendable (inout TextStyle) -> Void)] = [
    ("families", true, { $0.families = ["Libertinus Sans"] }),
    ("families", false, { $0.families = ["none such", "Libertinus Serif"] }),
    ("size", true, { $0.size = 11.pt }), ("weight", true, { $0.weight = 700 }), ("slant", true, { $0.slant = .italic }),
    ("color", false, { $0.color = Color(red: 1, green: 0, blue: 0) }), ("features", true, { $0.features = [.init(tag: "onum", value: 1)] }),
    ("features", true, { $0.features = [.init(tag: "smcp", value: 1)] }), ("language", true, { $0.language = "tr" }),
    ("isHyphenated", false, { $0.isHyphenated = false }), ("letterSpacing", true, { $0.letterSpacing = 1.pt }),
    ("rise", false, { $0.rise = 2.pt }), ("underline", false, { $0.underline = .black }),
    ("strikethrough", false, { $0.strikethrough = .black }),
    ("background", false, { $0.background = .black }), ("link", false, { $0.link = "https://a.example" }),
    ("anchor", false, { $0.anchor = "a" }),
    ("note", false, { $0.note = 1 }), ("renderer", false, { $0.renderer = 1 }), ("expansion", false, { $0.expansion = "a" }),
    ("direction", false, { $0.direction = .rightToLeft }), ("isCode", true, { $0.isCode = true }),
    ("isProse", false, { $0.isProse = true }),
    ("emphasis", false, { $0.emphasis = .otherFace }), ("emphasis", false, { $0.emphasis = .face(["Libertinus Sans"]) }),
    ("rareLooks", false, { $0.looks.letterCase = .upper }),
    ("rareLooks", false, { ($0.underline, $0.looks.underline) = (.black, .double) }),
  ]

  private func lines(_ style: TextStyle, _ setter: ParagraphSetter) -> Lines {
    var text = StyledText()
    let words = "office fi 1234 internationally characteristically, “quoted” 中文，强调 αβγ ѝ אב 😀 first affine "
    text.append(String(repeating: words, count: 3).utf8, style: style)
    return setter.set(text, attachments: [], shape: ParagraphShape(measure: 140.pt, leading: 12.pt))
  }

  @Test func `whatever of a style is changed, the lines are those of a setter that has set nothing before`() {
    let shared = ParagraphSetter(fonts: book)
    let plain = lines(Self.plain, ParagraphSetter(fonts: book))
    for (field, shows, change) in Self.changes {
      var style = Self.plain
      change(&style)
      let cold = lines(style, ParagraphSetter(fonts: book))
      let (isSame, isSameAfter, isChanged) = (lines(style, shared) == cold, lines(Self.plain, shared) == plain, cold != plain)
      #expect(isSame, "\(field)")
      #expect(isSameAfter, "after \(field)")
      if shows { #expect(isChanged, "\(field) changes nothing") }
    }
  }

  @Test func `two changes at once are neither of them`() {
    let shared = ParagraphSetter(fonts: book)
    for (_, _, one) in Self.changes.prefix(10) {
      for (field, _, other) in Self.changes {
        var style = Self.plain
        one(&style)
        other(&style)
        let isSame = lines(style, shared) == lines(style, ParagraphSetter(fonts: book))
        #expect(isSame, "\(field)")
      }
    }
  }

  @Test func `the table has every field of a style`() {
    let fields = Mirror(reflecting: Self.plain).children.compactMap(\.label)
    #expect(Set(Self.changes.map(\.field)) == Set(fields))
  }

  /// Faces as requests for a family find them.
  @Test func `a face that was found for other wishes is not taken for these`() {
    let wishes: [(family: String, weight: Int, slant: Slant, size: Length?)] = [
      ("Libertinus Serif", 400, .upright, nil), ("Libertinus Sans", 400, .upright, nil), ("Libertinus Serif", 700, .upright, nil),
      ("Libertinus Serif", 400, .italic, nil), ("Libertinus Serif", 700, .italic, nil), ("Libertinus Serif", 400, .upright, 30.pt),
      ("serif", 400, .upright, nil), ("none such", 400, .upright, nil),
    ]
    let names = wishes.map { wish in
      [book, FontBook()].map {
        $0.face(family: wish.family, weight: wish.weight, slant: wish.slant, size: wish.size).map { "\($0.fileName) \($0.index)" }
      }
    }
    for (wish, name) in zip(wishes, names) { #expect(name[0] == name[1], "\(wish)") }
    #expect(Set(names.prefix(5).map { $0[0] }).count == 5)
  }

  @Test func `a face for missing characters is that of the whole request`() {
    let plain = FallbackRequest(scalars: ["中"], language: "zh")
    let changes: [(field: String, change: (inout FallbackRequest) -> Void)] = [
      ("scalars", { $0.scalars = ["한"] }), ("scalars", { $0.scalars = ["中", "α"] }), ("language", { $0.language = "ja" }),
      ("weight", { $0.weight = 700 }), ("slant", { $0.slant = .italic }), ("kind", { $0.kind = .sans }), ("kind", { $0.kind = .monospace }),
    ]
    for (field, change) in changes {
      var request = plain
      change(&request)
      func name(_ book: FontBook) -> String? { book.fallback(for: request).map { "\($0.fileName) \($0.index) \($0.variations)" } }
      #expect(name(book) == name(FontBook()), "\(field)")
      #expect(request != plain)
    }
    #expect(Set(changes.map(\.field)) == Set(Mirror(reflecting: plain).children.compactMap(\.label)))
  }

  @Test func `documents that read other folders find other fonts`() {
    let work = SharedWork()
    func book(_ roots: [String] = ["a"], _ ignores: Bool = false, _ paths: [String] = ["b"]) -> FontBook {
      work.fonts(roots: roots, ignoresSystemFonts: ignores, fontPaths: paths, files: .none)
    }
    let others = [
      book(["a", "b"]), book(["b"]), book(["a"], true), book(["a"], false, []), book(["a"], false, ["b", "c"]),
      book(["a", "b"], false, []),
    ]
    #expect(book() === book())
    #expect(Set((others + [book()]).map { ObjectIdentifier($0) }).count == others.count + 1)
  }
}
