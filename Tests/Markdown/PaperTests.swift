import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// What papers have in LaTeX around their Markdown: theorems, algorithms, entries of the index.
@Suite struct PaperTests {
  private func preprocessed(_ text: String) -> Source {
    TypesetMarkdown.preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget()).0
  }

  @Test(arguments: ["a $\\alpha$ b\n", "```\n\\begin{theorem}\n```\n", "C:\\users\\x and \\textbf{b}\n", "\\begin{align}a\\end{align}\n"])
  func `a text without a paper's commands stays as it is`(text: String) {
    #expect(preprocessed(text).bytes.elementsEqual(text.utf8), "\(String(decoding: preprocessed(text).bytes, as: UTF8.self))")
  }

  @Test(arguments: [
    "Use \\begin{theorem} and \\end{theorem} here.\n", "a\n\n    \\begin{theorem}\n    x\n    \\end{theorem}\n",
    "`\\begin{theorem}` and ```\\end{theorem}```\n", "The line \\usepackage{a} loads it.\n", "\\usepackage{a} loads it.\n",
    "~~~\n\\newtheorem{a}{A}\n~~~\n",
  ])
  func `commands that a text shows stay as they are`(text: String) {
    #expect(preprocessed(text).bytes.elementsEqual(text.utf8), "\(String(decoding: preprocessed(text).bytes, as: UTF8.self))")
  }

  private func lines(_ text: String) -> [String] {
    String(decoding: preprocessed(text).bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `a theorem is a div, with its name and its label`() {
    let text = "\\begin{theorem}[Name]\\label{thm:a}\n  Text $x$.\n\\end{theorem}\n"
    #expect(lines(text) == ["::: {#thm:a .theorem theorem-style=\"plain\"}", "###### Name", "Text $x$.", ":::"])
  }

  @Test func `a theorem that never ends does so with its paragraph, which is said`() {
    let text = "\\begin{lemma}\na\n\nb\n"
    let (source, diagnostics) = TypesetMarkdown.preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget())
    let lines = String(decoding: source.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines == ["::: {.lemma theorem-style=\"plain\"}", "a", ":::", "b"])
    #expect(diagnostics.map(\.code) == ["latex.unclosed"])
  }

  @Test(arguments: [
    "::: {#alg-x .algorithm caption=\"Division\"}\n```algorithm\n\\State $a$\n```\n:::",
    "::: {#alg-x}\n```algorithm\n#| caption: Division\n\\State $a$\n```\n:::",
    "::: {#alg-x}\n```algorithm\n\\State $a$\n```\n\nDivision\n:::",
    "::: {#alg-x}\n```c\nint a;\n```\n\nDivision\n:::",
  ])
  func `a div around one algorithm is that algorithm, with its caption`(markdown: String) throws {
    let tree = TypesetMarkdown.parse(preprocessed(markdown), options: ParseOptions()).tree
    let callouts = tree.nodes.indices.filter { if case .callout = tree.nodes[$0].kind { true } else { false } }.map { Tree.Index($0) }
    #expect(callouts.count == 1)
    let only = try #require(callouts.first)
    #expect(tree.attributes(of: only)?.classes.contains("algorithm-float") == true && tree.attributes(of: only)?.id == "alg-x")
    let title = try #require(Array(tree.children(of: only)).first)
    #expect(tree[title].kind == .title)
    #expect(tree.plainText(of: title) == "Division")
  }

  @Test func `an algorithm has a line for each of its statements`() {
    let found = lines("\\begin{algorithmic}[1]\n\\If{$a$}\n\\State $b$\n\\EndIf\n\\Return $c$\n\\end{algorithmic}\n").filter {
      $0.hasPrefix("[]{")
    }
    #expect(
      found.map { $0.split(separator: " ").joined(separator: " ") } == [
        "[]{.algorithm-line depth=0 shown=1 number=1}**[if]{.algorithm-word}** $a$ **[then]{.algorithm-word}**",
        "[]{.algorithm-line depth=1 shown=2 number=2} $b$",
        "[]{.algorithm-line depth=0 shown=3 number=3}**[end if]{.algorithm-word}**",
        "[]{.algorithm-line depth=0 shown=4 number=4}**[return]{.algorithm-word}** $c$",
      ])
  }

  @Test func `comments of algorithm2e end their lines, or have lines of their own`() {
    let text = "\\begin{algorithm}\n$a$\\tcp*[r]{one}\n$b$\\;\n\\tcc{two}\n$c$ \\True\\;\n\\end{algorithm}\n"
    #expect(
      lines(text).filter { $0.hasPrefix("[]{") }.map { $0.split(separator: "}", maxSplits: 1).last.map(String.init) } == [
        "$a$[]{.hfill}[▷ one]{.algorithm-comment}", "$b$", "[▷ two]{.algorithm-comment}", "$c$ **[true]{.algorithm-word}** ",
      ])
  }

  @Test func `switches of algorithm2e have their words`() {
    let found = lines("\\begin{algorithm}\n\\Switch{$a$}{\n\\Case{1}{b\\;}\n\\Other{c\\;}\n}\n\\end{algorithm}\n").filter {
      $0.hasPrefix("[]{")
    }
    #expect(
      found.map { $0.split(separator: "}", maxSplits: 1).last.map(String.init)?.replacing("]{.algorithm-word}", with: "") } == [
        "**[switch** $a$ **[do**", "**[case** 1 **[do**", "b", "**[otherwise** **[do**", "c",
      ])
  }

  @Test(arguments: [
    ("\\newtheorem{lem}\n", ["1: ‘\\newtheorem’ needs 2 arguments in braces, and has 1"]),
    ("\\newtheorem*{}{Satz}\n", ["1: ‘\\newtheorem’ needs 2 arguments in braces, and has 1"]),
    ("a\n\n\\newtheorem\n", ["3: ‘\\newtheorem’ needs 2 arguments in braces, and has none"]),
    ("\\newacronym{cpu}{CPU}\n", ["1: ‘\\newacronym’ needs 3 arguments in braces, and has 2"]),
    ("\\newglossaryentry{cpu}\n", ["1: ‘\\newglossaryentry’ needs 2 arguments in braces, and has 1"]),
    ("\\newtheorem defines theorems.\n", []), ("\\newacronym{cpu}{CPU}{central unit}\n", []),
  ])
  func `definitions without their arguments are said`(text: String, said expected: [String]) {
    #expect(said(text) == expected)
  }

  @Test func `a command that states no theorem again is said`() {
    let theorem = "\\begin{restatable}{theorem}{goldbach}\na\n\\end{restatable}\n\n"
    #expect(said(theorem + "\\goldbah*\n") == ["5: no theorem above may be stated again by ‘\\goldbah’"])
    #expect(said(theorem + "\\goldbach*\n") == [])
    #expect(said(theorem + "The star in \\goldbah* is text.\n") == [])
  }

  @Test func `subequations that never end are said and left out`() {
    let text = "\\begin{subequations}\n\\begin{align}\na\n\\end{align}\n\nb\n"
    #expect(said(text) == ["1: the environment subequations is never closed; its equations are numbered one by one"])
    #expect(lines(text) == ["\\begin{align}", "a", "\\end{align}", "b"])
  }

  @Test func `a theorem environment that a file defines twice in different ways is said`() {
    let twice = "\\newtheorem{satz}{Satz}\n\\newtheorem{satz}{Theorem}\n\n\\begin{satz}\na\n\\end{satz}\n"
    #expect(said(twice) == ["2: the theorem environment ‘satz’ is defined twice, in different ways"])
    #expect(said(twice.replacing("Theorem", with: "Satz")) == [])
    let joined = Source(joining: [
      ("a.md", nil, Array("\\newtheorem{satz}{Satz}\n".utf8)), ("b.md", nil, Array("\\newtheorem{satz}{Theorem}\n".utf8)),
    ])
    #expect(TypesetMarkdown.preprocessed(joined, files: .none, budget: Budget()).1.isEmpty)
  }

  /// What is said of a text, with the line.
  private func said(_ text: String) -> [String] {
    let (source, diagnostics) = TypesetMarkdown.preprocessed(Source(name: "a.md", text: text), files: .none, budget: Budget())
    return diagnostics.map { "\($0.position(in: source)?.line ?? 0): \($0.message)" }
  }

  @Test(arguments: [
    ("\\If{a}\n\\State b\n", ["2: the block of ‘\\If’ is never closed"]),
    ("\\For{a}\n\\If{b}\n\\State c\n\\EndFor\n", ["3: the block of ‘\\If’ is never closed"]),
    ("\\State a\n\\EndIf\n", ["3: ‘\\EndIf’ without ‘\\If’"]),
    ("\\FOR{a}\n\\STATE b\n\\ENDIF\n", ["2: the block of ‘\\FOR’ is never closed", "4: ‘\\ENDIF’ without ‘\\IF’"]),
    ("\\State a\n\\Else\n\\State b\n", ["3: ‘\\Else’ without ‘\\If’"]),
    ("\\If\n\\State b\n\\EndIf\n", ["2: ‘\\If’ has no condition in braces"]),
    ("\\Function\n\\State b\n\\EndFunction\n", ["2: ‘\\Function’ has no name in braces"]),
    ("\\If{a}\n\\State b\n\\ElsIf{c}\n\\Else\n\\ForAll{d}\n\\EndFor\n\\EndIf\n\\Repeat\n\\Until{e}\n\\Loop\n\\EndLoop\n", []),
  ])
  func `blocks of an algorithm that do not pair are said with their lines`(text: String, said expected: [String]) {
    #expect(said("\\begin{algorithmic}\n\(text)\\end{algorithmic}\n") == expected)
    #expect(said("```algorithm\n\(text)```\n") == expected)
  }

  @Test(arguments: [
    ("\\begin{algorithm}\n\\If{a}\n\\State b\n\\EndIf\n\nc\n", "algorithm"),
    ("\\begin{algorithm}\n\\begin{algorithmic}\n\\State a\n\n\\State b\n\\end{algorithmic}\n\nc\n", "algorithm"),
    ("\\begin{lstlisting}\nint a;\n\nc\n", "lstlisting"),
  ])
  func `an algorithm or a listing that never ends is said, and what follows it is text`(text: String, name: String) {
    #expect(said(text) == ["1: the environment \(name) is never closed; it ends with its paragraph"])
    #expect(lines(text).last == "c" && lines(text).dropLast().allSatisfy { !$0.contains("begin") })
  }

  @Test func `the depth of an algorithm survives blocks that do not pair`() {
    let text = "\\begin{algorithmic}\n\\For{a}\n\\If{b}\n\\State c\n\\EndFor\n\\EndIf\n\\State d\n\\end{algorithmic}\n"
    let depths = lines(text).compactMap { line in line.firstRange(of: "depth=").map { line[$0.upperBound...].prefix(1) } }
    #expect(depths == ["0", "1", "2", "0", "0", "0"])
  }

  @Test(arguments: ["\\If{a}{b\\;\n", "\\While{a}\nb\\;\n"])
  func `blocks of algorithm2e without their braces are said`(text: String) {
    #expect(said("\\begin{algorithm}\n\(text)\\end{algorithm}\n").count == 1)
  }

  @Test(
    arguments: [
      "\\begin{theorem}\n", "\\begin{theorem} ", "\\begin{algorithm}\n\n", "\\newtheorem{", "\\usepackage[", "\\begin{proof}\n\\qed ",
      "\\begin{theorem}\n\\begin{itemize}\n\\item a\n", "\\begin{algorithm}\n\\State \\textbf{",
    ])
  func `what never ends comes out at about its own length`(text: String) {
    let source = preprocessed(String(repeating: text, count: 1_000))
    #expect(source.bytes.count < 1_000 * 100)
  }

  @Test func `an entry of the index has levels, what it sorts by and where it leads`() {
    let entry = IndexEntry("fruit!apple@Äpfel|see{pear}")
    #expect(entry.levels.map(\.word) == ["fruit", "Äpfel"] && entry.levels.map(\.sort) == ["fruit", "apple"])
    #expect(entry.form == .see("pear"))
  }

  @Test(arguments: [
    ("a|(", IndexEntry.Form.begin(isStrong: false)), ("a|)", .end), ("a|textbf", .page(isStrong: true)), ("a|seealso{b}", .seeAlso("b")),
    ("a|(textbf", .begin(isStrong: true)), ("a|)textbf", .end), ("a|hyperpage", .page(isStrong: false)), ("a|see{pear", .see("pear")),
    ("a|see{pear} x", .see("pear")), ("a|foo", .page(isStrong: false)),
  ])
  func `the sign after an entry says what its place is`(text: String, form: IndexEntry.Form) { #expect(IndexEntry(text).form == form) }

  @Test(arguments: [
    ("", [IndexEntry.Fault.noWord]), ("|textbf", [.noWord]), ("a!!b", [.noWordBelow]), ("a!b!c!d", [.isTooDeep]),
    ("a|foo", [.unknownFormat("foo")]), ("a|(foo", [.unknownFormat("foo")]), ("a|see{pear", [.isUnclosed("see{pear")]),
    ("a|see", [.unknownFormat("see")]), ("a!b@c!d|seealso{e}", []), (#"a"|b"!c"#, []), ("a|emph", []), ("a|)textit", []),
  ])
  func `what an entry of the index cannot mean is a fault`(text: String, faults: [IndexEntry.Fault]) {
    #expect(IndexEntry(text).faults == faults)
  }

  @Test(arguments: [
    (#"a\index{K\"uhler}"#, "Kühler"), (#"a\index{Hello"!}"#, "Hello!"), (#"a\index{stra\ss e}"#, "straße"),
    (#"a\index{\emph{caf\'e}}"#, "café"),
    (#"a\index{x|see{pear} b"#, "x"),
  ])
  func `entries of the index have LaTeX's letters, and signs that makeindex quotes`(text: String, word: String) throws {
    let tree = TypesetMarkdown.parse(preprocessed(text), options: ParseOptions()).tree
    let entry = try #require(tree.attributes.lazy.compactMap { $0["entry"] }.first)
    #expect(IndexEntry(entry).levels.map(\.word) == [word])
  }

  @Test(arguments: ["", "|", "!", "@", "\"", "a!!!b", "|see{", "a|see", "\\"])
  func `broken entries have no levels without words`(text: String) { #expect(IndexEntry(text).levels.allSatisfy { !$0.word.isEmpty }) }
}
