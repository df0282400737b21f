/// Which addresses a link may lead to in the files that are written.
public enum LinkPolicy: Hashable, Sendable {
  /// All except those that run programs or open files of the reader.
  case standard
  /// The web, mail, telephone, DOI, and places of the document itself.
  case strict

  /// Schemes for which viewers and browsers have run programs or opened files.
  private static let refused: Set<String> = [
    "about", "blob", "chrome", "data", "file", "filesystem", "jar", "javascript", "livescript", "mhtml", "mocha", "ms-msdt", "res",
    "search-ms", "shell", "smb", "vbscript", "view-source", "wyciwyg",
  ]
  private static let known: Set<String> = ["http", "https", "mailto", "tel", "doi"]

  /// True if links may lead to an address.
  public func allows(_ address: String) -> Bool {
    let scheme = Self.scheme(of: address)
    switch self {
    case .standard: return scheme.map { !Self.refused.contains($0) && $0.utf8.count > 1 } ?? true
    case .strict: return scheme.map { Self.known.contains($0) } ?? address.hasPrefix("#")
    }
  }

  /// What is before the first colon, in small letters; nil where the address is relative.
  ///
  /// Browsers leave out white space and control characters, so `java script:` is a script; a single letter is the drive of a path.
  public static func scheme(of address: String) -> String? {
    var scheme = ""
    for scalar in address.unicodeScalars where scalar.value > 0x20 && !scalar.properties.isDefaultIgnorableCodePoint {
      if scalar == ":" { return scheme.isEmpty ? nil : scheme.lowercased() }
      if scalar == "/" || scalar == "?" || scalar == "#" || scalar == "\\" { return nil }
      scheme.unicodeScalars.append(scalar)
    }
    return nil
  }
}
