/// What is left out of text that has too many lines.
public enum Truncation: String, Hashable, Sendable, CaseIterable { case end, head, middle }
