internal import TypesetDiagnostics

/// The source with `\begin{theorem}[Title] … \end{theorem}` as divs, in which Markdown is read.
func withDivsForTheorems(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let bytes = source.bytes
  guard TheoremEnvironments.mayBegin(in: bytes) else { return source }
  var environments = TheoremEnvironments(bytes)
  return rewritingLines(source, &diagnostics) { line, _ in environments.change(of: line) }
}

struct TheoremEnvironments {
  private static let kinds = [
    "theorem": "theorem", "thm": "theorem", "lemma": "lemma", "lem": "lemma", "corollary": "corollary", "cor": "corollary",
    "proposition": "proposition", "prop": "proposition", "conjecture": "conjecture", "definition": "definition", "defn": "definition",
    "exercise": "exercise", "axiom": "axiom", "hypothesis": "hypothesis", "claim": "claim", "proof": "proof", "remark": "remark",
    "solution": "solution", "example": "example",
  ]

  private let bytes: [UInt8]
  private var fences = OpenFences()
  private var open: [String] = []
  /// The blanks before the first line in each of them.
  private var indents: [Int?] = []
  private var closers: CloserSearch
  /// True within `$$` on lines of its own.
  private var isInDisplay = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    closers = CloserSearch(bytes)
  }

  private static let begin = Array("\\begin{".utf8)

  /// True if a line begins with the opener of an environment of theorems.
  static func mayBegin(in bytes: [UInt8]) -> Bool {
    var index = 0
    while index + begin.count < bytes.count {
      if bytes[index] == ASCII.backslash, name(in: bytes[index...]) != nil { return true }
      index += 1
    }
    return false
  }

  /// The kind and the name of the environment that a text begins.
  private static func name(in text: ArraySlice<UInt8>) -> (kind: String, name: String)? {
    guard text.starts(with: begin) else { return nil }
    let inner = text.dropFirst(begin.count).prefix(14)
    guard let close = inner.firstIndex(of: ASCII.closeBrace) else { return nil }
    let name = String(decoding: inner[..<close], as: UTF8.self)
    return kinds[name.hasSuffix("*") ? String(name.dropLast()) : name].map { ($0, name) }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard let indent = indents.last, !line.allSatisfy(ASCII.isBlank) else { return changed(line) }
    // Authors indent what is in an environment; it is no code.
    let blanks = line.prefix(while: ASCII.isBlank).count
    if indent == nil { indents[indents.count - 1] = blanks }
    let outdented = line.dropFirst(min(blanks, indent ?? blanks))
    let change = changed(outdented)
    if case .keep = change, outdented.count < line.count { return .write(Array(outdented)) }
    return change
  }

  private mutating func changed(_ line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    let start = line.drop(while: ASCII.isBlank)
    if start.elementsEqual("$$".utf8) { isInDisplay.toggle() }
    guard !isInDisplay, start.contains(ASCII.backslash) else { return .keep }
    let indent = Array(line[..<start.startIndex])
    if let (kind, name) = Self.name(in: start), closers.end(of: "\\end{\(name)}", from: start.startIndex) != nil, open.count < 20 {
      let (head, rest) = head(kind, isNumbered: !name.hasSuffix("*"), start.dropFirst(Self.begin.count + name.utf8.count + 1))
      open.append(name)
      indents.append(nil)
      var words = [ASCII.newline] + indent + head.utf8
      if !rest.isEmpty { words += [ASCII.newline] + indent + (withoutEnd(rest, indent) ?? Array(rest)) }
      return .write(words)
    }
    return withoutEnd(line, indent).map { .write($0) } ?? .keep
  }

  /// A line with colons in the place of the end of the environment; nil if it has none.
  private mutating func withoutEnd(_ line: ArraySlice<UInt8>, _ indent: [UInt8]) -> [UInt8]? {
    guard let name = open.last, let close = line.firstRange(of: Array("\\end{\(name)}".utf8)) else { return nil }
    open.removeLast()
    indents.removeLast()
    let before = line[..<close.lowerBound]
    let after = line[close.upperBound...].drop(while: ASCII.isBlank)
    var words = before.allSatisfy(ASCII.isBlank) ? [] : Array(before) + [ASCII.newline]
    words += indent + ":::".utf8
    words += after.isEmpty ? [] : [ASCII.newline, ASCII.newline] + indent + after
    return words
  }

  /// The opening line of a div: `[Title]\label{name}` are its attributes.
  private func head(_ kind: String, isNumbered: Bool, _ text: ArraySlice<UInt8>) -> (String, rest: ArraySlice<UInt8>) {
    var attributes = "." + kind + (isNumbered ? "" : " .unnumbered")
    var rest = text.drop(while: ASCII.isBlank)
    for _ in 0..<2 {
      if rest.first == ASCII.openBracket, let close = Self.close(of: rest) {
        var title = String(decoding: rest[(rest.startIndex + 1)..<close], as: UTF8.self).replacing("\"", with: "”")
        while let cite = title.firstRange(of: "\\cite{"), let end = title[cite.upperBound...].firstIndex(of: "}") {
          title = String(title[..<cite.lowerBound]) + title[cite.upperBound..<end] + title[title.index(after: end)...]
        }
        if !title.isEmpty { attributes += " name=\"\(title)\"" }
        rest = rest[(close + 1)...].drop(while: ASCII.isBlank)
      } else if rest.starts(with: "\\label{".utf8), let close = rest.firstIndex(of: ASCII.closeBrace) {
        let label = rest[(rest.startIndex + 7)..<close]
        if !label.isEmpty, label.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.".utf8.contains($0) }) {
          attributes = "#" + String(decoding: label, as: UTF8.self) + " " + attributes
        }
        rest = rest[(close + 1)...].drop(while: ASCII.isBlank)
      }
    }
    return ("::: {\(attributes)}", rest)
  }

  /// Where the bracket ends with which a text begins.
  private static func close(of text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in text.indices {
      if text[index] == ASCII.openBracket { depth += 1 }
      if text[index] == ASCII.closeBracket { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
