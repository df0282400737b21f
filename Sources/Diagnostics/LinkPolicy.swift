/// Which addresses a link may lead to in the files that are written.
public enum LinkPolicy: Hashable, Sendable {
  /// The web, mail, telephone, FTP, DOI, and relative addresses.
  case standard
  /// The same without FTP and relative addresses, but for places of the document itself.
  case strict

  /// The schemes that links may have, in every output. With others viewers and browsers run programs or open files of the reader, and new
  /// ones are registered all the time.
  private static let known: Set<String> = ["http", "https", "mailto", "tel", "ftp", "doi"]

  /// True if links may lead to an address.
  public func allows(_ address: String) -> Bool {
    let scheme = Self.scheme(of: address)
    switch self {
    case .standard: return scheme.map { Self.known.contains($0) } ?? !Self.isShare(address)
    case .strict: return scheme.map { $0 != "ftp" && Self.known.contains($0) } ?? address.hasPrefix("#")
    }
  }

  /// The message and the hint about a link that is removed while its text is kept.
  package static func refusal(of address: String) -> (message: String, hint: String) {
    let short = address.utf8.count <= 60 ? address : address.prefix(60) + "…"
    return ("the link to \(short) is left out", "link to the web, to mail or to a heading")
  }

  /// True if an address has one of the schemes that links may have.
  public static func isAbsolute(_ address: String) -> Bool { scheme(of: address).map { known.contains($0) } ?? false }

  /// `\\server\share`: viewers on Windows open the share.
  private static func isShare(_ address: String) -> Bool {
    let start = address.unicodeScalars.filter { $0.value > 0x20 }.prefix(2)
    return start.contains("\\") && start.allSatisfy { $0 == "\\" || $0 == "/" }
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
