internal import CBundledCitations
import Synchronization

/// The styles and locales that travel with the program.
package enum ShippedFiles {
  /// Without `.csl`, in alphabetical order.
  package static var styles: [String] {
    (0..<Int(mdtypeset_csl_count)).compactMap { index in
      let name = unsafe String(cString: mdtypeset_csl_at(index).name)
      return name.hasSuffix(".csl") ? String(name.dropLast(4)) : nil
    }
  }

  /// The bytes of a file such as `apa.csl`; nil for a file that is not shipped.
  package static func bytes(_ name: String) -> [UInt8]? {
    for index in 0..<Int(mdtypeset_csl_count) {
      let file = unsafe mdtypeset_csl_at(index)
      guard unsafe String(cString: file.name) == name, let start = unsafe file.start, let end = unsafe file.end
      else { continue }
      return unsafe Array(UnsafeBufferPointer(start: start, count: start.distance(to: end)))
    }
    return nil
  }

  /// The bytes of a shipped style by its name, or by another name that people use for it; nil for an unknown name.
  package static func style(_ name: String) -> [UInt8]? { bytes((aliases[name] ?? name) + ".csl") }

  private static let aliases: [String: String] = [
    "acm": "association-for-computing-machinery", "acs": "american-chemical-society", "ama": "american-medical-association",
    "chicago": "chicago-author-date", "chicago-notes": "chicago-note-bibliography",
    "chicago-notes-bibliography": "chicago-note-bibliography", "din-1505": "din-1505-2",
    "elsevier": "elsevier-harvard", "gb-t-7714": "china-national-standard-gb-t-7714-2015-numeric", "harvard": "harvard-cite-them-right",
    "iso-690": "iso690-author-date-en", "iso690": "iso690-author-date-en", "lncs": "springer-lecture-notes-in-computer-science",
    "mla": "modern-language-association", "springer-lncs": "springer-lecture-notes-in-computer-science",
  ]

  private static let parsed = Mutex<[String: XMLElement]>([:])

  /// A shipped locale, such as `de-DE`, parsed once.
  package static func locale(_ name: String) -> XMLElement? {
    if let known = parsed.withLock({ $0[name] }) { return known }
    guard let bytes = bytes("locales-\(name).xml"), let made = try? XMLElement.parse(bytes) else { return nil }
    parsed.withLock { $0[name] = made }
    return made
  }
}
