internal import MDTypeset
internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetText

/// `mdtypeset inspect dialect|spans|ast|runs|semantic|boxes|pages|typography|lines|citations INPUT`: what a stage makes, as text; `inspect tables`:
/// every name that is known.
enum InspectVerb {
  static var options: [Option] {
    TypesetVerb.options + [Option("font", value: "NAME", help: "for lines"), Option("size", value: "PT", help: "for lines")]
      + lineOptions.map { Option($0.name, value: $0.name.uppercased(), help: "for lines: \($0.form)") }
  }

  /// In the order of the pipeline; lines of nothing but text, citations and the tables of names last.
  static let stages = [
    "dialect", "spans", "ast", "runs", "semantic", "boxes", "pages", "typography", "lines", "citations", "tables", "constructs",
  ]
  // Every start needs the list: the library's `joined` looks for conformances of arrays, a hundred thousand instructions.
  static let stageList = stages.dropFirst().reduce(stages[0]) { $0 + ", " + $1 }

  static func run(_ words: [String]) throws -> ExitCode {
    let help = """
      mdtypeset inspect \(stages.joined(separator: "|")) INPUT

      Prints what a stage makes. `tables` needs no input: it prints every key, option, attribute, directive and command that is known; nor does `constructs`: it
      prints what is read that CommonMark does not have, in which dialects, as a table in Markdown.
      """
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    if arguments.operands == ["tables"] {
      try printOut(PrintedTables.text)
      return .done
    }
    if arguments.operands == ["constructs"] {
      try printOut(Construct.manual)
      return .done
    }
    guard let stage = arguments.operands.first, stages.contains(stage), arguments.operands.count > 1 else {
      throw Arguments.UsageError(
        message: "inspect expects a stage and an input", hint: "a stage is one of \(stageList)")
    }
    let inputs = Array(arguments.operands.dropFirst())
    if stage == "citations" {
      let tests = try TypesetVerb.readInput(inputs[0], limit: 64 << 20)
      for line in tests.split(separator: UInt8(ascii: "\n")) {
        guard let printed = try? TestRun.run(Array(line), localeFile: ShippedFiles.locale) else {
          throw Failure(.usage, "a line of \(inputs[0]) is no test of a citation style")
        }
        try printOut(printed + "\n")
      }
      return .done
    }
    if stage == "lines" {
      let typesetting = try TypesetVerb.typesettingOptions(arguments, inputs: inputs)
      let text = String(decoding: try TypesetVerb.readInput(inputs[0], limit: 64 << 20), as: UTF8.self)
      let size = arguments.value("size").flatMap { DocumentNumber.real($0) } ?? 10
      let shapes = try lineOptionValues(arguments)
      let lines = brokenLines(
        of: text, font: arguments.value("font") ?? "Libertinus Serif", size: size, options: shapes, fontPaths: typesetting.fontPaths,
        ignoresSystemFonts: typesetting.ignoresSystemFonts)
      guard let lines else {
        throw Failure(.usage, "no font is called \(arguments.value("font") ?? "")")
      }
      try printOut(lines)
      return .done
    }
    var run = try GuardedRun(arguments, inputs: inputs)
    let source = try run.read(inputs)
    let typesetter = Typesetter(options: run.options)
    switch stage {
    case "dialect": try printOut(typesetter.dialect(of: source).printed(in: source))
    case "spans":
      let (document, text) = typesetter.parsed(source)
      try printOut(document.tree.printedFormulas(in: text))
    case "ast": try printOut(typesetter.printedTree(of: source))
    case "runs":
      var faults: [Diagnostic] = []
      try printOut(AttributedText(source, &faults).runs.printed)
      for text in faults.summarized(in: source) { complain(text) }
    case "semantic": try printOut(typesetter.printedStyledTree(of: source))
    case "boxes": try printOut(typesetter.printedBoxes(of: source))
    case "typography":
      let document = typesetter.typesetWithReports(source).document
      try printOut(TypographyReport(document.pages, structure: document.structure).printed())
    default: try printOut(typesetter.typeset(source).printedPages())
    }
    return .done
  }

  private static func lineOptionValues(_ arguments: Arguments) throws -> [String: String] {
    var values: [String: String] = [:]
    for option in lineOptions {
      guard let value = arguments.value(option.name) else { continue }
      guard isLineOption(option.name, value) else {
        throw Arguments.UsageError(message: "cannot read --\(option.name) \(value)", hint: "write it as \(option.form)")
      }
      values[option.name] = value
    }
    return values
  }
}
