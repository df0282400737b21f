public import TypesetDiagnostics
public import TypesetMarkdown

/// The numbers of headings, figures, tables and listings, and what labels name; known before anything is set.
public struct Numbering: Sendable {
  public enum Kind: Hashable, Sendable {
    case section, chapter, appendix, figure, table, listing, equation
    /// Theorems, definitions and the like, counted by what they are called.
    case theorem(String)
  }

  public struct Label: Hashable, Sendable {
    public var kind: Kind
    /// Nil where the thing has none; its title represents it.
    public var number: String?
    public var title: String
  }

  /// Of headings, figures, tables and listings, by their node.
  public private(set) var numbers: [Tree.Index: String] = [:]
  /// The anchor of each heading, in GitHub's spelling or the author's.
  public private(set) var anchors: [Tree.Index: String] = [:]
  public private(set) var labels: [String: Label] = [:]
  public private(set) var diagnostics: [Diagnostic] = []
  /// Of displays that MyST labels, by any name.
  public private(set) var equationLabels: Set<String> = []
  /// The level of the document's chapters or uppermost sections.
  public private(set) var topLevel = 1
  /// True if figures, tables and equations count anew in each chapter.
  public private(set) var countsByChapter = false
  /// All names that links can lead to.
  private var destinations: Set<String> = []
  /// Of headings with emoji: see `emojiDestination`.
  private var emojiAnchors: [String: String] = [:]
  /// By the same names in small letters.
  private var lowercased: [String: String] = [:]
  /// Where names lead within their own file, where several files are joined.
  private var ownDestinations: [OwnName: String] = [:]
  private var files: [Source.File] = []

  private struct OwnName: Hashable {
    var file: Int
    var name: String
  }

  public init() {}

  private var seen: [String: SourceSpan] = [:]
  /// How many parts of each figure have letters.
  private var parts: [Tree.Index: Int] = [:]

  /// The figure of several parts to which a picture belongs.
  private func wholeFigure(of paragraph: Tree.Index, in tree: Tree) -> Tree.Index? {
    let parent = tree[paragraph].parent
    guard parent >= 0, case .figure = tree[parent].kind, tree.caption(of: parent) != nil else { return nil }
    return parent
  }

