internal import TypesetDiagnostics

/// A path with stars: `*` and `?` are within a name, `**` is any number of folders. A path without stars, or one that ends with a slash, is a
/// folder with everything below it.
struct PathPattern {
  /// The folders before the first name with a star.
  let folder: String
  /// What is below them.
  private let names: [Substring]

  init(_ path: String) {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard let first = parts.firstIndex(where: { $0.contains("*") || $0.contains("?") }) else {
      (folder, names) = (parts.joined(separator: "/"), ["**"])
      return
    }
    folder = parts[..<first].joined(separator: "/")
    names = parts[first...] + (path.hasSuffix("/") ? ["**"] : [])
  }

  /// - Parameter path: Below `folder`.
  func matches(_ path: String) -> Bool {
    Self.match(path.split(separator: "/"), names, isAny: { $0 == "**" }) { name, pattern in
      Self.match(Array(name), Array(pattern), isAny: { $0 == "*" }) { $1 == "?" || $0 == $1 }
    }
  }

  /// True if parts match a pattern. Where `isAny` matches any number of parts, only the last such sign is tried again, so that it ends soon.
  private static func match<Part, Sign>(_ parts: [Part], _ pattern: [Sign], isAny: (Sign) -> Bool, isSame: (Part, Sign) -> Bool) -> Bool {
    var (part, sign) = (0, 0)
    var back: (part: Int, sign: Int)?
    while part < parts.count {
      if sign < pattern.count, isAny(pattern[sign]) {
        back = (part, sign)
        sign += 1
      } else if sign < pattern.count, isSame(parts[part], pattern[sign]) {
        (part, sign) = (part + 1, sign + 1)
      } else if let last = back {
        back?.part += 1
        (part, sign) = (last.part + 1, last.sign + 1)
      } else {
        return false
      }
    }
    return pattern[sign...].allSatisfy(isAny)
  }
}
