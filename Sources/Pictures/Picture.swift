public import TypesetBoxes
public import TypesetFiles

/// Why a picture cannot be shown, as a clause that ends a message: *cannot show figure.png: …*
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not read.
  case file(FileFailure)
  /// An address that is neither a file's nor on the web.
  case unreadable(reason: String)
  case unknownKind
  /// A known format that is not supported.
  case broken(PictureKind, reason: String)
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// It is on the network, and access is not allowed.
  case notAllowed
  case noNetwork
  case notLoaded(reason: String)
  /// A PDF file that opens with a password only.
  case locked
  /// A PDF file has no page of this number.
  case noPage(Int, of: Int)
  /// Drawing it needs a program that may not be started, or that is not installed: then with its package.
  case noProgram(String, package: String?)
  /// The library that reads the format is not installed.
  case noLibrary(PictureKind, package: String)
  case tooLarge(bytes: Int, limit: Int)
  /// Drawing it took more CPU time than a picture may take, or than was left for all.
  case timeOut(seconds: Double, isShared: Bool)
  /// Drawing it would take more work than a picture may take, which its text tells.
  case tooMuchWork
  /// Drawing it took more memory than a picture may take.
  case outOfMemory(limit: Int)
  /// The process that draws it ended.
  case crashed(reason: String)

  public var description: String {
    switch self {
    case .file(let failure): failure.description
    case .unreadable(let reason): "it can't be read: \(reason)"
    case .unknownKind: "the file is not a picture of a known kind (PNG, JPEG, SVG, PDF, GIF, WebP, AVIF, BMP, TIFF)"
    case .broken(let kind, let reason): "the \(kind.rawValue) file is broken: \(reason)"
    case .notAllowed: "pictures from the network are not loaded"
    case .noNetwork: "loading needs a library that is not installed: Debian's libcurl4"
    case .notLoaded(let reason): reason
    case .noLibrary(let kind, let package): "\(kind.rawValue) pictures need a library that is not installed: Debian's \(package)"
    case .locked: "the PDF file opens with a password only"
    case .noPage(let number, let count): "it has no page \(number), but \(count == 1 ? "one page" : "\(count) pages")"
    case .noProgram(let program, nil): "showing it needs \(program), which may not be started"
    case .noProgram(let program, let package?): "showing it needs a program that is not installed: \(program), of Debian's \(package)"
    case .tooManyPixels(let width, let height, let limit):
      "it has \(width) × \(height) pixels, more than the limit of \(limit)"
    case .timeOut(let seconds, false): "drawing it takes more than \(shortest(seconds)) s, the limit for a picture"
    case .timeOut(let seconds, true): "drawing the pictures takes more than \(shortest(seconds)) s, the limit for all of them"
    case .tooMuchWork: "drawing it would take too long: its references within each other or its filters make too much work"
    case .outOfMemory(let limit): "drawing it takes more than \(limit >> 20) MB of memory, the limit for a picture"
    case .crashed(let reason): "drawing it failed: \(reason)"
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes, more than the limit of \(limit)"
    }
  }

  /// What to do about it.
  public var hint: String? {
    switch self {
    case .file(let failure): failure.hint
    case .notAllowed: "allow it with --allow-net, or save the picture next to the document"
    case .tooMuchWork: "make it simpler, or convert it to PNG"
    case .noProgram: "write a PDF, or convert the page to SVG"
    case .locked: "save it without a password"
    case .timeOut(_, let isShared):
      "the document is incomplete; make the picture simpler, or allow more CPU time with \(isShared ? "--pictures-time" : "--picture-time")"
    default: nil
    }
  }

  /// Stable, for diagnostics: `picture.missing`.
  public var code: String {
    switch self {
    case .file(.missing): "picture.missing"
    case .file(.outside), .file(.hidden): "policy.picture"
    case .file(.noRegularFile), .file(.unreadable), .unreadable: "picture.unreadable"
    case .file(.tooLarge): "picture.too-large"
    case .unknownKind: "picture.unknown-kind"
    case .noLibrary, .noNetwork: "picture.no-library"
    case .noProgram: "picture.no-program"
    case .noPage: "picture.no-page"
    case .notAllowed: "picture.remote"
    case .notLoaded: "picture.not-loaded"
    case .broken, .locked: "picture.broken"
    case .tooManyPixels, .tooLarge: "picture.too-large"
    case .timeOut: "limit.picture-time"
    case .tooMuchWork: "limit.picture-work"
    case .outOfMemory: "limit.picture-memory"
    case .crashed: "picture.broken"
    }
  }

  /// True where a clock decided: the document is incomplete then, and another machine may make another one.
  public var dependsOnTime: Bool { if case .timeOut = self { true } else { false } }

  private func shortest(_ number: Double) -> String { number == number.rounded() ? "\(Int(clamping: number))" : "\(number)" }
}

/// What is missing from a picture that is shown anyway.
public enum PictureWarning: Hashable, Sendable, CustomStringConvertible {
  /// HTML inside an SVG, in `foreignObject`, that has no text, and no `switch` that offers another form.
  case textInForeignObject
  /// The file ends before its picture does.
  case cutOff
  /// An SVG refers to pictures in other files that may not be read or are not there.
  case picturesElsewhere
  /// It has more pixels than can be held.
  case scaledDown(width: Int, height: Int)
  /// librsvg gives up, for instance on elements that are used a million times.
  case tooMuchToDraw
  /// All that an SVG draws is white, which white paper doesn't show.
  case allWhite
  /// An SVG moves; paper shows one moment of it.
  case moving

