import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// A slide whose parts are being styled.
struct OpenSlide {
  /// The length of one of its tool's pixels.
  var pixel: Length
  /// What has a place of its own on it.
  var placed: [StyledTree.Index] = []
}

/// `::: {.slide-page ground="#003d73"}`: all of a slide that has a ground, or looks, of its own. Decks are rewritten to it.
enum SlideStyling {
  /// - Returns: False for other divisions.
  static func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Bool {
    guard styling.theme.page.areSlides, styling.slide == nil, styling.tree[index].parent == 0,
      let attributes = styling.tree.attributes(of: index), attributes.classes.contains("slide-page")
    else { return false }
    var ground = SlideGround()
    ground.color = ["ground", "ground-below"].lazy.compactMap { attributes[$0].flatMap { Color(ground: $0) } }.first
    ground.veil = attributes["veil"].flatMap { Color($0) }
    let children = Array(styling.tree.children(of: index))
    let isPicture = children.map { styling.tree.attributes(of: $0)?.classes.contains("slide-picture") == true }
    ground.pictures = zip(children, isPicture).compactMap { $1 ? picture($0, with: styling) : nil }
    for name in attributes["hides"]?.split(separator: " ") ?? [] {
      switch name {
      case "header": ground.hides.insert(.header)
      case "footer": ground.hides.insert(.footer)
      case "number": ground.hides.insert(.number)
      default: break
      }
    }
    let theme = styling.theme
    styling.use(Self.theme(theme, on: ground.color, attributes, hasPictures: !ground.pictures.isEmpty))
    styling.slide = OpenSlide(pixel: attributes["pixel"].flatMap { Length($0) } ?? 0.75.pt)
    var rule = StyleRule()
    if let size = attributes["size-text"].flatMap({ Dimension($0) }), StyleRule.isReadable(size) { rule.size = size }
    var body = rule.size == nil ? outer : outer.applying(rule, families: theme.families)
    body.text.color = styling.theme.color
    let style = styling.style(.division, of: index, inside: body)
    func part(_ name: String) -> Double { min(max(attributes[name].flatMap { DocumentNumber.real($0) } ?? 0, 0), 0.8) }
    (ground.left, ground.right) = (part("left"), part("right"))
    var own = style
    own.centersPage = attributes["middle"] == "true"
    own.endsAtFoot = attributes["middle"] == "foot"
    let slide = styling.add(.slide(ground), own, for: index)
    var inner: StyledTree.Index = -1
    for (child, isPicture) in zip(children, isPicture) where !isPicture {
      styling.append(child, inside: style, after: &inner, in: slide)
    }
    // What has a place is at the slide's beginning: it takes no room there.
    for placed in styling.slide?.placed.reversed() ?? [] {
      styling.out.blocks[Int(placed)].nextSibling = styling.out.blocks[Int(slide)].firstChild
      styling.out.blocks[Int(slide)].firstChild = placed
    }
    styling.slide = nil
    styling.use(theme)
    styling.link(slide, after: &last, in: parent)
    return true
  }

  private static let elements: [(name: String, element: Element?)] = [
    ("text", nil), ("h1", .h1), ("h2", .h2), ("h3", .h3), ("h4", .h4), ("h5", .h5), ("h6", .h6), ("strong", .strong), ("em", .emphasis),
    ("a", .link), ("code", .inlineCode), ("blockquote", .quote), ("p", .paragraph), ("li", .item), ("table", .table),
  ]

  /// That of letters on their ground: light grey on white is less.
  private static let leastContrast = 1.5

  /// The theme of a slide, with the colours and sizes that its own style gives elements: `color-h1="#2b90b6" size-h2="2em"`.
  private static func theme(_ theme: Theme, on ground: Color?, _ attributes: Attributes, hasPictures: Bool) -> Theme {
    var colors: [Element?: Color] = [:]
    let paper = ground ?? theme.page.background ?? Color(rgba: 0xFFFF_FFFF)
    for (name, element) in elements {
      // Nobody could read words of nearly the ground's colour: what is behind them is not known here.
      if let color = attributes["color-\(name)"].flatMap({ Color(ground: $0) }), hasPictures || color.contrast(paper) >= leastContrast {
        colors[element] = color
      }
    }
    var own = theme.on(ground, readable: attributes["readable-on"].flatMap { Color(ground: $0) }, colors)
    for (name, element) in elements {
      if let element, let size = attributes["size-\(name)"].flatMap({ Dimension($0) }) {
        own.rules[element, default: StyleRule()].size = size
      }
      if let element, let align = attributes["align-\(name)"].flatMap({ Alignment(css: $0) }) {
        own.rules[element, default: StyleRule()].align = align
      }
    }
    return own
  }

