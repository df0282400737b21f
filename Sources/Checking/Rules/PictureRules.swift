import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetPictures

extension Checker {
  /// Rules for pictures: their resolution and alternative text.
  mutating func checkPictures() {
    for span in document.unnamedPictures { report(.noAlternative, at: span, "this picture has no alternative text") }
    guard applies(.lowResolution) else { return }
    var images: [Int32: ArraySlice<SourceSpan>] = [:]
    for (number, page) in document.pages.enumerated() {
      var block: Int32 = -1
      for item in page.flow {
        switch item {
        case .content(let id): block = id.block
        case .picture(let picture, let rect):
          // Pictures of a block come in the order of its source.
          if images[block] == nil { images[block] = imageSpans(inBlock: block)[...] }
          let span = images[block]?.popFirst()
          guard let pixels = document.pictures.picture(picture).pixels else { continue }
          checkResolution(pixels, of: span ?? blockSpan(block), at: rect, on: number)
        default: continue
        }
      }
    }
  }

  private mutating func checkResolution(_ pixels: (width: Int, height: Int), of span: SourceSpan?, at rect: Rect, on page: Int) {
    let (width, height) = (rect.width.points / 72, rect.height.points / 72)
    guard width > 0, height > 0 else { return }
    let resolution = min(Double(pixels.width) / width, Double(pixels.height) / height)
    // Icons and badges are made for screens.
    guard resolution < 149.5, width > 1, height > 0.5 else { return }
    report(
      .lowResolution, span: span, page: page, rect: rect,
      "this picture of \(pixels.width) × \(pixels.height) pixels is \(decimals(width)) inches wide on page \(page + 1): \(Int(clamping: resolution.rounded())) pixels per inch"
    )
  }

  func blockSpan(_ block: Int32) -> SourceSpan? {
    guard block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty else { return nil }
    return document.blockSpans[Int(block)]
  }

  private func imageSpans(inBlock block: Int32) -> [SourceSpan] {
    guard let span = blockSpan(block) else { return [] }
    return document.tree.nodes.filter { node in
      if case .image = node.kind { node.span.start >= span.start && node.span.end <= span.end } else { false }
    }.map(\.span)
  }
}
