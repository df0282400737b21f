import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// How large pictures are, and which stand side by side. A page of A4 holds 674 points of text, 391 points wide.
@Suite struct PictureSizeTests {
  private func source(_ width: Int, _ height: Int) -> String {
    "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%22\(width)%22 height=%22\(height)%22/%3E"
  }

  private func image(_ width: Int, _ height: Int) -> String { "![](\(source(width, height).replacing(" ", with: "%20")))" }

  private func html(_ attributes: String, _ width: Int = 1000, _ height: Int = 800) -> String {
    "<img \(attributes) src=\"\(source(width, height))\">"
  }

  /// Of each page the pictures' widths and heights, and whether the second stands beside the first.
  private func pictures(_ text: String, matter: String = "", bodySize: Int? = nil) -> [[Rect]] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    if let bodySize { options.variables.append(Variable(key: "body.size", value: "\(bodySize)pt")) }
    let source = Source(name: "a.md", text: matter.isEmpty ? text : "---\n\(matter)\n---\n\(text)")
    return Typesetter(options: options).typeset(source).pages.map { page in
      page.ink.items.compactMap { if case .picture(_, let rect) = $0 { rect } else { nil } }
    }
  }

  private func sizes(_ text: String) -> [String] {
    pictures(text).joined().map { "\(Int64($0.width.points.rounded()))x\(Int64($0.height.points.rounded()))" }
  }

  @Test(arguments: [
    ("https://a.org/b/shot.png?x=1", "shot.png"), ("https://camo.org/c/\(String(repeating: "6874", count: 20))", "camo.org"),
    ("https://a.org", "a.org"), ("img/shot.png", "img/shot.png"), ("data:image/webp;base64,AAAA", "data:image/webp"),
  ])
  func `a picture without words that can't be shown is named as far as a reader learns from it`(source: String, shown: String) {
    #expect(pageLines("![](\(source))").first?.first == shown)
  }

  @Test func `a picture without a size is at most three fifths of the page high`() {
    #expect(sizes(image(1000, 3000) + "\n\ntext") == ["135x405"])
    #expect(sizes("text " + image(1000, 3000) + " text") == ["135x405"])
  }

  @Test(arguments: [
    "<div class=\"columns\"><div>\n\nWords\n\n</div><div>\n\nP\n\n</div></div>", "::: x\n\nP\n\nWords\n\n:::",
    "| a | b |\n|---|---|\n| P | c |", "> P",
  ]) func `pictures on a slide shrink to the room below its heading, as far as half their size`(body: String) {
    let picture = image(400, 500).replacing("[]", with: "[h:500]")
    func slides(_ body: String) -> [[Rect]] { pictures("# Heading\n\n\(body)\n\n---\n\n# Next\n", matter: "marp: true") }
    let fitting = slides(body.replacing("P", with: picture))
    #expect(fitting.count == 2)
    // As large as there is room.
    #expect((fitting[0].first?.height.points ?? 0) > 200, "\(fitting)")
    if body.hasPrefix("<") { #expect(slides(body.replacing("P", with: "\(picture)\n\n\(picture)\n\n\(picture)")).count > 2) }
  }

  @Test func `a picture that is all of an item has the marker at its top`() {
    let page = Typesetter().typeset(Source(name: "a.md", text: "- \(image(1000, 3000))\n- text\n")).pages[0]
    let baselines = page.ink.items.prefix(page.furniture ?? .max).compactMap { if case .run(let run) = $0 { -run.y.points } else { nil } }
    #expect((baselines.max() ?? 0) - (baselines.min() ?? 0) > 350, "\(baselines)")
  }

  @Test func `a height in per cent is a part of the page's text, a width one of the line`() {
    #expect(sizes(image(100, 100) + "{height=50%}") == ["337x337"])
    #expect(sizes(image(100, 100) + "{width=50%}") == ["196x196"])
  }

  @Test func `a height in capitals or lines goes with the text`() {
    #expect(sizes("text " + image(100, 100) + "{height=2cap} text") == ["14x14"])
    #expect(sizes("text " + image(100, 100) + "{height=2line} text") == ["29x29"])
    #expect(sizes("# text " + image(100, 100) + "{height=2cap} text") == ["22x22"])
  }

  @Test(arguments: [10, 14, 16, 20, 28]) func `a logo in a line keeps its size at every size of the text`(size: Int) {
    let found = pictures("text " + image(80, 28) + " text", bodySize: size).joined()
    #expect(found.map { [$0.width, $0.height] } == [[60.pt, 21.pt]])
  }

  @Test func `a badge in a line is not higher than the line`() {
    #expect(sizes("text " + image(90, 20) + " text") == ["54x12"])
  }

  @Test func `scale=text takes the picture's own size as meant for text of twelve points`() {
    #expect(sizes("text " + image(160, 40) + "{scale=text} text") == ["110x28"])
    #expect(sizes("# text " + image(160, 40) + "{scale=text} text") == ["171x43"])
  }

  @Test(arguments: [
    ("baseline=-0.2em", -2.2), ("baseline=3pt", 3), ("shift=4pt", 4), ("baseline=-0.2em shift=1pt", -1.2), ("baseline=middle", -8.64),
  ])
  func `a picture's lower edge is where its author wants it`(attributes: String, offset: Double) throws {
    let text = "text " + image(30, 30) + "{height=22pt \(attributes)} text"
    let rect = try #require(pictures(text).joined().first)
    let baseline = try #require(baselines(text).first)
    #expect(abs(rect.y.points - baseline.points - offset) < 0.1)
  }

  @Test func `one whose author gives a size keeps it`() {
    #expect(sizes(html("height=\"800\"", 1000, 3000) + "\n\ntext") == ["200x600"])
  }

  @Test func `a picture alone between page breaks keeps its size`() {
    #expect(sizes("text\n\n\\newpage\n\n\(image(300, 800))\n\n\\newpage\n\ntext") == ["225x600"])
    #expect(sizes("text\n\n\\newpage\n\n\(image(300, 800))\n\ntext") == ["152x405"])
    #expect(sizes(image(300, 800)) == ["225x600"])
  }

  @Test(arguments: [" ", "\n"]) func `two wide pictures in a paragraph stand side by side`(between: String) throws {
    let rects = try #require(pictures(image(1000, 800) + between + image(1000, 800)).first)
    #expect(rects.count == 2)
    #expect(rects[0].y == rects[1].y)
    #expect(rects.allSatisfy { $0.width > 180.pt && $0.height < 160.pt })
    #expect(rects[1].x + rects[1].width < 391.pt + 103.pt)
  }

  /// The baselines of the text's runs on the first page, from above.
  private func baselines(_ text: String) -> [Length] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let ink = Typesetter(options: options).typeset(Source(name: "a.md", text: text)).pages[0].ink
    let places = ink.items.compactMap { if case .run(let run) = $0 { run.y } else { nil } }
    return Array(Set(places)).sorted { $0 > $1 }.dropLast()
  }

  @Test(arguments: [12, 16, 18, 20, 22]) func `a badge between words leaves the lines at their distance`(height: Int) {
    let words = String(repeating: "some words of text ", count: 12)
    func steps(_ middle: String) -> [Double] {
      let lines = baselines(words + middle + words)
      return zip(lines, lines.dropFirst()).map { ($0.points - $1.points) }
    }
    let plain = steps("and")
    #expect(plain.count >= 3)
    for step in steps("\(image(90, height)) and \(image(90, height)) and") { #expect(abs(step - plain[0]) < 0.01) }
  }

  @Test func `badges without words, larger pictures and those with a size keep their size`() {
    #expect(sizes(image(90, 20) + " " + image(80, 20)) == ["68x15", "60x15"])
    #expect(sizes("text " + image(90, 20) + " text") == ["54x12"])
    #expect(sizes("text " + image(90, 40) + " text") == ["68x30"])
    #expect(sizes("text " + html("height=\"20\"", 90, 20) + " text") == ["68x15"])
  }

  @Test func `they have one height`() throws {
    let rects = try #require(pictures(image(1000, 800) + " " + image(900, 800)).first)
    #expect(abs((rects[0].height - rects[1].height).points) < 0.1)
    #expect(rects[0].y == rects[1].y)
  }

  @Test func `a pair of which one would be narrower than two fifths stays one below the other`() throws {
    let rects = try #require(pictures(image(2000, 800) + " " + image(800, 800)).first)
    #expect(rects[0].y > rects[1].y)
    #expect(rects[0].width > 380.pt)
  }

  @Test func `hard breaks part pictures`() throws {
    let rects = try #require(pictures(image(600, 300) + "\\\n" + image(600, 300)).first)
    #expect(rects[0].y > rects[1].y)
    #expect(rects.allSatisfy { $0.width > 380.pt })
  }

  @Test func `three pictures in a row on the web are a row on paper`() throws {
    let row = [String](repeating: html("width=\"250\""), count: 3).joined(separator: " ")
    let rects = try #require(pictures("<p align=\"center\">\(row)</p>").first)
    #expect(Set(rects.map(\.y)).count == 1)
    #expect(rects.count == 3)
  }

  @Test func `badges and signs in text stay as they are`() {
    #expect(sizes([String](repeating: image(120, 20), count: 6).joined(separator: " ")) == [String](repeating: "90x15", count: 6))
    #expect(sizes("words " + image(1000, 300) + " and " + image(1000, 300)).allSatisfy { $0.hasPrefix("391x") })
  }

  @Test func `figures with captions move in a report, and figures here holds them`() {
    let words = String(repeating: "Words that fill lines, one after the other, until there are enough of them. ", count: 24)
    let captioned = image(1000, 1400).replacing("![]", with: "![A caption]")
    let text = "\(words)\n\n\(words)\n\n\(captioned)\n\n\(words)\n\n\(words)"
    func above(_ matter: String) -> Int? { pictures(text, matter: matter).firstIndex { !$0.isEmpty } }
    let lines = { (matter: String) in pageLines("---\n\(matter)\n---\n" + text).first?.count ?? 0 }
    #expect(above("theme: report") == 1)
    #expect(lines("theme: report") > lines("theme: report\nfigures: here") + 5)
  }

  @Test(arguments: ["![Growth of $\\alpha^2$ in $t$](none.png)", "words ![Growth of $\\alpha^2$ in $t$](none.png) words"])
  func `formulas in the words that stand for a missing picture are set`(text: String) {
    let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
    let runs = page.ink.items.compactMap { item -> String? in
      guard case .run(let run) = item else { return nil }
      return String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
    }
    #expect(runs.contains { $0.contains("Growth of") })
    #expect(!runs.contains { $0.contains("Growth") && $0.contains("alpha") })
  }

  @Test(arguments: [
    "![One picture of a window](a.png)![Two pictures of a window](b.png)![Three pictures of it](c.png)![Four pictures of it](d.png)",
    "[![The state of the build on the main branch](a.png)](x)[![The coverage of the tests of it](b.png)](x)[![The newest version that is in the registry](c.png)](x)[![The licence](d.png)](x)",
    "- ![A-very-long-name-of-a-picture.png](a)![Another-very-long-name-of-it.png](b)![A-third-long-name-of-it.png](c)",
  ])
  func `frames in the place of missing pictures in a row stand on several lines where one has no room for them`(text: String) {
    let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
    let frames = page.ink.items.compactMap { if case .panel(let panel) = $0 { panel.rect } else { nil } }
    #expect(frames.count >= 3)
    let ends = frames.map { ($0.x + $0.width).points }
    #expect(ends.allSatisfy { $0 < 595 - 100 }, "\(ends)")
    #expect(Set(frames.map(\.y)).count > 1)
  }

  @Test func `rows of pictures in a paragraph are in the middle and have one size, also at the foot of a page`() {
    let row = (0..<2).map { _ in html("width=\"30%\"", 300, 400) }.joined()
    for words in [0, 900, 980] {
      let text = String(repeating: "word ", count: words) + "\n\n\(row)\n\(row)\n"
      let rects = pictures(text).joined()
      #expect(rects.count == 4 && Set(rects.map(\.width)).count == 1, "\(words): \(rects)")
      let (left, right) = (rects.map(\.x).min() ?? .zero, rects.map { $0.x + $0.width }.max() ?? .zero)
      #expect(abs((left + right).points - 595.3) < 0.5, "\(words): \(left) to \(right)")
    }
  }

  @Test func `the alternative text of a formula's picture is no caption`() {
    let address = source(300, 100).replacing(" ", with: "%20")
    #expect(pageLines("![$E = mc^2$](\(address))").joined().isEmpty)
    #expect(pageLines("![The law $E = mc^2$](\(address))").joined().joined().contains("law"))
  }
}
