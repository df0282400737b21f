import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetSettings

@testable import MDTypeset

/// Type as large as its reader wants it.
@Suite struct TypeSizeTests {
  private func document(_ text: String, matter: String) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: "---\n\(matter)\n---\n\(text)"))
  }

  /// Of the runs on the first page, in order, without the page number.
  private func sizes(_ text: String, _ matter: String) -> [Double] {
    let page = document(text, matter: matter).pages[0]
    return page.ink.items.prefix(page.furniture ?? .max).compactMap { if case .run(let run) = $0 { run.size.points } else { nil } }
  }

  @Test(arguments: [(TypeSize.xs, 14.0), (.s, 15), (.m, 16), (.l, 17), (.xl, 19), (.xxxl, 23), (.ax1, 28), (.ax5, 53)])
  func `text follows the body's curve`(size: TypeSize, points: Double) throws {
    let got = try #require(sizes("text", "type-size: \(size.rawValue)").first)
    #expect(abs(got - 11 * points / 17) < 0.01)
  }

  @Test func `headings grow less than text, and captions more`() throws {
    func ratio(_ text: String) throws -> Double {
      try #require(sizes(text, "type-size: ax5").first) / #require(sizes(text, "type-size: l").first)
    }
    #expect(abs(try ratio("# H") - 58.0 / 28) < 0.01)
    #expect(abs(try ratio("### H") - 55.0 / 20) < 0.01)
    #expect(abs(try ratio("text") - 53.0 / 17) < 0.01)
    #expect(abs(try ratio("Table: c\n\n| a |\n|---|\n| b |") - 43.0 / 12) < 0.01)
  }

  @Test func `every style has twelve sizes that never fall`() {
    for style in TypeStyle.allCases {
      #expect(style.points.count == TypeSize.allCases.count)
      #expect(zip(style.points, style.points.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(style.ratio(at: .l) == 1)
    }
  }

  @Test func `absolute sizes of a theme stay, emphasis goes with its text`() {
    let got = sizes("[x]{style=\"font-size: 14pt\"} *y*", "type-size: xl").map { $0.rounded() }
    #expect(got.first == 14 && got.last == 12)
  }

  @Test(arguments: [("ax5", "[s, xxl]", 21.0), ("xs", "[m, xl]", 16), ("l", "[xl, ax1]", 19), ("xl", "[xs, ax5]", 19)])
  func `sizes outside of a range are brought within it`(size: String, range: String, points: Double) throws {
    let got = try #require(sizes("text", "type-size: \(size)\ntype-size-range: \(range)").first)
    #expect(abs(got - 11 * points / 17) < 0.01)
  }

  @Test func `an element may have a range of its own`() throws {
    func points(_ text: String, _ element: String) throws -> Double {
      let style = "style: {styles: {\(element): {type-size-range: [s, xl]}}}"
      return try #require(sizes(text, "type-size: ax5\n\(style)").first)
    }
    let alone = try #require(sizes("# H", "type-size: xl").first)
    #expect(abs(try points("# H", "h1") - alone) < 0.01)
    #expect(abs(try points("> text", "quote") - 11 * 19.0 / 17) < 0.01)
    #expect(abs(try points("::: a\ntext\n:::", ".a") - 11 * 19.0 / 17) < 0.01)
    #expect(abs(try points("text", "quote") - 11 * 53.0 / 17) < 0.01)
    let wrong = document("text", matter: "style: {styles: {quote: {type-size-range: [s, huge]}}}")
    #expect(wrong.diagnostics.count == 1)
  }

  @Test func `a picture may follow a style of text`() throws {
    func width(_ matter: String) throws -> Double {
      let svg = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2240%22/%3E"
      let items = document("text ![](\(svg)){scale=caption} text", matter: matter).pages[0].ink.items
      return try #require(items.lazy.compactMap { if case .picture(_, let rect) = $0 { rect.width.points } else { nil } }.first)
    }
    #expect(try width("type-size: l") == 30)
    #expect(try width("type-size: ax5") == 30.0 * 43 / 12)
  }

  @Test(arguments: [TypeSize.ax1, .ax2, .ax3, .ax4, .ax5]) func `nothing leaves the paper at the largest sizes`(size: TypeSize) throws {
    let text = """
      # A heading with internationalisation in it

      Text with `some_long_function_name(argument)` and incomprehensibilities, <https://example.org/a/long/path/to/something>, $a^2 + b^2 = c^2$.

      $$\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}, \\qquad \\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt\\pi}{2}$$

      | Name | Description | Value |
      |---|---|--:|
      | temperature | of the surrounding air | 273.15 |
      | pressure | at sea level | 1013.25 |

      ```swift
      func greet(_ name: String) -> String { "Hello, \\(name), how are you today?" }
      ```

      1. An item
         - with another item in it
           - and one more :badge[experimental]

      > [!NOTE]
      > A note of some words.
      """
    for page in document(text, matter: "type-size: \(size.rawValue)\npage-numbers: true").pages {
      for case .run(let run) in page.ink.items {
        #expect(run.x.points >= -0.5)
        #expect((run.x + run.width).points <= page.width.points + 0.5)
        #expect(run.y.points < 0 && run.y > .zero - page.height)
      }
    }
  }

  @Test func `flag, front matter and modifier say the same`() throws {
    let markdown = "# A\n\ntext"
    let built = try Typesetter().typeset(Document(markdown: markdown).typeSize(.xxl).typeSize(within: .s ... .xl)).pdf()
    var options = TypesetterOptions()
    options.variables = [Variable(key: "type-size", value: "xxl"), Variable(key: "type-size-range", value: "[s, xl]")]
    #expect(try Typesetter(options: options).typeset(Document(markdown: markdown)).pdf() == built)
  }
}
