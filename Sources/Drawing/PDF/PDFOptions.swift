public import TypesetBoxes
internal import TypesetDiagnostics
package import TypesetFiles

/// What goes into a PDF file beside its pages.
public struct PDFOptions: Sendable {
  /// Standards that the file claims to follow.
  public var standards: [PDFStandard] = []
  /// The elements that the content of the pages belongs to; nil writes a file without tags.
  public var structure: DocumentStructure?
  /// True if readers copy formulas as LaTeX; otherwise as plain Unicode, where there are tags to have it.
  public var copiesLaTeX = false
  /// Files that are carried along: the document's source.
  public var attachments: [Attachment] = []
  /// True if readers can tick the boxes of tasks; only where there are tags, which say what a box is.
  public var hasForms = false
  /// At most this many threads.
  public var threads = coreCount

  /// The compressed contents of pages that are kept between runs.
  package var kept: KeptPieces?

  /// The other files of a divided document, relative to this one, by the destinations in them.
  package var siblings: [String: String] = [:]

  /// A file within the file.
  public struct Attachment: Sendable {
    /// What it is to the document (ISO 19005-3, Annex E).
    public enum Relation: String, Sendable {
      case source = "Source"
      case supplement = "Supplement"
    }

    /// A path with slashes, below a folder that has no name.
    public var name: String
    public var bytes: [UInt8]
    /// Written as `AFRelationship`.
    public var relation: Relation

    public init(name: String, bytes: [UInt8], relation: Relation = .source) {
      self.name = name
      self.bytes = bytes
      self.relation = relation
    }
  }

  public init() {}

  /// True if the file is PDF 2.0.
  var isSecond: Bool { standards.contains(.ua2) }
}

/// A standard of PDF files.
public enum PDFStandard: String, CaseIterable, Sendable {
  /// ISO 14289-1 (PDF/UA): an accessible file.
  case ua1 = "ua-1"
  /// ISO 14289-2 (PDF/UA-2): an accessible file of PDF 2.0, whose formulas are MathML too.
  case ua2 = "ua-2"
  /// ISO 19005-2, level B (PDF/A): a file for long-term archiving.
  case a2b = "a-2b"
  /// ISO 19005-3, level B: the same, with other files attached.
  case a3b = "a-3b"

  /// The part of ISO 19005; nil for other standards.
  var archivePart: Int? {
    switch self {
    case .ua1, .ua2: nil
    case .a2b: 2
    case .a3b: 3
    }
  }
}