  /// Counts in document order.
  public init(of tree: Tree, options: NumberingOptions, hasTitle: Bool = false) {
    let headings = tree.nodes.indices.filter { if case .heading = tree.nodes[$0].kind { true } else { false } }
    topLevel = Self.topLevel(of: headings.map { tree.nodes[$0].kind.headingLevel }, hasTitle: hasTitle)
    let figures = options.figures ?? tree.refersToFigures
    countsByChapter = options.byChapter && options.sections
    var counts = Counts(byChapter: countsByChapter)
    var slugs = Anchors()
    files = tree.files
    // Each file counts its headings of one name by itself, as the links in it do.
    var ownSlugs = Anchors()
    var file = 0
    for position in tree.nodes.indices {
      let index = Tree.Index(position)
      let node = tree[index]
      let id = tree.attributes(of: index)?.id
      // Anchors that were alone above a block.
      for pair in tree.attributes(of: index)?.pairs ?? [] where pair.key == "anchor" { destinations.insert(pair.value) }
      switch node.kind {
      case .heading(let level):
        let title = tree.plainText(of: index)
        let anchor = id ?? slugs.anchor(for: title)
        anchors[index] = anchor
        if id == nil, let key = Self.emojiKey(of: title), emojiAnchors[key] == nil { emojiAnchors[key] = anchor }
        if files.count > 1 {
          if fileNumber(at: node.span) != file {
            file = fileNumber(at: node.span)
            ownSlugs = Anchors()
          }
          ownDestinations[OwnName(file: file, name: id ?? ownSlugs.anchor(for: title))] = anchor
        }
        destinations.insert(anchor)
        let depth = level - topLevel
        if options.sections, depth >= 0, depth < options.depth, !tree.isUnnumbered(index) {
          numbers[index] = counts.section(depth)
        }
        let kind: Kind = depth > 0 ? .section : counts.isAppendix ? .appendix : options.byChapter ? .chapter : .section
        name(
          id ?? anchor, Label(kind: kind, number: numbers[index], title: title), node.span,
          isOwn: id != nil)
        continue
      case .paragraph:
        if tree.isAppendix(index) { counts.beginAppendix() }
        guard let image = tree.figure(index) else { break }
        let title = tree.plainText(of: image)
        let own = id ?? tree.attributes(of: image)?.id
        if let whole = wholeFigure(of: index, in: tree) {
          guard !title.isEmpty, tree.attributes(of: image)?["caption"] != "" else { break }
          let letter = NumberForm.letter.text(parts[whole, default: 0] + 1).lowercased()
          parts[whole, default: 0] += 1
          if numbers[whole] != nil { numbers[index] = "(\(letter))" }
          if let own { name(own, Label(kind: .figure, number: numbers[whole].map { $0 + letter }, title: title), node.span) }
          continue
        }
        if figures, !title.isEmpty, !tree.isUnnumbered(image), tree.attributes(of: image)?["caption"] != "" {
          numbers[index] = counts.next(.figure)
        }
        if let own { name(own, Label(kind: .figure, number: numbers[index], title: title), node.span) }
        continue
      case .mathBlock, .math:
        if let id, tree.attributes(of: index)?.classes.contains("equation") == true { equationLabels.insert(id) }
      case .image where node.parent >= 0 && tree.figure(node.parent) == index: continue
      case .figure, .table:
        guard let caption = tree.caption(of: index) else { break }
        let isTable = if case .table = node.kind { true } else { tree.isTable(index, id: id) }
        // A table in a figure is that figure's.
        if node.parent >= 0, case .figure = tree[node.parent].kind { break }
        // Blocks of pymdown-extensions say it one by one.
        let asked = tree.attributes(of: index)?["number"]
        if let asked, asked != "auto", asked != "false", asked.first != "^" {
          numbers[index] = asked
        } else if asked?.first == "^" {
          numbers[index] = counts.part(isTable ? .table : .figure)
        } else if asked == nil ? figures : asked == "auto" {
          numbers[index] = counts.next(isTable ? .table : .figure)
        }
        if let id {
          name(id, Label(kind: isTable ? .table : .figure, number: numbers[index], title: tree.plainText(of: caption)), node.span)
        }
        continue
      case .callout(let callout) where callout.isCounted:
        let kind = Kind.theorem(callout.kind)
        if !tree.isUnnumbered(index) { numbers[index] = counts.next(kind) }
        guard let id else { break }
        let title = node.firstChild
        let words = title >= 0 && tree[title].kind == .title ? tree.plainText(of: title) : id
        name(id, Label(kind: kind, number: numbers[index], title: words), node.span)
        continue
      case .codeBlock:
        if let id, id.hasPrefix("fig"), let title = tree.attributes(of: index)?.diagramCaption {
          if figures { numbers[index] = counts.next(.figure) }
          name(id, Label(kind: .figure, number: numbers[index], title: title), node.span)
          continue
        }
        guard let id, id.hasPrefix("lst") else { break }
        numbers[index] = counts.next(.listing)
        name(id, Label(kind: .listing, number: numbers[index], title: ""), node.span)
        continue
      default: break
      }
      if let id {
        destinations.insert(id)
        note(id, node.span)
      }
    }
    seen = [:]
    for name in destinations {
      let lower = name.lowercased()
      lowercased[lower] = min(lowercased[lower] ?? name, name)
    }
  }

  /// Where a link to `name` leads: an anchor as written, or one that differs in nothing but case. That of the link's own file comes first.
  public func destination(of name: String, from span: SourceSpan? = nil) -> String? {
    if files.count > 1, let span, let own = ownDestination(of: name, file: fileNumber(at: span)) { return own }
    if destinations.contains(name) { return name }
    return lowercased[name.lowercased()] ?? emojiDestination(of: name)
  }

  /// Where a link to a file of the document leads, or to a name in it; nil where the file is none of the document's.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder of the file in which the link is.
  ///   - name: Nil leads to the file's beginning.
  func destination(inFile path: String, of name: String?, from span: SourceSpan) -> FileDestination? {
    guard let number = file(at: path, from: span) else { return nil }
    guard let name else { return files.count > 1 ? .found(Tree.fileAnchor(number)) : .missing }
    if files.count == 1 { return destination(of: name).map { .found($0) } ?? .missing }
    return ownDestination(of: name, file: number).map { .found($0) } ?? destination(of: name).map { .found($0) } ?? .missing
  }

