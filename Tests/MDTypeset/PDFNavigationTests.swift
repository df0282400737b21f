import Testing

/// Where links and the outline of a file lead, as any reader finds it.
struct PDFNavigationTests {
  @Test(arguments: [false, true])
  func `links and the outline lead to names of any script, in the order of bytes and of letters`(isSecond: Bool) throws {
    let text = """
      \(isSecond ? "---\npdf-standard: ua-2\n---" : "")

      # Café “one” \\<x\\>

      [a](#绪论) [b](#café-one-x) [c](#zeta) [d](#été) [f](#naïve) [g](#ß)

      # 绪论

      # Zeta

      # Été {#été}

      # Naïve

      # ß
      """
    let file = try PDFFile(TaggedPDFTests.pdf(text))
    let tree = file.array(file.dictionary(file.dictionary(file.catalog["/Names"])?["/Dests"])?["/Names"])
    let names = stride(from: 0, to: tree.count, by: 2).compactMap { PDFFile.text(tree[$0]) }
    #expect(names.count == tree.count / 2)
    // Bytes and letters are in one order only where all are ASCII.
    #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }, "\(names)")
    #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    var links = 0
    var faults: [String] = []
    for (name, entries) in file.dictionaries where entries["/Dest"] != nil || entries["/A"] != nil {
      let action = file.dictionary(entries["/A"])
      let target = PDFFile.text(action?["/D"] ?? entries["/Dest"])
      if !names.contains(target ?? "") { faults.append("\(name) leads to \(target ?? "nothing")") }
      links += 1
    }
    // Six links, six entries of the outline.
    #expect(links == 12)
    #expect(faults == [])
  }
}