  /// `::: {.slide-picture area="0 0 0.5 1" fit=contain opacity=0.5}` with a picture in it.
  private static func picture(_ division: Tree.Index, with styling: BlockStyling) -> SlideGround.Picture? {
    let tree = styling.tree
    let paragraph = tree[division].firstChild
    guard paragraph >= 0, let node = tree.figure(paragraph), case .image(let source, _) = tree[node].kind else { return nil }
    let attributes = tree.attributes(of: division) ?? Attributes()
    let area = (attributes["area"] ?? "").split(separator: " ").compactMap { DocumentNumber.real($0) }
    let image = Image(source: source, alternative: "", title: "", span: tree[node].span)
    var picture = SlideGround.Picture(image: image, left: 0, top: 0, width: 1, height: 1)
    if area.count == 4 { (picture.left, picture.top, picture.width, picture.height) = (area[0], area[1], area[2], area[3]) }
    picture.opacity = min(max(attributes["opacity"].flatMap { DocumentNumber.real($0) } ?? 1, 0), 1)
    switch attributes["fit"] ?? "" {
    case "contain", "fit": picture.fit = .contain
    case let fit where fit.hasSuffix("%"):
      if let share = DocumentNumber.real(fit.dropLast()), share > 1, share <= 400 { picture.fit = .share(share / 100) }
    default: break
    }
    return picture
  }
}

/// What has a place of its own on its slide.
enum PlacedStyling {
  /// - Returns: False for blocks that are where they are written.
  static func append(_ index: Tree.Index, inside outer: BlockStyle, with styling: inout BlockStyling) -> Bool {
    guard let slide = styling.slide else { return false }
    let tree = styling.tree
    if let place = tree.attributes(of: index).flatMap({ SlidePlace($0, pixel: slide.pixel) }) {
      guard !isMeasuredElsewhere(index, tree) else { return false }
      add(place, [index], inside: outer, at: index, with: &styling)
      return true
    }
    guard case .paragraph = tree[index].kind else { return false }
    var pictures: [(node: Tree.Index, place: SlidePlace)] = []
    for child in tree.children(of: index) {
      switch tree[child].kind {
      case .image:
        guard let place = tree.attributes(of: child).flatMap({ SlidePlace($0, pixel: slide.pixel) }) else { return false }
        pictures.append((child, place))
      case .softBreak, .lineBreak: continue
      case .text(let words) where words.allSatisfy(\.isWhitespace): continue
      default: return false
      }
    }
    guard !pictures.isEmpty, !isMeasuredElsewhere(index, tree) else { return false }
    for picture in pictures { add(picture.node, at: picture.place, inside: outer, slide.pixel, with: &styling) }
    return true
  }

  /// True for what is in a box from whose edges its place is measured (CSS' `position: relative`): where that is on the slide is not known.
  private static func isMeasuredElsewhere(_ index: Tree.Index, _ tree: Tree) -> Bool {
    var above = tree[index].parent
    while above >= 0 {
      if let attributes = tree.attributes(of: above) {
        if attributes.has(class: "slide-page") { return false }
        let isRelative = attributes["style"].map { $0.filter { $0 != " " }.contains("position:relative") } ?? false
        if isRelative || attributes.has(class: "relative") { return true }
      }
      above = tree[above].parent
    }
    return false
  }

  /// Adds blocks at a place.
  private static func add(
    _ place: SlidePlace, _ children: [Tree.Index], inside outer: BlockStyle, at node: Tree.Index, with styling: inout BlockStyling
  ) {
    var style = outer.applying(StyleRule(), families: styling.theme.families)
    if place.left == nil, place.right != nil, place.width == nil { (style.align, style.authorAlign) = (.right, .right) }
    if place.isInMiddle, place.left != nil, place.right != nil { (style.align, style.authorAlign) = (.center, .center) }
    let group = styling.add(.placed(place), style, styling.tree[node].span)
    // Places within it are measured from its own edges.
    let slide = styling.slide
    styling.slide = nil
    var inner: StyledTree.Index = -1
    for child in children { styling.append(child, inside: style, after: &inner, in: group) }
    styling.slide = slide
    styling.slide?.placed.append(group)
  }

  /// Adds a picture at a place.
  private static func add(
    _ node: Tree.Index, at place: SlidePlace, inside outer: BlockStyle, _ pixel: Length, with styling: inout BlockStyling
  ) {
    guard case .image(let source, let title) = styling.tree[node].kind else { return }
    let style = outer.applying(StyleRule(), families: styling.theme.families)
    let group = styling.add(.placed(place), style, styling.tree[node].span)
    var image = Image(source: source, alternative: styling.tree.plainText(of: node), title: title, span: styling.tree[node].span)
    if place.width != nil { image.width = .fraction(1) }
    switch place.height {
    case .length(let height)? where height > .zero: image.height = .absolute(height)
    case .part(let part)? where part > 0: image.height = .absolute(styling.theme.page.height.scaled(by: part))
    default: if place.width == nil { image.scale = pixel.points / 0.75 }
    }
    let figure = styling.add(.figure(image, caption: InlineContent()), style, for: node)
    var inner: StyledTree.Index = -1
    styling.link(figure, after: &inner, in: group)
    styling.slide?.placed.append(group)
  }
}
