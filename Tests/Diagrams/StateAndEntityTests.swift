import Testing
import TypesetDiagnostics

@testable import TypesetDiagrams

/// State diagrams and entity-relationship diagrams of Mermaid.
struct StateAndEntityTests {
  private let type = DiagramType(size: 10)

  @Test func `states, transitions, composite states and notes keep their words`() throws {
    let drawing = try MermaidDiagram.svg(
      of: """
        stateDiagram-v2
          [*] --> Idle
          Idle --> Busy: coin
          state Busy {
            [*] --> brew
            state "Brewing tea" as brew
          }
          Busy --> [*]
          note right of Idle
            waits for coins
          end note
        """, in: type)
    for word in ["Idle", "Busy", "coin", "Brewing tea", "waits for coins"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
    #expect(!drawing.contains("[*]"))
  }

  /// Where a word stands.
  private func place(of word: String, in drawing: String) throws -> (x: Double, y: Double) {
    let match = try #require(drawing.matches(of: #/<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>([^<]*)</#).first { $0.3 == word })
    return (try #require(DocumentNumber.real(match.1)), try #require(DocumentNumber.real(match.2)))
  }

  @Test(arguments: [("", true), ("direction LR", false)])
  func `notes stand beside their states, at the side that is named`(direction: String, isDown: Bool) throws {
    let source = "stateDiagram-v2\n\(direction)\nA --> B\nB --> C\nnote right of B: after\nnote left of B\nbefore\nend note\n"
    let drawing = try MermaidDiagram.svg(of: source, in: type)
    let (before, state, after) = (
      try place(of: "before", in: drawing), try place(of: "B", in: drawing), try place(of: "after", in: drawing)
    )
    if isDown {
      #expect(before.y == state.y && after.y == state.y && before.x < state.x - 20 && after.x > state.x + 20)
    } else {
      #expect(before.x == state.x && after.x == state.x && before.y < state.y - 20 && after.y > state.y + 20)
    }
    // The edges are straight through the middle, and nothing else is above or below the state.
    let (first, last) = (try place(of: "A", in: drawing), try place(of: "C", in: drawing))
    #expect(isDown ? first.x == state.x && last.x == state.x : first.y == state.y && last.y == state.y)
  }

  @Test func `room that a note has at one side alone makes the picture no wider at the other`() throws {
    let note = String(repeating: "long ", count: 5)
    let drawing = try MermaidDiagram.svg(of: "stateDiagram-v2\nA --> B\nnote right of B: \(note)\n", in: type)
    #expect(try place(of: "A", in: drawing).x < 30)
  }

  @Test func `a note on a composite state is connected with it`() throws {
    let drawing = try MermaidDiagram.svg(of: "stateDiagram-v2\nstate A {\nb --> c\n}\nA --> d\nnote right of A: said\n", in: type)
    #expect(drawing.contains(">said</text>"))
  }

  @Test func `names of entities in quotes are Markdown`() throws {
    let drawing = try MermaidDiagram.svg(of: "erDiagram\n\"This **is** _Markdown_\" ||--o{ a_b_c : has", in: type)
    #expect(
      drawing.contains(
        "><tspan font-weight=\"bold\">This is </tspan><tspan font-weight=\"bold\" font-style=\"italic\">Markdown</tspan></text>"))
    #expect(drawing.contains(">a_b_c</text>"))
  }

  @Test func `what goes on at the same time stands side by side, each with its own beginning`() throws {
    let drawing = try MermaidDiagram.svg(of: "stateDiagram-v2\nstate A {\n[*] --> b\n--\n[*] --> c\n}\n[*] --> A", in: type)
    let (b, c) = (try place(of: "b", in: drawing), try place(of: "c", in: drawing))
    #expect(b.y == c.y && c.x > b.x + 20)
    #expect(drawing.components(of: "<ellipse") == 3)
    #expect(drawing.components(of: "<rect[^>]*stroke-dasharray") == 2)
  }

  @Test(arguments: ["A: words\nstate A {\nb --> c\n}", "state \"words\" as A\nstate A {\nb --> c\n}", "state A {\nb --> c\n}\nA: words"])
  func `a composite state has the words that are given for it`(body: String) throws {
    let drawing = try MermaidDiagram.svg(of: "stateDiagram-v2\n\(body)\n", in: type)
    #expect(drawing.contains(">words</text>") && !drawing.contains(">A</text>"))
  }

  @Test func `what leads to a composite state does not bend what is in it`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "stateDiagram-v2\nx --> A\nx --> B\nstate A {\nfirst --> second words\n}\nstate B {\nb --> other words\n}".replacing(
        " words", with: "Words"),
      in: type)
    #expect(try place(of: "first", in: drawing).x == place(of: "secondWords", in: drawing).x)
    #expect(try place(of: "b", in: drawing).x == place(of: "otherWords", in: drawing).x)
  }

  @Test func `a line back to a composite state reaches it from below`() throws {
    let drawing = try MermaidDiagram.svg(of: "stateDiagram-v2\nstate A {\nb --> c\nc --> d\n}\nA --> e: go\ne --> A: back\n", in: type)
    #expect(try place(of: "back", in: drawing).y > place(of: "d", in: drawing).y)
  }

  @Test func `entities show their attributes in columns`() throws {
    let drawing = try MermaidDiagram.svg(
      of: """
        erDiagram
          READER ||--o{ LOAN : takes
          BOOK }|..|{ LOAN : "is in"
          BOOK {
            string isbn PK, FK "ten or thirteen digits"
          }
        """, in: type)
    for word in ["READER", "LOAN", "takes", "is in", "isbn", "PK, FK", "ten or thirteen digits"] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
  }

  @Test(arguments: [
    ("stateDiagram-v2\nA --> B\nstate C {\n", 3), ("stateDiagram\nA => B\n", 2), ("erDiagram\nA ||-o{ B : x\n", 2),
    ("erDiagram\nA {\nint x\n", 2),
  ])
  func `a mistake names its line`(source: String, line: Int) throws {
    let error = #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
    #expect(error?.place(in: source).line == line)
  }
}

extension String {
  fileprivate func components(of pattern: String) -> Int { (try? Regex(pattern)).map { ranges(of: $0).count } ?? 0 }
}
