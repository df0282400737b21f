import TypesetBoxes
import TypesetSettings

/// The floats of one column, by LaTeX's rules (ltoutput.dtx, `\@addtocurcol`, `\@addtonextcol`, `\@tryfcolumn`) with the numbers of its classes.
struct FloatArea: Hashable {
  /// In `VList.floats`.
  private(set) var top: [Int] = []
  private(set) var bottom: [Int] = []
  /// In the text, where they were met.
  private(set) var here: [Int] = []
  /// For later columns.
  private(set) var held: [Int] = []
  /// Of what is above and below the text, with the space between.
  private(set) var height = Length.zero
  /// True for a column of floats alone.
  private(set) var isPage = false

  /// `\topnumber`, `\bottomnumber`, `\totalnumber`.
  private static let (mostAbove, mostBelow, most) = (2, 1, 3)
  /// `\topfraction`, `\bottomfraction`, `1-\textfraction`, `\floatpagefraction`.
  private static let (topFraction, bottomFraction, floatFraction, pageFraction) = (0.7, 0.3, 0.8, 0.5)
  /// How much of a column is filled by floats alone that may be above text as well; LaTeX leaves half of it empty.
  private static let fullFraction = 0.8

  var isEmpty: Bool { top.isEmpty && bottom.isEmpty }

  init() {}

  /// Begins with what earlier columns have left.
  init(_ waiting: [Int], of floats: VFloats, column: Length) {
    for number in waiting {
      if isFree(number, floats), place(number, floats, below: .zero, column: column) { continue }
      held.append(number)
    }
  }

  /// Floats alone.
  private init(page: [Int], held: [Int], of floats: VFloats) {
    (top, self.held, isPage) = (page, held, true)
    height = Self.height(of: page, floats)
  }

  /// Meets a float in the text.
  ///
  /// - Parameters:
  ///   - used: The height of what is in the column, without floats above and below.
  /// - Returns: True if it is in the text.
  mutating func add(_ number: Int, of floats: VFloats, used: Length, column: Length) -> Bool {
    let float = floats[number]
    let areas = FloatPlacement.Areas(rawValue: float.areas)
    guard isFree(number, floats) else {
      held.append(number)
      return false
    }
    if areas.contains(.here), used + height + float.height + floats.gap <= column,
      areas.contains(.insistent) || top.count + bottom.count + here.count < Self.most
    {
      here.append(number)
      return true
    }
    if !place(number, floats, below: used, column: column) { held.append(number) }
    return false
  }

  /// True if no float of its kind waits before it.
  private func isFree(_ number: Int, _ floats: VFloats) -> Bool {
    !floats[number].isWide && !held.contains { floats[$0].kind == floats[number].kind }
  }

  /// Puts a float above or below the text, if there is room.
  private mutating func place(_ number: Int, _ floats: VFloats, below used: Length, column: Length) -> Bool {
    let float = floats[number]
    let areas = FloatPlacement.Areas(rawValue: float.areas)
    let isInsistent = areas.contains(.insistent)
    guard isInsistent || top.count + bottom.count + here.count < Self.most else { return false }
    func fits(_ area: [Int], _ other: [Int], _ fraction: Double) -> Length? {
      let own = Self.height(of: area + [number], floats)
      let whole = own + Self.height(of: other, floats)
      guard isInsistent || own <= column.scaled(by: fraction) && whole <= column.scaled(by: Self.floatFraction), used + whole <= column
      else { return nil }
      return whole
    }
    let goesBelow = (here + bottom).contains { floats[$0].kind == float.kind }
    if areas.contains(.top), !goesBelow, isInsistent || top.count < Self.mostAbove, let whole = fits(top, bottom, Self.topFraction) {
      top.append(number)
      height = whole
      return true
    }
    if areas.contains(.bottom), isInsistent || bottom.count < Self.mostBelow, let whole = fits(bottom, top, Self.bottomFraction) {
      bottom.append(number)
      height = whole
      return true
    }
    return false
  }

