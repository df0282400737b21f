import Testing

@testable import TypesetDiagrams

/// State diagrams and entity-relationship diagrams of Mermaid.
struct StateAndEntityTests {
  private let type = DiagramType(family: "Serif", size: 10)

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

  @Test func `names of entities in quotes are Markdown`() throws {
    let drawing = try MermaidDiagram.svg(of: "erDiagram\n\"This **is** _Markdown_\" ||--o{ a_b_c : has", in: type)
    #expect(drawing.contains(">This is Markdown</text>") && drawing.contains(">a_b_c</text>"))
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
