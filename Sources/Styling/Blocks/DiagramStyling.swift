import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown

/// A block of code that can be drawn, and how the drawing looks.
public struct StyledDiagram: Hashable, Sendable {
  /// In small letters.
  public var language: String
  public var source: String
  public var caption: InlineContent
  /// Its size, its alternative text; the program that draws it names the source.
  public var image: Image
  public var style: BlockStyle

  /// What filters of pandoc run to put a picture in its place: pandoc-plot's names, which are no languages.
  package static let runByFilters: Set<String> = [
    "asy", "bokeh", "ggplot2", "matlabplot", "mathplot", "matplotlib", "octaveplot", "plotly_python", "plotly_r", "plotsjl", "sageplot",
  ]
}

/// Code that is drawn.
enum DiagramStyling {
  /// The diagram that a block of code is; nil if its language is not one for diagrams, or if its author wants the code.
  static func diagram(_ index: Tree.Index, info: CodeInfo, literal: String, inside outer: BlockStyle, with styling: inout BlockStyling)
    -> StyledDiagram?
  {
    let language = info.language.lowercased()
    guard styling.diagramLanguages.contains(language) else { return nil }
    let attributes = styling.tree.attributes(of: index)
    guard attributes?.classes.contains("source") != true else { return nil }
    let style = styling.style(.figure, of: index, inside: outer)
    let words = styling.tree.title(of: index)
    let title = words.map { styling.tree.plainText(of: $0) } ?? attributes?.diagramCaption ?? ""
    var image = Image(source: "", alternative: attributes?["alt"] ?? title, title: title, span: styling.tree[index].span)
    if let attributes { image.takeSize(attributes, em: styling.theme.size, theme: styling.theme, &styling.inlines.diagnostics) }
    var caption = InlineContent()
    if !title.isEmpty {
      let captionStyle = style.applying(styling.theme[.caption], families: styling.theme.families)
      if let words {
        caption = styling.inlines.content(of: words, style: captionStyle.text)
      } else {
        caption.text.append(title.utf8, style: captionStyle.text)
      }
      if let number = styling.numbering.numbers[index] {
        var strong = captionStyle.text
        strong.weight = 700
        caption = caption.prefixed(by: " ", style: captionStyle.text).prefixed(by: styling.words.caption(.figure, number), style: strong)
      }
    }
    return StyledDiagram(language: language, source: literal, caption: caption, image: image, style: style)
  }
}

extension DiagramStyling {
  /// What other tools draw, and the queries of Obsidian's plugins.
  fileprivate static let drawnLanguages: Set<String> = [
    "abc", "abcjs", "apexcharts", "bitfield", "blockdiag", "bytefield", "chart", "chartjs", "chartsview", "d2", "dataview", "dataviewjs",
    "desmos", "desmos-graph", "ditaa", "dot", "echarts", "erd", "excalidraw", "functionplot", "geogebra", "graphviz", "gv", "jsxgraph",
    "leaflet", "markmap", "mermaid", "mindmap", "music-abc", "nomnoml", "nwdiag", "pikchr", "plantuml", "plotly", "puml", "seqdiag",
    "sheet", "smiles", "structurizr", "svgbob", "tasks", "tikz", "tikzcd", "tikzjax", "tracker", "vega", "vega-lite", "vegalite",
    "wavedrom",
  ]

  /// Languages whose code is shown as well, but for a block with classes in braces in pandoc's documents.
  private static let runInBraces: Set<String> = ["asymptote", "gnuplot"]

  /// The language of a diagram that no program draws here; nil if its author wants the code.
  static func undrawnLanguage(_ index: Tree.Index, info: CodeInfo, with styling: BlockStyling) -> String? {
    let language = info.language.lowercased()
    // ` ```gnuplot ` is a listing, ` ```{.gnuplot} ` is for the filter.
    let isInBraces = if case .codeBlock(let info, _) = styling.tree[index].kind { info.hasPrefix("{") } else { false }
    let isRun = StyledDiagram.runByFilters.contains(language) || isInBraces && Self.runInBraces.contains(language)
    guard Self.drawnLanguages.contains(language) || isRun, styling.tree.attributes(of: index)?.classes.contains("source") != true else {
      return nil
    }
    return language
  }
}

extension Attributes {
  /// True for code that its name makes a figure, drawn or not; pandoc's filters make one of a diagram whatever its name is.
  var isFigureOfCode: Bool {
    guard diagramCaption != nil else { return false }
    return id?.hasPrefix("fig") == true || classes.contains("figure")
      || id != nil && classes.first.map { DiagramStyling.drawnLanguages.contains($0.lowercased()) } == true
  }

  /// The caption of a diagram, as in pandoc and Quarto.
  var diagramCaption: String? { self["caption"] ?? self["fig-cap"] }

  /// The caption of a listing.
  var listingCaption: String? { (self["caption"] ?? self["lst-cap"])?.captionWithoutMarks ?? self["title"] }
}
