internal import TypesetBoxes
internal import TypesetFonts
internal import TypesetPages
internal import TypesetParagraphs
internal import TypesetStyling

/// What can be said of the lines of paragraphs for `brokenLines`, and in which form: `looseness`, `hang`, `parshape` and their kin.
public var lineOptions: [(name: String, form: String)] { LineRule.keys + [("sentence-spacing", "wide or even")] }

/// Can the value of one of `lineOptions` be read?
public func isLineOption(_ name: String, _ value: String) -> Bool {
  var rule = LineRule()
  return name == "sentence-spacing" ? ["wide", "even"].contains(value) : rule.read(name, value)
}

/// Breaks paragraphs given as JSON lines (`id`, `width` in points, `text` with hyphenation points as U+00AD) and prints their
/// lines with the setting of their glue, as JSON lines again.
///
/// - Parameters:
///   - options: Values of `lineOptions`, for all paragraphs; a paragraph's own of the same names, as strings, override them.
///   - fontPaths: Further folders with fonts.
/// - Returns: Nil where there is no font of that name.
public func brokenLines(
  of records: String, font: String, size: Double, options: [String: String] = [:], fontPaths: [String] = [],
  ignoresSystemFonts: Bool = false
) -> String? {
  let fonts = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths)
  guard fonts.face(family: font) != nil else { return nil }
  let setter = ParagraphSetter(fonts: fonts)
  var out = ""
  for record in records.split(separator: "\n") {
    guard let id = jsonString("id", in: record), let text = jsonString("text", in: record),
      let width = jsonNumber("width", in: record)
    else { continue }
    var style = TextStyle(families: [font], size: size.pt)
    style.isHyphenated = false
    var styled = StyledText()
    styled.append(text.utf8, style: style)
    setter.parameters.widensSentences = (jsonString("sentence-spacing", in: record) ?? options["sentence-spacing"]) == "wide"
    var shape = ParagraphShape(measure: width.pt, leading: (size * 1.2).pt)
    var rule = LineRule()
    for key in lineOptions {
      if let value = jsonString(key.name, in: record) ?? options[key.name] { _ = rule.read(key.name, value) }
    }
    shape.take(LineStyle().applying(rule, em: size.pt))
    let lines = setter.set(styled, attachments: [], shape: shape)
    let printed = lines.lines.enumerated().map { number, line in
      var words = String(decoding: styled.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
      if line.endsWithHyphen { words += "-" }
      let indent = rule.isEmpty ? "" : "\"indent\": \(shape.place(ofLine: number).indent.points), "
      let setting = "\"glue_set\": \(line.setting.ratio), \"sign\": \(line.setting.sign), \"order\": \(line.setting.order)"
      return "{\"text\": \(quotedJSON(words.filter { $0 != "\u{AD}" })), \(indent)\(setting)}"
    }
    out += "{\"id\": \(quotedJSON(id)), \"lines\": [\(printed.joined(separator: ", "))]}\n"
  }
  return out
}

/// The value of a string key in one flat JSON object.
private func jsonString(_ key: String, in record: Substring) -> String? {
  guard let start = record.firstRange(of: "\"\(key)\": \"") else { return nil }
  var out = ""
  var rest = record[start.upperBound...].unicodeScalars
  while let scalar = rest.popFirst() {
    if scalar == "\"" { return out }
    guard scalar == "\\" else {
      out.unicodeScalars.append(scalar)
      continue
    }
    switch rest.popFirst() {
    case "n": out += "\n"
    case "t": out += "\t"
    case "u":
      let digits = String(rest.prefix(4))
      rest = rest.dropFirst(4)
      if let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) { out.unicodeScalars.append(scalar) }
    case let other?: out.unicodeScalars.append(other)
    case nil: return nil
    }
  }
  return nil
}

private func jsonNumber(_ key: String, in record: Substring) -> Double? {
  guard let start = record.firstRange(of: "\"\(key)\": ") else { return nil }
  return Double(record[start.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
}

/// A string of JSON (RFC 8259, section 7).
func quotedJSON(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": out += "\\\(scalar)"
    case "\n": out += "\\n"
    case "\0"..<" ": out += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out + "\""
}
