/// Text escaped for XML: XML's own characters become entities, and control characters that XML does not allow are removed.
///
/// - Parameter isAttribute: Line ends become spaces, as a parser would make them.
package func escapedXML(_ text: String, isAttribute: Bool = false) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "\n", "\t", "\r": out += isAttribute ? " " : String(Character(scalar))
    default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { out.unicodeScalars.append(scalar) }
    }
  }
  return out
}
