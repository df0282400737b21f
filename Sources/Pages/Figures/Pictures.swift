public import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetFonts
import TypesetParagraphs
public import TypesetPictures
public import TypesetStyling

/// A picture on the page, with its lower edge on the baseline; or its replacement.
struct SetPicture {
  var ink = Ink()
  var width: Length
  var height: Length
  var depth = Length.zero
  /// False if its alternative text is shown.
  var isShown = true
  /// True if it has colours for any paper.
  var isAdaptive = false

  /// Puts a picture on a background that extends beyond it on all sides.
  mutating func mount(on matte: Color, edge: Length, radius: Length) {
    var mounted = Ink()
    let (outerWidth, outerHeight) = (width + edge * 2, height + depth + edge * 2)
    mounted.items.append(
      .panel(Panel(rect: Rect(x: .zero, y: -depth, width: outerWidth, height: outerHeight), radius: radius, fill: matte)))
    mounted.append(ink, dx: edge, dy: edge)
    (ink, width, height) = (mounted, outerWidth, outerHeight - depth)
  }
}

extension BlockContext {
  /// The largest height of a picture: without an explicit size, three fifths of the text height.
  func pictureHeight(_ image: Image) -> Length {
    image.width == nil && image.height == nil && !isTurned ? sheet.textHeight.scaled(by: 0.6) : sheet.textHeight
  }

  /// A picture, or its alternative text in a frame if it can't be shown.
  ///
  /// - Parameters:
  ///   - measure: The largest width.
  ///   - height: The largest height.
  ///   - badge: Of a picture among words: one as high as badges that is slightly taller than this, without an explicit size, is scaled to
  ///     this height.
  func picture(
    _ image: Image, style: TextStyle, measure: Length, height: Length, badge: Length? = nil, onto out: inout SetBlock
  ) -> SetPicture {
    let setter = PictureSetter(document: document, pageHeight: sheet.textHeight, style: style, tallest: tallestPicture)
    if let drawn = image.drawn { return setter.set(drawn, as: image, measure: measure, height: height) }
    return setter.set(image, measure: measure, height: height, badge: badge, onto: &out)
      ?? alternative(of: image, style: style, measure: measure, onto: &out)
  }

  /// The alternative text, or the source if there is none, in a grey frame; in headings no larger than text, and light.
  private func alternative(of image: Image, style: TextStyle, measure: Length, onto out: inout SetBlock) -> SetPicture {
    var textStyle = style
    textStyle.color = document.tree.theme[.caption].color ?? style.color
    let size = min(style.size, document.tree.theme.size)
    textStyle.size = size.scaled(by: 0.9)
    if size < style.size { textStyle.weight = min(style.weight, 400) }
    var content = image.words ?? InlineContent()
    if image.words != nil {
      content.recast { ($0.color, $0.size) = (textStyle.color, textStyle.size) }
    } else {
      content.text.append(
        (image.alternative.isEmpty ? image.diagram?.source ?? image.readableSource : image.alternative).utf8, style: textStyle)
    }
    let padding = size.scaled(by: 0.4)
    let room = max(measure - padding * 2, size)
    let attachments = attachments(of: content, measure: room, onto: &out)
    let natural = document.paragraphs.widths(of: content.text, attachments: attachments).natural
    let leading = textStyle.size.scaled(by: 1.25)
    let shape = ParagraphShape(measure: min(room, natural + 1.pt), alignment: .left, leading: leading)
    let packed = SetInk(document.paragraphs.set(content.text, attachments: attachments, shape: shape), leading: leading)
    var set = SetPicture(
      width: shape.measure + padding * 2, height: packed.height + padding / 2, depth: packed.depth + padding / 2, isShown: false)
    let rect = Rect(x: .zero, y: -set.depth, width: set.width, height: set.height + set.depth)
    set.ink.items.append(.panel(Panel(rect: rect, radius: 2.pt, fill: nil, border: textStyle.color, borderWidth: 0.5.pt)))
    set.ink.append(packed.ink, dx: padding, dy: .zero)
    return set
  }
}

