import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Icons and badges among words.
@Suite struct IconTests {
  private func typeset(_ text: String, size: Int = 10) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: "---\nfontsize: \(size)pt\n---\n" + text))
  }

  private func paths(_ document: TypesetDocument) -> [InkPath] {
    document.pages[0].ink.items.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  private func panels(_ document: TypesetDocument) -> [Panel] {
    document.pages[0].ink.items.compactMap { if case .panel(let panel) = $0 { panel } else { nil } }
  }

  /// Of all paths, their strokes included.
  private func bounds(_ paths: [InkPath]) -> (bottom: Double, top: Double) {
    let edges = paths.map { path in
      let (rect, half) = (path.bounds, path.stroke == nil ? 0 : path.width.points / 2)
      return (rect.y.points - half, (rect.y + rect.height).points + half)
    }
    return (edges.map(\.0).min() ?? 0, edges.map(\.1).max() ?? 0)
  }

  private func baseline(_ document: TypesetDocument) -> Double {
    document.pages[0].ink.items.lazy.compactMap { if case .run(let run) = $0 { run.y.points } else { nil } }.first ?? 0
  }

  @Test(arguments: [8, 12, 24, 72]) func `an icon is as high as the capitals and stands on the baseline`(size: Int) {
    // Its drawing fills the square from the upper to the lower edge.
    let document = typeset("H :icon[plus-square]", size: size)
    let (bottom, top) = bounds(paths(document))
    let capitals = 0.658 * Double(size)
    #expect(abs((top - bottom) / capitals - 1) < 0.01)
    #expect(abs(bottom - baseline(document)) < 0.01 * capitals)
  }

  @Test func `its strokes are as heavy as the letters' stems`() {
    let document = typeset("x :icon[plus-square]", size: 20)
    let added = paths(document).compactMap { $0.stroke == nil ? nil : $0.width.points }.first ?? 0
    let square = bounds(paths(document))
    let stem = (square.top - square.bottom - added) / 16 + added
    // Libertinus Serif: the stem of an l is 0.076 em.
    #expect(abs(stem / 1.52 - 1) < 0.1)
  }

  @Test func `a filled icon keeps its gaps`() { #expect(paths(typeset("x :icon[check-circle-fill]")).allSatisfy { $0.stroke == nil }) }

  @Test func `an icon has the text's colour or its own`() {
    #expect(Set(paths(typeset("x :icon[gear]")).compactMap(\.fill)) == [Color(rgba: 0x0000_00FF)])
    #expect(Set(paths(typeset("x :icon[gear]{color=red}")).compactMap(\.fill)) == [Color(rgba: 0xFF00_00FF)])
  }

  @Test func `both notations and synonyms lead to the same icon`() {
    let first = paths(typeset("x :icon[exclamation-triangle]"))
    #expect(!first.isEmpty)
    #expect(paths(typeset("x ![](icon:exclamation-triangle)")) == first)
    #expect(paths(typeset("x :icon[warning]")) == first)
  }

  @Test(arguments: [("0", 0), ("0.01", 1), ("0.5", 2), ("1", 3)]) func `a level is shown by the nearest icon of its family`(
    value: String, step: Int
  ) {
    let names = ["wifi-off", "wifi-1", "wifi-2", "wifi"]
    #expect(paths(typeset("x :icon[wifi]{value=\(value)}")).map(\.steps) == paths(typeset("x :icon[\(names[step])]")).map(\.steps))
  }

  @Test func `in colours the missing part of a level is a tint`() {
    let fills = paths(typeset("x :icon[wifi]{value=0.5 mode=multi}")).compactMap(\.fill?.rgba)
    #expect(Set(fills) == [0x0000_004D, 0x0000_00FF])
  }

  @Test func `an icon is copied as its name, its alternative text or what copy says`() {
    #expect(extracted("a :icon[check-circle] b") == "a check circle b")
    #expect(extracted("a ![done](icon:check-circle) b") == "a done b")
    #expect(extracted("a :icon[check-circle]{copy=\"OK\"} b") == "a OK b")
  }

  private static let square =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"

  @Test func `the alternative text of a picture among words is copied, unless the author says what is`() {
    #expect(extracted("a ![a tick](<\(Self.square)>) b") == "a a tick b")
    #expect(extracted("a ![a tick](<\(Self.square)>){copy=\"OK\"} b") == "a OK b")
    #expect(extracted("a ![](<\(Self.square)>) b") == "a  b")
  }

  @Test func `the alternative text of a figure is its caption, and is copied once`() {
    #expect(extracted("![a tick](<\(Self.square)>)") == "a tick")
  }

  private func extracted(_ text: String) -> String {
    let ink = typeset(text).pages[0].ink
    var runs: [GlyphRun] = ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } }
    runs.removeLast()  // The page number.
    return runs.map { String(decoding: ink.text[Int($0.text.lowerBound)..<Int($0.text.upperBound)], as: UTF8.self) }.joined()
  }

  @Test func `an unknown name is said with the nearest one`() {
    let diagnostics = typeset("x :icon[hous]").diagnostics
    #expect(diagnostics.map(\.code) == ["icon.unknown"])
    #expect(diagnostics.first?.hint?.contains("did you mean \"house\"?") == true)
  }

  @Test(arguments: ["x :fontawesome-brands-blorb: y", "x \\faBlorb y"])
  func `an icon of another set that none here is like is left out, and said`(text: String) {
    let diagnostics = typeset(text).diagnostics
    #expect(diagnostics.map(\.code) == ["icon.unknown"])
    #expect(diagnostics.first?.message.contains("blorb is left out") == true)
  }

  @Test(arguments: ["scale=huge", "value=2", "height=x", "color=nocolour", "rotate=90"])
  func `an attribute that means nothing is said`(attribute: String) {
    #expect(typeset("x :icon[wifi]{\(attribute)}").diagnostics.map(\.code) == ["icon.attribute"])
  }

  @Test(arguments: ["std::icon[x]", "a:icon[x]", ":icon[two words]", ":icon[a*b*]", "\\:icon[x]", "x:badge[1]"])
  func `what only looks like an icon or a badge is text`(text: String) {
    let document = typeset(text)
    #expect(paths(document).isEmpty)
    #expect(panels(document).isEmpty)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `all icons can be read`() {
    #expect(Icon.names.count == 1_953)
    #expect(Icon.names.allSatisfy { IconTable.figures(of: $0)?.isEmpty == false })
    #expect(IconTable.synonyms.values.allSatisfy(IconTable.contains))
  }

  // MARK: Badges

  @Test(arguments: [":badge[new]", "[new]{.badge}", "^[new](style: 'badge')"])
  func `a badge takes the room of its padding`(badge: String) throws {
    let document = typeset("a \(badge) b")
    let panel = try #require(panels(document).first)
    let runs = document.pages[0].ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } }
    #expect(runs[0].x + runs[0].width <= panel.rect.x)
    #expect(runs[1].x > panel.rect.x && runs[1].x + runs[1].width < panel.rect.x + panel.rect.width)
    #expect(panel.rect.x + panel.rect.width <= runs[2].x)
    #expect(panel.radius > .zero)
    #expect(extracted("a \(badge) b") == "a new b")
  }

  @Test func `a badge is never divided`() {
    let words = String(repeating: "word ", count: 14)
    for count in 0..<12 {
      let document = typeset(words + String(repeating: "x", count: count) + " :badge[two words here] " + words)
      #expect(panels(document).count == 1)
      let places = document.pages[0].ink.items.compactMap { item -> Length? in
        if case .run(let run) = item, run.size < 9.pt { run.y } else { nil }
      }
      #expect(Set(places).count == 1)
    }
  }

  @Test func `a badge that is wider than the measure is made smaller`() throws {
    let panel = try #require(panels(typeset(":badge[\(String(repeating: "many words ", count: 30))]")).first)
    #expect(panel.rect.width <= 391.pt + 1.pt)
  }

  @Test func `lines may end beside a badge as beside a Han character`() {
    let text = String(repeating: ":badge[abc]", count: 60)
    let lines = Set(panels(typeset(text)).map(\.rect.y))
    #expect(lines.count >= 3)
    let panels = panels(typeset(":badge[abc]:badge[abc]"))
    #expect(panels[1].rect.x.points - (panels[0].rect.x + panels[0].rect.width).points > 1.5)
    // A full stop never begins a line.
    let stops = (20..<40).map { count -> Bool in
      let document = typeset(String(repeating: ":badge[abc]", count: count) + ".")
      let last = self.panels(document).last?.rect.y
      let stop = document.pages[0].ink.items.compactMap { item -> Length? in
        if case .run(let run) = item, run.size == 10.pt, run.y < 800.pt { run.y } else { nil }
      }
      return last != nil && stop.first.map { $0 > last ?? .zero } ?? false
    }
    #expect(stops.allSatisfy { $0 })
  }

  @Test func `a colour is the ground, with letters that can be read on it`() throws {
    for (color, letters) in [("red", 0xFFFF_FFFF), ("yellow", 0x1A1A_1AFF), ("#204080", 0xFFFF_FFFF)] as [(String, UInt32)] {
      let document = typeset("a :badge[x]{color=\"\(color)\"}")
      #expect(panels(document).first?.fill == Color(color))
      #expect(document.pages[0].ink.items.contains { if case .run(let run) = $0 { run.color.rgba == letters } else { false } })
    }
  }

  @Test func `badges in badges are text, formulas and icons are not`() {
    let document = typeset("a :badge[b :badge[c] $x^2$ :icon[gear]]")
    #expect(panels(document).count == 1)
    #expect(!paths(document).isEmpty)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `ten thousand badges within one another are set`() {
    let document = typeset(String(repeating: ":badge[", count: 10_000) + "x" + String(repeating: "]", count: 10_000))
    #expect(document.pages.count >= 1)
  }
}

