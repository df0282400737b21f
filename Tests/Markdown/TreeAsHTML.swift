import Foundation
import TypesetMarkdown

/// A tree as HTML, in the form of the examples of the specifications of CommonMark and GFM.
///
/// Only the nodes that these have: others become an element that is called after their kind, which no example expects.
struct TreeAsHTML {
  private let tree: Tree
  private let joinsStrong: Bool
  private var out = ""

  /// - Parameter joinsStrong: True if strong text within strong text gets no tags of its own, as in GitHub's renderer.
  static func html(of tree: Tree, joinsStrong: Bool) -> String {
    var writer = TreeAsHTML(tree: tree, joinsStrong: joinsStrong)
    writer.writeChildren(of: 0)
    return writer.out
  }

  private init(tree: Tree, joinsStrong: Bool) { (self.tree, self.joinsStrong) = (tree, joinsStrong) }

  private mutating func writeChildren(of node: Tree.Index) {
    for child in tree.children(of: node) { write(child) }
  }

  private mutating func write(_ index: Tree.Index) {
    switch tree[index].kind {
    case .paragraph: writeParagraph(index)
    case .heading(let level): block("h\(level)", index)
    case .blockQuote: container("blockquote", "", index)
    case .list(let start, _, _):
      container(start == nil ? "ul" : "ol", start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? "", index)
    case .item(let isChecked): writeItem(index, isChecked)
    case .codeBlock(let info, let literal):
      let language = info.split(whereSeparator: \.isWhitespace).first.map { " class=\"language-\(Self.escaped(String($0)))\"" } ?? ""
      line()
      out += "<pre><code\(language)>\(Self.escaped(literal))</code></pre>\n"
    case .htmlBlock(let text):
      line()
      out += text
      line()
    case .thematicBreak:
      line()
      out += "<hr />\n"
    case .table(let columns): writeTable(index, columns)
    default: writeInline(index)
    }
  }

  private mutating func writeInline(_ index: Tree.Index) {
    switch tree[index].kind {
    case .text(let text): out += Self.escaped(text)
    case .softBreak: out += "\n"
    case .lineBreak: out += "<br />\n"
    case .code(let text): out += "<code>\(Self.escaped(text))</code>"
    case .htmlInline(let text): out += text
    case .emphasis: element("em", index)
    case .strong where joinsStrong && tree[tree[index].parent].kind == .strong: writeChildren(of: index)
    case .strong: element("strong", index)
    case .strikethrough: element("del", index)
    case .link(let destination, let title):
      out += "<a href=\"\(Self.address(destination))\"\(Self.title(title))>"
      writeChildren(of: index)
      out += "</a>"
    case .image(let source, let title):
      out += "<img src=\"\(Self.address(source))\" alt=\"\(Self.escaped(plainText(of: index)))\"\(Self.title(title)) />"
    default: element("\(tree[index].kind)", index)
    }
  }

  private mutating func writeParagraph(_ index: Tree.Index) {
    let isInTightList =
      if case .item = tree[tree[index].parent].kind, case .list(_, true, _) = tree[tree[tree[index].parent].parent].kind { true } else {
        false
      }
    if isInTightList { writeChildren(of: index) } else { block("p", index) }
  }

  private mutating func writeItem(_ index: Tree.Index, _ isChecked: Bool?) {
    line()
    out += "<li>"
    if let isChecked { out += "<input \(isChecked ? "checked=\"\" " : "")disabled=\"\" type=\"checkbox\"> " }
    writeChildren(of: index)
    out += "</li>\n"
  }

  private mutating func writeTable(_ index: Tree.Index, _ columns: [Tree.Alignment]) {
    line()
    out += "<table>\n"
    let rows = Array(tree.children(of: index))
    for (number, row) in rows.enumerated() {
      let cell = number == 0 ? "th" : "td"
      if number < 2 { out += number == 0 ? "<thead>\n" : "<tbody>\n" }
      out += "<tr>\n"
      for (column, child) in tree.children(of: row).enumerated() {
        let alignment = column < columns.count ? columns[column] : .none
        out += "<\(cell)\(alignment == .none ? "" : " align=\"\(alignment)\"")>"
        writeChildren(of: child)
        out += "</\(cell)>\n"
      }
      out += "</tr>\n"
      if number == 0 { out += "</thead>\n" }
    }
    if rows.count > 1 { out += "</tbody>\n" }
    out += "</table>\n"
  }

  // MARK: Elements

  /// Ends the line, if there is one.
  private mutating func line() {
    if !out.isEmpty, !out.hasSuffix("\n") { out += "\n" }
  }

  private mutating func block(_ name: String, _ index: Tree.Index) {
    line()
    element(name, index)
    out += "\n"
  }

  private mutating func container(_ name: String, _ attributes: String, _ index: Tree.Index) {
    line()
    out += "<\(name)\(attributes)>\n"
    writeChildren(of: index)
    line()
    out += "</\(name)>\n"
  }

  private mutating func element(_ name: String, _ index: Tree.Index) {
    out += "<\(name)>"
    writeChildren(of: index)
    out += "</\(name)>"
  }

  /// The alternative text of a picture.
  private func plainText(of index: Tree.Index) -> String {
    tree.children(of: index).map { child in
      switch tree[child].kind {
      case .text(let text), .code(let text), .htmlInline(let text): text
      case .softBreak, .lineBreak: " "
      default: plainText(of: child)
      }
    }.joined()
  }

  private static func title(_ text: String) -> String { text.isEmpty ? "" : " title=\"\(escaped(text))\"" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  /// An address with what cannot be in one in percent signs, as the examples have it.
  private static func address(_ text: String) -> String {
    text.utf8.reduce(into: "") { out, byte in
      let isKept =
        Character(UnicodeScalar(byte)).isASCII && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
      if byte < 0x80, isKept || "-_.+!*(),%#@?=;:/,$~".utf8.contains(byte) {
        out.append(Character(UnicodeScalar(byte)))
      } else if byte == UInt8(ascii: "&") {
        out += "&amp;"
      } else if byte == UInt8(ascii: "'") {
        out += "&#x27;"
      } else {
        out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
