import Testing
import TypesetBoxes

@Suite struct LengthTests {
  @Test func `a length prints in points as TeX does`() {
    #expect("\(Length(rawValue: 65536))" == "1.0pt")
    #expect("\((-0.4).pt)" == "-0.4pt")
    #expect("\(Length.zero)" == "0.0pt")
  }
}
