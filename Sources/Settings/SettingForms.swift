import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFonts
public import TypesetYAML

// The kinds of values, each with its range.

extension SettingForm {
  /// One of a few words.
  static func choice(_ words: [String], _ value: @escaping @Sendable (String) -> Value?) -> Self {
    let list = words.indices.reduce("") { $0 + ($1 == 0 ? "" : $1 == words.count - 1 ? " or " : ", ") + words[$1] }
    return Self(list) { $0.text.flatMap(value) }
  }

  /// A list, or one value that represents a list of one.
  static func list<Item>(_ words: String, of item: @escaping @Sendable (String) -> Item?) -> Self where Value == [Item] {
    Self(words) { value in
      let texts = value.words
      let items = texts.compactMap(item)
      return texts.isEmpty || items.count < texts.count ? nil : items
    }
  }
}

extension SettingForm where Value: RawRepresentable & SendableMetatype, Value.RawValue == String {
  /// One of an enumeration's raw values.
  static func word(_ words: [String]) -> Self { choice(words) { Value(rawValue: $0) } }
}

extension SettingForm where Value == Bool {
  static var flag: Self { Self("true or false") { $0.flag } }

  /// Two words, the first of which is true.
  static func either(_ yes: String, _ no: String...) -> Self {
    choice([yes] + no) { $0 == yes ? true : no.contains($0) ? false : nil }
  }
}

extension SettingForm where Value == Int {
  static func count(_ range: ClosedRange<Int>) -> Self {
    var form = Self("a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      value.text.flatMap { DocumentNumber.whole($0, in: -1 << 47...1 << 47) }.flatMap { range.contains($0) ? $0 : nil }
    }
    form.outOfRange = { [words = form.words] value in
      value.text.flatMap { DocumentNumber($0) }.map { _ in "expected \(words); this value is ignored" }
    }
    return form
  }
}

extension SettingForm where Value == Int {
  /// Each one, each fifth …; 0 and false for none.
  static func step(_ range: ClosedRange<Int>) -> Self {
    let number = Self.count(range)
    var form = Self("true, false, or 5 for each fifth line") { value in value.flag.map { $0 ? 1 : 0 } ?? number.read(value) }
    form.outOfRange = number.outOfRange
    return form
  }
}

extension SettingForm where Value == Color? {
  /// - Parameter standard: The colour that `true` means.
  static func flagOrColor(_ standard: Color) -> Self {
    Self("true, false or a colour") { value in
      if let isOn = value.flag { return .some(isOn ? standard : nil) }
      return value.text.flatMap { Color($0) }.map { .some($0) }
    }
  }
}

extension SettingForm where Value == Double {
  static func number(_ range: ClosedRange<Double>, such example: String) -> Self {
    var form = Self("a number such as \(example)") { value in
      value.text.flatMap { DocumentNumber.real($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    form.outOfRange = { [words = form.words] value in
      value.text.flatMap { DocumentNumber($0) }.map { _ in
        "expected \(words), from \(range.lowerBound) to \(range.upperBound); this value is ignored"
      }
    }
    return form
  }
}

extension SettingForm where Value == Length {
  static func length(_ range: ClosedRange<Length>, such example: String) -> Self {
    var form = Self("a length such as \(example)") { value in
      value.text.flatMap { Length($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    form.outOfRange = { [words = form.words] value in
      let ends = [range.lowerBound, range.upperBound].map { "\(Int(clamping: $0.points))pt" }
      guard let text = value.text, Dimension.isWritten(text) else { return nil }
      return "expected \(words), from \(ends[0]) to \(ends[1]); this value is ignored"
    }
    return form
  }
}

extension SettingForm where Value == Color {
  /// A theme's colour.
  static var color: Self { Self("a colour such as \"#1a2b3c\" or teal") { $0.text.flatMap { Color($0) } } }
  /// A colour as LaTeX users write it too: xcolor's names, hexadecimal digits alone.
  static var latexColor: Self { Self("a colour such as \"#1a2b3c\", teal or NavyBlue") { $0.text.flatMap { Color(latex: $0) } } }
}

extension SettingForm where Value == String {
  static func text(_ words: String) -> Self { Self(words) { $0.text } }
}

extension SettingForm where Value == [ShapingKey.Feature] {
  static var features: Self {
    Self("OpenType features such as [onum, ss01=2, -liga]") { value in
      let words = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
      return [ShapingKey.Feature](words.joined(separator: ","))
    }
  }
}

extension YAMLValue {
  /// True if one of its words is a number, with a unit or without one.
  package var hasMeasure: Bool {
    words.contains { word in word.split { " ,/={}".contains($0) }.contains { Dimension.isWritten($0) } }
  }

  /// What is said of a value that can't be read: what its form is and, of a number, its range and that it is not used.
  package func hint(expecting form: String, within range: String? = nil) -> String {
    hasMeasure ? "expected \(form)\(range.map { ", \($0)" } ?? ""); this value is ignored" : "expected \(form)"
  }

  /// The value of a Boolean in YAML 1.1's words; nil for anything else.
  public var flag: Bool? {
    switch text?.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// The texts of a list, or the one text that a scalar is.
  public var words: [String] { items?.compactMap(\.text) ?? text.map { [$0] } ?? [] }
}

extension SettingForm<String> {
  /// What has numbers of its own; empty for the whole document.
  static var countingScope: Self {
    .choice(["section", "chapter", "subsection", "document"]) {
      ["section", "chapter", "subsection"].contains($0) ? $0 : $0 == "document" ? "" : nil
    }
  }
}
