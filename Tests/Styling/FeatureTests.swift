import Testing
import TypesetBoxes
import TypesetFonts
import TypesetStyling

@Suite struct FeatureTests {
  private func tags(_ features: [TextStyle.Feature]?) -> [String]? { features?.map { "\($0.tag)=\($0.value)" } }

  @Test(arguments: [
    ("onum, smcp", ["onum=1", "smcp=1"]), ("-liga +dlig", ["liga=0", "dlig=1"]), ("ss01=2;kern=off", ["ss01=2", "kern=0"]), ("onums", nil),
    ("ss01=x", nil), ("", []),
  ])
  func `features are read as CSS, HarfBuzz and fontspec write them`(_ text: String, _ read: [String]?) {
    #expect(tags([TextStyle.Feature](text)) == read)
  }

  @Test(arguments: [
    ("Numbers=OldStyle", ["onum=1"]), ("Numbers={OldStyle,Proportional}", ["onum=1", "pnum=1"]), ("Ligatures=NoCommon", ["liga=0"]),
    ("StylisticSet=3", ["ss03=1"]), ("RawFeature=+ss05", ["ss05=1"]), ("BoldFont=*-Bold", []), ("Scale", nil),
  ])
  func `pandoc's mainfontoptions are fontspec's`(_ option: String, _ read: [String]?) {
    #expect(tags([TextStyle.Feature](fontspec: option)) == read)
  }

  @Test func `an element's features add to those around it, and figures take the place of figures`() throws {
    let outer = try #require([TextStyle.Feature]("onum, pnum, ss01"))
    #expect(tags(outer.overlaid(by: try #require([TextStyle.Feature]("smcp")))) == ["onum=1", "pnum=1", "ss01=1", "smcp=1"])
    #expect(tags(outer.overlaid(by: try #require([TextStyle.Feature]("lnum, tnum")))) == ["ss01=1", "lnum=1", "tnum=1"])
    #expect(tags(outer.overlaid(by: try #require([TextStyle.Feature]("none, dlig")))) == ["dlig=1"])
  }

  @Test func `code takes no features from the text around it`() throws {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.features = try #require([TextStyle.Feature]("onum"))
    var rule = StyleRule()
    rule.family = .code
    #expect(style.applying(rule, families: FamilyTable()).features.isEmpty)
  }
}
