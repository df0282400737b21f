internal import TypesetDiagnostics

/// Sets of attributes, each kept once.
struct AttributeSets: Sendable {
  private(set) var all: [TextAttributes] = [TextAttributes()]
  private var numbers: [TextAttributes: Int32] = [TextAttributes(): 0]

  subscript(number: Int32) -> TextAttributes { all[Int(number)] }

  /// Changes all sets without making two of them equal or unequal.
  mutating func mapEach(_ change: (TextAttributes) -> TextAttributes) { all = all.map(change) }

  mutating func number(of attributes: TextAttributes) -> Int32 {
    if let known = numbers[attributes] { return known }
    let number = Int32(all.count)
    all.append(attributes)
    numbers[attributes] = number
    return number
  }
}

/// Makes a text from its beginning to its end.
struct TextMaker {
  private(set) var plain = ""
  private(set) var segments: [TextContent.Segment] = []
  var sets = AttributeSets()
  var structure: Structure
  /// The first inline that was too deep to be kept as a node.
  var flattened: SourceSpan?
  private var count = 0

  init(structure: Structure, sets: AttributeSets = AttributeSets()) { (self.structure, self.sets) = (structure, sets) }

  mutating func append(_ text: some StringProtocol, leaf: Int32, _ attributes: TextAttributes) {
    append(text, leaf: leaf, set: sets.number(of: attributes))
  }

  mutating func append(_ text: some StringProtocol, leaf: Int32, set: Int32) {
    let bytes = text.utf8.count
    guard bytes > 0 else { return }
    plain += text
    count += bytes
    if let last = segments.last, last.leaf == leaf, last.set == set {
      segments[segments.count - 1].end = count
    } else {
      segments.append(TextContent.Segment(end: count, leaf: leaf, set: set))
    }
  }
}
