/// Directives within directives whose fences are equally long: authors mean that each line without a name ends the inner one. To CommonMark,
/// and so to MyST, the first such line ends the outer one, which is what holds where too few of them follow.
struct FencePairs {
  /// Up to here the fences are in pairs, so far as has been looked.
  private var pairedUntil = 0
  /// How often they were not: a text of nothing else would be read again and again.
  private var failures = 0

  /// - Parameters:
  ///   - lineEnd: Of the line that ends the innermost directive.
  ///   - open: How many directives around it are to be ended below.
  mutating func arePaired(below lineEnd: Int, in bytes: [UInt8], byte: UInt8, length: Int, open: Int) -> Bool {
    guard lineEnd >= pairedUntil, failures < 50 else { return true }
    var depth = open
    var codeLength: Int?
    var start = lineEnd + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let words = bytes[start..<end].drop { $0 == ASCII.space || $0 == ASCII.greater }
      start = end + 1
      let run = words.prefix { $0 == byte }
      guard run.count >= 3 else { continue }
      let info = words[run.endIndex...].drop(while: ASCII.isBlank)
      if let code = codeLength {
        if info.isEmpty, run.count >= code { codeLength = nil }
      } else if info.isEmpty {
        guard run.count >= length else { continue }
        depth -= 1
        guard depth > 0 else {
          pairedUntil = end
          return true
        }
      } else if info.first == ASCII.openBrace {
        depth += 1
      } else {
        codeLength = run.count
      }
    }
    failures += 1
    return false
  }
}
