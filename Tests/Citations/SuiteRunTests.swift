import Testing

@testable import TypesetCitations

/// What `inspect citations` says of citations that were set before: `>>` where they are set anew.
struct SuiteRunTests {
  private func run(_ citation: String, works: String, steps: String) throws -> String {
    let style = """
      <style xmlns='http://purl.org/net/xbiblio/csl' class='in-text' version='1.0'>\(citation)\
      <bibliography><layout><text variable='title'/></layout></bibliography></style>
      """
    let line = #"{"name": "x", "mode": "citation", "csl": "\#(style)", "input": [\#(works)], "citations": [\#(steps)]}"#
    let result = try TestRun.run(Array(line.utf8), localeFile: ShippedFiles.locale)
    return result.replacing("\\n", with: "|")
  }

  private static let threeInRange =
    #"{"citationID": "A", "citationItems": [{"id": "b"}, {"id": "c"}, {"id": "a"}], "properties": {"noteIndex": 0}}"#

  @Test func `a citation whose range hides new numbers is set anew`() throws {
    let works = ["a", "b", "c"].map { #"{"id": "\#($0)", "type": "book", "title": "\#($0)"}"# }.joined(separator: ",")
    let before = #"{"citationID": "B", "citationItems": [{"id": "a"}], "properties": {"noteIndex": 0}}"#
    let result = try run(
      "<citation collapse='citation-number'><sort><key variable='citation-number'/></sort><layout delimiter=','><text variable='citation-number'/></layout></citation>",
      works: works, steps: #"[\#(Self.threeInRange), [], []], [\#(before), [], [["A", 0]]]"#)
    #expect(result.contains(">>[0] 1|>>[1] 1–3"))
  }

  @Test func `a citation stays where neither its text nor what tells its works apart changes`() throws {
    let works = ["a", "b"].map { #"{"id": "\#($0)", "type": "book", "title": "\#($0)", "author": [{"family": "\#($0)"}]}"# }.joined(
      separator: ",")
    let first = #"{"citationID": "A", "citationItems": [{"id": "a"}], "properties": {"noteIndex": 0}}"#
    let second = #"{"citationID": "B", "citationItems": [{"id": "b"}], "properties": {"noteIndex": 0}}"#
    let result = try run(
      "<citation disambiguate-add-names='true'><layout><names variable='author'/></layout></citation>",
      works: works, steps: #"[\#(first), [], []], [\#(second), [["A", 0]], []]"#)
    #expect(result.contains("..[0] a|>>[1] b"))
  }
}
