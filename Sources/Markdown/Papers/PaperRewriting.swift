internal import Glibc
internal import TypesetDiagnostics

/// The source with the LaTeX that papers have around their Markdown as Markdown: theorems and their definitions, algorithms, lists of things,
/// lines that load packages. Other documents stay as they are.
func withPapersAsMarkdown(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard PaperCommand.occurs(in: source.bytes) else { return source }
  var source = source
  if let expanded = PaperMacros.expanded(source, &diagnostics) { source = expanded }
  var text = RewrittenText(source)
  var definitions = PaperDefinitions()
  var notes: [Diagnostic] = []
  let pairs = LaTeXPairs(source.bytes, files: source.files.map(\.start))
  for (number, file) in source.files.enumerated() {
    let end = source.end(ofFile: number)
    text.begin(file)
    // Held once, else each file would copy what is written of all before it.
    var rewriting = PaperRewriting(source.bytes, file.start..<end, pairs, consume text, consume definitions)
    rewriting.run()
    (text, definitions) = (rewriting.text, rewriting.definitions)
    notes += rewriting.diagnostics
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics + notes)
  return text.result
}

/// The commands that make a text one of these papers.
enum PaperCommand {
  /// Lines of a preamble, without effect: how many arguments in braces they have.
  static let preamble: [String: Int] = [
    "usepackage": 1, "RequirePackage": 1, "documentclass": 1, "hypersetup": 1, "makeindex": 0, "makeglossaries": 0, "sisetup": 1,
    "bibliographystyle": 1, "crefname": 3, "Crefname": 3, "captionsetup": 1, "theoremstyle": 1, "graphicspath": 1, "makeatletter": 0,
    "makeatother": 0, "maketitle": 0, "allowdisplaybreaks": 0, "algnewcommand": 2, "algrenewcommand": 2, "DeclareSIUnit": 2,
    "usetikzlibrary": 1, "geometry": 1, "linenumbers": 0, "modulolinenumbers": 0, "floatname": 2, "lstset": 1,
  ]

  /// Lists of what a document has, and the class of the div that asks for each.
  static let lists = [
    "printindex": "index", "listoftheorems": "list-of-theorems", "listofalgorithms": "list-of-algorithms",
    "listoflistings": "list-of-listings", "lstlistoflistings": "list-of-listings", "listoffigures": "list-of-figures",
    "listoftables": "list-of-tables", "printglossary": "glossary", "printglossaries": "glossary", "printacronyms": "acronyms",
    "FloatBarrier": "float-barrier", "printbibliography": "printbibliography",
  ]

  private static let definitions: Set = [
    "newtheorem", "declaretheorem", "newenvironment", "renewenvironment", "numberwithin", "newacronym", "newglossaryentry", "ensuremath",
    "xspace", "counterwithin",
    // Algorithms in fences have no environment around them.
    "State", "STATE", "Procedure", "Function", "Require", "REQUIRE", "KwIn", "KwData", "KwResult",
  ]

  /// True if a text has one of them: a look at each backslash, nothing more.
  static func occurs(in bytes: [UInt8]) -> Bool {
    let filters = (commands: commandFilter, environments: environmentFilter)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      var index = 0
      while index < bytes.count, let found = unsafe memchr(base + index, 0x5C, bytes.count - index) {
        index = unsafe UnsafeRawPointer(found) - base + 1
        guard filters.commands.mayMatch(bytes, at: index) else { continue }
        if mayMean(bytes, index, filters.environments) { return true }
      }
      return false
    }
  }

  private static let commandFilter = NameFilter(["begin"] + preamble.keys + lists.keys + definitions)
  private static let environmentFilter = NameFilter(PaperEnvironment.theorems.union(PaperEnvironment.others))

  private static func mayMean(_ bytes: [UInt8], _ start: Int, _ environments: NameFilter) -> Bool {
    let end = LaTeXReading.name(bytes, after: start - 1, to: min(bytes.count, start + 24)).upperBound
    guard end - start > 3 else { return false }
    if bytes[start..<end].elementsEqual("begin".utf8) {
      guard environments.mayMatch(bytes, at: end + 1), let inner = LaTeXReading.group(bytes, at: end, to: min(bytes.count, end + 40)) else {
        return false
      }
      return PaperEnvironment.isKnown(String(decoding: bytes[inner], as: UTF8.self))
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return preamble[name] != nil || lists[name] != nil || definitions.contains(name)
  }
}

/// The environments that are read here.
enum PaperEnvironment {
  /// What amsthm's users call them; others are defined by `\newtheorem`.
  static let theorems: Set = [
    "theorem", "lemma", "corollary", "proposition", "conjecture", "definition", "example", "exercise", "remark", "solution", "proof",
    "axiom", "claim", "hypothesis", "assumption", "observation", "property", "criterion", "problem", "notation", "note", "fact",
    "question", "case", "thm", "lem", "cor", "prop", "defn", "rem",
  ]

  static let others: Set = [
    "restatable", "algorithm", "algorithmic", "algorithm2e", "subequations", "numcases", "subnumcases", "lstlisting", "appendices",
    "acknowledgements",
    "acknowledgments",
  ]

  static func isKnown(_ name: String) -> Bool {
    let plain = name.hasSuffix("*") ? String(name.dropLast()) : name
    return theorems.contains(plain) || others.contains(plain)
  }
}
