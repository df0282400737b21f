import TypesetBoxes
import TypesetMarkdown

/// The sizes that classes of UnoCSS and Tailwind give pictures on slides, `h-8`, `w-1/2`, `w-[300px]`, or attributes of these names, `<img w-40 h="20">`.
enum UtilitySizes {
  private static let pixel = SlideUnits.slidev.pixel.pt

  static func of(_ attributes: Attributes) -> (width: PictureSize?, height: PictureSize?) {
    var (width, height): (PictureSize?, PictureSize?) = (nil, nil)
    for name in attributes.utilities {
      guard let dash = name.firstIndex(of: "-"), case let word = name[name.index(after: dash)...] else { continue }
      switch name[..<dash] {
      case "w": width = size(word) ?? width
      case "h": height = size(word) ?? height
      case "size": (width, height) = (size(word) ?? width, nil)
      default: continue
      }
    }
    if let word = attributes["w"] { width = size(word[...]) ?? width }
    if let word = attributes["h"] { height = size(word[...]) ?? height }
    // A share of the height of nothing in particular is none.
    if case .fraction? = height { height = nil }
    return (width, height)
  }

  /// The width that a box around a picture has, `<div class="w-60">`, `<div style="width: 300px">`; parts of a width are columns'.
  static func width(around node: Tree.Index, in tree: Tree) -> PictureSize? {
    var above = tree[node].parent
    for _ in 0..<8 where above >= 0 {
      if let attributes = tree.attributes(of: above) {
        if attributes.has(class: "slide-page") { return nil }
        if case .absolute(let width)? = of(attributes).width { return .absolute(width) }
        let style = attributes["style"].map { StyleRule.declarations(of: $0) } ?? []
        if let value = style.last(where: { $0.name == "width" })?.value, value.hasSuffix("px") || value.hasSuffix("pt"),
          case .length(let width)? = SlidePlace.Distance(css: value, pixel), width > .zero
        {
          return .absolute(width)
        }
      }
      above = tree[above].parent
    }
    return nil
  }

  private static func size(_ word: Substring) -> PictureSize? {
    switch SlidePlace.Distance(utility: word, false, pixel) {
    case .length(let length)? where length > .zero && length < 2_000.pt: .absolute(length)
    case .part(let part)? where part > 0: .fraction(min(part, 1))
    default: nil
    }
  }
}
