internal import TypesetDiagnostics

/// The slides of a deck of remark's that others are made after: `layout: true` for all that follow, `template: name` for one.
///
/// - Source: remark.js, models/slideshow/slideshow.js, `createSlides`, and models/slide.js, `inherit`.
struct RemarkTemplates {
  /// By the numbers of slides: the slide that it is made after.
  private var parents: [Int?] = []
  private var properties: [[String: String]] = []
  /// True for slides that only others are made after.
  private(set) var areLayouts: [Bool] = []

  private static let keys: Set<String> = ["class", "layout", "template", "name"]

  init(_ lines: SlideLines) {
    var layout: Int?
    var named: [String: Int] = [:]
    for (number, slide) in lines.slides.enumerated() {
      let own = Self.properties(of: slide, in: lines)
      if own["layout"] == "false" { layout = nil }
      let parent = own["template"].flatMap { named[$0] } ?? layout
      var all = parent.map { properties[$0] } ?? [:]
      if let classes = own["class"] { all["class"] = [all["class"], classes].compactMap(\.self).joined(separator: ", ") }
      all.merge(own.filter { $0.key != "class" }) { $1 }
      parents.append(parent)
      properties.append(all)
      areLayouts.append(own["layout"] == "true")
      if own["layout"] == "true" { layout = number }
      if let name = own["name"] { named[name] = number }
    }
  }

  /// What a slide says of itself at its beginning.
  private static func properties(of slide: SlideLines.Slide, in lines: SlideLines) -> [String: String] {
    var found: [String: String] = [:]
    for number in slide.lines.prefix(16) {
      let text = String(decoding: lines.text(number).prefix(500), as: UTF8.self)
      guard let colon = text.firstIndex(of: ":"), case let key = String(text[..<colon]), keys.contains(key) || key.hasPrefix("background-")
      else { continue }
      found[key] = String(text[text.index(after: colon)...]).trimmedWhitespace()
    }
    return found
  }

  /// The properties of a slide, with those of the slides that it is made after.
  func properties(of slide: Int) -> [String: String] { properties[slide] }

  /// The slides whose content comes before a slide's, the outermost first.
  func templates(of slide: Int) -> [Int] {
    var found: [Int] = []
    var next = parents.indices.contains(slide) ? parents[slide] : nil
    while let parent = next, found.count < 8 {
      found.insert(parent, at: 0)
      next = parents[parent]
    }
    return found
  }

  /// True for a slide that is not shown itself.
  func isLayout(_ slide: Int) -> Bool { areLayouts.indices.contains(slide) && areLayouts[slide] }
}
