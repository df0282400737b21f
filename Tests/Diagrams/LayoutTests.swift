import Foundation
import Testing
import TypesetDiagnostics

@testable import TypesetDiagrams

/// Where layered graphs have their nodes and lines.
struct LayoutTests {
  private let type = DiagramType(size: 10)

  private typealias Point = (x: Double, y: Double)

  /// Measures are those within the margins.
  private struct Drawing {
    var lines: [[Point]] = []
    var width = 0.0
    var height = 0.0
  }

  /// The lines without ground, curves as eight steps; a line with a gap is several.
  private func drawing(_ source: String) throws -> Drawing {
    let svg = try MermaidDiagram.svg(of: source, in: type)
    let box = try #require(svg.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
    var result = Drawing(width: try #require(DocumentNumber.real(box.1)), height: try #require(DocumentNumber.real(box.2)))
    for match in svg.matches(of: /<path d="([^"]*)" fill="none"/) {
      var at = Point(0, 0)
      for step in match.1.matches(of: /([MLC])([^MLCZ]*)/) {
        let numbers = step.2.split(separator: " ").compactMap { DocumentNumber.real($0) }
        let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        let end = try #require(points.last)
        if step.1 == "M" {
          result.lines.append([end])
        } else {
          for part in 1...(step.1 == "C" ? 8 : 1) {
            let (t, u) = (step.1 == "C" ? Double(part) / 8 : 1, step.1 == "C" ? 1 - Double(part) / 8 : 0)
            func mix(_ value: (Point) -> Double) -> Double {
              guard points.count == 3 else { return value(end) }
              return u * u * u * value(at) + 3 * u * u * t * value(points[0]) + 3 * u * t * t * value(points[1]) + t * t * t * value(end)
            }
            result.lines[result.lines.count - 1].append(Point(mix(\.x), mix(\.y)))
          }
        }
        at = end
      }
    }
    return result
  }

  /// How many pairs of lines cross, apart from their ends.
  private func crossings(_ lines: [[Point]]) -> Int {
    func side(_ a: Point, _ b: Point, _ c: Point) -> Double { (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) }
    func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
      side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }
    var count = 0
    for (index, one) in lines.enumerated() {
      for other in lines[(index + 1)...] {
        let crosses = zip(one, one.dropFirst()).contains { a, b in zip(other, other.dropFirst()).contains { cross(a, b, $0, $1) } }
        if crosses { count += 1 }
      }
    }
    return count
  }

  private let states = """
    stateDiagram-v2
      [*] --> Still
      Still --> [*]
      Still --> Moving
      Moving --> Still
      Moving --> Crash
      Crash --> [*]
    """

  @Test func `lines of a planar graph do not cross`() throws {
    #expect(try crossings(drawing(states).lines) == 0)
    let back = "flowchart TD\nA --> B\nB -- no --> C --> A\nB -- yes --> D --> E\nD --> F --> E\nE --> G"
    #expect(try crossings(drawing(back).lines) == 0)
  }

  @Test func `a line that passes several ranks is straight between its ends`() throws {
    let lines = try drawing(states).lines
    let longest = try #require(
      lines.max { a, b in (a.map(\.y).max() ?? 0) - (a.map(\.y).min() ?? 0) < (b.map(\.y).max() ?? 0) - (b.map(\.y).min() ?? 0) })
    // One straight part, with bends before or behind it only.
    let steps = zip(longest, longest.dropFirst()).map { (isStraight: $0.x == $1.x, height: abs($1.y - $0.y)) }
    let parts = steps.split { !$0.isStraight }
    #expect(parts.count == 1)
    let height = (longest.map(\.y).max() ?? 0) - (longest.map(\.y).min() ?? 0)
    #expect((parts.first ?? []).reduce(0) { $0 + $1.height } > height / 2)
  }

  @Test func `a single node above and below another is in its middle`() throws {
    let lines = try drawing("stateDiagram-v2\n[*] --> A\nA --> B: long words to the left\nB --> A\nA --> C\nC --> B\nB --> [*]").lines
    let first = try #require(lines.min { ($0.first?.y ?? 0) < ($1.first?.y ?? 0) })
    let last = try #require(lines.max { ($0.last?.y ?? 0) < ($1.last?.y ?? 0) })
    #expect(Set(first.map(\.x)).count == 1)
    #expect(Set(last.map(\.x)).count == 1)
  }

  @Test func `all lines are within the picture`() throws {
    let back = """
      stateDiagram-v2
        [*] --> Idle
        Idle --> Connecting : connect
        Connecting --> Connected : ok
        Connecting --> Failed : timeout
        Failed --> Idle : reset
        Connected --> Idle : disconnect
        Connected --> Failed : error
        Failed --> [*]
      """
    for source in [back, "flowchart LR\nA --> B --> C --> D\nD --> A\nD --> B"] {
      let drawing = try drawing(source)
      for point in drawing.lines.joined() {
        #expect((4...drawing.width - 4).contains(point.x) && (4...drawing.height - 4).contains(point.y), "\(point)")
      }
    }
  }

  @Test func `what nothing connects stands beside the rest`() throws {
    let one = try drawing("flowchart TD\nA --> B & C & D & E").width
    let both = try drawing("flowchart TD\nX --> Y\nA --> B & C & D & E").width
    #expect(both < one + 90)
  }

  @Test func `single nodes in a group stand beside what is connected there`() throws {
    let source = """
      graph TD
        client(Client)
        subgraph service
          one(Load balancer 1)
          two(Load balancer 2)
        end
        subgraph deployment
          portal(Portal server)
        end
        subgraph servers
          umc0
          umc1
          umc2
        end
        client -->|round robin| one
        client -->|round robin| two
        client -->|direct| portal
        one & two -->|sticky session cookie| umc0
        portal -->|pass session cookie| one
        portal -->|pass session cookie| two
      """
    let drawing = try drawing(source)
    #expect(drawing.width < 500 && drawing.height < 500, "\(drawing.width) x \(drawing.height)")
    let across = try self.drawing(source.replacing("graph TD", with: "graph LR"))
    #expect(across.width < 800 && across.height < 400, "\(across.width) x \(across.height)")
  }

  @Test func `a single node beside others moves nothing off to the right`() throws {
    let source =
      "classDiagram\nnote \"From Duck till Zebra\"\nAnimal <|-- Duck\nnote for Duck \"can fly\"\nAnimal <|-- Fish\nAnimal <|-- Zebra\n"
    #expect(try drawing(source).width < 400)
  }

  @Test func `a subgraph that nothing leads into goes in its own direction`() throws {
    let inner = "subgraph G\ndirection LR\na --> b --> c --> d --> e\nend\n"
    let (across, down) = (try drawing("flowchart TD\n\(inner)x --> G\n"), try drawing("flowchart TD\n\(inner)x --> a\n"))
    #expect(across.width > across.height && down.height > down.width)
  }

  @Test func `subgraphs in subgraphs have their own directions`() throws {
    let source =
      "flowchart LR\nsubgraph T\ndirection TB\nsubgraph U\ndirection RL\na --> b\nend\nsubgraph V\ndirection BT\nc --> d\nend\nU --> V\nend\nx --> T --> y\n"
    let svg = try MermaidDiagram.svg(of: source, in: type)
    for word in ["a", "b", "c", "d", "x", "y"] { #expect(svg.ranges(of: ">\(word)</text>").count == 1) }
  }

  @Test func `short edges bend once`() throws {
    // Where edges have ranks for labels, those without a label pass one, too.
    let drawing = try drawing("flowchart TD\na --> b\na -- words --> c\nb --> d\nc --> d\n")
    for line in drawing.lines {
      let steps = zip(line, line.dropFirst()).map { $1.x - $0.x }.filter { abs($0) > 0.01 }
      #expect(steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 })
    }
  }
}
