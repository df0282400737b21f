internal import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown
internal import TypesetSettings

/// The rows of a division whose own style puts its parts side by side, as CSS's flexible boxes and grids do: `style="display: grid;
/// grid-template-columns: 2fr 1fr"`, `style="display: flex"`, and what classes of UnoCSS, Tailwind and Bootstrap mean by that.
struct FlowingColumns {
  /// The parts of each row with their shares of the width; nil takes what the others leave.
  private(set) var rows: [[(part: Tree.Index, share: Double?)]] = []

  private static let mostColumns = 9
  /// What sizes in pixels are a part of: a slide without its margins.
  private static let width = 1_000.0

  /// Nil for parts that are below each other.
  init?(_ parts: [Tree.Index], of container: Attributes, in tree: Tree) {
    guard parts.count > 1 else { return nil }
    let style = Declarations(container)
    if style.isGrid {
      guard let tracks = Self.tracks(of: style, container, parts.count), tracks.count <= Self.mostColumns, Self.areBoxes(parts, in: tree)
      else { return nil }
      fill(parts, tracks, in: tree)
    } else if style.isFlexible || Self.isWrapper(container, parts, in: tree) {
      guard Self.areBoxes(parts, in: tree) else { return nil }
      let shares = parts.map { Self.share(of: tree.attributes(of: $0)) }
      guard shares.contains(where: { $0 != nil }) || parts.count <= Self.mostColumns else { return nil }
      flow(parts, shares, wraps: style.wraps, isSpread: style.isSpread, in: tree)
    } else {
      return nil
    }
    guard rows.contains(where: { $0.count > 1 }), rows.allSatisfy({ $0.count <= Self.mostColumns }) else { return nil }
  }

  /// True if the parts are boxes of the author's, not the paragraphs of a text.
  private static func areBoxes(_ parts: [Tree.Index], in tree: Tree) -> Bool {
    var hasBox = false
    for part in parts {
      switch tree[part].kind {
      case .division, .figure, .callout, .table: hasBox = true
      // A picture, perhaps with the words below it.
      case .paragraph: hasBox = hasBox || tree.figure(part) != nil || tree[part].firstChild >= 0 && isPicture(tree[part].firstChild, tree)
      case .list, .codeBlock, .mathBlock, .blockQuote: break
      default: return false
      }
    }
    return hasBox
  }

  // MARK: Grids

  private mutating func fill(_ parts: [Tree.Index], _ tracks: [Double], in tree: Tree) {
    var row: [(part: Tree.Index, share: Double?)] = []
    var place = 0
    for part in parts {
      let span = Self.span(of: tree.attributes(of: part), among: tracks.count)
      if place + span > tracks.count {
        rows.append(row)
        (row, place) = ([], 0)
      }
      row.append((part, tracks[place..<(place + span)].reduce(0, +)))
      place += span
    }
    if !row.isEmpty { rows.append(row) }
  }

  /// The shares of a grid's columns; nil for a grid of one column.
  private static func tracks(of style: Declarations, _ container: Attributes, _ count: Int) -> [Double]? {
    if let template = style["grid-template-columns"] { return shares(of: template, count) }
    if style["grid-auto-flow"]?.hasPrefix("column") == true, count <= mostColumns {
      return [Double](repeating: 1 / Double(count), count: count)
    }
    for name in container.classes where name.hasPrefix("grid-cols-") {
      let value = name.dropFirst("grid-cols-".count)
      if value.first == "[" { return shares(of: value.filter { !"[]".contains($0) }.replacing("_", with: " "), count) }
      if let columns = DocumentNumber.whole(String(value), in: 2...12) { return [Double](repeating: 1 / Double(columns), count: columns) }
    }
    return nil
  }

  /// `1fr 44%`, `repeat(2, 1fr)`, `minmax(0, 1fr) 280px`.
  static func shares(of template: String, _ count: Int) -> [Double]? {
    var tracks: [String] = []
    var word = ""
    var depth = 0
    for character in template.lowercased().prefix(300) + " " {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      guard depth == 0, character == " " else {
        word.append(character)
        continue
      }
      if word.hasPrefix("repeat("), let comma = word.firstIndex(of: ",") {
        let times = DocumentNumber.whole(word[..<comma].dropFirst(7).filter { $0 != " " }, in: 1...12) ?? min(count, 3)
        let track = word[word.index(after: comma)...].dropLast().trimmed()
        for _ in 0..<times { tracks += track.hasPrefix("minmax") ? [track] : track.split(separator: " ").map(String.init) }
      } else if !word.isEmpty, word.first != "[" {
        tracks.append(word)
      }
      word = ""
    }
    guard (2...12).contains(tracks.count) else { return nil }
    let sizes = tracks.map { track -> (fixed: Double?, part: Double) in
      let inner = track.hasPrefix("minmax(") ? String(track.dropLast().split(separator: ",").last?.trimmed() ?? "") : track
      if inner.hasSuffix("fr"), let part = DocumentNumber.real(String(inner.dropLast(2)), in: 0...100) { return (nil, part) }
      return (size(inner), 1)
    }
    let fixed = sizes.reduce(0) { $0 + ($1.fixed ?? 0) }
    let parts = sizes.reduce(0) { $0 + ($1.fixed == nil ? $1.part : 0) }
    let rest = parts > 0 ? max(1 - fixed, 0.2) : 0
    let factor = 1 / max(fixed + rest, 0.01)
    return sizes.map { ($0.fixed ?? rest * $0.part / max(parts, 0.01)) * factor }
  }

