internal import CHarfBuzz
internal import TypesetDiagnostics

/// Which file a name leads to, and why.
public struct FontExplanation: Hashable, Sendable {
  /// The family or the file that was asked for, without weight and slant.
  public var family: String
  /// The weight that was asked for, 1 to 1,000; 400 for a request without a weight.
  public var weight: Int
  /// The slant that was asked for.
  public var slant: Slant
  /// The file's name where it is bundled, else its path; nil where nothing has the name.
  public var file: String?
  /// The PostScript name of the face that was found; empty if no face was found.
  public var faceName = ""
  /// The number of the face in a collection, from 0.
  public var index = 0
  /// The coordinates at which a variable font is used; empty for other fonts.
  public var variations: [FontVariation] = []
  /// The names of its OpenType features that replace glyphs: `liga`, `onum`, `smcp`.
  public var features: [String] = []
  /// Why, in words.
  public var reason: String
}

extension FontBook {
  /// Finds a face by what an author writes: a family or a file, and after it a weight in numbers or words, `italic`.
  public func explain(_ request: String) -> FontExplanation {
    var words = request.split(separator: " ").map(String.init)
    var weight = 400
    var slant = Slant.upright
    while words.count > 1, let last = words.last?.lowercased() {
      if let number = DocumentNumber.whole(last), (1...1000).contains(number) {
        weight = number
      } else if let named = Self.weights[last] {
        weight = named
      } else if last == "italic" || last == "oblique" {
        slant = .italic
      } else {
        break
      }
      words.removeLast()
    }
    let family = words.joined(separator: " ")
    var explanation = FontExplanation(family: family, weight: weight, slant: slant, file: nil, reason: "no font is called \(family)")
    guard let face = face(family: family, weight: weight, slant: slant) else { return explanation }
    explanation.file = face.path ?? face.fileName
    explanation.faceName = face.postScriptName
    explanation.index = face.index & 0xFFFF
    explanation.variations = face.variations
    explanation.features = face.substitutionNames
    if let bundled = bundledFaces.first(where: { $0.file == face.fileName }), face.path == nil {
      let isExact = bundled.weight == weight && bundled.slant == slant
      explanation.reason =
        isExact
        ? "bundled, in this weight and slope"
        : "bundled; the nearest to weight \(weight)\(slant == .italic ? " italic" : "") is \(bundled.weight)\(bundled.slant == .italic ? " italic" : "")"
    } else if face.path == family.split(separator: ":").first.map(String.init) {
      explanation.reason = "the file itself"
    } else {
      explanation.reason = "the system's nearest face of this family (fontconfig)"
      if face.index >> 16 > 0 { explanation.reason += ", instance \(face.index >> 16) of a variable font" }
    }
    if !face.variations.isEmpty { explanation.reason += ", at " + face.variations.map(\.text).joined(separator: ", ") }
    return explanation
  }

  private static let weights = [
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "extrabold": 800,
    "black": 900,
  ]

  /// The families that can be named: the bundled families, and the families of the system and of further folders.
  public func families() -> [String] {
    (Self.bundledFamilies + installedFamilies()).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension FontExplanation {
  /// A few lines of text; nil if there is no such font.
  package var printed: String? {
    guard let file else { return nil }
    let slope = slant == .italic ? " italic" : ""
    return
      "asked for  \(family), weight \(weight)\(slope)\nfile       \(file)\(index > 0 ? " (face \(index))" : "")\n"
      + "face       \(faceName)\nwhy        \(reason)\nfeatures   \(features.isEmpty ? "none" : features.joined(separator: " "))\n"
      + (features.contains("smcp") ? "" : "without    smcp: small capitals are made of capitals\n")
  }
}