  public var description: String {
    switch self {
    case .moving: "the SVG moves; a page shows how it begins"
    case .cutOff: "the file is cut off: its lower part is missing"
    case .scaledDown(let width, let height):
      "it has more pixels than are decoded, and is scaled down to \(width) × \(height)"
    case .tooMuchToDraw: "it exceeds what librsvg draws, and is left out"
    case .allWhite: "all of it is white, and nothing of it is seen on white paper"
    case .picturesElsewhere: "a picture that the SVG refers to is left out"
    case .textInForeignObject: "HTML in a foreignObject of the SVG is not drawn"
    }
  }
}

/// A part of a picture that links to a web address.
public struct PictureLink: Hashable, Sendable {
  public var url: String
  /// Parts of the picture's width and height, from its upper left corner: from 0 to 1.
  public var left: Double
  public var top: Double
  public var width: Double
  public var height: Double

  public init(url: String, left: Double, top: Double, width: Double, height: Double) {
    self.url = url
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }
}

/// A picture that was recognised and measured and has a valid header; its pixels are decoded when they are drawn.
public final class Picture: Sendable {
  /// The format of the file.
  public let kind: PictureKind
  /// The size that the file asks for: pixels by its resolution (96 ppi without a resolution between 50 and 1,200), or the
  /// size of an SVG's root element.
  public let width: Length
  public let height: Length
  /// Of a raster picture, upright.
  public let pixels: (width: Int, height: Int)?
  /// What is missing from the picture, or may look wrong.
  public let warnings: [PictureWarning]
  /// The file.
  public let bytes: [UInt8]
  /// The links of an SVG; empty for other pictures.
  public let links: [PictureLink]
  /// What an SVG calls itself; empty where it says nothing.
  public let name: String
  /// True for an SVG with colours for any paper.
  public let isAdaptive: Bool
  /// The words of labels that are drawn as outlines.
  public let labels: [PictureLabel]
  /// Of a PDF file: the page that is shown.
  public let page: PDFPage?
  private let jpeg: JPEGHead?

  init(
    kind: PictureKind, width: Length, height: Length, pixels: (width: Int, height: Int)?, bytes: [UInt8],
    jpeg: JPEGHead? = nil, page: PDFPage? = nil, links: [PictureLink] = [], labels: [PictureLabel] = [], name: String = "",
    isAdaptive: Bool = false, warnings: [PictureWarning] = []
  ) {
    self.page = page
    self.labels = labels
    self.name = name
    self.isAdaptive = isAdaptive
    self.kind = kind
    self.width = width
    self.height = height
    self.pixels = pixels
    self.bytes = bytes
    self.jpeg = jpeg
    self.links = links
    self.warnings = warnings
  }

  /// True for an SVG, and a page of a PDF.
  public var isVector: Bool { kind == .svg || kind == .pdf }

  /// The file itself if a PDF can contain it unchanged: a JPEG in grey or RGB, to be turned as `orientation` says.
  public var embeddableJPEG: (bytes: [UInt8], width: Int, height: Int, isGrey: Bool)? {
    guard let jpeg, jpeg.components != 4, let pixels else { return nil }
    let isTurned = jpeg.orientation > 4
    return (bytes, isTurned ? pixels.height : pixels.width, isTurned ? pixels.width : pixels.height, jpeg.components == 1)
  }

  /// The ICC profile of `embeddableJPEG`; nil for sRGB.
  package var profileOfJPEG: [UInt8]? { jpeg.flatMap { ColorProfile.ofJPEG(bytes, isGrey: $0.components == 1) } }

  /// How the pixels of `embeddableJPEG` are turned: EXIF's orientation, from 1 to 8.
  public var orientation: Int { jpeg?.orientation ?? 1 }
}

/// Pixels as Cairo holds them: 32 bits each, 0xAARRGGBB in the machine's byte order, colours multiplied by alpha.
public struct Raster: Hashable, Sendable {
  public var width: Int
  public var height: Int
  /// Row by row from the top, without padding.
  public var pixels: [UInt32]
  /// True if the alpha of all pixels is 255.
  public var isOpaque: Bool

  /// With transparent pixels.
  init(clearWidth width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
    isOpaque = false
  }

  /// - Parameter pixels: 0xAARRGGBB, row by row; all are opaque.
  public init(width: Int, height: Int, opaque pixels: [UInt32]) {
    precondition(pixels.count == width * height, "as many pixels as the size says")
    (self.width, self.height, self.pixels, isOpaque) = (width, height, pixels, true)
  }

  /// From bytes in the order R, G, B, A, not multiplied.
  init(width: Int, height: Int, rgba: [UInt8]) {
    self.width = width
    self.height = height
    var isOpaque = true
    pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { out, count in
      isOpaque = unsafe premultiply(rgba, into: UnsafeMutableBufferPointer(rebasing: out[..<(width * height)]))
      count = width * height
    }
    self.isOpaque = isOpaque
  }
}

/// Makes pixels of bytes in the order R, G, B, A, their colours multiplied by alpha.
///
/// - Returns: True where all are opaque.
func premultiply(_ rgba: [UInt8], into out: UnsafeMutableBufferPointer<UInt32>) -> Bool {
  var isOpaque = true
  unsafe rgba.withUnsafeBufferPointer { rgba in
    for index in 0..<out.count {
      let base = index * 4
      let alpha = unsafe UInt32(rgba[base + 3])
      var red = unsafe UInt32(rgba[base])
      var green = unsafe UInt32(rgba[base + 1])
      var blue = unsafe UInt32(rgba[base + 2])
      if alpha != 255 {
        isOpaque = false
        red = (red * alpha + 127) / 255
        green = (green * alpha + 127) / 255
        blue = (blue * alpha + 127) / 255
      }
      unsafe out[index] = alpha << 24 | red << 16 | green << 8 | blue
    }
  }
  return isOpaque
}
