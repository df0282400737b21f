import TypesetSettings

/// How a paragraph begins that opens a chapter.
public struct ParagraphOpening: Hashable, Sendable {
  /// The lines that the first letter is as high as; 1 for a letter like the others.
  public var capLines: Int
  /// What is in small capitals.
  public var firstLine: OpeningRule.FirstLine

  /// Nil where nothing is set differently.
  init?(_ rule: OpeningRule) {
    guard rule.isSeen else { return nil }
    (capLines, firstLine) = (rule.dropCap ?? 1, rule.firstLine ?? .plain)
  }
}
