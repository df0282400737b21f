import MDTypeset
import Testing
import TypesetDiagnostics

@testable import TypesetComparing

/// Text that stands elsewhere, with the same words and with others.
@Suite struct MovedTextTests {
  private func record(_ text: String) -> DocumentRecord {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.threads = 1
    let typesetter = Typesetter(options: options)
    let source = Source(name: "notes.md", text: text)
    return DocumentRecord(
      of: typesetter.typesetWithReports(source, time: 0, comparesBlocks: true).checked,
      explained: typesetter.settings(of: source, theme: nil))
  }

  private func compare(_ old: String, _ new: String) -> Comparison { Comparison(record(old), record(new)) }

  private static let bridge = "The amber bridge crosses a quiet river beyond the timber yard and its gate."
  private static let rest = [
    "# One", "Summer evenings at the harbour end with a silver light over the water.", "## Two",
    "A ledger lists every parcel that came through the northern gate.",
    "The chapel keeps a mirror of marble and a window of velvet glass.",
  ]

  private func text(_ paragraphs: [String], at index: Int) -> String {
    var all = Self.rest
    all.insert(contentsOf: paragraphs, at: index)
    return all.joined(separator: "\n\n") + "\n"
  }

  @Test func `a paragraph that changed its words and its place is one change`() {
    let found = compare(text([Self.bridge], at: 1), text([Self.bridge.replacing("quiet", with: "zebra")], at: 4))
    #expect(
      found.differences.map(\.sentence) == [
        "notes.md:9: the text of the paragraph changed: “quiet” became “zebra”; it now follows the paragraph “A ledger lists every parcel that came …”"
      ])
    #expect(found.isComplete)
  }

  @Test func `a paragraph that the author put elsewhere is told as that`() {
    let found = compare(text([Self.bridge], at: 1), text([Self.bridge], at: 4))
    #expect(
      found.differences.map(\.sentence) == [
        "notes.md:9: the paragraph “The amber bridge crosses a quiet river…” stands elsewhere: it now follows the paragraph “A ledger lists every parcel that came …”"
      ])
    #expect(found.differences.map(\.cause) == [.moved] && found.isComplete)
    let first = compare(text([Self.bridge], at: 4), text([Self.bridge], at: 0))
    let message = "the paragraph “The amber bridge crosses a quiet river…” stands elsewhere: it is the first now"
    #expect(first.differences.map(\.message) == [message])
  }

  @Test func `a section that was put elsewhere is one cause`() {
    let section = ["## Three", Self.bridge, "A steady winter follows the orchard harvest."]
    let found = compare(text(section, at: 2), text(section, at: 5))
    #expect(
      found.differences.map(\.message) == [
        "3 pieces of text, from the heading “Three” on, stand elsewhere: they now follow the paragraph “The chapel keeps a mirror of marble an…”"
      ])
    #expect(found.isComplete)
  }

  @Test func `short and different texts are not taken for each other`() {
    let found = compare(text(["Yes."], at: 1), text(["No."], at: 4))
    #expect(found.differences.map(\.cause) == [.removed, .added])
    let garden = "The garden of the new parish has a well and some narrow benches."
    let other = compare(text([Self.bridge], at: 1), text([garden], at: 4))
    #expect(other.differences.map(\.cause) == [.removed, .added])
  }

  // MARK: Without pages

  private func unit(_ kind: DocumentRecord.Kind, _ line: Int, _ text: String) -> DocumentRecord.Unit {
    var unit = DocumentRecord.Unit(kind: kind)
    var part = DocumentRecord.Part(page: 0, x: 0, y: line * 100, width: 10, height: 10, hash: UInt32(line))
    part.text = text
    (unit.file, unit.line, unit.parts) = ("notes.md", line, [part])
    return unit
  }

  private func plan(_ old: [DocumentRecord.Unit], _ new: [DocumentRecord.Unit]) -> [FlowPlan.Step] {
    var (a, b) = (DocumentRecord(), DocumentRecord())
    (a.units, b.units) = (old, new)
    return FlowPlan(a, b).steps
  }

  @Test func `a paragraph that changed beside a float is one change and did not move`() {
    let caption = unit(.caption, 5, "Figure 1: a long caption that floats to another place.")
    let changed = unit(.paragraph, 3, Self.bridge.replacing("quiet", with: "zebra"))
    let steps = plan([unit(.paragraph, 3, Self.bridge), caption], [caption, changed])
    guard steps.count == 2, case .same(old: 1, new: 0, follows: nil) = steps[0],
      case .changed(old: 0, new: 1, follows: nil) = steps[1]
    else {
      Issue.record("\(steps)")
      return
    }
  }

  @Test func `a document that was rewritten is compared in linear time`() {
    let words = (0..<60).map { "word\($0)" }
    func units(_ count: Int, _ seed: Int) -> [DocumentRecord.Unit] {
      (0..<count).map { index in
        let text = (0..<12).map { words[(index * 7 + $0 * (seed + index % 11)) % 60] }.joined(separator: " ")
        return unit(.paragraph, index + 1, "\(text) \(seed)-\(index)")
      }
    }
    // The shortest of three: other tests run side by side with this one.
    func time(_ count: Int) -> Duration {
      (0..<3).map { _ in ContinuousClock().measure { _ = plan(units(count, 1), units(count, 2)) } }.min() ?? .zero
    }
    let (small, large) = (time(400), time(1600))
    #expect(large < small * 40, "\(small) \(large)")
  }
}
