internal import TypesetBytes
internal import TypesetDiagnostics

/// A text element whose letters are placed one by one, are turned, or follow a path: librsvg knows only the first place, and no path.
///
/// Values for single letters become separate elements (SVG 1.1, 10.5); turned letters and letters along a path (10.13) are set one by one.
struct SVGPlacedText {
  private struct Letter {
    /// A letter with its marks.
    var text: String
    var style: SVGTextStyle
    var colors: String
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
    var turn = 0.0
    /// The `textPath` that it is in, among `paths`.
    var path: Int?

    var isPlaced: Bool { x != nil || y != nil || dx != 0 || dy != 0 }

    /// True if it continues what another begins.
    func continues(_ other: Letter) -> Bool {
      !isPlaced && path == nil && other.path == nil && turn == 0 && other.turn == 0 && colors == other.colors
        && SVGLabel("", style) == SVGLabel("", other.style) && style.size == other.style.size && style.shift == other.style.shift
        && style.raised == other.style.raised && style.letterSpacing == 0
    }
  }

  private enum Item {
    case letter(Letter)
    /// A tag, without the attributes that place it.
    case tag([UInt8])
  }

  private struct Open {
    var tag: SVGTextTag
    /// The number of its first letter.
    var start: Int
    var path: Int?
  }

  private let head: [UInt8]
  private var items: [Item] = []
  private var paths: [SVGTextTag] = []
  private var count = 0
  private var opened: [Open] = []

  private static let most = 10_000

  /// Reads an element up to its end.
  ///
  /// - Parameters:
  ///   - xml: At the end of the attributes of its tag, which begins at `start`.
  ///   - work: Counts rules of style sheets that are compared.
  /// - Returns: Nil for an element whose letters are not placed one by one.
  init?(_ tag: SVGTextTag, from start: Int, _ xml: inout XMLReader, _ sheet: SVGStyleSheet, work: inout Int, limit: Int) {
    head = tag.withoutPlaces(xml.file, from: start)
    guard !xml.passTag() else { return nil }
    opened = [Open(tag: tag, start: 0)]
    var hasPlaces = tag.places.areForLetters
    var isAfterSpace = true
    while let text = xml.takeText(), !xml.isAtEnd, let around = opened.last {
      read(XMLReader.decoded(xml.file[text]), in: around, isAfterSpace: &isAfterSpace)
      let begin = xml.place
      let name = xml.takeTagName()
      work += sheet.count
      guard items.count < Self.most, work < limit else { return nil }
      if name == "/text" {
        _ = xml.passTag()
        guard hasPlaces || !paths.isEmpty else { return nil }
        return
      }
      if name.hasPrefix("/") {
        _ = xml.passTag()
        if opened.count > 1 { opened.removeLast() }
        items.append(.tag(Array(xml.file[begin..<xml.place])))
        continue
      }
      guard ["tspan", "a", "textPath"].contains(name), opened.count < 20 else { return nil }
      let inner = SVGTextTag(&xml, name: name, style: around.tag.style, sheet)
      if inner.places.areForLetters { hasPlaces = true }
      let isEmpty = xml.passTag()
      items.append(.tag(inner.withoutPlaces(xml.file, from: begin) + Array(isEmpty ? "/>".utf8 : ">".utf8)))
      var path = around.path
      if name == "textPath" {
        path = paths.count
        paths.append(inner)
      }
      if !isEmpty { opened.append(Open(tag: inner, start: count, path: path)) }
    }
    return nil
  }

