internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetStyling

/// A part of a document that becomes a separate file.
package struct DocumentPart: Sendable {
  /// Of its first heading; nil for what is before the first chapter.
  package var title: String?
  /// From 0.
  package var pages: Range<Int>
  /// The names of places in all parts, with their files; once these have names.
  package var siblings: [String: String] = [:]
  /// What links can lead to in it.
  package var destinations: Set<String> = []
  /// The title as part of a file's name.
  package var slug = ""

  /// The chapters of a document: the files of a work, or what its highest headings begin; what is before the first one is a part too.
  package static func chapters(of document: TypesetDocument) -> [DocumentPart] {
    let (pages, isWork) = (document.pages, document.source.files.last?.chapter != nil)
    let top = pages.lazy.flatMap(\.ink.marks).compactMap { if case .heading(let level, _, _) = $0 { level } else { nil } }.min()
    var parts = [DocumentPart(pages: 0..<0)]
    for (number, page) in pages.enumerated() {
      let begins = page.ink.marks.contains { mark in
        switch mark {
        case .destination(let name): isWork && name.hasPrefix("file:")
        case .heading(let level, _, _): !isWork && level == top
        default: false
        }
      }
      if begins, number > 0 || !parts[0].pages.isEmpty { parts.append(DocumentPart(pages: number..<number)) }
      parts[parts.count - 1].pages = parts[parts.count - 1].pages.lowerBound..<number + 1
      parts[parts.count - 1].add(page, isChapter: begins || parts.count > 1)
    }
    return parts.filter { !$0.pages.isEmpty }
  }

  private mutating func add(_ page: Page, isChapter: Bool) {
    for mark in page.ink.marks {
      switch mark {
      case .destination(let name): destinations.insert(name)
      case .heading(_, let title, let destination):
        destinations.insert(destination)
        guard isChapter, self.title == nil else { continue }
        self.title = title
        var anchors = HeadingAnchors()
        // The number that the heading shows is not part of the name: the number of the file comes first.
        let words = title.drop { $0.isNumber || ". \u{A0}".contains($0) }
        slug = String(anchors.anchor(for: words.isEmpty ? title : String(words)).prefix(40))
      default: continue
      }
    }
  }
}
