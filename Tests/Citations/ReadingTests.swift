import Testing

@testable import TypesetCitations

struct ReadingTests {
  @Test func `an entry that is never closed is named and the next one is read`() {
    let file = BibTeXFile(Array("@book{a, title = {Open\n@book{b, title = {Closed}, year = 1999}\n".utf8))
    #expect(file.keys == ["a", "b"])
    #expect(file.faults == [BibTeXFile.Fault(message: "the entry ‘a’ is never closed", line: 1)])
    #expect(file.item("b")?.texts["title"] == "Closed")
  }

  @Test(arguments: [#"Pe\~na, D."#, #"D. Pe\~na"#, #"Pe\~{n}a, D."#]) func `a tilde without braces is an accent, too`(author: String) {
    let person = BibTeXFile(Array("@book{a, author = {\(author)}}\n".utf8)).item("a")?.names["author"]?.first
    #expect(person?.family == "Peña" && person?.given == "D.")
  }

  @Test func `a key may be on the line below the brace`() {
    let file = BibTeXFile(Array("@misc{\n  a,\n  title = {One},\n  year = 2020\n}\n@book{b, title = {Two}, year = 1999}\n".utf8))
    #expect(file.keys == ["a", "b"])
    #expect(file.faults == [])
    #expect(file.item("a")?.texts["title"] == "One")
  }

  @Test func `a comma between two entries means nothing, and one before a field is said`() {
    #expect(BibTeXFile(Array("@book{a, title={One}},\n@book{b, title={Two}},\n".utf8)).faults == [])
    #expect(BibTeXFile(Array("@book{a, title={One}}, year={2000}}\n@book{b, title={Two}}\n".utf8)).faults.count == 1)
  }

  @Test func `keys that are there twice are named with their lines, and the first entries hold`() {
    let file = BibTeXFile(Array("@book{a, title={One}}\n@book{a, title={Two}}\n\n@book{a, title={Three}}\n".utf8))
    #expect(file.item("a")?.texts["title"] == "One")
    #expect(file.faults.map(\.line) == [2, 4])
  }

  @Test(arguments: [
    ("@book{a,\n title={X}, author {Y}}", "2: expected = and a value after ‘author {Y}’"),
    ("@book{a, title={X},\nauthor=\"Y}", "2: the value of ‘author’ is never closed"),
    ("@book{a, title=nothing}", "1: no @string is named ‘nothing’"),
    ("\n@book{a, crossref={b}}", "2: ‘a’ refers to ‘b’, which is not in the file"),
    ("@book{a, crossref={a}}", "1: the entry ‘a’ refers to itself"),
    ("@bok{a, title={X}}", "1: the type ‘bok’ of ‘a’ is not known; did you mean @book?"),
    ("@book{a, title={X},\ntitle={Y}}", "2: the field ‘title’ is there twice; the first one is used"),
    ("@book{a, crossref={b}}\n@book{b, crossref={a}}", "1: the entries ‘a’ and ‘b’ refer to each other"),
    ("@book{a, date={2000-13-45}}", "1: ‘2000-13-45’ of ‘a’ is no date: there is no month 13"),
    ("@book{a, urldate={2000-01-02/2000-01-32}}", "1: ‘2000-01-02/2000-01-32’ of ‘a’ is no date: there is no day 32"),
    ("@book{a, date={2001-02-29}}", "1: ‘2001-02-29’ of ‘a’ is no date: there is no 29 February 2001"),
    ("@book{a,\n author={A B and and C D}}", "2: a name is missing beside ‘and’ in the author of ‘a’"),
    ("@book{a, editor={A and }}", "1: a name is missing beside ‘and’ in the editor of ‘a’"),
    ("@book{a, author={and A}}", "1: a name is missing beside ‘and’ in the author of ‘a’"),
    ("@book{a, author={Hope, Bob,}}", "1: the name ‘Hope, Bob,’ in the author of ‘a’ ends in a comma"),
    ("@book{a, author={A, B, C, D}}", "1: the name ‘A, B, C, D’ in the author of ‘a’ has more than two commas"),
    ("@book{a, author={Hope, Bob and et al.}}", "1: ‘et al.’ is no name in the author of ‘a’"),
    ("@book{a,\n title={T},\n year=20x0}", "3: ‘20x0’ of ‘a’ is no year"),
    ("@book{a, year={20200}}", "1: ‘20200’ of ‘a’ is no year"), ("@book{a, year={199O}, month=jan}", "1: ‘199O’ of ‘a’ is no year"),
    ("@book{a, date={2020-0x-01}}", "1: ‘0x’ in the date of ‘a’ is no year, month or day"),
    ("@book{a, year=2020, month={Smarch}}", "1: the month ‘Smarch’ of ‘a’ is not known"),
    ("@book{a, year=2020, month=13}", "1: there is no month 13, as ‘a’ has it"),
    ("@book{a, year=2020, day={32}}", "1: ‘32’ of ‘a’ is no day"),
    ("@book{a, year=2020, month=apr, day=31}", "1: there is no 31 April 2020, as ‘a’ has it"),
    ("@book{a, year=2021, month=\"30~\" # feb}", "1: there is no 30 February 2021, as ‘a’ has it"),
  ])
  func `what is wrong with an entry is said where it is cited`(text: String, fault: String) throws {
    let item = try #require(BibTeXFile(Array(text.utf8)).item("a"))
    #expect(item.faults.map { "\($0.line): \($0.message)" } == [fault])
  }

  @Test func `a comma that is missing after a key, and a brace too many, are said, and the entries are read`() {
    let file = BibTeXFile(Array("@book{a title={X}, year=1999}\n@book{b, title={Y}}, year=2000}\n@book{c, title={Z}}\n".utf8))
    #expect(file.keys == ["a", "b", "c"])
    #expect(file.item("a")?.texts["title"] == "X")
    #expect(file.faults.map(\.line) == [1, 2])
  }

  /// BibTeX's own styles print a month as it is written, with the day.
  @Test(arguments: [
    ("12~Jan", 1, 12), ("\"12~\" # jan", 1, 12), ("jan # \"~12\"", 1, 12), ("{January 12--14}", 1, 12), ("{Mar./Apr.}", 3, 0),
    ("sep", 9, 0),
    ("{sept}", 9, 0), ("7", 7, 0), ("{7--8}", 7, 0), ("{Spring}", 13, 0), ("14", 0, 0), ("{Smarch}", 0, 0),
  ])
  func `a month is a number, a name, or either with a day`(written: String, month: Int, day: Int) throws {
    let item = try #require(BibTeXFile(Array("@book{a, year = 2020, month = \(written)}".utf8)).item("a"))
    #expect(item.dates["issued"]?.start == PartialDate.Day(year: 2020, month: month, day: day))
  }

  @Test func `names that commas separate, and commas too many, keep all people`() {
    #expect(LaTeXText.names("Hope, B., Cole, C.").map(\.family) == ["Hope", "Cole"])
    #expect(LaTeXText.names("Hope, Bob, and Cole, Ann,").map(\.given) == ["Bob", "Ann"])
    #expect(LaTeXText.names("Hope, Bob and et al.").map(\.literal) == [nil, "others"])
  }

  @Test func `what years and names may have is no mistake`() throws {
    let years = ["1999a", "c1999", "19XX", "199u", "1990s", "in press", "1999--2000", "[1999]", "-44", "2nd century", "May1999", "476 AD"]
    for year in years + [#"{\noopsort{1973b}}1973"#, #"{\SortNoop{2}}2001"#] {
      let item = try #require(BibTeXFile(Array("@book{a, year = {\(year)}}".utf8)).item("a"))
      #expect(item.faults.isEmpty, "\(year)")
    }
    for name in ["{Sons and, and} and {A, B, C, D}", "Hope, Jr, Bob and others", "A AND B", "Band and Anders", ""] {
      let item = try #require(BibTeXFile(Array("@book{a, author = {\(name)}}".utf8)).item("a"))
      #expect(item.faults.isEmpty, "\(name)")
    }
    #expect(BibTeXFile(Array(#"@book{a, year = {{\noopsort{1973b}}1973}}"#.utf8)).item("a")?.dates["issued"]?.start?.year == 1973)
  }

  @Test func `dates as people and EDTF write them, and what no style shows, are no mistakes`() throws {
    let dates = ["2000-12-31", "2001-21", "1999-06~", "-0044-03-15", "2000/2001-02", "5-13-2000", "2000-00-00", "May 2000"]
    for date in dates {
      let text = "@book{a, date={\(date)}, keywords={x}, keywords={y}, title={T}, title={T}}"
      let item = try #require(BibTeXFile(Array(text.utf8)).item("a"))
      #expect(item.faults.isEmpty, "\(date)")
    }
  }

  @Test func `an entry has what all of its xdata say`() throws {
    let text = "@xdata{p, publisher={P}}\n@xdata{q, location={Q}}\n@book{a, xdata={p, q}, title={T}}\n"
    let item = try #require(BibTeXFile(Array(text.utf8)).item("a"))
    #expect(item.texts["publisher"] == "P" && item.texts["publisher-place"] == "Q" && item.faults.isEmpty)
  }

  @Test func `strings that are made of strings take no more than a file may`() throws {
    // 2⁶³ bytes.
    var text = "@string{s0 = {x}}\n"
    for number in 1...63 { text += "@string{s\(number) = s\(number - 1) # s\(number - 1)}\n" }
    text += "@book{a, title = s63, publisher = s5}\n"
    let item = try #require(BibTeXFile(Array(text.utf8)).item("a"))
    #expect(item.texts["title"]?.utf8.count ?? 0 <= 1 << 16)
    #expect(item.texts["publisher"]?.count == 32)
    // One of 60,000 bytes that is named by 20,000 entries.
    text = "@string{s = {\(String(repeating: "x", count: 60_000))}}\n"
    for number in 0..<20_000 { text += "@book{a\(number), title = s}\n" }
    let file = BibTeXFile(Array(text.utf8))
    #expect(file.item("a0")?.texts["title"]?.utf8.count ?? 0 < 4_000)
    #expect(file.faults.map(\.message).contains { $0.hasPrefix("the string ‘s’ is cut after ") })
  }

  @Test func `titles are written as sentences, and series and lists of places as CSL has them`() throws {
    let file = BibTeXFile(
      Array(
        """
        @book{a, title = {The {DNA} of Cities: an Atlas}, series = {Classics of Geography}, address = {Berlin and New York}}
        @proceedings{b, title = {Symposium}, booktitle = {Symposium}}
        """.utf8))
    let book = try #require(file.item("a"))
    #expect(
      book.texts["title"]?.replacing("<span class=\"nocase\">", with: "{").replacing("</span>", with: "}")
        == "The {DNA} of cities: An atlas")
    #expect(book.texts["collection-title"] == "Classics of geography")
    #expect(book.texts["publisher-place"] == "Berlin; New York")
    #expect(file.item("b")?.texts["container-title"] == nil)
  }

