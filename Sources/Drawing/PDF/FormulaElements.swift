internal import TypesetBoxes

/// The MathML of a formula as elements of the file's structure (ISO 32000-2, 14.8.6.3), for content that is divided into its tokens.
struct FormulaElements {
  /// The numbers of the elements that are tokens, in `DocumentStructure.elements`.
  private(set) var tokens: [Int] = []
  /// What each of them reads.
  private(set) var texts: [[UInt8]] = []

  /// Adds the elements of a formula's MathML below it.
  init(of formula: Int, mathML: String, addedTo structure: inout DocumentStructure) {
    var open = [formula]
    // Where what is not seen ends.
    var phantom: Int?
    var reader = MarkupReader(mathML)
    while let piece = reader.next() {
      switch piece {
      case .start(let tag):
        var element = StructureElement(.math, parent: Int32(clamping: open[open.count - 1]))
        element.math = tag
        open.append(structure.append(element))
        if phantom == nil, tag.name == "mphantom" { phantom = open.count }
        guard Self.tokenNames.contains(tag.name) else { continue }
        tokens.append(open[open.count - 1])
        texts.append([])
      case .text(let bytes):
        guard phantom == nil, let last = tokens.last, last == open[open.count - 1] else { continue }
        texts[texts.count - 1] += bytes
      case .end:
        if phantom == open.count { phantom = nil }
        if open.count > 1 { open.removeLast() }
      }
    }
    for (token, text) in zip(tokens, texts) where !text.isEmpty {
      structure.change(token) { $0.text = String(decoding: text, as: UTF8.self) }
    }
  }

  private static let tokenNames: Set<String> = ["mi", "mn", "mo", "mtext"]
}

/// Reads the markup that this program writes: elements with a start and an end, text, and references to characters.
private struct MarkupReader {
  enum Piece {
    case start(StructureElement.MathTag)
    case text([UInt8])
    case end
  }

  private var rest: Substring.UTF8View

  init(_ markup: String) { rest = Substring(markup).utf8 }

  mutating func next() -> Piece? {
    guard let first = rest.first else { return nil }
    guard first == UInt8(ascii: "<") else { return .text(Self.characters(of: take { $0 == UInt8(ascii: "<") })) }
    rest = rest.dropFirst()
    let tag = take { $0 == UInt8(ascii: ">") }
    rest = rest.dropFirst()
    if tag.first == UInt8(ascii: "/") { return .end }
    return .start(Self.tag(tag[...]))
  }

  private mutating func take(until isEnd: (UInt8) -> Bool) -> [UInt8] {
    let taken = Array(rest.prefix { !isEnd($0) })
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// `name first="value" second="value"`.
  private static func tag(_ bytes: ArraySlice<UInt8>) -> StructureElement.MathTag {
    let name = bytes.prefix { $0 != 0x20 }
    var tag = StructureElement.MathTag(name: String(decoding: name, as: UTF8.self))
    var rest = bytes.dropFirst(name.count)
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let key = rest[..<equals].filter { $0 != 0x20 }
      let value = rest[equals...].dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
      rest = rest[value.endIndex...].dropFirst()
      let attribute = (String(decoding: key, as: UTF8.self), String(decoding: characters(of: Array(value)), as: UTF8.self))
      // The namespace is the element's own.
      if attribute.0 != "xmlns" { tag.attributes.append(.init(name: attribute.0, value: attribute.1)) }
    }
    return tag
  }

  private static func characters(of bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    var out: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
        out.append(byte)
        continue
      }
      let name = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...].dropFirst()
      switch name {
      case "amp": out.append(UInt8(ascii: "&"))
      case "lt": out.append(UInt8(ascii: "<"))
      case "gt": out.append(UInt8(ascii: ">"))
      case "quot": out.append(UInt8(ascii: "\""))
      default:
        guard name.hasPrefix("#x"), let number = UInt32(name.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(number) else { continue }
        out += Array(String(Character(scalar)).utf8)
      }
    }
    return out
  }
}
