internal import TypesetBytes
public import TypesetDiagnostics
public import TypesetMarkdown

/// The numbers of headings, figures, tables and listings, and what labels name; known before anything is set.
public struct Numbering: Sendable {
  public enum Kind: Hashable, Sendable {
    case section, chapter, appendix, figure, table, listing, equation
    /// A line of an algorithm or of code.
    case line
    /// Theorems, definitions and the like, counted by what they are called.
    case theorem(String)
  }

  public struct Label: Hashable, Sendable {
    public var kind: Kind
    /// Nil if it has none; its title is used instead.
    public var number: String?
    public var title: String
    /// The author's own word for the kind: `\newtheorem{x}{Word}`.
    public var word: String?
    /// Of a part of a figure: `(a)`.
    public var part: String?
    /// Where links to it lead; nil for a place of its own.
    public var place: String?
  }

  /// The numbers of headings, figures, tables and listings, by node.
  public private(set) var numbers: [Tree.Index: String] = [:]
  /// The anchor of each heading, in GitHub's spelling or the author's.
  public private(set) var anchors: [Tree.Index: String] = [:]
  public private(set) var labels: [String: Label] = [:]
  public private(set) var diagnostics: [Diagnostic] = []
  /// The labels that MyST gives displays, under any name.
  public private(set) var equationLabels: Set<String> = []
  /// The level of the document's chapters or uppermost sections.
  public private(set) var topLevel = 1
  /// True if figures and tables with captions are numbered.
  private(set) var numbersFigures = false
  /// True if figures, tables and equations are numbered within each chapter.
  public private(set) var countsByChapter = false
  /// The numbers of the headings below which equations are counted anew, if that is not done by chapters.
  private(set) var equationSections: [Tree.Index: String] = [:]
  /// All names that links can lead to.
  private var destinations: Set<String> = []
  /// Of headings with emoji: see `emojiDestination`.
  private var emojiAnchors: [String: String] = [:]
  /// The names by their lower-case forms.
  private var lowercased: [String: String] = [:]
  /// Where names lead within their own file, if several files are joined.
  private var ownDestinations: [OwnName: String] = [:]
  /// The same by the letters and digits alone, since tools make different names of the other characters of a heading.
  private var ownLetters: [OwnName: String] = [:]
  /// The headings that the navigation of a work names.
  private(set) var chapterTitles: Set<Tree.Index> = []
  private var files: [Source.File] = []
  /// The numbers of files by their paths without extensions, if several are joined.
  private var fileNumbers: [String: Int] = [:]
  /// The first heading of each file of a work.
  private var fileTitles: [Int: String] = [:]
  /// The files of a book that are in a part, which takes a level.
  private var filesInParts: Set<Int> = []

  /// Words for labels and pages that other files of the work have.
  private(set) var elsewhere: [String: String] = [:]

  /// What `\newtheorem` says of each kind, where the document has such lines.
  private(set) var theorems = TheoremNumbering()

  private struct OwnName: Hashable {
    var file: Int
    var name: String
  }

  public init() {}

