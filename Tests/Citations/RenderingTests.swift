import Testing

@testable import TypesetCitations

/// What a style makes of works.
struct RenderingTests {
  private func style(_ layout: String, attributes: String = "", citation: String = "", macros: String = "") throws -> Style {
    try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" \(attributes)>\(macros)
      <citation \(citation)><layout delimiter="; ">\(layout)</layout></citation>
      <bibliography><layout>\(layout)</layout></bibliography></style>
      """.utf8)
  }

  private func work(_ key: String, _ family: String, _ given: String = "", year: Int? = nil, texts: [String: String] = [:]) -> Item {
    var item = Item(id: key, type: "book")
    var name = PersonName()
    (name.family, name.given) = (family, given)
    name.takeApart()
    item.names["author"] = [name]
    item.texts = texts
    item.dates["issued"] = year.map { PartialDate(start: PartialDate.Day(year: $0)) }
    return item
  }

  private func citation(_ style: Style, _ works: [Item], _ cites: [Cite]? = nil) -> String {
    let processor = Processor(style: style, language: "en-US", localeFile: ShippedFiles.locale, items: works)
    return processor.citation(Processor.Cluster(cites ?? works.map { Cite(id: $0.id) })).html(processor.quotes)
  }

  private static let authorYear =
    #"<group delimiter=" "><names variable="author"><name form="short"/></names><date variable="issued"><date-part name="year"/></date></group>"#

  @Test func `letters after years collapse where a style shows no names`() throws {
    let style = try style(
      #"<date variable="issued"><date-part name="year"/></date>"#,
      citation: #"collapse="year-suffix" year-suffix-delimiter="," disambiguate-add-year-suffix="true""#)
    #expect(
      citation(style, [work("a", "Smith", year: 2000), work("b", "Doe", year: 2000), work("c", "Doe", year: 1999)]) == "2000a,b; 1999")
  }

  /// Macros that call each other 10²⁹ times, affixes and names without end.
  private static let endless: [(layout: String, macros: String)] = [
    (
      #"<text macro="m29"/>"#,
      (0..<30).map { number in
        let body = number == 0 ? #"<text variable="title"/>"# : String(repeating: "<text macro=\"m\(number - 1)\"/>", count: 10)
        return "<macro name=\"m\(number)\">\(body)</macro>"
      }.joined()
    ), (#"<text variable="title" prefix="\#(String(repeating: "x", count: 200_000))"/>"#, ""),
    (#"<group delimiter="\#(String(repeating: "x", count: 9_000))">\#(String(repeating: #"<text value="a"/>"#, count: 900))</group>"#, ""),
    (#"<names variable="\#(String(repeating: "author ", count: 20_000))"/>"#, ""),
  ]

  @Test(arguments: endless.indices)
  func `a style that asks for more than a page holds is cut, and the same whatever else is cited`(row: Int) throws {
    let (layout, macros) = Self.endless[row]
    let style = try style(layout, macros: macros)
    let works = (0..<100).map { work("k\($0)", "Smith", texts: ["title": "T\($0)"]) }
    let processor = Processor(style: style, language: "en-US", localeFile: ShippedFiles.locale, items: works, cites: 100)
    let all = works.map { processor.citation(Processor.Cluster([Cite(id: $0.id)])).plain }
    #expect(all.reduce(0) { $0 + $1.utf8.count } < 8 << 20)
    #expect(processor.isCut == (row < 3))
    #expect(processor.citation(Processor.Cluster([Cite(id: "k7")])).plain == all[7])
  }

  @Test func `no work in a style that comes with the program is cut, of 3,000 authors neither`() throws {
    for name in ["chicago-author-date", "chicago-note-bibliography", "apa", "ieee"] {
      let style = try #require(ShippedFiles.style(name).flatMap { try? Style($0) })
      var works = (0..<4_000).map {
        work("k\($0)", "Smith\($0 % 40)", "Ann", year: 1990 + $0 % 20, texts: ["title": "Title \($0)", "publisher": "P"])
      }
      works[0].names["author"] = (0..<3_000).map { number in work("", "N\(number)", "A").names["author"]?.first ?? PersonName() }
      let processor = Processor(style: style, language: "en-US", localeFile: ShippedFiles.locale, items: works, cites: 4_000)
      for index in [0, 1, 3_999] { _ = processor.citation(Processor.Cluster([Cite(id: works[index].id)])) }
      _ = processor.bibliography()
      #expect(!processor.isCut, "\(name)")
    }
  }

  @Test func `the day of access tells no works apart`() throws {
    var (one, two) = (work("a", "Smith"), work("b", "Smith"))
    one.dates["accessed"] = PartialDate(start: PartialDate.Day(year: 2001))
    two.dates["accessed"] = PartialDate(start: PartialDate.Day(year: 2002))
    let layout =
      #"<group delimiter=" "><names variable="author"><name form="short"/></names><text term="no date" form="short"/><date variable="accessed"><date-part name="year"/></date></group>"#
    let style = try style(layout, citation: #"disambiguate-add-year-suffix="true""#)
    #expect(citation(style, [one, two]) == "Smith n.d.-a 2001; Smith n.d.-b 2002")
  }

  @Test func `a year with a letter sorts as a year`() throws {
    let layout = #"<group delimiter=" "><names variable="author"><name form="short"/></names><text macro="year"/></group>"#
    let macros = #"<macro name="year"><date variable="issued"><date-part name="year"/></date><text variable="year-suffix"/></macro>"#
    let text = """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">\(macros)
      <citation disambiguate-add-year-suffix="true"><sort><key macro="year"/></sort><layout delimiter="; ">\(layout)</layout></citation>
      <bibliography><layout>\(layout)</layout></bibliography></style>
      """
    let works = [work("a", "Doe", year: 2001), work("b", "Smith", year: 2000), work("c", "Smith", year: 2000)]
    #expect(try citation(Style(text.utf8), works) == "Smith 2000a; Smith 2000b; Doe 2001")
  }

  @Test func `cites after words of their author's stay where they are, with their names`() throws {
    let style = try style(Self.authorYear, citation: #"collapse="year""#)
    var cites = ["a", "b", "c"].map { Cite(id: $0) }
    cites[2].prefix = "see "
    let works = [work("a", "Doe", year: 2001), work("b", "Smith", year: 2000), work("c", "Doe", year: 2002)]
    #expect(citation(style, works, cites) == "Doe 2001; Smith 2000; see Doe 2002")
  }

  @Test func `initials keep the markup of names`() throws {
    let style = try style(#"<names variable="author"><name initialize-with=". "/></names>"#)
    #expect(citation(style, [work("a", "Doe", "<i>Jane</i> Queen")]) == "<i>J.</i> Q. Doe")
  }

  @Test func `a quotation mark after a space closes nothing`() throws {
    let style = try style(#"<text variable="title"/>"#)
    #expect(citation(style, [work("a", "", texts: ["title": #"A "b " c"#])]) == #"A "b " c"#)
  }

  @Test func `years of one author stand together, with letters where they are alike`() throws {
    let style = try style(Self.authorYear, citation: #"collapse="year" disambiguate-add-year-suffix="true""#)
    #expect(
      citation(style, [work("a", "Smith", year: 2000), work("b", "Doe", year: 1999), work("c", "Smith", year: 2000)])
        == "Smith 2000a, 2000b; Doe 1999")
  }

  @Test func `a DOI's link has its whole address`() throws {
    let style = try style(#"<text variable="DOI" prefix="see https://doi.org/"/>"#)
    let processor = Processor(
      style: style, language: "en-US", localeFile: ShippedFiles.locale, items: [work("a", "", texts: ["DOI": "10.1000/1"])])
    let tokens = processor.citation(Processor.Cluster([Cite(id: "a")])).tokens
    #expect(
      tokens.suffix(4) == [.text("see "), .openLink("https://doi.org/10.1000/1"), .text("https://doi.org/10.1000/1"), .closeLink])
  }

  @Test func `others count as a name`() throws {
    let style = try style(#"<names variable="author"><name form="short" et-al-min="3" et-al-use-first="1"/></names>"#)
    var item = work("a", "Smith")
    item.names["author"] = LaTeXText.names("Ann Smith and Bob Doe and others")
    #expect(citation(style, [item]) == "Smith et al.")
    item.names["author"] = LaTeXText.names("Ann Smith and Bob Doe")
    #expect(citation(style, [item]) == "Smith, Doe")
  }

  @Test func `the last word of a title's part keeps its capital`() throws {
    let style = try style(#"<text variable="title" text-case="title"/>"#)
    #expect(citation(style, [work("a", "", texts: ["title": "Physica A: a guide to a field"])]) == "Physica A: A Guide to a Field")
  }

  @Test func `a macro whose variables are empty is left out with its words`() throws {
    let style = try style(
      #"<group delimiter=", "><text variable="title"/><text macro="in"/></group>"#,
      macros: #"<macro name="in"><text term="in" suffix=" "/><text variable="container-title"/></macro>"#)
    #expect(citation(style, [work("a", "", texts: ["title": "Alone"])]) == "Alone")
  }

  @Test func `a group that is shown is there for the group around it`() throws {
    let style = try style(#"<group delimiter=" "><text variable="title"/><group><text value="shown"/></group></group>"#)
    #expect(citation(style, [work("a", "")]) == "shown")
  }

  @Test func `particle and family name have the look of the family name`() throws {
    let style = try style(
      #"<names variable="author"><name><name-part name="family" prefix="(" suffix=")" font-weight="bold"/></name></names>"#)
    #expect(
      citation(style, [work("a", "van Gogh", "Vincent"), work("b", "Aubignac", "François d'")])
        == "Vincent (<b>van</b> <b>Gogh</b>); François (<b>d’</b><b>Aubignac</b>)")
  }

  @Test(arguments: [
    ("minimal", "n11564-n11568", "n11564–8"), ("expanded", "110-5", "110–115"), ("expanded", "N110 - P5", "N110-P5"),
    ("", "Morely-Smith", "Morely-Smith"),
    ("chicago", "321-328", "321–28"),
  ]) func `ranges of pages`(format: String, written: String, shown: String) {
    #expect(Numbers.pageRanges(written, format: format, delimiter: "–") == shown)
  }

  @Test(arguments: [
    ("all for one. For all.", "All for One. For All."), ("UK", "UK"),
    ("employee pro-environmental behavior", "Employee Pro-Environmental Behavior"),
    ("a $x$-ray of the matter", "A $x$-Ray of the Matter"),
    ("code for <span class=\"nocase\">R</span>", "Code for R"), ("what it is for", "What It Is For"),
    ("what is it for?", "What Is It For?"),
    ("a <span class=\"nocase\">Developer</span>'s guide", "A Developer’s Guide"),
  ]) func `titles in title case`(title: String, shown: String) throws {
    let style = try style(#"<text variable="title" text-case="title"/>"#)
    #expect(citation(style, [work("a", "", texts: ["title": title])]) == shown)
  }

  @Test func `the label may be part of the locator`() throws {
    let style = try style(#"<label variable="locator" form="short"/><text variable="locator" prefix=" "/>"#)
    var cite = Cite(id: "a")
    cite.locator = "vol. 1, fol. 186"
    #expect(citation(style, [work("a", "")], [cite]) == "vol. 1, fol. 186")
  }

  @Test func `a work that is missing is shown by its key`() throws {
    let processor = Processor(
      style: try style(Self.authorYear), language: nil, localeFile: ShippedFiles.locale, items: [work("a", "Smith", year: 2000)],
      missing: ["b"])
    #expect(processor.citation(Processor.Cluster([Cite(id: "b"), Cite(id: "a")])).html(processor.quotes) == "<b>b?</b>; Smith 2000")
    #expect(processor.bibliography().map(\.id) == ["a"])
  }

  @Test func `a particle of BibTeX sorts with the name only if its entry says so`() throws {
    let file = BibTeXFile(
      Array("@book{a, author={van Gogh, Vincent}}\n@book{b, options={useprefix=true}, author={van Gogh, Vincent}}".utf8))
    #expect(file.item("a")?.names["author"]?.map(\.droppingParticle) == ["van"])
    #expect(file.item("b")?.names["author"]?.map(\.nonDroppingParticle) == ["van"])
  }

  /// CSL 1.0.2, `et-al-use-last`: where at least two names are left out.
  @Test(arguments: [("A and B and C", "A, B, C"), ("A and B and C and D", "A, B, … D"), ("A and B and C and D and E", "A, B, … E")])
  func `the last of many authors follows an ellipsis, of which two at least are left out`(names: String, shown: String) throws {
    let style = try style(#"<names variable="author"><name et-al-min="4" et-al-use-first="2" et-al-use-last="true"/></names>"#)
    let fewer = try self.style(#"<names variable="author"><name et-al-min="3" et-al-use-first="2" et-al-use-last="true"/></names>"#)
    var item = work("a", "")
    item.names["author"] = LaTeXText.names(names)
    #expect(citation(style, [item]) == shown)
    // One alone is no ellipsis.
    item.names["author"] = LaTeXText.names("A and B and C")
    #expect(citation(fewer, [item]) == "A, B, et al.")
  }

  /// CSL 1.0.2, `names-min`, `names-use-first`, `names-use-last`.
  @Test(arguments: [("false", "a; b"), ("true", "b; a")])
  func `a sort key may have the last of many names`(keepsLast: String, order: String) throws {
    let style = try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><macro name="who"><names variable="author"/></macro>
      <citation><sort><key macro="who" names-min="3" names-use-first="1" names-use-last="\(keepsLast)"/></sort>
      <layout delimiter="; "><text variable="title"/></layout></citation></style>
      """.utf8)
    let works = [("a", "A and M and Z"), ("b", "A and M and C")].map { key, names in
      var item = work(key, "", texts: ["title": key])
      item.names["author"] = LaTeXText.names(names)
      return item
    }
    #expect(citation(style, works) == order)
  }

  @Test(arguments: [(1984, "1984"), (1000, "1000"), (999, "999AD"), (79, "79AD"), (-44, "44BC")])
  func `years before 1000 name their era`(year: Int, shown: String) throws {
    let style = try style(#"<date variable="issued"><date-part name="year"/></date>"#)
    #expect(citation(style, [work("a", "Smith", year: year)]) == shown)
  }

  @Test func `the case of a style's own words goes by the style's language, whatever the work's`() throws {
    var item = work("a", "")
    (item.names, item.texts["language"]) = (["editor": LaTeXText.names("Jaffé, P.")], "de-DE")
    let inner = try self.style(
      #"<names variable="editor"><name/><label form="short" text-case="title" prefix=" "/></names>"#)
    #expect(citation(inner, [item]) == "P. Jaffé Ed.")
  }

  /// CSL 1.0.2, `cs:substitute`.
  @Test func `editors in a condition of a substitution have the form of the authors`() throws {
    let style = try style(
      """
      <names variable="author"><name form="short"><name-part name="family" text-case="uppercase"/></name><substitute>
      <choose><if variable="container-title" match="none"><names variable="editor"/></if></choose></substitute></names>
      """)
    var item = work("a", "")
    item.names = ["editor": LaTeXText.names("Matuz, Roger")]
    #expect(citation(style, [item]) == "MATUZ")
  }

  @Test func `works that differ in their looks alone are told apart by letters`() throws {
    let style = try style(
      """
      <names variable="author"><name form="short" font-variant="small-caps"/><substitute><names variable="editor" font-variant="small-caps"/>
      </substitute></names><date variable="issued" prefix=" "><date-part name="year"/></date>
      """, citation: #"disambiguate-add-year-suffix="true""#)
    let first = work("a", "Westfahl", "Gary", year: 2000)
    var second = work("b", "", year: 2000)
    second.names = ["editor": LaTeXText.names("Westfahl, Gary")]
    let shown = citation(style, [first, second])
    #expect(shown.contains("2000a") && shown.contains("2000b"))
  }

  @Test(arguments: [("number", "99-02", "99-02"), ("issue", "1-2", "1–2"), ("page", "108-108", "108–108")])
  func `hyphens of numbers that count something are dashes`(variable: String, text: String, shown: String) throws {
    let style = try style(#"<text variable="\#(variable)"/>"#, attributes: #"page-range-format="expanded""#)
    #expect(citation(style, [work("a", "Doe", texts: [variable: text])]) == shown)
  }

  @Test func `a line stands for names that the entry before has with a word for what they did`() throws {
    let style = try Style(
      """
      <style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><citation><layout><text variable="title"/></layout></citation>
      <bibliography subsequent-author-substitute="———"><layout><names variable="author" suffix=". "><name/><label form="short" prefix=", "/>
      <substitute><names variable="editor"/></substitute></names><text variable="title"/></layout></bibliography></style>
      """.utf8)
    var edited = work("a", "", texts: ["title": "A"])
    edited.names = ["editor": LaTeXText.names("Gaonkar, Dilip")]
    let processor = Processor(
      style: style, language: "en-US", localeFile: ShippedFiles.locale,
      items: [edited, work("b", "Gaonkar", "Dilip", texts: ["title": "B"])])
    #expect(processor.bibliography().map { $0.text.html(processor.quotes) } == ["Dilip Gaonkar, ed. A", "———. B"])
  }

  @Test func `letters after years go on after z`() {
    #expect([1, 2, 25, 26, 27, 52, 53].map { YearSuffix.letters($0) } == ["a", "b", "y", "z", "aa", "az", "ba"])
  }
}
