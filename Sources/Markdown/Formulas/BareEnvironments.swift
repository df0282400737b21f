import TypesetDiagnostics

/// Looks for closers; each is looked for once, whatever the number of openers before it.
struct CloserSearch {
  private let bytes: [UInt8]
  /// Where the next closer ends; `Int.max` where none follows.
  private var ends: [String: Int] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the next closer ends.
  mutating func end(of closer: String, from start: Int) -> Int? {
    if let known = ends[closer], known > start { return known == .max ? nil : known }
    // No component has this many; each of another name would be looked for through the whole text.
    guard ends.count < 100 else { return nil }
    let word = Array(closer.utf8)
    var index = start
    while index + word.count <= bytes.count {
      if bytes[index] == word[0], bytes[index..<(index + word.count)].elementsEqual(word) {
        ends[closer] = index + word.count
        return index + word.count
      }
      index += 1
    }
    ends[closer] = .max
    return nil
  }

  /// Where an environment ends that may hold others with its name.
  mutating func end(ofEnvironment name: String, from start: Int) -> Int? {
    let opener = Array("\\begin{\(name)}".utf8)
    var last = start
    var inner = start + opener.count
    for _ in 0..<20 {
      guard let next = end(of: "\\end{\(name)}", from: max(last, start)) else { return nil }
      // Each one that begins before this end needs another end.
      guard let begun = bytes[inner..<next].firstRange(of: opener) else { return next }
      inner = begun.upperBound
      last = next
    }
    return nil
  }
}

/// LaTeX environments in the text without dollars that are not supported: their source is shown as code.
///
/// Read as text they would lose their `\\` and line ends; and formulas in them would be typeset between commands.
enum BareEnvironments {
  /// Pictures, trees, tables and listings; the words of theorems and lists can be read without their environment.
  private static let shown: Set<String> = [
    "tikzpicture", "circuitikz", "pgfpicture", "pspicture", "forest", "xy", "asy", "tabular", "tabularx", "tabulary",
    "longtable", "tabbing", "algorithm", "algorithm2e", "algorithmic", "algorithmicx", "figure", "wrapfigure", "table", "lstlisting",
    "verbatim", "minted", "picture", "thebibliography", "sidewaystable", "sidewaysfigure", "threeparttable", "supertabular", "xltabular",
    "tabu", "longtabu", "tblr", "longtblr", "subfigure", "subtable", "axis", "bytefield",
  ]

  static func isShown(_ name: String) -> Bool { shown.contains(name.hasSuffix("*") ? String(name.dropLast()) : name) }

  /// A fence around their lines.
  static let fence = [UInt8](repeating: ASCII.tilde, count: 8)

  /// Begins the code that an environment is shown as: a listing without its first line, others with it and a diagnostic.
  static func open(_ name: String, _ listing: Listing?, at start: Int, to lineEnd: Int, prefix: [UInt8], _ findings: inout Findings) {
    if let listing {
      findings.edit(start..<lineEnd, fence + listing.language)
      findings.edit(listing.closer, fence)
    } else {
      findings.diagnostics.append(
        Diagnostic(
          .warning, "math.unknown-environment", at: SourceSpan(start, min(lineEnd, start + name.utf8.count + 8)),
          "the environment \(name) is not supported; its source is shown", hint: "include it as a picture"))
      findings.edit(start..<start, fence + Array("latex\n".utf8) + prefix)
    }
  }
}

/// `\\begin{lstlisting}[language=Erlang]`, `\\begin{minted}{python}`, `\\begin{verbatim}`: code between two lines of LaTeX.
struct Listing {
  /// The language as code highlighting knows it, with a caption and a label as attributes of it; empty for none.
  let language: [UInt8]
  /// The line's part that ends it.
  let closer: Range<Int>

  /// Nil for other environments, and for those that have code on their first line or their last.
  init?(_ name: String, in bytes: [UInt8], from start: Int, to lineEnd: Int, end: Int) {
    guard ["lstlisting", "verbatim", "Verbatim", "minted"].contains(name) else { return nil }
    closer = end - name.utf8.count - 6..<end
    let head = LaTeXReading.options(bytes, at: start + name.utf8.count + 8, to: lineEnd)
    let group = LaTeXReading.group(bytes, at: head.end, to: lineEnd)
    let before = bytes[..<closer.lowerBound].lastIndex(of: ASCII.newline) ?? 0
    guard bytes[(group.map { $0.upperBound + 1 } ?? head.end)..<lineEnd].allSatisfy(ASCII.isBlank), before >= lineEnd,
      bytes[(before + 1)..<closer.lowerBound].allSatisfy(ASCII.isBlank)
    else { return nil }
    guard name != "minted" else {
      language = group.map { Array(bytes[$0]) } ?? []
      return
    }
    let options = head.options.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    let (name, words, label) = (Self.language(in: options), Self.caption(in: options) ?? "", Self.label(in: options))
    guard !words.isEmpty || label != nil else {
      language = Array(name.utf8)
      return
    }
    let caption = words.isEmpty ? "" : " caption=\"" + words.filter { $0 != "\"" && $0 != "\\" } + "\""
    // What has a label is counted, whatever the label is.
    let kinds = label == nil ? (name.isEmpty ? "" : " ." + name) : " .\(name.isEmpty ? "text" : name) .listing"
    language = Array(("{" + (label.map { "#" + $0 } ?? "") + kinds + caption + "}").utf8)
  }

  static func language(in options: String) -> String {
    option("language", in: options)?.filter { $0.isLetter || $0.isNumber }.lowercased() ?? ""
  }

  /// `{[short]long}` has its long form last.
  static func caption(in options: String) -> String? {
    option("caption", in: options).map { $0.hasPrefix("[") ? String($0.drop { $0 != "]" }.dropFirst()) : $0 }
  }

  static func label(in options: String) -> String? {
    option("label", in: options).flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_:.".contains($0) } ? $0 : nil }
  }

  /// The value of an option, which may be in braces: `caption={One, two}`.
  private static func option(_ key: String, in options: String) -> String? {
    guard let found = options.firstRange(of: key + "=") ?? options.firstRange(of: key + " =") else { return nil }
    let rest = options[found.upperBound...].drop { $0 == " " }
    guard rest.first == "{" else { return String(rest.prefix { $0 != "," }).trimmedWhitespace() }
    var depth = 0
    for index in rest.indices {
      if rest[index] == "{" { depth += 1 }
      if rest[index] == "}" { depth -= 1 }
      if depth == 0 { return String(rest[rest.index(after: rest.startIndex)..<index]) }
    }
    return nil
  }
}
