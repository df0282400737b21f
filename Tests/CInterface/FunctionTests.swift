import CInterface
import Testing

@testable import TypesetC

/// The functions of C, called as C would.
struct FunctionTests {
  private func typeset(_ markdown: String, _ options: OpaquePointer? = nil) -> OpaquePointer {
    typesetMarkdown(markdown, markdown.utf8.count, options)
  }

  /// The bytes of a result, which is freed.
  private func taken(_ bytes: mdt_bytes) -> (bytes: [UInt8], error: String?) {
    defer { freeBytes(bytes) }
    let content = Array(UnsafeBufferPointer(start: bytes.data, count: bytes.size))
    return (content, bytes.error.map { String(cString: $0) })
  }

  @Test func `a document has pages, their size, and each format`() {
    let document = typeset("# Title\n\nText with $x^2$.\n")
    defer { freeDocument(document) }
    var (width, height) = (0.0, 0.0)
    #expect(pageCount(document) == 1)
    #expect(pageSize(document, 0, &width, &height) == 1)
    #expect(abs(width - 595.276) < 0.01 && abs(height - 841.89) < 0.01)
    #expect(taken(pdf(document, "ua-1, a-3b")).bytes.starts(with: Array("%PDF".utf8)))
    #expect(taken(png(document, 0, 50)).bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(taken(svg(document, 0)).bytes.starts(with: Array("<?xml".utf8)))
    #expect(String(decoding: taken(text(document)).bytes, as: UTF8.self).contains("Title"))
    #expect(taken(json(document)).bytes.first == UInt8(ascii: "{"))
  }

  @Test func `text that goes out ends with a zero byte`() {
    let document = typeset("Text")
    defer { freeDocument(document) }
    let found = text(document)
    defer { freeBytes(found) }
    #expect(found.data[found.size] == 0)
    #expect(String(cString: found.data) == "Text\n")
  }

  @Test func `what cannot be had says why`() {
    let document = typeset("Text")
    defer { freeDocument(document) }
    #expect(pageSize(document, 1, nil, nil) == 0)
    #expect(pageSize(document, -1, nil, nil) == 0)
    #expect(taken(png(document, 7, 96)).error?.contains("7") == true)
    #expect(taken(pdf(document, "a-9")).error?.contains("a-9") == true)
    #expect(taken(pdf(document, "a-2b,a-3b")).error?.contains("PDF/A") == true)
    #expect(diagnostic(document, 0, nil) == 0)
  }

  @Test func `null pointers are the defaults and empty documents`() {
    setName(nil, nil)
    freeOptions(nil)
    freeDocument(nil)
    freeFormulas(nil)
    #expect(pageCount(nil) == 0 && diagnosticCount(nil) == 0 && formulaBox(nil, nil) == 0)
    #expect(taken(pdf(nil, nil)).error != nil)
    #expect(typesetFormula(nil, "x", 1, 0) == nil)
    let empty = typesetMarkdown(nil, 0, nil)
    #expect(pageCount(empty) == 1)
    freeDocument(empty)
  }

  @Test func `a diagnostic has its place, and strings that live as long as the document`() {
    let options = newOptions()
    setName(options, "note.md")
    let document = typeset("One\n\n$\\frca{1}{2}$", options)
    freeOptions(options)
    defer { freeDocument(document) }
    var found = mdt_diagnostic()
    #expect(diagnosticCount(document) == 1 && diagnostic(document, 0, &found) == 1)
    #expect(String(cString: found.code) == "math.unknown-command" && String(cString: found.file) == "note.md")
    #expect(String(cString: found.hint) == "did you mean \\frac?")
    #expect(found.severity == MDT_WARNING || found.severity == MDT_ERROR)
    #expect((found.line, found.column) == (3, 2) && (found.start, found.end) == (6, 11))
  }

  @Test func `options set theme, keys, macros and files in memory`() {
    let options = newOptions()
    defer { freeOptions(options) }
    #expect(setTheme(options, "nothing of that name") == 0)
    #expect(setTheme(options, "book") == 1)
    #expect(setThreads(options, -1) == 0 && setThreads(options, 1) == 1)
    setSetting(options, "paper", "a5")
    setMacros(options, "\\newcommand{\\half}{\\frac12}")
    let dot = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
    dot.withUnsafeBytes { addFile(options, "dot.svg", $0.bindMemory(to: CChar.self).baseAddress, $0.count) }
    let document = typeset("$\\half$ ![a dot](dot.svg)\n\n![none](none.svg)", options)
    defer { freeDocument(document) }
    var width = 0.0
    _ = pageSize(document, 0, &width, nil)
    #expect(abs(width - 419.53) < 0.01)
    var found = mdt_diagnostic()
    #expect(diagnosticCount(document) == 1 && diagnostic(document, 0, &found) == 1)
    #expect(String(cString: found.message).contains("none.svg"))
  }

