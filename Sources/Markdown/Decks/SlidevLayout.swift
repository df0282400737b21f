internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// What a layout of Slidev's shows of a slide's settings: the page of the web that it names, and what layouts of a project's or a theme's own are given.
struct SlidevLayout {
  private(set) var opening = ""
  private(set) var closing = ""
  private(set) var look = SlideLook()
  /// Keys whose words stand nowhere on the page.
  private(set) var leftOutKeys: [String] = []

  /// - Parameters:
  ///   - values: The settings of the slide.
  ///   - hasWords: True if there are words on it.
  /// - Returns: Nil for a slide without a layout.
  init?(_ values: YAMLValue, hasWords: Bool) {
    guard let layout = values["layout"]?.text else { return nil }
    if layout.hasPrefix("iframe"), let url = values["url"]?.text, !url.isEmpty, !url.contains(where: { "<>`\n".contains($0) }) {
      let words = url.contains("://") ? "\n<\(url)>\n\n" : "\n`\(url)`\n\n"
      if hasWords { closing = words } else { opening = words }
    }
    guard !SlidevTags.layouts.contains(layout) else { return }
    let entries = (values.entries ?? []).filter { $0.key != "background" }
    let pictures = entries.compactMap { entry in entry.value.text.flatMap { Self.isPicture($0) ? (key: entry.key, address: $0) : nil } }
    let words = entries.filter { entry in
      guard !Deck.isSlideKey(entry.key), let text = entry.value.text else { return false }
      return text.contains(where: \.isLetter) && !["true", "false"].contains(text) && !PictureNames.isPicture(text)
    }
    var shown: Set<String> = []
    if layout.contains("quote") {
      shown = Set(["author", "source", "by", "cite"].filter { name in words.contains { $0.key == name } })
      let names = ["author", "source", "by", "cite"].filter(shown.contains).compactMap { values[$0]?.text }
      if !names.isEmpty { closing = "\n— " + names.joined(separator: ", ") + "\n\n" + closing }
    }
    let caption = words.first { $0.key.lowercased().hasSuffix("caption") }
    if !pictures.isEmpty, let caption { shown.insert(caption.key) }
    place(pictures, caption: caption?.value.text ?? "", in: layout, values, hasWords: hasWords)
    leftOutKeys = words.map { $0.key }.filter { !shown.contains($0) && !Self.sides.contains($0) }
  }

  /// Keys that say on which side a picture is.
  private static let sides: Set<String> = ["figureX", "side", "imageSide", "position", "align"]

  /// A picture beside the words where the layout's name says so, or below them.
  private mutating func place(
    _ pictures: [(key: String, address: String)], caption: String, in layout: String, _ values: YAMLValue, hasWords: Bool
  ) {
    guard let first = pictures.first else { return }
    let side = Self.sides.lazy.compactMap { values[$0]?.text?.lowercased() }.first ?? ""
    let isLeft = side.hasPrefix("l") || side.isEmpty && layout.contains("left")
    if first.key == "image", layout.contains("left") || layout.contains("right") {
      var picture = SlideLook.Picture(address: first.address, fit: values["backgroundSize"]?.text ?? "")
      picture.area = [isLeft ? 0 : 0.5, 0, 0.5, 1]
      look.pictures = [picture]
      if isLeft { look.left = 0.5 } else { look.right = 0.5 }
      return
    }
    let plain = caption.split(whereSeparator: \.isNewline).joined(separator: " ").filter { !"[]".contains($0) }
    let figures = "\n" + pictures.map { "![\(plain)](<\($0.address)>)\n\n" }.joined()
    guard hasWords, ["side", "left", "right"].contains(where: layout.contains) else {
      closing = figures + closing
      return
    }
    let column = "\n::: columns\n::: column\n"
    if isLeft {
      opening = column + figures + "\n:::\n::: column\n"
      closing = "\n:::\n:::\n" + closing
    } else {
      opening = column
      closing = "\n:::\n::: column\n" + figures + "\n:::\n:::\n" + closing
    }
  }

  private static func isPicture(_ text: String) -> Bool {
    PictureNames.isPicture(text) && !text.contains { "<>\n".contains($0) }
  }
}