  /// Counts in document order.
  public init(of tree: Tree, options: NumberingOptions, hasTitle: Bool = false) {
    let headings = tree.nodes.indices.filter { if case .heading = tree.nodes[$0].kind { true } else { false } }
    topLevel = options.topLevel ?? Self.topLevel(of: headings.map { tree.nodes[$0].kind.headingLevel }, hasTitle: hasTitle)
    let figures = options.figures ?? tree.refersToFigures
    numbersFigures = figures
    countsByChapter = options.byChapter && options.sections
    (files, elsewhere) = (tree.files, tree.elsewhere)
    if files.count > 1 {
      fileNumbers = Self.numbers(of: files)
      if topLevel == 1 { filesInParts = Self.filesInParts(files) }
    }
    var pass = Pass(
      tree: tree, options: options, numbersFigures: figures, counts: LabelCounts(byChapter: countsByChapter),
      written: Set(tree.attributes.compactMap(\.id)))
    theorems = TheoremNumbering(of: tree, options: options)
    for (file, names) in tree.ownNames {
      for (name, unique) in names { ownDestinations[OwnName(file: file, name: name)] = unique }
    }
    for position in tree.nodes.indices {
      let index = Tree.Index(position)
      let id = tree.attributes(of: index)?.id
      // HeadingAnchors that were alone above a block.
      for pair in tree.attributes(of: index)?.pairs ?? [] where pair.key == "anchor" { destinations.insert(pass.other(pair.value, of: id)) }
      guard !count(index, id: id, &pass), let id else { continue }
      destinations.insert(id)
      if pass.referred.matters(id, of: index, in: tree) { note(id, tree[index].span, &pass) }
    }
    for (other, id) in pass.others where labels[other] == nil { labels[other] = labels[id] }
    for (index, label) in pass.restated {
      numbers[index] = labels[label]?.number
      if labels[label] == nil {
        let message = "no theorem has the label \"\(label)\", which is restated here"
        diagnostics.append(Diagnostic(.warning, "reference.unknown", at: tree[index].span, message))
      }
    }
    for name in destinations {
      let lower = name.lowercased()
      lowercased[lower] = min(lowercased[lower] ?? name, name)
    }
  }

  /// Moves the nodes after an edit; those that it has replaced keep their places, as far as there are others in these.
  mutating func move(by edit: TreeEdit) {
    let (end, newEnd, shift) = (Tree.Index(edit.old.upperBound), Tree.Index(edit.new.upperBound), Tree.Index(edit.nodeShift))
    guard shift != 0 else { return }
    func moved(_ node: Tree.Index) -> Tree.Index? { node >= end ? node + shift : node < newEnd ? node : nil }
    func moved(_ names: [Tree.Index: String]) -> [Tree.Index: String] {
      Dictionary(uniqueKeysWithValues: names.compactMap { node, name in moved(node).map { ($0, name) } })
    }
    (numbers, anchors, equationSections) = (moved(numbers), moved(anchors), moved(equationSections))
    chapterTitles = Set(chapterTitles.compactMap(moved))
  }

  /// True if these are the numbers of others but for the names of headings among some nodes, of which there may be more or fewer.
  func renames(_ other: Numbering, in nodes: Range<Int>) -> Bool {
    func outside(_ names: [Tree.Index: String]) -> [Tree.Index: String] { names.filter { !nodes.contains(Int($0.key)) } }
    return files.count <= 1 && diagnostics.isEmpty && other.diagnostics.isEmpty && numbers == other.numbers && topLevel == other.topLevel
      && numbersFigures == other.numbersFigures && equationSections == other.equationSections && outside(anchors) == outside(other.anchors)
  }

  /// Where a link to `name` leads: an anchor as written, or one that differs in nothing but case. That of the link's own file comes first.
  public func destination(of name: String, from span: SourceSpan? = nil) -> String? {
    if files.count > 1, let span, let own = ownDestination(of: name, file: fileNumber(at: span)) { return own }
    if destinations.contains(name) { return name }
    return lowercased[name.lowercased()] ?? emojiDestination(of: name)
  }

  /// Where a link to a file of the document leads, or to a name in it; nil if the file is not part of the document.
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

  /// The title of a file of a work, and the name of the place where it begins.
  func chapter(at path: String, from span: SourceSpan) -> (title: String, place: String)? {
    guard let number = file(at: path, from: span), let title = fileTitles[number] else { return nil }
    return (title, Tree.fileAnchor(number))
  }

  enum FileDestination: Equatable {
    case found(String)
    /// The file exists, but the name does not.
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

  /// The signs of a heading, and the anchor that it has without them; nil if it has no emoji.
  private static func emojiKey(of title: String) -> String? {
    let signs = title.unicodeScalars.filter { $0.value >= 0x203C && $0.properties.isEmoji }
    guard !signs.isEmpty else { return nil }
    var anchors = HeadingAnchors()
    return withoutSelectors(String(String.UnicodeScalarView(signs))) + " " + anchors.anchor(for: withoutSelectors(title))
  }

