internal import TypesetDiagnostics

/// Writes one file of a paper.
struct PaperRewriting {
  let bytes: [UInt8]
  let range: Range<Int>
  let pairs: LaTeXPairs
  var text: RewrittenText
  var definitions: PaperDefinitions
  var diagnostics: [Diagnostic] = []
  /// The environments that are open, the outermost first.
  private var frames: [Frame] = []
  private var walk: PaperWalk
  private var line: PaperLine
  /// Where the paragraph ends that was looked at last.
  private var knownParagraph = 0..<0
  /// Up to where nothing is an algorithm, though it begins as one.
  private var plainUpTo = 0
  /// Up to where an environment is read as a whole later, with the listings within it.
  private var translatedUpTo = 0
  /// What may still be written of theorems that are stated again.
  private var restatedBytes: Int

  /// Environments within each other are text from this depth on: each line of them is looked at for each.
  private static let deepest = 32

  private struct Frame {
    enum Kind { case division, list(isNumbered: Bool), nothing }

    var name: String
    var kind: Kind
    /// Columns that its lines lose.
    var dedent = 0
    /// Where it ends if nothing does that.
    var limit: Int
  }

  init(_ bytes: [UInt8], _ range: Range<Int>, _ pairs: LaTeXPairs, _ text: RewrittenText, _ definitions: PaperDefinitions) {
    (self.bytes, self.range, self.pairs, self.text, self.definitions) = (bytes, range, pairs, text, definitions)
    self.definitions.beginFile()
    walk = PaperWalk(bytes, range)
    line = PaperLine(at: range.lowerBound)
    restatedBytes = range.count * 2 + 1 << 16
  }

  private var limit: Int { range.upperBound }

  mutating func run() {
    let body = readFrontMatter()
    walk = PaperWalk(bytes, body..<limit)
    walk.hasFences = true
    line = PaperLine(at: body)
    while let place = walk.next() {
      closeFrames(before: place)
      switch bytes[place] {
      case ASCII.backslash:
        line.move(to: place, bytes, limit)
        if !line.isCode || !frames.isEmpty { readCommand(place) }
      case ASCII.newline: beginLine(place)
      default: readFence(place)
      }
    }
    closeFrames(before: limit)
    text.copy(upTo: limit)
  }

  // MARK: Front matter

  /// Reads the definitions of `header-includes`, and adds the keys that the text's own preamble stands for.
  ///
  /// - Returns: Where the text begins.
  private mutating func readFrontMatter() -> Int {
    let end = range.lowerBound == 0 ? FrontMatter.read(bytes).frontMatter.end : range.lowerBound
    var walk = PaperWalk(bytes, range.lowerBound..<end)
    var glossary: [String] = []
    while let slash = walk.nextCommand() {
      let name = LaTeXReading.name(bytes, after: slash, to: end)
      let word = String(decoding: bytes[name], as: UTF8.self)
      if let entry = glossaryEntry(word, after: name.upperBound, to: end) { glossary += entry.lines }
      if let next = definitions.read(word, bytes, pairs, after: name.upperBound, to: end) { noteRedefined(slash..<next) }
    }
    // Terms and abbreviations of the preamble are defined before the first word.
    defer {
      if !glossary.isEmpty {
        text.copy(upTo: end)
        for line in glossary { write(line + "\n") }
      }
    }
    guard let within = PaperReading.equationsWithin(bytes, range, pairs), Self.counters.contains(within) else { return end }
    let key = "equations-within: \(within)\n"
    if end > range.lowerBound, let first = bytes[range.lowerBound..<end].firstIndex(of: ASCII.newline),
      bytes[range.lowerBound] == UInt8(ascii: "-")
    {
      text.copy(upTo: first + 1)
      text.write(key.utf8)
      text.copy(upTo: end)
    } else {
      text.write("---\n\(key)---\n".utf8)
    }
    return end
  }

  static let counters = ["section", "chapter", "subsection"]

  // MARK: Writing

  private mutating func write(_ words: String) { text.write(words.utf8) }

  /// Blanks and signs of quotes before the first character of a place's line.
  private mutating func prefix(of place: Int) -> (text: String, isAlone: Bool) {
    line.move(to: place, bytes, limit)
    // Thousands of quotes within each other would be before each line that is written.
    guard line.first - line.start <= 200 else { return ("", line.first == place) }
    return (String(decoding: bytes[line.start..<min(line.first, place)], as: UTF8.self), line.first >= place)
  }

