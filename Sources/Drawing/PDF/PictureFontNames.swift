internal import CCairo
public import TypesetBoxes
internal import TypesetPictures

/// The version of Cairo with which pictures are drawn.
public var cairoVersion: String { unsafe String(cString: cairo_version_string()) }

extension Renderer {
  /// The PostScript names of the fonts in the pictures of some pages, sorted: fontconfig has chosen them for the text of SVG files.
  public func pictureFontNames(of pages: [Page]) -> [String] {
    var pictured: Set<PictureID> = []
    for page in pages {
      for case .picture(let id, _) in page.ink.items where pictures.picture(id).isVector { pictured.insert(id) }
    }
    var names: Set<String> = []
    for id in pictured {
      guard case .file(let bytes)? = try? pictures.drawing(of: id, as: .form), let file = CairoFile(bytes) else { continue }
      for number in file.objects.indices {
        guard let name = file.dictionary(number)["BaseFont"] else { continue }
        let text = String(decoding: bytes[name].dropFirst(), as: UTF8.self)
        // Without the six letters of the subset, ISO 32000-1, 9.6.4.
        names.insert(text.split(separator: "+", maxSplits: 1).last.map(String.init) ?? text)
      }
    }
    return names.sorted()
  }
}
