public import TypesetBoxes
import TypesetYAML

/// A box with a text or a picture at a place of pages: a letterhead, a line along the margin, a stamp.
public struct PageBox: Hashable, Sendable {
  /// With placeholders, as in headers.
  public var text = ""
  /// From the edges of the paper; nil where the other edge, or the width, says where it is.
  public var left: Length?
  public var right: Length?
  public var top: Length?
  public var bottom: Length?
  public var width: Length?
  public var align: Alignment?
  public var pages = Pages.all
  /// A class of the theme, for what it looks like.
  public var style = ""
  /// True where left is the inner edge of pages that mirror one another.
  public var isMirrored = false

  /// The pages that have it.
  public enum Pages: String, Hashable, Sendable, CaseIterable {
    case all, first, others, odd, even
    /// The first one, and those that chapters begin.
    case openings
  }

  public init() {}

  static let keys = ["text", "left", "right", "inner", "outer", "top", "bottom", "width", "align", "pages", "style"]
  static let form = "a list of {text, left, top, width …}"

  /// - Parameter faults: What is wrong with the value, with a hint.
  init?(_ value: YAMLValue, _ faults: inout [SettingFault]) {
    for entry in value.entries ?? [] {
      let text = entry.value.text ?? ""
      var isRead = true
      func length(_ path: WritableKeyPath<PageBox, Length?>) {
        guard let length = Length(text), length.points > -1_000, length.points < 10_000 else {
          isRead = false
          return
        }
        self[keyPath: path] = length
      }
      switch entry.key {
      case "text":
        self.text = text
        for name in Furniture.unknownNames(in: text) {
          let known = Furniture.placeholders.map { "{\($0)}" }.joined(separator: ", ")
          faults.append(SettingFault(entry.value, "unknown placeholder {\(name)}", hint: "there are " + known))
        }
      case "left": length(\.left)
      case "right": length(\.right)
      case "inner", "outer":
        isMirrored = true
        length(entry.key == "inner" ? \.left : \.right)
      case "top": length(\.top)
      case "bottom": length(\.bottom)
      case "width": length(\.width)
      case "align":
        align = Alignment(rawValue: text)
        isRead = align != nil
      case "pages":
        if let pages = Pages(rawValue: text) { self.pages = pages } else { isRead = false }
      case "style": style = text.hasPrefix(".") ? String(text.dropFirst()) : text
      default: faults.append(SettingFault(entry.value, "unknown key \"\(entry.key)\"", hint: Self.keys.joined(separator: ", ")))
      }
      if !isRead {
        let hint =
          switch entry.key {
          case "align": "left, center, right or justified"
          case "pages": Pages.allCases.map(\.rawValue).joined(separator: ", ")
          default: "a length such as 20mm"
          }
        faults.append(SettingFault(entry.value, "cannot read this value of \(entry.key)", hint: hint))
      }
    }
    guard !self.text.isEmpty else {
      faults.append(SettingFault(value, "a box needs a text", hint: "write it as {text: …, left: 20mm, top: 15mm}"))
      return nil
    }
  }

  /// Where it begins and how wide it is, from the left edge of the paper.
  ///
  /// - Parameter text: The sides of the text, which it has where it names none.
  public func extent(on paper: Length, isLeft: Bool, text: (left: Length, right: Length)) -> (x: Length, width: Length) {
    let (left, right) = isMirrored && isLeft ? (self.right, self.left) : (self.left, self.right)
    let least = 6.pt
    if let left, let right { return (left, max(paper - left - right, least)) }
    if let left { return (left, max(width ?? paper - left - text.right, least)) }
    if let right {
      let width = max(width ?? paper - right - text.left, least)
      return (paper - right - width, width)
    }
    return (text.left, max(width ?? paper - text.left - text.right, least))
  }

  public func isOn(first isFirst: Bool, opening isOpening: Bool, left isLeft: Bool) -> Bool {
    switch pages {
    case .all: true
    case .first: isFirst
    case .others: !isFirst
    case .odd: !isLeft
    case .even: isLeft
    case .openings: isOpening
    }
  }
}
