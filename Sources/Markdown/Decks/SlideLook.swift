internal import TypesetDiagnostics

/// What a slide looks like behind and around its words, where it differs from other pages.
struct SlideLook: Equatable {
  /// A picture behind a part of the slide.
  struct Picture: Equatable {
    var address: String
    /// Left, top, width and height, as parts of the slide's.
    var area = [0.0, 0, 1, 1]
    /// CSS' `background-size`; empty covers the area.
    var fit = ""
    var opacity = 1.0
  }

  /// Colours and gradients as CSS has them.
  var ground: String?
  /// The ground where that one can't be read.
  var groundBelow: String?
  /// What letters are read on, where pictures are over the ground.
  var readableOn: String?
  var veil: String?
  /// The colours of text, "text", and of elements by their names.
  var colors: [String: String] = [:]
  /// The sizes of text, "text", and of elements by their names, as CSS has them.
  var sizes: [String: String] = [:]
  /// CSS' `text-align` of elements by their names.
  var aligns: [String: String] = [:]
  /// What of the pages' furniture it has not: "header", "footer", "number".
  var hides: Set<String> = []
  var pictures: [Picture] = []
  /// The parts of the slide's width that its words leave free.
  var left = 0.0
  var right = 0.0
  /// True if something on it has a place of its own.
  var hasPlaces = false
  /// CSS' `text-align: center` and `justify-content: center`; nil where nothing is said.
  var centersWords: Bool?
  var centersPage: Bool?

  /// True for slides that look as their deck's pages do.
  var isPlain: Bool {
    ground == nil && readableOn == nil && veil == nil && colors.isEmpty && sizes.isEmpty && aligns.isEmpty && hides.isEmpty
      && pictures.isEmpty && left == 0
      && right == 0 && !hasPlaces
  }

  mutating func overlay(_ other: SlideLook) {
    if let own = other.ground { cover(with: own) }
    if let own = other.readableOn { readableOn = own }
    if let own = other.veil { veil = own }
    colors.merge(other.colors) { $1 }
    sizes.merge(other.sizes) { $1 }
    aligns.merge(other.aligns) { $1 }
    hides.formUnion(other.hides)
    pictures += other.pictures
    (left, right) = (max(left, other.left), max(right, other.right))
    hasPlaces = hasPlaces || other.hasPlaces
    centersWords = other.centersWords ?? centersWords
    centersPage = other.centersPage ?? centersPage
  }

  /// Puts a ground over the one that there is, which stays where the new one can't be read.
  mutating func cover(with color: String) { (ground, groundBelow) = (color, ground ?? groundBelow) }

  /// Notes what a slide has in the place of the pages' headers and footers.
  mutating func hide(_ furniture: SlideFurniture.Own) {
    hides.formUnion(furniture.hides)
    hasPlaces = hasPlaces || !furniture.header.isEmpty || !furniture.footer.isEmpty
  }

  /// A picture over the whole slide that its words are on: they are white on a darker picture, or as the slide's ground has them.
  ///
  /// - Parameter isDark: True if the tool sets them white.
  mutating func put(_ picture: Picture, behindWordsOf isDark: Bool) {
    pictures.append(picture)
    guard isDark else { return }
    (ground, readableOn) = (ground ?? "#333333", "#333333")
    colors.merge(["text": "#ffffff"]) { own, _ in own }
  }

  // MARK: The part of the page

  private static let fence = "::::::::::::"
  static let closing = "\n\(fence)\n"

  /// What is written above the slide.
  ///
  /// - Parameters:
  ///   - units: Those of its tool's slides.
  ///   - isInMiddle: True if what is on it is in the middle of its height.
  ///   - isAtFoot: True if it is at its foot.
  func opening(_ units: SlideUnits, isInMiddle: Bool, isAtFoot: Bool) -> String {
    var list = ".slide-page pixel=\"\(units.pixel)pt\"" + (isInMiddle ? " middle=true" : isAtFoot ? " middle=foot" : "")
    func add(_ key: String, _ value: String?) {
      if let value, case let plain = Self.plain(value), !plain.isEmpty { list += " \(key)=\"\(plain)\"" }
    }
    add("ground", ground)
    add("ground-below", groundBelow)
    add("readable-on", readableOn)
    add("veil", veil)
    // Headings have the colour of the text where nothing else is said of them.
    let headings = colors["text"].map { color in Dictionary(uniqueKeysWithValues: (1...6).map { ("h\($0)", color) }) } ?? [:]
    for (name, color) in headings.merging(colors, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) { add("color-\(name)", color) }
    for (name, size) in sizes.sorted(by: { $0.key < $1.key }) { add("size-\(name)", Self.measured(size, units)) }
    for (name, align) in aligns.sorted(by: { $0.key < $1.key }) { add("align-\(name)", align) }
    add("hides", hides.sorted().joined(separator: " "))
    if left > 0 { add("left", "\(left)") }
    if right > 0 { add("right", "\(right)") }
    var out = "\n\(Self.fence) {\(list)}\n\n"
    for picture in pictures.prefix(8) where !picture.address.contains(where: { "<>\n".contains($0) }) {
      let area = picture.area.map { "\($0)" }.joined(separator: " ")
      out += "::::::::::: {.slide-picture area=\"\(area)\" fit=\"\(Self.plain(picture.fit))\" opacity=\(picture.opacity)}\n"
      out += "![](<\(picture.address)>)\n:::::::::::\n\n"
    }
    return out
  }

  /// A size of CSS' on the page: `40px` in points, `60%` as a part of the text's.
  private static func measured(_ size: String, _ units: SlideUnits) -> String {
    if size.hasSuffix("%"), let number = DocumentNumber.real(size.dropLast()) { return "\(number.rounded() / 100)em" }
    return units.points(size, ofLetters: true) ?? size
  }

  private static func plain(_ value: String) -> String { String(value.filter { !"\"{}\n\\".contains($0) }.prefix(300)) }
}