  /// How many columns a cell of a grid takes: `grid-column: span 2`, `1 / -1`, `1 / 3`; `col-span-2`.
  private static func span(of attributes: Attributes?, among count: Int) -> Int {
    guard let attributes else { return 1 }
    var found = 1
    if let value = Declarations(attributes)["grid-column"] {
      let lines = value.split(separator: "/").map { $0.trimmed() }
      if let span = lines.first(where: { $0.hasPrefix("span") }).flatMap({ DocumentNumber.whole($0.dropFirst(4).trimmed(), in: 1...12) }) {
        found = span
      } else if lines.count == 2, let first = DocumentNumber.whole(lines[0], in: 1...12) {
        found = lines[1] == "-1" ? count : (DocumentNumber.whole(lines[1], in: 1...13) ?? first + 1) - first
      }
    }
    for name in attributes.classes where name.hasPrefix("col-span-") {
      found = name.hasSuffix("-full") ? count : DocumentNumber.whole(String(name.dropFirst("col-span-".count)), in: 1...12) ?? 1
    }
    return max(min(found, count), 1)
  }

  // MARK: Flexible boxes

  /// How many letters a line of a slide has.
  private static let letters = 80.0

  private mutating func flow(_ parts: [Tree.Index], _ shares: [Double?], wraps: Bool, isSpread: Bool, in tree: Tree) {
    var row: [(part: Tree.Index, share: Double?)] = []
    var sum = 0.0
    for (part, share) in zip(parts, shares) {
      if wraps, sum + (share ?? 0) > 1.02, !row.isEmpty {
        rows.append(row)
        (row, sum) = ([], 0)
      }
      row.append((part, share))
      sum += share ?? 0
    }
    if !row.isEmpty { rows.append(row) }
    for (number, row) in rows.enumerated() where row.allSatisfy({ $0.share == nil }) {
      // As wide as their words, where these differ much.
      let widths = row.map { Self.width(of: $0.part, in: tree) }
      // A few words beside a mark are as wide as they are.
      if !isSpread, widths.reduce(0, +) + 3 * Double(widths.count) < Self.letters * 0.7,
        row.contains(where: { Self.isSmallPicture($0.part, in: tree) })
      {
        for place in row.indices { rows[number][place].share = (widths[place] + 3) / Self.letters }
        continue
      }
      guard let least = widths.min(), let most = widths.max(), least * 5 < most * 2 else { continue }
      let whole = widths.reduce(0, +)
      for place in row.indices { rows[number][place].share = max(widths[place] / whole, 0.08) }
    }
  }

  /// `flex: 0 0 40%`, `width: 40%`, `flex: 2`; `w-1/2`, `basis-2/5`, `col-md-6`. Parts of what is left are no share.
  private static func share(of attributes: Attributes?) -> Double? {
    guard let attributes else { return nil }
    let style = Declarations(attributes)
    if let basis = style["flex-basis"] ?? style["flex"]?.split(separator: " ").map(String.init).last, let size = size(basis) { return size }
    if let width = style["width"] ?? attributes["width"], let size = size(width) { return size }
    for name in attributes.classes {
      if let fraction = name.hasPrefix("w-") ? name.dropFirst(2) : name.hasPrefix("basis-") ? name.dropFirst(6) : nil,
        case let numbers = fraction.split(separator: "/").compactMap({ DocumentNumber.whole(String($0), in: 1...12) }), numbers.count == 2
      {
        return min(Double(numbers[0]) / Double(numbers[1]), 1)
      }
      if name.hasPrefix("col-"), !["span", "start", "end", "offset"].contains(where: name.contains),
        let columns = name.split(separator: "-").last.flatMap({ DocumentNumber.whole(String($0), in: 1...12) })
      {
        return Double(columns) / 12
      }
    }
    return nil
  }

  /// A size as a part of the width; nil for others and for those that say nothing of it.
  private static func size(_ text: String) -> Double? {
    let units: [(String, Double)] = [("%", 100), ("vw", 100), ("px", width), ("rem", width / 16), ("em", width / 24), ("pt", width * 0.75)]
    guard let (unit, whole) = units.first(where: { text.hasSuffix($0.0) }),
      let number = DocumentNumber.real(text.dropLast(unit.count).trimmed(), in: 0.01...10_000)
    else { return nil }
    return min(number / whole, 1)
  }

