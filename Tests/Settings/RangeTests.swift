import Testing
import TypesetDiagnostics
import TypesetSettings
import TypesetYAML

/// Every number of a theme and of front matter has a range, and one beyond it is said with that range: a test of the tables, not of examples.
@Suite struct RangeTests {
  private static let units = ["", "pt", "em", "mm", "%"]

  /// What is said of a value, given where it is written in YAML.
  private func said(_ place: (String) -> String, _ value: String) -> [Diagnostic] {
    let matter = parseYAML(Array(place(value).utf8)).value
    var settings = DocumentSettings(theme: Theme.standard)
    let given = GivenSettings(matter, caller: [])
    guard let style = matter?["style"] else { return given.apply(to: &settings) }
    return settings.theme.overlay(style)
  }

  /// The values of a key that are beyond its range, of those units that it takes.
  private func beyond(_ place: (String) -> String) -> [String] {
    // Any text will do, or its numbers are names: of OpenType features, of marks of lists.
    if said(place, "no number at all").isEmpty || ["features", "lists"].contains(where: { place("1").contains($0) }) { return [] }
    let taken = Self.units.filter { unit in ["1", "1.3", "20"].contains { said(place, $0 + unit).isEmpty } }
    return taken.flatMap { ["987654321987\($0)", "-987654321987\($0)", "1e400\($0)"] }
  }

  private func expectRanges(_ key: String, _ place: (String) -> String) {
    for value in beyond(place) {
      let faults = said(place, value)
      let hint = faults.first?.hint ?? ""
      #expect(faults.count == 1 && faults.first?.span != nil, "\(key): \(value)")
      #expect(hint.contains(" from ") || hint.contains(" up to ") || hint.contains("below "), "\(key): \(value): \(hint)")
      #expect(hint.contains("ignored") || hint.contains("left out"), "\(key): \(value): \(hint)")
    }
  }

  @Test(arguments: Settings.all.compactMap(\.name))
  func `a number of front matter beyond its range is said with it, and what becomes of it`(key: String) {
    expectRanges(key) { "\(key): \($0)\n" }
  }

  @Test(arguments: Settings.all.compactMap(\.path))
  func `a number of a theme beyond its range is said with it, and what becomes of it`(path: String) {
    let parts = path.split(separator: ".")
    expectRanges(path) { "style:\n  \(parts[0]):\n    \(parts[1]): \($0)\n" }
  }

  @Test(arguments: ElementSetting.all.map(\.name))
  func `a number of an element beyond its range is said with it, and what becomes of it`(key: String) {
    expectRanges(key) { "style:\n  styles:\n    paragraph:\n      \(key): \($0)\n" }
  }

  @Test(arguments: AttributeLooks.keys.sorted())
  func `a number of an attribute's looks beyond its range is said with it, and what becomes of it`(key: String) {
    expectRanges(key) { "style:\n  attributes:\n    accent:\n      loud:\n        \(key): \($0)\n" }
  }

  @Test func `lengths have ranges in many keys`() {
    // What the others say of no key would be said of none.
    let keys = ElementSetting.all.map(\.name).filter { key in !beyond { "style:\n  styles:\n    paragraph:\n      \(key): \($0)\n" }.isEmpty
    }
    #expect(keys.count >= 24, "\(keys)")
  }

  @Test(arguments: [("border-top", "1e9pt red"), ("parshape", "0pt 1e9%"), ("before", "6pt plus 1e9pt"), ("right-skip", "-1e9em")])
  func `a length among other words is said with its range`(key: String, value: String) {
    let hints = said({ "style:\n  styles:\n    paragraph:\n      \(key): \($0)\n" }, value).map { $0.hint ?? "" }
    #expect(
      hints.count == 1 && hints[0].contains("numbers from -100000 to 100000") && hints[0].hasSuffix("this value is ignored"), "\(hints)")
  }

  @Test(arguments: ["margin=99999999cm", "left=-3cm", "{margin: 1e400pt}"])
  func `a length of LaTeX's geometry beyond its range is said`(value: String) {
    let hints = said({ "geometry: \($0)\n" }, value).map { $0.hint ?? "" }
    #expect(hints.count == 1 && hints[0].hasPrefix("expected lengths from 0pt to 14400pt; "), "\(hints)")
  }

  @Test func `a size of type in LaTeX's class options beyond its range is said`() {
    let faults = said({ "classoption: \($0)\n" }, "[twocolumn, 99pt]")
    #expect(faults.map(\.message) == ["classoption: the size 99pt is out of range"])
    #expect(faults.map(\.hint) == ["expected a size from 8pt to 20pt; this one is ignored"])
    #expect(said({ "classoption: \($0)\n" }, "[twocolumn, 11pt, openany]").isEmpty)
  }

  /// Documents rely on these: a range that is changed is changed here too.
  @Test(arguments: [
    ("linestretch", "0.5", "4", "0.49", "4.01"), ("line-spacing", "0.5", "5", "0.49", "5.01"), ("toc-depth", "1", "6", "0", "7"),
    ("number-depth", "0", "10", "-1", "11"), ("columns", "1", "6", "0", "7"), ("line-numbers", "0", "100", "-1", "101"),
    ("fontsize", "4pt", "100pt", "3.9pt", "100.1pt"), ("column-gap", "0pt", "500pt", "-1pt", "501pt"),
    ("margin-top", "0pt", "2000pt", "-1pt", "2001pt"),
  ]) func `the ends of a range are in it, and what is beyond them is not`(
    key: String, low: String, high: String, below: String, above: String
  ) {
    for value in [low, high] { #expect(said({ "\(key): \($0)\n" }, value).isEmpty, "\(key): \(value)") }
    for value in [below, above] { #expect(said({ "\(key): \($0)\n" }, value).count == 1, "\(key): \(value)") }
  }
}
