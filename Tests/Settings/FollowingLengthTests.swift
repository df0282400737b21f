import Testing
import TypesetBoxes
import TypesetYAML

@testable import TypesetSettings

/// Lengths of a theme that follow a style of text: `6pt(body)`.
@Suite struct FollowingLengthTests {
  /// A rule whose every length is `6pt(body)`.
  private func rule() -> StyleRule {
    var rule = StyleRule()
    let value = parseYAML(Array("6pt(body)".utf8)).value
    for setting in ElementSetting.all where !LineRule.keys.contains(where: { $0.name == setting.name }) {
      if let value { _ = setting.read(&rule, value) }
    }
    return rule
  }

  /// The lengths of a rule, also those in glue, by name.
  private func lengths(of rule: StyleRule) -> [(name: String, length: Dimension)] {
    Mirror(reflecting: rule).children.flatMap { child -> [(String, Dimension)] in
      let name = child.label ?? ""
      if let length = child.value as? Dimension { return [(name, length)] }
      guard let glue = child.value as? GlueRule else { return [] }
      return [("\(name).natural", glue.natural), ("\(name).stretch", glue.stretch), ("\(name).shrink", glue.shrink)]
    }
  }

  @Test func `every length of an element may follow a style of text, and has its size at the reader's`() {
    var theme = Theme.standard
    theme.typeSize = .ax5
    theme.classRules = ["a": rule()]
    let followed = Set(lengths(of: rule()).filter { if case .following = $0.length { true } else { false } }.map(\.name))
    #expect(followed.isSuperset(of: ["size", "leading", "before.natural", "inset", "padding", "letterSpacing"]) && followed.count >= 16)
    theme.applyTypeSize()
    // 53 and 17 are the body's sizes at ax5 and l.
    for (name, length) in lengths(of: theme.classRules["a"] ?? StyleRule()) where followed.contains(name) {
      #expect(length == .absolute((6.0 * 53 / 17).pt), "\(name)")
    }
  }

  @Test func `the space beside lines may follow a style, too`() {
    var (theme, rule) = (Theme.standard, StyleRule())
    theme.typeSize = .ax5
    #expect(rule.lines.read("left-skip", "6pt(body)") && rule.lines.read("right-skip", "6pt(body) plus 1pt"))
    theme.classRules = ["a": rule]
    theme.applyTypeSize()
    let lines = theme.classRules["a"]?.lines
    #expect(lines?.leftSkip?.natural == .absolute((6.0 * 53 / 17).pt))
    #expect(lines?.rightSkip?.natural == .absolute((6.0 * 53 / 17).pt))
  }

  @Test func `glue may follow a style in each of its parts`() {
    #expect(GlueRule("6pt(body) plus 0.2em(caption) minus 1pt")?.natural == .following(.body, 6, isEm: false))
    #expect(GlueRule("6pt(body) plus 0.2em(caption) minus 1pt")?.stretch == .following(.caption, 0.2, isEm: true))
    #expect(GlueRule("6pt(body) plus 0.2em(caption) minus 1pt")?.shrink == .absolute(1.pt))
    #expect(GlueRule("6pt(nothing)") == nil)
  }
}
