internal import TypesetDiagnostics

/// A `\ref` or `\eqref` in a formula, whose number is known when all formulas of the document have been parsed.
struct OpenReference {
  /// In `MathList.texts`.
  var text: Int
  var label: String
  var inParentheses: Bool
  /// True if the reference is the whole formula.
  var isAlone: Bool
  /// Bytes of the formula.
  var range: Range<Int>

  /// The text of the reference for a label's text.
  func shown(_ text: String) -> String {
    let isEnclosed = text.hasPrefix("(") && text.hasSuffix(")")
    if !inParentheses, isEnclosed { return String(text.dropFirst().dropLast()) }
    return inParentheses && !isEnclosed ? "(" + text + ")" : text
  }
}

/// Tags, labels and references.
enum ReferenceCommands {
  static let rows: [CommandRow] = [
    CommandRow("tag") { parser, call in tag(&parser, call.token) },
    CommandRow("notag") { parser, _ in parser.list.tagIsStarred = true },
    CommandRow("nonumber") { parser, _ in parser.list.tagIsStarred = true },
    CommandRow("label") { parser, call in label(&parser, call.token) },
    // mathtools' forms of numbers are read and ignored: a setting chooses the document's form.
    CommandRow("newtagform") { parser, _ in
      _ = (parser.input.argument(), parser.input.optionalArgument(), parser.input.argument(), parser.input.argument())
    },
    CommandRow("renewtagform") { parser, _ in
      _ = (parser.input.argument(), parser.input.optionalArgument(), parser.input.argument(), parser.input.argument())
    },
    CommandRow("ref") { parser, call in reference(&parser, call.token, inParentheses: false) },
    CommandRow("eqref") { parser, call in reference(&parser, call.token, inParentheses: true) },
  ]

  private static func label(_ parser: inout Parser, _ token: Token) {
    let label = parser.argumentText()
    if let other = parser.list.label, other != label {
      parser.report(
        "math.second-label", token, "a second \\label in one equation", hint: "the label \"\(other)\" is not used: remove one of them")
    }
    parser.list.label = label
  }

  private static func tag(_ parser: inout Parser, _ token: Token) {
    if parser.list.hasTag {
      parser.report("math.second-tag", token, "a second \\tag in one equation", hint: "remove one of them; the rows of align have one each")
    }
    if parser.setting == .inline, token.end > token.start {
      parser.report("math.tag-inline", token, "\\tag is for displays, and stands in a line of text", hint: "write $$ around the formula")
    }
    let isStarred = parser.takeStar()
    let words = parser.input.argument()
    parser.list.tagText = isStarred ? parser.input.vocabulary.source(of: words) : "(" + parser.input.vocabulary.source(of: words) + ")"
    parser.list.tag = MathText.field(&parser, words)
    if !isStarred, let last = parser.list.texts.indices.last {
      func sign(_ text: String) -> TextPiece { .words(text: Array(text.utf8), bold: false, italic: false, family: .roman) }
      parser.list.texts[last] = [sign("(")] + parser.list.texts[last] + [sign(")")]
    }
    parser.list.hasTag = true
    parser.list.tagIsStarred = isStarred
  }

  /// `\ref`, `\eqref`: the number of the equation with that label, as a link to it.
  private static func reference(_ parser: inout Parser, _ token: Token, inParentheses: Bool) {
    let label = parser.argumentText()
    let link = parser.list.add(link: "#" + label)
    var reference = OpenReference(
      text: 0, label: label, inParentheses: inParentheses, isAlone: Int(token.start) == 0 && parser.input.isAtEnd,
      range: Int(token.start)..<Int(max(token.start, token.end)))
    let field = MathText.field(&parser, parser.input.vocabulary.tokens(of: reference.shown("\\textbf{??}")))
    reference.text = parser.list.texts.count - 1
    parser.list.references.append(reference)
    if reference.isAlone { parser.list.onlyReference = reference.shown("??") }
    parser.append(Noad(link, nucleus: parser.list.add(Noad(nucleus: field))))
  }

  /// Resolves the references of a list.
  ///
  /// - Parameters:
  ///   - parser: Parses the numbers, and gets the diagnostics.
  ///   - known: LaTeX's text for each label, with parentheses.
  ///   - other: The text for unknown labels; nil reports them.
  static func resolve(_ parser: inout Parser, _ list: inout MathList, by known: [String: String], else other: String? = nil) {
    // Formulas within the texts become lists of the same formula.
    swap(&parser.list, &list)
    defer {
      parser.endNests()
      swap(&parser.list, &list)
    }
    for reference in parser.list.references {
      guard let text = known[reference.label] ?? other else {
        parser.report(
          "math.unknown-label", reference.range, "no \(kind(of: reference.label)) has the label \(reference.label)",
          hint: nearest(to: reference.label, among: known.keys))
        // In the error colour, as unknown commands are.
        set(reference, to: reference.shown("\\textcolor[RGB]{204,0,0}{\\textbf{??}}"), &parser)
        continue
      }
      let shown = reference.shown(text)
      set(reference, to: shown, &parser)
      if reference.isAlone { parser.list.onlyReference = shown }
    }
  }

  private static func set(_ reference: OpenReference, to shown: String, _ parser: inout Parser) {
    _ = MathText.field(&parser, parser.input.vocabulary.tokens(of: shown))
    parser.list.texts[reference.text] = parser.list.texts.removeLast()
  }

  /// What a label names by its prefix: `fig-a` and `fig:a` a figure, others an equation.
  private static func kind(of label: String) -> String {
    guard let end = label.utf8.firstIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }) else { return "equation" }
    return kinds[label[..<end].lowercased()] ?? "equation"
  }

  private static let kinds = [
    "fig": "figure", "figure": "figure", "tbl": "table", "tab": "table", "table": "table", "sec": "section", "section": "section",
    "subsec": "section", "chap": "chapter", "ch": "chapter", "cha": "chapter", "app": "appendix", "apx": "appendix", "lst": "listing",
    "thm": "theorem", "theorem": "theorem", "lem": "lemma", "cor": "corollary", "prp": "proposition", "prop": "proposition",
    "cnj": "conjecture", "def": "definition", "defn": "definition", "exm": "example", "ex": "example", "exr": "exercise", "rem": "remark",
    "rmk": "remark", "alg": "algorithm", "algo": "algorithm", "prf": "proof", "sol": "solution", "ax": "axiom",
  ]

  private static func nearest(to label: String, among labels: some Collection<String>) -> String? {
    // With thousands of labels and of unknown references, all would be compared with all.
    labels.count > 200 ? nil : TypesetDiagnostics.nearest(to: label, among: Array(labels)).map { "did you mean \($0)?" }
  }
}