  enum FileDestination: Equatable {
    case found(String)
    /// The file is there, and nothing in it has the name.
    case missing
  }

  /// GitHub's anchors have an emoji by its name where the heading was written so: `#rocket-start` leads to `:rocket: Start`.
  private func emojiDestination(of name: String) -> String? {
    guard !emojiAnchors.isEmpty else { return nil }
    var signs = ""
    let rest = name.lowercased().split(separator: "-", omittingEmptySubsequences: false).map { word in
      guard let sign = emoji(named: String(word)) else { return String(word) }
      signs += sign
      return ""
    }
    return emojiAnchors[Self.withoutSelectors(signs) + " " + rest.joined(separator: "-")]
  }

  /// The signs of a heading, and the anchor that it has without them; nil where it has no emoji.
  private static func emojiKey(of title: String) -> String? {
    let signs = title.unicodeScalars.filter { $0.value >= 0x203C && $0.properties.isEmoji }
    guard !signs.isEmpty else { return nil }
    var anchors = Anchors()
    return withoutSelectors(String(String.UnicodeScalarView(signs))) + " " + anchors.anchor(for: withoutSelectors(title))
  }

  /// Without the signs that choose between a picture and a letter.
  private static func withoutSelectors(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !(0xFE00...0xFE0F).contains($0.value) && $0.value != 0x200D }))
  }

  private func ownDestination(of name: String, file: Int) -> String? {
    ownDestinations[OwnName(file: file, name: name)] ?? ownDestinations[OwnName(file: file, name: name.lowercased())]
  }

  private func fileNumber(at span: SourceSpan) -> Int {
    max(0, (files.firstIndex { $0.start > span.start } ?? files.count) - 1)
  }

  /// The number of the file to which a path leads, whatever its extension says of the tool that makes a page of it.
  private func file(at path: String, from span: SourceSpan) -> Int? {
    guard !files.isEmpty else { return nil }
    var parts = files[fileNumber(at: span)].name.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    let wanted = Self.stem(parts.joined(separator: "/"))
    return files.firstIndex { file in
      Self.stem(file.name.split(separator: "/").filter { $0 != "." }.joined(separator: "/")) == wanted
    }
  }

  private static func stem(_ path: String) -> String {
    for ending in [".md", ".markdown", ".mdx", ".qmd", ".html"] where path.hasSuffix(ending) { return String(path.dropLast(ending.count)) }
    return path
  }

  /// The names that are nearly `name`, for hints; a document with thousands of names and faults gets none.
  func nearestLabel(to name: String) -> String? { labels.count > 1_000 ? nil : nearest(to: name, among: Array(labels.keys)) }
  func nearestDestination(to name: String) -> String? {
    destinations.count > 1_000 ? nil : nearest(to: name, among: Array(destinations))
  }

  private mutating func name(_ id: String, _ label: Label, _ span: SourceSpan, isOwn: Bool = true) {
    destinations.insert(id)
    if isOwn { note(id, span) }
    if labels[id] == nil { labels[id] = label }
  }

  private mutating func note(_ id: String, _ span: SourceSpan) {
    if let first = seen[id] {
      // A display alone in its paragraph is two nodes at one place.
      if first.start == span.start { return }
      diagnostics.append(
        Diagnostic(.warning, "reference.duplicate-label", at: span, "duplicate label \"\(id)\"", hint: "the first one is used"))
    } else {
      seen[id] = span
    }
  }

  /// The level from which numbers count: that of the highest headings; a first heading that is alone on its level and no other
  /// title is above is the document's title.
  private static func topLevel(of levels: [Int], hasTitle: Bool) -> Int {
    guard let top = levels.min() else { return 1 }
    let isTitle = !hasTitle && levels.first == top && levels.filter { $0 == top }.count == 1 && levels.count > 1
    return isTitle ? levels.dropFirst().min() ?? top : top
  }

  private struct Counts {
    let byChapter: Bool
    private var sections = [Int](repeating: 0, count: 8)
    private var things: [Kind: Int] = [:]
    private var parts: [Kind: Int] = [:]
    private(set) var isAppendix = false

    init(byChapter: Bool) { self.byChapter = byChapter }

    mutating func section(_ depth: Int) -> String {
      sections[depth] += 1
      for deeper in sections.indices where deeper > depth { sections[deeper] = 0 }
      if depth == 0, byChapter { things = [:] }
      return (0...depth).map { text($0) }.joined(separator: ".")
    }

    mutating func beginAppendix() {
      sections[0] = 0
      isAppendix = true
    }

    /// `2.1`: of what is numbered next.
    mutating func part(_ kind: Kind) -> String {
      parts[kind, default: 0] += 1
      return "\(things[kind, default: 0] + 1).\(parts[kind, default: 1])"
    }

    mutating func next(_ kind: Kind) -> String {
      things[kind, default: 0] += 1
      parts[kind] = nil
      let number = "\(things[kind] ?? 1)"
      return byChapter && sections[0] > 0 ? text(0) + "." + number : number
    }

    private func text(_ depth: Int) -> String {
      depth == 0 && isAppendix ? NumberForm.letter.text(sections[0]) : "\(sections[depth])"
    }
  }
}

