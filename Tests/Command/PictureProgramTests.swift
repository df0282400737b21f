import Foundation
import Testing

/// Pictures of documents, from outside: whatever they are, they never cost the document.
@Suite struct PictureProgramTests {
  let folder: Program.Folder

  init() throws { folder = try Program.Folder() }

  private func uris(ofPDF name: String) throws -> [String] {
    let result = try Program.run(["qpdf", "--qdf", "--object-streams=disable", name, "-"], in: folder, program: "/usr/bin/env")
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").filter { $0.contains("/URI (") }.map(String.init)
  }

  @Test func `links of an SVG work in PDF and SVG pages`() throws {
    try folder.write(
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='20'><a href='https://a.org/in'><rect width='90' height='20'/></a></svg>")
    try folder.write("doc.md", "![a](a.svg)\n\n[![b](a.svg)](https://a.org/out)\n")
    for name in ["doc.pdf", "doc.svg", "doc.png"] {
      let result = try Program.run(["doc.md", "-o", name], in: folder)
      #expect(result.code == 0 && result.errors.isEmpty)
    }
    // The author's own link is the only one of its picture.
    #expect(try uris(ofPDF: "doc.pdf") == ["    /URI (https://a.org/in)", "    /URI (https://a.org/out)"])
    let page = String(decoding: try #require(folder.read("doc.svg")), as: UTF8.self)
    #expect(page.components(separatedBy: "<a xlink:href=\"https://a.org/in\">").count == 2)
    #expect(page.components(separatedBy: "<a xlink:href=\"https://a.org/out\">").count == 2)
  }

  @Test func `SVG pages have the same bytes whatever the threads are`() throws {
    try folder.write(
      "b.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='20'><rect width='90' height='20' opacity='.5'/></svg>")
    try folder.write("doc.md", String(repeating: "![b](b.svg) 😀\n\n\\newpage\n\n", count: 8))
    var pages: [[Data?]] = []
    for threads in ["1", "2", "2", "4"] {
      _ = try Program.run(["doc.md", "-o", "doc.svg", "-j", threads], in: folder)
      pages.append((1...8).map { folder.read("doc-\($0).svg") })
    }
    #expect(pages.allSatisfy { $0 == pages[0] && $0[0] != nil })
  }

  @Test(arguments: ["pdf", "png", "svg"])
  func `pictures that hang or crash leave the rest of the document on the page`(format: String) throws {
    let turbulence =
      "<filter id='f'><feTurbulence baseFrequency='.1' numOctaves='99999999'/></filter><rect width='90' height='90' filter='url(#f)'/>"
    let deep = "<style>\(String(repeating: ":not(", count: 3_000))a{fill:red}</style><rect/>"
    for (name, content) in [("hang.svg", turbulence), ("deep.svg", deep), ("good.svg", "<rect width='9' height='9'/>")] {
      try folder.write(name, "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'>\(content)</svg>")
    }
    try folder.write("doc.md", "Before.\n\n![It hangs](hang.svg)\n\n![It is deep](deep.svg)\n\n![It is good](good.svg)\n\nAfter.\n")
    let result = try Program.run(["doc.md", "-o", "doc.\(format)", "--picture-time", "0.5"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains("cannot show hang.svg: drawing it would take too long"))
    #expect(result.errors.contains("[limit.picture-work]"))
    #expect(result.errors.components(separatedBy: "warning:").count == 3, "one diagnostic for each of the two pictures: \(result.errors)")
    guard format == "pdf" else { return }
    let text = try Program.text(ofPDF: "doc.pdf", in: folder)
    for words in ["Before.", "It hangs", "It is deep", "After."] { #expect(text.contains(words)) }
  }
}
