internal import TypesetBytes
internal import TypesetDiagnostics

/// The text of a `foreignObject`, in lines, with what CSS in its tags says.
struct HTMLLabel {
  /// The declarations of CSS that a text inherits.
  private typealias Style = [String: String]

  private struct Run {
    var text: String
    var style: Style
  }

  private var lines: [[Run]] = [[]]
  /// Of the element around all others, and of the one in it, which aligns what draw.io centres in a box.
  private var (box, inner): (Style, Style) = ([:], [:])
  private let frame: [String: Double]
  /// More letters than these are not shown.
  private var left = 20_000

  /// Reads up to the end tag of the element; nil where that is missing or there is no text before it.
  init?(_ xml: inout XMLReader, in frame: [String: Double]) {
    self.frame = frame
    var open: [(name: String, style: Style)] = []
    var hidden: String?
    while let text = xml.takeText(), !xml.isAtEnd {
      if hidden == nil { append(XMLReader.decoded(xml.file[text]), open.last?.style ?? [:]) }
      let name = xml.takeTagName()
      if name == "/foreignObject" {
        _ = xml.passTag()
        finish()
        guard lines.contains(where: { !$0.isEmpty }) else { return nil }
        return
      }
      var style = open.last?.style ?? [:]
      style["background-color"] = nil
      while let attribute = xml.takeAttribute() { Self.take(attribute, &style) }
      if name.hasPrefix("/") {
        _ = xml.passTag()
        if let last = open.lastIndex(where: { "/" + $0.name == name }) { open.removeSubrange(last...) }
        if hidden.map({ "/" + $0 == name }) == true { hidden = nil }
        if Self.blocks.contains(String(name.dropFirst())) { endBlock() }
        continue
      }
      if open.isEmpty, box.isEmpty { (box, inner) = (style, style) } else if open.count == 1, inner == box { inner = style }
      if name == "li" {
        endBlock()
        append("• ", style)
      } else if name == "br" {
        lines.append([])
      } else if Self.blocks.contains(name) {
        endBlock()
      }
      for (key, value) in Self.looks[name] ?? [:] { style[key] = value }
      if name == "ul" || name == "ol", style["text-align"] == nil { style["text-align"] = "left" }
      if !xml.passTag(), !["br", "hr", "img", "input"].contains(name) {
        open.append((name, style))
        if hidden == nil, ["style", "script", "annotation", "title"].contains(name) { hidden = name }
      }
      if open.count > 60 { return nil }
    }
    return nil
  }

  private static let blocks: Set<String> = [
    "div", "p", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "section",
  ]

  private static let looks: [String: Style] = [
    "b": ["font-weight": "bold"], "strong": ["font-weight": "bold"], "th": ["font-weight": "bold"], "i": ["font-style": "italic"],
    "em": ["font-style": "italic"], "sub": ["baseline-shift": "sub"], "sup": ["baseline-shift": "super"],
    "code": ["font-family": "monospace"],
    "u": ["text-decoration": "underline"], "h1": ["font-weight": "bold"], "h2": ["font-weight": "bold"], "h3": ["font-weight": "bold"],
  ]

  /// What CSS hands on, and what places the box.
  private static let keys: Set<String> = [
    "font-size", "font-family", "font-weight", "font-style", "color", "background-color", "text-align", "white-space", "line-height",
    "width", "margin-left", "padding-top", "align-items", "justify-content", "display", "text-decoration",
  ]

  private static func take(_ attribute: XMLReader.Attribute, _ style: inout Style) {
    switch attribute.name {
    case "class": style["class"] = attribute.value
    case "color": style["color"] = attribute.value
    case "align": style["text-align"] = attribute.value
    case "style":
      for declaration in attribute.value.split(separator: ";") {
        guard let colon = declaration.firstIndex(of: ":") else { continue }
        let key = declaration[..<colon].trimmingSpace().lowercased()
        let value = declaration[declaration.index(after: colon)...].replacing("!important", with: "").trimmingSpace()
        if keys.contains(key), value != "inherit", value != "initial" { style[key] = plain(value) }
      }
    default: break
    }
  }

  /// The value for light pages of `light-dark(a, b)`, and the one that `var(--name, a)` falls back to.
  private static func plain(_ value: String) -> String {
    for (name, isFirst) in [("light-dark(", true), ("var(", false)] where value.hasPrefix(name) && value.hasSuffix(")") {
      let inner = value.dropFirst(name.count).dropLast()
      var depth = 0
      let comma = inner.firstIndex { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return character == "," && depth == 0
      }
      guard let comma else { return "" }
      return plain((isFirst ? inner[..<comma] : inner[inner.index(after: comma)...]).trimmingSpace())
    }
    return value
  }

  // MARK: Lines