  /// With the space between them, and to the text.
  static func height(of numbers: [Int], _ floats: VFloats) -> Length {
    guard !numbers.isEmpty else { return .zero }
    return numbers.reduce(floats.textGap - floats.gap) { $0 + floats[$1].height + floats.gap }
  }

  /// A column of floats alone, if those that wait are enough for one.
  ///
  /// - Parameters:
  ///   - full: The height of a column on a page without a title and wide floats.
  ///   - all: True where they are to be out whatever they ask for.
  static func page(of waiting: [Int], _ floats: VFloats, column: Length, full: Length, all: Bool) -> FloatArea? {
    var placed: [Int] = []
    var held: [Int] = []
    var sum = Length.zero
    var needed = fullFraction
    for number in waiting {
      let float = floats[number]
      let areas = FloatPlacement.Areas(rawValue: float.areas)
      let isHigh = height(of: [number], floats) > full.scaled(by: topFraction)
      // One that fits nowhere else has a page, whether it asks for one or not.
      let mayBe = all || areas.contains(.page) || isHigh
      let fits = placed.isEmpty || sum + floats.gap + float.height <= column
      if mayBe, fits, !float.isWide, !held.contains(where: { floats[$0].kind == float.kind }) {
        sum += float.height + (placed.isEmpty ? .zero : floats.gap)
        placed.append(number)
        if isHigh || areas.isDisjoint(with: [.top, .bottom]) { needed = pageFraction }
      } else {
        held.append(number)
      }
    }
    guard !placed.isEmpty, all || sum >= column.scaled(by: needed) else { return nil }
    return FloatArea(page: placed, held: held, of: floats)
  }

  /// Those above all columns of a page (`\dbltopnumber`, `\dbltopfraction`), and those that still wait.
  ///
  /// - Parameter all: True where they are to be out.
  static func wide(of waiting: [Int], _ floats: VFloats, page: Length, all: Bool) -> (placed: [Int], held: [Int]) {
    var placed: [Int] = []
    var held: [Int] = []
    for number in waiting {
      let float = floats[number]
      let whole = height(of: placed + [number], floats)
      // One that is too high for a page with text has one alone.
      let fits = all ? whole <= page : placed.count < mostAbove && whole <= page.scaled(by: topFraction)
      let isAlone = placed.isEmpty && float.height > page.scaled(by: topFraction)
      if float.isWide, fits || isAlone, !held.contains(where: { floats[$0].kind == float.kind }),
        placed.last.map({ floats[$0].height <= page.scaled(by: topFraction) || all }) ?? true
      {
        placed.append(number)
      } else {
        held.append(number)
      }
    }
    return (placed, held)
  }
}

extension VList {
  /// The nodes of a column's text, without the floats that are elsewhere.
  func text(of column: PageBuilder.Breaks) -> ArraySlice<VNode> {
    guard !floats.isEmpty else { return nodes[column.nodes] }
    var out: [VNode] = []
    var index = column.nodes.lowerBound
    var next = floats.first(from: index)
    // Glue, kerns and penalties at the top of a page vanish, also below a float.
    var isAtTop = column.openFrames.isEmpty
    while index < column.nodes.upperBound {
      if next < floats.list.count, floats[next].nodes.lowerBound == index {
        let number = next
        next += 1
        if !column.floats.here.contains(number) {
          if !isAtTop, let space = floats.space(skipping: number, here: column.floats.here) { out.append(.glue(space)) }
          index = min(floats[number].nodes.upperBound, column.nodes.upperBound)
          continue
        }
      }
      if !isAtTop || !nodes[index].isDiscardable {
        out.append(nodes[index])
        isAtTop = false
      }
      index += 1
    }
    return out[...]
  }

  /// All nodes on a column, from the top.
  func nodes(on column: PageBuilder.Breaks) -> ArraySlice<VNode> {
    guard !column.floats.isEmpty || !floats.isEmpty else { return nodes[column.nodes] }
    let floating = { (numbers: [Int]) in numbers.flatMap { self.nodes[self.floats[$0].content] } }
    return (floating(column.floats.top) + text(of: column) + floating(column.floats.bottom))[...]
  }
}