  /// Without the signs that choose between a picture and a letter.
  private static func withoutSelectors(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !(0xFE00...0xFE0F).contains($0.value) && $0.value != 0x200D }))
  }

  private func ownDestination(of name: String, file: Int) -> String? {
    ownDestinations[OwnName(file: file, name: name)] ?? ownDestinations[OwnName(file: file, name: name.lowercased())]
  }

  /// Where a name leads that another tool has made of a heading: by its letters and digits.
  func similarDestination(to name: String, inFile number: Int? = nil, from span: SourceSpan) -> String? {
    guard case let letters = Self.letters(of: name), !letters.isEmpty else { return nil }
    if files.count > 1 { return ownLetters[OwnName(file: number ?? fileNumber(at: span), name: letters)] }
    return destinations.count > 1_000 ? nil : destinations.filter { Self.letters(of: $0) == letters }.min()
  }

  /// The same in a file of the document.
  func similarDestination(to name: String, inFile path: String, from span: SourceSpan) -> String? {
    file(at: path, from: span).flatMap { similarDestination(to: name, inFile: $0, from: span) }
  }

  private static func letters(of name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private func fileNumber(at span: SourceSpan) -> Int { max(0, files.partitioningIndex { $0.start > span.start } - 1) }

  /// The number of the file to which a path leads, whatever its extension says of the tool that makes a page of it.
  private func file(at path: String, from span: SourceSpan) -> Int? {
    guard !files.isEmpty else { return nil }
    let file = files[fileNumber(at: span)]
    var folders = file.name.split(separator: "/").dropLast().map(String.init)
    if !path.hasPrefix("/"), let found = number(ofFile: path, in: folders) { return found }
    guard path.hasPrefix("/"), file.chapter != nil else { return nil }
    // From the root of a site, which is the folder of the file or one around it.
    while true {
      if let found = number(ofFile: path, in: folders) { return found }
      guard folders.popLast() != nil else { return nil }
    }
  }

  private func number(ofFile path: String, in folders: [String]) -> Int? {
    var parts = folders
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    let wanted = Self.stem(parts.joined(separator: "/"))
    guard files.count > 1 else { return Self.numbers(of: files)[wanted] }
    return fileNumbers[wanted]
  }

  /// The page of a folder is found by the folder's name too, where a work has one.
  private static func numbers(of files: [Source.File]) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (number, file) in files.enumerated() {
      let parts = file.name.split(separator: "/").filter { $0 != "." }
      let path = stem(parts.joined(separator: "/"))
      numbers[path] = numbers[path] ?? number
      guard file.chapter != nil, let name = parts.last.map({ stem(String($0)).lowercased() }), name == "index" || name == "readme" else {
        continue
      }
      let folder = parts.dropLast().joined(separator: "/")
      for key in [folder, folder + "/index", folder + "/README"] { numbers[key] = numbers[key] ?? number }
    }
    return numbers
  }

  /// True if the document is a work with files of its own, whose links may leave out extensions.
  var isWork: Bool { files.last?.chapter != nil }

  private static func stem(_ path: String) -> String {
    for ending in [".md", ".markdown", ".mdx", ".qmd", ".Rmd", ".ipynb", ".html"] where path.hasSuffix(ending) {
      return String(path.dropLast(ending.count))
    }
    return path
  }

  /// The most similar name, for hints; not computed in documents with thousands of names.
  func nearestLabel(to name: String) -> String? { labels.count > 1_000 ? nil : nearest(to: name, among: Array(labels.keys)) }
  func nearestDestination(to name: String) -> String? {
    destinations.count > 1_000 ? nil : nearest(to: name, among: Array(destinations))
  }

  private mutating func name(_ id: String, _ label: Label, _ span: SourceSpan, isOwn: Bool = true, _ pass: inout Pass) {
    destinations.insert(id)
    if isOwn { note(id, span, &pass) }
    if labels[id] == nil { labels[id] = label }
  }

  private mutating func note(_ id: String, _ span: SourceSpan, _ pass: inout Pass) {
    if pass.seen.insert(id).inserted { return }
    diagnostics.append(
      Diagnostic(.warning, "reference.duplicate-label", at: span, "duplicate label \"\(id)\"", hint: "the first one is used"))
  }

  /// The files of a book that are in a part: chapters are counted through all parts.
  private static func filesInParts(_ files: [Source.File]) -> Set<Int> {
    var out: Set<Int> = []
    var isInPart = false
    for (number, file) in files.enumerated() {
      guard let chapter = file.chapter else { continue }
      let begins = chapter.role == .part && chapter.level == 1 || chapter.parts.contains { $0.level == 1 && !$0.isNumbered }
      isInPart = begins || isInPart && chapter.level > 1
      if isInPart { out.insert(number) }
    }
    return out
  }

  /// The level from which numbers count: that of the highest headings; a first heading that is alone on its level and no other
  /// title is above is the document's title.
  private static func topLevel(of levels: [Int], hasTitle: Bool) -> Int {
    guard let top = levels.min() else { return 1 }
    let isTitle = !hasTitle && levels.first == top && levels.filter { $0 == top }.count == 1 && levels.count > 1
    return isTitle ? levels.dropFirst().min() ?? top : top
  }
}

