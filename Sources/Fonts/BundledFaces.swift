/// The slope of a face.
public enum Slant: UInt8, Hashable, Sendable { case upright, italic }

/// A face that travels inside the program.
struct BundledFace: Sendable {
  var family: String
  var weight: Int
  var slant: Slant
  var file: String

  /// Is offered for the text of SVG files: the families that the built-in themes set text in.
  var isForPictures: Bool { family == "Libertinus Serif" || family == "Libertinus Sans" || family == "Source Code Pro" }
}

/// What is bundled, by family: a face a line.
let bundledFaces: [BundledFace] = [
  BundledFace(family: "Latin Modern Math", weight: 400, slant: .upright, file: "latinmodern-math.otf"),
  BundledFace(family: "Latin Modern Mono", weight: 400, slant: .upright, file: "lmmono10-regular.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .upright, file: "lmroman10-regular.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 400, slant: .italic, file: "lmroman10-italic.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .upright, file: "lmroman10-bold.otf"),
  BundledFace(family: "Latin Modern Roman", weight: 700, slant: .italic, file: "lmroman10-bolditalic.otf"),
  BundledFace(family: "Latin Modern Sans", weight: 400, slant: .upright, file: "lmsans10-regular.otf"),
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
  BundledFace(family: "Source Code Pro", weight: 400, slant: .upright, file: "SourceCodePro-Regular.otf"),
  BundledFace(family: "Source Code Pro", weight: 400, slant: .italic, file: "SourceCodePro-RegularIt.otf"),
  BundledFace(family: "Source Code Pro", weight: 700, slant: .upright, file: "SourceCodePro-Bold.otf"),
  BundledFace(family: "Source Code Pro", weight: 700, slant: .italic, file: "SourceCodePro-BoldIt.otf"),
  BundledFace(family: "STIX Two Math", weight: 400, slant: .upright, file: "STIXTwoMath-Regular.otf"),
  BundledFace(family: "STIX Two Text", weight: 400, slant: .upright, file: "STIXTwoText-Regular.otf"),
  BundledFace(family: "STIX Two Text", weight: 400, slant: .italic, file: "STIXTwoText-Italic.otf"),
  BundledFace(family: "STIX Two Text", weight: 700, slant: .upright, file: "STIXTwoText-Bold.otf"),
  BundledFace(family: "STIX Two Text", weight: 700, slant: .italic, file: "STIXTwoText-BoldItalic.otf"),
]