  /// True if a file may have such text.
  static func may(beIn file: [UInt8]) -> Bool {
    guard !file.holds("textPath"), !file.holds("rotate=") else { return true }
    // A list of places: `x="1 2"`, `dy='1,2'`.
    for index in file.indices.dropFirst(2) where file[index] == UInt8(ascii: "=") && file[index - 1] & 0xFE == UInt8(ascii: "x") {
      guard file[index - 2] <= 0x20 || file[index - 2] == UInt8(ascii: "d"), index + 2 < file.count else { continue }
      let quote = file[index + 1]
      let value = file[(index + 2)...].prefix(40).prefix { $0 != quote && ($0 == 0x20 || $0 == 0x2C || $0 > 0x2C && $0 < 0x3A) }
      let second = value.drop { $0 != 0x20 && $0 != 0x2C }
      if second.contains(where: { $0 &- 0x30 < 10 }) { return true }
    }
    return false
  }

  /// True where letters have to be set one by one.
  var isTurned: Bool {
    !paths.isEmpty
      || items.contains { item in
        if case .letter(let letter) = item { letter.turn != 0 } else { false }
      }
  }

  // MARK: Reading

  private mutating func read(_ text: String, in around: Open, isAfterSpace: inout Bool) {
    let isKept = opened.last { $0.tag.preservesSpace != nil }?.tag.preservesSpace ?? false
    for character in text {
      var character = character
      if character.isWhitespace, character != "\u{A0}" {
        if character.isNewline, !isKept { continue }
        if isAfterSpace, !isKept { continue }
        (character, isAfterSpace) = (" ", true)
      } else {
        isAfterSpace = false
      }
      let colors = opened.count > 1 ? around.tag.colors : ""
      var letter = Letter(text: String(character), style: around.tag.style, colors: colors, path: around.path)
      place(&letter)
      items.append(.letter(letter))
      count += character.unicodeScalars.count
    }
  }

  /// Each value comes from the innermost element that has a value for the letter.
  private func place(_ letter: inout Letter) {
    func value(_ list: (SVGTextTag.Places) -> [Double]) -> Double? {
      for open in opened.reversed() {
        let values = list(open.tag.places)
        if count - open.start < values.count { return values[count - open.start] }
      }
      return nil
    }
    (letter.x, letter.y) = (value(\.x), value(\.y))
    (letter.dx, letter.dy) = (value(\.dx) ?? 0, value(\.dy) ?? 0)
    if let open = opened.last(where: { !$0.tag.places.rotate.isEmpty }) {
      letter.turn = open.tag.places.rotate[min(count - open.start, open.tag.places.rotate.count - 1)]
    }
  }

  // MARK: Elements for letters

