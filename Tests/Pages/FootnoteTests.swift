import Testing
import TypesetBoxes
import TypesetStyling

@testable import TypesetPages

/// A list of so many lines, ten points each, with glue between them.
private func lines(_ count: Int) -> VList {
  var list = VList()
  for number in 0..<count {
    if number > 0 { list.nodes.append(.glue(.zero)) }
    list.append(Ink(), height: 8.pt, depth: 2.pt, width: 50.pt, x: .zero)
  }
  return list
}

/// Text of which some lines refer to notes, by line and the note's lines.
private func text(_ count: Int, notes: [(line: Int, count: Int)]) -> VList {
  var list = lines(count)
  for note in notes { list.notes.append(VNote(node: Int32(note.line * 2), list: lines(note.count), gap: 2.pt, color: .black)) }
  return list
}

/// For each page the lines of its text and those of each piece of its notes.
private func pages(_ list: VList) -> [String] {
  var style = PageStyle()
  style.height = 300.pt
  style.top = 50.pt
  style.bottom = 50.pt
  var list = list
  return PageBuilder(style: style, limit: 100).breakPages(&list).pages.map { page in
    page.columns.map { column in
      let boxes = { (nodes: Range<Int>) in nodes.count { $0 % 2 == 0 } }
      let notes = column.notes.map { "\($0.note):\(boxes($0.nodes))" }
      return "\(boxes(column.nodes))" + (notes.isEmpty ? "" : " / " + notes.joined(separator: " "))
    }.joined(separator: " | ")
  }
}

@Suite struct FootnoteTests {
  @Test func `a note stands on the page of the line that refers to it`() {
    #expect(pages(text(30, notes: [(2, 3), (25, 1)])) == ["15 / 0:3", "15 / 1:1"])
  }

  @Test func `a long note is divided, and its rest begins the next page's notes`() {
    #expect(pages(text(20, notes: [(9, 12), (15, 1)])) == ["10 / 0:8", "10 / 0:4 1:1"])
  }

  @Test func `a line whose note can't even begin goes to the next page with it`() {
    #expect(pages(text(22, notes: [(19, 2)])) == ["19", "3 / 0:2"])
  }

  @Test func `a note longer than the document goes on without text`() {
    #expect(pages(text(1, notes: [(0, 60)])) == ["1 / 0:17", " / 0:18", " / 0:18", " / 0:7"].map { $0.hasPrefix(" ") ? "0" + $0 : $0 })
  }

  @Test func `a frame in a note takes its own padding at each edge`() {
    var note = VList()
    var frame = VFrame(x: .zero, width: 50.pt, padding: 2.pt)
    frame.paddingBottom = 40.pt
    note.frames.append(frame)
    note.nodes.append(.beginFrame(0))
    note.append(contentsOf: lines(3))
    note.nodes.append(.endFrame(0))
    #expect(note.naturalHeight == 72.pt)
    var list = text(20, notes: [])
    list.notes.append(VNote(node: 0, list: note, gap: 2.pt, color: .black))
    // 200 points hold 113 of text beside the note's 72 and the 14.9 above it; the frame's end counts as a box here.
    #expect(pages(list) == ["11 / 0:4", "9"])
  }

  @Test func `a frame in a note that is divided is closed on the one page and goes on on the other`() throws {
    var note = VList()
    var frame = VFrame(x: .zero, width: 50.pt, padding: 2.pt)
    frame.paddingBottom = 40.pt
    frame.fill = .black
    note.frames.append(frame)
    note.nodes.append(.beginFrame(0))
    note.append(contentsOf: lines(20))
    note.nodes.append(.endFrame(0))
    var list = text(20, notes: [])
    list.notes.append(VNote(node: 0, list: note, gap: 2.pt, color: .black))
    var style = PageStyle()
    (style.height, style.top, style.bottom) = (300.pt, 50.pt, 50.pt)
    let builder = PageBuilder(style: style, limit: 100)
    let breaks = builder.breakPages(&list).pages
    let pieces = breaks.flatMap { $0.columns.flatMap(\.notes) }
    // Beside one line of text there is room for 175.1 points: the frame takes 42 of them.
    #expect(pieces.map(\.height) == [172.pt, 112.pt])
    #expect(pieces.map(\.openFrames) == [[], [0]])
    for page in builder.assemble(breaks, of: list).prefix(2) {
      let panels = page.ink.items.compactMap { item in if case .panel(let panel) = item { panel.rect } else { nil } }
      let panel = try #require(panels.first)
      #expect(panels.count == 1)
      #expect(panel.y >= -250.pt)
    }
  }

  @Test func `the rest of a divided note costs the page on which it goes on nothing`() {
    let list = text(20, notes: [(9, 30)])
    let rest = NotePiece(note: 0, nodes: 0..<59, height: 300.pt)
    var area = NoteArea([rest], of: list, room: 200.pt)
    #expect(area.penalty == 0 && !area.held.isEmpty)
    area.add(rest, of: list, room: 200.pt)
    #expect(area.penalty > 0)
  }
}
