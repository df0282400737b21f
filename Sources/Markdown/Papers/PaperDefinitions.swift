internal import TypesetDiagnostics

/// What a paper's preamble defines, up to a place in its text.
struct PaperDefinitions {
  /// `\newtheorem{satz}[thm]{Satz}[section]`
  struct Theorem: Equatable {
    var word: String?
    /// The kind with which it shares its numbers.
    var counter: String?
    /// What begins its numbers anew.
    var within: String?
    var isNumbered = true
    /// amsthm's `plain`, `definition`, `remark`.
    var style = "plain"
  }

  /// A theorem that may be stated once more, by the command that does.
  struct Restatable {
    var kind: String
    var name: String?
    var label: String
    var body: Range<Int>
  }

  private(set) var theorems: [String: Theorem] = [:]
  /// The kinds that the file defines itself: joined files may have the same preamble.
  private var own: Set<String> = []
  /// The kind that the file defined last, if it had defined it before in another way.
  private(set) var redefined: String?
  private(set) var restatables: [String: Restatable] = [:]
  private var style = "plain"

  subscript(theorem name: String) -> Theorem? {
    if let known = theorems[name] { return known }
    guard PaperEnvironment.theorems.contains(name) else { return nil }
    return Theorem(style: ["definition", "example", "exercise"].contains(name) ? "definition" : name == "remark" ? "remark" : "plain")
  }

  mutating func beginFile() { (own, redefined) = ([], nil) }

  private mutating func define(_ kind: String, as theorem: Theorem) {
    redefined = !own.insert(kind).inserted && theorems[kind] != theorem ? kind : nil
    theorems[kind] = theorem
  }

  mutating func add(_ restatable: Restatable, named name: String) { restatables[name] = restatable }

  /// Reads a definition whose name ends at a place.
  ///
  /// - Returns: Where it ends; nil if it is none.
  mutating func read(_ command: String, _ bytes: [UInt8], _ pairs: LaTeXPairs, after name: Int, to limit: Int) -> Int? {
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmedWhitespace() }
    redefined = nil
    switch command {
    case "theoremstyle":
      guard let group = pairs.group(at: name, to: limit) else { return nil }
      style = words(group)
      return group.upperBound + 1
    case "newtheorem":
      var index = name
      let isStarred = index < limit && bytes[index] == UInt8(ascii: "*")
      if isStarred { index += 1 }
      guard let kind = pairs.group(at: index, to: limit), !words(kind).isEmpty else { return nil }
      var theorem = Theorem(isNumbered: !isStarred, style: style)
      index = kind.upperBound + 1
      if let shared = PaperReading.bracket(bytes, at: index, to: limit) {
        theorem.counter = words(shared)
        index = shared.upperBound + 1
      }
      guard let word = pairs.group(at: index, to: limit) else { return nil }
      theorem.word = words(word)
      index = word.upperBound + 1
      if let within = PaperReading.bracket(bytes, at: index, to: limit) {
        theorem.within = words(within)
        index = within.upperBound + 1
      }
      define(words(kind), as: theorem)
      return index
    case "declaretheorem":
      guard let options = PaperReading.bracket(bytes, at: name, to: limit).map({ $0 }) ?? Optional(name..<name),
        case let open = options.isEmpty ? name : options.upperBound + 1, let kind = pairs.group(at: open, to: limit)
      else { return nil }
      declare(words(kind), options: words(options))
      return kind.upperBound + 1
    default: return nil
    }
  }

  /// thmtools' `\declaretheorem[name=Satz, sibling=theorem, numberwithin=section, style=definition]{satz}`.
  private mutating func declare(_ kind: String, options: String) {
    var theorem = Theorem(style: style)
    for option in options.split(separator: ",") {
      let parts = option.split(separator: "=", maxSplits: 1).map { String($0).trimmedWhitespace() }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "name", "title": theorem.word = parts[1]
      case "sibling", "sharenumber", "numberlike": theorem.counter = parts[1]
      case "numberwithin", "within", "parent": theorem.within = parts[1]
      case "style": theorem.style = parts[1]
      case "numbered": theorem.isNumbered = parts[1] != "no"
      default: break
      }
    }
    if theorem.word == nil { theorem.word = kind.prefix(1).uppercased() + kind.dropFirst() }
    define(kind, as: theorem)
  }
}

