internal import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetDrawing
package import TypesetSettings

/// What a PDF file contains besides its pages.
public struct PDFSettings: Sendable {
  /// True if the file is tagged: tags let screen readers tell headings from paragraphs, and read formulas and pictures.
  public var isTagged = true
  /// True if formulas are copied and searched as LaTeX, false for plain Unicode (`x₁ ≥ λ`); nil leaves it to the document. Without tags it is LaTeX.
  public var copiesLaTeX: Bool?
  /// True if the Markdown is stored in the file, for `PDFSettings.source(in:limit:)`.
  public var attachesSource = false
  /// True if the boxes of tasks can be ticked in viewers, as fields of a form. Without tags they stay as they are printed.
  public var hasForms = false
  /// True if the document asks for its code as files.
  private(set) var attachesCode = false
  /// The standards that the file claims to follow.
  private(set) var standards: [PDFStandard] = []

  /// A tagged PDF without further standards.
  public init() {}

  /// The names of the standards that a file can follow.
  public static var standardNames: [String] { PDFStandard.allCases.map(\.rawValue) }

  /// Follows a standard by its name: `ua-1`, `ua-2`, `a-2b`, `a-3b`.
  ///
  /// - Returns: False where nothing has that name.
  public mutating func follow(_ name: String) -> Bool {
    guard let standard = PDFStandard(rawValue: name) else { return false }
    if !standards.contains(standard) { standards.append(standard) }
    return true
  }

  /// Follows what a document asks for, beside what the caller has chosen.
  package mutating func follow(_ wishes: FileWishes) {
    for name in wishes.standards { _ = follow(name) }
    attachesSource = attachesSource || wishes.attachesSource
    attachesCode = attachesCode || wishes.attachesCode
    copiesLaTeX = copiesLaTeX ?? wishes.copiesLaTeX
    // A caller who asks for a standard gets it.
    isTagged = isTagged && (wishes.isTagged || isAccessible)
  }

  private var isAccessible: Bool { standards.contains(.ua1) || standards.contains(.ua2) }

  /// True if formulas are MathML in the file.
  package var hasMathML: Bool { standards.contains(.ua2) }

  /// Why these settings contradict each other; nil where they don't.
  public var contradiction: (message: String, hint: String)? {
    if isAccessible, !isTagged { return ("PDF/UA requires tags", "leave out --no-pdf-tags") }
    if standards.contains(.ua2), standards.count > 1 {
      return ("PDF/UA-2 is PDF 2.0, which the other standards don't allow", "choose ua-1 beside an archival standard")
    }
    if standards.contains(.a2b), standards.contains(.a3b) { return ("a file can conform to only one part of PDF/A", "choose a-2b or a-3b") }
    if standards.contains(.a2b), attachesSource {
      return ("PDF/A-2 does not allow attached Markdown", "choose a-3b, which allows attached files")
    }
    if standards.contains(.a2b), attachesCode {
      return ("PDF/A-2 does not allow attached code", "choose a-3b, which allows attached files")
    }
    return nil
  }

  /// The Markdown that is stored in a PDF file; nil for a PDF without Markdown.
  ///
  /// - Parameter limit: The most bytes that it may have.
  public static func source(in file: [UInt8], limit: Int) -> [UInt8]? {
    PDFSource.files(in: file, limit: limit).lazy.filter(\.isMarkdown).compactMap(\.bytes).first
  }
}

extension TypesetDocument {
  /// The metadata of the file; the first heading is its title if front matter has no title.
  var titledInfo: DocumentInfo {
    var info = info
    info.title = info.title ?? pages.lazy.compactMap(\.firstHeading).first
    return info
  }

  /// What the document lacks for the standards that it is to follow.
  public func faults(for settings: PDFSettings) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    // ISO 14289-1, 7.1 and 7.3.
    if settings.standards.contains(.ua1) || settings.standards.contains(.ua2) {
      if titledInfo.title == nil {
        faults.append(
          Diagnostic(
            .warning, "pdf.title", at: nil, "PDF/UA requires a title, and the document has none", hint: "write title: in its front matter"))
      }
      for span in unnamedPictures {
        faults.append(
          Diagnostic(
            .warning, "pdf.alternative", at: span, "PDF/UA requires alternative text for every picture, and this one has none",
            hint: "write it between the brackets: ![description](…)"))
      }
    }
    return faults
  }
}

extension Page {
  /// The title of the first heading on the page that has words.
  var firstHeading: String? {
    for case .heading(_, let title, _) in ink.marks where title.contains(where: { !$0.isWhitespace }) { return title }
    return nil
  }
}
