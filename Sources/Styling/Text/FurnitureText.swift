import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// Markdown in headers, footers and boxes of pages. Placeholders and pictures are signs in it until a page is known.
public enum FurnitureText {
  /// The signs are private characters, from this one on.
  private static let firstSign: UInt32 = 0xF0000

  /// The text with signs, and what each stands for: a placeholder's name, or a picture's source.
  public static func marked(_ text: String) -> (text: String, names: [String]) {
    var names: [String] = []
    func sign(_ name: String) -> String {
      names.append(name)
      return Unicode.Scalar(firstSign + UInt32(min(names.count, 1_000) - 1)).map { String(Character($0)) } ?? ""
    }
    var out = ""
    var rest = text[...]
    for picture in text.contains("![") ? FurniturePicture.all(in: text) : [] {
      guard let place = rest.firstRange(of: picture.source) else { continue }
      out += Furniture.expanded(String(rest[..<place.lowerBound]), sign) + sign(picture.source)
      rest = rest[place.upperBound...]
    }
    return (out + Furniture.expanded(String(rest), sign), names)
  }

  /// The number of what a sign stands for.
  public static func number(of scalar: Unicode.Scalar) -> Int? {
    scalar.value >= firstSign && scalar.value < firstSign + 1_000 ? Int(scalar.value - firstSign) : nil
  }

  /// What the content of a text is called among the document's heads.
  ///
  /// - Parameter kind: An element, or a class of boxes: what it looks like.
  public static func head(_ text: String, _ kind: String) -> String { "\u{1}\(kind)\u{1}\(text)" }

  fileprivate static func mayHaveMarkup(_ text: String) -> Bool {
    text.utf8.count < 2_000 && text.utf8.contains { "*_`[$<&^~\\".utf8.contains($0) }
  }
}

extension TitleBlock {
  /// Reads the texts of headers, footers and boxes as Markdown, where they have any.
  mutating func readFurniture(of page: PageStyle, parse: (String) -> Tree) {
    for text in page.header.texts + page.footer.texts + page.boxes.map(\.text)
    where furniture[text] == nil && FurnitureText.mayHaveMarkup(text) {
      var tree = parse(FurnitureText.marked(text.replacing("\n", with: Self.lineBreak)).text)
      guard tree.isOneParagraph else { continue }
      let isPlain = tree.children(of: 1).allSatisfy { if case .text(let words) = tree[$0].kind { text.contains(words) } else { false } }
      guard !isPlain else { continue }
      tree.moveSpans(by: nil, else: SourceSpan(0, 0))
      furniture[text] = tree
    }
  }
}
