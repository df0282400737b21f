import Testing
import TypesetBoxes

@Suite struct LengthTests {
  @Test func `a length prints in points as TeX does`() {
    #expect("\(Length(rawValue: 65536))" == "1.0pt")
    #expect("\((-0.4).pt)" == "-0.4pt")
    #expect("\(Length.zero)" == "0.0pt")
  }

  @Test(arguments: [
    (0x1122_33FF, "#112233"), (0x1122_3380, "#11223380"), (0x0000_00FF, "#000000"), (0xFFFF_FF00, "#ffffff00"), (0xFF, "#000000"),
  ])
  func `a colour prints its transparency where it has one`(rgba: Int, text: String) {
    #expect(Color(rgba: UInt32(rgba)).description == text)
  }
}