  /// True for a division that is named after its columns, all of which are divisions: a theme's `multicolumn`, `two-columns`, `col-wrap`, and
  /// Bootstrap's rows.
  private static func isWrapper(_ container: Attributes, _ parts: [Tree.Index], in tree: Tree) -> Bool {
    guard parts.count <= 4, parts.allSatisfy({ tree[$0].kind == .division }) else { return false }
    return container.classes.contains { name in
      if name == "columns" { return false }
      if name == "row" || name == "grid-row" {
        return parts.allSatisfy {
          tree.attributes(of: $0)?.classes.contains { $0 == "col" || $0.hasPrefix("col-") || $0 == "column" } ?? false
        }
      }
      let name = name.lowercased().filter { $0 != "-" && $0 != "_" }
      return wrappers.contains { name.hasPrefix($0) } || name.hasSuffix("columns") || name.hasSuffix("cols")
    }
  }

  private static let wrappers = [
    "multicol", "twocol", "threecol", "2col", "3col", "cols2", "cols3", "colwrap", "colcontainer", "columns2", "columns3",
  ]

  /// About how many letters wide a part would be on a line of its own.
  private static func width(of part: Tree.Index, in tree: Tree) -> Double {
    var most = 2
    var stack = [part]
    var rest = 200
    while let index = stack.popLast(), rest > 0 {
      rest -= 1
      switch tree[index].kind {
      case .paragraph, .heading, .caption, .title, .definitionTerm, .tableRow:
        let pictures = tree.children(of: index).filter { isPicture($0, tree) }
        let words = pictures.isEmpty ? tree.plainText(of: index).count : 0
        most = max(most, words, pictures.map { letters(ofPicture: $0, tree) }.max() ?? 0)
      case .codeBlock(_, let literal): most = max(most, literal.split(separator: "\n").map(\.count).max() ?? 0)
      case .image: most = max(most, letters(ofPicture: index, tree))
      case .mathBlock: most = max(most, 20)
      default: stack += tree.children(of: index)
      }
    }
    return Double(min(most, 80))
  }

  /// About how many letters wide a picture is, by the size that it is given.
  private static func letters(ofPicture index: Tree.Index, _ tree: Tree) -> Int {
    let size = tree.attributes(of: index).map { UtilitySizes.of($0) }
    guard case .absolute(let length)? = size?.width ?? size?.height else { return 40 }
    return max(min(Int(clamping: (length.points / 7).rounded(.up)), 40), 2)
  }

  /// True for a part that is a small picture alone.
  private static func isSmallPicture(_ part: Tree.Index, in tree: Tree) -> Bool {
    var index = part
    for _ in 0..<3 {
      if isPicture(index, tree) { return letters(ofPicture: index, tree) < 16 }
      guard tree[index].firstChild >= 0, tree[tree[index].firstChild].nextSibling < 0 else { return false }
      index = tree[index].firstChild
    }
    return false
  }

  private static func isPicture(_ index: Tree.Index, _ tree: Tree) -> Bool { if case .image = tree[index].kind { true } else { false } }

  /// What a division's style says of the places of its parts, and what classes mean by it.
  private struct Declarations {
    private let declared: [(name: String, value: String)]
    private let classes: [String]

    init(_ attributes: Attributes) {
      declared = attributes["style"].map { StyleRule.declarations(of: $0) } ?? []
      classes = attributes.utilities
    }

    subscript(name: String) -> String? { declared.last { $0.name == name }?.value }

    private var display: String? { self["display"]?.lowercased() }

    var isGrid: Bool { display.map { $0.hasSuffix("grid") } ?? classes.contains("grid") }

    var isFlexible: Bool {
      if self["flex-direction"]?.hasPrefix("column") == true || self["flex-flow"]?.contains("column") == true { return false }
      guard let display else {
        return classes.contains { ["flex", "inline-flex", "d-flex", "r-hstack", "r-stack"].contains($0) }
          && !classes.contains { $0.hasPrefix("flex-col") || $0.hasPrefix("flex-column") }
      }
      return display.hasSuffix("flex")
    }

    /// True if its parts are to fill the row.
    var isSpread: Bool {
      self["justify-content"].map { $0 != "start" && $0 != "flex-start" && $0 != "left" } == true
        || classes.contains { $0.hasPrefix("justify-") && $0 != "justify-start" }
    }

    var wraps: Bool {
      self["flex-wrap"] == "wrap" || self["flex-flow"]?.contains("wrap") == true || classes.contains("flex-wrap") || classes.contains("row")
    }
  }
}