  /// True if nothing is before a place in its line but what was read here.
  mutating func beginsLine(_ place: Int) -> Bool {
    line.move(to: place, bytes, limit)
    return line.first >= place || text.place == place
  }

  /// True if nothing but blanks, a comment or a further command follows on a place's line.
  private func endsLine(_ place: Int) -> Bool {
    let rest = bytes[place..<limit].first { $0 != ASCII.space && $0 != ASCII.tab && $0 != ASCII.carriageReturn }
    return rest == nil || rest == ASCII.newline || rest == ASCII.backslash || rest == UInt8(ascii: "%")
  }

  /// Writes lines of their own in place of a command.
  private mutating func replace(_ place: Range<Int>, by lines: [String]) {
    text.copy(upTo: place.lowerBound)
    let (prefix, isAlone) = prefix(of: place.lowerBound)
    let before = frames.last.map { String(prefix.dropFirst($0.dedent)) } ?? prefix
    if !isAlone { write("\n\n" + before) }
    write(lines.joined(separator: "\n" + before))
    text.skip(to: place.upperBound)
    // What follows on the line is on the next one.
    var rest = place.upperBound
    while rest < limit, bytes[rest] == ASCII.space || bytes[rest] == ASCII.tab { rest += 1 }
    if rest < limit, bytes[rest] != ASCII.newline, bytes[rest] != ASCII.carriageReturn {
      text.skip(to: rest)
      write("\n" + before)
    }
    walk.index = max(walk.index, rest)
  }

  private mutating func drop(_ place: Range<Int>) {
    text.copy(upTo: place.lowerBound)
    var end = place.upperBound
    // A line that has nothing else goes with its end.
    var rest = end
    while rest < limit, bytes[rest] == ASCII.space || bytes[rest] == ASCII.tab { rest += 1 }
    if prefix(of: place.lowerBound).isAlone {
      if rest < limit, bytes[rest] == UInt8(ascii: "%") { rest = bytes[rest..<limit].firstIndex(of: ASCII.newline) ?? limit }
      if rest >= limit || bytes[rest] == ASCII.newline { end = min(rest + 1, limit) }
    }
    text.skip(to: end)
    walk.index = end
    if end > place.upperBound, end < limit { beginLine(end - 1) }
  }

  /// Takes the indent of an environment off a line's beginning.
  private mutating func beginLine(_ lineEnd: Int) {
    guard let frame = frames.last, lineEnd + 1 < limit else { return }
    var end = lineEnd + 1
    while end < limit, end - lineEnd - 1 < frame.dedent, bytes[end] == ASCII.space || bytes[end] == ASCII.tab { end += 1 }
    text.copy(upTo: lineEnd + 1)
    text.skip(to: end)
    let depth = frames.count { if case .list = $0.kind { true } else { false } }
    if depth > 0, end < limit, bytes[end] != ASCII.newline, !bytes[end...].starts(with: "\\item".utf8),
      !bytes[end...].starts(with: "\\end{".utf8)
    {
      write(String(repeating: "   ", count: depth))
    }
    walk.index = max(walk.index, end)
  }

  // MARK: Commands

  private mutating func readCommand(_ slash: Int) {
    let range = LaTeXReading.name(bytes, after: slash, to: limit)
    let name = String(decoding: bytes[range], as: UTF8.self)
    let end = range.upperBound
    switch name {
    case "begin": if !walk.isInMath { begin(slash, end) }
    case "end": self.end(slash, end)
    case "item": item(slash, end)
    case "newtheorem", "declaretheorem", "theoremstyle":
      if let next = definitions.read(name, bytes, pairs, after: end, to: limit) {
        noteRedefined(slash..<next)
        leaveOut(slash..<next)
      } else {
        noteArguments(of: name, slash, end)
      }
    case "numberwithin", "counterwithin":
      if let next = arguments(2, after: end) {
        noteCounter(slash, end)
        leaveOut(slash..<next)
      }
    case "qedhere", "qed": if frames.contains(where: { $0.name == "proof" }) { drop(slash..<end) }
    case "newacronym", "newglossaryentry": define(name, slash, end)
    default:
      if let known = definitions.restatables[name], !walk.isInMath { return restate(known, slash, end) }
      guard !walk.isInMath else { return }
      let after = pairs.options(bytes, at: end, to: limit)
      if let list = PaperCommand.lists[name], isAlone(slash, after) {
        replace(slash..<after, by: ["", "::: {.\(list)\(PaperReading.attributes(bytes, at: end, to: after))}", ":::", ""])
      } else if let count = PaperCommand.preamble[name], let next = arguments(count, after: end) {
        leaveOut(slash..<next)
      } else if end < limit, bytes[end] == UInt8(ascii: "*"), isAlone(slash, end + 1) {
        noteRestated(name, slash..<end + 1)
      }
    }
  }