  /// The element with a `tspan` for each letter that has a place.
  var divided: [UInt8] {
    var out = head + Array(">".utf8)
    var isOpen = false
    // A new place in one direction keeps the other one.
    var y: Double?
    func close() {
      if isOpen { out += Array("</tspan>".utf8) }
      isOpen = false
    }
    for item in items {
      switch item {
      case .tag(let tag):
        close()
        out += tag
      case .letter(let letter):
        if let new = letter.y { y = new }
        if let before = y { y = before + letter.dy }
        if letter.isPlaced {
          close()
          isOpen = true
          var places: [(String, Double)] = []
          if let x = letter.x { places.append(("x", x)) }
          // With a new place the distance from the line is counted anew.
          if letter.x != nil || letter.y != nil, let y {
            places.append(("y", y))
          } else if letter.dy != 0 {
            places.append(("dy", letter.dy))
          }
          if letter.dx != 0 { places.append(("dx", letter.dx)) }
          out += Array("<tspan\(places.map { " \($0)=\"\(SVGLabels.number($1))\"" }.joined())>".utf8)
        }
        out += Array(escapedXML(letter.text).utf8)
      }
    }
    close()
    return out + Array("</text>".utf8)
  }

  // MARK: Letters one by one

  /// A set piece and where it is.
  private struct Piece {
    var ink: SVGLabelInk
    var letter: Letter
    var x: Double
    var y: Double
    var turn: Double
    var width: Double

    var element: String {
      let scale = letter.style.size / 10
      let turned = turn == 0 ? "" : " rotate(\(SVGLabels.number(turn)))"
      let shift = letter.style.shift * letter.style.size - letter.style.raised
      let origin = turn == 0 ? (x, y + shift) : (x, y)
      let place = "translate(\(SVGLabels.number(origin.0)) \(SVGLabels.number(origin.1)))\(turned)"
      let down = turn == 0 || shift == 0 ? "" : " translate(0 \(SVGLabels.number(shift)))"
      return "<g\(letter.colors) transform=\"\(place)\(down) scale(\(SVGLabels.number(scale)))\">\(ink.content)</g>"
    }
  }

  /// The elements of all letters, as outlines, with what they say; nil where one cannot be set.
  func outlines(_ set: (SVGLabel) -> SVGLabelInk?, course: (String) -> SVGCourse?) -> (elements: String, words: String)? {
    var (out, words) = ("", "")
    var runs: [Letter] = []
    for case .letter(let letter) in items {
      words += letter.text
      if let last = runs.last, letter.continues(last) { runs[runs.count - 1].text += letter.text } else { runs.append(letter) }
    }
    var rest = runs[...]
    var pen = (x: 0.0, y: 0.0)
    while let first = rest.first {
      let group = rest.prefix { $0.path == first.path }
      rest = rest.dropFirst(group.count)
      var pieces: [Piece] = []
      for letter in group {
        guard let ink = set(SVGLabel(letter.text, letter.style)) else { return nil }
        let width = ink.width * letter.style.size / 10 + letter.style.letterSpacing
        pieces.append(Piece(ink: ink, letter: letter, x: 0, y: 0, turn: letter.turn, width: width))
      }
      let placed = first.path.map { along(paths[$0], pieces, course, &pen) } ?? inLine(pieces, &pen)
      for piece in placed { out += piece.element }
    }
    return (out, words.trimmingSpace())
  }

  private func inLine(_ pieces: [Piece], _ pen: inout (x: Double, y: Double)) -> [Piece] {
    var pieces = pieces
    var (x, y, start) = (pen.x, pen.y, 0)
    func finish(_ end: Int) {
      guard start < end else { return }
      let shift = pieces[start].letter.style.before(x - pieces[start].x)
      for index in start..<end { pieces[index].x -= shift }
      start = end
    }
    for index in pieces.indices {
      let letter = pieces[index].letter
      if letter.x != nil || letter.y != nil { finish(index) }
      (x, y) = ((letter.x ?? x) + letter.dx, (letter.y ?? y) + letter.dy)
      (pieces[index].x, pieces[index].y) = (x, y)
      x += pieces[index].width
    }
    finish(pieces.count)
    pen = (x, y)
    return pieces
  }

  /// Letters with their middles on a path; letters beyond its ends are not drawn. What follows the element begins where they end.
  private func along(
    _ tag: SVGTextTag, _ pieces: [Piece], _ course: (String) -> SVGCourse?, _ pen: inout (x: Double, y: Double)
  ) -> [Piece] {
    guard let course = tag.pathData.map({ SVGCourse($0) }) ?? course(tag.path), let first = pieces.first else { return [] }
    let natural = pieces.reduce(0) { $0 + $1.width + $1.letter.dx }
    let spread = tag.length.map { pieces.count > 1 ? ($0 - natural) / Double(pieces.count - 1) : 0 } ?? 0
    let length = natural + spread * Double(pieces.count - 1)
    var distance = tag.start.length + tag.start.part * course.length - first.letter.style.before(length)
    var down = 0.0
    var out: [Piece] = []
    for piece in pieces {
      var piece = piece
      distance += piece.letter.dx
      down += piece.letter.dy
      if let place = course.place(at: distance + piece.width / 2) {
        let (right, below) = SVGTransform.turned(-piece.width / 2, down, by: place.angle)
        (piece.x, piece.y, piece.turn) = (place.x + right, place.y + below, place.angle + piece.turn)
        out.append(piece)
      }
      distance += piece.width + spread
    }
    if let end = course.place(at: min(max(0, distance), course.length)) { pen = (end.x, end.y) }
    return out
  }
}
