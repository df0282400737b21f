import TypesetBoxes
import TypesetBytes
import TypesetDiagnostics

/// Where parts of the source are on the pages.
struct PagePlaces {
  typealias Place = (page: Int, rect: Rect)

  /// The area of each block on its first page.
  private var areas: [Int32: Place] = [:]
  /// The top-level blocks on the pages, in the order of the source.
  private var blocks: [(span: SourceSpan, number: Int32)] = []
  /// The lines of each block in the order of the source.
  private var lines: [Int32: [SetLine]] = [:]

  init(of document: CheckedDocument, lines: [SetLine]) {
    for (number, page) in document.pages.enumerated() {
      var block: Int32 = -1
      for item in page.flow {
        if case .content(let id) = item {
          block = id.block
          continue
        }
        guard block >= 0, let area = item.area else { continue }
        if let known = areas[block] {
          if known.page == number { areas[block] = (number, known.rect.union(area)) }
        } else {
          areas[block] = (number, area)
        }
      }
    }
    for block in areas.keys where Int(block) < document.blockSpans.count && !document.blockSpans[Int(block)].isEmpty {
      blocks.append((document.blockSpans[Int(block)], block))
    }
    blocks.sort { $0.span.start < $1.span.start }
    self.lines = Dictionary(grouping: lines, by: \.block).mapValues { $0.sorted { $0.offset ?? 0 < $1.offset ?? 0 } }
  }

  /// The area of a block on its first page.
  func area(of block: Int32) -> Place? { areas[block] }

  /// The lines of a block, in the order of the source.
  func lines(of block: Int32) -> [SetLine] { lines[block] ?? [] }

  /// The line that holds a place of the source, or the block that does.
  func place(of span: SourceSpan) -> Place? {
    let block = blocks.partitioningIndex { $0.span.start > span.start } - 1
    guard block >= 0, blocks[block].span.end > span.start else { return nil }
    let number = blocks[block].number
    let known = lines[number] ?? []
    let line = known.partitioningIndex { $0.offset ?? 0 > Int(span.start) } - 1
    guard line >= 0, known[line].offset != nil else { return areas[number] }
    return (known[line].page, known[line].rect)
  }
}