extension Numbering {
  /// What is known while the nodes of a document are counted, in its order.
  private struct Pass {
    let tree: Tree
    let options: NumberingOptions
    let numbersFigures: Bool
    var counts: LabelCounts
    var slugs = HeadingAnchors()
    /// Each file counts its headings of one name by itself, as the links in it do.
    var ownSlugs = HeadingAnchors()
    var file = 0
    /// Those of the file so far.
    var headings = 0
    /// The names that have been given.
    var seen: Set<String> = []
    var referred = ReferredNames()
    /// Theorems that are stated once more, and the labels of what they state.
    var restated: [(index: Tree.Index, label: String)] = []
    /// How many parts of each figure have letters.
    var parts: [Tree.Index: Int] = [:]
    /// The names that authors have given.
    let written: Set<String>
    /// Further names of what has one.
    private(set) var others: [(name: String, id: String)] = []

    /// Notes a further name.
    mutating func other(_ name: String, of id: String?) -> String {
      if let id { others.append((name, id)) }
      return name
    }

    /// A name for a heading that no block has.
    mutating func anchor(for title: String) -> String {
      var anchor = slugs.anchor(for: title)
      while written.contains(anchor) { anchor = slugs.anchor(for: title) }
      return anchor
    }

    /// What figures are, each looked at once.
    var wholes: [Tree.Index: Whole] = [:]

    struct Whole {
      var hasCaption: Bool
      /// True for several parts with captions of their own.
      var hasSeveralParts: Bool
      var isTable: Bool
    }

    mutating func whole(_ figure: Tree.Index) -> Whole {
      if let known = wholes[figure] { return known }
      let hasCaption = tree.caption(of: figure) != nil
      let made = Whole(
        hasCaption: hasCaption,
        hasSeveralParts: hasCaption && tree.children(of: figure).count(where: { tree.caption(of: $0) != nil }) > 1,
        isTable: tree.isTable(figure, id: tree.attributes(of: figure)?.id))
      wholes[figure] = made
      return made
    }

    /// The figure of several parts to which a picture belongs.
    mutating func wholeFigure(of paragraph: Tree.Index) -> Tree.Index? {
      let parent = tree[paragraph].parent
      guard parent >= 0, case .figure = tree[parent].kind, whole(parent).hasCaption else { return nil }
      return parent
    }
  }

  /// Counts a node of a kind that has numbers.
  ///
  /// - Returns: False if nothing more than its name is to be noted.
  private mutating func count(_ index: Tree.Index, id: String?, _ pass: inout Pass) -> Bool {
    let tree = pass.tree
    let node = tree[index]
    switch node.kind {
    case .heading(let level):
      countHeading(index, level: level, id: id, &pass)
      return true
    case .paragraph:
      if tree.isAppendix(index) { pass.counts.beginAppendix() }
      return countFigure(index, id: id, &pass)
    case .mathBlock, .math:
      if let id, tree.attributes(of: index)?.classes.contains("equation") == true { equationLabels.insert(id) }
      return false
    case .image: return node.parent >= 0 && tree.figure(node.parent) == index
    case .figure, .table: return countCaptioned(index, id: id, &pass)
    case .callout(let callout) where callout.isCounted: return countTheorem(index, callout, id: id, &pass)
    case .span:
      guard let id, let number = tree.attributes(of: index)?["number"],
        tree.attributes(of: index)?.classes.contains("algorithm-line") == true
      else { return false }
      name(id, Label(kind: .line, number: number, title: id), node.span, &pass)
      return true
    case .codeBlock: return countCode(index, id: id, &pass)
    default: return false
    }
  }