/// Reads the parts of LaTeX's commands.
enum PaperReading {
  /// What is in the brackets that open at a place, braces in it counted.
  static func bracket(_ bytes: [UInt8], at open: Int, to limit: Int) -> Range<Int>? {
    guard open < limit, bytes[open] == ASCII.openBracket else { return nil }
    var (depth, index) = (0, open + 1)
    while index < min(limit, open + 2_000) {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace: depth -= 1
      case ASCII.closeBracket where depth <= 0: return open + 1..<index
      default: break
      }
      index += 1
    }
    return nil
  }

  /// After blanks, and at most one line end.
  static func afterSpace(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    var (index, lines) = (start, 0)
    while index < limit, ASCII.isBlank(bytes[index]) {
      if bytes[index] == ASCII.newline {
        guard lines == 0 else { return index }
        lines += 1
      }
      index += 1
    }
    return index
  }

  /// A name in `\label{…}` that begins at a place, and where that ends.
  static func label(_ bytes: [UInt8], _ pairs: LaTeXPairs, at start: Int, to limit: Int) -> (name: String, end: Int)? {
    guard start < limit, bytes[start...].starts(with: "\\label".utf8), let group = pairs.group(at: start + 6, to: limit) else { return nil }
    return (String(decoding: bytes[group], as: UTF8.self), group.upperBound + 1)
  }

  /// What `\numberwithin{equation}{section}` says, wherever it is.
  static func equationsWithin(_ bytes: [UInt8], _ range: Range<Int>, _ pairs: LaTeXPairs) -> String? {
    var walk = PaperWalk(bytes, range)
    while let slash = walk.nextCommand() {
      let name = LaTeXReading.name(bytes, after: slash, to: range.upperBound)
      guard bytes[name].elementsEqual("numberwithin".utf8) || bytes[name].elementsEqual("counterwithin".utf8),
        let counter = pairs.group(at: name.upperBound, to: range.upperBound), bytes[counter].elementsEqual("equation".utf8),
        let within = pairs.group(at: counter.upperBound + 1, to: range.upperBound)
      else { continue }
      return String(decoding: bytes[within], as: UTF8.self)
    }
    return nil
  }

  /// A text that is shown once more.
  static func withoutLabels(_ body: [UInt8]) -> [UInt8] {
    let pairs = LaTeXPairs(body)
    var (out, index): ([UInt8], Int) = ([], 0)
    while index < body.count {
      if body[index] == ASCII.backslash, let label = label(body, pairs, at: index, to: body.count) {
        index = label.end
      } else {
        out.append(body[index])
        index += 1
      }
    }
    return out
  }

  /// Words without the commands that mark them: `\emph{words}`.
  private static func unmarked(_ text: Substring) -> String {
    var rest = text
    var out = ""
    while let open = rest.firstRange(of: "{"), let close = rest[open.upperBound...].firstRange(of: "}") {
      let before = rest[..<open.lowerBound]
      let name = before.reversed().prefix { $0.isLetter }
      let head = before.dropLast(name.count)
      guard !name.isEmpty, head.last == "\\" else {
        out += rest[..<close.upperBound]
        rest = rest[close.upperBound...]
        continue
      }
      out += head.dropLast() + rest[open.upperBound..<close.lowerBound]
      rest = rest[close.upperBound...]
    }
    return out + rest
  }

  /// Text as the value of an attribute between quotation marks.
  static func quoted(_ text: String) -> String {
    // Commands are shown without their backslashes, but in formulas, where attributes read two as one.
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).enumerated().map { number, part in
      number % 2 == 1 ? String(part).replacing("\\", with: "\\\\") : unmarked(part).replacing("\\", with: "")
    }
    return "\"" + parts.joined(separator: "$").replacing("\"", with: "'").replacing("\n", with: " ") + "\""
  }

  static func isLabel(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_:.+/".utf8.contains($0) }
  }
}
