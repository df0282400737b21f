package import TeXMath
package import TypesetDiagnostics
package import TypesetFiles
package import TypesetMarkdown
internal import TypesetSettings
internal import TypesetYAML

/// The definitions for a document's formulas: the caller's, front matter's, and those of the formulas themselves.
package struct DocumentMacros {
  package private(set) var macros: MathMacros
  /// The formulas that define commands, which have been parsed.
  package private(set) var formulas = ParsedFormulas()
  /// The limits that the document's formulas are parsed within.
  package private(set) var budget: Budget

  /// - Parameters:
  ///   - source: The caller's definitions, as LaTeX's `\newcommand` lines or KaTeX's `\name: expansion` lines.
  ///   - matter: The front matter, which may have more definitions, or name a file.
  ///   - tool: The tool that the document is for, whose site may define commands.
  ///   - folder: The folder that front matter's paths are relative to; nil for the first root.
  package init(
    _ source: String, _ matter: FrontMatter, of tree: Tree, in tool: Dialect.Tool? = nil, files: FileAccess, from folder: String?,
    budget: Budget, _ diagnostics: inout [Diagnostic]
  ) {
    let own = Self.definitions(of: matter, files: files, from: folder, limit: budget.formulaBytes, &diagnostics)
    let (count, define) = Self.count(tree)
    let header =
      Self.headerDefinitions(of: matter)
      + (count > 0 ? Self.includedDefinitions(of: matter, files, from: folder, limit: budget.formulaBytes) : "")
    let ofSite =
      count > 0 ? tool.map { SiteMacros.definitions(of: $0, files: files, from: folder, limit: budget.formulaBytes) } ?? "" : ""
    macros = MathMacros(source: ofSite + "\n" + header + MacroFile.definitions(in: source) + "\n" + MacroFile.definitions(in: own))
    self.budget = budget.sharingMacros(among: count)
    if define { collectDefinitions(of: tree) }
  }

  /// MyST's `math: {'\R': …}`.
  private static func named(_ math: YAMLValue?) -> YAMLValue? {
    guard let entries = math?.entries, !entries.isEmpty, entries.allSatisfy({ $0.key.hasPrefix("\\") }) else { return nil }
    return math
  }

  /// `math: {macros: …}` or `macros: …`: a mapping of names to expansions, or lines of definitions.
  private static func definitions(
    of matter: FrontMatter, files: FileAccess, from folder: String?, limit: Int, _ diagnostics: inout [Diagnostic]
  ) -> String {
    guard let value = matter.value("macros") ?? matter.value("math")?["macros"] ?? named(matter.value("math")) else {
      return ""
    }
    if let entries = value.entries {
      return entries.compactMap { entry in
        let name = entry.key.hasPrefix("\\") ? entry.key : "\\" + entry.key
        return (entry.value.text ?? entry.value.items?.first?.text ?? entry.value["macro"]?.text).map { "\(name): \($0)" }
      }.joined(separator: "\n")
    }
    guard let text = value.text, isPath(text) else { return value.text ?? "" }
    do throws(FileFailure) {
      let file = try files.read(text, from: value.span.isEmpty ? "." : folder, limit: limit)
      return String(decoding: file.bytes, as: UTF8.self)
    } catch {
      diagnostics.append(
        Diagnostic(.warning, error.code("macros"), at: value.span, "cannot read the macros in \(text): \(error)", hint: error.hint))
      return ""
    }
  }

  /// The definitions among what pandoc's and Quarto's authors put into LaTeX's preamble.
  private static func headerDefinitions(of matter: FrontMatter) -> String {
    var texts: [String] = []
    func add(_ value: YAMLValue?, depth: Int = 0) {
      guard let value, depth < 4 else { return }
      if let text = value.text { texts.append(text) }
      for item in value.items ?? [] { add(item, depth: depth + 1) }
      add(value["text"], depth: depth + 1)
    }
    add(matter.value("header-includes"))
    add(matter.value("include-in-header"))
    add(matter.value("format")?["pdf"]?["include-in-header"])
    return texts.filter(FormulaReader.mayDefine).map { HeaderDefinitions.only(in: $0) + "\n" }.joined()
  }

  /// The definitions in files that the document's own front matter names for its head, at its top or below its formats, and in its template.
  private static func includedDefinitions(of matter: FrontMatter, _ files: FileAccess, from folder: String?, limit: Int) -> String {
    let entries = ["includes", "include-in-header", "include-before-body", "template", "output", "format"].compactMap { name in
      matter.value(name).map { YAMLEntry(key: name, keySpan: $0.span, value: $0) }
    }
    return entries.isEmpty ? "" : SiteMacros.included(by: entries, files, in: "", from: folder, limit) + "\n"
  }

  /// `macros.tex`, but not `\R: \mathbb{R}`.
  private static func isPath(_ value: String) -> Bool {
    [".tex", ".sty", ".json", ".js"].contains { value.hasSuffix($0) } && !value.contains { "\\{\n".contains($0) }
  }

  /// How many formulas there are, and whether one of them may define commands.
  private static func count(_ tree: Tree) -> (formulas: Int, define: Bool) {
    var found = (formulas: 0, define: false)
    for node in tree.nodes {
      switch node.kind {
      case .math(let span), .mathBlock(let span):
        found.formulas += 1
        found.define = found.define || FormulaReader.mayDefine(span.tex)
      default: break
      }
    }
    return found
  }

  /// The definitions of the document's formulas, for those after them.
  private mutating func collectDefinitions(of tree: Tree) {
    var reader: FormulaReader?
    for node in tree.nodes {
      let (span, setting): (MathSpan, FormulaSetting)
      switch node.kind {
      case .math(let found): (span, setting) = (found, found.isDisplay ? .alone : .inline)
      case .mathBlock(let found): (span, setting) = (found, .display)
      default: continue
      }
      guard FormulaReader.mayDefine(span.tex), !budget.isStopped else { continue }
      let known = reader ?? FormulaReader(macros: macros, budget: budget)
      reader = known
      let formula = known.parseDefining(span.tex, in: setting)
      formulas[Int(span.span.start)] = formula
      if !formula.definitions.isEmpty { macros.append(formula.definitions, from: Int(span.span.start)) }
    }
  }
}
