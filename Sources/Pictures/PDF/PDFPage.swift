public import TypesetBoxes
internal import TypesetDiagnostics

/// One page of a PDF file, taken out by itself: a file without encryption, links, scripts and other pages.
public struct PDFPage: Hashable, Sendable {
  /// A complete PDF file.
  public var bytes: [UInt8]
  /// Upright: as the page is shown.
  public var width: Length
  public var height: Length

  /// The page that the fragment of an address names (RFC 8118: `plot.pdf#page=2`); the first page without a fragment.
  public static func number(in source: String) -> Int {
    guard let mark = source.lastIndex(of: "#") else { return 1 }
    for part in source[source.index(after: mark)...].split(separator: "&") where part.hasPrefix("page=") {
      return DocumentNumber.whole(part.dropFirst(5)).map { max(1, min($0, 1 << 30)) } ?? 1
    }
    return 1
  }
}