/// Sets pictures that can be shown.
struct PictureSetter {
  let document: DocumentContext
  /// The height that a relative height refers to.
  let pageHeight: Length
  /// The style of the text around, whose letters some sizes are in.
  let style: TextStyle
  /// Pictures taller than this become smaller, to half their size at the least.
  var tallest: Length?

  /// Badges of services are 18 to 22 pixels high; other pictures keep their size at every size of the text.
  private static let tallestBadge = 16.5.pt

  /// Nil, and a diagnostic, for a picture that can't be shown.
  func set(_ image: Image, measure: Length, height: Length, badge: Length?, onto out: inout SetBlock) -> SetPicture? {
    guard var (id, picture) = load(image, onto: &out) else { return nil }
    let (width, tall) = size(
      of: image, natural: (picture.width, picture.height), measure: measure, height: height, badge: badge)
    (id, picture) = sized(id, picture, image, width: width)
    var set = SetPicture(width: width, height: tall)
    set.ink.items.append(.picture(id, Rect(x: .zero, y: .zero, width: width, height: tall)))
    set.isAdaptive = picture.isAdaptive
    // The author's own link overrides those of the picture.
    if style.link == nil { set.appendLinks(of: picture) }
    for label in picture.labels {
      let text = document.paragraphs.silentInk(label.text, style)
      set.ink.append(text, dx: width.scaled(by: label.left), dy: tall.scaled(by: 1 - label.top - label.height))
    }
    // Among words its alternative text is one of them; a figure's is its caption.
    if let copy = image.copy ?? (badge != nil && picture.labels.isEmpty ? image.alternative : nil) {
      set.ink.append(document.paragraphs.silentInk(copy, style), dx: .zero, dy: .zero)
    }
    if image.shiftRight != .zero {
      let ink = set.ink
      set.ink = Ink()
      set.ink.append(ink, dx: image.shiftRight, dy: .zero)
    }
    return set
  }

  /// The size at which a picture is shown.
  func size(
    of image: Image, natural: (width: Length, height: Length), measure: Length, height: Length, badge: Length?
  ) -> (width: Length, height: Length) {
    let own = ownSize(of: image, natural: natural, measure: measure, height: height, badge: badge)
    guard let tallest, own.height > tallest else { return own }
    let factor = max(tallest.points / own.height.points, 0.5)
    return (own.width.scaled(by: factor), own.height.scaled(by: factor))
  }

  private func ownSize(
    of image: Image, natural: (width: Length, height: Length), measure: Length, height: Length, badge: Length?
  ) -> (width: Length, height: Length) {
    let image = image.resolved(capHeight: document.paragraphs.letters(of: style).capHeight)
    let (width, tall) = image.size(natural: natural, measure: measure, height: height, page: pageHeight)
    if let factor = image.scale, image.width == nil, image.height == nil {
      let scale = min(factor, measure.points / max(natural.width.points, 0.001), height.points / max(natural.height.points, 0.001))
      return (natural.width.scaled(by: scale), natural.height.scaled(by: scale))
    }
    if let badge, image.width == nil, image.height == nil, tall > badge, tall <= badge.scaled(by: 1.4), tall <= Self.tallestBadge {
      return (width.scaled(by: badge.points / tall.points), badge)
    }
    return (width, tall)
  }

  /// The picture with labels of the document's size, where they are to have it: how large it is shown is known only now.
  private func sized(_ id: PictureID, _ picture: Picture, _ image: Image, width: Length) -> (PictureID, Picture) {
    guard image.hasDocumentSize, picture.kind == .svg else { return (id, picture) }
    let labels = (size: document.tree.theme.size.points, width: width.points)
    guard let sized = try? document.pictures.load(image, of: document.tree, labels: labels, preparation: document.preparation) else {
      return (id, picture)
    }
    return (sized, document.pictures.picture(sized))
  }

