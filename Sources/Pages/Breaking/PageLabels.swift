internal import TypesetBoxes
import TypesetStyling

/// Counts pages, in the form that marks request.
struct PageCounter {
  private var form: NumberForm
  private var number = 0
  /// The number with which the next pages in Arabic numbers begin.
  private var start: Int
  /// The first mark begins what has been counted from the title page on: `\frontmatter` below a title and its contents.
  private var goesOn = false

  /// - Parameters:
  ///   - style: Its form for the front holds where a main matter is marked anywhere.
  ///   - first: The form that the document's first mark requests; nil where it has none.
  init(style: PageStyle, first: String?) {
    form = first == nil ? .arabic : style.frontNumbers
    start = style.firstNumber
    if first == nil { number = start - 1 }
    guard let first, first != NumberForm.arabic.rawValue, let front = NumberForm(rawValue: first) else { return }
    (form, goesOn) = (front, true)
  }

  /// The label of the next page.
  mutating func next(_ marks: some Sequence<Mark>) -> String {
    number += 1
    for case .numbering(let name) in marks {
      if goesOn {
        goesOn = false
        continue
      }
      form = NumberForm(rawValue: name) ?? .arabic
      number = form == .arabic ? start : 1
      if form == .arabic { start = 1 }
    }
    return form.text(number)
  }
}

extension PageBuilder {
  /// The page label of each destination, from a list that is broken but not assembled.
  func labels(of broken: BrokenList) -> [String: String] {
    let list = broken.list
    let marked = list.inks.map { !$0.marks.isEmpty }
    let marks = broken.pages.map { page in
      ([list.nodes[page.spanning]] + page.wide.map { list.nodes[list.floats[$0].content] } + page.columns.map { list.nodes(on: $0) })
        .flatMap { nodes in self.marks(in: nodes, of: list, marked) }
        + page.columns.flatMap(\.notes).flatMap { piece -> [Mark] in
          let note = list.notes[piece.note].list
          return self.marks(in: note.nodes[piece.nodes], of: note, note.inks.map { !$0.marks.isEmpty })
        }
    }
    let first = marks.joined().lazy.compactMap { if case .numbering(let form) = $0 { form } else { nil } }.first
    var counter = PageCounter(style: style, first: first)
    var labels: [String: String] = [:]
    for marks in marks {
      let label = counter.next(marks)
      for mark in marks {
        switch mark {
        case .destination(let name), .heading(_, _, let name): if labels[name] == nil { labels[name] = label }
        default: break
        }
      }
      labels[PageField.last] = label
    }
    return labels
  }

  private func marks(in nodes: ArraySlice<VNode>, of list: VList, _ marked: [Bool]) -> [Mark] {
    var marks: [Mark] = []
    for node in nodes {
      guard case .box(let box) = node, marked[Int(box.ink)] else { continue }
      let ink = list.inks[Int(box.ink)]
      for case .mark(let index, _) in ink.items[Int(box.items.lowerBound)..<Int(box.items.upperBound)] {
        marks.append(ink.marks[Int(index)])
      }
    }
    return marks
  }
}
