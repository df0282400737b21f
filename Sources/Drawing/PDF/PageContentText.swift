internal import TypesetBoxes
internal import TypesetFonts

/// Text: each glyph at its position, in reading order, and the text that it represents if the font does not tell.
extension PageContent {
  mutating func add(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty, let number = resources.fonts.number(of: run.face) else { return }
    // Taken out once: a font's tables are counted references, which every glyph would pay for.
    let use = resources.fonts.uses[number]
    if use.form == .bitmaps {
      endSpan()
      addBitmaps(run, number)
      return
    }
    // A token of a formula reads as it does in MathML, whatever it is drawn with.
    if element < 0 ? isContinued : resources.roles[Int(element)] == .math {
      if !isInSpan { beginSpan(isContinued ? Self.blank[...] : resources.texts[element]?[...] ?? [][...]) }
      show(Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound), of: run, number, use)
      return
    }
    // A run without text continues the span before it: all of a formula is copied as its source.
    if run.text.isEmpty {
      if !isInSpan { beginSpan([][...]) }
      show(Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound), of: run, number, use)
      return
    }
    endSpan()
    let text = Int(run.text.lowerBound)..<Int(run.text.upperBound)
    let glyphs = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
    if let formula = resources.texts[element] {
      beginSpan(formula[...])
      show(glyphs, of: run, number, use)
      return
    }
    if isOneCluster(run), !isOwn(text, of: glyphs, run, in: use) {
      beginSpan(page.ink.text[text])
      show(glyphs, of: run, number, use)
      return
    }
    addClusters(run, number, use)
  }

  /// What is copied of glyphs whose text other ones have. Of an empty text PDFium takes the glyphs' own; of a tab neither it nor Poppler takes anything.
  static let blank: [UInt8] = [0x09]

  private func isOneCluster(_ run: GlyphRun) -> Bool {
    page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].allSatisfy { $0.cluster == 0 }
  }

  /// True if a reader finds this text by the glyph alone. Several glyphs need a span: Poppler takes raised marks for separate words.
  private func isOwn(_ bytes: Range<Int>, of glyphs: Range<Int>, _ run: GlyphRun, in use: PDFFonts.Use) -> Bool {
    guard glyphs.count == 1 else { return false }
    return use.shows(page.ink.text[bytes], by: page.ink.glyphs[glyphs.lowerBound].id, run.isRightToLeft)
  }

  private mutating func beginSpan(_ text: ArraySlice<UInt8>) {
    endText()
    addSpanMark(text)
    isInSpan = true
  }

  private mutating func addSpanMark(_ text: ArraySlice<UInt8>) {
    out.add("/Span<</ActualText")
    out.add(text: hasNoncharacter(text) ? "" : String(decoding: text, as: UTF8.self))
    out.add(">>BDC\n")
  }

  /// Glyphs whose own texts are not what they represent here are put in spans.
  private mutating func addClusters(_ run: GlyphRun, _ number: Int, _ use: PDFFonts.Use) {
    var spans: [(glyphs: Range<Int>, bytes: Range<Int>)] = []
    // Most runs are plain, which is determined before anything is written.
    forEachCluster(of: run, in: page.ink) { glyphs, bytes in
      if !isOwn(bytes, of: glyphs, run, in: use) { spans.append((glyphs, bytes)) }
    }
    var rest = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
    for span in spans {
      let plain = run.isRightToLeft ? span.glyphs.upperBound..<rest.upperBound : rest.lowerBound..<span.glyphs.lowerBound
      if !plain.isEmpty { show(plain, of: run, number, use) }
      rest = run.isRightToLeft ? rest.lowerBound..<span.glyphs.lowerBound : span.glyphs.upperBound..<rest.upperBound
      beginText()
      addSpanMark(page.ink.text[span.bytes])
      show(span.glyphs, of: run, number, use)
      out.add("EMC\n")
    }
    if !rest.isEmpty { show(rest, of: run, number, use) }
  }

  // MARK: Showing

  /// Shows glyphs of a run at their places.
  private mutating func show(_ glyphs: Range<Int>, of run: GlyphRun, _ number: Int, _ use: PDFFonts.Use) {
    guard run.isRightToLeft else {
      showRightwards(glyphs, of: run, number, use)
      return
    }
    // The content is in the order of reading. Each glyph is a separate string, or PDFium would turn the word round.
    for index in glyphs.reversed() {
      showRightwards(index..<index + 1, of: run, number, use)
      guard let letters = use.unseen[page.ink.glyphs[index].id] else { continue }
      for (count, letter) in letters.enumerated() {
        let x = run.x + Length(rawValue: Int(page.ink.glyphs[index].x)) - run.size.scaled(by: 0.02 * Double(count + 1))
        showUnseen(letter, number, use, at: x, y(run.y), size: run.size)
      }
    }
  }

  private mutating func showRightwards(_ glyphs: Range<Int>, of run: GlyphRun, _ number: Int, _ use: PDFFonts.Use) {
    set(fill: run.color)
    beginText()
    let size = Double(run.size.rawValue)
    guard size > 0 else { return }
    let isComposite = use.form != .outlines
    set(expansion: run.expansion)
    let thousandth = size * (1 + Double(run.expansion) / 1000) / 1000
    var index = glyphs.lowerBound
    while index < glyphs.upperBound {
      // One line of glyphs: glyphs of the same height and the same font.
      let rise = page.ink.glyphs[index].y
      let block = isComposite ? 0 : (use.places[page.ink.glyphs[index].id] ?? 0) / PDFFonts.outlinesPerFont
      set(font: resources.fontNumber(number, block: block), size: run.size)
      move(
        to: run.x + Length(rawValue: Int(page.ink.glyphs[index].x)), y(run.y) + Length(rawValue: Int(rise)))
      let start = Double(page.ink.glyphs[index].x)
      var pen = 0.0
      out.add("[(")
      while index < glyphs.upperBound, page.ink.glyphs[index].y == rise {
        let glyph = page.ink.glyphs[index]
        if !isComposite, (use.places[glyph.id] ?? 0) / PDFFonts.outlinesPerFont != block { break }
        let offset = (pen - (Double(glyph.x) - start)) / thousandth
        // Rounded; `rounded()` is a function of the C library on processors of the oldest kind.
        let adjustment = Int(clamping: offset + (offset < 0 ? -0.5 : 0.5))
        // What is far off is moved to: adjustments are numbers of moderate size.
        if abs(adjustment) > 30_000 { break }
        if adjustment != 0 {
          out.add(")")
          out.add(adjustment)
          out.add("(")
          pen -= Double(adjustment) * thousandth
        }
        add(codeOf: glyph.id, in: use)
        pen += use.width(glyph.id) * thousandth
        index += 1
      }
      out.add(")]TJ\n")
    }
  }

  private mutating func add(codeOf glyph: UInt32, in use: PDFFonts.Use) {
    if use.form == .outlines {
      out.add(literal8: UInt8((use.places[glyph] ?? 0) % PDFFonts.outlinesPerFont))
    } else if use.hasByteCodes {
      out.add(literal8: UInt8(truncatingIfNeeded: use.code(glyph)))
    } else {
      out.add(literal16: use.code(glyph))
    }
  }

  private mutating func set(font number: Int, size: Length) {
    guard font.map({ $0.number != number || $0.size != size }) ?? true else { return }
    font = (number, size)
    out.add("/F")
    out.add(number)
    out.add(" ")
    out.add(size.points)
    out.add(" Tf\n")
  }

  /// Horizontal scaling, in hundredths (ISO 32000-1, 9.3.4).
  private mutating func set(expansion new: Int8) {
    guard expansion != new else { return }
    expansion = new
    out.add(thousandths: (1000 + Int(new)) * 100)
    out.add(" Tz\n")
  }

  /// Moves to a place, to a hundredth of a point.
  private mutating func move(to x: Length, _ y: Length) {
    func hundredths(_ length: Length) -> Int { (length.rawValue * 100 + (length.rawValue < 0 ? -32768 : 32768)) / 65536 }
    let (newX, newY) = (hundredths(x), hundredths(y))
    guard newX != origin.x || newY != origin.y else {
      // The text goes on from the line's beginning, which showing has left.
      out.add("0 0 Td\n")
      return
    }
    out.add(thousandths: (newX - origin.x) * 10)
    out.add(" ")
    out.add(thousandths: (newY - origin.y) * 10)
    out.add(" Td\n")
    origin = (newX, newY)
  }

  /// Glyphs of a face that has bitmaps only, each a picture with an invisible character behind it that searches find.
  private mutating func addBitmaps(_ run: GlyphRun, _ number: Int) {
    forEachCluster(of: run, in: page.ink) { glyphs, bytes in
      endText()
      addSpanMark(page.ink.text[bytes])
      for glyph in page.ink.glyphs[glyphs] {
        guard let bitmap = resources.bitmaps[PDFBitmap.Key(font: number, glyph: glyph.id)] else { continue }
        set(alpha: 255)
        let scale = run.size.points / bitmap.pixelsPerEm
        let x = run.x.points + Double(glyph.x) / 65536
        let bottom = y(run.y).points + Double(glyph.y) / 65536
        out.add("q ")
        for value in [
          Double(bitmap.width) * scale, 0, 0, Double(bitmap.height) * scale, x + bitmap.left * scale,
          bottom + (bitmap.top - Double(bitmap.height)) * scale,
        ] {
          out.add(precise: value)
          out.add(" ")
        }
        out.add("cm /B")
        out.add(number)
        out.add("_")
        out.add(Int(glyph.id))
        out.add(" Do Q\n")
      }
      if let number = resources.unseen, let space = resources.fonts.uses[number].face.glyph(for: " ") {
        let use = resources.fonts.uses[number]
        let x = run.x + Length(rawValue: Int(page.ink.glyphs[glyphs.lowerBound].x))
        showUnseen(space, number, use, at: x, y(run.y), size: run.size)
      }
      endText()
      out.add("EMC\n")
    }
  }

  /// A glyph in text rendering mode 3: it has a place in the text, and is not seen.
  private mutating func showUnseen(_ glyph: UInt32, _ number: Int, _ use: PDFFonts.Use, at x: Length, _ y: Length, size: Length) {
    beginText()
    set(
      font: resources.fontNumber(number, block: (use.places[glyph] ?? 0) / PDFFonts.outlinesPerFont * (use.form == .outlines ? 1 : 0)),
      size: size)
    set(expansion: 0)
    move(to: x, y)
    out.add("3 Tr (")
    add(codeOf: glyph, in: use)
    out.add(")Tj 0 Tr\n")
  }
}
