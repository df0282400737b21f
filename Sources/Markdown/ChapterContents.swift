import TypesetDiagnostics

// Lists of contents on the pages of a work, which has its own.

extension Tree {
  /// `[TOC]` and `{tableofcontents}` on a page after the first list what is on that page or below it in the navigation: the pages below it
  /// are listed, its own sections are not.
  mutating func replaceContents(of number: Int, in files: [Source.File]) {
    guard let chapter = files[number].chapter, chapter.form != .chapter, files[..<number].contains(where: { $0.chapter != nil }) else {
      return
    }
    for position in nodes.indices {
      guard case .contents = nodes[position].kind, case let index = Index(position),
        !(attributes(of: index)?.classes.contains { $0.hasPrefix("listof") } ?? false)
      else { continue }
      let span = nodes[position].span
      let items = Self.pages(below: number, in: files).map { page in
        // From the root of the work.
        let reference = add(.reference(label: "/" + files[page].name), span)
        return add(.item(isChecked: nil), around: [add(.paragraph, around: [reference])])
      }
      nodes[position].kind = items.isEmpty ? .division : .list(start: nil, isTight: true)
      setChildren(of: index, to: items)
    }
  }

  /// The numbers of the files that the navigation has right below one.
  private static func pages(below number: Int, in files: [Source.File]) -> [Int] {
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
