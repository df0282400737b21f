import Testing
import TypesetDiagnostics

@testable import TypesetDiagrams

/// Flowcharts of Mermaid.
struct FlowchartTests {
  private let type = DiagramType(size: 10)

  private func svg(_ source: String) throws -> String { try MermaidDiagram.svg(of: source, in: type) }

  @Test func `every label of nodes, links and subgraphs is drawn`() throws {
    let drawing = try svg(
      """
      ---
      title: How mail travels
      ---
      flowchart LR
        %% a comment
        A[Letter] -->|by hand| B(Office) & C{Known?}
        subgraph town [The town]
          C -- yes --> D[(Store)]
        end
        C -. no .-> E((Sender))
      """)
    for word in ["How mail travels", "Letter", "by hand", "Office", "Known?", "The town", "yes", "Store", "no", "Sender"] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
    #expect(!drawing.contains("comment"))
  }

  @Test func `a picture in a node is its description or the name of its file`() throws {
    let drawing = try svg("graph TD\n  A(Geometry <img src='/img/helix.png' width='80' />) --> B(<img src=\"a.png\" alt=\"A mesh\">)")
    #expect(drawing.contains("helix") && drawing.contains("A mesh") && !drawing.contains("width='80'"))
  }

  @Test func `an edge of a subgraph to itself is a loop beside its frame, and moves nothing`() throws {
    func nodes(_ edge: String) throws -> [String] {
      let source = "flowchart LR\n  subgraph S\n    a\n    b\n  end\n  a --> c\n  b --> c\n\(edge)"
      return try svg(source).split(separator: "<").filter { $0.hasPrefix("text") && !$0.contains("again") }.map(String.init)
    }
    #expect(try nodes("  S -.->|again| S\n") == nodes(""))
    #expect(try svg("flowchart LR\n  subgraph S\n    a\n  end\n  S -.->|again| S\n").contains("again"))
  }

