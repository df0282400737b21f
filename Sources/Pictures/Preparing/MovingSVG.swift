internal import TypesetDiagnostics

/// An SVG file that moves, as paper shows it: what SMIL animates has its first value, or the last one where it keeps that; what CSS fades in for
/// good is there.
///
/// librsvg animates nothing, and shows what elements have before their animations begin.
struct MovingSVG {
  /// The file; the same bytes where nothing in it moves.
  private(set) var bytes: [UInt8]

  /// True if a picture depends on time: it has animations that begin by themselves.
  static func moves(_ file: [UInt8]) -> Bool {
    file.holds("<animate") || file.holds("<set ") || file.holds("@keyframes") && file.holds("animation")
  }

  init(_ file: [UInt8]) {
    bytes = file
    guard Self.moves(file) else { return }
    let values = Self.values(in: file)
    if !values.isEmpty { bytes = Self.setting(values, in: file) }
    if bytes.holds("@keyframes") { bytes = Self.fadedIn(bytes) }
  }

  // MARK: SMIL

  /// What attributes are set to, by the number of the tag that has them.
  private static func values(in file: [UInt8]) -> [Int: [(name: String, value: String)]] {
    var xml = XMLReader(file)
    var found: [Int: [(name: String, value: String)]] = [:]
    var open: [Int] = []
    var number = 0
    while xml.takeText() != nil, !xml.isAtEnd {
      let name = xml.takeTagName()
      if name.hasPrefix("/") {
        if !open.isEmpty { open.removeLast() }
        _ = xml.passTag()
        number += 1
        continue
      }
      if name == "animate" || name == "set", let parent = open.last {
        var attributes: [String: String] = [:]
        while let attribute = xml.takeAttribute() { attributes[attribute.name] = attribute.value }
        if let change = value(attributes, isSet: name == "set") { found[parent, default: []].append(change) }
      }
      if !xml.passTag() { open.append(number) }
      number += 1
    }
    return found
  }

  /// The attribute that an animation changes, and its value; nil for one that begins later or by a click, or whose target is elsewhere.
  private static func value(_ attributes: [String: String], isSet: Bool) -> (name: String, value: String)? {
    guard let name = attributes["attributeName"], attributes["href"] == nil, name.allSatisfy({ $0.isLetter || $0 == "-" }) else {
      return nil
    }
    let values = attributes["values"]?.split(separator: ";").map { $0.drop { $0.isWhitespace } } ?? []
    let begins = ["0", "0s", "0ms"].contains(attributes["begin"] ?? "0")
    if attributes["fill"] == "freeze", ["opacity", "fill-opacity", "visibility", "stroke-dashoffset", "display"].contains(name),
      let last = values.last.map(String.init) ?? attributes["to"], attributes["begin"]?.contains("click") != true
    {
      return (name, last)
    }
    guard begins, let first = isSet ? attributes["to"] : values.first.map(String.init) ?? attributes["from"] else { return nil }
    return (name, first)
  }

  private static func setting(_ values: [Int: [(name: String, value: String)]], in file: [UInt8]) -> [UInt8] {
    var xml = XMLReader(file)
    var out: [UInt8] = []
    out.reserveCapacity(file.count + 256)
    var number = 0
    while let text = xml.takeText() {
      out += file[text]
      guard !xml.isAtEnd else { break }
      var start = xml.place
      _ = xml.takeTagName()
      if let own = values[number] {
        while let attribute = xml.takeAttribute() {
          out += file[start..<attribute.range.lowerBound]
          start = attribute.range.upperBound
          if !own.contains(where: { $0.name == attribute.name }) { out += file[attribute.range] }
        }
        out += file[start..<xml.place]
        start = xml.place
        var written: Set<String> = []
        for (name, value) in own where written.insert(name).inserted {
          let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
          out += Array(" \(name)=\"\(escaped)\"".utf8)
        }
      }
      _ = xml.passTag()
      out += file[start..<xml.place]
      number += 1
    }
    return out
  }

  // MARK: CSS

  /// The file whose rules make visible what they fade in and keep: `opacity: 0; animation: in 1s forwards`.
  private static func fadedIn(_ file: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(file.count)
    var place = 0
    while let open = file.find([UInt8(ascii: "{")], from: place) {
      let end = file.find([UInt8(ascii: "}")], from: open) ?? file.count
      // The innermost block.
      let start = file[open..<end].lastIndex(of: UInt8(ascii: "{")) ?? open
      let body = String(decoding: file[start..<end], as: UTF8.self)
      out += file[place..<start]
      out += shown(body).utf8
      place = end
    }
    return out + file[place...]
  }

  private static func shown(_ body: String) -> String {
    guard body.contains("animation"), body.contains("forwards") || body.contains(" both"), body.contains("opacity") else { return body }
    return body.split(separator: ";", omittingEmptySubsequences: false).map { declaration in
      let words = declaration.filter { !$0.isWhitespace && $0 != "{" }
      return words == "opacity:0" || words == "fill-opacity:0" ? String(declaration).replacing("0", with: "1") : String(declaration)
    }.joined(separator: ";")
  }
}
