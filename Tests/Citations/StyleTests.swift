import Testing

@testable import TypesetCitations

struct StyleTests {
  @Test func `a number beyond its range, and one that is none, are named with their lines`() throws {
    let style = try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" et-al-min="x">
        <citation near-note-distance="-1"><layout><names variable="author">
          <name et-al-use-first="99999999999999999999"/></names></layout></citation>
        <bibliography entry-spacing="1000"><sort><key variable="title" names-min="3"/></sort><layout/></bibliography>
      </style>
      """.utf8)
    #expect(
      style.faults.map { "\($0.line): \($0.message)" } == [
        "1: et-al-min=x is no whole number",
        "3: et-al-use-first=99999999999999999999 is out of range: 10000 is used; write a number from 0 to 10000",
        "2: near-note-distance=-1 is out of range: 0 is used; write a number from 0 to 10000",
        "4: entry-spacing=1000 is out of range: 100 is used; write a number from 0 to 100",
      ])
  }

  @Test func `a macro that calls itself is named with its line`() throws {
    let style = try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
        <macro name="a"><text macro="b"/></macro>
        <macro name="b"><text macro="a"/></macro>
        <citation><layout><text macro="a"/></layout></citation>
      </style>
      """.utf8)
    #expect(style.faults.map(\.message) == ["the macro ‘a’ calls itself", "the macro ‘b’ calls itself"])
    #expect(style.faults.map(\.line) == [2, 3])
  }

  @Test func `attributes and elements that CSL does not have are said once, and the style is used`() throws {
    let style = try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" xml:lang="en">
        <info><title>T</title><x:any xmlns:x="u" what="1"/></info>
        <citation et-al-mn="3"><layout sufix=")"><text variable="title" colour="red"/><text variable="URL" colour="red"/>
          <names variable="author"><nam form="short"/></names></layout></citation>
      </style>
      """.utf8)
    #expect(
      style.faults.map { "\($0.line): \($0.message)" } == [
        "3: unknown attribute et-al-mn of <citation>; did you mean et-al-min?",
        "3: unknown attribute sufix of <layout>; did you mean suffix?", "3: unknown attribute colour of <text>",
        "4: unknown element <nam>; did you mean name?",
      ])
    #expect(style.citation.elements.count == 3)
  }

  @Test func `the program's own styles have nothing that CSL does not have`() throws {
    for name in ShippedFiles.styles {
      let style = try Style(#require(ShippedFiles.style(name)))
      #expect(style.faults.isEmpty, "\(name)")
    }
  }

  @Test func `a style without a layout is none, and unknown elements are said`() throws {
    let head = "<style xmlns='http://purl.org/net/xbiblio/csl' version='1.0'>"
    #expect(throws: Style.Fault.self) { try Style((head + "<citation/></style>").utf8) }
    let style = try Style((head + "<citation><layout>\n<frob/><text variable='title'/></layout></citation></style>").utf8)
    #expect(style.faults.map { "\($0.line): \($0.message)" } == ["2: unknown element <frob>"])
  }

  @Test func `a file that is no style says what it begins with`() {
    #expect(throws: Style.Fault.self) { try Style("<html><p>No</p></html>".utf8) }
    #expect(throws: Style.Fault.self) { try Style("no XML at all".utf8) }
  }

  @Test(arguments: ShippedFiles.styles) func `every shipped style is read without a fault`(name: String) throws {
    let style = try Style(try #require(ShippedFiles.style(name)))
    #expect(style.faults.isEmpty)
    #expect(style.hasBibliography)
  }
}
