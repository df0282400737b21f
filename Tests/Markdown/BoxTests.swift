import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Elements of HTML that only their styles separate.
@Suite struct BoxTests {
  /// The words of a text's blocks, with `|` for ends of lines.
  private func words(_ text: String) -> [String] {
    let tree = parse(Source(name: "a.md", text: text)).tree
    func words(below index: Tree.Index) -> String {
      tree.children(of: index).reduce(into: "") { out, child in
        switch tree[child].kind {
        case .text(let text): out += text
        case .softBreak: out += " "
        case .lineBreak: out += "|"
        default: out += words(below: child)
        }
      }
    }
    return tree.nodes.indices.compactMap { index in
      switch tree.nodes[index].kind {
      case .paragraph, .heading: words(below: Tree.Index(index))
      default: nil
      }
    }
  }

  private static let style = """
    <style>
    /* .chips */
    .chips, .other:hover { display: flex; gap: 4px }
    .stats>div>strong{display:block}
    .slidev-layout .card .label { display: inline-block; margin: 0 4px; }
    .stack { display: flex; flex-direction: column; }
    .head { display: grid; grid-template-columns: 1fr 2fr; }
    .head span { display: flex; }
    @media print { .late { display: block } }
    </style>


    """

  @Test(arguments: [
    ("<div class=\"chips\"><span>a</span><span>b</span></div>", "a b"),
    ("<div class=\"chips\"><span>a</span> <span>b</span></div>", "a b"),
    ("<div class=\"chips\">See<b>it</b>, now</div>", "See it, now"),
    ("<div class=\"stats\"><div><strong>4</strong><span>nodes</span></div></div>", "4|nodes"),
    ("<div class=\"stats\"><strong>4</strong><span>nodes</span></div>", "4nodes"),
    ("<div class=\"card\"><i class=\"label\">R</i><b>key</b></div>", "R key"),
    ("<div class=\"stack\">\n<i>R</i>\n<b>key</b>\n</div>", "R |key"),
    ("<div class=\"head\"><span>R</span><span>key</span></div>", "R key"),
    ("<p><i>R</i><b class=\"late\">key</b></p>", "R|key"),
    ("<p><i>R</i><b>key</b></p>", "Rkey"),
  ])
  func `the styles of a page separate words`(html: String, shown: String) { #expect(words(Self.style + html) == [shown]) }

  @Test(arguments: [
    ("<div class=\"flex gap-2\"><b>a</b><b>b</b></div>", "a b"), ("<div class=\"flex flex-col\"><b>a</b><b>b</b></div>", "a|b"),
    ("<div class=\"grid grid-cols-2\"><b>a</b><b>b</b></div>", "a b"), ("<div flex=\"~ gap-2\"><b>a</b><b>b</b></div>", "a b"),
    ("<div style=\"display:flex\"><b>a</b><b>b</b></div>", "a b"), ("<b>a</b><b class=\"ml-2\">b</b>", "a b"),
    ("<b>a</b><b class=\"more\">b</b>", "ab"), ("<button>Ok</button><button>No</button>", "Ok No"),
    ("<p>x<sub>1</sub>y</p>", "x1y"), ("<b class=\"block\">a</b> b", "a| b"),
  ])
  func `so do classes and attributes`(html: String, shown: String) { #expect(words(html) == [shown]) }

  @Test func `hostile styles take no longer than others`() {
    for piece in ["a{", "a{b{", "<style>", ".a .b{display:flex}", "a,"] {
      let text = "<style>\(String(repeating: piece, count: 20_000))</style>\n\n<p><b class=\"a\">x</b><b>y</b></p>\n"
      #expect(words(text).count < 30_000)
    }
  }
}
