internal import TypesetBoxes

/// Styles, sizes and colours.
extension Parser {
  static let styleCommands: [CommandRow] = [
    CommandRow("displaystyle") { parser, _ in parser.append(Noad(.style(.display))) },
    CommandRow("textstyle") { parser, _ in parser.append(Noad(.style(.text))) },
    CommandRow("scriptstyle") { parser, _ in parser.append(Noad(.style(.script))) },
    CommandRow("scriptscriptstyle") { parser, _ in parser.append(Noad(.style(.scriptScript))) },
    CommandRow("nonscript") { parser, _ in parser.append(Noad(.nonscript)) },
    CommandRow("tiny") { parser, _ in parser.append(Noad(.size(500))) },
    CommandRow("Tiny") { parser, _ in parser.append(Noad(.size(500))) },
    CommandRow("sixptsize") { parser, _ in parser.append(Noad(.size(600))) },
    CommandRow("scriptsize") { parser, _ in parser.append(Noad(.size(700))) },
    CommandRow("footnotesize") { parser, _ in parser.append(Noad(.size(800))) },
    CommandRow("SMALL") { parser, _ in parser.append(Noad(.size(800))) },
    CommandRow("small") { parser, _ in parser.append(Noad(.size(900))) },
    CommandRow("normalsize") { parser, _ in parser.append(Noad(.size(1000))) },
    CommandRow("large") { parser, _ in parser.append(Noad(.size(1200))) },
    CommandRow("Large") { parser, _ in parser.append(Noad(.size(1440))) },
    CommandRow("LARGE") { parser, _ in parser.append(Noad(.size(1728))) },
    CommandRow("huge") { parser, _ in parser.append(Noad(.size(2074))) },
    CommandRow("Huge") { parser, _ in parser.append(Noad(.size(2488))) },
    CommandRow("color") { parser, _ in parser.append(Noad(.color(parser.colorArgument()))) },
    CommandRow("textcolor") { parser, _ in
      let color = parser.colorArgument()
      let inner = parser.pending.count
      let content = parser.argument()
      parser.append(Noad(.color(color)))
      parser.pending += parser.noads(of: content)
      parser.append(Noad(nucleus: parser.close(from: inner)))
    },
    CommandRow("colorbox") { parser, _ in
      let fill = parser.colorArgument()
      parser.append(Noad(.boxed(border: nil, fill: fill, isMath: false), nucleus: parser.textArgument()))
    },
    CommandRow("fcolorbox") { parser, _ in
      let border = parser.colorArgument()
      let fill = parser.colorArgument()
      parser.append(Noad(.boxed(border: border, fill: fill, isMath: false), nucleus: parser.textArgument()))
    },
    CommandRow("bbox") { parser, _ in
      let look = parser.input.optionalArgument().map { parser.plainText($0) } ?? ""
      var fill: Color?
      for word in look.split(separator: ",") where fill == nil { fill = parser.color(String(word), model: nil) }
      parser.wrapArgument(.boxed(border: look.contains("border") ? .black : nil, fill: fill, isMath: true))
    },
    CommandRow("definecolor") { parser, _ in
      let name = parser.plainText(parser.input.argument())
      let model = parser.plainText(parser.input.argument())
      let value = parser.input.argument()
      if parser.color(parser.plainText(value), model: model) != nil {
        parser.input.define(
          parser.colorName(name), as: Macro(parameters: 0, body: parser.tokens("\(model):#1", [value])), isGlobal: true)
      }
    },
    CommandRow("rowcolor") { parser, _ in _ = (parser.input.optionalArgument(), parser.input.argument()) },
    CommandRow("cellcolor") { parser, _ in _ = (parser.input.optionalArgument(), parser.input.argument()) },
  ]

  func color(_ name: String, model: String?) -> Color? {
    if !input.definitions.isEmpty, model == nil, let own = input.definitions[colorName(name)] {
      let parts = plainText(own.body).split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? TeXMath.color(named: String(parts[1]), model: String(parts[0])) : nil
    }
    return TeXMath.color(named: name, model: model)
  }

  /// `\definecolor` defines a command of a name that cannot be typed.
  private func colorName(_ name: String) -> UInt32 { input.vocabulary.names.number(of: "color " + name) }

  mutating func colorArgument() -> Color? {
    let model = input.optionalArgument().map { plainText($0) }
    return knownColor(plainText(input.argument()), model: model)
  }

  /// A colour by its name; an unknown one is reported.
  mutating func knownColor(_ name: String, model: String?) -> Color? {
    if let color = color(name, model: model) { return color }
    report("math.color", 0..<0, "unknown colour \"\(name)\"", hint: "write a name, or #rrggbb")
    return nil
  }
}
