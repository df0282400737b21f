/// Where a part of a document is: one entry for each page that shows some of it.
public struct DocumentPlace: Hashable, Codable, Sendable {
  /// What it is: `heading`, `figure`, `formula`, `table`, `list`, `quote`, `code`, `paragraph`, or `label` for a name of something else.
  public var kind: String
  /// The name that links use for it: `fig-1` of `{#fig-1}`, `my-title` of a heading *My title*.
  public var id: String?
  /// The name of the document's own block that it is in: a heading's or its author's, or one of its kind and its text, such as
  /// `paragraph-1f2e3d4c`. Other blocks may come, go and change: it stays.
  public var block: String?
  /// Its text; for a formula its LaTeX, for a picture its alternative text.
  public var text: String
  /// What the labels of a figure's pictures say, one for each line; nil where it shows no words.
  public var words: [String]?
  /// The level of a heading, from 1.
  public var level: Int?
  /// The index of the page, from 0.
  public var page: Int
  /// The number that the page shows.
  public var label: String
  /// Points from the page's left edge.
  public var x: Double
  /// Points from the page's upper edge, downwards.
  public var y: Double
  /// Points.
  public var width: Double
  /// Points.
  public var height: Double

  package init(
    kind: String, id: String?, text: String, level: Int?, page: Int, label: String, x: Double, y: Double, width: Double, height: Double
  ) {
    (self.kind, self.id, self.text, self.level, self.page, self.label) = (kind, id, text, level, page, label)
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// A part of a page and the line of the source that it comes from.
public struct PagePlace: Hashable, Sendable {
  /// In points from the page's upper left corner.
  public var x: Double
  /// In points from the page's upper edge, downwards.
  public var y: Double
  /// In points.
  public var width: Double
  /// In points.
  public var height: Double
  /// The file, as messages name it.
  public var file: String
  /// The line with which the block begins, from 1.
  public var line: Int

  package init(x: Double, y: Double, width: Double, height: Double, file: String, line: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.file, self.line) = (file, line)
  }
}
