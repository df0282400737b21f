import TypesetDiagnostics

/// Lists of contents on the pages of a work, which has its own.
///
/// `[TOC]` and `{tableofcontents}` on a page after the first list what is on that page or below it in the navigation: the pages below it are
/// listed, its own sections are not.
struct ChapterContents {
  private let files: [Source.File]

  init(_ files: [Source.File]) { self.files = files }

  /// Replaces the lists of a file's page.
  func replace(in tree: inout Tree, of number: Int) {
    guard let chapter = files[number].chapter, chapter.form != .chapter, files[..<number].contains(where: { $0.chapter != nil }) else {
      return
    }
    for position in tree.nodes.indices {
      guard case .contents = tree.nodes[position].kind, case let index = Tree.Index(position),
        !(tree.attributes(of: index)?.classes.contains { $0.hasPrefix("listof") } ?? false)
      else { continue }
      let span = tree.nodes[position].span
      let items = pages(below: number).map { page in
        // From the root of the work.
        let reference = tree.add(.reference(label: "/" + files[page].name), span)
        return tree.add(.item(isChecked: nil), around: [tree.add(.paragraph, around: [reference])])
      }
      tree.nodes[position].kind = items.isEmpty ? .division : .list(start: nil, isTight: true)
      tree.setChildren(of: index, to: items)
    }
  }

  /// The numbers of the files that the navigation has right below one.
  private func pages(below number: Int) -> [Int] {
    guard let level = files[number].chapter?.level else { return [] }
    var below: [(number: Int, level: Int)] = []
    for other in files.indices.dropFirst(number + 1) {
      guard let chapter = files[other].chapter, chapter.level > level, chapter.parts.allSatisfy({ $0.level > level }) else { break }
      below.append((other, chapter.level))
    }
    let next = below.map(\.level).min()
    return below.filter { $0.level == next }.map(\.number)
  }
}
