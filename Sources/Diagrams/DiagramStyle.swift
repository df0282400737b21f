/// Colours and strokes that a diagram's source asks for.
struct DiagramStyle: Hashable {
  var values: [String: String] = [:]

  static let known: Set<String> = ["fill", "stroke", "stroke-width", "stroke-dasharray", "color", "font-weight", "font-style", "opacity"]

  init() {}

  /// `fill:#f9f,stroke:#333,stroke-width:4px`
  init(_ text: String) {
    var name = ""
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let pair = part.split(separator: ":", maxSplits: 1)
      let value: Substring
      if pair.count == 2 {
        name = String(pair[0].filter { $0 != " " })
        value = pair[1]
      } else {
        // A comma within `stroke-dasharray: 9,5` or `rgb(1,2,3)`.
        value = (values[name] ?? "") + "," + part
      }
      guard Self.known.contains(name) || name.isEmpty else { continue }
      values[name] = Self.safe(value)
    }
  }

  /// The signs that colours and lengths have.
  private static func safe(_ value: Substring) -> String {
    var text = String(value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "#%.,()- ".contains($0)) }.drop { $0 == " " })
    if text.hasSuffix(" important") || text.hasSuffix("important") { text = String(text.dropLast(9)) }
    return text
  }

  /// This style over another.
  func over(_ other: DiagramStyle) -> DiagramStyle {
    var result = other
    result.values.merge(values) { mine, _ in mine }
    return result
  }

  subscript(_ name: String) -> String? { values[name] }
}