  @Test func `without a folder no file is read`() {
    let document = typeset("![a file](/etc/passwd) ![another](../README.md)")
    defer { freeDocument(document) }
    #expect(diagnosticCount(document) > 0)
  }

  @Test func `a formula has its box, its picture, MathML and words`() {
    #expect(newFormulas("No Such Font", 10, nil) == nil && newFormulas(nil, .nan, nil) == nil)
    let formulas = newFormulas(nil, 10, "\\newcommand{\\half}{\\frac12}")
    defer { freeFormulas(formulas) }
    let formula = typesetFormula(formulas, "\\half", 5, 1)
    defer { freeDocument(formula) }
    var box = mdt_box()
    #expect(formulaBox(formula, &box) == 1)
    #expect(box.width > 4 && box.height > 8 && box.depth > 4 && box.origin_y > 8)
    #expect(diagnosticCount(formula) == 0)
    #expect(String(decoding: taken(svg(formula, 0)).bytes, as: UTF8.self).contains("one half"))
    #expect(String(decoding: taken(formulaMathML(formulas, "\\half", 5, 1)).bytes, as: UTF8.self).contains("<mfrac>"))
    #expect(String(decoding: taken(formulaWords(formulas, "x", 1, 0)).bytes, as: UTF8.self) == "x")
  }

  @Test func `threads share options, a document and formulas`() async {
    let options = Int(bitPattern: newOptions())
    let formulas = Int(bitPattern: newFormulas(nil, 10, nil))
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          let markdown = "# \(number)\n\n$x_{\(number)}$"
          let document = typesetMarkdown(markdown, markdown.utf8.count, OpaquePointer(bitPattern: options))
          defer { freeDocument(document) }
          let formula = typesetFormula(OpaquePointer(bitPattern: formulas), "x", 1, 0)
          defer { freeDocument(formula) }
          let page = png(document, 0, 40)
          defer { freeBytes(page) }
          return page.size > 100 && pageCount(formula) == 1
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8 && results.allSatisfy { $0 })
    freeOptions(OpaquePointer(bitPattern: options))
    freeFormulas(OpaquePointer(bitPattern: formulas))
  }

  @Test func `each function of options changes its own field, and no other`() {
    /// What the options are made of, as text.
    func fields(_ change: (OpaquePointer?) -> Void) -> [String: String] {
      let options = newOptions()
      defer { freeOptions(options) }
      change(options)
      guard let value = Handle<SharedOptions>.value(of: options)?.value else { return [:] }
      return [
        "name": value.name, "theme": value.theme.map { "\($0)" } ?? "none", "settings": "\(value.settings)", "macros": value.macros,
        "files": "\(value.files.keys.sorted())", "roots": "\(value.options.roots)", "fonts": "\(value.options.fontPaths)",
        "system": "\(value.options.ignoresSystemFonts)", "threads": "\(value.options.threads ?? 0)",
      ]
    }
    let plain = fields { _ in }
    let changes: [(field: String, value: String?, change: (OpaquePointer?) -> Void)] = [
      ("name", "a.md", { setName($0, "a.md") }), ("theme", nil, { _ = setTheme($0, "book") }),
      ("theme", nil, { setThemeText($0, "base: book") }), ("settings", nil, { setSetting($0, "paper", "a5") }),
      ("macros", "\\def\\a{b}", { setMacros($0, "\\def\\a{b}") }), ("roots", "[\"/tmp\"]", { addFolder($0, "/tmp") }),
      ("files", "[\"x\"]", { addFile($0, "x", nil, 0) }), ("fonts", "[\"/tmp\"]", { addFontFolder($0, "/tmp") }),
      ("system", "false", { useSystemFonts($0, 1) }), ("threads", "3", { _ = setThreads($0, 3) }),
    ]
    for (field, value, change) in changes {
      let found = fields(change)
      #expect(found.filter { plain[$0.key] != $0.value }.map(\.key) == [field])
      if let value { #expect(found[field] == value) }
    }
    #expect(Set(changes.map(\.field)) == Set(plain.keys))
    // What is the default already, and what takes a change back.
    #expect(plain["system"] == "true" && fields { useSystemFonts($0, 0) } == plain)
    #expect(fields { _ = setThreads($0, 3) == 1 && setThreads($0, 0) == 1 } == plain && setThreads(nil, -1) == 0)
  }
}
