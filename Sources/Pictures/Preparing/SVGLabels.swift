internal import TypesetDiagnostics

/// Sets the labels of an SVG file that hold formulas or emoji: each `text` element with one becomes outlines in its place, under its attributes, so that it is turned, coloured,
/// cut and covered as the text would be. Where labels are to have another size, all of them are scaled from where they stand. All else stays as it is, byte
/// by byte.
struct SVGLabels {
  private(set) var out: [UInt8] = []
  /// Of the labels that were set, by number.
  private(set) var texts: [String] = []

  /// How many labels have which size, in units of the root; nil while nobody asks for it.
  private var sizes: [Double: Int]?

  private var xml: XMLReader
  private let setter: (SVGLabel) -> SVGLabelInk?
  /// Of all labels.
  private let factor: Double
  private var sheet = SVGStyleSheet()
  private var styles: [SVGTextStyle] = [SVGTextStyle()]
  private var known: [SVGLabel: SVGLabelInk] = [:]

  /// More labels than this stay as they are.
  private static let most = 2000
  private static let deepest = 500
  /// Rules of style sheets, times elements that they are compared with. What follows stays as it is.
  private static let mostWork = 5_000_000
  private var work = 0

  /// - Parameter factor: By which all labels are enlarged.
  init(_ file: [UInt8], factor: Double = 1, setter: @escaping (SVGLabel) -> SVGLabelInk?) {
    xml = XMLReader(file)
    (self.setter, self.factor) = (setter, factor)
    out.reserveCapacity(file.count + 4096)
  }

  mutating func run() {
    while let text = xml.takeText() {
      out += xml.file[text]
      guard !xml.isAtEnd else { return }
      guard work < Self.mostWork else {
        out += xml.file[xml.place...]
        return
      }
      copyTag()
    }
  }

  private var style: SVGTextStyle { styles.last ?? SVGTextStyle() }

  private mutating func copyTag() {
    let start = xml.place
    let name = xml.takeTagName()
    if name.hasPrefix("/") {
      if styles.count > 1 { styles.removeLast() }
      out += xml.file[start..<xml.place]
      return
    }
    let tag = Tag(&xml, name: name, style: style, sheet)
    work += sheet.count
    if name == "text", sizes != nil { note(tag) }
    if name == "text", texts.count < Self.most, let replacement = label(of: tag) {
      out += replacement
      return
    }
    let isEmpty = xml.passTag()
    if name == "text", factor != 1 {
      out += xml.file[start..<(tag.transform?.range.lowerBound ?? tag.end)] + Array(enlarging(tag).utf8)
      out += xml.file[(tag.transform?.range.upperBound ?? tag.end)..<xml.place]
    } else {
      out += xml.file[start..<xml.place]
    }
    // Declarations and instructions have no end tags.
    guard !isEmpty, !name.isEmpty, name.first != "!" else { return }
    if styles.count < Self.deepest { styles.append(tag.style) } else { styles.append(style) }
    if name == "style", let text = xml.takeText() {
      sheet.add(XMLReader.decoded(xml.file[text]))
      out += xml.file[text]
    }
  }

  // MARK: Sizes

