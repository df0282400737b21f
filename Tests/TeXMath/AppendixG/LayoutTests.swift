import Testing
import TypesetBoxes

@testable import TeXMath

/// The walk over a list. The lists are made here, not parsed.
struct LayoutTests {
  private let context: MathContext
  private let texts: TextFaces

  init() throws {
    let latinModern = try LatinModernMath()
    (context, texts) = (latinModern.context, latinModern.texts)
  }

  private func atom(_ character: Unicode.Scalar, _ atomClass: AtomClass = .ord) -> Noad {
    Noad(.atom, atomClass, nucleus: .char(character.value))
  }

  /// The places and sizes of the glyphs of a list.
  private func set(_ noads: [Noad], after fence: AtomClass? = nil) -> (extent: Extent, elements: [Element]) {
    var list = MathList()
    let field = list.add(noads)
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    let extent = layout.set(layout.noads(of: field), .text, cramped: false, after: fence, &buffer)
    return (extent, buffer.elements)
  }

  private func width(_ noads: [Noad], after fence: AtomClass? = nil) -> Int { set(noads, after: fence).extent.width }

  /// How much wider a list is than its characters.
  private func space(_ noads: [Noad], after fence: AtomClass? = nil) -> Int {
    width(noads, after: fence) - noads.reduce(0) { $0 + width([$1]) }
  }

  @Test func `rule 20: operators and relations have space on both sides`() {
    #expect(space([atom("1"), atom("+", .bin), atom("2")]) == 2 * context.mu(4, .text))
    #expect(space([atom("1"), atom("=", .rel), atom("2")]) == 2 * context.mu(5, .text))
    #expect(space([atom("1"), atom("2")]) == 0)
  }

  @Test func `rules 5 and 6: a binary operator without operands is an ordinary atom`() {
    let plus = atom("+", .bin)
    #expect(space([plus, atom("1")]) == 0)
    #expect(space([atom("1"), plus]) == 0)
    // The second of two has no left operand.
    #expect(space([atom("1"), plus, plus, atom("1")]) == 2 * context.mu(4, .text))
    #expect(space([atom("(", .open), plus, atom("1"), atom(")", .close)]) == 0)
    // Before a relation, a closing bracket or a comma it has no right operand; what is no atom is between them.
    #expect(space([atom("1"), plus, Noad(.style(.text)), atom("=", .rel), atom("1")]) == 2 * context.mu(5, .text))
    #expect(space([atom("1"), plus, atom(")", .close)]) == 0)
  }

  @Test func `after a fence there is no left operand, after amsmath's empty atom there is one`() {
    let signs = [atom("+", .bin), atom("1")]
    #expect(space(signs, after: .open) == 0)
    #expect(space(signs, after: .close) == 0)
    #expect(space(signs, after: .ord) == 2 * context.mu(4, .text))
  }

  @Test func `a change of size holds for the rest of its list, and no longer`() {
    var list = MathList()
    let inner = list.add([Noad(.size(500)), atom("1"), Noad(.size(2000)), atom("1")])
    let outer = list.add([Noad(nucleus: inner), atom("1")])
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    let extent = layout.set(layout.noads(of: outer), .text, cramped: false, &buffer)
    #expect(buffer.elements.map(\.size) == [327_680, 1_310_720, 655_360])
    #expect(abs(extent.width - width([atom("1")]) * 7 / 2) < 4)
  }

  @Test func `a colour holds for the rest of its list`() {
    let red = Color(red: 255, green: 0, blue: 0)
    var list = MathList()
    let inner = list.add([atom("1"), Noad(.color(red)), atom("1")])
    let outer = list.add([Noad(nucleus: inner), atom("1")])
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    _ = layout.set(layout.noads(of: outer), .text, cramped: false, &buffer)
    #expect(buffer.elements.map(\.color) == [.black, red, .black])
  }

  @Test(arguments: [
    ("12,13,14,15,16", true), ("0.10,0.11,0.12,0.13", true), ("1,234,567,890", false), ("3,14159265", false), ("12,5", false),
    ("abc,def,ghi", true),
  ])
  func `lines may end after commas of a list of numbers, and within none`(text: String, mayEnd: Bool) {
    var list = MathList()
    let root = list.add(text.map { $0 == "," ? atom(",", .punct) : atom($0.unicodeScalars.first ?? " ") })
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    var top = TopLevel(recordsBreaks: true)
    _ = layout.set(layout.noads(of: root), .text, recording: &top, &buffer)
    #expect(top.breaks.contains { if case .penalty = $0.node { true } else { false } } == mayEnd)
  }

  @Test func `places where lines may end are recorded on the top level only`() {
    var list = MathList()
    let inner = list.add([atom("1"), atom("=", .rel), atom("1")])
    let root = list.add([atom("1"), atom("=", .rel), Noad(nucleus: inner)])
    let layout = Layout(list, context, texts: texts)
    var buffer = ElementBuffer()
    var top = TopLevel(recordsBreaks: true)
    _ = layout.set(layout.noads(of: root), .text, recording: &top, &buffer)
    let penalties = top.breaks.filter { if case .penalty = $0.node { true } else { false } }
    #expect(penalties.map(\.element) == [2])
    #expect(top.atoms.isEmpty)
    top = TopLevel(recordsBreaks: true)
    _ = layout.set(layout.noads(of: root), .display, recording: &top, &buffer)
    #expect(top.atoms.map(\.atomClass) == [.ord, .rel, .ord])
  }
}
