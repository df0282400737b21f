import Foundation
import MDTypeset

// Attributed text: runs, themes, attributes of one's own, saving.

nonisolated struct CustomStyle: TextAttributeKey {
  enum Value: String, Codable, CaseIterable, Sendable { case boldcaps, smallitalics }
  static let name = "customStyle"
}

nonisolated struct CustomColor: TextAttributeKey {
  enum Value: String, Codable, CaseIterable, Sendable { case danger, highlight }
  static let name = "customColor"
}

/// Both keys, and those of what is drawn.
nonisolated struct CustomAttributes: TextScope {
  let customStyle = CustomStyle()
  let customColor = CustomColor()
  let drawn = DrawnTextScope()
}

nonisolated extension TextScopes {
  var customAttributes: CustomAttributes.Type { CustomAttributes.self }
}

nonisolated extension TextLookup {
  subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<CustomAttributes, Key>) -> Key { self[Key.self] }
}

/// Themes as containers of attributes.
nonisolated enum Theme: String, Codable, CaseIterable {
  case menlo, times, important, none

  var attributes: TextAttributes {
    var container = TextAttributes()
    switch self {
    case .menlo:
      container.font = .custom("Source Code Pro", size: 17)
      container.foregroundColor = .indigo
    case .times:
      container.font = .custom("Libertinus Serif", size: 17)
      container.foregroundColor = .blue
    case .important:
      container.font = .custom("Libertinus Sans", size: 17)
      container.backgroundColor = .yellow
    case .none: break
    }
    return container
  }
}

/// Capitals and strong, or small letters and emphasis.
struct StyleLowering: AttributeLowering {
  nonisolated func lower(_ attributes: inout TextAttributes) {
    switch attributes.customStyle {
    case .boldcaps:
      attributes.textCase = .upper
      attributes.inlineIntent.insert(.strong)
    case .smallitalics:
      attributes.textCase = .lower
      attributes.inlineIntent.insert(.emphasized)
    case nil: break
    }
  }
}

/// A ground and a line below.
struct ColorLowering: AttributeLowering {
  nonisolated func lower(_ attributes: inout TextAttributes) {
    switch attributes.customColor {
    case .danger:
      attributes.backgroundColor = .red
      attributes.underlineStyle = TextLineStyle(.dash, color: .yellow)
    case .highlight:
      attributes.backgroundColor = .yellow
      attributes.underlineStyle = TextLineStyle(.dot, color: .red)
    case nil: break
    }
  }
}

/// As the tutorial prints it.
func stringInfo(_ text: AttributedText) -> [String] {
  var lines = ["The string has \(text.characters.count) characters"]
  for character in text.characters { lines.append("\(character)") }
  lines.append("The string has \(text.runs.count) runs")
  for run in text.runs {
    lines.append("\(run)")
    if run.inlineIntent.isEmpty { lines.append("Text is Regular") }
    if run.inlineIntent.contains(.strong) { lines.append("Text is Bold") }
    if run.inlineIntent.contains(.emphasized) { lines.append("Text is Italic") }
  }
  return lines
}

/// Markdown as a text; what is no Markdown is shown as it is typed.
nonisolated func convertMarkdown(_ markdown: String, theme: Theme = .none) -> AttributedText {
  guard var text = try? AttributedText(strict: markdown, including: \.customAttributes) else { return AttributedText(markdown) }
  text.merge(theme.attributes)
  return text
}

func runsOfAText() throws {
  let info = stringInfo(convertMarkdown("This is **Bold text** and this is _italic_"))
  try check(info.first == "The string has 36 characters", info[0])
  try check(info.contains("The string has 4 runs"), "four runs")
  try check(info.suffix(4).first == " and this is  {\n\tblock = [paragraph (id 1)]\n}", "\(info.suffix(4))")
  try check(
    info.suffix(2) == ["italic {\n\tinlineIntent = emphasized (1)\n\tblock = [paragraph (id 1)]\n}", "Text is Italic"], "\(info.suffix(2))")
  let unclosed = convertMarkdown("This is **Bold text** and this is _italic")
  try check(unclosed.characters.count == 37, "a mark that is not closed is a character")
  let both = convertMarkdown("This is **Bold text** and this is _italic_ and this is **_both_**")
  try check(both.runs.count == 6 && both.runs.last?.inlineIntent.rawValue == 3, "the last run has both bits")
  let attributes = AttributedText(
    markdown: """
      Some regular text then ^[text with an attribute](theAttributeKey: 'theValue')

      Some regular text then ^[text with two attributes]
        (theAttributeKey: 'theValue', otherAttributeKey: 'theOtherValue')
      """)
  try check(attributes.runs[1].attributes["theAttributeKey"]?.description == "theValue", "\(attributes.runs[1])")
  try check(attributes.runs[3].attributes.names == ["otherAttributeKey", "theAttributeKey"], "\(attributes.runs[3])")
}

func themesOfAText(to folder: String) throws {
  let text = convertMarkdown("This is **Bold text** and this is _italic_")
  var pages: [[UInt8]] = []
  for theme in Theme.allCases + [.menlo] {
    let themed = convertMarkdown("This is **Bold text** and this is _italic_", theme: theme)
    let document = Typesetter().typeset(themed)
    try check(try document.text(ofPage: 0).hasPrefix("This is Bold text and this is italic"), theme.rawValue)
    try check(theme == .none || themed != text, "the theme shows")
    pages.append(try document.pdf())
    try document.write(to: folder + "/theme-\(theme.rawValue).pdf")
  }
  try check(pages[0] == pages[4] && Set(pages).count == 4, "a theme that is chosen again gives the same bytes")
  try check(text == convertMarkdown("This is **Bold text** and this is _italic_"), "themes leave the text as it is")
  try check(
    try Typesetter().typeset(text).pdf() == Typesetter().typeset(markdown: "This is **Bold text** and this is _italic_").pdf(),
    "text and Markdown")
}

func attributesOfOnesOwn(to folder: String) throws {
  let markdown = """
    ^[BoldCaps and Danger](customStyle: 'boldcaps', customColor: 'danger'),
    ^[SmallItalics and Highlighted](customStyle: 'smallitalics',
    customColor: 'highlight')
    """
  let text = convertMarkdown(markdown)
  try check(
    text.runs[0].description == "BoldCaps and Danger {\n\tcustomColor = danger\n\tcustomStyle = boldcaps\n\tblock = [paragraph (id 1)]\n}",
    text.runs[0].description)
  let (before, drawn) = (text.contentID, text.lowered(by: StyleLowering(), ColorLowering()))
  let (first, last) = (drawn.runs[0], drawn.runs[3])
  try check(text.contentID == before, "lowering leaves the text as it is")
  try check(first.textCase == .upper && first.inlineIntent == .strong && first.backgroundColor == .red, "\(first)")
  try check(first.underlineStyle == TextLineStyle(.dash, color: .yellow), "\(first)")
  try check(last.textCase == .lower && last.inlineIntent == .emphasized && last.backgroundColor == .yellow, "\(last)")
  try check(last.underlineStyle == TextLineStyle(.dot, color: .red), "\(last)")
  let document = Typesetter().typeset(drawn)
  try check(document.diagnostics.isEmpty, "\(document.diagnostics)")
  try check(try document.text(ofPage: 0).hasPrefix("BoldCaps and Danger, SmallItalics and Highlighted"), "copied as it is written")
  try document.write(to: folder + "/custom-attributes.pdf")
}
