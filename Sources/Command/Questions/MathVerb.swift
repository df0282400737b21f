internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles

/// `mdtypeset math 'FORMULA' -o eq.svg`: one formula, cropped; or many, as records.
enum MathVerb {
  static let options: [Option] = [
    Option("output", "o", value: "FILE", help: "where the picture goes: pdf, png or svg; with --batch a folder"),
    Option("to", "t", value: "FORMAT", help: "pdf, png or svg, whatever the extension says; mathml, speech (words) or unicode (one line)"),
    Option("lang", value: "TAG", help: "the language of the words: en (default) or de"),
    Option("brief", help: "words without those that only say where something ends"),
    Option("text", help: "text style instead of display style"),
    Option("font", value: "NAME", help: "a font with a MATH table (default Libertinus Math)"),
    Option("font-path", value: "DIR", help: "a further folder with fonts"),
    Option("ignore-system-fonts", help: "use the bundled fonts and those of --font-path only"),
    Option("size", value: "PT", help: "size in points (default 10)"),
    Option("color", value: "COLOR", help: "a name or #rrggbb"),
    Option("ppi", value: "N", help: "pixels per inch of a PNG (default 144)"),
    Option("batch", value: "FILE", help: "many formulas: lines of id, style (display or text) and LaTeX between tabs"),
    Option("json", help: "print one JSON object a formula: size, and each glyph and rule with its place"),
    Option("math-macros", value: "FILE", help: "definitions for all formulas"),
    Option("quiet", "q", help: "suppress warnings"),
    Option("help", "h", help: "print this help"),
  ]

  private static let help = """
    mdtypeset math 'FORMULA' -o eq.svg|png|pdf
    mdtypeset math - -o eq.svg
    mdtypeset math 'FORMULA' --to mathml|speech|unicode
    mdtypeset math --batch FILE.tsv --json
    mdtypeset math --batch FILE.tsv -o folder/
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    let size =
      try arguments.value("size").map { text in
        guard let size = DocumentNumber.real(text), size >= 1, size <= 1000 else {
          throw Arguments.UsageError(message: "--size expects a number of points from 1 to 1000, not \"\(text)\"", hint: nil)
        }
        return size
      } ?? 10
    let macros =
      try arguments.value("math-macros").map {
        String(decoding: try TypesetVerb.readInput($0, limit: 1 << 20), as: UTF8.self)
      } ?? ""
    guard
      let formulas = FormulaTypesetter(
        font: arguments.value("font") ?? "Libertinus Math", size: size, macros: macros,
        language: arguments.value("lang") ?? "en", roots: [".", "/"], fontPaths: try Roots.fontFolders(arguments),
        ignoresSystemFonts: arguments.has("ignore-system-fonts"))
    else {
      throw Failure(
        .usage, "\(arguments.value("font") ?? "") has no MATH table", hint: "mdtypeset fonts lists the bundled ones")
    }
    if let name = arguments.value("color"), !FormulaTypesetter.isColor(name) {
      throw Arguments.UsageError(message: "unknown colour \"\(name)\"", hint: "write a name such as teal, or #rrggbb")
    }
    if let path = arguments.value("batch") {
      let text = String(decoding: try TypesetVerb.readInput(path, limit: 64 << 20), as: UTF8.self)
      try batch(text, formulas, arguments)
      return .done
    }
    guard var formula = arguments.operands.first, arguments.operands.count == 1 else {
      throw Arguments.UsageError(message: "no formula", hint: "mdtypeset math 'e^{i\\pi}+1=0' -o euler.svg")
    }
    if formula == "-" {
      formula = String(decoding: try TypesetVerb.readInput("-", limit: 1 << 20), as: UTF8.self)
      while formula.last?.isNewline == true { formula.removeLast() }
    }
    if arguments.has("json") {
      try printOut(formulas.record(id: "1", tex: formula, isDisplay: !arguments.has("text")) + "\n")
      return .done
    }
    if let text = text(arguments) {
      let words = text(formula, !arguments.has("text"), formulas) + "\n"
      guard let path = arguments.value("output"), path != "-" else {
        try printOut(words)
        return .done
      }
      try write(words, to: path)
      return .done
    }
    let output = try Output(arguments)
    let document = formulas.document(
      formula, isDisplay: !arguments.has("text"), color: arguments.value("color"), isDescribed: output.format == .svg)
    if !arguments.has("quiet") { for message in document.messages { complain(message) } }
    try output.writeSingle(document.document, arguments: arguments)
    return .done
  }

  /// What makes text of a formula, where text is asked for: by `--to` or by the name of the output.
  private static func text(_ arguments: Arguments) -> ((_ tex: String, _ isDisplay: Bool, FormulaTypesetter) -> String)? {
    let path = arguments.value("output") ?? ""
    switch arguments.value("to") ?? (path.hasSuffix(".mml") || path.hasSuffix(".mathml") ? "mathml" : "") {
    case "mathml": return { $2.mathML($0, isDisplay: $1) }
    case "unicode": return { $2.plainText($0, isDisplay: $1) }
    case "speech":
      let isBrief = arguments.has("brief")
      return { $2.words($0, isDisplay: $1, isBrief: isBrief) }
    default: return nil
    }
  }

  private static func write(_ text: String, to path: String) throws {
    try writing(path) { unsafe try writeFile(path) { write in unsafe try Array(text.utf8).withUnsafeBytes { try unsafe write($0) } } }
  }

  /// Many formulas: records on standard output, or one picture each in a folder.
  private static func batch(_ lines: String, _ formulas: FormulaTypesetter, _ arguments: Arguments) throws {
    let folder = arguments.value("output")
    let text = Self.text(arguments)
    let output = try text == nil ? folder.map { try Output(path: $0, format: arguments.value("to") ?? "svg") } : nil
    if let folder { try writing(folder) { try makeFolder(folder) } }
    var out = ""
    for (number, line) in lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, ["display", "text"].contains(fields[1]) else {
        complain("mdtypeset: warning: line \(number + 1) is left out: it is no id, style (display or text) and LaTeX between tabs\n")
        continue
      }
      let isDisplay = fields[1] == "display"
      if let text, folder == nil {
        out += fields[0] + "\t" + text(fields[2], isDisplay, formulas) + "\n"
        continue
      }
      guard folder != nil else {
        out += formulas.record(id: fields[0], tex: fields[2], isDisplay: isDisplay) + "\n"
        continue
      }
      guard !fields[0].isEmpty, !fields[0].contains("/"), fields[0] != ".." else {
        complain("mdtypeset: warning: line \(number + 1) is left out: \(fields[0]) can't be a file's name\n")
        continue
      }
      if let text, let folder {
        let suffix = arguments.value("to") == "mathml" ? "mml" : "txt"
        try write(text(fields[2], isDisplay, formulas) + "\n", to: "\(folder)/\(fields[0]).\(suffix)")
        continue
      }
      guard var picture = output else { continue }
      picture.path += "/\(fields[0]).\(picture.format.rawValue)"
      let set = formulas.document(
        fields[2], isDisplay: isDisplay, color: arguments.value("color"), name: fields[0], isDescribed: picture.format == .svg)
      if !arguments.has("quiet") { for message in set.messages { complain(message) } }
      try picture.writeSingle(set.document, arguments: arguments)
    }
    try printOut(out)
  }
}
