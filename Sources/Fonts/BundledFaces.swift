/// The slope of a face.
public enum Slant: UInt8, Hashable, Sendable { case upright, italic }

/// A face that is part of the program.
struct BundledFace: Sendable {
  var family: String
  var weight: Int
  var slant: Slant
  var file: String
  /// The size in points that it is designed for.
  var designSize = 10

  /// Of Latin Modern's sizes the one that LaTeX takes.
  static func designSize(forHalfPoints size: Int) -> Int {
    switch size {
    case 0: 10
    case ..<11: 5
    case ..<13: 6
    case ..<15: 7
    case ..<17: 8
    case ..<19: 9
    case ..<22: 10
    case ..<30: 12
    default: 17
    }
  }

  /// True if it is offered for the text of SVG files: the text families of the built-in themes.
  var isForPictures: Bool { family == "Libertinus Serif" || family == "Libertinus Sans" || family == "Source Code Pro" }
}

/// What is bundled, by family: a face a line.
let bundledFaces: [BundledFace] = [
  BundledFace(family: "Latin Modern Math", weight: 400, slant: .upright, file: "latinmodern-math.otf"),
  BundledFace(family: "Latin Modern Mono", weight: 400, slant: .upright, file: "lmmono10-regular.otf"),
  BundledFace(family: "Latin Modern Mono", weight: 400, slant: .italic, file: "lmmono10-italic.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman10-regular.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman10-italic.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .upright, file: "lmroman10-bold.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .italic, file: "lmroman10-bolditalic.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman6-regular.otf", designSize: 6),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman7-regular.otf", designSize: 7),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman8-regular.otf", designSize: 8),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman9-regular.otf", designSize: 9),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman12-regular.otf", designSize: 12),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman17-regular.otf", designSize: 17),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman7-italic.otf", designSize: 7),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman8-italic.otf", designSize: 8),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman9-italic.otf", designSize: 9),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman12-italic.otf", designSize: 12),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .upright, file: "lmroman8-bold.otf", designSize: 8),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .upright, file: "lmroman9-bold.otf", designSize: 9),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .upright, file: "lmroman12-bold.otf", designSize: 12),
  BundledFace(family: "Latin Modern Sans", weight: 400, slant: .upright, file: "lmsans10-regular.otf"),
  BundledFace(family: "Latin Modern Sans", weight: 400, slant: .italic, file: "lmsans10-oblique.otf"),
  BundledFace(family: "Latin Modern Sans", weight: 700, slant: .upright, file: "lmsans10-bold.otf"),
  BundledFace(family: "Latin Modern Sans", weight: 700, slant: .italic, file: "lmsans10-boldoblique.otf"),
  BundledFace(family: "Libertinus Math", weight: 400, slant: .upright, file: "LibertinusMath-Regular.otf"),
  BundledFace(family: "Libertinus Sans", weight: 400, slant: .upright, file: "LibertinusSans-Regular.otf"),
  BundledFace(family: "Libertinus Sans", weight: 400, slant: .italic, file: "LibertinusSans-Italic.otf"),
  BundledFace(family: "Libertinus Sans", weight: 700, slant: .upright, file: "LibertinusSans-Bold.otf"),
  BundledFace(family: "Libertinus Serif", weight: 400, slant: .upright, file: "LibertinusSerif-Regular.otf"),
  BundledFace(family: "Libertinus Serif", weight: 400, slant: .italic, file: "LibertinusSerif-Italic.otf"),
  BundledFace(family: "Libertinus Serif", weight: 700, slant: .upright, file: "LibertinusSerif-Bold.otf"),
  BundledFace(family: "Libertinus Serif", weight: 700, slant: .italic, file: "LibertinusSerif-BoldItalic.otf"),
  BundledFace(family: "New Computer Modern", weight: 400, slant: .upright, file: "NewCM10-Regular.otf"),
  BundledFace(family: "New Computer Modern", weight: 400, slant: .italic, file: "NewCM10-Italic.otf"),
  BundledFace(family: "New Computer Modern", weight: 700, slant: .upright, file: "NewCM10-Bold.otf"),
  BundledFace(family: "New Computer Modern", weight: 700, slant: .italic, file: "NewCM10-BoldItalic.otf"),
  BundledFace(family: "New Computer Modern Math", weight: 400, slant: .upright, file: "NewCMMath-Regular.otf"),
  BundledFace(family: "STIX Two Math", weight: 400, slant: .upright, file: "STIXTwoMath-Regular.otf"),
  BundledFace(family: "STIX Two Text", weight: 400, slant: .upright, file: "STIXTwoText-Regular.otf"),
  BundledFace(family: "STIX Two Text", weight: 400, slant: .italic, file: "STIXTwoText-Italic.otf"),
  BundledFace(family: "STIX Two Text", weight: 700, slant: .upright, file: "STIXTwoText-Bold.otf"),
  BundledFace(family: "STIX Two Text", weight: 700, slant: .italic, file: "STIXTwoText-BoldItalic.otf"),
  BundledFace(family: "Source Code Pro", weight: 400, slant: .upright, file: "SourceCodePro-Regular.otf"),
  BundledFace(family: "Source Code Pro", weight: 400, slant: .italic, file: "SourceCodePro-RegularIt.otf"),
  BundledFace(family: "Source Code Pro", weight: 700, slant: .upright, file: "SourceCodePro-Bold.otf"),
  BundledFace(family: "Source Code Pro", weight: 700, slant: .italic, file: "SourceCodePro-BoldIt.otf"),
]

extension FontBook {
  /// The bundled text families that go with a math font.
  package static func textFamilies(withMath font: String) -> [String] {
    let name = font.lowercased()
    if name.hasPrefix("latin") { return ["Latin Modern Roman"] }
    if name.hasPrefix("stix") { return ["STIX Two Text"] }
    if name.hasPrefix("new") { return ["New Computer Modern"] }
    return ["Libertinus Serif"]
  }
}
