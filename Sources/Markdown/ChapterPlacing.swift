package import TypesetDiagnostics
import TypesetYAML

// Where the headings of a file come in the work that it is part of.

extension ParsedDocument {
  /// A later file's title becomes a heading, if the file has none of that level.
  mutating func addTitle(options: ParseOptions, budget: Budget) {
    guard let value = frontMatter.value("title"), let text = value.text, !text.isEmpty, lacksHeading else { return }
    add(Source.File.Part(level: 1, title: text), at: value.span, options: options, budget: budget)
  }

  /// True without a heading of the first level.
  package var lacksHeading: Bool { !tree.nodes.contains { if case .heading(1) = $0.kind { true } else { false } } }

  /// Puts a title, as Markdown, above all blocks.
  package mutating func addTitle(_ title: String, options: ParseOptions, budget: Budget) {
    let start = SourceSpan(frontMatter.end, frontMatter.end)
    add(Source.File.Part(level: 1, title: title), at: start, options: options, budget: budget)
  }

  /// Puts a heading above all blocks.
  private mutating func add(_ heading: Source.File.Part, at span: SourceSpan, options: ParseOptions, budget: Budget) {
    var title = parseFile(Array(heading.title.utf8), options: options, budget: budget).tree
    guard title.nodes.count > 1, case .paragraph = title.nodes[1].kind, title.nodes[1].nextSibling < 0 else { return }
    title.nodes[1].kind = .heading(level: min(max(heading.level, 1), 6))
    title.moveSpans(by: nil, else: span)
    title.append(tree)
    tree = title
  }

  /// Moves the headings of a file to the levels that the work's navigation gives it.
  mutating func place(as chapter: Source.File.Chapter, options: ParseOptions, budget: Budget) {
    let own = frontMatter.value("title")
    let title = own?.text.flatMap { $0.isEmpty ? nil : $0 } ?? chapter.title
    let headings: [(node: Int, level: Int)] = tree.nodes.indices.compactMap { node in
      if case .heading(let level) = tree.nodes[node].kind { (node, level) } else { nil }
    }
    let top = headings.map(\.level).min() ?? 1
    let isTitled = hasTitle(among: headings, top: top, own: own?.text, chapter)
    let needsTitle = title != nil && !isTitled
    let shift = chapter.level + (needsTitle ? 1 : 0) - top
    // A page has one title: what comes beside it is a section of the page.
    let sections = isTitled && chapter.form != .chapter ? headings.dropFirst().first { $0.level == top }?.node : nil
    for (node, level) in headings {
      let below = sections.map { node >= $0 ? 1 : 0 } ?? 0
      guard shift + below != 0 else { continue }
      tree.nodes[node].kind = .heading(level: min(max(level + shift + below, 1), 6))
    }
    let start = SourceSpan(frontMatter.end, frontMatter.end)
    if needsTitle, let title {
      let heading = Source.File.Part(level: chapter.level, title: title)
      add(heading, at: own?.text == title ? own?.span ?? start : start, options: options, budget: budget)
    }
  }

  /// Puts the parts that begin with a file above it.
  mutating func add(_ parts: [Source.File.Part], options: ParseOptions, budget: Budget) {
    let start = SourceSpan(frontMatter.end, frontMatter.end)
    for part in parts.reversed() { add(part, at: start, options: options, budget: budget) }
  }

  /// True if the first heading of a file is its title: it says the same as the navigation; or it is the first thing in the file, and of the
  /// first level or alone on its own. Of a chapter, any heading of the first level is enough.
  private func hasTitle(among headings: [(node: Int, level: Int)], top: Int, own: String?, _ chapter: Source.File.Chapter) -> Bool {
    guard let first = headings.first else { return false }
    let isAlone = headings.count { $0.level == top } == 1
    if top == 1, chapter.form == .chapter || isAlone { return true }
    guard first.level == top else { return false }
    let words = Self.letters(of: tree.plainText(of: Tree.Index(first.node)))
    if [own, chapter.title].contains(where: { $0.map(Self.letters) == words }) { return true }
    guard Int(tree.nodes[0].firstChild) == first.node else { return false }
    // The title of a note is its name.
    return top == 1 && chapter.form != .note || own == nil && isAlone && chapter.form != .note
  }

  /// What a title says, whatever its marks and its case are.
  private static func letters(of title: String) -> String {
    title.lowercased().filter { $0.isLetter || $0.isNumber || $0.isSymbol && $0 != "`" || $0 == "!" || $0 == "?" }
  }
}
