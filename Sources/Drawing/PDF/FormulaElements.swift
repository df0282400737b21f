internal import TypesetBoxes
internal import TypesetPictures

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
  }

  private static let tokenNames: Set<String> = ["mi", "mn", "mo", "mtext"]
}
