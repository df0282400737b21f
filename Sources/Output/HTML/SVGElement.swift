internal import TypesetDiagnostics

extension [UInt8] {
  /// The element of an SVG file, with unique names: several are in one web page.
  package func svgElement(prefix: String) -> [UInt8] {
    let start = find(Array("<svg".utf8), from: 0) ?? 0
    let (keys, prefix) = ([" id=\"", "href=\"#", "url(#"].map { Array($0.utf8) }, Array(prefix.utf8))
    var out: [UInt8] = []
    out.reserveCapacity(count + count / 16)
    var index = start
    var isTag = false
    while index < count {
      let byte = self[index]
      if byte == UInt8(ascii: "<") { isTag = true }
      if byte == UInt8(ascii: ">") { isTag = false }
      let key = isTag ? keys.first { $0[0] == byte && self[index...].starts(with: $0) } : nil
      out += key ?? [byte]
      if key != nil { out += prefix }
      index += key?.count ?? 1
    }
    while let last = out.last, last <= 0x20 { out.removeLast() }
    return out
  }
}