/// Markers that an author names for one list.
@Suite struct NamedMarkerTests {
  @Test(arguments: [
    "{marker=lower-roman}\n1. one\n2. two", "1. one\n2. two\n{: marker=lower-roman}", "::: {marker=lower-roman}\n1. one\n2. two\n:::",
    "- x\n\n{marker=lower-roman}\n1. one\n2. two",
  ])
  func `a list has the markers that are named above, below or around it`(text: String) {
    let lines = pageLines(text)[0].filter { $0.hasSuffix("one") || $0.hasSuffix("two") }
    #expect(lines.map { $0.filter { $0 != " " } } == ["i.one", "ii.two"])
  }

  @Test func `a list has no markers of the list that its last item ends with`() {
    let lines = pageLines("1. one\n\n    a. sub\n\n2. two\n\n    a. sub\n\nText.\n")[0]
    #expect(lines.contains { $0.hasPrefix("1.") && $0.hasSuffix("one") } && lines.contains { $0.hasPrefix("2.") && $0.hasSuffix("two") })
  }

  @Test func `attributes that are no markers above a list are text`() {
    #expect(pageLines("{a=b}\n\n1. one")[0].first == "{a=b}")
  }
}

extension IconTests {
  @Test(arguments: ["new", "Egypt", "新品", "jÅ"]) func `a badge's ground reaches beyond its letters`(word: String) throws {
    let page = typeset("a :badge[\(word)]").pages[0]
    let panel = try #require(panels(typeset("a :badge[\(word)]")).first)
    let fonts = typeset("a").fonts
    for case .run(let run) in page.ink.items where run.size < 10.pt && run.y < panel.rect.y + panel.rect.height && run.y > panel.rect.y {
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let box = fonts.font(run.face, size: run.size).inkBounds(of: glyph.id) else { continue }
        #expect(run.y + box.y > panel.rect.y)
        #expect(run.y + box.y + box.height < panel.rect.y + panel.rect.height)
      }
    }
  }
}
