internal import TypesetBoxes
internal import TypesetPictures

/// The MathML of a formula as elements of the file's structure (ISO 32000-2, 14.8.6.3), for content that is divided into its tokens.
struct FormulaElements {
  /// The numbers of the elements that are tokens, in `DocumentStructure.elements`.
  private(set) var tokens: [Int] = []
  /// What each of them reads.
  private(set) var texts: [[UInt8]] = []
  /// Of each of them, the element of the part of a row that it is in, as a fraction; nil for a token that is in a row by itself.
  private(set) var parts: [Int?] = []

  /// Adds the elements of a formula's MathML below it.
  init(of formula: Int, mathML: String, addedTo structure: inout DocumentStructure) {
    let start = structure.elements.count
    var open = [formula]
    // Where what is not seen ends.
    var phantom: Int?
    func close() {
      if phantom == open.count { phantom = nil }
      if open.count > 1 { open.removeLast() }
    }
    var reader = XMLReader(Array(mathML.utf8))
    while let text = reader.takeText() {
      if phantom == nil, let last = tokens.last, last == open[open.count - 1] {
        texts[texts.count - 1] += Array(XMLReader.decoded(reader.file[text]).utf8)
      }
      guard !reader.isAtEnd else { break }
      let name = reader.takeTagName()
      guard !name.hasPrefix("/") else {
        _ = reader.passTag()
        close()
        continue
      }
      var tag = StructureElement.MathTag(name: name)
      while let attribute = reader.takeAttribute() {
        // The namespace is the element's own.
        if attribute.name != "xmlns" { tag.attributes.append(.init(name: attribute.name, value: attribute.value)) }
      }
      let isEmpty = reader.passTag()
      var element = StructureElement(.math, parent: Int32(clamping: open[open.count - 1]))
      element.math = tag
      open.append(structure.append(element))
      if phantom == nil, name == "mphantom" { phantom = open.count }
      if Self.tokenNames.contains(name) {
        tokens.append(open[open.count - 1])
        texts.append([])
      }
      if isEmpty { close() }
    }
    for (token, text) in zip(tokens, texts) where !text.isEmpty {
      structure.change(token) { $0.text = String(decoding: text, as: UTF8.self) }
    }
    parts = Self.parts(of: tokens, among: start..<structure.elements.count, in: structure, formula: formula)
  }

  /// - Parameter own: The elements of the formula's MathML, each after the element around it.
  private static func parts(of tokens: [Int], among own: Range<Int>, in structure: DocumentStructure, formula: Int) -> [Int?] {
    var members: [Int32: Int] = [:]
    for element in structure.elements[own] { members[element.parent, default: 0] += 1 }
    var rows: Set = [Int32(clamping: formula)]
    for index in own where rows.contains(structure.elements[index].parent) {
      let element = structure.elements[index]
      switch element.math?.name {
      case "math", "mrow", "mstyle", "mtr", "mtd": rows.insert(Int32(clamping: index))
      // Rows of a display, and not a matrix among other signs.
      case "mtable" where members[element.parent] == 1: rows.insert(Int32(clamping: index))
      default: break
      }
    }
    return tokens.map { token in
      var part = token
      while !rows.contains(structure.elements[part].parent) { part = Int(structure.elements[part].parent) }
      return part == token ? nil : part
    }
  }

  private static let tokenNames: Set<String> = ["mi", "mn", "mo", "mtext"]
}
