import Testing

@testable import TypesetDiagrams

/// Graphs of commits and journeys of Mermaid.
struct GitGraphTests {
  private let type = DiagramType(size: 10)

  private func graph(_ source: String) throws -> GitGraph {
    var scanner = DiagramScanner(source)
    scanner.skipSpace()
    _ = scanner.take("gitGraph")
    var reader = GitGraphReader(scanner)
    return try reader.read()
  }

  // MARK: Commits

  @Test func `commits follow the head of their branch, a merge follows two`() throws {
    let graph = try graph(
      "gitGraph LR:\n  commit id: \"a\"\n  branch dev\n  commit\n  checkout main\n  commit\n  merge dev id: \"m\" tag: \"v1\"\n  cherry-pick id: \"a\""
    )
    #expect(graph.branches.map(\.name) == ["main", "dev"] && graph.branches.map(\.head) == [4, 1])
    #expect(graph.commits.map(\.parents) == [[], [0], [0], [2, 1], [3, 0]])
    #expect(graph.commits.map(\.branch) == [0, 1, 0, 0, 0] && graph.commits[3].tags == ["v1"])
    #expect(graph.commits.map(\.isNamed) == [true, false, false, true, false])
  }

  @Test func `the main branch has the name of the configuration, and branches the order that they ask for`() throws {
    let graph = try graph(
      "%%{init: {'gitGraph': {'mainBranchName': 'trunk'}}}%%\ngitGraph\n  commit\n  branch b order: 3\n  branch a order: 1\n  branch c\n  commit"
    )
    #expect(graph.branches[0].name == "trunk" && graph.lanes.map { graph.branches[$0].name } == ["trunk", "c", "a", "b"])
  }

  @Test(arguments: [
    "gitGraph", "gitGraph\n  push", "gitGraph\n  commit\n  checkout x", "gitGraph\n  commit\n  merge main", "gitGraph\n  commit id: \"a",
    "gitGraph\n  commit\n  cherry-pick id: \"x\"", "gitGraph\n  branch a\n  branch a",
  ])
  func `what can't be done with commits is a mistake`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
  }

  @Test(arguments: ["gitGraph", "gitGraph TB:", "gitGraph BT:"])
  func `names, tags and branches are shown in each direction`(head: String) throws {
    let drawing = try MermaidDiagram.svg(
      of:
        "\(head)\n  commit id: \"first\"\n  branch dev\n  commit type: REVERSE tag: \"t1\" tag: \"t2\"\n  checkout main\n  merge dev\n  commit \"last\"",
      in: type)
    for word in ["main", "dev", "first", "t1", "t2", "last"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
    #expect(!drawing.contains("-1e") && !drawing.contains("nan"))
  }

  // MARK: Journeys

  @Test func `a journey has its steps, its people and its scores`() throws {
    let drawing = try MermaidDiagram.svg(
      of: "journey\n  title My day\n  section Work\n    Make tea: 5: Me\n    At 10: 30 go: 9: Me, Cat\n  section Home\n    Sit: 1", in: type
    )
    for word in ["My day", "Work", "Make tea", "Me", "Cat", "Home", "Sit"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
  }

  @Test(arguments: ["journey", "journey\n  Make tea", "journey\n  Make tea: good: Me"])
  func `a step without a score is a mistake`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
  }
}