  /// A theorem, an algorithm, a callout that has a number.
  private mutating func countTheorem(_ index: Tree.Index, _ callout: Tree.Callout, id: String?, _ pass: inout Pass) -> Bool {
    let (tree, node) = (pass.tree, pass.tree[index])
    let attributes = tree.attributes(of: index)
    let kind = Kind.theorem(callout.kind)
    if let label = attributes?["restates"] {
      pass.restated.append((index, label.hasPrefix("#") || label.hasPrefix("@") ? String(label.dropFirst()) : label))
      return false
    }
    if !tree.isUnnumbered(index) {
      numbers[index] = callout.form == .theorem ? pass.counts.next(callout.kind, theorems) : pass.counts.next(kind)
    }
    guard let id else { return false }
    let title = node.firstChild
    let words = title >= 0 && tree[title].kind == .title ? tree.plainText(of: title) : id
    var label = Label(kind: kind, number: numbers[index], title: words)
    label.word = attributes?["theorem-word"]
    name(id, label, node.span, &pass)
    return true
  }

  private mutating func countHeading(_ index: Tree.Index, level: Int, id: String?, _ pass: inout Pass) {
    let (tree, options, span) = (pass.tree, pass.options, pass.tree[index].span)
    let title = tree.plainText(of: index)
    let written = id
    let id = id.flatMap { isTaken($0, from: span) ? nil : $0 }
    let anchor = id ?? (written.map { freeName(for: $0, from: span) } ?? pass.anchor(for: title))
    anchors[index] = anchor
    if id == nil, let key = Self.emojiKey(of: title), emojiAnchors[key] == nil { emojiAnchors[key] = anchor }
    let hasNumber = takesNumber(heading: index, title, written, anchor, &pass) && !tree.isUnnumbered(index)
    destinations.insert(anchor)
    let depth = level - topLevel - (filesInParts.contains(pass.file) ? 1 : 0)
    if depth >= 0, hasNumber {
      pass.counts.passHeading(depth)
      if let within = options.equationsWithin, depth <= TheoremNumbering.depth(of: within, options) ?? -1 {
        equationSections[index] = pass.counts.headingNumber.joined(separator: ".")
      }
    }
    if options.sections, depth >= 0, depth < options.depth, hasNumber { numbers[index] = pass.counts.section(depth) }
    let kind: Kind = depth > 0 ? .section : pass.counts.isAppendix ? .appendix : options.byChapter ? .chapter : .section
    name(id ?? anchor, Label(kind: kind, number: numbers[index], title: title), span, isOwn: id != nil, &pass)
  }

  /// Notes a heading in its file of a work.
  ///
  /// - Returns: False for parts of a book, and in chapters that the book does not number.
  private mutating func takesNumber(
    heading index: Tree.Index, _ title: String, _ written: String?, _ anchor: String, _ pass: inout Pass
  ) -> Bool {
    guard files.count > 1 else { return true }
    if fileNumber(at: pass.tree[index].span) != pass.file {
      pass.file = fileNumber(at: pass.tree[index].span)
      pass.ownSlugs = HeadingAnchors()
      pass.headings = 0
      if files[pass.file].chapter?.role == .appendix, !pass.counts.isAppendix { pass.counts.beginAppendix() }
    }
    let chapter = files[pass.file].chapter
    var isPart = false
    // Parts come first.
    if let chapter, pass.headings <= chapter.parts.count {
      chapterTitles.insert(index)
      if pass.headings == chapter.parts.count { fileTitles[pass.file] = title }
      isPart = pass.headings < chapter.parts.count && !chapter.parts[pass.headings].isNumbered && chapter.parts[pass.headings].level == 1
    }
    pass.headings += 1
    let name = written ?? pass.ownSlugs.anchor(for: title)
    ownDestinations[OwnName(file: pass.file, name: name)] = anchor
    let letters = OwnName(file: pass.file, name: Self.letters(of: name))
    ownLetters[letters] = ownLetters[letters] ?? anchor
    return chapter?.isNumbered != false && !isPart
  }

