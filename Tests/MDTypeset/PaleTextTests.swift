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
    "<p style=\"color: white\">pale</p>", "<h1 style=\"color: #eee\">pale</h1>",
    "<div style=\"color: white\">\n\n- pale\n\n</div>", "<p style=\"color: rgba(255,255,255,0.3)\">pale</p>",
    "<div style=\"background: url(a.png); color: white\">\n\npale\n\n</div>",
    "<div class=\"absolute inset-0\" style=\"background: linear-gradient(#111, #333)\"></div>\n<p style=\"color: white\">pale</p>",
  ])
  func `blocks without a ground that is drawn are set darker, too`(text: String) {
    let (shown, codes) = colors(text + "\n")
    #expect(codes.contains("style.pale"), "\(codes)")
    #expect(!shown.isEmpty && !shown.contains("ffffff") && !shown.contains("eeeeee"), "\(shown)")
  }

  @Test func `a gradient is the mean of its colours, as a ground and in letters`() {
    let (shown, codes) = colors(
      "<div style=\"background: linear-gradient(135deg, rgb(0, 0, 0) 0%, #444 100%)\"><p style=\"color: white\">pale</p></div>\n\n"
        + "<div style=\"background: linear-gradient(to right, #000, #222)\">pale</div>\n\n"
        + "<p style=\"background: linear-gradient(red, #010000); -webkit-background-clip: text; color: transparent\">pale</p>\n")
    #expect(!codes.contains("style.pale"))
    #expect(shown == ["ffffff", "ffffff", "800000"], "\(shown)")
  }

  @Test(arguments: [
    ("$$\\color{white}\\boxed{\\color{red}a = b}$$", true), ("As $\\color{white} a = b$.", true), ("As $a\\color{white}{00}1$.", false),
    ("As $\\color{white}{00}$.", false), ("$$\\color{red} a$$", false),
    ("As $\\textcolor{lightgreen}{x} + {\\color{yellow} y}$.", true), ("As $\\colorbox{black}{\\color{yellow}{x}}$.", false),
    ("As $x\\textcolor{white}{y}$.", false),
    ("<div style=\"background:#222\">\n\n$$\\color{white} a$$\n\n</div>", false),
  ])
  func `a formula that is pale as a whole is set darker`(text: String, isSaid: Bool) {
    #expect(colors(text + "\n").codes.contains("style.pale") == isSaid)
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
