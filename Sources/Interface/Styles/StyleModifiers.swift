// Styles of kinds of blocks, of cells, and the environment.

extension Document {
  /// How code blocks look. A later style replaces an earlier one.
  public func markdownCodeBlockStyle(_ style: some MarkdownCodeBlockStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How tables look. The values of ``RuledTableStyle`` are keys of themes; see there.
  public func markdownTableStyle(_ style: some MarkdownTableStyle) -> Document {
    guard let ruled = style as? RuledTableStyle else { return styled(style, "\(type(of: style))") }
    var document = ruled.settings.reduce(self) { $0.setting($1.key, $1.value, by: ".markdownTableStyle") }
    document.styles.styles[TableNode.identifier] = nil
    return document
  }
  /// How block quotes look.
  public func markdownQuoteStyle(_ style: some MarkdownQuoteStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How lists look.
  public func markdownListStyle(_ style: some MarkdownListStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How the bullets and numbers of lists look.
  public func markdownListMarkerStyle(_ style: some MarkdownListMarkerStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How the items of lists look, beside their bullets and numbers.
  public func markdownListItemStyle(_ style: some MarkdownListItemStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How theorems, definitions, proofs and the like look.
  public func markdownTheoremStyle(_ style: some MarkdownTheoremStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How headings look.
  public func markdownHeadingStyle(_ style: some MarkdownHeadingStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How callouts look.
  public func markdownCalloutStyle(_ style: some MarkdownCalloutStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How figures look.
  public func markdownFigureStyle(_ style: some MarkdownFigureStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How thematic breaks look.
  public func markdownRuleStyle(_ style: some MarkdownRuleStyle) -> Document { styled(style, "\(type(of: style))") }
  /// How formulas between blocks look.
  public func markdownDisplayStyle(_ style: some MarkdownDisplayStyle) -> Document { styled(style, "\(type(of: style))") }

  /// A styling resolver: turns all nodes of a kind into styled blocks, after everything has been numbered.
  ///
  /// ```swift
  /// document.markdownStyling(QuoteNode.self) { quote, context in
  ///   context.resolve(quote.children).panel(fill: .silver, padding: 6)
  /// }
  /// ```
  ///
  /// Unlike ``markdownResolver(_:_:)`` it adds nothing to what is numbered and listed. It replaces a style of the same kind.
  public func markdownStyling<Node: MarkdownNodeType>(
    _ type: Node.Type, _ resolve: @escaping @Sendable (_ node: Node, _ context: StyleConfiguration<Node>) -> MarkdownBody
  ) -> Document {
    styled(ClosureStyle(resolve: resolve), "the styling of \(Node.identifier)")
  }

  /// A value that styles read from their configuration's ``StyleConfiguration/environment``.
  public func environment<Value: Sendable>(
    _ path: any WritableKeyPath<MarkdownEnvironment, Value> & Sendable, _ value: Value
  ) -> Document {
    with { $0.styles.environment[keyPath: path] = value }
  }

  /// The looks of table cells, depending on their values.
  ///
  /// ```swift
  /// document.markdownTableCellStyle { cell in
  ///   cell.number.map { $0 < 0 ? MarkdownCellStyle(foreground: .red) : MarkdownCellStyle() }
  /// }
  /// ```
  ///
  /// - Parameter style: Called for each cell of the document's tables before they are typeset; nil leaves the cell unchanged.
  public func markdownTableCellStyle(_ style: @escaping @Sendable (_ cell: MarkdownTableCell) -> MarkdownCellStyle?) -> Document {
    with { $0.styles.cellStyle = style }
  }

  /// A drawing over each table cell once its position is known; if a row is split, once for each page.
  ///
  /// ```swift
  /// document.markdownTableCellOverlay { cell, canvas in
  ///   if cell.text == "!" { canvas.stroke(.rect(canvas.bounds.inset(by: 1)), .red) }
  /// }
  /// ```
  ///
  /// - Parameter draw: The canvas has the size of the cell with its padding.
  public func markdownTableCellOverlay(
    _ draw: @escaping @Sendable (_ cell: MarkdownTableCell, _ canvas: inout Canvas) -> Void
  ) -> Document {
    with { $0.styles.cellOverlay = draw }
  }

  private func styled<S: MarkdownStyle>(_ style: S, _ name: String) -> Document {
    var document = self
    document.styles.styles[S.Node.identifier] = StyleRegistry.Style(name: name) { node, look, environment, detail in
      S.Node(node).map {
        style.makeBody(configuration: StyleConfiguration(node: $0, look: look, environment: environment, detail: detail)).part
      }
    }
    return document
  }
}
