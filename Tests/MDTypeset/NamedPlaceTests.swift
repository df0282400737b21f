import Testing
import TypesetBoxes

@testable import MDTypeset

/// Where things with a name are that stand in a line.
@Suite struct NamedPlaceTests {
  struct Filled: InlineAttachment {
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 20, height: 12, depth: 3) }
    func draw(on canvas: inout Canvas) { canvas.fill(canvas.bounds, .red) }
    var plainText: String { "" }
  }

  @Test func `a figure has the words of its pictures' labels`() throws {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 90 40\"><text y=\"20\">Fee</text><text y=\"35\">$x^2$</text></svg>"
    let made = Typesetter().typeset(Document(markdown: "One.\n\n\(svg)\n\n![Empty](data:image/svg+xml,\(Self.empty))\n"))
    let figures = made.places.filter { $0.kind == "figure" }
    #expect(figures.map(\.words) == [["Fee", "x²"], nil], "\(figures)")
    #expect(made.places.first { $0.kind == "paragraph" }?.words == nil)
  }

  @Test func `a named group has the rectangle of all that is in it, on each page that shows some of it`() throws {
    let text = "::: {.outer}\n\n::: {#box}\nOne.\n\n::: {.inner}\nTwo [words]{#words}.\n:::\n\n- item\n:::\n\nAfter.\n\n:::\n"
    let made = Typesetter().typeset(Document(markdown: text))
    let box = try #require(made.place(of: "box"))
    func paragraph(_ words: String) throws -> DocumentPlace {
      try #require(made.places.first { $0.kind == "paragraph" && $0.text == words })
    }
    let (one, after) = (try paragraph("One."), try paragraph("After."))
    let list = try #require(made.places.first { $0.kind == "list" })
    #expect(box.kind == "label" && box.text == "One.Two words.•item")
    #expect(abs(box.y - one.y) < 0.01 && abs(box.y + box.height - list.y - list.height) < 0.01 && box.y + box.height < after.y, "\(box)")
    #expect(one.id == nil && made.place(of: "words") != nil)
    let long = Typesetter().typeset(
      Document(markdown: "Before.\n\n::: {#long}\n" + (0..<120).map { "Paragraph \($0).\n\n" }.joined() + ":::\n\nAfter.\n"))
    let parts = long.places.filter { $0.id == "long" }
    #expect(parts.map(\.page) == Array(0..<long.pageCount), "\(parts.map(\.page))")
    #expect(parts.allSatisfy { $0.height > 300 })
  }

  private static let empty = "%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2230%22/%3E"

  @Test func `a name in a line has the rectangle of the ink that it is given to`() throws {
    let svg = "data:image/svg+xml,\(Self.empty)"
    let text = "a ![](\(svg)){#picture} b ![](\(svg)){#raised shift=4pt} :badge[x]{#badge} :s[]{#none} [two ![](\(svg)) words]{#both}"
    let made = Typesetter().typeset(
      Document(markdown: text).markdownDirective("s") { _, _ in .group("named", id: "drawn", .attachment(Filled())) })
    func place(_ name: String) throws -> DocumentPlace { try #require(made.places.first { $0.id == name }) }
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.01 }
    let (picture, raised, drawn, both) = (try place("picture"), try place("raised"), try place("drawn"), try place("both"))
    let baseline = drawn.y + 9
    #expect(isNear(drawn.width, 20) && isNear(drawn.height, 12), "\(drawn)")
    #expect(isNear(picture.width, 30) && isNear(picture.height, 22.5), "\(picture)")
    #expect(isNear(picture.y + 22.5, baseline) && isNear(raised.y + 22.5, baseline - 4), "\(picture) \(raised)")
    #expect(isNear(both.height, 22.5) && both.width > 60, "\(both)")
    // The ground of a badge is drawn as a panel.
    let ground = try #require(made.pages[0].ink.items.lazy.compactMap { if case .panel(let panel) = $0 { panel.rect } else { nil } }.first)
    let badge = try place("badge")
    #expect(isNear(badge.width, ground.width.points) && isNear(badge.height, ground.height.points), "\(badge) \(ground)")
  }
}
