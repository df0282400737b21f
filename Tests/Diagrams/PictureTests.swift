import Testing
import TypesetBoxes

@testable import TypesetDiagrams

/// What diagrams are drawn with: colours, paths, letters.
struct DiagramPictureTests {
  @Test(arguments: [
    ("#f90", 0xFF99_00FF), ("#F908", 0xFF99_0088), ("#ff9900", 0xFF99_00FF), ("#ff990080", 0xFF99_0080), ("Tomato", 0xFF63_47FF),
    ("rgb(255, 153, 0)", 0xFF99_00FF), ("rgba(255 153 0 / 50%)", 0xFF99_0080), ("rgb(100%,60%,0%)", 0xFF99_00FF),
    ("hsl(36, 100%, 50%)", 0xFF99_00FF), ("hsl(-120deg 100% 50%)", 0x0000_FFFF), ("rgb(300,-5,0)", 0xFF00_00FF),
  ])
  func `a colour is read as CSS writes it`(text: String, rgba: Int) {
    #expect(DiagramColor.color(text) == Color(rgba: UInt32(rgba)))
  }

  @Test(arguments: ["", "#", "#12345", "#ggg", "rgb(1,2)", "rgb(a,b,c)", "url(x)", "var(--main)", "none", "nocolor"])
  func `what is no colour leaves the diagram's own`(text: String) { #expect(DiagramColor.color(text) == nil) }

  @Test(arguments: [(false, true, 10.0), (false, false, -10.0), (true, true, 10.0), (true, false, -10.0)])
  func `an arc is a part of its circle`(isLarge: Bool, isClockwise: Bool, bulge: Double) {
    var path = DiagramPath([DiagramPoint(0, 0)])
    path.arc(10, 10, to: DiagramPoint(12, 0), isLarge: isLarge, isClockwise: isClockwise)
    // The middle of the chord is 8 away from the middle of the circle.
    let middle = DiagramPoint(6, (isLarge == isClockwise ? -8 : 8))
    var ends: [DiagramPoint] = []
    for step in path.steps { if case .curve(_, _, let to) = step { ends.append(to) } }
    #expect(ends.last == DiagramPoint(12, 0))
    for end in ends {
      let (dx, dy) = (end.x - middle.x, end.y - middle.y)
      #expect(abs((dx * dx + dy * dy).squareRoot() - 10) < 0.001, "\(end)")
    }
    #expect(ends.count == (isLarge ? 4 : 1))
    // Clockwise, y downwards: from left to right above the chord.
    if isLarge { #expect(ends.dropLast().allSatisfy { ($0.y < 0) == (bulge > 0) }) }
  }

  @Test func `a radius that does not reach is made larger`() {
    var path = DiagramPath([DiagramPoint(0, 0)])
    path.arc(1, 1, to: DiagramPoint(8, 0))
    let ends = path.steps.compactMap { step in if case .curve(_, _, let to) = step { to } else { nil } }
    #expect(ends.count == 2 && abs(ends[0].x - 4) < 0.001 && abs(ends[0].y + 4) < 0.001, "\(ends)")
  }

  private func words(_ source: String, in type: DiagramType) throws -> [String: Color] {
    var colors: [String: Color] = [:]
    for item in try MermaidDiagram.picture(of: source, in: type).items {
      if case .words(let words) = item { colors[words.runs.map(\.text).joined()] = words.color }
    }
    return colors
  }

  @Test func `words that an author has made white for dark paper are seen on it`() throws {
    var type = DiagramType(size: 10)
    type.dark = (Color(rgba: 0x1010_10FF), Color(rgba: 0xE0E0_E0FF))
    let drawing = try MermaidDiagram.svg(of: "graph TD\nA[Words]\nstyle A fill:none,stroke:none,color:white\n", in: type)
    #expect(drawing.contains("#ffffff") || drawing.contains("white"), "\(drawing)")
  }

  @Test func `on dark paper what is the diagram's own is light, and what an author has coloured stays`() throws {
    var type = DiagramType(size: 10)
    type.dark = (Color(rgba: 0x1010_10FF), Color(rgba: 0xE0E0_E0FF))
    let source = "graph TD\nA --> B --> C\nstyle B fill:#ffd,stroke:#333\nstyle C fill:#024\n"
    let colors = try words(source, in: type)
    let (own, light, dark) = (try #require(colors["A"]), try #require(colors["B"]), try #require(colors["C"]))
    #expect(own.brightness > 0.7 && light.brightness < 0.2 && dark.brightness > 0.7)
    let picture = try MermaidDiagram.picture(of: source, in: type)
    var fills: Set<Color> = []
    for item in picture.items { if case .shape(let shape) = item, let fill = shape.fill { fills.insert(fill) } }
    #expect(fills.contains(Color(rgba: 0xFFFF_DDFF)) && fills.contains(Color(rgba: 0x0022_44FF)))
    #expect(!fills.contains(Color(rgba: 0xF7F8_FAFF)))
    #expect(try words(source, in: DiagramType(size: 10))["A"] == Color(rgba: 0x1A1A_1AFF))
  }

  private func links(_ source: String) throws -> [String] {
    try MermaidDiagram.picture(of: source, in: DiagramType(size: 10)).items.compactMap { item in
      if case .link(let address, _, let width, let height) = item, width > 20, height > 10 { address } else { nil }
    }
  }

  @Test(arguments: [
    (
      "flowchart LR\nA --> B\nclick A \"https://a.org\" \"A hint\" _blank\nclick B href \"mailto:b@a.org\"",
      ["https://a.org", "mailto:b@a.org"]
    ),
    ("flowchart LR\nsubgraph s\nA\nend\nclick A href \"https://a.org/?a=1&b=2\"", ["https://a.org/?a=1&b=2"]),
    ("classDiagram\nclass Shape\nlink Shape \"https://a.org\" \"hint\"\nclick Shape call f()", ["https://a.org"]),
    ("stateDiagram-v2\nS1 --> S2\nclick S2 \"https://a.org\" \"hint\"", ["https://a.org"]),
    ("flowchart LR\nA\nclick A callback \"hint\"\nclick B \"https://a.org\"", []),
    ("flowchart LR\nA\nclick A \"javascript:alert(1)\"\nclick A \"https://a.org", []),
  ])
  func `a node leads where its source says`(source: String, addresses: [String]) throws { #expect(try links(source) == addresses) }

  @Test func `a label has the width of its letters in the face`() throws {
    func width(_ letter: Double) throws -> Double {
      var type = DiagramType(size: 10)
      type.letterWidth = { $0 == "中" ? nil : letter }
      return try MermaidDiagram.picture(of: "graph TD\nA[Letters]", in: type).width
    }
    #expect(abs(try width(0.8) - width(0.5) - 7 * 3) < 0.01)
  }
}
