import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

@testable import TypesetPages
@testable import TypesetStyling

/// Keys of blocks that are kept between runs: each part of a block that decides how it is set gives another one.
@Suite struct BlockKeyTests {
  private static let theme = Theme()
  private static let style = theme.body(language: "en")

  private static var other: TextStyle {
    var other = style.text
    other.size = other.size + 1.pt
    return other
  }

  private static func content(
    _ text: String = "1 a", _ style: TextStyle = style.text, numberLength: Int = 0, _ attachments: [TypesetStyling.Attachment] = []
  ) -> InlineContent {
    var content = InlineContent()
    content.text.append(text.utf8, style: style)
    (content.numberLength, content.attachments) = (numberLength, attachments)
    return content
  }

  private static func formula(_ tex: String, isDisplay: Bool = false) -> MathSpan {
    MathSpan(tex: tex, isDisplay: isDisplay, span: SourceSpan(0, 0), origins: [])
  }

  private static func code(_ change: (inout StyledCode) -> Void = { _ in }) -> StyledTree.Kind {
    var code = StyledCode(lines: [content().text], numberStyle: style.text)
    change(&code)
    return .code(code)
  }

  private static func table(_ change: (inout StyledTree.Table) -> Void = { _ in }) -> StyledTree.Kind {
    let cell = StyledTree.Table.Cell(content())
    var table = StyledTree.Table(columns: [.left], head: [[cell]], rows: [[cell]], headStyle: style, cellStyle: style)
    change(&table)
    return .table(table)
  }

  private static let kinds: [StyledTree.Kind] = [
    .group, .list, .rule, .space(1.pt), .space(2.pt), .paragraph(content()), .paragraph(content("1 b")), .paragraph(content("1 a", other)),
    .paragraph(content(numberLength: 2)),
    .paragraph(content("\u{FFFC}", style.text, [.checkbox(isChecked: true, style.text)])),
    .paragraph(content("\u{FFFC}", style.text, [.checkbox(isChecked: false, style.text)])),
    .paragraph(content("\u{FFFC}", style.text, [.checkbox(isChecked: false, other)])),
    .paragraph(content("\u{FFFC}", style.text, [.math(formula("a"), style.text)])),
    .paragraph(content("\u{FFFC}", style.text, [.math(formula("b"), style.text)])),
    .paragraph(content("\u{FFFC}", style.text, [.math(formula("a", isDisplay: true), style.text)])),
    .paragraph(content("\u{FFFC}", style.text, [.math(formula("a"), other)])),
    .item(marker: content()), .item(marker: content("•")), .display(formula("a")), .display(formula("b")),
    .heading(level: 1, content(), title: "a", destination: "a"), .heading(level: 2, content(), title: "a", destination: "a"),
    .heading(level: 1, content("2 a"), title: "a", destination: "a"), .heading(level: 1, content(), title: "b", destination: "a"),
    .heading(level: 1, content(), title: "a", destination: "b"),
    .heading(level: 1, content(numberLength: 2), title: "a", destination: "a"),
    code(), code { $0.lines.append(content().text) }, code { $0.title = content().text }, code { $0.firstNumber = 1 },
    code { $0.marks = [.inserted] }, code { $0.numberStyle = other }, code { $0.isCut = true }, code { $0.grounds = [.inserted: .black] },
    code { $0.undrawnLanguage = "d2" }, code { $0.language = "c" },
    table(), table { $0.columns = [.right] }, table { $0.head = [] }, table { $0.rows.append($0.rows[0]) },
    table { $0.rows[0][0].content = content("b") }, table { $0.rows[0][0].columns = 2 }, table { $0.rows[0][0].background = .black },
    table { $0.caption = content() }, table { $0.isLayout = true }, table { $0.width = .fraction(0.5) },
    table { $0.headStyle.text = other },
    table { $0.cellStyle.text = other },
  ]

  private func key(
    _ kind: StyledTree.Kind, codeScale: Double? = nil, around: UInt64 = 0, _ change: (inout StyledTree) -> Void = { _ in }
  ) -> Digest128? {
    var tree = StyledTree(theme: Self.theme, language: "en")
    tree.blocks = [.group, kind].map { StyledTree.Block(kind: $0, style: Self.style, span: SourceSpan(0, 0)) }
    tree.blocks[0].firstChild = 1
    change(&tree)
    var keys = BlockKeys(tree, numbers: EquationNumbers(), codeScale: codeScale, surroundings: Digest128(around, 0))
    return keys.key(of: 1)
  }

  @Test func `what differs in a block is another key`() throws {
    var seen: [Digest128: StyledTree.Kind] = [:]
    for kind in Self.kinds {
      let key = try #require(self.key(kind))
      #expect(seen.updateValue(kind, forKey: key) == nil, "\(kind)")
      #expect(self.key(kind) == key)
    }
  }

  @Test func `so is what differs around it`() throws {
    let changes: [(inout StyledTree) -> Void] = [
      { $0.blocks[1].style.text = Self.other }, { $0.blocks[1].anchor = "a" }, { $0.blocks[1].link = "a" }, { $0.titleEnd = 2 },
      { $0.blocks[1].role = .note }, { $0.blocks[1].attributes.classes = ["a"] },
    ]
    var keys = [key(Self.code()), key(Self.code(), codeScale: 0.9), key(Self.code(), around: 1)]
    for change in changes { keys.append(key(Self.code(), change)) }
    #expect(!keys.contains(nil) && Set(keys).count == keys.count)
  }

  @Test func `pictures and what is beside a text have none`() {
    let image = Image(source: "a", alternative: "", title: "", span: SourceSpan(0, 0))
    #expect(key(.figure(image, caption: InlineContent())) == nil && key(.contents([])) == nil && key(.whenWide(1.pt)) == nil)
    #expect(key(.paragraph(Self.content("\u{FFFC}", Self.style.text, [.image(image, Self.style.text)]))) == nil)
  }
}