  /// True if another file of a work has given this name to a heading of its own.
  private func isTaken(_ name: String, from span: SourceSpan) -> Bool {
    isWork && destinations.contains(name) && ownDestinations[OwnName(file: fileNumber(at: span), name: name)] == nil
  }

  /// A name that no other heading of the work has.
  private func freeName(for name: String, from span: SourceSpan) -> String {
    var free = "\(name)-\(fileNumber(at: span) + 1)"
    while destinations.contains(free) { free += "-" }
    return free
  }

  /// A picture alone in its paragraph.
  private mutating func countFigure(_ index: Tree.Index, id: String?, _ pass: inout Pass) -> Bool {
    let (tree, span) = (pass.tree, pass.tree[index].span)
    guard let image = tree.figure(index) else { return false }
    let title = tree.plainText(of: image)
    let own = id ?? tree.attributes(of: image)?.id
    let isCaptioned = !title.isEmpty && tree.attributes(of: image)?["caption"] != ""
    if let whole = pass.wholeFigure(of: index) {
      guard isCaptioned else { return false }
      countPart(index, of: whole, named: own, title, &pass)
      return true
    }
    // A label makes a figure of a picture without words.
    let isNumbered = isCaptioned || title.isEmpty && own.map { pass.referred.isLabel($0, in: tree) } ?? false
    if pass.numbersFigures, isNumbered, !tree.isUnnumbered(image) { numbers[index] = pass.counts.next(.figure) }
    if let own { name(own, Label(kind: .figure, number: numbers[index], title: title), span, &pass) }
    return true
  }

  /// A part of a figure has a letter.
  private mutating func countPart(_ index: Tree.Index, of whole: Tree.Index, named own: String?, _ title: String, _ pass: inout Pass) {
    let letter = NumberForm.letter.text(pass.parts[whole, default: 0] + 1).lowercased()
    pass.parts[whole, default: 0] += 1
    if numbers[whole] != nil { numbers[index] = "(\(letter))" }
    guard let own else { return }
    var label = Label(kind: pass.whole(whole).isTable ? .table : .figure, number: numbers[whole].map { $0 + letter }, title: title)
    label.part = numbers[index]
    name(own, label, pass.tree[index].span, &pass)
  }

  /// A figure or a table with a caption of its own.
  private mutating func countCaptioned(_ index: Tree.Index, id: String?, _ pass: inout Pass) -> Bool {
    let tree = pass.tree
    let node = tree[index]
    // Attributes in a caption's place, `: {tbl-colwidths="[75,25]"}`, are no caption.
    guard let caption = tree.caption(of: index), id != nil || tree[caption].firstChild >= 0 else { return false }
    let isTable = if case .table = node.kind { true } else { tree.isTable(index, id: id) }
    // A table in a figure is that figure's, unless it is one of several parts.
    if node.parent >= 0, case .figure = tree[node.parent].kind {
      guard pass.whole(node.parent).hasSeveralParts else { return false }
      countPart(index, of: node.parent, named: id, tree.plainText(of: caption), &pass)
      return true
    }
    let kind = isTable ? Kind.table : .figure
    // pymdown-extensions decides for each block.
    let asked = tree.attributes(of: index)?["number"]
    if let asked, asked != "auto", asked != "false", asked.first != "^" {
      numbers[index] = asked
    } else if asked?.first == "^" {
      numbers[index] = pass.counts.part(kind)
    } else if asked == nil ? pass.numbersFigures : asked == "auto" {
      numbers[index] = pass.counts.next(kind)
    }
    if let id { name(id, Label(kind: kind, number: numbers[index], title: tree.plainText(of: caption)), node.span, &pass) }
    return true
  }

