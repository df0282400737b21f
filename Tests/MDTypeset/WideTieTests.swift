import MDTypeset
import Testing
import TypesetBoxes

/// No-break spaces where what they hold together has no room.
@Suite struct WideTieTests {
  @Test func `words of a narrow column that are held together do not reach into the next one`() {
    let heads = [
      "Function\u{A0}name\u{A0}first", "Return\u{A0}value\u{A0}type", "Number\u{A0}of\u{A0}arguments", "Description",
      "Since\u{A0}which\u{A0}version", "Deprecated\u{A0}in", "Replacement\u{A0}call",
    ]
    let row = "| a | b | 2 | Long words of description which go on and on for some time until they break | 1.0 | 2.0 | c |\n"
    let text = "| " + heads.joined(separator: " | ") + " |\n|" + String(repeating: "---|", count: 7) + "\n" + row + row
    let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
    let runs = page.ink.items.compactMap { if case .run(let run) = $0, run.width > .zero { run } else { nil } }
    for (number, run) in runs.enumerated() {
      let others = runs.dropFirst(number + 1).filter { $0.y == run.y && $0.x < run.x + run.width && $0.x + $0.width > run.x }
      #expect(others.isEmpty, "\(String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))")
    }
  }

  @Test func `where there is room, lines do not end at them`() {
    let text =
      String(repeating: "Some words before ", count: 4) + "figure\u{A0}3\u{A0}of\u{A0}the\u{A0}first\u{A0}chapter and what follows."
    let lines = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0].text.split(separator: "\n")
    #expect(lines.contains { $0.contains("3 of the first chapter") }, "\(lines)")
  }
}
