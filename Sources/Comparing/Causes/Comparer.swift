internal import TypesetDiagnostics

/// Finds the causes of differences, and assigns to them what merely moved.
struct Comparer {
  typealias Unit = DocumentRecord.Unit

  let old: DocumentRecord
  let new: DocumentRecord
  /// Differences of the whole document.
  private var global: [Difference] = []
  /// Local differences, with the unit of the new document where they are.
  var local: [(difference: Difference, at: Int)] = []
  /// Units that are the same, or whose text has changed.
  var pairs: [(old: Int, new: Int)] = []
  /// Units of the new document that are new or changed, or that follow something that was removed.
  private var disturbed: Set<Int> = []
  /// Entries of the contents with other page numbers, at the difference before them.
  private var renumbered = 0
  /// Changed styles by name: where in `local` they are reported, and how often.
  private var restyled: [[Int]: (index: Int, count: Int, message: String)] = [:]
  /// What only a change of the whole document, or of the program, explains.
  private var rebroken: [Int] = []
  private var respaced: [Int] = []
  private var restyledUnits: [Int] = []
  private var themeSettings = 0
  /// Pictures that a change of the whole document made larger, smaller or, if they are drawn from text, others.
  private var redrawn = 0
  /// Lines of units that were added or removed as wholes.
  private(set) var toldWhole: (old: [String: Set<Int>], new: [String: Set<Int>]) = ([:], [:])
  /// Lines of the sources that a cause is at, by file.
  private(set) var toldOld: [String: Set<Int>] = [:]
  private(set) var toldNew: [String: Set<Int>] = [:]
  /// Definitions that changed, or that use one that did: by the one that did.
  private var changedMacros: [String: String] = [:]
  /// Units whose formulas look different because of one.
  private var macroUnits: [String: [(old: Int, new: Int)]] = [:]
  /// Entries of the contents whose words changed, and entries that came or went.
  private var entries: [(old: Int, new: Int)] = []
  private var newEntries: [(old: Int?, new: Int?)] = []
  private var changesHeadings = false
  /// Text that moved together: where it is reported, its first unit, the unit before that now, its last unit, and the number of units.
  private var movedGroup: (index: Int, first: Int, follows: Int, last: Int, count: Int)?
  /// Blocks that are set as before.
  private let alike: AlikeBlocks
  /// Pictures of these that pages made larger or smaller.
  private var shrunk = 0
  /// What rules and areas at a place look like.
  private lazy var oldGraphics = GraphicsSummary.texts(of: old)
  private lazy var newGraphics = GraphicsSummary.texts(of: new)
  /// True once it is certain that the differences are all.
  private(set) var isComplete = false

  init(_ old: DocumentRecord, _ new: DocumentRecord) {
    let knowsMarks = old.knowsMarks && new.knowsMarks
    (self.old, self.new) = knowsMarks ? (old, new) : (old.withoutMarks, new.withoutMarks)
    alike = AlikeBlocks(old, new)
  }

  private static let textCauses: Set<Difference.Cause> = [.text, .added, .removed]

