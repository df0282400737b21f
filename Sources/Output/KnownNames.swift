internal import TeXMath
internal import TypesetMarkdown

/// The names by which documents and formulas are read.
package enum KnownNames {
  /// Each table's names in order, by what they are.
  package static var all: [(kind: String, names: [String])] { MarkdownNames.all + FormulaNames.all }
}
