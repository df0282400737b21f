internal import TypesetDiagnostics

/// What drawing an SVG file takes, estimated from its text, so that it can be refused without a clock: the same file is drawn or not on every
/// machine. A unit is about a nanosecond of one that is neither fast nor slow.
///
/// An element is drawn as often as it is referred to: by `use`, as a pattern, a mask, a clip path or a marker, and any of these within each other.
/// A filter processes all pixels in its region, some of its primitives many times. The limit of CPU time ends what this estimate misses.
struct SVGWork {
  private struct Element {
    var parent: Int32
    /// Of itself, without what is in it.
    var cost: Int
    /// What it refers to, by name, and how often each is drawn.
    var references: [(name: ArraySlice<UInt8>, times: Int)] = []
    var isFilter = false
    /// Pixels that a filter or mask on it processes, if the element states its size.
    var area: Int
  }

  private var elements: [Element] = []
  private var named: [ArraySlice<UInt8>: Int] = [:]
  private let area: Int

  /// An element on its way through librsvg and cairo, without its content.
  private static let element = 1_000
  /// A byte of a path or of text.
  private static let byte = 60
  /// A layer is cleared, drawn and composited: a pixel of it.
  private static let layerPixel = 4

  /// - Parameters:
  ///   - file: Plain, as `plainSVG` gives it.
  ///   - pixels: Of the whole picture, as it is drawn.
  private init(_ file: [UInt8], pixels: Int) {
    area = min(max(pixels, 1), 1 << 25)
    read(XMLReader(file))
  }

  /// - Returns: At most `Int.max`.
  static func estimate(_ file: [UInt8], pixels: Int) -> Int {
    // Files without references and filters take as long as they are.
    guard file.holds("url(") || file.holds("href") || file.holds("dasharray") else { return file.count * byte }
    return SVGWork(file, pixels: pixels).sum()
  }

  // MARK: Reading

  private mutating func read(_ reader: XMLReader) {
    var xml = reader
    var open: [Int32] = []
    while let text = xml.takeText() {
      if let last = open.last { add(text: xml.file[text], to: Int(last)) }
      guard !xml.isAtEnd else { return }
      let name = xml.takeTagName()
      if name.hasPrefix("/") {
        _ = xml.passTag()
        _ = open.popLast()
        continue
      }
      guard !name.hasPrefix("!") else {
        _ = xml.passTag()
        continue
      }
      let index = elements.count
      elements.append(Element(parent: open.last ?? -1, cost: Self.element, area: area))
      add(name, attributesOf: &xml, to: index)
      if !xml.passTag() { open.append(Int32(clamping: index)) }
    }
  }

  private mutating func add(text: ArraySlice<UInt8>, to index: Int) {
    elements[index].cost += text.count * Self.byte
    // A rule of a style sheet may hold for all elements; some of them are counted.
    for name in Self.addresses(in: text) { elements[0].references.append((name, 16)) }
  }

  private mutating func add(_ element: String, attributesOf xml: inout XMLReader, to index: Int) {
    var numbers: [String: Double] = [:]
    var vertices = 0
    var dashes = Double.infinity
    while let attribute = xml.takeAttribute() {
      let value = attribute.value
      elements[index].cost += value.utf8.count * Self.byte
      let bytes = Array(value.utf8)[...]
      switch attribute.name {
      case "id": named[bytes] = index
      case "href" where bytes.first == UInt8(ascii: "#"): elements[index].references.append((bytes.dropFirst(), 1))
      case "d", "points": vertices += bytes.count / 3
      case "stroke-dasharray": dashes = min(dashes, Self.sum(ofDashes: value))
      case "style":
        if let range = value.range(ofProperty: "stroke-dasharray") { dashes = min(dashes, Self.sum(ofDashes: String(value[range]))) }
      case "numOctaves", "order", "radius", "width", "height":
        // Of two numbers the greater.
        numbers[attribute.name] = value.split { " ,".contains($0) }.compactMap { DocumentNumber.real($0) }.max() ?? 0
      default: break
      }
      for name in Self.addresses(in: bytes) {
        elements[index].references.append((name, attribute.name.hasPrefix("marker") ? max(1, vertices) : 1))
      }
    }
    if element == "rect" || element == "image", let width = numbers["width"], let height = numbers["height"], width >= 0, height >= 0 {
      elements[index].area = min(area, DocumentSize.clamped(width * height * 16) + 1)
    }
    if dashes < .infinity {
      // A line that goes across the picture at each vertex.
      let length = Double(area).squareRoot() * Double(vertices + 4)
      elements[index].cost += DocumentSize.clamped(length / max(dashes, 1e-9)) * 20
    }
    elements[index].isFilter = element == "filter"
    if let weight = Self.weight(ofPrimitive: element, numbers) {
      elements[index].cost = Self.saturated(area.multipliedReportingOverflow(by: weight))
    }
  }

