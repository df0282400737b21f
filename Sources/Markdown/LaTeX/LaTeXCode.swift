internal import TypesetDiagnostics

/// An environment within others whose content is no text: code, listings, and drawings, whose source stands in their place.
struct LaTeXCode {
  let html: String
  let end: Int
  private(set) var faults: [Diagnostic] = []

  private static let listings: Set = ["verbatim", "Verbatim", "lstlisting", "minted"]
  /// What only LaTeX can draw.
  private static let drawings: Set = [
    "tikzpicture", "circuitikz", "pspicture", "picture", "forest", "axis", "feynmandiagram", "fmffile", "asy", "overpic", "pgfpicture",
  ]

  static func holds(_ name: String) -> Bool { listings.contains(name) || drawings.contains(name) }

  /// Nil for an environment without an end.
  ///
  /// - Parameters:
  ///   - start: Of its `\\begin`.
  ///   - head: After its name.
  init?(_ name: String, _ bytes: [UInt8], at start: Int, after head: Int, to limit: Int) {
    var (head, attributes, kind) = (head, "", "")
    if name == "lstlisting" || name == "minted" {
      let (next, options) = LaTeXReading.options(bytes, at: head, to: limit)
      head = next
      let words = options.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
      let label = Listing.label(in: words)
      attributes = (label.map { " id=\"\($0)\"" } ?? "") + (label == nil ? "" : " class=\"listing\"")
      if let caption = Listing.caption(in: words) { attributes += " caption=\"\(LaTeXReading.entities(Array(caption.utf8)[...]))\"" }
      var language = Listing.language(in: words)
      if name == "minted", let group = LaTeXReading.group(bytes, at: head, to: limit) {
        language = String(decoding: bytes[group], as: UTF8.self)
        head = group.upperBound + 1
      }
      language.removeAll { !$0.isLetter && !$0.isNumber && !"+-#".contains($0) }
      if !language.isEmpty { kind = " class=\"language-\(language)\"" }
    }
    guard let (code, end) = LaTeXReading.verbatim(bytes, name, after: head, to: limit) else { return nil }
    html = "<pre\(attributes)><code\(kind)>" + LaTeXReading.entities(bytes[code]) + "</code></pre>"
    self.end = end
    if Self.drawings.contains(name) {
      faults = [
        Diagnostic(
          .warning, "latex.drawing", at: SourceSpan(start, head), "\(name) is not drawn; its source is shown",
          hint: "include it as a picture")
      ]
    }
  }
}