  /// What of an entry's fields BibLaTeX reads its own way.
  @Test(arguments: [
    (#"@book{a, author = {Aks{\i}n, \'{\i}}}"#, "author", "Aksın í"),
    ("@book{a, options = {useprefix}, author = {van Gennep, Arnold}}", "author", "van Gennep Arnold"),
    ("@book{a, publisher = {Routledge {and} Kegan Paul and Dover}}", "publisher", "Routledge and Kegan Paul; Dover"),
    ("@report{a, type = {resreport}}", "genre", "research report"), ("@patent{a, type = {patentus}}", "genre", "U.S. patent"),
    ("@patent{a, location = {countryde and countryfr}}", "jurisdiction", "Germany, France"),
    ("@article{a, series = {newseries}}", "collection-title", "New series"), ("@article{a, series = 3}", "collection-title", "3rd series"),
    ("@book{a, series = 3}", "collection-title", "3"), ("@book{a, volume = 7, part = 2}", "volume", "7.2"),
    ("@inproceedings{a, booktitle = {Minds}, booktitleaddon = {Seventh Symposium}}", "container-title", "Minds. Seventh symposium"),
    ("@periodical{a, title = {Graphics}, issuetitle = {Content}}", "container-title", "Graphics"),
    ("@review{a, journal = {J}, number = 3}", "issue", "3"), ("@book{a, title = {{DNA}: Its Forms}}", "title-short", "DNA"),
    (#"@online{a, url = {http://a.org/x{\_}y?b{\&}c\_d}}"#, "URL", "http://a.org/x_y?b&c_d"),
    ("@book{a, eprinttype = {googlebooks}, eprint = {4H}}", "URL", "https://books.google.com?id=4H"),
    (#"@book{a, title = {Methodology\hyphen independent {nm}}}"#, "title", "Methodology-independent ‹nm›"),
    (#"@book{a, title = {On \mkbibquote{De Motu}}}"#, "title", "On “‹De Motu›”"), ("@book{a, origyear = 1959}", "original-date", "1959"),
    (#"@misc{a, howpublished = {\url{https://a.org/b\_c}}}"#, "URL", "https://a.org/b_c"),
    ("@misc{a, howpublished = {https://a.org}, url = {https://b.org}}", "URL", "https://b.org"),
    (#"@misc{a, url = "\url{https://a.org/b{\_}c}"}"#, "URL", "https://a.org/b_c"),
    (#"@misc{a, url = {{\href{https://a.org/~b}{Words}}}}"#, "URL", "https://a.org/~b"),
    (#"@misc{a, howpublished = {\href{https://a.org}{Words}}}"#, "URL", "https://a.org"),
    (
      #"@misc{a, note = {See \url{https://a.org/~b--c\_d} and \href{https://b.org}{Words}}}"#, "note", "See https://a.org/~b--c_d and Words"
    ),
    ("@misc{a, howpublished = {CD-ROM}}", "medium", "CD-ROM"), (#"@article{a, journal = \mnras}"#, "container-title", "MNRAS"),
    (#"@article{a, journal = {\apjl}}"#, "container-title", "ApJL"),
    ("@article{a, title = {Of the evolution. }}", "title", "Of the evolution"),
    ("@article{a, title = {{Of Stars.}}}", "title", "‹Of Stars›"), ("@article{a, title = {Made in the U.S.}}", "title", "Made in the U.S."),
  ])
  func `fields of BibLaTeX are read as it reads them`(entry: String, field: String, value: String) throws {
    let item = try #require(BibTeXFile(Array(entry.utf8)).item("a"))
    let name = item.names[field]?.first.map { [$0.nonDroppingParticle, $0.family, $0.given].filter { !$0.isEmpty }.joined(separator: " ") }
    let year = item.dates[field]?.start.map { "\($0.year)" }
    let text = item.texts[field]?.replacing("<span class=\"nocase\">", with: "‹").replacing("</span>", with: "›")
    let found = name ?? year ?? (field == "title" ? text : text?.replacing("‹", with: "").replacing("›", with: ""))
    #expect(found == value)
  }

  @Test func `a name has its von and its jr`() {
    let names = LaTeXText.names(#"Ludwig van Beethoven and {Bell Labs} and de la Cruz, Jr, M\'aria"#)
    #expect(names.map(\.nonDroppingParticle) == ["van", "", "de la"])
    #expect(names[1].literal == "Bell Labs")
    #expect(names[2].suffix == "Jr")
    #expect(names[2].given == "Mária")
  }

  @Test func `names of BibLaTeX's may be given by their parts`() {
    let names = LaTeXText.names(
      "family=Maaten, given=Laurens, prefix=van der, useprefix=false and Hinton, Geoffrey and family={A, B}, given=J.K., given-i=J, suffix=Jr and family=B, prefix=de, useprefix=true",
      keepsParticles: false)
    #expect(names.map(\.family) == ["Maaten", "Hinton", "A, B", "B"] && names.map(\.given) == ["Laurens", "Geoffrey", "J. K.", ""])
    // Whether a name is sorted by its prefix is the name's own option, then that of its entry.
    #expect(names.map(\.droppingParticle) == ["van der", "", "", ""] && names.map(\.nonDroppingParticle) == ["", "", "", "de"])
    #expect(names[2].suffix == "Jr")
  }

  @Test func `initials without spaces are names of their own`() {
    #expect(
      LaTeXText.names("D.E. Knuth and Knuth, D.E. and {Ph.D.} Smith and Knuth, D.~E.").map(\.given) == ["D. E.", "D. E.", "Ph.D.", "D. E."])
  }

  @Test(arguments: ["10.1000/a.10.b", "https://doi.org/10.1000/a.10.b", "http://dx.doi.org/10.1000/a.10.b", "doi: 10.1000/a.10.b"])
  func `a DOI is the one of its address`(written: String) {
    let file = BibTeXFile(Array("@article{a, doi = {\(written)}}".utf8))
    #expect(file.item("a")?.texts["DOI"] == "10.1000/a.10.b")
  }

  @Test func `a capital after a full stop stays`() throws {
    let file = BibTeXFile(Array("@book{a, title = {Acta Math. Kolloq, or Of St. Petersburg}}".utf8))
    #expect(file.item("a")?.texts["title"] == "Acta math. Kolloq, or of st. Petersburg")
  }

  @Test func `a locator and what follows it are told apart`() throws {
    let citation = try #require(WrittenCitation("[see @knuth, pp. 33-35 and *passim*; -@b]"))
    #expect(citation.cites.map(\.id) == ["knuth", "b"])
    #expect(citation.cites[0].prefix == "see ")
    #expect(citation.cites[0].locator == "33-35")
    #expect(citation.cites[0].label == "page")
    #expect(citation.cites[0].suffix == " and *passim*")
    #expect(citation.cites[1].suppressesAuthor)
  }

  @Test(arguments: [
    ("[@a, @b]", ["a", "b"]), ("[@a,-@b; @c]", ["a", "b", "c"]), ("[see @a, @b]", ["a"]), ("[@a, p. 3, @b]", ["a"]),
  ])
  func `a comma between keys alone separates works`(_ written: String, _ keys: [String]) throws {
    #expect(try #require(WrittenCitation(written)).cites.map(\.id) == keys)
  }
}