  /// Leaves a line of a preamble out; the same command in a sentence is about LaTeX.
  mutating func leaveOut(_ place: Range<Int>) {
    if beginsLine(place.lowerBound), endsLine(place.upperBound) { drop(place) }
  }

  private mutating func isAlone(_ start: Int, _ end: Int) -> Bool {
    prefix(of: start).isAlone && bytes[end..<limit].prefix(while: { $0 != ASCII.newline }).allSatisfy(ASCII.isBlank)
  }

  /// Where a command ends with so many arguments in braces, and any in brackets before them.
  private func arguments(_ count: Int, after name: Int) -> Int? {
    var end = pairs.options(bytes, at: name, to: limit)
    for _ in 0..<count {
      guard let group = pairs.group(at: end, to: limit) else { return nil }
      end = pairs.options(bytes, at: group.upperBound + 1, to: limit)
    }
    return end
  }

  /// `\newacronym{cpu}{CPU}{central processing unit}`, `\newglossaryentry{x}{name=X, description={…}}`: an entry without ink.
  private mutating func define(_ name: String, _ slash: Int, _ end: Int) {
    guard beginsLine(slash) else { return }
    guard let entry = glossaryEntry(name, after: end, to: limit) else { return noteArguments(of: name, slash, end) }
    if name == "newacronym", !endsLine(entry.end) { return }
    replace(slash..<entry.end, by: entry.lines)
  }

