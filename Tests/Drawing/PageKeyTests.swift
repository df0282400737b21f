import Testing
import TypesetBoxes
import TypesetFiles
import TypesetFonts

@testable import TypesetDrawing

/// The contents of PDF pages that are kept between runs are found by all that they are made of.
@Suite struct PageKeyTests {
  private static let book = FontBook(ignoresSystemFonts: true)

  /// A change of the plain page, by the type and the name of the field that it changes.
  private struct Change: CustomStringConvertible {
    var type: String
    var field: String
    var make: (inout Page) -> Void
    var description: String { "\(type).\(field)" }
  }

  private static let red = Color(red: 255, green: 0, blue: 0)

  private static func plain() -> Page {
    page(
      { ink, book in
        run("office", x: 20.pt, y: -40.pt, in: &ink, book: book)
        let area = Rect(x: 1.pt, y: -30.pt, width: 20.pt, height: 10.pt)
        ink.items.append(.rule(area, .black))
        ink.items.append(.stroke(Stroke(x0: 1.pt, y0: -2.pt, x1: 3.pt, y1: -4.pt, width: 1.pt, color: .black)))
        ink.items.append(.panel(Panel(rect: area, fill: .black)))
        ink.items.append(.clip(area))
        ink.items.append(.clip(nil))
      }, book: book)
  }

  /// Changes the item of a kind.
  private static func change(_ page: inout Page, _ edit: (InkItem) -> InkItem?) {
    for index in page.ink.items.indices { if let made = edit(page.ink.items[index]) { page.ink.items[index] = made } }
  }

  private static func ofRun(_ field: String, _ edit: @escaping (inout GlyphRun) -> Void) -> Change {
    Change(type: "GlyphRun", field: field) { page in
      change(&page) {
        guard case .run(var run) = $0 else { return nil }
        edit(&run)
        return .run(run)
      }
    }
  }

  private static func ofStroke(_ field: String, _ edit: @escaping (inout Stroke) -> Void) -> Change {
    Change(type: "Stroke", field: field) { page in
      change(&page) {
        guard case .stroke(var stroke) = $0 else { return nil }
        edit(&stroke)
        return .stroke(stroke)
      }
    }
  }

  private static func ofPanel(_ field: String, _ edit: @escaping (inout Panel) -> Void) -> Change {
    Change(type: "Panel", field: field) { page in
      change(&page) {
        guard case .panel(var panel) = $0 else { return nil }
        edit(&panel)
        return .panel(panel)
      }
    }
  }

  private static func ofRect(_ field: String, _ edit: @escaping (inout Rect) -> Void) -> Change {
    Change(type: "Rect", field: field) { page in
      change(&page) {
        guard case .rule(var rect, let color) = $0 else { return nil }
        edit(&rect)
        return .rule(rect, color)
      }
    }
  }

  private static var ofPages: [Change] {
    [
      Change(type: "Page", field: "width") { $0.width = 300.pt }, Change(type: "Page", field: "height") { $0.height = 300.pt },
      Change(type: "Page", field: "background") { $0.background = red },
      Change(type: "Page", field: "ink") { $0.ink.items.removeLast() },
      Change(type: "Ink", field: "items") { $0.ink.items.swapAt(1, 2) },
      Change(type: "Ink", field: "glyphs") { $0.ink.glyphs[0].id = $0.ink.glyphs[1].id },
      Change(type: "Ink", field: "text") { $0.ink.text[0] = UInt8(ascii: "O") },
      Change(type: "Ink", field: "marks") { $0.ink.marks.append(.link(url: "https://example.org/")) },
      Change(type: "Glyph", field: "id") { $0.ink.glyphs[0].id = $0.ink.glyphs[2].id },
      Change(type: "Glyph", field: "x") { $0.ink.glyphs[2].x += 1_000 }, Change(type: "Glyph", field: "y") { $0.ink.glyphs[2].y = 1_000 },
      Change(type: "Glyph", field: "cluster") { $0.ink.glyphs[2].cluster = 1 },
    ]
  }

  private static var ofItems: [Change] {
    let bold = book.face(family: "Libertinus Serif", weight: 700)?.id
    return [
      ofRun("face") { $0.face = bold ?? $0.face }, ofRun("isSilent") { $0.isSilent = true },
      ofRun("isIncidental") { $0.isIncidental = true },
      ofRun("expansion") { $0.expansion = 20 }, ofRun("isRightToLeft") { $0.isRightToLeft = true }, ofRun("color") { $0.color = red },
      ofRun("size") { $0.size = 11.pt }, ofRun("x") { $0.x = 21.pt }, ofRun("y") { $0.y = -41.pt }, ofRun("width") { $0.width += 1.pt },
      ofRun("glyphs") { $0.glyphs = $0.glyphs.dropLast() }, ofRun("text") { $0.text = $0.text.dropLast() },
      ofStroke("x0") { $0.x0 = 9.pt }, ofStroke("y0") { $0.y0 = 9.pt }, ofStroke("x1") { $0.x1 = 9.pt }, ofStroke("y1") { $0.y1 = 9.pt },
      ofStroke("width") { $0.width = 2.pt }, ofStroke("dash") { $0.dash = 2.pt }, ofStroke("color") { $0.color = red },
      ofPanel("rect") { $0.rect.x = 9.pt }, ofPanel("radius") { $0.radius = 2.pt }, ofPanel("fill") { $0.fill = nil },
      ofPanel("border") { $0.border = red }, ofPanel("borderWidth") { $0.borderWidth = 2.pt },
      ofRect("x") { $0.x = 9.pt }, ofRect("y") { $0.y = 9.pt }, ofRect("width") { $0.width = 9.pt }, ofRect("height") { $0.height = 9.pt },
      Change(type: "InkItem", field: "rule") { change(&$0) { if case .rule(let area, _) = $0 { .rule(area, red) } else { nil } } },
      Change(type: "InkItem", field: "clip") { change(&$0) { if case .clip(.some) = $0 { .clip(nil) } else { nil } } },
    ]
  }

