internal import TypesetBoxes
internal import TypesetDiagnostics

/// Styles, sizes and colours.
enum StyleCommands {
  static let rows = styleRows + sizeRows + colorRows

  private static let styleRows = [
    CommandRow("displaystyle") { parser, _ in parser.append(Noad(.style(.display))) },
    CommandRow("textstyle") { parser, _ in parser.append(Noad(.style(.text))) },
    CommandRow("scriptstyle") { parser, _ in parser.append(Noad(.style(.script))) },
    CommandRow("scriptscriptstyle") { parser, _ in parser.append(Noad(.style(.scriptScript))) },
    CommandRow("nonscript") { parser, _ in parser.append(Noad(.nonscript)) },
  ]

  private static let sizeRows = sizes.map { size in
    CommandRow(size.word.rawValue) { parser, _ in parser.append(Noad(.size(size.thousandths, keepsForms: false))) }
  }

  /// LaTeX's sizes, in thousandths of the formula's.
  static let sizes: [(word: ControlWord, thousandths: Int32)] = [
    (.tiny, 500), (.Tiny, 500), (.sixptsize, 600), (.scriptsize, 700), (.footnotesize, 800), (.SMALL, 800), (.small, 900),
    (.normalsize, 1000), (.large, 1200), (.Large, 1440), (.LARGE, 1728), (.huge, 2074), (.Huge, 2488),
  ]

  private static let colorRows = [
    CommandRow("color") { parser, _ in parser.append(Noad(.color(colorArgument(&parser)))) },
    CommandRow("textcolor") { parser, _ in colored(&parser) },
    // LaTeX's own, of formulas alone.
    CommandRow("mathcolor") { parser, _ in colored(&parser) },
    CommandRow("colorbox") { parser, _ in
      let fill = colorArgument(&parser)
      parser.append(Noad(.boxed(border: nil, fill: fill, isMath: false), nucleus: MathText.argument(&parser)))
    },
    CommandRow("fcolorbox") { parser, _ in
      let border = colorArgument(&parser)
      let fill = colorArgument(&parser)
      parser.append(Noad(.boxed(border: border, fill: fill, isMath: false), nucleus: MathText.argument(&parser)))
    },
    CommandRow("bbox") { parser, _ in
      let look = parser.input.optionalArgument().map { parser.plainText($0) } ?? ""
      var fill: Color?
      for word in look.split(separator: ",") where fill == nil { fill = color(String(word), model: nil, in: parser.input) }
      parser.wrapArgument(.boxed(border: look.contains("border") ? .black : nil, fill: fill, isMath: true))
    },
    CommandRow("definecolor") { parser, _ in
      let name = parser.argumentText()
      let model = parser.argumentText()
      let value = parser.input.argument()
      if color(parser.plainText(value), model: model, in: parser.input) != nil {
        let body = parser.tokens("\(model):#1", [value])
        parser.input.define(definedName(of: name, parser.input.vocabulary), as: Macro(parameters: 0, body: body), isGlobal: true)
      }
    },
    CommandRow("rowcolor") { parser, _ in _ = (parser.input.optionalArgument(), parser.input.argument()) },
    CommandRow("cellcolor") { parser, _ in _ = (parser.input.optionalArgument(), parser.input.argument()) },
  ]

  private static func colored(_ parser: inout Parser) {
    let color = colorArgument(&parser)
    let content = parser.argument()
    parser.append(Noad(nucleus: parser.list.add([Noad(.color(color))] + parser.list.noads(of: content))))
  }

  private static func color(_ name: String, model: String?, in input: Expander) -> Color? {
    if !input.definitions.isEmpty, model == nil, let own = input.definitions[definedName(of: name, input.vocabulary)] {
      let parts = input.vocabulary.plainText(own.body).split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? Color(latex: String(parts[1]), model: String(parts[0])) : nil
    }
    return Color(latex: name, model: model)
  }

  /// `\definecolor` defines a command of a name that cannot be typed.
  private static func definedName(of color: String, _ vocabulary: Vocabulary) -> UInt32 { vocabulary.names.number(of: "color " + color) }

  private static func colorArgument(_ parser: inout Parser) -> Color? {
    let model = parser.input.optionalArgument().map { parser.plainText($0) }
    return knownColor(&parser, parser.argumentText(), model: model)
  }

  /// A colour by its name; an unknown one is reported.
  static func knownColor(_ parser: inout Parser, _ name: String, model: String?) -> Color? {
    if let color = color(name, model: model, in: parser.input) { return color }
    // CSS: the colour of the text around it.
    guard !["inherit", "currentcolor"].contains(name.lowercased()) else { return nil }
    parser.report("math.color", 0..<0, "unknown colour \"\(name)\"", hint: hint(forColor: name, model: model))
    return nil
  }

  private static func hint(forColor name: String, model: String?) -> String {
    if model == nil, ["rgb", "RGB", "HTML", "cmyk", "gray"].contains(name) { return "a model is an option: write [\(name)]{…}" }
    switch model {
    case "RGB": return "write three numbers from 0 to 255"
    case "rgb": return "write three numbers from 0 to 1, or [RGB] for numbers up to 255"
    case "gray", "cmyk": return "write numbers from 0 to 1"
    default: return "write a name, or #rrggbb"
    }
  }
}
