internal import TypesetDiagnostics

/// What is changed in an SVG file before it is drawn, so that it belongs to the page: formulas in its labels, faces, colours.
public struct SVGPreparation: Sendable {
  /// What tells it from others: pictures are kept by it.
  public var identity: String
  /// Families for CSS's `serif`, `sans-serif` and `monospace`; labels without a family have the first.
  public var families: (serif: String, sans: String, code: String)
  public var colors: SVGColors
  /// The colours of a theme that puts pictures on a light mat, for files without colours for dark paper; nil for a theme without a mat.
  public var matColors: SVGColors?
  /// Makes what sets labels with formulas; it is asked where a file has one.
  public var makeSetter: @Sendable () -> (SVGLabel) -> SVGLabelInk?

  public init(
    identity: String, families: (serif: String, sans: String, code: String), colors: SVGColors, matColors: SVGColors? = nil,
    makeSetter: @escaping @Sendable () -> (SVGLabel) -> SVGLabelInk?
  ) {
    self.identity = identity
    self.families = families
    self.colors = colors
    self.matColors = matColors
    self.makeSetter = makeSetter
  }
}

/// What an author wants of one picture.
public struct PictureVariant: Hashable, Sendable {
  /// Of a PDF file, from 1.
  public var page = 1
  /// The id of the element of an SVG file that is shown alone; empty for the whole.
  public var fragment = ""
  /// False leaves dollars in labels as they are.
  public var setsFormulas = true
  /// True if all labels are in the document's face.
  public var hasDocumentFace = false
  /// True if black follows the text, and white the paper.
  public var isRecolored = false
  /// The size that the commonest of its labels is to have, when the picture is as wide as it is shown; in points. Nil leaves all labels as they are.
  public var labels: (size: Double, width: Double)? {
    get { labelSize > 0 ? (labelSize, shownWidth) : nil }
    set { (labelSize, shownWidth) = newValue ?? (0, 0) }
  }
  private var labelSize = 0.0
  private var shownWidth = 0.0

  public init() {}

  /// The variant that the fragment of an address names.
  public init(of source: String) {
    page = PDFPage.number(in: source)
    guard let mark = source.lastIndex(of: "#"), !source.hasPrefix("data:") else { return }
    let name = source[source.index(after: mark)...]
    if !name.contains("=") { fragment = String(name) }
  }

  /// What pictures of the same file differ in; empty for the plain one.
  var key: String {
    self == PictureVariant() ? "" : "\(page) \(setsFormulas) \(hasDocumentFace) \(isRecolored) \(labelSize) \(shownWidth) \(fragment)"
  }
}

/// A label's words on the picture, for copying and searching.
public struct PictureLabel: Hashable, Sendable {
  public var text: String
  /// Parts of the picture's width and height, from its upper left corner: from 0 to 1.
  public var left: Double
  public var top: Double
  public var width: Double
  public var height: Double

  /// How a label is named among the links of a file on its way through the process that draws.
  static let scheme = "mdtypeset-label:"

  /// - Returns: Nil for a link that is one.
  init?(_ link: PictureLink, of texts: [String]) {
    guard link.url.hasPrefix(Self.scheme), let number = DocumentNumber.whole(link.url.dropFirst(Self.scheme.count)),
      texts.indices.contains(number)
    else { return nil }
    (text, left, top, width, height) = (texts[number], link.left, link.top, link.width, link.height)
  }
}

/// An SVG file that has been prepared.
struct PreparedSVG {
  var bytes: [UInt8]
  /// Of its labels with formulas, by number.
  var texts: [String] = []
  /// Its title and its description.
  var name = ""
  /// True if it has colours for the page's paper, whatever that is.
  var isAdaptive = false

  init(_ file: [UInt8], _ preparation: SVGPreparation?, _ variant: PictureVariant) {
    bytes = file
    // A compressed file is unpacked where it is drawn only.
    guard file.first == UInt8(ascii: "<") || file.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    if !variant.fragment.isEmpty { bytes = SVGFragmentChoice.chosen(variant.fragment, of: bytes) }
    bytes = MovingSVG(bytes).bytes
    name = SVGRoot(bytes).name
    isAdaptive = variant.isRecolored || bytes.holds("prefers-color-scheme")
    guard let preparation else { return }
    let colors = isAdaptive ? preparation.colors : preparation.matColors ?? preparation.colors
    bytes = colors.applied(to: bytes, recolors: variant.isRecolored)
    bytes = preparation.withFamilies(bytes, forAll: variant.hasDocumentFace)
    let maySet = variant.setsFormulas && LabelText.maySet(bytes)
    guard bytes.holds("<text") || bytes.holds("foreignObject") else { return }
    let hasPlaces = SVGPlacedText.may(beIn: bytes)
    let hasUneven = SVGTransform.isUneven(somewhereIn: bytes)
    guard maySet || variant.labels != nil || hasPlaces || hasUneven || bytes.holds("-baseline") else { return }
    let file = ForeignObjects(bytes).bytes
    let factor = variant.labels.map { SVGRoot(file).factor(toHave: $0.size, shownAt: $0.width) } ?? 1
    // Made where a label is set.
    var setter: ((SVGLabel) -> SVGLabelInk?)?
    var labels = SVGLabels(file, factor: factor, setsFormulas: maySet, hasPlaces: hasPlaces, hasUneven: hasUneven) { label in
      let set = setter ?? preparation.makeSetter()
      setter = set
      return set(label)
    }
    labels.run()
    guard labels.out != file else { return }
    (bytes, texts) = (labels.out, labels.texts)
  }
}