  private mutating func append(_ text: String, _ style: Style) {
    var words = ""
    for character in text.prefix(left) {
      guard character.isWhitespace, character != "\u{A0}" else {
        words.append(character)
        continue
      }
      if words.last != " ", !words.isEmpty || lines.last?.last.map({ !$0.text.hasSuffix(" ") }) == true { words.append(" ") }
    }
    left -= words.count
    if !words.isEmpty { lines[lines.count - 1].append(Run(text: words, style: style)) }
  }

  private mutating func endBlock() {
    if let last = lines.last, !last.isEmpty { lines.append([]) }
  }

  private mutating func finish() {
    lines = lines.map { Self.trimmed($0) }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    lines = lines.flatMap { wrapped($0) }.map { Self.trimmed($0) }
  }

  private static func trimmed(_ line: [Run]) -> [Run] {
    var line = line
    while let last = line.indices.last, line[last].text.hasSuffix(" ") {
      line[last].text.removeLast()
      if line[last].text.isEmpty { line.removeLast() }
    }
    return line
  }

  /// The lines that a line is broken into where its box is narrow: the widths of letters are guessed.
  private func wrapped(_ line: [Run]) -> [[Run]] {
    guard line.first?.style["white-space"] != "nowrap", let width, width > 4, !hasRoom else { return [line] }
    // draw.io's boxes are as wide as shapes, Mermaid's as wide as the label in Mermaid's own face.
    let limit = isFlexible ? width : width * 1.1
    guard Self.width(of: line) > limit else { return [line] }
    var out: [[Run]] = [[]]
    var filled = 0.0
    for run in line {
      // Each word with the space after it; the next run may go on with the last one.
      var rest = run.text[...]
      let hasFormulas = LabelText(run.text).hasFormulas
      while !rest.isEmpty {
        let end = Self.endOfWord(rest, keepingFormulas: hasFormulas)
        let piece = Run(text: String(rest[..<end]), style: run.style)
        rest = rest[end...]
        // A formula is shorter than its source, by about as much.
        let size = Self.width(of: [piece]) * (hasFormulas && piece.text.contains("$") ? 0.6 : 1)
        if filled > 0, filled + size > limit {
          out.append([])
          filled = 0
        }
        out[out.count - 1].append(piece)
        filled += size
      }
    }
    return out
  }

  /// After the first word and the space after it; a formula is part of one.
  private static func endOfWord(_ text: Substring, keepingFormulas: Bool) -> Substring.Index {
    var end = text.startIndex
    repeat {
      end = text[end...].firstIndex(of: " ").map { text.index(after: $0) } ?? text.endIndex
    } while keepingFormulas && end < text.endIndex && text[..<end].count { $0 == "$" } % 2 == 1
    return end
  }

  /// True where the height was measured for the lines that there are.
  private var hasRoom: Bool {
    guard !isFlexible, let height = frame["height"] else { return false }
    return height < heights.reduce(0, +) + 0.8 * (heights.last ?? 0)
  }

  // MARK: Sizes

  /// What all runs have in common.
  private var base: Style {
    let runs = lines.joined()
    guard let first = runs.first else { return [:] }
    return first.style.filter { entry in runs.allSatisfy { $0.style[entry.key] == entry.value } }
  }

  private static func size(of style: Style) -> Double { pixels(style["font-size"]) ?? 16 }

  /// The heights of the lines, in pixels; where no size is given, in sixteenths of the inherited one.
  private var heights: [Double] {
    var last = lines.joined().first.map { Self.height(of: $0.style) } ?? 0
    return lines.map { line in
      last = line.map { Self.height(of: $0.style) }.max() ?? last
      return last
    }
  }

  private static func height(of style: Style) -> Double {
    let size = size(of: style)
    guard let value = style["line-height"] else { return size * 1.2 }
    return DocumentNumber.real(value).map { $0 * size } ?? pixels(value) ?? size * 1.2
  }

  /// draw.io's boxes place what is in them.
  private var isFlexible: Bool { box["display"] == "flex" && Self.pixels(box["width"]) != nil }
  private var width: Double? { isFlexible ? Self.pixels(box["width"]) : frame["width"] }

  /// `12px` or `12`; nil for other units and for what no drawing has.
  static func pixels(_ value: String?) -> Double? {
    guard let value, let number = DocumentNumber.real(value.hasSuffix("px") ? String(value.dropLast(2)) : value), number.isFinite else {
      return nil
    }
    return abs(number) < 100_000 ? number : nil
  }

  /// The width of runs in Helvetica, in which draw.io sets, and nearly in the faces of other programs.
  private static func width(of runs: [Run]) -> Double {
    runs.reduce(0) { sum, run in
      let isBold = run.style["font-weight"].map { $0 == "bold" || (DocumentNumber.real($0) ?? 400) >= 600 } ?? false
      let thousandths = run.text.unicodeScalars.reduce(0) { sum, letter in
        let place = Int(letter.value) - 0x20
        return sum + (helvetica.indices.contains(place) ? helvetica[place] : letter.value >= 0x2E80 ? 1000 : 556)
      }
      return sum + Double(thousandths) / 1000 * size(of: run.style) * (isBold ? 1.06 : 1)
    }
  }

