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

  /// Which code is drawn, and by what.
  package struct Choice {
    /// True if Graphviz may be started.
    private let startsGraphviz: Bool
    /// True if diagrams are meant to be code. Otherwise those without a renderer are reported.
    fileprivate let showsAsCode: Bool
    /// The renderers of languages, by lower-case names.
    fileprivate let commands: [String: DiagramCommand]
    /// Languages whose diagrams others have drawn before.
    private let supplied: Set<String>

    package init(startsGraphviz: Bool, showsAsCode: Bool, _ commands: [String: DiagramCommand], supplied: [String]) {
      (self.startsGraphviz, self.showsAsCode, self.commands, self.supplied) = (startsGraphviz, showsAsCode, commands, Set(supplied))
    }

    /// The languages that are drawn: by Graphviz, by commands, by others before, and without a program.
    package var languages: Set<String> {
      (startsGraphviz ? graphvizNames : []).union(commands.keys).union(supplied).union(showsAsCode ? [] : ownNames)
    }

    /// True where no program draws a language.
    fileprivate func isOwn(_ language: String) -> Bool {
      ownNames.contains(language) && commands[language] == nil && !supplied.contains(language)
    }
  }

  private let choice: Choice
  /// Draws some diagrams; returns why others were not drawn, by name.
  private let draw: ([PictureBook.Diagram], SVGPreparation) -> [String: DiagramError]

  /// For formulas in labels.
  private let macros: MathMacros
  private let fonts: FontBook

  package init(
    _ choice: Choice, macros: MathMacros, fonts: FontBook,
    draw: @escaping ([PictureBook.Diagram], SVGPreparation) -> [String: DiagramError]
  ) {
    (self.choice, self.macros, self.fonts, self.draw) = (choice, macros, fonts, draw)
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
    if StyledDiagram.runByFilters.contains(language) {
      return Diagnostic(
        .warning, "diagram.not-drawn", at: span, "the picture of a \(language) block is not made: its code is shown",
        hint: "show the picture that the filter has made: ![caption](plot.svg)")
    }
    return Diagnostic(
      .warning, "diagram.not-drawn", at: span, "\(language) diagrams are shown as code",
      hint: "allow a program to draw them with --diagram \(language)=\(program)")
  }

  fileprivate struct Place {
    /// In the tree.
    var block: Int
    var diagram: StyledDiagram

    var name: DiagramName { DiagramName(language: diagram.language, source: diagram.source) }
  }

  /// Draws the diagrams of a document and replaces their code by figures; code that can't be drawn stays.
  package func drawDiagrams(of tree: inout StyledTree, in source: Source) -> [Diagnostic] {
    var places: [Place] = []
    var undrawn: [Diagnostic] = []
    for (index, block) in tree.blocks.enumerated() {
      guard case .code(let code) = block.kind else { continue }
      if let language = code.undrawnLanguage, !choice.showsAsCode { undrawn.append(Self.undrawn(language, at: block.span)) }
      guard let diagram = code.diagram else { continue }
      places.append(Place(block: index, diagram: diagram))
    }
    guard !places.isEmpty else { return undrawn }
    var diagnostics = undrawn
    var diagrams: [PictureBook.Diagram] = []
    var drawnElsewhere: [Place] = []
    var setter: LabelSetter?
    let widths = tree.theme.families.text.lazy.compactMap { fonts.face(family: $0) }.first.map(LetterWidths.init)
    for place in places {
      let language = place.diagram.language
      if choice.isOwn(language) {
        do throws(DiagramMistake) {
          var type = DiagramType(size: 0.9 * tree.theme.size.points)
          type.room = tree.theme.page.measure.points
          type.letterWidth = { widths?.width(of: $0) }
          type.icon = DiagramInk.icon
          type.dark = tree.theme.page.darkColors(text: tree.theme.color)
          type.hasDecimalComma = DecimalSign.isComma(in: tree.language)
          if place.diagram.source.contains("$$") {
            let known = setter ?? LabelSetter(tree.theme, language: tree.language, macros: macros, fonts: fonts)
            setter = known
            type.formulaSize = { known?.size(of: $0) }
          }
          let code = place.diagram.source
          let drawn = try language == "chart" ? ChartDiagram.picture(of: code, in: type) : MermaidDiagram.picture(of: code, in: type)
          tree.show(place, drawn)
        } catch {
          diagnostics.append(Self.mistake(error, in: place.diagram.source, of: source, at: tree.blocks[place.block].span))
        }
        continue
      }
      let command = choice.commands[language] ?? .graphviz(family: tree.theme.families.text.first ?? "serif", size: tree.theme.size.points)
      let diagram = PictureBook.Diagram(name: place.name.pictureName, source: place.diagram.source, command: command)
      diagrams.append(diagram)
      drawnElsewhere.append(place)
    }
    guard !diagrams.isEmpty else { return diagnostics }
    let failures = draw(diagrams, SVGPreparation(for: tree.theme, language: tree.language, macros: macros, fonts: fonts))
    var isMissingSaid = false
    for place in drawnElsewhere {
      let span = tree.blocks[place.block].span
      switch failures[place.name.pictureName] {
      case nil: tree.show(place)
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

extension PageStyle {
  /// The colours of the ground and of the text where the ground is dark.
  fileprivate func darkColors(text: Color) -> (ground: Color, text: Color)? {
    guard let background, background.brightness < 0.5 else { return nil }
    return (background, text)
  }
}

extension StyledTree {
  /// Replaces the code of a diagram by a figure.
  fileprivate mutating func show(_ place: DiagramDrawing.Place, _ drawn: DiagramPicture? = nil) {
    var image = place.diagram.image
    (image.diagram, image.drawn) = (place.name, drawn)
    blocks[place.block].kind = .figure(image, caption: place.diagram.caption)
    blocks[place.block].style = place.diagram.style
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
