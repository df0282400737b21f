internal import TypesetDiagnostics

/// The scripts of a course, its fields of input, that begin in a line of text and end on a later one: they are left out, as those that have their lines
/// for themselves are.
struct CourseScripts {
  let bytes: [UInt8]
  /// Where the open script ends.
  private var end = 0
  private var isMissing = false

  private static let opener = Array("<script".utf8)
  private static let closer = Array("</script>".utf8)

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nil for a line without such a script.
  mutating func change(of line: ArraySlice<UInt8>) -> LineChange? {
    guard line.startIndex < end else { return shown(line).map { .write($0) } }
    guard end <= line.endIndex else { return .drop }
    let rest = line[end...].drop(while: ASCII.isBlank)
    return rest.isEmpty ? .drop : .write(shown(rest) ?? Array(rest))
  }

  /// What is before a script that goes on below the line; nil where there is none.
  private mutating func shown(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard !isMissing, let open = line.firstRange(of: Self.opener), case let words = line[..<open.lowerBound],
      !words.allSatisfy(ASCII.isBlank), words.count(where: { $0 == ASCII.backtick }).isMultiple(of: 2),
      line[open.upperBound...].first.map({ ASCII.isBlank($0) || $0 == ASCII.greater }) ?? true,
      line[open.upperBound...].firstRange(of: Self.closer) == nil
    else { return nil }
    guard let close = bytes.find(Self.closer, from: line.endIndex) else {
      isMissing = true
      return nil
    }
    end = close + Self.closer.count
    return Array(words.dropLast(words.reversed().prefix(while: ASCII.isBlank).count))
  }
}