  /// What a primitive of a filter does to each pixel; nil for other elements.
  private static func weight(ofPrimitive element: String, _ numbers: [String: Double]) -> Int? {
    guard element.hasPrefix("fe"), !element.hasPrefix("feFunc"), !["feMergeNode", "fePointLight", "feSpotLight"].contains(element) else {
      return nil
    }
    switch element {
    case "feTurbulence": return 100 * max(1, DocumentSize.clamped(numbers["numOctaves"] ?? 1))
    case "feConvolveMatrix":
      let order = max(1, DocumentSize.clamped(numbers["order"] ?? 3))
      return 8 * min(order, 1 << 20) * min(order, 1 << 20)
    case "feMorphology":
      let side = 2 * min(DocumentSize.clamped(numbers["radius"] ?? 0), 1 << 20) + 1
      return 2 * side * side
    case "feGaussianBlur", "feDropShadow", "feDiffuseLighting", "feSpecularLighting": return 40
    default: return 10
    }
  }

  private static func sum(ofDashes value: String) -> Double {
    let numbers = value.split { " ,;".contains($0) }.compactMap { DocumentNumber.real($0.prefix { $0.isNumber || ".eE+-".contains($0) }) }
    let sum = numbers.reduce(0) { $0 + abs($1) }
    // None, all zero, or percent: a solid line.
    return sum > 0 ? sum : .infinity
  }

  /// The names in `url(#name)`.
  private static func addresses(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard text.contains(UInt8(ascii: "#")) else { return [] }
    var names: [ArraySlice<UInt8>] = []
    var rest = text
    while let start = rest.firstRange(of: "url(".utf8) {
      rest = rest[start.upperBound...].drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") || $0 <= 0x20 }
      guard rest.first == UInt8(ascii: "#") else { continue }
      let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") && $0 > 0x20 }
      names.append(name)
      rest = rest[name.endIndex...]
    }
    return names
  }

  // MARK: Adding up

  private static func saturated(_ result: (partialValue: Int, overflow: Bool)) -> Int { result.overflow ? .max : result.partialValue }

  /// What the first element takes with all in it, and with what that refers to.
  private func sum() -> Int {
    var children = [[Int32]](repeating: [], count: elements.count)
    for index in elements.indices where elements[index].parent >= 0 { children[Int(elements[index].parent)].append(Int32(clamping: index)) }
    /// -1 is not known yet, -2 is being added up: a reference to what it is in is not followed.
    var totals = [Int](repeating: -1, count: elements.count)
    var waiting = [0]
    while let index = waiting.last {
      guard totals[index] < 0 else {
        waiting.removeLast()
        continue
      }
      let parts = parts(of: index, children)
      if totals[index] == -1 {
        totals[index] = -2
        for part in parts where totals[part.index] == -1 { waiting.append(part.index) }
        continue
      }
      var total = elements[index].cost
      for part in parts where totals[part.index] > 0 {
        total = Self.saturated(
          total.addingReportingOverflow(Self.saturated(totals[part.index].multipliedReportingOverflow(by: part.times))))
        total = Self.saturated(total.addingReportingOverflow(part.layer))
      }
      totals[index] = total
      waiting.removeLast()
    }
    return totals.first.map { max(0, $0) } ?? 0
  }

  /// The elements in an element, and the elements that it refers to, with how often they are drawn and the layer that they need.
  private func parts(of index: Int, _ children: [[Int32]]) -> [(index: Int, times: Int, layer: Int)] {
    var parts = children[index].compactMap { child in
      // A filter is drawn where it is used only.
      elements[Int(child)].isFilter ? nil : (index: Int(child), times: 1, layer: 0)
    }
    for (name, times) in elements[index].references {
      guard let target = named[name] else { continue }
      parts.append((target, times, Self.saturated((elements[index].area * Self.layerPixel).multipliedReportingOverflow(by: times))))
    }
    return parts
  }
}

/// Numbers of a file as sizes.
private enum DocumentSize {
  /// Between 0 and 2⁴⁰; 0 for what is no number.
  static func clamped(_ value: Double) -> Int { value > 0 ? Int(clamping: min(value, 0x1p40)) : 0 }
}

extension String {
  /// The value of a property in an attribute `style`.
  fileprivate func range(ofProperty name: String) -> Range<Index>? {
    guard let start = firstRange(of: name + ":")?.upperBound else { return nil }
    return start..<(self[start...].firstIndex(of: ";") ?? endIndex)
  }
}
