/// Text escaped for XML: XML's own characters become entities, and control characters that XML does not allow are removed.
///
/// - Parameter isAttribute: Line ends become spaces, as a parser would make them.
public func escapedXML(_ text: String, isAttribute: Bool = false) -> String {
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

/// A word quoted for a shell, unless it means itself.
public func shellQuoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 >= 0x80 || "/._-+,@%:=".utf8.contains($0) }
  return isPlain && !word.isEmpty
    ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}

/// `%2F`: a byte in an address.
public func percentEncoded(_ byte: UInt8) -> String { "%" + String(hex: byte, digits: 2, uppercase: true) }
