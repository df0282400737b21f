internal import TypesetBytes
internal import TypesetDiagnostics

/// Sets the labels of an SVG file that hold formulas or emoji, are made wider or higher, or whose letters are turned or follow a path.
///
/// Each `text` element with such a label becomes outlines in its place, under its attributes, so that it is turned, coloured, cut and covered as
/// the text would be. If labels are to have another size, all of them are scaled in their place; if letters are placed one by one or on another
/// line than the baseline, they are moved there. All else stays as it is, byte by byte.
struct SVGLabels {
  private(set) var out: [UInt8] = []
  /// Of the labels that were set, by number.
  private(set) var texts: [String] = []

  /// How many labels have which size, in units of the root; nil unless the size is asked for.
  private var sizes: [Double: Int]?

  private var xml: XMLReader
  private let setter: (SVGLabel) -> SVGLabelInk?
  private let setsFormulas: Bool
  private let hasPlaces: Bool
  private let hasUneven: Bool
  /// The paths that text follows, by their names; nil until one is asked for.
  private var courses: [String: SVGCourse]?
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

  /// - Parameters:
  ///   - factor: By which all labels are enlarged.
  ///   - setsFormulas: False where labels with formulas and emoji stay text.
  ///   - hasPlaces: True if letters may be placed one by one.
  ///   - hasUneven: True where letters may be made wider or higher.
  init(
    _ file: [UInt8], factor: Double = 1, setsFormulas: Bool = false, hasPlaces: Bool = false, hasUneven: Bool = false,
    setter: @escaping (SVGLabel) -> SVGLabelInk?
  ) {
    xml = XMLReader(file)
    (self.setter, self.factor, self.setsFormulas) = (setter, factor, setsFormulas)
    (self.hasPlaces, self.hasUneven) = (hasPlaces, hasUneven)
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
    let tag = SVGTextTag(&xml, name: name, style: style, sheet)
    work += sheet.count
    if name == "text", sizes != nil { note(tag) }
    if name == "text", texts.count < Self.most, let replacement = label(of: tag) ?? placed(tag, from: start) {
      out += replacement
      return
    }
    let isEmpty = xml.passTag()
    if name == "text", factor != 1 || tag.style.shift != 0 {
      out += xml.file[start..<(tag.transform?.range.lowerBound ?? tag.end)] + Array(transform(of: tag, isShifted: true).utf8)
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

  /// The size that most labels of a file have, in units of the root; nil for a file without labels. Of several sizes that are as common it is the largest.
  static func commonSize(in file: [UInt8]) -> Double? {
    var labels = SVGLabels(file) { _ in nil }
    labels.sizes = [:]
    labels.run()
    return labels.sizes?.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private mutating func note(_ tag: SVGTextTag) {
    var (ahead, passed) = (xml, 0)
    guard !ahead.passTag() else { return }
    // Programs give the size to the lines of a label rather than to the label.
    let size = (Self.lines(of: tag, &ahead, sheet, &passed)?.first?.style.size ?? tag.style.size) * tag.style.scale
    work += passed
    sizes?[(size * 10).rounded() / 10, default: 0] += 1
  }

  /// The attribute `transform` of a label: its own transform, then the factor by which it is enlarged in its place, and the shift of its baseline.
  private func transform(of tag: SVGTextTag, isShifted: Bool) -> String {
    var parts = tag.transform.map { [escapedXML($0.value, isAttribute: true)] } ?? []
    if factor != 1 { parts.append(Self.enlarging(by: factor, around: tag.x ?? 0, tag.y ?? 0)) }
    if isShifted, tag.style.shift != 0 { parts.append("translate(0 \(Self.number(tag.style.shift * tag.style.size)))") }
    return parts.isEmpty ? "" : " transform=\"\(parts.joined(separator: " "))\""
  }

  static func enlarging(by factor: Double, around x: Double, _ y: Double) -> String {
    "matrix(\(number(factor)) 0 0 \(number(factor)) \(number(x - factor * x)) \(number(y - factor * y)))"
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

  /// The element in place of a text element whose attributes have been read; nil for a label without formulas and emoji, or of a kind that stays.
  private mutating func label(of tag: SVGTextTag) -> [UInt8]? {
    let isUneven = hasUneven && tag.style.isUneven
    guard setsFormulas || isUneven else { return nil }
    var ahead = xml
    guard !ahead.passTag(), let lines = Self.lines(of: tag, &ahead, sheet, &work) else { return nil }
    func read(_ text: String) -> LabelText { setsFormulas ? LabelText(text) : LabelText(plain: text) }
    let parsed = lines.map { read($0.text) }
    guard isUneven || parsed.contains(where: \.isSet) else { return nil }
    let hasFormulas = parsed.contains(where: \.hasFormulas)
    var inner = ""
    var words: [String] = []
    for line in lines {
      let text = line.text.split(whereSeparator: { " \n\t\r".contains($0) }).joined(separator: " ")
      guard !text.isEmpty else { continue }
      let label = SVGLabel(
        text: read(text), isBold: line.style.isBold, isItalic: line.style.isItalic, isSans: !hasFormulas && line.style.isSans,
        isMono: !hasFormulas && line.style.isMono)
      guard let ink = ink(of: label) else { return nil }
      words.append(ink.words)
      let scale = line.style.size / 10
      let width = ink.width * scale
      let place = "translate(\(Self.number(line.x - line.style.before(width))) \(Self.number(line.y + line.style.shift * line.style.size)))"
      inner += "<g\(line.attributes) transform=\"\(place) scale(\(Self.number(scale)))\">\(ink.content)</g>"
    }
    let result = element(inner, saying: words.joined(separator: " "), in: tag)
    xml = ahead
    return result
  }

  private mutating func ink(of label: SVGLabel) -> SVGLabelInk? {
    if let ink = known[label] { return ink }
    let ink = setter(label)
    known[label] = ink
    return ink
  }

  /// The element in place of a text element.
  private mutating func element(_ inner: String, saying words: String, in tag: SVGTextTag) -> [UInt8] {
    let link = "<a href=\"\(PictureLabel.scheme)\(texts.count)\"><g"
    texts.append(words)
    let turn = factor == 1 ? tag.transform.map { Array(xml.file[$0.range]) } ?? [] : Array(transform(of: tag, isShifted: false).utf8)
    return Array(link.utf8) + tag.kept + turn + Array(">\(inner)</g></a>".utf8)
  }

  /// The element in place of one whose letters are placed one by one; nil if no letter of the element is.
  private mutating func placed(_ tag: SVGTextTag, from start: Int) -> [UInt8]? {
    guard hasPlaces else { return nil }
    var ahead = xml
    guard let text = SVGPlacedText(tag, from: start, &ahead, sheet, work: &work, limit: Self.mostWork) else { return nil }
    guard text.isTurned else {
      // What is enlarged is enlarged as a whole.
      guard factor == 1, tag.style.shift == 0 else { return nil }
      xml = ahead
      return text.divided
    }
    if courses == nil { courses = SVGCourse.all(in: xml.file) }
    let known = courses ?? [:]
    guard let (elements, words) = text.outlines({ ink(of: $0) }, course: { known[$0] }) else { return nil }
    let result = element(elements, saying: words, in: tag)
    xml = ahead
    return result
  }

  static func number(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)" }

  /// The lines of a text element, up to its end tag; nil for what is set in other ways than line by line.
  private static func lines(of tag: SVGTextTag, _ xml: inout XMLReader, _ sheet: SVGStyleSheet, _ work: inout Int) -> [Line]? {
    var open = [tag]
    var lines = [Line(x: (tag.x ?? 0) + (tag.dx ?? 0), y: (tag.y ?? 0) + (tag.dy ?? 0), style: tag.style)]
    guard !tag.places.areForLetters else { return nil }
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
      let inner = SVGTextTag(&xml, name: name, style: around.style, sheet)
      let isEmpty = xml.passTag()
      guard !inner.places.areForLetters, name != "title" else { return nil }
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
