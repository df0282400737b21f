internal import TypesetDiagnostics

/// A picture in the text of a header, a footer or a box: `![Logo](logo.svg){height=8mm}`.
public struct FurniturePicture: Hashable, Sendable {
  /// As it is written.
  public var source: String
  public var address: String
  public var alternative: String
  /// With their braces; empty where it has none.
  public var attributes: String

  /// All of a text, in its order.
  public static func all(in text: String) -> [FurniturePicture] {
    var out: [FurniturePicture] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "![") {
      let head = rest[start.lowerBound...]
      rest = rest[start.upperBound...]
      guard let middle = rest.firstRange(of: "]("), let close = rest[middle.upperBound...].firstIndex(of: ")") else { break }
      let alternative = String(rest[..<middle.lowerBound])
      let address = rest[middle.upperBound..<close].filter { $0 != "<" && $0 != ">" }
      var end = rest.index(after: close)
      var attributes = ""
      if rest[end...].first == "{", let brace = rest[end...].firstIndex(of: "}") {
        attributes = String(rest[end...brace])
        end = rest.index(after: brace)
      }
      out.append(FurniturePicture(source: String(head[..<end]), address: address, alternative: alternative, attributes: attributes))
      rest = rest[end...]
    }
    return out
  }
}
