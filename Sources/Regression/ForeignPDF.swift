internal import TypesetComparing
internal import TypesetFiles
internal import TypesetPictures

/// Why files cannot be compared, in one sentence without a full stop.
package struct ComparisonFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Sendable { case unreadable, missingProgram }

  package var reason: Reason
  package var description: String
}

/// A PDF that any program made, read through Poppler's programs: `pdftotext` for its text, `pdftocairo` for its pages. They run as processes of
/// their own, since Poppler's licence is the GPL and PDFs have crashed it.
struct ForeignPDF: Sendable {
  let name: String
  private let bytes: [UInt8]
  let record: DocumentRecord

  /// The time that Poppler may take for a file.
  private static let seconds = 120
  /// More take minutes and gigabytes.
  static let mostPages = 2000
  /// The bounding boxes of so many pages, if all are as full as a page of a directory.
  private static let mostText = 1 << 29

  init(name: String, bytes: [UInt8]) throws(ComparisonFailure) {
    (self.name, self.bytes) = (name, bytes)
    let text = try Self.run(
      ["pdftotext", "-q", "-bbox-layout", "-l", "\(Self.mostPages + 1)", "-", "-"], bytes, name, limit: Self.mostText)
    record = DocumentRecord(boundingBoxes: String(decoding: text, as: UTF8.self), source: String(Digest.of(bytes).prefix(16)))
    guard record.pageCount > 0 else { throw Self.failure(name, "it has no pages") }
    guard record.pageCount <= Self.mostPages else { throw Self.failure(name, "it has more than \(Self.mostPages) pages; split it") }
  }

  var pageCount: Int { record.pageCount }

  /// - Parameter page: From 0.
  func png(page: Int, ppi: Double) throws(ComparisonFailure) -> [UInt8] {
    let number = "\(page + 1)"
    return try Self.run(
      ["pdftocairo", "-q", "-png", "-singlefile", "-r", "\(Int(ppi))", "-f", number, "-l", number, "-", "-"], bytes, name, limit: 256 << 20)
  }

  private static func failure(_ name: String, _ reason: String) -> ComparisonFailure {
    ComparisonFailure(reason: .unreadable, description: "cannot read \(name): \(reason)")
  }

  private static func run(_ words: [String], _ bytes: [UInt8], _ name: String, limit: Int) throws(ComparisonFailure) -> [UInt8] {
    var child = ChildProcess(words: words)
    (child.seconds, child.outputLimit) = (seconds, limit)
    let program = words.first ?? ""
    do throws(ChildProcess.Failure) {
      let outcome = try child.run(bytes)
      if outcome.status == 0, !outcome.output.isEmpty { return outcome.output }
      if outcome.isOutOfMemory { throw ChildProcess.Failure.notStarted(reason: "\(program) crashed or ran out of memory") }
      throw ChildProcess.Failure.notStarted(reason: reason(outcome.status, bytes))
    } catch {
      switch error {
      case .notFound:
        throw ComparisonFailure(reason: .missingProgram, description: "\(program) is needed to read PDFs; install poppler-utils")
      case .notStarted(let reason): throw failure(name, reason)
      case .timeOut(let seconds): throw failure(name, "\(program) takes longer than \(seconds) seconds")
      case .tooMuchOutput: throw failure(name, "it holds too much text")
      }
    }
  }

  /// Poppler's codes: 1 is a file that cannot be opened, 3 one whose permissions forbid it.
  private static func reason(_ status: Int32, _ bytes: [UInt8]) -> String {
    let isEncrypted = bytes.firstRange(of: Array("/Encrypt".utf8)) != nil
    if status == 3 || isEncrypted { return "it is encrypted" }
    return "it is damaged, or not a PDF"
  }
}
