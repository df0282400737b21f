import MDTypeset
import Testing
import TypesetDiagnostics

/// What `scripts/hostile` tries at full size, as small as it still ends a stack.
@Suite struct HostileInputTests {
  @Test func `notes within notes are all set, however deep`() {
    let depth = 5_000
    let text = String(repeating: "^[a", count: depth) + String(repeating: "]", count: depth) + "\n\nLast words.\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(document.pageCount > depth / 100)
  }

  /// Each ended the process once.
  @Test(arguments: [
    #"$$a\\[140737488355328pt] b$$"#, #"$\lower-99999999999999cm\hbox{x}$"#, #"$\mathmakebox[-99999999999999cm][l]{x}$"#,
    #"$\newcommand{\x}[-2]{#1}\x{a}$"#, "\\begin{tabular}{*{-1}{l}}\na\n\\end{tabular}", "x\n{looseness=-9223372036854775808}",
    "x\n{hang-after=-9223372036854775808}", "[x]{weight=-9223372036854775808}", "[x]{weight=9223372036854775807 size=1e400pt}",
    #"$\rule[-1e9cm]{16000em}{16000em}\raise-16000em\hbox{x}\hspace{99999999em}$"#,
  ])
  func `a number beyond all bounds leaves the rest of the document`(text: String) throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: text + "\n\nLast words.\n"))
    #expect(try document.plainText().contains("Last words."))
  }

  /// What is out of range, and what is said of it.
  private static let ranges: [(text: String, place: String, said: String)] = [
    (#"$$a\\[140737488355328pt] b$$"#, "140737488355328pt", "16383.99pt is used"),
    (#"$x\hskip -99999999cm y$"#, "-99999999cm", "-16383.99pt is used"),
    (#"$\rule{1000000em}{1em}$"#, "1000000em", "500em is used"),
    (#"$\char99999999999 $"#, "99999999999", "2147483647 is used"),
    (#"$\begin{array}{*{5000}{l}}a\end{array}$"#, "5000", "100 is used"),
    (#"$\begin{array}{l}\multicolumn{-3}{c}{a}\end{array}$"#, "-3", "1 is used"),
    (#"$\scalebox{99999}{x}$"#, "99999", "10.0 is used"),
    (#"$\newcommand{\z}[-2]{y}\z$"#, "-2", "0 is used"),
    (#"<table><tr><td colspan="99999">x</td></tr></table>"#, #"<td colspan="99999">"#, "100 is used"),
    (#"<table><tr><td rowspan="101">x</td></tr></table>"#, #"<td rowspan="101">"#, "100 is used"),
    (#"<table><col span="1001"><tr><td>x</td></tr></table>"#, #"<col span="1001">"#, "1000 is used"),
    ("---\nlinestretch: 77\n---\nx", "77", "from 0.5 to 4.0; this value is ignored"),
    ("---\ntoc-depth: -1\n---\nx", "-1", "from 1 to 6; this value is ignored"),
    ("---\nfontsize: 999pt\n---\nx", "999pt", "from 4pt to 100pt; this value is ignored"),
    ("[x]{weight=99999}", "[x]", "from 1 to 1000"),
  ]

  @Test(arguments: ranges.indices)
  func `a number beyond its range is said, with its place, the range and what is taken instead`(index: Int) throws {
    let (text, place, said) = Self.ranges[index]
    let found = Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.filter {
      "\($0.message) \($0.hint ?? "")".contains(said)
    }
    #expect(found.count == 1, "\(said)")
    let span = try #require(found.first?.span)
    #expect(String(decoding: Array(text.utf8)[Int(span.start)..<Int(span.end)], as: UTF8.self) == place)
  }

  @Test func `a rule of a million ems is cut, and what follows it stays on the page`() throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: "a $\\rule{1000000em}{1em}$ b\n\n$\\rule{500em}{1em}$\n"))
    let page = try document.size(ofPage: 0)
    for word in ["a", "b"] {
      let place = try #require(document.places(ofText: word).first?.rects.first)
      #expect(place.x >= 0 && place.x + place.width <= page.width)
    }
  }
}
