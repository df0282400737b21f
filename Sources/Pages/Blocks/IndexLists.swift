import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

/// One entry of an index: its words and the numbers of its pages, each a link; further lines are indented.
struct IndexLine {
  let entry: ContentsEntry
  let context: BlockContext

  func append(to out: inout SetBlock) {
    let size = entry.style.text.size
    let indent = size.scaled(by: 1.2) * entry.level
    let hang = size.scaled(by: 2.4)
    var style = entry.style
    (style.align, style.authorAlign) = (context.isMirrored ? .right : .left, nil)
    let measure = max(context.measure - indent - hang, context.measure / 3)
    let lines = context.lines(of: content, style: style, measure: measure, onto: &out)
    let strut = Strut(style.leading)
    for (row, line) in lines.lines.enumerated() {
      if row > 0 {
        out.list.nodes.append(.penalty(Penalty.prohibit))
        out.list.nodes.append(.glue(.zero))
      }
      var ink = Ink()
      let left = indent + (row == 0 ? .zero : hang)
      ink.append(line, of: lines, dx: context.isMirrored ? context.measure - left - measure : left)
      out.list.append(
        ink, height: max(line.height, strut.height), depth: max(line.depth, strut.depth), width: context.measure, x: context.x)
    }
  }

  private var content: InlineContent {
    var content = entry.content
    for (number, page) in pages.enumerated() {
      content.text.append((number == 0 ? ",\u{A0}" : ", ").utf8, style: entry.style.text)
      var style = entry.style.text
      style.link = "#" + page.destination
      if page.isStrong { style.weight = 700 }
      content.text.append(page.label.utf8, style: style)
    }
    return content
  }

  private struct PageNumber {
    var label: String
    var destination: String
    var isStrong: Bool
  }

  /// Pages that follow each other.
  private struct Run {
    var pages: [PageNumber]
    /// True if the author has marked both ends.
    var isWritten = false
  }

  /// The pages of the places: each once, three and more that follow each other as a range.
  private var pages: [PageNumber] {
    var runs: [Run] = []
    for place in entry.places ?? [] {
      let label = context.pageLabels[place.destination] ?? "0"
      var run = Run(pages: [PageNumber(label: label, destination: place.destination, isStrong: place.isStrong)])
      if let end = place.end, let last = context.pageLabels[end], last != label {
        run.pages.append(PageNumber(label: last, destination: end, isStrong: place.isStrong))
        run.isWritten = true
      } else if let before = runs.last, let last = before.pages.last, !before.isWritten, last.isStrong == place.isStrong {
        if last.label == label { continue }
        if let one = DocumentNumber.whole(last.label), let two = DocumentNumber.whole(label), two == one + 1 {
          runs[runs.count - 1].pages += run.pages
          continue
        }
      }
      runs.append(run)
    }
    return runs.flatMap { run -> [PageNumber] in
      guard run.isWritten || run.pages.count > 2, var first = run.pages.first, let last = run.pages.last else { return run.pages }
      first.label += "–" + last.label
      return [first]
    }
  }
}
