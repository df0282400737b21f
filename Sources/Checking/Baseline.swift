internal import TypesetBytes
internal import TypesetDiagnostics

/// Findings that are known, so that only new ones are reported. A finding is known by its rule, its file and the words that it is about, wherever they
/// are: lines may be added above it.
package struct Baseline: Sendable {
  private struct Key: Hashable {
    var file: String
    var rule: String
    /// Of the words.
    var digest: String
  }

  /// How often each occurs.
  private var counts: [Key: Int] = [:]

  private static let head = "mdtypeset-baseline 1"

  /// Why a baseline cannot be read.
  package struct Fault: Error {
    /// From 1.
    package var line: Int
  }

  package init() {}

  /// - Parameter text: A line for each: file, rule, digest and count, with tabs between them.
  package init(text: String) throws(Fault) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map({ $0 == Self.head || $0 == Self.head + "\r" }) == true else { throw Fault(line: 1) }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty && !line.hasPrefix("#") {
      let fields = (line.hasSuffix("\r") ? line.dropLast() : line).split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, let count = DocumentNumber.whole(fields[3], in: 1...1_000_000_000) else { throw Fault(line: index + 1) }
      counts[Key(file: String(fields[0]), rule: String(fields[1]), digest: String(fields[2])), default: 0] += count
    }
  }

  /// The baseline as a file: the head, then a row for each file, rule and digest, separated by tabs, with their count.
  package var text: String {
    let rows = counts.sorted { ($0.key.file, $0.key.rule, $0.key.digest) < ($1.key.file, $1.key.rule, $1.key.digest) }
    return Self.head + "\n" + rows.map { "\($0.key.file)\t\($0.key.rule)\t\($0.key.digest)\t\($0.value)\n" }.joined()
  }

  package var findingCount: Int { counts.values.reduce(0, +) }

  package var fileCount: Int { Set(counts.keys.map(\.file)).count }

  /// What was found becomes known; of these documents, nothing else is any more.
  ///
  /// - Parameter name: What the baseline calls a file.
  package mutating func record(_ results: [CheckResult], name: (String) -> String) {
    let files = Self.files(of: results, name)
    counts = counts.filter { !files.contains($0.key.file) }
    for result in results { for finding in result.findings { counts[Self.key(of: finding, in: result.source, name), default: 0] += 1 } }
  }

  /// Leaves out of the results what is known.
  ///
  /// - Returns: How many were left out, and how many known ones of these documents there are no more.
  package func leaveOut(of results: inout [CheckResult], name: (String) -> String) -> (known: Int, gone: Int) {
    var left = counts
    var known = 0
    for index in results.indices {
      let source = results[index].source
      results[index].findings = results[index].findings.filter { finding in
        let key = Self.key(of: finding, in: source, name)
        guard let count = left[key], count > 0 else { return true }
        left[key] = count - 1
        known += 1
        return false
      }
    }
    let files = Self.files(of: results, name)
    return (known, left.reduce(0) { $0 + (files.contains($1.key.file) ? $1.value : 0) })
  }

  private static func files(of results: [CheckResult], _ name: (String) -> String) -> Set<String> {
    Set(results.flatMap { result in Set((result.source.files.map(\.name)) + result.source.runs.map(\.file)).map { inOneField(name($0)) } })
  }

  private static func inOneField(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }

  private static func key(of finding: Finding, in source: Source, _ name: (String) -> String) -> Key {
    var words: [UInt8] = []
    if let span = finding.span, Int(span.start) < source.bytes.count {
      let start = Int(span.start)
      let end = min(max(Int(span.end), start), start + 4096, source.bytes.count)
      // A place without words is known by the words after it.
      let range = start < end ? source.bytes[start..<end] : source.bytes[start...].prefix(200).prefix { $0 != 0x0A }
      words = range.filter { $0 > 0x20 }
    }
    // Without numbers: pages, lines and lengths change with whatever is above.
    if words.isEmpty { words = Array(finding.message.utf8.filter { !(0x30...0x39).contains($0) && $0 > 0x20 }) }
    let file = finding.position?.file ?? source.files.first?.name ?? ""
    return Key(file: inOneField(name(file)), rule: finding.rule.name, digest: String(FNV1a(words).value, radix: 36))
  }
}
