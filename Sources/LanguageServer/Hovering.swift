internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetMarkdown
internal import TypesetOutput
internal import TypesetSettings

/// What an editor shows of what is at a place.
enum Hovering {
  /// Larger pictures are not sent.
  private static let mostPictureBytes = 256 << 10

  /// A formula as a picture and in words.
  ///
  /// - Parameters:
  ///   - offset: In the source that was parsed.
  ///   - macros: Definitions for all formulas.
  static func formula(at offset: Int, in tree: Tree, macros: String) -> (text: String, span: SourceSpan)? {
    var definitions = macros
    var found: MathSpan?
    for node in tree.nodes {
      guard case .math(let math) = node.kind.inlineMath else { continue }
      if Int(math.span.start) <= offset, offset <= Int(math.span.end) {
        found = math
        break
      }
      if definesCommands(math.tex) { definitions += "\n" + math.tex }
    }
    guard let found, let formulas = FormulaTypesetter(size: 14, macros: definitions) else { return nil }
    let set = formulas.typeset(found.tex, isDisplay: found.isDisplay)
    let words = formulas.words(found.tex, isDisplay: found.isDisplay)
    var lines: [String] = []
    if let picture = try? set.svg(), picture.count <= mostPictureBytes {
      lines.append("![\(words.filter { $0 != "[" && $0 != "]" })](data:image/svg+xml;base64,\(base64(picture)))")
    }
    lines.append(words)
    return (lines.joined(separator: "\n\n"), found.span)
  }

  private static func definesCommands(_ tex: String) -> Bool {
    let start = tex.drop(while: \.isWhitespace)
    return ["\\newcommand", "\\renewcommand", "\\def", "\\DeclareMathOperator", "\\let", "\\gdef"].contains { start.hasPrefix($0) }
  }

  /// What a key of the front matter sets.
  static func key(named name: String) -> String? {
    guard let row = Settings.all.first(where: { $0.name == name || $0.aliases.contains(name) }) else { return nil }
    let standard = row.standard.isEmpty ? "" : "; default: \(row.standard)"
    return "**\(row.name ?? name)**: \(row.help) (\(row.form)\(standard))"
  }

  static func json(_ text: String, _ range: JSON) -> JSON {
    JSON(members: ["contents": JSON(members: ["kind": .string("markdown"), "value": .string(text)]), "range": range])
  }
}

extension Tree.Kind {
  /// The formula, also of a display.
  fileprivate var inlineMath: Tree.Kind {
    if case .mathBlock(let math) = self { .math(math) } else { self }
  }
}
