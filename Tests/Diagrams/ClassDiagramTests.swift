import Testing

@testable import TypesetDiagrams

/// Class diagrams of Mermaid.
struct ClassDiagramTests {
  private let type = DiagramType(size: 10)

  @Test func `classes show their annotations, members and relations`() throws {
    let drawing = try MermaidDiagram.svg(
      of: """
        classDiagram
          Animal <|-- Duck : is a
          Animal "1" --> "n" Egg
          class Duck {
            <<waterfowl>>
            +List~Feather~ plumage
            +quack() Sound
          }
          Animal : +int age
          note for Duck "can fly"
        """, in: type)
    for word in [
      "Animal", "is a", "1", "n", "Egg", "«waterfowl»", "+List&lt;Feather&gt; plumage", "+quack() : Sound", "+int age", "can fly",
    ] {
      #expect(drawing.contains(">\(word)</text>"), "\(word)")
    }
  }

  @Test(arguments: [
    ("+draw() int", ">+draw() : int</text>"), ("+draw(): int", ">+draw() : int</text>"), ("+draw()", ">+draw()</text>"),
    ("+draw()*", " font-style=\"italic\">+draw()</text>"), ("+draw()* int", " font-style=\"italic\">+draw() : int</text>"),
    ("+draw() int*", " font-style=\"italic\">+draw() : int</text>"), ("+int size$", ">+int size</text>"),
  ])
  func `a method shows its result, in italics if it is abstract`(member: String, shown: String) throws {
    #expect(try MermaidDiagram.svg(of: "classDiagram\nA : \(member)\n", in: type).contains(shown))
  }

  @Test func `the name at an interface's circle is no class, and each has its own`() throws {
    let drawing = try MermaidDiagram.svg(of: "classDiagram\nbar ()-- foo\nother --() bar\n", in: type)
    #expect(drawing.ranges(of: ">bar</text>").count == 2)
    // Two classes are boxes.
    #expect(drawing.ranges(of: "<rect").count == 2)
  }

  @Test(arguments: [("A <|- B\n", 2), ("class A {\n+int x\n", 2), ("class A\n}\n", 3)])
  func `a mistake names its line`(body: String, line: Int) throws {
    let source = "classDiagram\n\(body)"
    let error = #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
    #expect(error?.place(in: source).line == line)
  }
}
