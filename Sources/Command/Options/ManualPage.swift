internal import MDTypeset
internal import TypesetDiagnostics

/// `mdtypeset man`: the manual page, from the tables that `--help` prints.
enum ManualVerb {
  static let options: [Option] = [Option("help", "h", help: "print this help")]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try Arguments(words, options: options)
    try printOut(
      arguments.has("help") ? "mdtypeset man > mdtypeset.1\n\nPrints the manual page; mdtypeset man | man -l - shows it.\n" : page)
    return .done
  }

  /// Text escaped for troff (groff_man(7)).
  private static func troff(_ text: String) -> String {
    var out = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    if out.hasPrefix(".") || out.hasPrefix("'") { out = "\\&" + out }
    return out
  }

  private static func rows(_ options: [Option]) -> String {
    options.map { option in
      let value = option.value.map { option.isValueOptional ? "[=\\fI\(troff($0))\\fR]" : " \\fI\(troff($0))\\fR" } ?? ""
      let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
      return ".TP\n\(letter)\\fB\\-\\-\(troff(option.name))\\fR\(value)\n\(troff(option.help))\n"
    }.joined()
  }

  private static var page: String {
    var out = """
      .TH MDTYPESET 1 "" "mdtypeset \(MDTypeset.version)" "User Commands"
      .SH NAME
      mdtypeset \\- typeset Markdown with LaTeX math, SVG and images into PDF, PNG and SVG
      .SH SYNOPSIS
      .B mdtypeset
      \\fIINPUT\\fR... [\\fB\\-o\\fR \\fIOUTPUT\\fR] [\\fIoptions\\fR]

      """
    for verb in Verbs.all { out += ".br\n.B mdtypeset\n\(troff(verb.usage))\n" }
    out += """
      .SH DESCRIPTION
      Typesets Markdown documents. The extension of the output decides the format; without an output, doc.md becomes doc.pdf beside it.
      \\- stands for standard input or output. Page pictures are NAME\\-1.png, ... or follow a pattern: out/{p}.png.
      .SH OPTIONS

      """
    out += rows(TypesetVerb.options)
    for verb in Verbs.all where verb.options.count > 1 {
      out +=
        ".SH \(verb.name.uppercased())\n\\fBmdtypeset \(troff(verb.usage))\\fR: \(troff(verb.help)).\n"
        + rows(verb.options.filter { $0.name != "help" })
    }
    out += ".SH EXIT STATUS\n"
    for (code, meaning) in ExitCode.meanings { out += ".TP\n.B \(code.rawValue)\n\(troff(meaning))\n" }
    return out + ".SH ENVIRONMENT\n.TP\n.B SOURCE_DATE_EPOCH\nthe date of the output\n.TP\n.B NO_COLOR\nno colour in messages\n"
  }
}
