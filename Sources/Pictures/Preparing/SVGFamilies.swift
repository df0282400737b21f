internal import TypesetDiagnostics

// The lists of font families in SVG files.

extension SVGPreparation {
  /// The file with the document's faces where it names a generic family, or none.
  ///
  /// - Parameter forAll: Whatever the file names.
  func withFamilies(_ file: [UInt8], forAll: Bool) -> [UInt8] {
    guard file.holds("<text") || file.holds(":text") || file.holds("foreignObject") else { return file }
    var out: [UInt8] = []
    out.reserveCapacity(file.count + 256)
    var index = 0
    while let at = file[index...].firstIndex(of: UInt8(ascii: "f")) {
      guard let list = Self.list(in: file, at: at) else {
        out += file[index...at]
        index = at + 1
        continue
      }
      out += file[index..<list.lowerBound]
      out += forAll ? Array(families.serif.utf8) : named(file[list])
      index = list.upperBound
    }
    out += file[index...]
    return SVGRoot(out).adding(
      attribute: ("font-family", families.serif),
      // librsvg 2.54 reads no family before `!important`.
      style: forAll ? "svg text,svg tspan,svg textPath{font-family:\(families.serif)}" : nil)
  }

  /// The families of a `font-family`, or after the size of a `font`, whose name begins at an offset; nil if no families are there.
  private static func list(in file: [UInt8], at start: Int) -> Range<Int>? {
    if file[start...].starts(with: "font-family".utf8) { return list(in: file, after: start + 11) }
    // `font: italic 12px/1.5 Georgia, serif`
    guard file[start...].starts(with: "font".utf8), start == 0 || !isNameByte(file[start - 1]), let value = list(in: file, after: start + 4)
    else { return nil }
    // The size has a digit first and a unit; a weight has no unit.
    let words = file[value].split(separator: 0x20)
    guard let size = words.firstIndex(where: { $0[$0.startIndex] &- 0x30 < 10 && $0.contains { $0 > 0x40 || $0 == UInt8(ascii: "%") } }),
      size + 1 < words.count
    else { return nil }
    return words[size + 1].startIndex..<value.upperBound
  }

  private static func isNameByte(_ byte: UInt8) -> Bool { byte > 0x2C && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "{") }

  /// The value of an attribute, or of a declaration in CSS, whose name ends at an offset; nil if no value follows.
  private static func list(in file: [UInt8], after name: Int) -> Range<Int>? {
    var index = name
    while index < file.count, file[index] <= 0x20 { index += 1 }
    guard index < file.count, file[index] == UInt8(ascii: "=") || file[index] == UInt8(ascii: ":") else { return nil }
    let isAttribute = file[index] == UInt8(ascii: "=")
    index += 1
    while index < file.count, file[index] <= 0x20 { index += 1 }
    guard index < file.count else { return nil }
    if isAttribute {
      let quote = file[index]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      return file[(index + 1)...].prefix(400).firstIndex(of: quote).map { index + 1..<$0 }
    }
    let start = index
    // A quote begins a name where one can begin; elsewhere it ends the attribute that the declaration is in.
    var isAtName = true
    while index < file.count, index < start + 400, !";}<>".utf8.contains(file[index]) {
      switch file[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard isAtName, let end = file[(index + 1)...].prefix(100).firstIndex(of: file[index]) else { return start..<index }
        index = end
      case UInt8(ascii: "&"):
        // Its semicolon does not end the declaration.
        guard let end = file[index...].prefix(8).firstIndex(of: UInt8(ascii: ";")) else { return start..<index }
        index = end
      default: break
      }
      if file[index] > 0x20 { isAtName = file[index] == UInt8(ascii: ",") }
      index += 1
    }
    return start..<index
  }

  /// A list of families with the document's before generic ones.
  ///
  /// Without faces of emoji: these are found where an emoji is, and fontconfig would take the letters from a face that is as wide as they are.
  private func named(_ list: ArraySlice<UInt8>) -> [UInt8] {
    let names = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let kept = names.filter { !Self.isOfEmoji($0) }
    return kept.isEmpty ? Array(families.sans.utf8) : Array(kept.map(replaced).joined(separator: ",".utf8))
  }

  private static func isOfEmoji(_ name: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return name.contains("emoji") || name.contains("segoe ui symbol")
  }

  /// A family, with the document's before it if it is generic, and the spaces around it.
  private func replaced(_ name: ArraySlice<UInt8>) -> [UInt8] {
    let bare = name.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "!") }
    let family: String
    switch String(decoding: bare, as: UTF8.self) {
    case "serif": family = families.serif
    case "sans-serif": family = families.sans
    case "monospace": family = families.code
    default: return Array(name)
    }
    let rest = name[bare.endIndex...]
    // `serif!important` is a generic family; a name of several words is not.
    guard rest.first(where: { $0 > 0x20 }).map({ $0 == UInt8(ascii: "!") }) ?? true else { return Array(name) }
    return name[..<bare.startIndex] + Array("\(family), ".utf8) + bare + rest
  }
}
