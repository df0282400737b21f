internal import TypesetDiagnostics
import TypesetYAML

/// How the first words of a text are set that opens a chapter, under a theme's and authors' names; nil inherits nothing.
public struct OpeningRule: Hashable, Sendable {
  /// The lines that the first letter is as high as; 1 for a letter like the others.
  public var dropCap: Int?
  /// What is in small capitals.
  public var firstLine: FirstLine?

  /// Which of the first words are in small capitals.
  public enum FirstLine: Hashable, Sendable {
    case plain
    /// Those of the first line.
    case line
    /// So many, wherever the line ends.
    case words(Int)
  }

  public init() {}

  package var isEmpty: Bool { dropCap == nil && firstLine == nil }

  /// True if it says that something is set differently.
  package var isSeen: Bool { dropCap ?? 1 > 1 || firstLine ?? .plain != .plain }

  /// This rule with everything that `other` says over it.
  package func overlaid(by other: OpeningRule) -> OpeningRule {
    var rule = self
    rule.dropCap = other.dropCap ?? dropCap
    rule.firstLine = other.firstLine ?? firstLine
    return rule
  }

  /// The keys in themes, attributes and front matter, with the form of their values and what they set.
  package static let keys: [(name: String, form: String, help: String)] = [
    (
      "drop-cap", "3, true for 3, or none, from 2 to 10",
      "the first letter is as high as so many lines: of a paragraph, of the first one in an element, of the one after a heading"
    ),
    (
      "first-line", "small-caps, small-caps 3 for the first three words, or none",
      "small capitals at the beginning, where `drop-cap` has its letter"
    ),
  ]

  /// - Returns: Nil where the value can't be read.
  init?(_ key: String, _ value: YAMLValue) {
    guard let text = value.text, read(key, text) else { return nil }
  }

  static func form(of key: String) -> String { keys.first { $0.name == key }?.form ?? "" }

  static func setting(_ key: String) -> SettingForm<OpeningRule> {
    var form = SettingForm(form(of: key)) { OpeningRule(key, $0) }
    form.outOfRange = { [words = form.words] value in value.hasMeasure ? "expected \(words); this value is ignored" : nil }
    return form
  }

  /// Takes the value of a key.
  ///
  /// - Returns: False where it can't be read; then nothing changes.
  package mutating func read(_ key: String, _ text: String) -> Bool {
    let text = text.lowercased()
    let isOff = ["none", "false", "no", "off"].contains(text)
    let isOn = ["true", "yes", "on"].contains(text)
    switch key {
    case "drop-cap":
      guard let lines = isOff ? 1 : isOn ? 3 : DocumentNumber.whole(text), 1...10 ~= lines else { return false }
      dropCap = lines
    case "first-line":
      let parts = text.split(separator: " ")
      if isOff || isOn {
        firstLine = isOn ? .line : .plain
      } else if parts.first == "small-caps", parts.count == 1 {
        firstLine = .line
      } else if parts.first == "small-caps", parts.count == 2, let words = DocumentNumber.whole(parts[1]), 1...100 ~= words {
        firstLine = .words(words)
      } else {
        return false
      }
    default: return false
    }
    return true
  }
}
