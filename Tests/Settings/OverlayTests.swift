import Testing
import TypesetYAML

@testable import TypesetSettings

/// What one rule of a theme takes over from another.
@Suite struct OverlayTests {
  /// A rule with one key alone, with the first value that the key's own help names.
  private func firstRule(of setting: ElementSetting) -> StyleRule? {
    let words = setting.form.split(separator: ",").flatMap { $0.replacing(" or ", with: ",").split(separator: ",") }.map { $0.trimmed() }
    for word in words {
      for written in [word, "\"\(word)\""] {
        var rule = StyleRule()
        if let value = parseYAML(Array(written.utf8)).value, setting.read(&rule, value), rule != StyleRule() { return rule }
      }
    }
    return nil
  }

  @Test func `every key of an element overrides the surrounding rule, and stays where the other says nothing`() throws {
    for setting in ElementSetting.all where setting.name != "features" && setting.name != "ramp" {
      let rule = try #require(firstRule(of: setting), "\(setting.name) takes none of the values in its help: \(setting.form)")
      #expect(StyleRule().overlaid(by: rule) == rule, "\(setting.name)")
      #expect(rule.overlaid(by: StyleRule()) == rule, "\(setting.name)")
    }
  }
}
