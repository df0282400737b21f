import Testing
import TypesetFiles

@testable import TypesetFonts

@Suite struct FontPackageTests {
  @Test(arguments: [
    ("中ケ한", "fonts-noto-cjk", "mdtypeset-fonts-cjk"), ("😀", "fonts-noto-color-emoji", "mdtypeset-fonts-emoji"),
    ("ع♚", "fonts-noto-core", "mdtypeset-fonts-more"),
  ])
  func `a character without a font leads to one package, an archive's own first`(text: String, debian: String, own: String) {
    let scalars = Array(text.unicodeScalars)
    #expect(FontPackage.remedy(for: scalars, in: .other) == "install \(debian)")
    #expect(FontPackage.remedy(for: scalars, in: .archive) == "unpack \(own) over the program's folder, or install \(debian)")
  }

  @Test func `several packages are named once each`() {
    let remedy = FontPackage.remedy(for: Array("中文ع😀".unicodeScalars), in: .other)
    #expect(remedy == "install fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji")
  }
}
