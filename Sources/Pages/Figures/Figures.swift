public import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetParagraphs
public import TypesetPictures
public import TypesetStyling

extension BlockBuilder {
  /// A picture by itself, its caption below; both stay together.
  ///
  /// - Parameter isAlone: Nothing else is on its page.
  func appendFigure(
    _ image: Image, caption: InlineContent, style: BlockStyle, isAlone: Bool = false, in region: Region, into list: inout VList
  ) {
    let captionStyle = style.applying(tree.theme[.caption], families: tree.theme.families)
    var figure = StructureElement(.figure, parent: -1)
    figure.alternative = image.spoken
    let element = within(figure) { structure.content }
    let captionLines =
      caption.isEmpty ? Lines() : within(.caption) { self.captionLines(caption, style: captionStyle, measure: region.measure) }
    let captionHeight =
      captionLines.lines.isEmpty ? .zero : captionStyle.before.natural + captionStyle.leading * captionLines.lines.count
    let room = max(
      isAlone
        ? sheet.textHeight - captionHeight - style.leading : min(pictureHeight(image), sheet.textHeight - captionHeight - style.leading),
      style.leading * 2)
    var set: (ink: Ink, width: Length, height: Length, depth: Length, isShown: Bool)
    if let matte = style.matte {
      let edge = min(style.padding, region.measure / 8)
      set = picture(image, style: style.text, measure: region.measure - edge * 2, height: room - edge * 2)
      if set.isShown { mount(&set, on: matte, edge: edge, radius: style.radius) }
    } else {
      set = picture(image, style: style.text, measure: region.measure, height: room)
    }
    let x =
      switch style.align {
      case .center: region.x + (region.measure - set.width) / 2
      case .right: region.x + region.measure - set.width
      case .justified, .left: region.x
      }
    var ink = Ink()
    ink.items.append(.content(element))
    ink.append(set.ink, dx: .zero, dy: .zero)
    ink.items.append(.content(.artifact))
    list.append(ink, height: set.height, depth: set.depth, width: set.width, x: x)
    if set.isShown, !isAlone { list.lastBoxYields(to: Self.leastScale(image), anchor: style.align.anchor) }
    // Where the picture is missing, its alternative stands in its place already.
    guard set.isShown, !captionLines.lines.isEmpty else { return }
    list.nodes.append(.penalty(Penalty.prohibit))
    list.nodes.append(.glue(captionStyle.before))
    append(captionLines, leading: captionStyle.leading, x: region.x, into: &list)
  }

  /// How high a picture may be: of those whose size nobody gives, three fifths of a page's text.
  func pictureHeight(_ image: Image) -> Length {
    image.width == nil && image.height == nil && !isOnTurnedSheet ? sheet.textHeight.scaled(by: 0.6) : sheet.textHeight
  }

  var isOnTurnedSheet: Bool { sheet.isUpright != tree.theme.page.isUpright }

  /// How small a picture may become to fit at a page's foot, in per cent; sizes that the author gives stay about what they are.
  static func leastScale(_ image: Image) -> UInt8 { image.width == nil && image.height == nil ? 70 : 85 }

  /// Puts a picture on a ground that reaches beyond it on all sides.
  func mount(
    _ set: inout (ink: Ink, width: Length, height: Length, depth: Length, isShown: Bool), on matte: Color, edge: Length, radius: Length
  ) {
    var ink = Ink()
    let (width, height) = (set.width + edge * 2, set.height + set.depth + edge * 2)
    ink.items.append(.panel(Panel(rect: Rect(x: .zero, y: -set.depth, width: width, height: height), radius: radius, fill: matte)))
    ink.append(set.ink, dx: edge, dy: edge)
    set = (ink, width, height - set.depth, set.depth, true)
  }

  /// A caption's lines: a short one as its style says, a longer one with its lines flush left below one another.
  func captionLines(_ caption: InlineContent, style: BlockStyle, measure: Length) -> Lines {
    let set = lines(of: caption, style: style, measure: measure)
    guard set.lines.count > 1, style.align == .center else { return set }
    var long = style
    long.align = tree.theme.align == .justified ? .justified : .left
    return lines(of: caption, style: long, measure: measure)
  }

