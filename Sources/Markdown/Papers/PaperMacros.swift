internal import TypesetDiagnostics

/// Environments and words that a paper defines for its text: `\newenvironment`, and commands whose text is `\ensuremath{…}` or ends in `\xspace`.
struct PaperMacros {
  private struct Macro {
    var arguments: Int
    var optional: [UInt8]?
    var begin: [UInt8]
    var end: [UInt8] = []
    /// True for a formula within text.
    var isMath = false
    var hasSpace = false
    /// Where it is defined, in what the author wrote.
    var place = SourceSpan(0, 0)
  }

  private var environments: [String: Macro] = [:]
  private var words: [String: Macro] = [:]
  private let bytes: [UInt8]
  private let pairs: LaTeXPairs
  private var text: RewrittenText
  private var didChange = false
  /// What was put in the place of its name last.
  private var used: (name: String, place: SourceSpan)?
  /// Commands whose definitions have their own names.
  private var loops: [(name: String, place: SourceSpan)] = []
  private var written = 0
  /// Where the environments that are open have their ends, innermost last.
  private var open: [(name: String, end: [UInt8])] = []
  private var isInMath = false

  /// Texts within texts are expanded so often.
  private static let rounds = 6

  /// The source with them in place of their names; nil if there are none.
  static func expanded(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source? {
    guard occur(in: source.bytes) else { return nil }
    var source = source
    let most = source.bytes.count * 4 + 1 << 16
    var known: (environments: [String: Macro], words: [String: Macro]) = ([:], [:])
    for round in 0..<rounds {
      var macros = PaperMacros(source, known.environments, known.words)
      macros.run(source, most: most)
      known = (macros.environments, macros.words)
      if round == 0 { diagnostics += macros.loops.map { loop($0.name, at: $0.place, hint: "define it without its own name") } }
      guard macros.didChange else { return source }
      diagnostics = macros.text.moved(diagnostics)
      source = macros.text.result
      if round == rounds - 1 || macros.written >= most {
        diagnostics.append(
          loop(
            macros.used?.name ?? "a LaTeX command", at: macros.used?.place,
            hint: "define it without its own name; its text is put in its place \(rounds) times at most"))
        break
      }
    }
    return source
  }

  private static func loop(_ name: String, at place: SourceSpan?, hint: String) -> Diagnostic {
    var diagnostic = Diagnostic(.warning, "latex.loop", at: place, "\(name) contains itself", hint: hint)
    diagnostic.writtenSpan = place
    return diagnostic
  }

  private static func occur(in bytes: [UInt8]) -> Bool {
    var index = 0
    while let slash = bytes[index...].firstIndex(of: ASCII.backslash) {
      let rest = bytes[(slash + 1)...]
      if ["newenvironment", "renewenvironment", "ensuremath", "xspace"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
      index = slash + 1
    }
    return false
  }

  private init(_ source: Source, _ environments: [String: Macro], _ words: [String: Macro]) {
    (bytes, text, self.environments, self.words) = (source.bytes, RewrittenText(source), environments, words)
    pairs = LaTeXPairs(bytes, files: source.files.map(\.start))
  }

  private mutating func run(_ source: Source, most: Int) {
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      text.begin(file)
      var walk = PaperWalk(bytes, file.start..<end)
      while let slash = walk.nextCommand() {
        guard written < most else { break }
        isInMath = walk.isInMath
        if let next = read(slash, end) { walk.index = next }
      }
    }
    text.copy(upTo: bytes.count)
  }

  private mutating func put(_ words: [UInt8], for range: Range<Int>) {
    text.copy(upTo: range.lowerBound)
    text.write(words)
    text.skip(to: range.upperBound)
    written += words.count
    didChange = true
  }

  /// Reads the command at a backslash; returns where reading goes on.
  private mutating func read(_ slash: Int, _ limit: Int) -> Int? {
    let range = LaTeXReading.name(bytes, after: slash, to: limit)
    let name = String(decoding: bytes[range], as: UTF8.self)
    // What a formula defines is the formulas' own.
    if isInMath, ["newenvironment", "renewenvironment", "newcommand", "renewcommand", "providecommand", "def"].contains(name) {
      return nil
    }
    switch name {
    case "newenvironment", "renewenvironment": return defineEnvironment(slash, range.upperBound, limit)
    case "newcommand", "renewcommand", "providecommand", "def": return defineWord(range.upperBound, limit)
    case "begin":
      guard !environments.isEmpty, let group = pairs.group(at: range.upperBound, to: limit),
        case let own = String(decoding: bytes[group], as: UTF8.self), let macro = environments[own],
        let (values, end) = arguments(of: macro, from: group.upperBound + 1, limit)
      else { return nil }
      used = ("the LaTeX environment \(own)", macro.place)
      put(Self.filled(macro.begin, values), for: slash..<end)
      open.append((own, Self.filled(macro.end, values)))
      written += open.last?.end.count ?? 0
      return end
    case "end":
      guard let last = open.last, let group = pairs.group(at: range.upperBound, to: limit),
        bytes[group].elementsEqual(last.name.utf8)
      else { return nil }
      open.removeLast()
      put(last.end, for: slash..<group.upperBound + 1)
      return group.upperBound + 1
    default:
      guard !isInMath, let macro = words[name], let (values, end) = arguments(of: macro, from: range.upperBound, limit) else { return nil }
      used = ("the LaTeX command \\\(name)", macro.place)
      var out = Self.filled(macro.begin, values)
      if macro.isMath { out = [ASCII.dollar] + out + [ASCII.dollar] }
      var next = end
      if macro.arguments == 0 { while next < limit, bytes[next] == ASCII.space { next += 1 } }
      // xspace: a space, unless punctuation follows.
      let follows = next < limit ? bytes[next] : 0
      if bytes[next..<limit].starts(with: "{}".utf8) {
        next += 2
      } else if macro.hasSpace, next > end,
        ASCII.isLetter(follows) || ASCII.isDigit(follows) || follows == ASCII.dollar || follows >= 0x80 || "*(`_\\".utf8.contains(follows)
      {
        out.append(ASCII.space)
      }
      put(out, for: slash..<next)
      return next
    }
  }

  private mutating func defineEnvironment(_ slash: Int, _ start: Int, _ limit: Int) -> Int? {
    guard let name = pairs.group(at: pairs.options(bytes, at: start, to: limit), to: limit) else { return nil }
    var macro = Macro(arguments: 0, begin: [])
    var index = name.upperBound + 1
    readCount(&macro, &index, limit)
    index = PaperReading.afterSpace(bytes, from: index, to: limit)
    guard let begin = pairs.group(at: index, to: limit),
      let end = pairs.group(at: PaperReading.afterSpace(bytes, from: begin.upperBound + 1, to: limit), to: limit)
    else { return nil }
    (macro.begin, macro.end) = (Array(bytes[begin]), Array(bytes[end]))
    let own = String(decoding: bytes[name], as: UTF8.self)
    macro.place = text.written(slash..<end.upperBound + 1)
    environments[own] = macro
    put([], for: slash..<end.upperBound + 1)
    return end.upperBound + 1
  }

  private func readCount(_ macro: inout Macro, _ index: inout Int, _ limit: Int) {
    if let count = PaperReading.bracket(bytes, at: index, to: limit) {
      macro.arguments = DocumentNumber.whole(String(decoding: bytes[count], as: UTF8.self), in: 0...9) ?? 0
      index = count.upperBound + 1
    }
    if macro.arguments > 0, let optional = PaperReading.bracket(bytes, at: index, to: limit) {
      macro.optional = Array(bytes[optional])
      index = optional.upperBound + 1
    }
  }

  /// A command for text; its definition stays where it is, for formulas.
  private mutating func defineWord(_ start: Int, _ limit: Int) -> Int? {
    var index = start
    if index < limit, bytes[index] == UInt8(ascii: "*") { index += 1 }
    let name: Range<Int>
    if let group = pairs.group(at: index, to: limit) {
      name = group.dropFirst()
      index = group.upperBound + 1
    } else {
      guard index < limit, bytes[index] == ASCII.backslash else { return nil }
      name = LaTeXReading.name(bytes, after: index, to: limit)
      index = name.upperBound
    }
    guard !name.isEmpty else { return nil }
    var macro = Macro(arguments: 0, begin: [])
    readCount(&macro, &index, limit)
    guard let body = pairs.group(at: index, to: limit) else { return nil }
    var content = Array(bytes[body])
    if content.suffix(7).elementsEqual("\\xspace".utf8) {
      content.removeLast(7)
      macro.hasSpace = true
    }
    if content.starts(with: "\\ensuremath".utf8), let inner = LaTeXReading.group(content, at: 11, to: content.count),
      inner.upperBound + 1 == content.count
    {
      content = Array(content[inner])
      macro.isMath = true
    }
    guard macro.isMath || macro.hasSpace else { return body.upperBound + 1 }
    macro.place = text.written(name.lowerBound - 1..<name.upperBound)
    if Self.uses(bytes[name], in: content) {
      // Formulas have their own rules for what a name meant before.
      loops.append(("the LaTeX command \\\(String(decoding: bytes[name], as: UTF8.self))", macro.place))
      return body.upperBound + 1
    }
    macro.begin = content
    words[String(decoding: bytes[name], as: UTF8.self)] = macro
    return body.upperBound + 1
  }

  private static func uses(_ name: ArraySlice<UInt8>, in body: [UInt8]) -> Bool {
    var index = 0
    while let slash = body[index...].firstIndex(of: ASCII.backslash) {
      let found = LaTeXReading.name(body, after: slash, to: body.count)
      if body[found].elementsEqual(name) { return true }
      index = max(slash + 2, found.upperBound)
      guard index < body.count else { return false }
    }
    return false
  }

  private func arguments(of macro: Macro, from start: Int, _ limit: Int) -> (values: [[UInt8]], end: Int)? {
    var (values, index): ([[UInt8]], Int) = ([], start)
    if let optional = macro.optional {
      let given = PaperReading.bracket(bytes, at: index, to: limit)
      values.append(given.map { Array(bytes[$0]) } ?? optional)
      if let given { index = given.upperBound + 1 }
    }
    while values.count < macro.arguments {
      guard let group = pairs.group(at: index, to: limit) else { return nil }
      values.append(Array(bytes[group]))
      index = group.upperBound + 1
    }
    return (values, index)
  }

  private static func filled(_ body: [UInt8], _ values: [[UInt8]]) -> [UInt8] {
    guard !values.isEmpty else { return body }
    var out: [UInt8] = []
    var index = 0
    while index < body.count {
      if body[index] == ASCII.hash, index + 1 < body.count, ASCII.isDigit(body[index + 1]), case let number = Int(body[index + 1]) - 0x31,
        values.indices.contains(number)
      {
        out += values[number]
        index += 2
      } else {
        out.append(body[index])
        index += 1
      }
    }
    return out
  }
}
