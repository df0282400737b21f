import TeXMath
import Testing
import TypesetDiagnostics
import TypesetFonts
import TypesetSettings

@testable import TypesetPages
@testable import TypesetPictures

/// Labels of SVG files that the document's engine sets.
@Suite struct PictureLabelTests {
  private static let fonts = FontBook()
  private static var hasEmoji: Bool { fonts.face(family: "Noto Color Emoji") != nil }

  private func inkOf(_ text: String, isSans: Bool = false) -> SVGLabelInk? {
    let label = SVGLabel(text: LabelText(text), isBold: false, isItalic: false, isSans: isSans)
    return LabelSetter(Theme.standard, language: "en", macros: MathMacros(), fonts: Self.fonts)?.set(label)
  }

  @Test(.enabled(if: hasEmoji)) func `an emoji is a picture of its size on the baseline, and letters are outlines`() throws {
    let ink = try #require(inkOf("\u{1F680} go"))
    let image = try #require(ink.content.firstMatch(of: /<image x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/))
    let numbers = [image.1, image.2, image.3, image.4].compactMap { DocumentNumber.real($0) }
    // The type size is ten.
    #expect(numbers.count == 4 && numbers[0] >= 0 && (-12 ... -7).contains(numbers[1]))
    #expect((8...14).contains(numbers[2]) && (8...14).contains(numbers[3]))
    #expect(ink.content.contains("xlink:href=\"data:image/png;base64,iVBORw0KGgo") && ink.content.contains("<path"))
    #expect(ink.width > numbers[2] && ink.words == "\u{1F680} go")
  }

  @Test(.enabled(if: hasEmoji)) func `the space behind an emoji is the text's own`() throws {
    func width(_ text: String) throws -> Double { try #require(inkOf(text)).width }
    let space = try width("\u{1F680} b") - width("\u{1F680}") - width("b")
    #expect(abs(space - (try width("a b") - width("a") - width("b"))) < 0.01)
  }

  @Test(.enabled(if: hasEmoji)) func `an emoji has its colours also where the text's face has an outline of it`() throws {
    #expect(try #require(inkOf("\u{1F4E6}")).content.contains("<image"))
  }

  @Test func `a label is set in the face that its family's kind is`() throws {
    #expect(try #require(inkOf("words")).content != #require(inkOf("words", isSans: true)).content)
  }
}