extension Tree.Kind {
  fileprivate var headingLevel: Int { if case .heading(let level) = self { level } else { 0 } }
}

extension Tree {
  /// The image that is alone in a paragraph.
  func figure(_ paragraph: Index) -> Index? {
    let only = self[paragraph].firstChild
    guard only >= 0, self[only].nextSibling < 0, case .image = self[only].kind else { return nil }
    return only
  }

  /// True if a paragraph is one of the parts of a figure.
  func isPart(_ paragraph: Index) -> Bool {
    let parent = self[paragraph].parent
    return parent >= 0 && { if case .figure = self[parent].kind { true } else { false } }()
  }

  func caption(of index: Index) -> Index? {
    children(of: index).first { if case .caption = self[$0].kind { true } else { false } }
  }

  /// True if a figure is a table, by its label's beginning or by what it holds.
  fileprivate func isTable(_ figure: Index, id: String?) -> Bool {
    if let id, ["tbl", "tab"].contains(where: id.hasPrefix) { return true }
    return id?.hasPrefix("fig") != true && holdsTable(figure)
  }

  fileprivate func holdsTable(_ index: Index) -> Bool {
    children(of: index).contains { if case .table = self[$0].kind { true } else { false } }
  }

  fileprivate func isUnnumbered(_ index: Index) -> Bool {
    guard let attributes = attributes(of: index) else { return false }
    return attributes.classes.contains { $0 == "unnumbered" || $0 == "-" } || attributes["number"] == "false" || attributes["-"] != nil
  }

  /// The words of LaTeX that part a book: `\frontmatter`, `\mainmatter`, `\backmatter`, `\appendix`, alone in a paragraph.
  func bookPart(_ paragraph: Index) -> String? {
    let only = self[paragraph].firstChild
    guard only >= 0, self[only].nextSibling < 0, case .text(let text) = self[only].kind, text.utf8.first == UInt8(ascii: "\\") else {
      return nil
    }
    return ["frontmatter", "mainmatter", "backmatter", "appendix"].first { text == "\\" + $0 }
  }

  fileprivate func isAppendix(_ paragraph: Index) -> Bool { bookPart(paragraph) == "appendix" }

  /// True if a label of a figure or table is anywhere, as `{#fig-x}` or in a reference to it.
  fileprivate var refersToFigures: Bool {
    func names(_ label: String) -> Bool {
      ["fig-", "fig:", "fig_", "tbl-", "tbl:", "tbl_", "tab-", "tab:", "tab_"].contains { label.hasPrefix($0) }
    }
    if attributes.contains(where: { $0.id.map(names) ?? false }) { return true }
    var labels: Set<String> = []
    for case .reference(let label) in nodes.lazy.map(\.kind) { labels.insert(label.hasPrefix("-") ? String(label.dropFirst()) : label) }
    // MyST's labels have any name.
    return labels.contains(where: names)
      || !labels.isEmpty
        && nodes.indices.contains { position in
          switch nodes[position].kind {
          case .figure, .table: attributes(of: Index(position))?.id.map(labels.contains) ?? false
          default: false
          }
        }
  }
}