  /// The size that most labels of a file have, in units of the root; nil where there are none. Of several that are as common it is the largest.
  static func commonSize(in file: [UInt8]) -> Double? {
    var labels = SVGLabels(file) { _ in nil }
    labels.sizes = [:]
    labels.run()
    return labels.sizes?.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private mutating func note(_ tag: Tag) {
    var (ahead, passed) = (xml, 0)
    guard !ahead.passTag() else { return }
    // Programs give the size to the lines of a label rather than to the label.
    let size = (Self.lines(of: tag, &ahead, sheet, &passed)?.first?.style.size ?? tag.style.size) * tag.style.scale
    work += passed
    sizes?[(size * 10).rounded() / 10, default: 0] += 1
  }

  /// The attribute `transform` of a label that is enlarged where it stands.
  private func enlarging(_ tag: Tag) -> String {
    let (x, y) = (tag.x ?? 0, tag.y ?? 0)
    let own = tag.transform.map { escapedXML($0.value, isAttribute: true) + " " } ?? ""
    return " transform=\"\(own)matrix(\(factor) 0 0 \(factor) \(Self.number(x - factor * x)) \(Self.number(y - factor * y)))\""
  }

  // MARK: Labels

  /// A line of a label.
  private struct Line {
    var x: Double
    var y: Double
    var text = ""
    var style: SVGTextStyle
    /// Attributes of its `tspan` that colour it.
    var attributes = ""
  }

  /// The element in place of a text element whose attributes have been read; nil where it has neither, or is of a kind that stays.
  private mutating func label(of tag: Tag) -> [UInt8]? {
    var ahead = xml
    guard !ahead.passTag(), let lines = Self.lines(of: tag, &ahead, sheet, &work) else { return nil }
    let parsed = lines.map { LabelText($0.text) }
    guard parsed.contains(where: \.isSet) else { return nil }
    let hasFormulas = parsed.contains(where: \.hasFormulas)
    var inner = ""
    var words: [String] = []
    for line in lines {
      let text = line.text.split(whereSeparator: { " \n\t\r".contains($0) }).joined(separator: " ")
      guard !text.isEmpty else { continue }
      let label = SVGLabel(
        text: LabelText(text), isBold: line.style.isBold, isItalic: line.style.isItalic, isSans: !hasFormulas && line.style.isSans)
      guard let ink = known[label] ?? setter(label) else { return nil }
      known[label] = ink
      words.append(ink.words)
      let scale = line.style.size / 10
      let width = ink.width * scale
      let left = line.style.anchor == .start ? 0 : line.style.anchor == .middle ? width / 2 : width
      let place = "translate(\(Self.number(line.x - left)) \(Self.number(line.y + line.style.shift * line.style.size)))"
      inner += "<g\(line.attributes) transform=\"\(place) scale(\(Self.number(scale)))\">\(ink.content)</g>"
    }
    let link = "<a href=\"\(PictureLabel.scheme)\(texts.count)\"><g"
    texts.append(words.joined(separator: " "))
    let turn = factor == 1 ? tag.transform.map { Array(xml.file[$0.range]) } ?? [] : Array(enlarging(tag).utf8)
    let result = Array(link.utf8) + tag.kept + turn + Array(">\(inner)</g></a>".utf8)
    xml = ahead
    return result
  }

  private static func number(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)" }

  /// The lines of a text element, up to its end tag; nil for what is set in other ways than line by line.
  private static func lines(of tag: Tag, _ xml: inout XMLReader, _ sheet: SVGStyleSheet, _ work: inout Int) -> [Line]? {
    var open = [tag]
    var lines = [Line(x: (tag.x ?? 0) + (tag.dx ?? 0), y: (tag.y ?? 0) + (tag.dy ?? 0), style: tag.style)]
    guard !tag.isSpread else { return nil }
    while let text = xml.takeText(), !xml.isAtEnd {
      let plain = XMLReader.decoded(xml.file[text])
      if lines[lines.count - 1].text.isEmpty, let last = open.last {
        (lines[lines.count - 1].style, lines[lines.count - 1].attributes) = (last.style, open.count > 1 ? last.colors : "")
      }
      lines[lines.count - 1].text += plain
      let name = xml.takeTagName()
      if name == "/text" {
        _ = xml.passTag()
        return lines
      }
      if name.hasPrefix("/") {
        _ = xml.passTag()
        if open.count > 1 { open.removeLast() }
        continue
      }
      work += sheet.count
      guard name == "tspan" || name == "title" || name == "a", open.count < 20, work < mostWork, let around = open.last else { return nil }
      let inner = Tag(&xml, name: name, style: around.style, sheet)
      let isEmpty = xml.passTag()
      guard !inner.isSpread, name != "title" else { return nil }
      let last = lines[lines.count - 1]
      let isBlank = last.text.allSatisfy { " \n\t\r".contains($0) }
      if inner.x != nil || isBlank {
        let line = Line(
          x: (inner.x ?? last.x) + (inner.dx ?? 0), y: (inner.y ?? last.y) + (inner.dy ?? 0), style: inner.style, attributes: inner.colors)
        if isBlank { lines[lines.count - 1] = line } else { lines.append(line) }
      } else if inner.y != nil || (inner.dy ?? 0) != 0 {
        // Raised and lowered letters within a line.
        return nil
      }
      if !isEmpty { open.append(inner) }
      guard lines.count < 100 else { return nil }
    }
    return nil
  }
}

/// The attributes of an element around text, or of one in it.
private struct Tag {
  var style: SVGTextStyle
  var (x, y, dx, dy): (Double?, Double?, Double?, Double?) = (nil, nil, nil, nil)
  /// True where letters have places of their own.
  var isSpread = false
  private(set) var transform: XMLReader.Attribute?
  /// Where its attributes end.
  private(set) var end = 0
  /// What is kept besides when it becomes a group, with the spaces before.
  var kept: [UInt8] = []
  /// What colours it.
  var colors = ""

  init(_ xml: inout XMLReader, name: String, style outer: SVGTextStyle, _ sheet: SVGStyleSheet) {
    style = outer
    // Not inherited.
    if name == "text" { style.shift = 0 }
    var all: [XMLReader.Attribute] = []
    while let attribute = xml.takeAttribute() { all.append(attribute) }
    end = xml.place
    for attribute in all where attribute.name != "style" { style.take(attribute.name, attribute.value) }
    sheet.apply(
      to: &style, name: name, id: all.first { $0.name == "id" }?.value ?? "", classes: all.first { $0.name == "class" }?.value ?? "")
    for attribute in all where attribute.name == "style" { style.take(declarations: attribute.value) }
    for attribute in all {
      func place() -> Double? {
        let words = attribute.value.split { $0 == " " || $0 == "," || $0 == "\n" }
        if words.count > 1 { isSpread = true }
        return words.first.flatMap { SVGTextStyle.length(String($0), em: style.size) }
      }
      switch attribute.name {
      case "x": x = place()
      case "y": y = place()
      case "dx": dx = place()
      case "dy": dy = place()
      case "rotate": isSpread = true
      case "transform":
        transform = attribute
        style.take(transform: attribute.value)
      case "textLength", "lengthAdjust", "text-anchor", "dominant-baseline", "space": break
      default:
        kept += xml.file[attribute.range]
        if ["fill", "class", "style", "fill-opacity", "opacity", "stroke", "stroke-width"].contains(attribute.name) {
          colors += " \(attribute.name)=\"\(escapedXML(attribute.value, isAttribute: true))\""
        }
      }
    }
  }
}
