import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Colours of the author's that were chosen for a dark page.
@Suite struct PaleTextTests {
  private func colors(_ text: String) -> (shown: [String], codes: [String]) {
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    var shown: [String] = []
    for page in document.pages {
      for case .run(let run) in page.flow {
        let words = String(
          decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
        if words.contains("pale") { shown.append(String(run.color.rgba >> 8, radix: 16)) }
      }
    }
    return (shown, document.diagnostics.map(\.code))
  }

  @Test(arguments: ["yellow", "#ffff99", "white", "#eee", "cyan"])
  func `text that white paper swallows is set darker, which is said`(color: String) {
    let (shown, codes) = colors("A <span style=\"color:\(color)\">pale</span> word.\n")
    #expect(codes == ["style.pale"])
    #expect(shown.count == 1 && !["ffff00", "ffff99", "ffffff", "eeeeee", "ffff"].contains(shown[0]), "\(shown)")
  }

  @Test(arguments: [
    "A <span style=\"color:orange\">pale</span> word.", "A <span style=\"color:white;background:#333\">pale</span> word.",
    "<div style=\"background:#333\">\n\n<span style=\"color:#eee\">pale</span>\n\n</div>",
    "<table bgcolor=\"#222\"><tr><td><span style=\"color:#fff\">pale</span></td></tr></table>", "A [pale]{color=yellow} word.",
    "---\nstyle: {page: {background: '#222222'}}\n---\n\n<span style=\"color:white\">pale</span>",
  ])
  func `colours that can be read, and those on a ground, stay`(text: String) {
    let (shown, codes) = colors(text + "\n")
    #expect(!codes.contains("style.pale"))
    #expect(shown.contains { ["ffa500", "ffffff", "eeeeee", "ffff00"].contains($0) }, "\(shown)")
  }
}