  /// Lines of code with labels.
  private mutating func countLines(of index: Tree.Index, id: String?, _ pass: inout Pass) {
    guard case .codeBlock(let info, _) = pass.tree[index].kind, let labels = pass.tree.attributes(of: index)?["line-labels"] else { return }
    let first = CodeInfo(info).firstNumber ?? 1
    for entry in labels.split(separator: ";") {
      let parts = entry.split(separator: " ")
      guard parts.count == 2, let line = DocumentNumber.whole(String(parts[1])) else { continue }
      var label = Label(kind: .line, number: "\(first + line)", title: String(parts[0]))
      label.place = id
      name(String(parts[0]), label, pass.tree[index].span, &pass)
    }
  }

  /// A listing, or a diagram with a caption.
  private mutating func countCode(_ index: Tree.Index, id: String?, _ pass: inout Pass) -> Bool {
    let span = pass.tree[index].span
    countLines(of: index, id: id, &pass)
    if let id, let attributes = pass.tree.attributes(of: index), attributes.isFigureOfCode, let title = attributes.diagramCaption {
      if pass.numbersFigures { numbers[index] = pass.counts.next(.figure) }
      name(id, Label(kind: .figure, number: numbers[index], title: title.captionWithoutMarks), span, &pass)
      return true
    }
    guard let id, pass.referred.isListing(index, named: id, in: pass.tree) else { return false }
    numbers[index] = pass.counts.next(.listing)
    name(id, Label(kind: .listing, number: numbers[index], title: ""), span, &pass)
    return true
  }
}

extension Tree.Kind {
  fileprivate var headingLevel: Int { if case .heading(let level) = self { level } else { 0 } }
}

extension Tree {
  /// The image that is alone in a paragraph; an icon is text.
  func figure(_ paragraph: Index) -> Index? {
    let only = self[paragraph].firstChild
    guard only >= 0, self[only].nextSibling < 0, case .image(let source, _) = self[only].kind, !source.hasPrefix("icon:") else {
      return nil
    }
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
  /// Is what has a caption a table? Its name says so, or else that it holds one.
  func isTable(_ figure: Index, id: String?) -> Bool {
    if let id, ["tbl", "tab"].contains(where: id.hasPrefix) { return true }
    return id?.hasPrefix("fig") != true && holdsTable(figure)
  }

  fileprivate func holdsTable(_ index: Index) -> Bool {
    children(of: index).contains { if case .table = self[$0].kind { true } else { false } }
  }

  fileprivate func isUnnumbered(_ index: Index) -> Bool {
    // The title of a tab of Quarto's.
    if case .heading = self[index].kind, let parent = attributes(of: self[index].parent), parent.classes.contains("panel-tabset") {
      return true
    }
    guard let attributes = attributes(of: index) else { return false }
    return attributes.classes.contains { $0 == "unnumbered" || $0 == "-" } || attributes["number"] == "false"
      || attributes["numbered"] == "false" || attributes["-"] != nil
  }

  fileprivate func isAppendix(_ paragraph: Index) -> Bool { bookPart(paragraph) == "appendix" }

  /// True if there is a label of a figure or table anywhere, as `{#fig-x}` or in a reference to it, or one floats, which only its number finds.
  fileprivate var refersToFigures: Bool {
    func names(_ label: String) -> Bool {
      ["fig-", "fig:", "fig_", "tbl-", "tbl:", "tbl_", "tab-", "tab:", "tab_"].contains { label.hasPrefix($0) }
    }
    func floats(_ placement: String) -> Bool { !["h", "here"].contains(placement.lowercased()) }
    if attributes.contains(where: { $0.id.map(names) ?? false || $0["placement"].map(floats) ?? false }) { return true }
    let labels = ReferredNames.labels(in: self)
    // MyST's labels have any name.
    return labels.contains(where: names)
      || !labels.isEmpty
        && nodes.indices.contains { position in
          switch nodes[position].kind {
          case .figure, .table, .image: attributes(of: Index(position))?.id.map(labels.contains) ?? false
          case .codeBlock: attributes(of: Index(position)).map { $0.isFigureOfCode && labels.contains($0.id ?? "") } ?? false
          default: false
          }
        }
  }
}
