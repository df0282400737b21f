import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Emphasis beside the punctuation of scripts without spaces.
@Suite struct EastAsianEmphasisTests {
  /// Strong as `[…]`, emphasis as `(…)`, struck out as `<…>`, links as `{…}`.
  private func marked(_ text: String) -> String {
    let tree = parse(Source(name: "a.md", text: text)).tree
    func words(_ index: Tree.Index) -> String {
      let inner = tree.children(of: index).map(words).joined()
      switch tree[index].kind {
      case .text(let text): return text
      case .code(let text): return "`\(text)`"
      case .strong: return "[\(inner)]"
      case .emphasis: return "(\(inner))"
      case .strikethrough: return "<\(inner)>"
      case .link(let destination, _): return "{\(inner)|\(destination)}"
      default: return inner
      }
    }
    return words(0)
  }

  @Test(arguments: [
    ("**「重要」**です", "[「重要」]です"),
    ("これは**「強調」**と*「斜」*と", "これは[「強調」]と(「斜」)と"),
    ("请**注意：**请不要", "请[注意：]请不要"),
    ("**``x``**: b, *``y``*.", "[`x`]: b, (`y`)."),
    ("~~「删除」~~了", "<「删除」>了"),
    ("**A：**B**C**。", "[A：]B[C]。"),
    ("**Hello!**です", "[Hello!]です"),
    ("**한국어(Korean)**는", "[한국어(Korean)]는"),
    ("***「両」***です", "([「両」])です"),
    ("**`「x」`**と", "[`「x」`]と"),
    ("[**「見」**て](http://a.b/「x」**y)", "{[「見」]て|http://a.b/「x」**y}"),
  ])
  func `delimiters between signs and letters open and close`(text: String, wanted: String) {
    #expect(marked(text) == wanted)
  }

  @Test(arguments: [
    ("使用**聚类 **方法", "使用[聚类]方法"), ("**聚类 **和**分类 **方法", "[聚类]和[分类]方法"), ("请**注意： **不要", "请[注意：]不要"),
    ("用 **聚类 ** 方法", "用 [聚类] 方法"), ("是**聚类 **", "是[聚类]"), ("**聚 类 **法", "[聚 类]法"), ("**`K` 均值 **法", "**`K` 均值 **法"),
    ("甲 **乙 **丙** 丁", "甲 **乙 [丙] 丁"), ("**甲** 和 **乙** 丙", "[甲] 和 [乙] 丙"), ("**k-means **方法", "**k-means **方法"),
    ("普通 ** 文字 ** 不变", "普通 ** 文字 ** 不变"), ("**甲 `**` 乙 **丙", "**甲 `**` 乙 **丙"),
  ])
  func `a blank before the closing stars is left out`(text: String, wanted: String) {
    #expect(marked(text) == wanted)
  }

  @Test(arguments: [
    ("`**「x」**y`", "`**「x」**y`"), (#"\*\*「文字」\*\*です"#, "**「文字」**です"), ("普通 ** 文字 ** 不变", "普通 ** 文字 ** 不变"),
    ("a**\"b\"**c", "a**\"b\"**c"), ("a。** b", "a。** b"),
  ])
  func `what is no emphasis stays what it is`(text: String, wanted: String) {
    #expect(marked(text) == wanted)
  }

  @Test(arguments: [
    ("نص و*[رابط](b)* آخر", "نص و({رابط|b}) آخر"), ("و**[English](b)**", "و[{English|b}]"), ("ו**\"שלום\"** עולם", "ו[\"שלום\"] עולם"),
    ("**คำ (word)**ครับ", "[คำ (word)]ครับ"), ("كلمة*، كلمة*.", "كلمة*، كلمة*."), ("كلمة* (ملاحظة)", "كلمة* (ملاحظة)"),
  ])
  func `emphasis joins a particle where the script joins them`(text: String, wanted: String) {
    #expect(marked(text) == wanted)
  }

  @Test func `no stand-in is left in code, HTML, titles and attributes`() {
    let text = "**「a」**b <span title=\"**「x」**y\">**「c」**d</span> ![**「e」**f](g.png \"**「h」**i\")\n\n<div>\n\n**「j」**k\n\n</div>\n"
    #expect(!parse(Source(name: "a.md", text: text)).tree.printed().unicodeScalars.contains { $0.value == 0xFDD2 })
  }
}