  /// The advance widths of Helvetica from U+0020 to U+007E, in thousandths of an em.
  private static let helvetica = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
    278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
    556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  /// How lines are aligned: SVG's word for it, and which part of the width is on their left.
  private struct Alignment: Equatable {
    var anchor = "middle"
    var part = 0.5

    init(_ word: String?) {
      switch word ?? "" {
      case let word where word.contains("left") || word.contains("start"): (anchor, part) = ("start", 0)
      case let word where word.contains("right") || word.contains("end"): (anchor, part) = ("end", 1)
      default: break
      }
    }
  }

  // MARK: SVG

  /// A group of a ground, where the label has one, and text.
  var svg: String {
    let (base, heights) = (base, heights)
    // Sizes that come from outside of the label are known to SVG only.
    let isKnown = lines.joined().allSatisfy { Self.pixels($0.style["font-size"]) != nil }
    let widest = lines.map { Self.width(of: $0) }.max() ?? 0
    let block = Alignment(isFlexible ? inner["text-align"] ?? box["justify-content"] : base["text-align"])
    let left = (frame["x"] ?? 0) + (isFlexible ? Self.pixels(box["margin-left"]) ?? 0 : 0)
    let x = left + (width ?? 0) * block.part
    let y = (frame["y"] ?? 0) + (isFlexible ? Self.pixels(box["padding-top"]) ?? 0 : (frame["height"] ?? 0) / 2)
    let top = -heights.reduce(0, +) * partAbove
    var out = "<g>" + ground(base, x: x - widest * block.part, y: y + top, width: widest, height: heights.reduce(0, +))
    out += "<text x=\"\(Self.rounded(x))\" y=\"\(Self.rounded(y))\" style=\"text-anchor: \(block.anchor)\(Self.declarations(base))\""
    out += (lines.joined().first?.style["class"].map { " class=\"\(escapedXML($0, isAttribute: true))\"" } ?? "") + ">"
    var step = top
    for (line, height) in zip(lines, heights) {
      step += height / 2
      if let first = line.first {
        let own = Alignment(first.style["text-align"] ?? block.anchor)
        let room = isFlexible ? widest : width ?? 0
        let place = x + room * (own.part - block.part)
        // From a line's middle to its baseline is a third of an em.
        let drop = 0.35 * Self.size(of: first.style)
        let style = own == block ? "" : " style=\"text-anchor: \(own.anchor)\""
        out +=
          "<tspan x=\"\(Self.rounded(place))\" dy=\"\(isKnown ? Self.rounded(step + drop) : Self.rounded((step + drop) / Self.size(of: base)) + "em")\"\(style)>"
          + line.map { span($0, base) }.joined() + "</tspan>"
        step = -drop
      }
      step += height / 2
    }
    return out + "</text></g>"
  }

  /// The part of the lines' height that is above the place of the label.
  private var partAbove: Double {
    guard isFlexible else { return frame["height"] == nil ? 0 : 0.5 }
    let place = box["align-items"] ?? ""
    return place.contains("start") ? 0 : place.contains("end") ? 1 : 0.5
  }

  private func ground(_ base: Style, x: Double, y: Double, width: Double, height: Double) -> String {
    guard let color = base["background-color"], !["none", "transparent", ""].contains(color), !color.hasSuffix(", 0)") else { return "" }
    return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" style=\"stroke: none; fill: \(Self.safe(color))\"/>"
  }

  private func span(_ run: Run, _ base: Style) -> String {
    var own = run.style.filter { $0.value != base[$0.key] }
    if own["baseline-shift"] != nil { own["font-size"] = Self.pixels(run.style["font-size"]).map { "\($0 * 0.75)px" } ?? "75%" }
    let declarations = Self.declarations(own)
    let text = escapedXML(run.text)
    return declarations.isEmpty ? text : "<tspan style=\"\(declarations.dropFirst(2))\">\(text)</tspan>"
  }

  private static func rounded(_ number: Double) -> String { "\((number * 1_000).rounded() / 1_000)" }

  private static func declarations(_ style: Style) -> String {
    var out = ""
    for key in ["font-size", "font-family", "font-weight", "font-style", "text-decoration", "baseline-shift"] {
      if let value = style[key] { out += "; \(key): \(safe(value))" }
    }
    if let color = style["color"], !color.isEmpty { out += "; fill: \(safe(color)); stroke: none" }
    return out
  }

  /// A value without what would end the attribute or the declaration.
  private static func safe(_ value: String) -> String { escapedXML(value.filter { !";{}\"<>&".contains($0) }, isAttribute: true) }
}

extension StringProtocol {
  func trimmingSpace() -> String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...last]))
  }
}