  mutating func compare() -> [Difference] {
    var generatedText: [String] = []
    compareWhole()
    changedMacros = MacroDefinitions.changed(from: old, to: new)
    let changedInputs = MacroDefinitions.changedInputs(from: old, to: new)
    compareFlow()
    // The same source with the same settings, fonts and pictures: nothing but the program is left.
    let isProgram =
      global.isEmpty && old.source == new.source && local.allSatisfy { $0.difference.cause != .picture } && macroUnits.isEmpty
      && changedInputs.isEmpty && !old.showsTheSame(as: new)
    if isProgram {
      global.append(
        Difference(
          .program,
          (old.program == new.program
            ? "this build of \(new.program) typesets the same source differently"
            : "\(new.program) typesets the same source differently from \(old.program)") + old.libraryChange(in: new)))
    }
    if global.isEmpty {
      reportOwnChanges()
    } else {
      local.removeAll { $0.difference.cause == .style }
      // Authors change text in the source only; the rest is numbers, dates and words that the program sets.
      let isGenerated = old.source == new.source
      let generated = renumbered + (isGenerated ? local.count { Self.textCauses.contains($0.difference.cause) } : 0)
      let generatedChanges = isGenerated ? local.filter { Self.textCauses.contains($0.difference.cause) } : []
      if isGenerated { local.removeAll { Self.textCauses.contains($0.difference.cause) } }
      if isProgram { addDetails(generatedChanges.map(\.difference)) } else { global[0].consequences += globalConsequences }
      if generated > 0 { generatedText.append("\(generated) \(generated == 1 ? "piece" : "pieces") of generated text changed") }
      global[0].consequences += generatedText
    }
    addMacros()
    addEntries()
    if shrunk > 0, !local.isEmpty {
      local[0].difference.consequences.append(
        "\(shrunk) \(shrunk == 1 ? "picture is" : "pictures are") larger or smaller to fit on \(shrunk == 1 ? "its page" : "their pages")")
    }
    let accounting = isProgram ? nil : Accounting(self, isExplained: !global.isEmpty)
    local += accounting?.causes ?? []
    let moves = Displacements(self, isExplained: !global.isEmpty)
    for index in global.indices where global[index].cause != .program { global[index].topic = global[index].message }
    for (index, text) in moves.consequences { local[index].difference.consequences.append(text) }
    if !global.isEmpty { global[0].consequences += moves.globalConsequences }
    var all = local
    let isKnown = accounting?.isPossible ?? false
    // If every block that is set differently is reported, what moved has moved because of it.
    if global.isEmpty, !isKnown || local.isEmpty { all += moves.causes }
    isComplete = isProgram || isKnown && all.allSatisfy { $0.difference.cause != .unexplained }
    let ordered = all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.difference)
    return merged(global + withInputs(changedInputs, ordered))
  }

  /// Files that changed, with what they changed in the text where the source itself is the same.
  private func withInputs(_ names: [String], _ differences: [Difference]) -> [Difference] {
    guard !names.isEmpty else { return differences }
    let list = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
    var input = Difference(.input, "\(list) changed")
    input.topic = input.message
    let isSameSource = old.source == new.source
    // Content that the document generates, such as a list of references, has no line of the source.
    func isFromInput(_ difference: Difference) -> Bool {
      Self.textCauses.contains(difference.cause) && (isSameSource || difference.line == 0)
    }
    input.details = differences.filter(isFromInput)
    guard !input.details.isEmpty || !isSameSource || !global.isEmpty else { return differences }
    return [input] + differences.filter { !isFromInput($0) }
  }

  /// Entries of the contents say what headings say; if no heading changed, they are reported as a change.
  private mutating func addEntries() {
    let changes = entries.map { (old: Optional($0.old), new: Optional($0.new)) } + newEntries
    guard let first = changes.first else { return }
    if changesHeadings || changes.allSatisfy({ isNumber($0.old, of: old) && isNumber($0.new, of: new) }) {
      let words = "\(changes.count) \(changes.count == 1 ? "entry" : "entries") of the contents changed"
      if !global.isEmpty { return global[0].consequences.append(words) }
      guard local.isEmpty else { return local[0].difference.consequences.append(words) }
    }
    guard global.isEmpty else { return }
    let unit = first.new.map { new.units[$0] } ?? old.units[first.old ?? 0]
    let more = changes.count > 1 ? ", and \(changes.count - 1) more" : ""
    add(Difference(.text, "the \(unit.described)\(more) of the contents changed"), unit, at: first.new ?? 0)
  }

  private func isNumber(_ index: Int?, of record: DocumentRecord) -> Bool {
    index.map { !record.units[$0].text.contains(where: \.isLetter) } ?? true
  }

  private mutating func tell(_ unit: Unit, isOld: Bool = false) {
    guard unit.line > 0 else { return }
    if isOld { toldOld[unit.file, default: []].insert(unit.line) } else { toldNew[unit.file, default: []].insert(unit.line) }
  }

  /// The definitions that make the formulas of a unit look different.
  private func macros(in unit: Unit) -> Set<String> {
    guard !changedMacros.isEmpty, unit.text.contains("\\") else { return [] }
    return Set(MacroDefinitions.commands(in: unit.text).compactMap { changedMacros[$0] })
  }

  private mutating func addMacros() {
    for (name, units) in macroUnits.sorted(by: { $0.key < $1.key }) {
      guard let first = units.first else { continue }
      let more = units.count > 1 ? ", also in \(units.count - 1) more \(units.count == 2 ? "place" : "places")" : ""
      var difference = Difference(.macro, "the definition of \(name) changed, which the \(new.units[first.new].described) shows\(more)")
      difference.topic = "the definition of \(name) changed"
      for unit in units { difference.regions += Self.regions(of: old.units[unit.old], new.units[unit.new]) }
      add(difference, new.units[first.new], at: first.new)
    }
  }

  /// What the program does differently: text that it sets itself, then looks.
  private mutating func addDetails(_ texts: [Difference]) {
    let looks = RenderingChanges(old, new, pairs).differences
    global[0].details = texts.prefix(6) + looks.told.map(\.difference)
    let more = max(0, texts.count - 6) + looks.more
    if more > 0 { global[0].consequences.append("and \(more) more \(more == 1 ? "change" : "kinds of change")") }
  }

  // MARK: The whole document

  private mutating func compareWhole() {
    let before = Dictionary(old.settings.map { ($0.name, $0.value) }) { $1 }
    let after = Dictionary(new.settings.map { ($0.name, $0.value) }) { $1 }
    var names: [String] = []
    for setting in new.settings + old.settings where before[setting.name] != after[setting.name] && !names.contains(setting.name) {
      names.append(setting.name)
    }
    // A theme brings its settings along.
    if names.contains("theme"), names.count > 1 {
      let own = Set((old.settings + new.settings).filter { !$0.isOfTheme }.map(\.name))
      let kept = names.filter { own.contains($0) }
      themeSettings = names.count - kept.count
      names = ["theme"] + kept.filter { $0 != "theme" }
    }
    for name in names.prefix(8) {
      let change =
        switch (before[name], after[name]) {
        case (let from?, let to?): "changed from \(from) to \(to)"
        case (nil, let to?): "is now \(to)"
        default: "is no longer set (it was \(before[name] ?? ""))"
        }
      global.append(Difference(name == "theme" ? .theme : .setting, "the \(name == "theme" ? "theme" : "setting \(name)") \(change)"))
    }
    if names.count > 8 { global.append(Difference(.setting, "\(names.count - 8) more settings changed")) }
    let fonts = Dictionary(old.fonts.map { ($0.name, $0) }) { $1 }
    for font in new.fonts {
      guard let known = fonts[font.name], known.digest != font.digest else { continue }
      global.append(Difference(.font, "the font \(font.name) is another file (\(font.digest) instead of \(known.digest))"))
    }
    if let a = old.sheets.first, let b = new.sheets.first, a.width != b.width || a.height != b.height, global.isEmpty {
      func size(_ sheet: DocumentRecord.Sheet) -> String { "\(shown(sheet.width)) × \(shown(sheet.height)) pt" }
      global.append(Difference(.page, "the pages are \(size(b)) instead of \(size(a))"))
    }
  }

  private var globalConsequences: [String] {
    var out: [String] = []
    func count(_ number: Int, _ what: String) {
      if number > 0 { out.append("\(number) \(number == 1 ? "piece" : "pieces") of text \(what)") }
    }
    if themeSettings > 0 { out.append("\(themeSettings) more \(themeSettings == 1 ? "setting" : "settings") changed with it") }
    count(restyledUnits.count, restyledUnits.count == 1 ? "has a different font, size or colour" : "have a different font, size or colour")
    count(rebroken.count, rebroken.count == 1 ? "breaks into other lines" : "break into other lines")
    if redrawn > 0 { out.append("\(redrawn) \(redrawn == 1 ? "picture follows" : "pictures follow")") }
    count(respaced.count, respaced.count == 1 ? "is spaced differently" : "are spaced differently")
    return out
  }

  // MARK: Text, pictures, styles

  private mutating func compareFlow() {
    for step in FlowPlan(old, new).steps {
      switch step {
      case .same(let i, let j, let follows): compareSame(i, j, follows: follows)
      case .changed(let i, let j, let follows): compareChanged(i, j, follows: follows)
      case .removed(let units, let place): tellApart(.removed, units, of: old, at: place)
      case .added(let units): tellApart(.added, units, of: new, at: units[0])
      }
    }
  }

  /// Notes are where their references are, and not among the text.
  private mutating func tellApart(_ cause: Difference.Cause, _ units: [Int], of record: DocumentRecord, at place: Int) {
    tell(cause, units.filter { record.units[$0].kind != .note }, of: record, at: place)
    for note in units where record.units[note].kind == .note { tell(cause, [note], of: record, at: place) }
  }

  private mutating func tell(_ cause: Difference.Cause, _ units: [Int], of record: DocumentRecord, at place: Int) {
    var units = units
    // Bullets and numbers of items come and go with them, entries of the contents with their headings.
    if units.contains(where: { record.units[$0].kind == .heading }) { changesHeadings = true }
    let entries = units.filter { record.units[$0].kind == .contents }
    if cause == .added { newEntries += entries.map { (nil, $0) } } else { newEntries += entries.map { ($0, nil) } }
    units.removeAll { record.units[$0].kind == .contents }
    let told = units.filter { record.units[$0].kind != .text && !record.units[$0].isMarker }
    guard let first = told.first ?? units.first else { return }
    let unit = record.units[first]
    let what = told.count > 1 ? "\(told.count) pieces of text, from the \(unit.described) on," : "the \(unit.described)"
    let verb = cause == .added ? "added" : "removed"
    disturbed.formUnion(cause == .added ? units : [place])
    var difference = Difference(cause, "\(what) \(told.count > 1 ? "were" : "was") \(verb)")
    for unit in units {
      difference.regions += record.units[unit].parts.map { Difference.Region($0, isOld: cause == .removed) }
      tell(record.units[unit], isOld: cause == .removed)
      let (file, line) = (record.units[unit].file, record.units[unit].line)
      if cause == .removed { toldWhole.old[file, default: []].insert(line) } else { toldWhole.new[file, default: []].insert(line) }
    }
    add(difference, unit, at: place)
  }

  private mutating func add(_ difference: Difference, _ unit: Unit, before old: Unit? = nil, at place: Int) {
    var difference = difference
    (difference.file, difference.line, difference.page) = (unit.file, unit.line, unit.parts.first?.page)
    if let old { difference.regions += Self.regions(of: old, unit) }
    // Beside a change of the whole document a change of style says nothing.
    let isSaid = difference.cause != .style || global.isEmpty
    if difference.cause != .removed, isSaid { tell(unit) }
    if let old, isSaid { tell(old, isOld: true) }
    local.append((difference, place))
  }

  /// The lines of a unit that are others than before, on both sides; all where it only moved.
  static func regions(of old: Unit, _ new: Unit) -> [Difference.Region] {
    func looks(_ unit: Unit) -> Set<UInt32> { Set(unit.parts.map(\.hash)) }
    let (before, after) = (looks(old), looks(new))
    let gone = old.parts.filter { !after.contains($0.hash) }.map { Difference.Region($0, isOld: true) }
    let come = new.parts.filter { !before.contains($0.hash) }.map { Difference.Region($0, isOld: false) }
    guard gone.isEmpty, come.isEmpty else { return gone + come }
    return old.parts.map { Difference.Region($0, isOld: true) } + new.parts.map { Difference.Region($0, isOld: false) }
  }

  private mutating func compareChanged(_ i: Int, _ j: Int, follows: Int? = nil) {
    let (a, b) = (old.units[i], new.units[j])
    pairs.append((i, j))
    if b.kind == .contents, !WordChanges(a.text, b.text).isNumbers {
      entries.append((i, j))
      return
    }
    if b.kind == .heading { changesHeadings = true }
    if b.kind == .contents || b.kind == .text, WordChanges(a.text, b.text).isNumbers {
      renumbered += 1
      tell(b)
      return
    }
    disturbed.insert(j)
    let words = WordChanges(a.text, b.text).described
    var message = words.isEmpty ? "the spaces in the \(b.described) changed" : "the text of the \(b.kind.noun) changed: \(words)"
    if a.parts.count != b.parts.count {
      message += "; it \(b.parts.count > a.parts.count ? "grew" : "shrank") from \(a.parts.count) to \(b.parts.count) lines"
    }
    if let follows { message += "; it \(place(after: follows))" }
    add(Difference(.text, message), b, before: a, at: j)
    tellOfWords(i, j)
    tellOfPlace(i, j)
    // A formula whose command has another definition looks different, whatever the words around it.
    for macro in macros(in: b).intersection(macros(in: a)) { macroUnits[macro, default: []].append((i, j)) }
  }

  /// Where text that changed begins now, at the same height of its page, and what is drawn with code that changed.
  private mutating func tellOfPlace(_ i: Int, _ j: Int) {
    let (a, b) = (old.units[i], new.units[j])
    guard global.isEmpty, let before = a.parts.first, let after = b.parts.first, before.page == after.page else { return }
    if [.paragraph, .heading, .item, .quote].contains(b.kind), !b.isMarker, abs(after.y - before.y) < 6000,
      let shift = RenderingChanges.shift(from: before, to: after), abs(shift) > 100
    {
      add(Difference(.spacing, "the \(b.described) moved \(Displacements.direction(0, shift))"), b, before: a, at: j)
    }
    guard b.kind == .code else { return }
    let (gone, come) = (
      oldGraphics[RenderingChanges.Place(file: a.file, line: a.line)], newGraphics[RenderingChanges.Place(file: b.file, line: b.line)]
    )
    for change in GraphicsSummary(text: gone ?? "").changesOfLooks(to: GraphicsSummary(text: come ?? "")) {
      add(Difference(.graphics, "in the \(b.kind.noun) \(change)"), b, before: a, at: j)
    }
  }

  /// What became of words that stayed: their fonts, and what is drawn with them.
  private mutating func tellOfWords(_ i: Int, _ j: Int, fontsAreTold: Bool = false) {
    let (a, b) = (old.units[i], new.units[j])
    let words = CommonWords(of: a, in: old, and: b, in: new, besides: changedMacros)
    for change in fontsAreTold ? words.markChanges : words.changes {
      add(Difference(.style, "in the \(b.described) " + change), b, before: a, at: j)
    }
  }

  /// True if spaces within lines changed, and nothing else of the text.
  static func isRespaced(_ a: Unit, _ b: Unit) -> Bool {
    guard a.kind != .picture, a.parts.count == b.parts.count else { return false }
    let lines = zip(a.parts, b.parts)
    return lines.contains { $0.text != $1.text } && lines.allSatisfy { $0.text.filter { $0 != " " } == $1.text.filter { $0 != " " } }
  }

  /// What became of the words of a picture's labels, where both are known.
  private static func labelChange(_ a: Unit, _ b: Unit) -> String {
    guard !a.text.isEmpty, !b.text.isEmpty, a.text != b.text else { return "" }
    return ": its label \(WordChanges(a.text, b.text).described)"
  }

  /// `now follows the heading “Two”`
  private func place(after index: Int) -> String { index < 0 ? "is the first now" : "now follows the \(new.units[index].described)" }

  /// What moved together is one cause.
  private mutating func tellMoved(_ i: Int, _ j: Int, follows: Int) {
    let (a, b) = (old.units[i], new.units[j])
    disturbed.insert(j)
    if let group = movedGroup, group.last == follows, group.index == local.indices.last {
      tell(b)
      tell(a, isOld: true)
      local[group.index].difference.message =
        "\(group.count + 1) pieces of text, from the \(new.units[group.first].described) on, stand elsewhere: "
        + (group.follows < 0 ? "they are the first now" : "they now follow the \(new.units[group.follows].described)")
      local[group.index].difference.regions += Self.regions(of: a, b)
      movedGroup = (group.index, group.first, group.follows, j, group.count + 1)
      return
    }
    add(Difference(.moved, "the \(b.described) stands elsewhere: it \(place(after: follows))"), b, before: a, at: j)
    movedGroup = (local.count - 1, j, follows, j, 1)
  }

  private mutating func compareSame(_ i: Int, _ j: Int, follows: Int?) {
    let (a, b) = (old.units[i], new.units[j])
    guard !Self.isRespaced(a, b) else { return compareChanged(i, j, follows: follows) }
    pairs.append((i, j))
    if let follows { tellMoved(i, j, follows: follows) }
    if b.kind == .picture {
      guard let before = a.parts.first, let after = b.parts.first else { return }
      func size(_ part: DocumentRecord.Part) -> String { "\(shown(part.width)) × \(shown(part.height)) pt" }
      let isResized = before.width != after.width || before.height != after.height
      guard before.hash != after.hash || isResized else { return }
      // The text font of a document is also the font of its diagrams, and sizes of pictures depend on its ems and measures.
      if !global.isEmpty, before.hash == after.hash || b.path.isEmpty && a.path.isEmpty {
        redrawn += 1
        return
      }
      // A picture may be made smaller where it then fits on its page.
      if before.hash == after.hash, alike.holds(b) {
        shrunk += 1
        return
      }
      let name = b.path.isEmpty ? "the picture" : "the picture \(b.path)"
      let isSwapped = !a.path.isEmpty && !b.path.isEmpty && a.path != b.path
      let resized = isResized ? ", from \(size(before)) to \(size(after))" : ""
      let message =
        before.hash == after.hash
        ? "\(name) is \(size(after)) instead of \(size(before))"
        : isSwapped ? "\(name) is there instead of \(a.path)\(resized)" : "\(name) changed\(Self.labelChange(a, b))\(resized)"
      add(Difference(.picture, message), b, before: a, at: j)
      return
    }
    let macros = macros(in: b)
    if !macros.isEmpty, a.parts.map(\.hash) != b.parts.map(\.hash) {
      for macro in macros { macroUnits[macro, default: []].append((i, j)) }
      tell(b)
      return tellOfWords(i, j)
    }
    if a.parts.map(\.marks) != b.parts.map(\.marks) { tellOfWords(i, j, fontsAreTold: true) }
    let (from, to) = (old.styles[a.style], new.styles[b.style])
    if from != to {
      restyledUnits.append(j)
      // A change of the whole document says nothing of this place.
      if global.isEmpty { tell(b) }
      let key = [a.style, b.style]
      if let known = restyled[key] {
        restyled[key]?.count += 1
        local[known.index].difference.message = known.message + "; likewise in \(known.count) more \(known.count == 1 ? "place" : "places")"
        local[known.index].difference.regions += Self.regions(of: a, b)
      } else {
        let message = styleChange(a, b)
        restyled[key] = (local.count, 1, message)
        add(Difference(.style, message), b, before: a, at: j)
      }
    } else if a.parts.map(\.text) != b.parts.map(\.text) {
      rebroken.append(j)
    } else if a.parts.map(\.hash) != b.parts.map(\.hash) {
      respaced.append(j)
    }
  }

  private func styleChange(_ a: Unit, _ b: Unit) -> String {
    let changes = old.fontChanges(of: a, to: b, in: new)
    guard let first = changes.first else {
      return "the style of the \(b.described) changed, \(FontChange.list(of: a, in: old, to: b, in: new))"
    }
    let place = first.text.count > 30 || b.text == first.text ? "the style of the \(b.kind.noun) changed: " : "in the \(b.described) "
    let more = changes.count > 1 ? ", and \(changes.count - 1) more" : ""
    return place + first.described + more
  }

  /// True if a unit is next to one that changed. The first paragraph after a heading has no indent, the second one has.
  private func isBesideChange(_ index: Int) -> Bool { !disturbed.isDisjoint(with: index - 2...index + 2) }

  /// Changes that nothing else explains are reported as causes.
  private mutating func reportOwnChanges() {
    rebroken.removeAll(where: isBesideChange)
    respaced.removeAll(where: isBesideChange)
    // Entries of the contents make room for what others say.
    if !local.isEmpty || renumbered > 0 || !entries.isEmpty || !newEntries.isEmpty {
      respaced.removeAll { new.units[$0].kind == .contents }
      rebroken.removeAll { new.units[$0].kind == .contents }
    }
    for index in rebroken + respaced { tell(new.units[index]) }
    if renumbered > 0 {
      let words = "\(renumbered) \(renumbered == 1 ? "number" : "numbers") of contents and markers changed"
      if local.isEmpty { local.append((Difference(.text, words), 0)) } else { local[0].difference.consequences.append(words) }
    }
    if let first = rebroken.first {
      let unit = new.units[first]
      let more = rebroken.count > 1 ? "; likewise \(rebroken.count - 1) more" : ""
      add(
        Difference(.lines, "the same text of the \(unit.described) breaks into other lines\(more)"), unit, before: partner(of: first),
        at: first)
    }
    if let first = respaced.first {
      let unit = new.units[first]
      let more = respaced.count > 1 ? "; likewise \(respaced.count - 1) more" : ""
      add(
        Difference(.spacing, "glyph spacing of the \(unit.described) changed\(more)"), unit, before: partner(of: first), at: first)
    }
  }

  private func partner(of index: Int) -> Unit? { pairs.first { $0.new == index }.map { old.units[$0.old] } }

  /// The same changes at successive places, once.
  private func merged(_ differences: [Difference]) -> [Difference] {
    var seen: [Difference: Int] = [:]
    var out: [Difference] = []
    for difference in differences {
      var key = difference
      key.regions = []
      if let known = seen[key] {
        out[known].regions += difference.regions
      } else {
        seen[key] = out.count
        out.append(difference)
      }
    }
    return out
  }

  func shown(_ hundredths: Int) -> String { RecordBuilder.shown(hundredths) }
}

extension DocumentRecord.Unit {
  /// Text and pictures, which push each other along.
  var isFlow: Bool { kind != .graphics && kind != .furniture }

  /// A bullet, a number of an item.
  var isMarker: Bool { kind == .item && !text.contains(where: \.isLetter) && parts.count == 1 && text.count <= 4 }

  /// `heading “Results”`
  var described: String {
    let text = self.text.replacing("\u{FFFC}", with: "…")
    guard !text.isEmpty, kind != .picture else { return kind.noun }
    return "\(kind.noun) “\(text.count > 40 ? text.prefix(38) + "…" : text)”"
  }
}