  /// The lines that a definition becomes, and where it ends; nil for another command.
  private func glossaryEntry(_ name: String, after end: Int, to limit: Int) -> (lines: [String], end: Int)? {
    guard name == "newacronym" || name == "newglossaryentry",
      let key = pairs.group(at: pairs.options(bytes, at: end, to: limit), to: limit),
      let second = pairs.group(at: key.upperBound + 1, to: limit)
    else { return nil }
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmedWhitespace() }
    if name == "newacronym" {
      guard let long = pairs.group(at: second.upperBound + 1, to: limit) else { return nil }
      let (short, full) = (PaperReading.quoted(words(second)), PaperReading.quoted(words(long)))
      return (["", "[]{.acronym key=\(PaperReading.quoted(words(key))) short=\(short) long=\(full)}", ""], long.upperBound + 1)
    }
    var (word, meaning) = (words(key), "")
    for option in PaperReading.options(words(second)) {
      if option.key == "name" { word = option.value }
      if option.key == "description" { meaning = option.value }
    }
    let (shown, about) = (PaperReading.quoted(word), PaperReading.quoted(meaning))
    return (["", "[]{.glossary-entry key=\(PaperReading.quoted(words(key))) word=\(shown) meaning=\(about)}", ""], second.upperBound + 1)
  }

  // MARK: Environments

  private mutating func begin(_ slash: Int, _ nameEnd: Int) {
    guard let group = pairs.group(at: nameEnd, to: limit) else { return }
    let full = String(decoding: bytes[group], as: UTF8.self)
    let name = full.hasSuffix("*") ? String(full.dropLast()) : full
    let next = group.upperBound + 1
    // Within a line, a text is about LaTeX.
    guard frames.count < Self.deepest, name.hasSuffix("numcases") || beginsLine(slash) else { return }
    switch name {
    case "algorithm", "algorithm2e", "algorithmic", "lstlisting": literal(name, full, slash, next)
    case "verbatim", "minted", "tikzpicture", "comment", "filecontents":
      if let end = pairs.end(ofEnvironmentAt: slash, to: limit) { walk.index = end }
    case "itemize", "enumerate": if !frames.isEmpty { beginList(name, full, slash, next) }
    case "restatable": beginRestatable(slash, next)
    case "subequations": beginSubequations(slash, next)
    case "numcases", "subnumcases": numberedCases(name, slash)
    case "appendices":
      if let end = pairs.end(ofEnvironmentAt: slash, to: limit) {
        replace(slash..<next, by: ["", "\\appendix", ""])
        frames.append(Frame(name: full, kind: .nothing, limit: end))
      }
    default:
      if let theorem = definitions[theorem: name] { return beginTheorem(name, full, theorem, slash, next) }
      if LaTeXEnvironments.translates(name), let end = pairs.end(ofEnvironmentAt: slash, to: limit) {
        translatedUpTo = max(translatedUpTo, end)
      }
    }
  }

  private mutating func beginTheorem(_ name: String, _ full: String, _ theorem: PaperDefinitions.Theorem, _ slash: Int, _ next: Int) {
    let inner = pairs.end(ofEnvironmentAt: slash, to: limit)
    var start = PaperReading.afterSpace(bytes, from: next, to: limit)
    var title: String?
    if let bracket = PaperReading.bracket(bytes, at: start, to: inner ?? limit) {
      title = String(decoding: bytes[bracket], as: UTF8.self)
      start = bracket.upperBound + 1
    }
    let isStarred = full != name
    var label: String?
    if let found = PaperReading.label(bytes, pairs, at: PaperReading.afterSpace(bytes, from: start, to: limit), to: inner ?? limit) {
      (label, start) = found
    } else if title == nil {
      start = next
    }
    open(name, full, theorem, isStarred: isStarred, title: title, label: label, slash..<start, to: inner)
  }

  private mutating func open(
    _ name: String, _ full: String, _ theorem: PaperDefinitions.Theorem, isStarred: Bool, title: String?, label: String?,
    _ place: Range<Int>, to inner: Int?, further: [String] = []
  ) {
    let frame = Frame(
      name: full, kind: .division, dedent: dedent(from: place, to: inner ?? place.upperBound),
      limit: inner ?? paragraphEnd(place.upperBound))
    if inner == nil { noteUnclosed(full, at: place.lowerBound) }
    replace(
      place, by: ["", Self.opener(name, theorem, isStarred: isStarred, title: title, label: label, further)] + Self.heading(title) + [""])
    frames.append(frame)
    if place.upperBound < limit, bytes[walk.index] == ASCII.newline { return }
    dedentHere()
  }

  /// Blanks that are at the beginning of an environment's first line after what it begins with.
  private mutating func dedentHere() {
    var index = walk.index
    while index < limit, bytes[index] == ASCII.space { index += 1 }
    text.skip(to: max(text.place, index))
    walk.index = max(walk.index, index)
  }

  private static func heading(_ title: String?) -> [String] {
    guard let title, !title.isEmpty else { return [] }
    return ["###### " + title.replacing("\n", with: " ").trimmedWhitespace(), ""]
  }

  private static func opener(
    _ name: String, _ theorem: PaperDefinitions.Theorem, isStarred: Bool, title: String?, label: String?, _ further: [String]
  ) -> String {
    var parts: [String] = []
    if let label, PaperReading.isLabel(label) { parts.append("#" + label) }
    parts.append("." + name.filter { $0.isLetter || $0.isNumber || $0 == "-" })
    if name != "proof" {
      parts.append("theorem-style=\(PaperReading.quoted(theorem.style))")
      if let word = theorem.word { parts.append("theorem-word=\(PaperReading.quoted(word))") }
      if let counter = theorem.counter { parts.append("theorem-counter=\(PaperReading.quoted(counter))") }
      if let within = theorem.within { parts.append("theorem-within=\(PaperReading.quoted(within))") }
      if isStarred || !theorem.isNumbered { parts.append(".unnumbered") }
    } else if title != nil {
      // amsthm: what is in brackets replaces the word.
      parts.append("theorem-head=own")
    }
    return "::: {" + (parts + further).joined(separator: " ") + "}"
  }

  /// The columns by which all lines of an environment are indented more than it is.
  private mutating func dedent(from place: Range<Int>, to end: Int) -> Int {
    let own = prefix(of: place.lowerBound).text.utf8.count
    var least = Int.max
    var line = place.upperBound
    while let lineEnd = bytes[line..<end].firstIndex(of: ASCII.newline), least > own {
      var first = lineEnd + 1
      while first < end, bytes[first] == ASCII.space || bytes[first] == ASCII.tab { first += 1 }
      if first < end, bytes[first] != ASCII.newline, bytes[first] != ASCII.carriageReturn { least = min(least, first - lineEnd - 1) }
      line = lineEnd + 1
    }
    return least == Int.max ? 0 : max(0, least - own)
  }

  private mutating func paragraphEnd(_ start: Int) -> Int {
    if knownParagraph.contains(start) { return knownParagraph.upperBound }
    var index = start
    while let lineEnd = bytes[index..<limit].firstIndex(of: ASCII.newline) {
      let rest = bytes[(lineEnd + 1)..<limit].first { $0 == ASCII.newline || !ASCII.isBlank($0) }
      if rest == nil || rest == ASCII.newline {
        knownParagraph = start..<lineEnd
        return lineEnd
      }
      index = lineEnd + 1
    }
    knownParagraph = start..<limit
    return limit
  }

  /// Ends what nothing else has ended before a place.
  private mutating func closeFrames(before place: Int) {
    while let last = frames.last, last.limit < place {
      text.copy(upTo: last.limit)
      frames.removeLast()
      if case .division = last.kind { write("\n\n:::\n") }
    }
  }

  private mutating func end(_ slash: Int, _ nameEnd: Int) {
    guard let group = pairs.group(at: nameEnd, to: limit), let last = frames.last else { return }
    let name = String(decoding: bytes[group], as: UTF8.self)
    guard last.name == name else { return }
    frames.removeLast()
    let place = slash..<group.upperBound + 1
    switch last.kind {
    case .division: replace(place, by: ["", ":::", ""])
    case .list: replace(place, by: [""])
    case .nothing: drop(place)
    }
  }

  // MARK: Lists in environments

  private mutating func beginList(_ name: String, _ full: String, _ slash: Int, _ next: Int) {
    guard let end = pairs.end(ofEnvironmentAt: slash, to: limit) else { return }
    let start = PaperReading.bracket(bytes, at: next, to: end).map { $0.upperBound + 1 } ?? next
    let own = (frames.last?.dedent ?? 0) + dedent(from: slash..<start, to: end)
    replace(slash..<start, by: [""])
    frames.append(Frame(name: full, kind: .list(isNumbered: name == "enumerate"), dedent: own + 40, limit: end))
  }

  private mutating func item(_ slash: Int, _ end: Int) {
    guard case .list(let isNumbered)? = frames.last?.kind else { return }
    let depth = frames.count { if case .list = $0.kind { true } else { false } }
    text.copy(upTo: slash)
    if !prefix(of: slash).isAlone { write("\n") }
    write(String(repeating: "   ", count: depth - 1) + (isNumbered ? "1. " : "-  "))
    var next = end
    if let label = PaperReading.bracket(bytes, at: next, to: limit) {
      // A label of its own.
      write("**" + String(decoding: bytes[label], as: UTF8.self) + "** ")
      next = label.upperBound + 1
    }
    while next < limit, bytes[next] == ASCII.space { next += 1 }
    text.skip(to: next)
    walk.index = next
  }

  // MARK: Stated again

  /// thm-restate's `\begin{restatable}[Goldbach]{theorem}{goldbach}\label{thm:gold}`.
  private mutating func beginRestatable(_ slash: Int, _ next: Int) {
    let inner = pairs.end(ofEnvironmentAt: slash, to: limit)
    let end = inner ?? limit
    var start = next
    var title: String?
    if let bracket = PaperReading.bracket(bytes, at: start, to: end) {
      title = String(decoding: bytes[bracket], as: UTF8.self)
      start = bracket.upperBound + 1
    }
    guard let kind = pairs.group(at: start, to: end), let command = pairs.group(at: kind.upperBound + 1, to: end)
    else { return }
    let (name, own) = (String(decoding: bytes[kind], as: UTF8.self), String(decoding: bytes[command], as: UTF8.self))
    guard let theorem = definitions[theorem: name] else { return }
    start = command.upperBound + 1
    var label = "restated-" + own
    if let found = PaperReading.label(bytes, pairs, at: PaperReading.afterSpace(bytes, from: start, to: limit), to: end) {
      (label, start) = found
    }
    if let inner {
      definitions.add(PaperDefinitions.Restatable(kind: name, name: title, label: label, body: start..<inner), named: own)
    }
    open(name, "restatable", theorem, isStarred: false, title: title, label: label, slash..<start, to: inner)
  }

  private mutating func restate(_ known: PaperDefinitions.Restatable, _ slash: Int, _ nameEnd: Int) {
    let end = nameEnd < limit && bytes[nameEnd] == UInt8(ascii: "*") ? nameEnd + 1 : nameEnd
    guard let theorem = definitions[theorem: known.kind], known.body.upperBound <= bytes.count, beginsLine(slash),
      known.body.count < restatedBytes
    else { return }
    restatedBytes -= known.body.count
    let body = String(decoding: PaperReading.withoutLabels(Array(bytes[known.body])), as: UTF8.self).trimmedWhitespace()
    let head = Self.opener(
      known.kind, theorem, isStarred: false, title: known.name, label: nil, ["restates=\(PaperReading.quoted(known.label))"])
    replace(
      slash..<end, by: ["", head] + Self.heading(known.name) + [body, "", ":::", ""])
  }

  // MARK: Formulas

  private mutating func beginSubequations(_ slash: Int, _ next: Int) {
    guard let inner = pairs.end(ofEnvironmentAt: slash, to: limit) else {
      noteUnclosed("subequations", at: slash, "its equations are numbered one by one")
      return leaveOut(slash..<next)
    }
    var (start, label) = (next, "")
    if let found = PaperReading.label(bytes, pairs, at: PaperReading.afterSpace(bytes, from: next, to: limit), to: inner) {
      start = found.end
      if PaperReading.isLabel(found.name) { label = "#" + found.name + " " }
    }
    replace(slash..<start, by: ["", "::: {\(label).subequations}"])
    frames.append(Frame(name: "subequations", kind: .division, dedent: dedent(from: slash..<start, to: inner), limit: inner))
  }

  /// cases.sty: `\begin{numcases}{f(x)=}`, with a number at each row, is a display wherever a line has it; those of `subnumcases` share one.
  private mutating func numberedCases(_ name: String, _ slash: Int) {
    let isGroup = name == "subnumcases"
    guard let inner = pairs.end(ofEnvironmentAt: slash, to: limit), let close = pairs.group(at: inner + 4, to: limit),
      isGroup || !beginsLine(slash)
    else { return }
    var lines = [String(decoding: bytes[slash..<close.upperBound + 1], as: UTF8.self)]
    if isGroup { lines = ["::: {.subequations}", ""] + lines + ["", ":::"] }
    replace(slash..<close.upperBound + 1, by: [""] + lines + [""])
  }

  // MARK: Algorithms and listings

  private mutating func literal(_ name: String, _ full: String, _ slash: Int, _ next: Int) {
    let inner = pairs.end(ofEnvironmentAt: slash, to: limit)
    let close = inner.flatMap { pairs.group(at: $0 + 4, to: limit) }
    if close == nil { noteUnclosed(full, at: slash) }
    // Each of thousands that never end would be looked for in their paragraph.
    guard close != nil || slash >= plainUpTo else { return }
    if name == "lstlisting", let inner, slash < translatedUpTo {
      walk.index = inner
      return
    }
    let place = slash..<(close.map { $0.upperBound + 1 } ?? unclosedEnd(next))
    if name == "lstlisting" { return replace(place, by: PaperReading.listing(bytes, next..<(inner ?? place.upperBound), limit)) }
    let algorithm = Algorithm(Array(bytes[place]))
    note(algorithm.faults, from: slash)
    let lines = algorithm.markdown
    if lines.isEmpty { plainUpTo = place.upperBound } else { replace(place, by: lines) }
  }

  /// Where an algorithm ends that nothing ends: after its statements, or with its paragraph.
  private mutating func unclosedEnd(_ start: Int) -> Int {
    let end = paragraphEnd(start)
    let begin = Array("\\begin{algorithmic}".utf8)
    guard let statements = bytes.find(begin, from: start, to: end), let inner = pairs.end(ofEnvironmentAt: statements, to: limit),
      let close = pairs.group(at: inner + 4, to: limit)
    else { return end }
    return close.upperBound + 1
  }

  /// A fence whose lines are an algorithm, in LaTeX's words.
  private mutating func readFence(_ place: Int) {
    guard let length = PaperWalk.fenceLength(bytes, place, limit) else { return }
    let lineEnd = bytes[place..<limit].firstIndex(of: ASCII.newline) ?? limit
    let end = PaperWalk.fenceEnd(bytes, byte: bytes[place], length: length, from: place, to: limit)
    walk.index = end
    let info = String(decoding: bytes[(place + length)..<lineEnd], as: UTF8.self)
    guard lineEnd < end, Algorithm.isNamed(in: info) else { return }
    var bodyEnd = end
    while bodyEnd > lineEnd, bytes[bodyEnd - 1] != ASCII.newline { bodyEnd -= 1 }
    var algorithm = Algorithm(Array(bytes[lineEnd..<bodyEnd]))
    algorithm.take(Attributes(info: info))
    note(algorithm.faults, from: lineEnd)
    let lines = algorithm.markdown
    if !lines.isEmpty { replace(place..<end, by: lines) }
  }
}
