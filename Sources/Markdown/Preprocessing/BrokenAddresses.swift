internal import TypesetDiagnostics

/// The source of a site of kramdown's with the addresses of links on one line that are broken over two, `[words](https://a.org/` and `b)` below: kramdown
/// takes all up to the parenthesis, and browsers drop the break.
func withAddressesOnOneLine(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .kramdown, source.holds("](http") else { return source }
  var addresses = BrokenAddresses(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in addresses.change(of: line) }
}

private struct BrokenAddresses {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// Where the lines end that are on the one above.
  private var taken = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if line.startIndex < taken { return .drop }
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    var whole = Array(line)
    var end = line.endIndex
    while whole.count < 4_000, Self.endsInAddress(whole), let next = continuation(below: end) {
      whole += bytes[next]
      end = next.upperBound
    }
    guard end > line.endIndex else { return .keep }
    taken = end
    return .write(whole)
  }

  /// True for a line that ends within the address of a link.
  private static func endsInAddress(_ line: [UInt8]) -> Bool {
    guard let open = line.lastIndex(of: ASCII.openParenthesis), open > 0, line[open - 1] == ASCII.closeBracket,
      case let address = line[(open + 1)...], address.starts(with: "http".utf8)
    else { return false }
    return !address.contains { ASCII.isBlank($0) || $0 == ASCII.closeParenthesis || $0 == ASCII.greater }
  }

  /// The next line, if it goes on with an address up to its parenthesis.
  private func continuation(below end: Int) -> Range<Int>? {
    guard let newline = bytes[end...].prefix(2).firstIndex(of: ASCII.newline) else { return nil }
    let line = bytes[(newline + 1)...].prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
    let rest = line.prefix { $0 != ASCII.closeParenthesis }
    guard !rest.isEmpty, rest.endIndex < line.endIndex, rest.allSatisfy({ $0 > ASCII.space && !"[]<>`".utf8.contains($0) }) else {
      return nil
    }
    return line.startIndex..<line.endIndex
  }
}
