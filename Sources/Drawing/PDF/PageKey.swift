internal import TypesetBoxes
internal import TypesetFiles
internal import TypesetFonts

extension PageContent {
  /// The digest of all that the content of a page is made of; nil for pages with pictures, which are named by their order in the document.
  ///
  /// - Parameter fonts: By the numbers of their uses (`PDFResources.fontDigests`).
  static func key(of page: Page, marked: MarkedContent?, resources: PDFResources, fonts: [Digest128]) -> Digest128? {
    var out = PackWriter()
    out.add(page.width)
    out.add(page.height)
    out.add(page.background) { $0.add($1) }
    // Marks name the roles of elements, not the elements.
    out.add(marked?.sequences) { out, sequences in
      out.add(sequences) {
        $0.add($1.item)
        $0.add($1.element < 0 ? -1 : Int(resources.roles[Int($1.element)].rawValue))
        $0.add(resources.texts[$1.element] ?? [])
        $0.add($1.isContinued)
      }
    }
    var used = Set<Int>()
    let isPackable: Void? = try? page.ink.pack(into: &out, block: nil) { (face) throws(NotPackable) in
      guard let number = resources.fonts.number(of: face), resources.fonts.uses[number].form != .bitmaps else { throw NotPackable() }
      used.insert(number)
      return number
    }
    guard isPackable != nil else { return nil }
    for number in used.sorted() {
      out.add(number)
      out.add(fonts[number])
    }
    return Digest128(of: out.bytes)
  }
}

extension PackWriter {
  fileprivate mutating func add(_ digest: Digest128) { for word in [digest.first, digest.second] { add(Int(truncatingIfNeeded: word)) } }
}

extension PDFResources {
  /// Of each font, what the content of pages depends on: the names of its parts, and the codes, widths and texts of all glyphs that are used.
  var fontDigests: [Digest128] {
    fonts.uses.indices.map { number in
      let use = fonts.uses[number]
      var out = PackWriter()
      out.add(firstFonts[number])
      out.add("\(use.form)")
      out.add(use.hasByteCodes ? 1 : 0)
      for glyph in use.glyphs.sorted() {
        out.add(Int(glyph))
        out.add(Int(use.code(glyph)))
        if use.form == .outlines { out.add(use.places[glyph] ?? 0) }
        out.add(Int(bitPattern: UInt(use.width(glyph).bitPattern)))
        out.add(use.text(glyph))
        out.add(use.unseen[glyph] ?? []) { $0.add(Int($1)) }
      }
      return Digest128(of: out.bytes)
    }
  }
}