  private func key(_ page: Page, structure: DocumentStructure? = nil) -> Digest128? {
    var scan = PDFScan(fonts: Self.book, structure: structure, copiesLaTeX: false, isSecond: false)
    // Both weights in any case: the numbers of fonts do not follow from the page alone.
    var both = Self.plain()
    if let bold = Self.book.face(family: "Libertinus Serif", weight: 700)?.id {
      Self.change(&both) { if case .run(var run) = $0 { (run.face = bold, .run(run)).1 } else { nil } }
    }
    scan.add(Self.plain())
    scan.add(both)
    scan.add(page)
    let marked = structure == nil ? nil : scan.findings.contents.last
    var resources = scan.resources
    resources.firstFonts = Array(resources.fonts.uses.indices)
    return PageContent.key(of: page, marked: marked, resources: resources, fonts: resources.fontDigests)
  }

  @Test func `another value of any field is another key`() throws {
    let plain = try #require(key(Self.plain()))
    for change in Self.ofPages + Self.ofItems {
      var page = Self.plain()
      change.make(&page)
      #expect(page != Self.plain(), "\(change) changes nothing")
      let found = try #require(key(page), "\(change)")
      #expect(found != plain, "\(change)")
    }
    #expect(key(Self.plain()) == plain)
  }

  @Test func `the tables of changes have every field`() throws {
    let page = Self.plain()
    // What is written elsewhere in the file, or in no PDF.
    let others: [String: Set<String>] = ["Page": ["baseline", "alternative", "mathML", "label", "furniture", "lines", "ends", "typeSize"]]
    var values: [String: Any] = ["Page": page, "Ink": page.ink, "Glyph": page.ink.glyphs[0]]
    for item in page.ink.items {
      switch item {
      case .run(let run): values["GlyphRun"] = run
      case .rule(let rect, _): values["Rect"] = rect
      case .stroke(let stroke): values["Stroke"] = stroke
      case .panel(let panel): values["Panel"] = panel
      default: break
      }
    }
    #expect(values.count == 7)
    let changes = Self.ofPages + Self.ofItems
    for (type, value) in values {
      // What is kept in fewer bytes is `narrowX` for `x`.
      let fields = Set(
        Mirror(reflecting: value).children.compactMap { $0.label.map { $0.hasPrefix("narrow") ? $0.dropFirst(6).lowercased() : $0 } })
      #expect(Set(changes.filter { $0.type == type }.map(\.field)).union(others[type] ?? []) == fields, "\(type)")
    }
  }

  @Test func `other marks, or marks of elements that are others, are another key`() throws {
    let page = Self.plain()
    func key(_ element: Int? = 0, item: Int = 0, isContinued: Bool = false, role: StructureRole = .formula, text: String = "x²")
      throws -> Digest128
    {
      var scan = PDFScan(fonts: Self.book, structure: nil, copiesLaTeX: false, isSecond: true)
      scan.add(page)
      var resources = scan.resources
      resources.firstFonts = Array(resources.fonts.uses.indices)
      (resources.roles, resources.texts) = ([role, role], [0: Array(text.utf8), 1: Array(text.utf8)])
      var marked = MarkedContent()
      marked.begin(element, at: item, isContinued: isContinued)
      return try #require(PageContent.key(of: page, marked: marked, resources: resources, fonts: resources.fontDigests))
    }
    let plain = try key()
    #expect(try key(nil) != plain)
    #expect(try key(item: 1) != plain)
    #expect(try key(isContinued: true) != plain)
    #expect(try key(role: .math) != plain)
    #expect(try key(text: "x₂") != plain)
    // The number of an element may be another one after an edit.
    #expect(try key(1) == plain)
  }

  @Test func `a page with what has no packed form has no key`() {
    let path = InkPath(steps: [.move(.init(x: 1.pt, y: 2.pt))])
    for item in [.picture(PictureID(rawValue: 0), Rect(x: .zero, y: .zero, width: 1.pt, height: 1.pt)), .path(path)] as [InkItem] {
      var page = Self.plain()
      page.ink.items.append(item)
      #expect(key(page) == nil)
    }
    for mark in [.drawing(0), .text(renderer: 0)] as [Mark] {
      var page = Self.plain()
      page.ink.marks.append(mark)
      #expect(key(page) == nil)
    }
  }
}
