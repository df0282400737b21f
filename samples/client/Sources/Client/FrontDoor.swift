import Foundation
import MDTypeset

// The front door: one line, one import, beside Foundation.

func writeOneLine(to folder: String) throws {
  try Typesetter().typeset(markdown: "Euler: $e^{i\\pi}+1=0$").write(to: folder + "/euler.pdf")
}

func modifiers() throws {
  let plain = Document(markdown: "# Title\n\nSome `code` and a [link](https://example.org).\n\n## Section\n\n- one\n- two\n")
  let styled =
    plain
    .font(.custom("Libertinus Sans", size: 11), for: .heading(1), .h2)
    .foregroundStyle(.red, for: .h2)
    .tint(.teal, for: .inlineCode)
    .markdownListIndent(18)
    .markdownTableStyle(.booktabs)
    .markdownMathRendering(.disabled)
    .markdownPaper(.a5)
    .markdownMargins(2.cm)
    .markdownDate(secondsSince1970: 0)
  let document = Typesetter().typeset(styled)
  try check(document.diagnostics.isEmpty, "the styled document has diagnostics: \(document.diagnostics.map(\.message))")
  try check(try document.size(ofPage: 0).width < 421, "A5 is 420 points wide")
  try check(try document.text(ofPage: 0).hasPrefix("Title\nSome code and a link."), "the text begins with the title")
  let size = Typesetter().typeset(plain)
  try check(try size.size(ofPage: 0).width > 594, "the receiver of a modifier stays as it is")
}

func pagesBeyondTheEnd() throws {
  let document = Typesetter().typeset(markdown: "One page")
  do {
    _ = try document.png(page: 8)
    throw Failure("a page beyond the end was drawn")
  } catch let error as DocumentError {
    try check(error == .noSuchPage(8, count: 1), "\(error)")
  }
  let png = try document.png(page: 0, ppi: 72)
  try check(Data(png).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]), "a PNG file")
}

func diagnosticsAreValues() throws {
  let document = Typesetter().typeset(markdown: "$\\frca{1}{2}$")
  let data = try JSONEncoder().encode(document.diagnostics)
  try check(try JSONDecoder().decode([Diagnostic].self, from: data) == document.diagnostics, "diagnostics survive JSON")
  try check(document.diagnostics.first?.code == "math.unknown-command", "the code is stable")
}

/// Pictures by their names; everything else is refused.
struct Figures: ResourceProvider {
  nonisolated func load(_ request: ResourceRequest) throws -> [UInt8] {
    guard request.reference == "dot.svg" else { throw ResourceError.denied }
    return Array("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><circle r='5' cx='5' cy='5'/></svg>".utf8)
  }
}

func resources() throws {
  let text = "![a dot](dot.svg)\n\n![a secret](secret.svg)\n"
  let refused = Typesetter().typeset(markdown: text)
  try check(refused.diagnostics.count == 2, "without a provider nothing is loaded: \(refused.diagnostics.map(\.message))")
  let document = Typesetter().typeset(Document(markdown: text).markdownResources(Figures()))
  try check(document.diagnostics.count == 1, "the provider refuses one: \(document.diagnostics.map(\.message))")
}