  /// A picture, or its alternative text in a frame where it can't be shown.
  ///
  /// - Parameters:
  ///   - measure: It is never wider.
  ///   - height: Nor higher.
  func picture(
    _ image: Image, style: TextStyle, measure: Length, height: Length
  ) -> (ink: Ink, width: Length, height: Length, depth: Length, isShown: Bool) {
    guard let (id, picture) = load(image) else {
      let frame = alternative(of: image, style: style, measure: measure)
      return (frame.ink, frame.width, frame.height, frame.depth, false)
    }
    let (width, tall) = image.size(of: picture, measure: measure, height: height, page: sheet.textHeight)
    var ink = Ink()
    ink.items.append(.picture(id, Rect(x: .zero, y: .zero, width: width, height: tall)))
    // The author's own link covers those of the picture.
    if style.link == nil { appendLinks(of: picture, width: width, height: tall, to: &ink) }
    return (ink, width, tall, .zero, true)
  }

  private func appendLinks(of picture: Picture, width: Length, height: Length, to ink: inout Ink) {
    for link in picture.links {
      let rect = Rect(
        x: width.scaled(by: link.left), y: height.scaled(by: 1 - link.top - link.height), width: width.scaled(by: link.width),
        height: height.scaled(by: link.height))
      ink.marks.append(.link(url: link.url))
      ink.items.append(.mark(Int32(ink.marks.count - 1), rect))
    }
  }

  /// The alternative text, or the source where there is none, in a grey frame.
  private func alternative(
    of image: Image, style: TextStyle, measure: Length
  ) -> (ink: Ink, width: Length, height: Length, depth: Length) {
    var textStyle = style
    textStyle.color = tree.theme[.caption].color ?? style.color
    textStyle.size = style.size.scaled(by: 0.9)
    var text = StyledText()
    // Of an address the file's name says enough.
    let name = image.source.contains("://") ? image.source.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) : nil
    text.append((image.alternative.isEmpty ? name ?? image.source : image.alternative).utf8, style: textStyle)
    let padding = style.size.scaled(by: 0.4)
    let room = max(measure - padding * 2, style.size)
    let natural = paragraphs.widths(of: text, attachments: []).natural
    let leading = textStyle.size.scaled(by: 1.25)
    let shape = ParagraphShape(measure: min(room, natural + 1.pt), alignment: .left, leading: leading)
    let packed = pack(paragraphs.set(text, attachments: [], shape: shape), leading: leading)
    let width = shape.measure + padding * 2
    let rect = Rect(
      x: .zero, y: -packed.depth - padding / 2, width: width, height: packed.height + packed.depth + padding)
    var ink = Ink()
    ink.items.append(
      .panel(Panel(rect: rect, radius: 2.pt, fill: nil, border: textStyle.color, borderWidth: 0.5.pt)))
    ink.append(packed.ink, dx: padding, dy: .zero)
    return (ink, width, packed.height + padding / 2, packed.depth + padding / 2)
  }
}

extension Alignment {
  /// The side that keeps its place where a picture becomes smaller.
  var anchor: VBox.Anchor {
    switch self {
    case .left, .justified: .left
    case .center: .center
    case .right: .right
    }
  }
}

extension VList {
  /// Lets the picture that was added last become smaller where it then fits on its page.
  mutating func lastBoxYields(to percent: UInt8, anchor: VBox.Anchor) {
    guard case .box(var box)? = nodes.last else { return }
    (box.leastScale, box.anchor) = (percent, anchor)
    nodes[nodes.count - 1] = .box(box)
  }
}

extension VList {
  /// Lets the box that was added last vanish at the top of a page.
  mutating func lastBoxOpensNoPage() {
    guard case .box(var box)? = nodes.last else { return }
    box.opensNoPage = true
    nodes[nodes.count - 1] = .box(box)
  }
}

