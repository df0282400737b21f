package import TeXMath
import TypesetBoxes
internal import TypesetDiagrams
package import TypesetDiagnostics
package import TypesetFonts
package import TypesetPictures
package import TypesetStyling

/// Draws code blocks in the languages of diagrams.
package struct DiagramDrawing {
  /// Graphviz' language has several names.
  package static let graphvizNames: Set<String> = ["dot", "graphviz", "gv"]
  /// What is drawn without a program.
  package static let ownNames: Set<String> = ["chart", "mermaid"]

  /// The renderers of languages, by lower-case names.
  private let commands: [String: DiagramCommand]
  /// True if diagrams are meant to be code. Otherwise those without a renderer are reported.
  private let showsAsCode: Bool
  /// Draws some diagrams; returns why others were not drawn, by name.
  private let draw: ([PictureBook.Diagram], SVGPreparation) -> [String: DiagramError]

  /// For formulas in labels.
  private let macros: MathMacros
  private let fonts: FontBook

  package init(
    commands: [String: DiagramCommand], showsAsCode: Bool, macros: MathMacros, fonts: FontBook,
    draw: @escaping ([PictureBook.Diagram], SVGPreparation) -> [String: DiagramError]
  ) {
    (self.commands, self.showsAsCode, self.draw) = (commands, showsAsCode, draw)
    (self.macros, self.fonts) = (macros, fonts)
  }

  /// The languages that are drawn: by Graphviz if it may be started, by commands, and without a program.
  package static func languages(isOn: Bool, showsAsCode: Bool, _ commands: [String: DiagramCommand]) -> Set<String> {
    (isOn ? graphvizNames : []).union(commands.keys).union(showsAsCode ? [] : ownNames)
  }

  /// A diagram that stays code, since no renderer is configured.
  private static func undrawn(_ language: String, at span: SourceSpan) -> Diagnostic {
    let program =
      switch language {
      case "mermaid": "'mmdc -i - -o - -e svg'"
      case "plantuml", "puml": "'plantuml -tsvg -pipe'"
      case "d2": "'d2 - -'"
      case "svgbob": "svgbob"
      case _ where graphvizNames.contains(language): "'dot -Tsvg'"
      default: "COMMAND"
      }
    if ["dataview", "dataviewjs", "tasks", "tracker"].contains(language) {
      return Diagnostic(
        .warning, "diagram.not-drawn", at: span, "\(language) queries are shown as code",
        hint: "what they find is known to Obsidian alone: copy its table or list in their place")
    }
    if language == "sheet" {
      return Diagnostic(
        .warning, "diagram.not-drawn", at: span, "a sheet of Obsidian's plugin is shown as code",
        hint: "write its table as a table of Markdown, without what is above its ---")
    }
    return Diagnostic(
      .warning, "diagram.not-drawn", at: span, "\(language) diagrams are shown as code",
      hint: "allow a program to draw them with --diagram \(language)=\(program)")
  }

  /// Draws the diagrams of a document and replaces their code by figures; code that can't be drawn stays.
  package func drawDiagrams(of tree: inout StyledTree, in source: Source) -> [Diagnostic] {
    var places: [(block: Int, diagram: StyledDiagram, name: DiagramName)] = []
    var undrawn: [Diagnostic] = []
    for (index, block) in tree.blocks.enumerated() {
      guard case .code(let code) = block.kind else { continue }
      if let language = code.undrawnLanguage, !showsAsCode { undrawn.append(Self.undrawn(language, at: block.span)) }
      guard let diagram = code.diagram else { continue }
      places.append((index, diagram, DiagramName(language: diagram.language, source: diagram.source)))
    }
    guard !places.isEmpty else { return undrawn }
    let family = tree.theme.families.text.first ?? "serif"
    var diagnostics = undrawn
    var diagrams: [PictureBook.Diagram] = []
    var mistaken: Set<String> = []
    var setter: LabelSetter?
    for place in places {
      let command = commands[place.diagram.language] ?? .graphviz(family: family, size: tree.theme.size.points)
      var diagram = PictureBook.Diagram(name: place.name.pictureName, source: place.diagram.source, command: command)
      if Self.ownNames.contains(place.diagram.language), commands[place.diagram.language] == nil {
        do throws(DiagramMistake) {
          var type = DiagramType(family: family, size: 0.9 * tree.theme.size.points)
          type.room = tree.theme.page.measure.points
          type.hasDecimalComma = DecimalSign.isComma(in: tree.language)
          if place.diagram.source.contains("$$") {
            let known = setter ?? LabelSetter(tree.theme, language: tree.language, macros: macros, fonts: fonts)
            setter = known
            type.formulaSize = { known?.size(of: $0) }
          }
          let code = place.diagram.source
          let isChart = place.diagram.language == "chart"
          diagram.drawing = Array(try (isChart ? ChartDiagram.svg(of: code, in: type) : MermaidDiagram.svg(of: code, in: type)).utf8)
        } catch {
          diagnostics.append(Self.mistake(error, in: place.diagram.source, of: source, at: tree.blocks[place.block].span))
          mistaken.insert(diagram.name)
          continue
        }
      }
      diagrams.append(diagram)
    }
    let failures = draw(diagrams, SVGPreparation(for: tree.theme, language: tree.language, macros: macros, fonts: fonts))
    var isMissingSaid = false
    for place in places where !mistaken.contains(place.name.pictureName) {
      let span = tree.blocks[place.block].span
      switch failures[place.name.pictureName] {
      case nil:
        var image = place.diagram.image
        image.diagram = place.name
        tree.blocks[place.block].kind = .figure(image, caption: place.diagram.caption)
        tree.blocks[place.block].style = place.diagram.style
      case .notFound(let program):
        // Once is enough.
        if isMissingSaid { continue }
        isMissingSaid = true
        let hint = program == "dot" ? "install Debian's graphviz, or show the code with --no-diagrams" : "is it installed?"
        diagnostics.append(
          Diagnostic(.warning, "diagram.no-program", at: span, "the diagram is shown as code: there is no program \(program)", hint: hint))
      case .timeOut(let reason):
        diagnostics.append(
          Diagnostic(
            .error, "limit.diagram-time", at: span, "the diagram is shown as code: \(reason)",
            hint: "the document is incomplete; make the diagram simpler, or allow more CPU time with --picture-time and --pictures-time"))
      case .failed(let reason, let line):
        diagnostics.append(
          Diagnostic(
            .warning, "diagram.failed", at: line.flatMap { source.span(ofLine: $0, below: span) } ?? span,
            "the diagram is shown as code: \(reason)"))
      }
    }
    return diagnostics
  }

  /// A diagram that stays code, since its source has a mistake.
  private static func mistake(_ mistake: DiagramMistake, in diagram: String, of source: Source, at span: SourceSpan) -> Diagnostic {
    let place = mistake.place(in: diagram)
    var found = span
    if let line = source.span(ofLine: place.line, below: span) {
      // What stands before code, such as the signs of a quotation, is no part of the diagram.
      let start = max(Int(line.start), Int(line.end) - place.fromEnd)
      found = SourceSpan(start, max(start, min(start + place.length, Int(line.end))))
    }
    return Diagnostic(.warning, "diagram.not-drawn", at: found, "the diagram is shown as code: \(mistake.what)", hint: mistake.hint)
  }
}

extension Source {
  /// A line below the first line of a block: line 1 of a fence's code.
  fileprivate func span(ofLine line: Int, below block: SourceSpan) -> SourceSpan? {
    var start = Int(block.start)
    for _ in 0..<line {
      guard let end = bytes[start...].firstIndex(of: 0x0A), end < Int(block.end) else { return nil }
      start = end + 1
    }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    return end > start ? SourceSpan(start, end) : nil
  }
}
