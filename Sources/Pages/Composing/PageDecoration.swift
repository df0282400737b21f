package import TypesetBoxes
internal import TypesetBytes
package import TypesetDiagnostics
package import TypesetPictures
import TypesetSettings
package import TypesetStyling

/// What pages get in addition to the document's text: a cover, a watermark, sheets to be on.
package struct PageDecoration {
  /// The address of a picture that fills an additional first page.
  package var cover: String?
  /// Its span in the document.
  package var coverSpan: SourceSpan?
  /// The folder that its path is relative to.
  package var folder: String?
  /// A text across each page.
  package var watermark: String?

  /// The ground of thumb tabs.
  package var thumbTabs: Color?
  private var isTwoSided = false
  private var handout = HandoutStyle()

  package init(cover: String? = nil, coverSpan: SourceSpan? = nil, folder: String? = nil, watermark: String? = nil) {
    (self.cover, self.coverSpan, self.folder, self.watermark) = (cover, coverSpan, folder, watermark)
  }

  /// The decoration that a document requests.
  ///
  /// - Parameter folder: The document's; where the cover's path starts.
  package init(of styled: borrowing StyledDocument, from folder: String?) {
    self.init(cover: styled.titlePage.cover, coverSpan: styled.coverSpan, folder: folder, watermark: styled.watermark)
    let page = styled.tree.theme.page
    (thumbTabs, isTwoSided, handout) = (page.thumbTabs, page.isTwoSided, page.handout)
  }

  /// Adds the watermark to the pages and the cover before them, and puts them on sheets.
  ///
  /// - Parameter isWhole: False for a text that grows, whose pages have no sheets.
  package func decorate(_ document: inout PagedDocument, isWhole: Bool, from pictures: PictureBook) -> [Diagnostic] {
    let count = document.pages.count
    let diagnostics = decorate(&document.pages, from: pictures)
    if watermark != nil || document.pages.count > count { document.reused = [:] }
    if isWhole {
      document.divideSteps()
      document.put(on: handout)
    }
    return diagnostics
  }

  private func decorate(_ pages: inout [Page], from pictures: PictureBook) -> [Diagnostic] {
    if let watermark { addWatermark(watermark, to: &pages, from: pictures) }
    if let thumbTabs { ThumbTabs(color: thumbTabs, isTwoSided: isTwoSided).add(to: &pages, from: pictures) }
    guard let address = cover, let first = pages.first else { return [] }
    do throws(PictureError) {
      let id = try load(address, from: pictures)
      var coverPage = Page(width: first.width, height: first.height)
      coverPage.ink.items.append(.picture(id, place(of: pictures.picture(id), on: coverPage)))
      // Right pages stay right ones.
      pages.insert(contentsOf: isTwoSided ? [coverPage, Page(width: first.width, height: first.height)] : [coverPage], at: 0)
      return []
    } catch {
      return [
        Diagnostic(
          .warning, "picture.cover", at: coverSpan, "cannot show the cover \(address): \(error)",
          hint: error.hint ?? "the document has no cover")
      ]
    }
  }

  private func load(_ address: String, from pictures: PictureBook) throws(PictureError) -> PictureID {
    if address.hasPrefix("data:") { return try pictures.load(dataURL: address) }
    if let address = Image.address(address) { return try pictures.load(address: address) }
    return try pictures.load(path: address, from: folder)
  }

  /// The rectangle of a cover: the whole page if it has nearly the page's shape, else as large as fits.
  private func place(of picture: Picture, on page: Page) -> Rect {
    let (across, down) = (page.width.points / max(picture.width.points, 0.01), page.height.points / max(picture.height.points, 0.01))
    let isNear = max(across, down) / min(across, down) < 1.2
    let scale = isNear ? max(across, down) : min(across, down)
    let (width, height) = (picture.width.scaled(by: scale), picture.height.scaled(by: scale))
    return Rect(x: (page.width - width) / 2, y: -(page.height + height) / 2, width: width, height: height)
  }

  /// Draws a text along the diagonal of each page, below everything else.
  private func addWatermark(_ text: String, to pages: inout [Page], from pictures: PictureBook) {
    var drawn: [String: PictureID] = [:]
    for index in pages.indices {
      let (width, height) = (pages[index].width.points, pages[index].height.points)
      let key = "\(width) \(height)"
      guard let id = drawn[key] ?? (try? pictures.load(bytes: Array(Self.watermark(text, width: width, height: height).utf8))) else {
        return
      }
      drawn[key] = id
      pages[index].ink.items.insert(
        .picture(id, Rect(x: .zero, y: -pages[index].height, width: pages[index].width, height: pages[index].height)), at: 0)
      if let furniture = pages[index].furniture { pages[index].furniture = furniture + 1 }
    }
  }

  private static func watermark(_ text: String, width: Double, height: Double) -> String {
    let text = String(text.prefix(60))
    let diagonal = (width * width + height * height).squareRoot()
    let size = min(0.8 * diagonal / (0.62 * Double(max(text.count, 1))), diagonal / 6)
    // Along the diagonal: its slope is the page's.
    let (cosine, sine) = (width / diagonal, -height / diagonal)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)pt" height="\(height)pt" viewBox="0 0 \(width) \(height)">\
      <text transform="matrix(\(cosine) \(sine) \(-sine) \(cosine) \(width / 2) \(height / 2))" y="\(size * 0.33)" text-anchor="middle" \
      font-family="Libertinus Sans" font-weight="bold" font-size="\(size)" fill="#000000" fill-opacity="0.08">\(escapedXML(text))</text></svg>
      """
  }
}
