import TypesetBoxes

/// The letters and digits of the pages in drawing order: of text, of the LaTeX of formulas, of the descriptions of pictures. Headers and
/// footers are left out: they repeat what is elsewhere.
struct PageLetters {
  private(set) var letters: [UInt32] = []
  /// True for a letter that begins a word.
  private(set) var starts: [Bool] = []
  private var isInWord = false

  init(of pages: [Page], _ structure: DocumentStructure) {
    var drawings: [Int: Int] = [:]
    var shown: Set<Int> = []
    for page in pages {
      var element = -1
      var drawing = -1
      var last: Length?
      for item in page.flow {
        switch item {
        case .content(let id):
          element = structure.index(of: id) ?? -1
          isInWord = false
          drawing = drawings[element] ?? Self.drawing(around: element, in: structure)
          drawings[element] = drawing
          // A formula on two lines is one.
          guard drawing >= 0, shown.insert(drawing).inserted else { continue }
          let drawn = structure.elements[drawing]
          add((drawn.source ?? drawn.alternative ?? "").unicodeScalars)
          isInWord = false
        case .run(let run):
          guard element >= 0, !run.isSilent, !run.text.isEmpty else { continue }
          if run.isIncidental {
            last = nil
            continue
          }
          if drawing >= 0, structure.elements[drawing].role == .formula { continue }
          if let last, last != run.y { isInWord = false }
          last = run.y
          let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
          add(String(decoding: text, as: UTF8.self).unicodeScalars)
        default: continue
        }
      }
    }
  }

  /// The formula or picture that an element is in; -1 outside of both.
  private static func drawing(around element: Int, in structure: DocumentStructure) -> Int {
    var (next, drawing) = (element, -1)
    while next >= 0 {
      if structure.elements[next].role.hasGraphics { drawing = next }
      next = Int(structure.elements[next].parent)
    }
    return drawing
  }

  private mutating func add(_ text: String.UnicodeScalarView) {
    for scalar in text {
      guard let letter = scalar.accounted else {
        isInWord = isInWord && scalar.isInvisible
        continue
      }
      letters.append(letter)
      starts.append(!isInWord || scalar.isHan)
      isInWord = !scalar.isHan
    }
  }
}

extension Unicode.Scalar {
  /// A letter or digit as it is compared: without case; nil for anything else.
  var accounted: UInt32? {
    if isASCII {
      let byte = UInt8(truncatingIfNeeded: value)
      if byte &- 0x41 < 26 { return value + 32 }
      return byte &- 0x61 < 26 || byte &- 0x30 < 10 ? value : nil
    }
    guard isLetterOrDigit else { return nil }
    guard value < 0x2000, let lower = properties.lowercaseMapping.unicodeScalars.first else { return value }
    return lower.value
  }

  /// Within a word, without a glyph: a soft hyphen, a joiner, the mark of a direction.
  var isInvisible: Bool { value == 0xAD || (0x200B...0x200F).contains(value) || value == 0x2060 || value == 0xFEFF }
}