  /// The picture for a source, or nil and a diagnostic.
  private func load(_ image: Image, onto out: inout SetBlock) -> (id: PictureID, picture: Picture)? {
    do throws(PictureError) {
      let id = try document.pictures.load(image, of: document.tree, preparation: document.preparation)
      let picture = document.pictures.picture(id)
      for warning in picture.warnings where warning != .allWhite || document.preparation.colors.paper.lowercased() == "#ffffff" {
        let isWhole = warning == .moving
        out.report(
          Diagnostic(
            isWhole ? .note : .warning, isWhole ? "picture.moving" : "picture.incomplete", at: image.span,
            "\(image.shortSource): \(warning)"))
      }
      return (id, picture)
    } catch {
      let gathered: Diagnostic.Gathered? =
        switch error {
        case _ where error.code == "picture.missing":
          Diagnostic.Gathered(opening: "cannot find these pictures: ", items: [image.shortSource])
        case .notAllowed: Diagnostic.Gathered(opening: "pictures from the network are not loaded: ", items: [image.shortSource])
        // The option that allows reading one allows the others, too.
        case _ where error.code == "policy.picture":
          Diagnostic.Gathered(opening: "pictures outside the folder that may be read are not shown: ", items: [image.shortSource])
        default: nil
        }
      let hint =
        image.shortSource.hasPrefix(":/") ? "export the notes from Joplin as Markdown, which saves their pictures beside them" : error.hint
      out.report(
        Diagnostic(
          error.dependsOnTime ? .error : .warning, error.code, at: image.span, "cannot show \(image.shortSource): \(error)",
          hint: hint, gathered: gathered))
      return nil
    }
  }
}

extension SetPicture {
  /// The author's position of its lower edge, above the baseline.
  func lowerEdge(_ image: Image, _ font: Font) -> Length {
    let bottom: Length =
      switch image.baseline {
      case nil: .zero
      case .offset(let offset): offset
      case .middle: (font.xHeight - height) / 2
      case .textBottom: .zero - font.extents.descender
      }
    return bottom + image.shift
  }
}

extension SetPicture {
  fileprivate mutating func appendLinks(of picture: Picture) {
    for link in picture.links {
      let rect = Rect(
        x: width.scaled(by: link.left), y: height.scaled(by: 1 - link.top - link.height), width: width.scaled(by: link.width),
        height: height.scaled(by: link.height))
      ink.marks.append(.link(url: link.url))
      ink.items.append(.mark(Int32(ink.marks.count - 1), rect))
    }
  }
}

extension PictureBook {
  /// The picture for a source.
  ///
  /// - Parameters:
  ///   - labels: The size that its labels are to have when it is so wide.
  ///   - preparation: What makes an SVG belong to the page.
  ///   - wish: The form in which to draw it if it is not loaded yet.
  public func load(
    _ image: Image, of tree: StyledTree, labels: (size: Double, width: Double)? = nil, preparation: SVGPreparation? = nil,
    wish: Wish = { _ in nil }
  ) throws(PictureError) -> PictureID {
    var variant = PictureVariant(image)
    variant.labels = labels
    if image.source.hasPrefix("data:") { return try load(dataURL: image.source, variant: variant, preparation: preparation, wish: wish) }
    if let diagram = image.diagram { return try load(address: diagram.pictureName) }
    if let address = image.address { return try load(address: address) }
    let folder = tree.sourceFiles.folder(at: Int(image.span.start))
    return try load(path: image.file, from: folder, variant, preparation, wish: wish)
  }

  /// A file; where there is none and its name has no extension, the one that LaTeX would find.
  private func load(
    path: String, from folder: String?, _ variant: PictureVariant, _ preparation: SVGPreparation?, wish: Wish
  ) throws(PictureError) -> PictureID {
    do throws(PictureError) {
      return try load(path: path, from: folder, variant: variant, preparation: preparation, wish: wish)
    } catch {
      let name = path.split(separator: "/").last ?? ""
      guard case .file(.missing) = error, !name.contains("."), !name.isEmpty else { throw error }
      for end in ["pdf", "svg", "png", "jpg", "jpeg"] {
        let name = "\(path).\(end)"
        if let found = try? load(path: name, from: folder, variant: variant, preparation: preparation, wish: wish) { return found }
      }
      throw error
    }
  }
}

extension PictureVariant {
  init(_ image: Image) {
    self.init(of: image.source)
    (setsFormulas, hasDocumentFace, isRecolored) = (image.setsFormulas, image.hasDocumentFace, image.isRecolored)
  }
}