extension BlockBuilder {
  /// The picture that the author names, or nil and a diagnostic.
  func load(_ image: Image) -> (id: PictureID, picture: Picture)? {
    do throws(PictureError) {
      let id = try pictures.load(image, of: tree)
      let picture = pictures.picture(id)
      for warning in picture.warnings {
        report(Diagnostic(.warning, "picture.incomplete", at: image.span, "\(image.shortSource): \(warning)"))
      }
      return (id, picture)
    } catch {
      let gathered: Diagnostic.Gathered? =
        switch error {
        case .notAllowed: Diagnostic.Gathered(opening: "pictures from the network are not loaded: ", items: [image.shortSource])
        // What lets one be read lets the others, too.
        case _ where error.code == "policy.picture":
          Diagnostic.Gathered(opening: "pictures outside the folder that may be read are not shown: ", items: [image.shortSource])
        default: nil
        }
      report(
        Diagnostic(
          .warning, error.code, at: image.span, "can't show \(image.shortSource): \(error)", hint: error.hint, gathered: gathered))
      return nil
    }
  }
}

extension PictureBook {
  /// The picture that an author names.
  ///
  /// - Parameter wish: What it is to be drawn as where it is not known yet.
  public func load(_ image: Image, of tree: StyledTree, wish: Wish = { _ in nil }) throws(PictureError) -> PictureID {
    if image.source.hasPrefix("data:") { return try load(dataURL: image.source, wish: wish) }
    if image.source.hasPrefix("diagram:") { return try load(address: image.source) }
    if let address = image.address { return try load(address: address) }
    let path = percentDecoded(String(image.path.prefix { $0 != "?" && $0 != "#" }))
    return try load(path: path, from: tree.sourceFiles.folder(at: Int(image.span.start)), wish: wish)
  }
}

extension Image {
  /// How large the picture is set: as the author wants it, and no wider or higher than there is room.
  ///
  /// - Parameter page: The height of which a relative height is a part.
  public func size(of picture: Picture, measure: Length, height: Length, page: Length) -> (width: Length, height: Length) {
    let (width, tall) = wanted(of: picture, measure: measure, page: page)
    let scale = min(1, measure.points / max(width.points, 0.001), height.points / max(tall.points, 0.001))
    return scale < 1 ? (width.scaled(by: scale), tall.scaled(by: scale)) : (width, tall)
  }

  /// The size that the author asks for; from one dimension the picture's shape makes the other.
  private func wanted(of picture: Picture, measure: Length, page: Length) -> (width: Length, height: Length) {
    func length(_ size: PictureSize?, of whole: Length) -> Length? {
      switch size {
      case nil: nil
      case .absolute(let length): length
      case .fraction(let part): whole.scaled(by: part)
      }
    }
    let width = length(self.width, of: measure)
    let height = length(self.height, of: page)
    let ratio = picture.height.points / max(picture.width.points, 0.001)
    switch (width, height) {
    case (nil, nil): return (picture.width, picture.height)
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, width.scaled(by: ratio))
    case (nil, let height?): return (height.scaled(by: 1 / max(ratio, 0.001)), height)
    }
  }

  /// An address of the web, if it is one.
  public var address: String? {
    if source.hasPrefix("//") { return "https:" + source }
    guard let scheme = source.firstRange(of: "://"), source[..<scheme.lowerBound].lowercased() != "file" else { return nil }
    // Other schemes are asked for as well, and refused with the same words.
    return source[..<scheme.lowerBound].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } ? source : nil
  }

  /// Of a file on this machine, its escapes still in it (RFC 8089: `file:///a`, `file://localhost/a`, `file:/a`).
  var path: String {
    guard source.prefix(5).lowercased() == "file:" else { return source }
    let rest = source.dropFirst(5)
    guard rest.hasPrefix("//") else { return String(rest) }
    guard let slash = rest.dropFirst(2).firstIndex(of: "/") else { return source }
    return ["//", "//localhost"].contains(rest[..<slash].lowercased()) ? String(rest[slash...]) : source
  }

  /// As a message shows it: a data URL can be long.
  var shortSource: String { source.utf8.count <= 120 ? source : source.prefix(60) + "…" }
}
