internal import TypesetBytes
internal import TypesetDiagnostics

/// The root element of an SVG file: what it is given is inherited by all that says nothing else.
struct SVGRoot {
  let file: [UInt8]
  /// After its name, and before the end of its tag; nil where there is no root element.
  private(set) var tag: Range<Int>?
  private(set) var attributes: [XMLReader.Attribute] = []

  init(_ file: [UInt8]) {
    self.file = file
    var xml = XMLReader(file)
    while xml.takeText() != nil, !xml.isAtEnd {
      guard xml.takeTagName() == "svg" else {
        if xml.place > 1 << 16 { return }
        _ = xml.passTag()
        continue
      }
      let start = xml.place
      while let attribute = xml.takeAttribute() { attributes.append(attribute) }
      tag = start..<xml.place
      return
    }
  }

  /// The title of the whole drawing, or its description; empty without a title, and for a title that a program gives every file.
  var name: String {
    guard let tag, file.holds("<title") || file.holds("<desc") else { return "" }
    var xml = XMLReader(file)
    var (depth, words): (Int, [String: String]) = (0, [:])
    while let _ = xml.takeText(), !xml.isAtEnd, xml.place < tag.upperBound + 1 << 16, words.count < 2 {
      let name = xml.takeTagName()
      if name.hasPrefix("/") {
        depth -= 1
        _ = xml.passTag()
        continue
      }
      guard !xml.passTag(), name.first != "!" else { continue }
      depth += 1
      if depth == 2, name == "title" || name == "desc", let text = xml.takeText() {
        words[name] = XMLReader.decoded(xml.file[text]).trimmingSpace()
      }
    }
    let name = words["title"].flatMap { $0.isEmpty ? nil : $0 } ?? words["desc"] ?? ""
    return String(name.prefix(500))
  }

  /// By what labels are enlarged so that the commonest of them has a size; 1 where that is not known.
  ///
  /// - Parameters:
  ///   - size: Points.
  ///   - width: Of the picture on the page, in points.
  func factor(toHave size: Double, shownAt width: Double) -> Double {
    let box = self["viewBox"]?.split { " ,\n\t".contains($0) }.compactMap { DocumentNumber.real($0) }
    let units = box?.count == 4 ? box?[2] : self["width"].flatMap { SVGTextStyle.length($0, em: 16) }
    guard let common = SVGLabels.commonSize(in: file), let units, common > 0, units > 0, width > 0 else { return 1 }
    let factor = size / (common * width / units)
    return factor.isFinite && (0.01...100).contains(factor) ? (factor * 1000).rounded() / 1000 : 1
  }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The file with an attribute added to the root, unless it has one of this name, and a style sheet before all its content.
  func adding(attribute: (name: String, value: String)?, style: String? = nil) -> [UInt8] {
    guard let tag else { return file }
    var out = Array(file[..<tag.lowerBound])
    if let attribute, self[attribute.name] == nil {
      out += Array(" \(attribute.name)=\"\(escapedXML(attribute.value, isAttribute: true))\"".utf8)
    }
    out += file[tag]
    guard let style, let close = file[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")), file[close - 1] != UInt8(ascii: "/") else {
      return out + file[tag.upperBound...]
    }
    return out + file[tag.upperBound...close] + Array("<style>\(style)</style>".utf8) + file[(close + 1)...]
  }
}

/// One element of a file by itself: `icons.svg#id`.
enum SVGFragmentChoice {
  /// - Returns: The file itself if it has no such element.
  static func chosen(_ id: String, of file: [UInt8]) -> [UInt8] {
    let root = SVGRoot(file)
    guard let tag = root.tag, let close = file[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")), file[close - 1] != UInt8(ascii: "/"),
      let (name, box) = element(id, in: file), let end = lastEnd(of: file), end > close
    else { return file }
    var head = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    if let box = box ?? root["viewBox"] {
      head += " viewBox=\"\(escapedXML(box, isAttribute: true))\""
    }
    if box == nil {
      for name in ["width", "height"] {
        if let value = root[name] { head += " \(name)=\"\(escapedXML(value, isAttribute: true))\"" }
      }
    }
    let kept = root.attributes.filter { !["width", "height", "viewBox", "xmlns", "xlink", "x", "y", "id"].contains($0.name) }
    for attribute in kept { head += String(decoding: file[attribute.range], as: UTF8.self) }
    let content = file[(close + 1)..<end]
    if name == "view" { return Array((head + ">").utf8) + content + Array("</svg>".utf8) }
    let use = "<use href=\"#\(escapedXML(id, isAttribute: true))\" xlink:href=\"#\(escapedXML(id, isAttribute: true))\"/>"
    return Array((head + "><defs>").utf8) + content + Array("</defs>\(use)</svg>".utf8)
  }

  private static func element(_ id: String, in file: [UInt8]) -> (name: String, box: String?)? {
    var xml = XMLReader(file)
    while xml.takeText() != nil, !xml.isAtEnd {
      let name = xml.takeTagName()
      var (isFound, box) = (false, String?.none)
      while let attribute = xml.takeAttribute() {
        if attribute.name == "id", attribute.value == id { isFound = true }
        if attribute.name == "viewBox" { box = attribute.value }
      }
      if isFound { return (name, name == "symbol" || name == "view" || name == "svg" ? box : nil) }
      _ = xml.passTag()
    }
    return nil
  }

  /// Where the end tag of the root is.
  private static func lastEnd(of file: [UInt8]) -> Int? {
    var index = file.count - 6
    while index > 0 {
      if file[index] == UInt8(ascii: "<"), file[index + 1] == UInt8(ascii: "/") { return index }
      index -= 1
    }
    return nil
  }
}
