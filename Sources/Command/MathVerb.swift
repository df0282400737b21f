internal import MDTypeset

/// `mdtypeset math 'FORMULA' -o eq.svg`: one formula, cropped; or many, as records.
enum MathVerb {
  static let options: [Option] = [
    Option("output", "o", value: "FILE", help: "where the picture goes: pdf, png or svg"),
    Option("to", "t", value: "FORMAT", help: "pdf, png or svg, whatever the extension says"),
    Option("text", help: "text style instead of display style"),
    Option("font", value: "NAME", help: "a font with a MATH table (default Libertinus Math)"),
    Option("size", value: "PT", help: "size in points (default 10)"),
    Option("color", value: "COLOR", help: "a name or #rrggbb"),
    Option("ppi", value: "N", help: "pixels per inch of a PNG (default 144)"),
    Option("batch", value: "FILE", help: "many formulas: lines of id, style (display or text) and LaTeX between tabs"),
    Option("json", help: "print one JSON object a formula: size, and each glyph and rule with its place"),
    Option("math-macros", value: "FILE", help: "definitions for all formulas"),
    Option("quiet", "q", help: "say nothing of warnings"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options)
    if arguments.has("help") {
      try printOut("mdtypeset math 'FORMULA' -o eq.svg|png|pdf\nmdtypeset math --batch FILE.tsv --json\n\n\(Help.table(options))\n")
      return .done
    }
    let size =
      try arguments.value("size").map { text in
        guard let size = Double(text), size >= 1, size <= 1000 else {
          throw Arguments.UsageError(message: "--size wants points from 1 to 1000, not \(text)", hint: nil)
        }
        return size
      } ?? 10
    let macros =
      try arguments.value("math-macros").map {
        String(decoding: try TypesetVerb.readInput($0, limit: 1 << 20), as: UTF8.self)
      } ?? ""
    guard let formulas = FormulaTypesetter(font: arguments.value("font") ?? "Libertinus Math", size: size, macros: macros) else {
      throw Failure(
        .usage, "\(arguments.value("font") ?? "") is no font with a MATH table", hint: "mdtypeset fonts lists the bundled ones")
    }
    if let path = arguments.value("batch") {
      let text = String(decoding: try TypesetVerb.readInput(path, limit: 64 << 20), as: UTF8.self)
      try batch(text, formulas)
      return .done
    }
    guard let formula = arguments.operands.first, arguments.operands.count == 1 else {
      throw Arguments.UsageError(message: "no formula", hint: "mdtypeset math 'e^{i\\pi}+1=0' -o euler.svg")
    }
    var color: String?
    if let name = arguments.value("color") { color = name }
    if arguments.has("json") {
      try printOut(formulas.record(id: "1", tex: formula, isDisplay: !arguments.has("text")) + "\n")
      return .done
    }
    let output = try Output(arguments)
    let document = formulas.document(formula, isDisplay: !arguments.has("text"), color: color)
    if !arguments.has("quiet") { for message in document.messages { complain(message) } }
    try output.writeSingle(document.document, arguments: arguments)
    return .done
  }

  private static func batch(_ text: String, _ formulas: FormulaTypesetter) throws {
    var out = ""
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      out += formulas.record(id: String(fields[0]), tex: String(fields[2]), isDisplay: fields[1] == "display") + "\n"
    }
    try printOut(out)
  }
}
