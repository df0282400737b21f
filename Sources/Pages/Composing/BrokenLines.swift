import TypesetBoxes
import TypesetFonts
import TypesetJSON
import TypesetParagraphs
import TypesetStyling

/// The options of lines for `brokenLines`, and their forms: `looseness`, `hang`, `parshape` and the like.
package var lineOptions: [(name: String, form: String)] { LineRule.keys + [("sentence-spacing", "wide or even")] }

/// True if the value of one of `lineOptions` can be read.
package func isLineOption(_ name: String, _ value: String) -> Bool {
  var rule = LineRule()
  return name == "sentence-spacing" ? ["wide", "even"].contains(value) : rule.read(name, value)
}

/// Breaks paragraphs given as JSON lines (`id`, `width` in points, `text` with hyphenation points as U+00AD) and prints their
/// lines with the setting of their glue, as JSON lines again.
///
/// - Parameters:
///   - options: Values of `lineOptions`, for all paragraphs; a paragraph's own of the same names, as strings, override them.
///   - fontPaths: Further folders with fonts.
/// - Returns: Nil if there is no font with that name.
package func brokenLines(
  of records: String, font: String, size: Double, options: [String: String] = [:], fontPaths: [String] = [],
  ignoresSystemFonts: Bool = false
) -> String? {
  let fonts = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths)
  guard fonts.face(family: font) != nil else { return nil }
  let setter = ParagraphSetter(fonts: fonts)
  var out = ""
  for record in records.split(separator: "\n") {
    guard let values = try? JSON(Array(record.utf8)[...]), let id = values["id"]?.text, let text = values["text"]?.text,
      let width = values["width"]?.double
    else { continue }
    var style = TextStyle(families: [font], size: size.pt)
    style.isHyphenated = false
    var styled = StyledText()
    styled.append(text.utf8, style: style)
    setter.parameters.widensSentences = (values["sentence-spacing"]?.text ?? options["sentence-spacing"]) == "wide"
    var shape = ParagraphShape(measure: width.pt, leading: (size * 1.2).pt)
    var rule = LineRule()
    for key in lineOptions {
      if let value = values[key.name]?.text ?? options[key.name] { _ = rule.read(key.name, value) }
    }
    shape.take(LineStyle().applying(rule, em: size.pt))
    let lines = setter.set(styled, attachments: [], shape: shape)
    let printed = lines.lines.enumerated().map { number, line in
      var words = String(decoding: styled.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
      if line.endsWithHyphen { words += "-" }
      let indent = rule.isEmpty ? "" : "\"indent\": \(shape.place(ofLine: number).indent.points), "
      let setting = "\"glue_set\": \(line.setting.ratio), \"sign\": \(line.setting.sign), \"order\": \(line.setting.order)"
      return "{\"text\": \(JSON.quoted(words.filter { $0 != "\u{AD}" })), \(indent)\(setting)}"
    }
    out += "{\"id\": \(JSON.quoted(id)), \"lines\": [\(printed.joined(separator: ", "))]}\n"
  }
  return out
}
