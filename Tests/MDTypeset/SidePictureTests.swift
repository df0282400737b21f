import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

@testable import MDTypeset

/// Pictures with text beside them.
@Suite struct SidePictureTests {
  /// A square, `width` wide in pixels.
  private static func picture(_ width: Int, _ attributes: String) -> String {
    let svg = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2210%22 height=%2210%22/%3E"
    return "<img \(attributes) width=\"\(width)\" src=\"\(svg)\">"
  }

  private static let words = String(repeating: "Words that fill lines, one after the other, until there are enough of them. ", count: 6)

  /// On each page the pictures, and the boxes of the runs of text with their bytes.
  private func pages(_ text: String) -> [(pictures: [Rect], runs: [(rect: Rect, text: String)])] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    let document = Typesetter(options: options).typeset(Source(name: "a.md", text: text))
    return document.pages.map { page in
      var (pictures, runs): ([Rect], [(Rect, String)]) = ([], [])
      for item in page.ink.items {
        switch item {
        case .picture(_, let rect): pictures.append(rect)
        case .run(let run):
          let bytes = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
          let rect = Rect(x: run.x, y: run.y, width: run.width, height: run.size.scaled(by: 0.45))
          runs.append((rect, String(decoding: bytes, as: UTF8.self)))
        default: break
        }
      }
      return (pictures, runs)
    }
  }

  private func overlaps(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }

  @Test(arguments: [("align=\"right\"", true), ("align=\"left\"", false), ("style=\"float: right\"", true), ("class=\"left\"", false)])
  func `text runs beside the picture, and below it is as wide as before`(attributes: String, isRight: Bool) throws {
    let page = try #require(pages(Self.picture(160, attributes) + "\n\n" + Self.words + "\n\n" + Self.words).first)
    let picture = try #require(page.pictures.first)
    let short = page.runs.filter { $0.rect.y + $0.rect.height > picture.y && $0.rect.width > 100.pt }
    let long = page.runs.filter { $0.rect.y < picture.y - 20.pt && $0.rect.width > 300.pt }
    #expect(short.count == 8)
    #expect(!long.isEmpty)
    for line in short {
      #expect(isRight ? line.rect.x + line.rect.width < picture.x : line.rect.x > picture.x + picture.width, "\(line.text)")
    }
    // Its upper edge is level with the first capitals.
    let first = try #require(page.runs.first)
    #expect(abs((picture.y + picture.height - first.rect.y).points - 0.66 * 11) < 0.1)
  }

  @Test(arguments: ["# Head PICTURE", "# PICTURE Head", "# Head <a href=\"https://a.org\">PICTURE</a>", "Head PICTURE\n===="])
  func `a picture in a heading stands beside it and the text below`(heading: String) throws {
    let source = heading.replacingOccurrences(of: "PICTURE", with: Self.picture(120, "align=\"right\"")) + "\n\n" + Self.words
    let page = try #require(pages(source).first)
    let picture = try #require(page.pictures.first)
    #expect(page.pictures.count == 1)
    let head = try #require(page.runs.first)
    #expect(head.text == "Head")
    #expect(head.rect.y > picture.y + picture.height / 2, "the heading is level with the picture's top")
    #expect(!page.runs.contains { overlaps($0.rect, picture) })
  }

  @Test func `a heading that is only a picture stays a heading`() throws {
    let page = try #require(pages("# " + Self.picture(120, "align=\"right\"") + "\n\nText.").first)
    #expect(try #require(page.pictures.first).y > (try #require(page.runs.first)).rect.y)
  }

  @Test func `a picture before the text of its own paragraph leaves no space in it`() throws {
    let page = try #require(pages(Self.picture(100, "align=\"left\"") + " Text beside it.").first)
    #expect(page.runs.first?.text == "Text beside it.")
    #expect(page.pictures.count == 1)
  }

  @Test(arguments: ["```\ncode\n```", "| a |\n|---|\n| b |", "## Heading", "---\n\nafter"])
  func `what can't run around the picture begins below it`(block: String) throws {
    let page = try #require(pages(Self.picture(200, "align=\"right\"") + "\n\nShort.\n\n" + block).first)
    let picture = try #require(page.pictures.first)
    let body = page.runs.filter { $0.text != "Short." && !$0.text.isEmpty }
    #expect(!body.isEmpty)
    for run in body { #expect(run.rect.y + run.rect.height < picture.y, "\(run.text)") }
  }

  @Test(arguments: [80, 200, 330])
  func `no text overlaps a picture, whatever follows`(width: Int) throws {
    let blocks = [
      Self.words, "- item\n- " + Self.words, "> " + Self.words, "# Heading\n\n" + Self.words,
      "1. one\n\n   ```\n   code\n   ```\n2. " + Self.words,
      "$$x^2$$\n\n" + Self.words, "term\n: " + Self.words,
      "שלום עולם זה טקסט ארוך בעברית שצריך להישבר לכמה שורות כדי שנוכל לראות\n\n" + Self.words,
    ]
    var text = ""
    for (number, block) in blocks.enumerated() {
      for side in ["left", "right"] {
        text += Self.picture(width, "align=\"\(side)\"") + (number % 2 == 0 ? "\n\n" : " Some words. ") + block + "\n\n"
      }
    }
    let pages = pages(text)
    #expect(pages.reduce(0) { $0 + $1.pictures.count } == blocks.count * 2)
    for page in pages {
      for picture in page.pictures {
        #expect(picture.y > -760.pt)
        for run in page.runs where !run.text.allSatisfy(\.isWhitespace) {
          #expect(!overlaps(picture, run.rect), "\(run.text)")
        }
      }
    }
  }

  @Test(arguments: [
    "<div style=\"float: right\">\nPICTURE\n</div>", "::: {.right}\nPICTURE\n:::", "<figure class=\"right\">PICTURE</figure>",
  ])
  func `divs and figures of one picture stand at a side too`(block: String) throws {
    let text = block.replacing("PICTURE", with: Self.picture(100, "alt=\"a\""))
    let page = try #require(pages(text + "\n\n" + Self.words).first)
    let picture = try #require(page.pictures.first)
    #expect(page.runs[0].rect.x + page.runs[0].rect.width < picture.x)
    #expect(page.runs[0].rect.y > picture.y)
  }

  @Test func `a div that aligns its picture has no text beside it`() throws {
    let page = try #require(pages("<div align=\"right\">\n" + Self.picture(100, "alt=\"a\"") + "\n</div>\n\n" + Self.words).first)
    let picture = try #require(page.pictures.first)
    for run in page.runs { #expect(run.rect.y < picture.y) }
  }

  @Test func `a paragraph behind a heading is not indented because a picture stands between`() throws {
    let page = try #require(
      pages("---\ntheme: book\n---\n# A\n\n" + Self.picture(100, "align=\"right\"") + "\n\n" + Self.words + "\n\n" + Self.words).first)
    let starts = page.runs.filter { $0.text.hasPrefix("Words that fill lines, one") }.map(\.rect.x.points)
    let left = try #require(page.runs.map(\.rect.x.points).min())
    #expect(starts.first.map { abs($0 - left) < 1 } == true)
    #expect(starts.contains { $0 > left + 10 })
  }

  @Test func `no page ends beside a picture`() throws {
    for lines in 30..<40 {
      let above = (0..<lines).map { "Line \($0)" }.joined(separator: "\\\n")
      let pages = pages(above + "\n\n" + Self.picture(120, "align=\"left\"") + "\n\nBeside. " + Self.words)
      let page = try #require(pages.first { !$0.pictures.isEmpty })
      let picture = page.pictures[0]
      let beside = page.runs.count { $0.rect.y < picture.y + picture.height && $0.rect.y + $0.rect.height > picture.y }
      #expect(beside == 6, "\(lines)")
      #expect(page.runs.contains { $0.text.hasPrefix("Beside.") })
    }
  }

  @Test func `a picture that leaves no room stands by itself, signs and rows of pictures stay in their line`() throws {
    let wide = try #require(pages(Self.picture(500, "align=\"right\"") + "\n\n" + Self.words).first)
    let picture = try #require(wide.pictures.first)
    for run in wide.runs { #expect(run.rect.y < picture.y) }
    let sign = try #require(pages(Self.picture(16, "align=\"left\"") + " Sign.").first)
    let middle = try #require(sign.pictures.first.map { $0.y + $0.height.scaled(by: 0.5) })
    #expect(middle > sign.runs[0].rect.y && middle < sign.runs[0].rect.y + sign.runs[0].rect.height)
    let row = try #require(pages(Self.picture(100, "align=\"left\"") + Self.picture(100, "align=\"right\"") + "\n\nText.").first)
    #expect(Set(row.pictures.map(\.y)).count == 1)
    #expect(row.pictures.allSatisfy { $0.y > row.runs[0].rect.y })
  }

  @Test func `a figure's caption stands below it, as wide as the picture`() throws {
    let svg = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2210%22%20height=%2210%22/%3E"
    let page = try #require(pages("![A caption of some words](\(svg)){.right width=30%}\n\n" + Self.words).first)
    let picture = try #require(page.pictures.first)
    let caption = try #require(page.runs.first { $0.text.hasPrefix("A caption") })
    #expect(caption.rect.y < picture.y)
    #expect(caption.rect.x >= picture.x && caption.rect.x + caption.rect.width <= picture.x + picture.width + 0.1.pt)
  }
}
