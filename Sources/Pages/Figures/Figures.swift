import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// A picture on its own, with its caption below; both stay together.
struct FigureBlock: BlockKind {
  var image: Image
  var caption: InlineContent

  var traits: BlockTraits { caption.isEmpty ? [] : .mayMove }

  func elements(in context: BlockContext) -> [StructureElement] {
    caption.isEmpty ? [] : [StructureElement(.division, parent: -1)]
  }

  func scaled(by factor: Double) -> FigureBlock { FigureBlock(image: image, caption: caption.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    var scratch = SetBlock(in: context)
    let width = context.picture(
      image, style: style.text, measure: context.measure, height: context.sheet.textHeight, onto: &scratch
    ).width
    var widths = Widths(minimum: min(width, share), natural: width)
    widths.minimum = max(widths.minimum, context.widths(of: caption, share: share).minimum)
    return widths
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    set(style, isAlone: context.document.figuresAlone.contains(context.block), in: context)
  }

  /// - Parameter isAlone: True if nothing else is on its page.
  func set(_ style: BlockStyle, isAlone: Bool, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let theme = context.document.tree.theme
    let captionStyle = style.applying(theme[.caption], families: theme.families).readable(on: context.ground)
    let element = out.within(image.element) { $0.structure.content }
    let caption =
      self.caption.isEmpty
      ? Lines()
      : out.within(.caption) { out in
        context.captionLines(self.caption, style: captionStyle, measure: context.measure, onto: &out)
      }
    let below = caption.lines.isEmpty ? .zero : captionStyle.before.natural + captionStyle.leading * caption.lines.count
    let room = context.sheet.textHeight - below - style.leading
    let set = picture(
      style, height: max(isAlone ? room : min(context.pictureHeight(image), room), style.leading * 2), in: context, onto: &out)
    var ink = Ink()
    ink.items.append(.content(element))
    ink.append(set.ink, dx: .zero, dy: .zero)
    ink.items.append(.content(.artifact))
    out.list.append(
      ink, height: set.height, depth: set.depth, width: set.width,
      x: context.x + style.align.offset(of: set.width, in: context.measure))
    if set.isShown, !isAlone, context.tallestPicture == nil { out.list.lastBoxYields(to: image.leastScale, anchor: style.align.anchor) }
    // If the picture is missing, its alternative text already replaces it.
    guard set.isShown, !caption.lines.isEmpty else { return out }
    out.list.nodes.append(.penalty(Penalty.prohibit))
    out.list.nodes.append(.glue(captionStyle.before))
    out.append(caption, leading: captionStyle.leading, x: context.x, counts: false)
    return out
  }

  /// The picture, on its matte if the theme has one.
  private func picture(_ style: BlockStyle, height: Length, in context: BlockContext, onto out: inout SetBlock) -> SetPicture {
    guard let matte = style.matte else {
      return context.picture(image, style: style.text, measure: context.measure, height: height, onto: &out)
    }
    let edge = min(style.padding, context.measure / 8)
    var set = context.picture(image, style: style.text, measure: context.measure - edge * 2, height: height - edge * 2, onto: &out)
    if set.isShown, !set.isAdaptive { set.mount(on: matte, edge: edge, radius: style.radius) }
    return set
  }
}

extension BlockContext {
  /// A caption's lines: a short one as its style says, a longer one flush left.
  func captionLines(_ caption: InlineContent, style: BlockStyle, measure: Length, onto out: inout SetBlock) -> Lines {
    let set = lines(of: caption, style: style, measure: measure, onto: &out)
    guard set.lines.count > 1, style.align == .center else { return set }
    var long = style
    long.align = document.tree.theme.align == .justified ? .justified : .left
    return lines(of: caption, style: long, measure: measure, onto: &out)
  }
}

extension Alignment {
  /// The offset of a block that is narrower than its area.
  func offset(of width: Length, in measure: Length) -> Length {
    switch self {
    case .center: (measure - width) / 2
    case .right: measure - width
    case .justified, .left: .zero
    }
  }
}