extension Image {
  /// The path of its file, without query and fragment.
  public var file: String { percentDecoded(String(path.prefix { $0 != "?" && $0 != "#" })) }

  /// The size of a picture: the author's, but no wider or taller than the available space.
  ///
  /// - Parameter page: The height that a relative height refers to.
  public func size(
    natural: (width: Length, height: Length), measure: Length, height: Length, page: Length
  ) -> (width: Length, height: Length) {
    let (width, tall) = wanted(natural, measure: measure, page: page)
    let scale = min(1, measure.points / max(width.points, 0.001), height.points / max(tall.points, 0.001))
    return scale < 1 ? (width.scaled(by: scale), tall.scaled(by: scale)) : (width, tall)
  }

  /// The image with sizes in capital heights converted to lengths; most pictures have none, so letters are not measured for them.
  fileprivate func resolved(capHeight: @autoclosure () -> Length) -> Image {
    var image = self
    if case .capitals(let factor)? = width { image.width = .absolute(capHeight().scaled(by: factor)) }
    if case .capitals(let factor)? = height { image.height = .absolute(capHeight().scaled(by: factor)) }
    return image
  }

  /// The author's size; from one dimension the other one follows by the picture's aspect ratio.
  private func wanted(
    _ natural: (width: Length, height: Length), measure: Length, page: Length
  ) -> (width: Length, height: Length) {
    func length(_ size: PictureSize?, of whole: Length) -> Length? {
      switch size {
      case nil: nil
      case .absolute(let length): length
      case .fraction(let part): whole.scaled(by: part)
      // Resolved where the letters are known.
      case .capitals: nil
      }
    }
    let width = length(self.width, of: measure)
    let height = length(self.height, of: page)
    let ratio = natural.height.points / max(natural.width.points, 0.001)
    switch (width, height) {
    case (nil, nil): return natural
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, width.scaled(by: ratio))
    case (nil, let height?): return (height.scaled(by: 1 / max(ratio, 0.001)), height)
    }
  }

  /// The web address, if it is one.
  public var address: String? { Self.address(source) }

  /// A picture's source as an address of the web, if it is one.
  package static func address(_ source: String) -> String? {
    if source.hasPrefix("//") { return "https:" + source }
    guard let scheme = source.firstRange(of: "://"), source[..<scheme.lowerBound].lowercased() != "file" else { return nil }
    // Other schemes are passed on as well, and refused with the same message.
    return source[..<scheme.lowerBound].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } ? source : nil
  }

  /// The path of a local file, with its escapes (RFC 8089: `file:///a`, `file://localhost/a`, `file:/a`).
  var path: String {
    guard source.prefix(5).lowercased() == "file:" else { return source }
    let rest = source.dropFirst(5)
    guard rest.hasPrefix("//") else { return String(rest) }
    guard let slash = rest.dropFirst(2).firstIndex(of: "/") else { return source }
    return ["//", "//localhost"].contains(rest[..<slash].lowercased()) ? String(rest[slash...]) : source
  }

  /// The smallest scale to fit at a page's foot, in per cent; explicit sizes are hardly changed.
  var leastScale: UInt8 { width == nil && height == nil ? 70 : 85 }

  /// Its element in the document's structure.
  var element: StructureElement {
    var figure = StructureElement(.figure, parent: -1)
    figure.alternative = spoken
    return figure
  }

  /// The source for messages: a data URL can be long.
  var shortSource: String {
    if source.hasPrefix("data:") { return readableSource + ",…" }
    return source.utf8.count <= 120 ? source : source.prefix(60) + "…"
  }

  /// The part of the source that means something to readers: the file name of an address, or the host if that is a long code; the type of data.
  var readableSource: String {
    if source.hasPrefix("data:") { return String(source.prefix { $0 != "," && $0 != ";" }) }
    guard let scheme = source.firstRange(of: "://") else { return source }
    let parts = source[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let host = parts.first, let name = parts.last else { return source }
    return String(name.utf8.count > 40 ? host : name)
  }
}
