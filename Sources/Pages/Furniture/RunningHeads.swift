public import TypesetBoxes
public import TypesetStyling

/// The values for a page's header and footer.
public struct PageContext: Hashable, Sendable {
  /// The page's number as it is printed.
  public var label: String
  public var chapter = ""
  public var section = ""
  /// Their link destinations.
  public var chapterDestination = ""
  public var sectionDestination = ""
  public var isLeft = false
  /// True if it begins the document or a chapter.
  public var isOpening = false
  public var isBlank = false
  /// True for the first page of the document.
  public var isFirst = false
  /// The label of the last page whose number counts with this one, and how many pages there are.
  public var lastOfPart = ""
  public var pageCount = 0
}

/// Numbers pages and finds their running heads, from the marks on them.
public func pageContexts(of pages: [Page], style: PageStyle, chaptersOpenPages: Bool) -> [PageContext] {
  var contexts: [PageContext] = []
  /// Where numbers of pages begin anew.
  var beginnings: [Int] = []
  var counter = PageCounter(style: style, first: pages.lazy.compactMap(\.firstNumbering).first)
  typealias Heading = (title: String, destination: String)
  var chapter: Heading = ("", "")
  var section: Heading = ("", "")
  // If the only heading of the first level is the document's title, sections are those of the second.
  let chapterLevel = chapterLevel(of: pages)
  for (index, page) in pages.enumerated() {
    let label = counter.next(page.ink.marks)
    var opens = index == 0
    var first: Heading?
    var firstChapter: Heading?
    for (position, mark) in page.ink.marks.enumerated() {
      switch mark {
      case .heading(let level, let title, let destination):
        let heading = (title, destination)
        if level == chapterLevel {
          chapter = heading
          section = ("", "")
          if firstChapter == nil { firstChapter = heading }
          if chaptersOpenPages, isAtTop(mark: position, of: page) { opens = true }
        } else if level == chapterLevel + 1 {
          section = heading
          // TeX's \firstmark: the first section that begins on the page, else the one that continues.
          if first == nil { first = heading }
        }
      case .opening(let title):
        guard chaptersOpenPages, isAtTop(mark: position, of: page) else { break }
        (chapter, section, opens) = ((title, ""), ("", ""), true)
      default: break
      }
    }
    var context = PageContext(label: label)
    (context.chapter, context.chapterDestination) = chapter
    (context.section, context.sectionDestination) = first ?? (section.title.isEmpty ? firstChapter ?? chapter : section)
    context.isLeft = style.isTwoSided && index % 2 == 1
    context.isOpening = opens
    context.isFirst = index == 0
    context.isBlank = page.ink.items.isEmpty
    if index > 0, page.ink.marks.contains(where: { if case .numbering = $0 { true } else { false } }) { beginnings.append(index) }
    contexts.append(context)
  }
  for (start, end) in zip([0] + beginnings, beginnings + [contexts.count]) {
    for index in start..<end { (contexts[index].lastOfPart, contexts[index].pageCount) = (contexts[end - 1].label, contexts.count) }
  }
  return contexts
}

/// The level of chapters: the highest one with more than one heading, else the highest.
private func chapterLevel(of pages: [Page]) -> Int {
  var counts = [Int](repeating: 0, count: 7)
  for page in pages {
    for case .heading(let level, _, _) in page.ink.marks where (1...6).contains(level) { counts[level] += 1 }
  }
  return (1...6).first { counts[$0] > 1 } ?? (1...6).first { counts[$0] > 0 } ?? 1
}

/// True if nothing is above a heading but its own space.
private func isAtTop(mark index: Int, of page: Page) -> Bool {
  for item in page.ink.items {
    switch item {
    case .mark(let number, _): if Int(number) == index { return true }
    case .panel, .content, .part: continue
    default: return false
    }
  }
  return false
}

extension Page {
  /// The form of numbers that the first mark on it requests.
  fileprivate var firstNumbering: String? {
    ink.marks.lazy.compactMap { if case .numbering(let form) = $0 { form } else { nil } }.first
  }
}