  @Test func `indents of no-break spaces, as copied from a browser, are indents`() throws {
    let drawing = try svg("graph\n\u{A0} \u{A0} A[Characters] -->|Lex| B[Tokens]\n\u{A0} \u{A0} B --> C\n")
    for word in ["Characters", "Lex", "Tokens", "C"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
  }

  @Test func `a graph across the page that would be too small to read goes down it`() throws {
    let chain = (0..<8).map { "n\($0)[Some words \($0)]" }.joined(separator: " --> ")
    func size(_ source: String, room: Double?) throws -> (width: Double, height: Double) {
      var type = type
      type.room = room
      let box = try #require(try MermaidDiagram.svg(of: source, in: type).firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
      return (try #require(DocumentNumber.real(box.1)), try #require(DocumentNumber.real(box.2)))
    }
    for room in [nil, 800.0] {
      let wide = try size("flowchart LR\n\(chain)", room: room)
      #expect(wide.width > 8 * wide.height, "\(String(describing: room))")
    }
    let high = try size("flowchart LR\n\(chain)", room: 400)
    #expect(high.height > high.width && high.width < 400)
    // What would be as small the other way stays.
    let leaves = (0..<40).map { "n\($0)[Some words \($0)]" }.joined(separator: " & ")
    let both = try size("flowchart LR\nroot --> \(leaves) --> a --> b --> c --> d --> e --> f --> g --> h --> i --> j --> k", room: 400)
    #expect(both.height > 900)
  }

  @Test func `a mistake names its line`() throws {
    let source = "flowchart TD\n  A[Start] --> B\n  B --> C[no end\n"
    do {
      _ = try MermaidDiagram.svg(of: source, in: type)
      Issue.record("it was drawn")
    } catch {
      #expect(error.place(in: source).line == 3)
      #expect(error.what.hasPrefix("the node has no closing bracket"))
    }
  }

  @Test func `nodes of one rank do not overlap, and frames hold only their own nodes`() throws {
    let names = (0..<12).map { "n\($0)" }
    let source = "flowchart TD\nroot --> \(names.joined(separator: " & "))\nsubgraph s\nn3\nn7\nend\nn3 --> x\nn8 --> x\n"
    var scanner = DiagramScanner(source)
    _ = scanner.take("flowchart")
    var reader = FlowchartReader(scanner)
    let drawing = try GraphDrawing(try reader.read(), in: type)
    for rank in drawing.layered.ranks {
      for (one, next) in zip(rank, rank.dropFirst()) {
        let (a, b) = (drawing.layered.items[one], drawing.layered.items[next])
        #expect(a.x + a.width / 2 < b.x - b.width / 2)
      }
    }
    let frame = try #require(drawing.layered.groups.first)
    for (index, node) in drawing.graph.nodes.enumerated() {
      let item = drawing.layered.items[index]
      let isInside = item.x > frame.left && item.x < frame.right && frame.ranks.contains(item.rank)
      #expect(isInside == ["n3", "n7"].contains(node.name), "\(node.name)")
    }
  }

  @Test func `each shape has an outline of its own, around its text`() throws {
    var outlines: Set<String> = []
    let names = [
      "rect", "rounded", "stadium", "fr-rect", "cyl", "circle", "dbl-circ", "diam", "hex", "lean-r", "lean-l", "trap-b", "trap-t", "odd",
      "doc", "docs", "delay", "tri", "lin-rect", "text", "notch-rect", "div-rect", "win-pane", "tag-rect", "bow-rect", "lin-doc", "tag-doc",
      "flag", "curv-trap", "h-cyl", "lin-cyl", "datastore", "brace", "brace-r", "braces", "sl-rect", "flip-tri", "notch-pent", "st-rect",
    ]
    for name in names {
      let drawing = try svg("flowchart TD\nA@{ shape: \(name), label: \"Some words\" }")
      #expect(drawing.contains(">Some words</text>"), "\(name)")
      outlines.insert(drawing.split(separator: "\n").filter { !$0.hasPrefix("<text") && !$0.hasPrefix("<svg") }.joined())
    }
    #expect(outlines.count == names.count)
    for name in ["bolt", "hourglass", "cross-circ", "f-circ", "sm-circ", "fr-circ", "fork"] {
      let drawing = try svg("flowchart TD\nA@{ shape: \(name) }")
      #expect(drawing.contains("<path") || drawing.contains("<ellipse") || drawing.contains("<rect"), "\(name)")
    }
  }

  @Test func `styles and classes colour nodes and links`() throws {
    let drawing = try svg(
      "graph TD; A:::warm-->B; classDef warm fill:#fa0,stroke:#300; style B fill:#bbf,color:#00f; linkStyle 0 stroke:#0f0")
    for attribute in ["fill=\"#ffaa00\"", "stroke=\"#330000\"", "fill=\"#bbbbff\"", "fill=\"#0000ff\"", "stroke=\"#00ff00\""] {
      #expect(drawing.contains(attribute), "\(attribute)")
    }
  }

  @Test func `text cannot leave its element or attribute`() throws {
    let drawing = try svg("graph TD\nA[\"<script>&\"]\nstyle A fill:\"/><x>\n")
    #expect(!drawing.contains("<script"))
    #expect(!drawing.contains("<x>"))
  }

  @Test(arguments: [
    String(repeating: "subgraph a\n", count: 3000), String(repeating: "A-->B\n", count: 10_000),
    (0..<5000).map { "a\($0)-->a\($0 + 1)\n" }.joined(),
    "A[\"", "A --", "A -->", "A@{ shape: ", "end", "A{{x}", "A -. x",
  ])
  func `hostile sources are refused`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: "graph TD\n\(source)", in: type) }
  }

  @Test func `a source that ends anywhere is drawn or refused`() {
    let source =
      "graph TD\nA[\"x\"]-->|t|B{{y}} \nsubgraph s\nC@{ shape: cyl, label: \"z\" }\nend\n"
      + "style A fill:#fff\nlinkStyle 0 stroke:red \n"
    for count in 0...source.utf8.count {
      for end in ["", " ", "\n "] { _ = try? MermaidDiagram.svg(of: String(source.prefix(count)) + end, in: type) }
    }
  }

  @Test func `loops, cycles and both directions of a link are drawn`() throws {
    let drawing = try svg("graph LR\nA -->|again| A\nA --> B\nB --> A\nB <--> C\nC x--o D\n")
    #expect(drawing.contains(">again</text>"))
    #expect(try svg("graph LR\nA -->|again| A\nA --> B\nB --> A\nB <--> C\nC x--o D\n") == drawing)
  }

  @Test(arguments: [
    ("A[\"`one **two** _three_`\"]", ">one <tspan font-weight=\"bold\">two</tspan> <tspan font-style=\"italic\">three</tspan></text>"),
    ("A[\"<b>one</b> two\"]", "><tspan font-weight=\"bold\">one</tspan> two</text>"),
    ("A[\"`2 * 3 and 2*3 and a_b`\"]", ">2 * 3 and 2*3 and a_b</text>"), ("A[\"**one**\"]", ">**one**</text>"),
  ])
  func `labels show bold words and italics`(node: String, shown: String) throws {
    #expect(try svg("flowchart TD\n\(node)\n").contains(shown))
  }

  @Test func `a bold part goes on behind the end of a line`() throws {
    let words = Array(repeating: "word", count: 12).joined(separator: " ")
    let drawing = try svg("flowchart TD\nA[\"`**\(words)**`\"]\n")
    #expect(drawing.ranges(of: "<text").count > 1)
    #expect(drawing.ranges(of: "<text").count == drawing.ranges(of: "font-weight=\"bold\"").count)
  }

  @Test func `several names of a class may have blanks between them`() throws {
    let drawing = try svg("flowchart TD\nA --> B\nclassDef red fill:#f00\nclass A, B red\n")
    #expect(drawing.ranges(of: "fill=\"#ff0000\"").count == 2)
  }
}
