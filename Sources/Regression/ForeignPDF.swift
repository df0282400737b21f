internal import Glibc
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// Why files cannot be compared, in one sentence without a full stop.
package struct ComparisonFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether a file or a program is missing: the exit codes differ.
  package enum Reason: Sendable { case unreadable, missingProgram }

  package var reason: Reason
  package var description: String
}

/// A PDF that any program made, read through Poppler's programs: `pdftotext` for its text, `pdftoppm` and `pdftocairo` for its pages. They run as
/// separate processes, since Poppler's licence is the GPL and PDFs have crashed it. Each process has a range of pages, so that no output is large.
struct ForeignPDF: Sendable {
  let name: String
  let record: DocumentRecord
  private let file: InputFile
  private let isEncrypted: Bool

  /// Pages whose text one process reads: 25 MB, if all are as full as a page of a directory.
  private static let textRange = 400
  /// The bounding boxes of a range.
  private static let mostText = 1 << 28
  /// Text of more pages is not kept in memory.
  static let mostPages = 50_000

  init(name: String, bytes: [UInt8], threads: Int = 1) throws(ComparisonFailure) {
    self.name = name
    isEncrypted = bytes.holds("/Encrypt")
    guard let file = InputFile(bytes) else { throw Self.failure(name, "there is no room for it in the folder of temporary files") }
    self.file = file
    let reader = Reader(name: name, file: file, isEncrypted: isEncrypted)
    let info = String(decoding: try reader.run(["pdfinfo", "/dev/stdin"], limit: 1 << 20), as: UTF8.self)
    let line = info.split(separator: "\n").first { $0.hasPrefix("Pages:") }
    guard let count = line.flatMap({ DocumentNumber.whole($0.dropFirst(6).drop { $0 == " " }) }), count > 0 else {
      throw Self.failure(name, "it has no pages")
    }
    guard count <= Self.mostPages else { throw Self.failure(name, "it has more than \(Self.mostPages) pages; split it") }
    let ranges = stride(from: 1, through: count, by: Self.textRange).map { $0...min($0 + Self.textRange - 1, count) }
    let parts = concurrently(ranges.count, threads: threads) {
    } work: { _, index -> Result<DocumentRecord, ComparisonFailure> in
      Result { () throws(ComparisonFailure) in try reader.text(of: ranges[index]) }
    }
    var whole = DocumentRecord(boundingBoxes: "", source: String(Digest.of(bytes).prefix(16)), markingFurniture: false)
    for (part, range) in zip(parts, ranges) {
      let part = try part.get()
      guard part.pageCount == range.count else { throw Self.failure(name, "it is damaged, or not a PDF") }
      whole.append(pagesOf: part)
    }
    whole.markFurniture()
    record = whole
  }

  var pageCount: Int { record.pageCount }
  private var reader: Reader { Reader(name: name, file: file, isEncrypted: isEncrypted) }

  /// - Parameter page: From 0.
  func png(page: Int, ppi: Double) throws(ComparisonFailure) -> [UInt8] {
    let number = "\(page + 1)"
    return try reader.run(
      ["pdftocairo", "-q", "-png", "-singlefile", "-r", "\(Int(clamping: ppi))", "-f", number, "-l", number, "/dev/stdin", "-"],
      limit: 256 << 20)
  }

  /// Pages drawn by one process, as PPM.
  ///
  /// - Parameter pages: From 0.
  func drawings(of pages: ClosedRange<Int>, ppi: Double) throws(ComparisonFailure) -> [PortablePixmap] {
    let limit = pages.reduce(0) { $0 + bytes(ofPage: $1, ppi: ppi) } * 2
    let output = try reader.run(
      ["pdftoppm", "-q", "-r", "\(Int(clamping: ppi))", "-f", "\(pages.lowerBound + 1)", "-l", "\(pages.upperBound + 1)", "/dev/stdin"],
      limit: limit,
      seconds: Reader.seconds + 10 * pages.count)
    let drawings = PortablePixmap.all(in: output)
    guard drawings.count == pages.count else { throw Self.failure(name, "page \(pages.lowerBound + drawings.count + 1) cannot be drawn") }
    return drawings
  }

  /// About: of a page as PPM.
  func bytes(ofPage page: Int, ppi: Double) -> Int {
    let size = record.size(ofPage: page) ?? (1, 1)
    return Int(clamping: min(max(size.width * ppi / 72, 1) * max(size.height * ppi / 72, 1) * 3, 1e9)) + 4096
  }

  private static func failure(_ name: String, _ reason: String) -> ComparisonFailure {
    ComparisonFailure(reason: .unreadable, description: "cannot read \(name): \(reason)")
  }

  /// What Poppler's programs need to know.
  private struct Reader: Sendable {
    var name: String
    var file: InputFile
    var isEncrypted: Bool

    /// The time that Poppler may take for a range of pages.
    static let seconds = 120

    func text(of pages: ClosedRange<Int>) throws(ComparisonFailure) -> DocumentRecord {
      let words = ["pdftotext", "-q", "-bbox-layout", "-f", "\(pages.lowerBound)", "-l", "\(pages.upperBound)", "/dev/stdin", "-"]
      let text = try run(words, limit: ForeignPDF.mostText)
      return DocumentRecord(boundingBoxes: String(decoding: text, as: UTF8.self), source: "", markingFurniture: false)
    }

    func run(_ words: [String], limit: Int, seconds: Int = Self.seconds) throws(ComparisonFailure) -> [UInt8] {
      var child = ChildProcess(words: words)
      (child.seconds, child.outputLimit, child.inputFile) = (seconds, limit, file.descriptor)
      let program = words.first ?? ""
      do throws(ChildProcess.Failure) {
        let outcome = try child.run([])
        if outcome.status == 0, !outcome.output.isEmpty { return outcome.output }
        if outcome.isOutOfMemory { throw ChildProcess.Failure.notStarted(reason: "\(program) crashed or ran out of memory") }
        // Poppler's codes: 1 is a file that cannot be opened, 3 one whose permissions forbid it.
        throw ChildProcess.Failure.notStarted(
          reason: outcome.status == 3 || isEncrypted ? "it is encrypted" : "it is damaged, or not a PDF")
      } catch {
        switch error {
        case .notFound:
          throw ComparisonFailure(reason: .missingProgram, description: "\(program) is needed to read PDFs; install poppler-utils")
        case .notStarted(let reason): throw ForeignPDF.failure(name, reason)
        case .timeOut(let seconds): throw ForeignPDF.failure(name, "\(program) takes longer than \(seconds) seconds")
        case .tooMuchOutput: throw ForeignPDF.failure(name, "it holds too much text, or too large pages")
        }
      }
    }
  }
}

/// A file without a name that holds what programs read: each of them opens it anew as `/dev/stdin`, and reads only what it needs.
private final class InputFile: Sendable {
  let descriptor: Int32

  /// Nil where it cannot be written.
  init?(_ bytes: [UInt8]) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array((folder + "/mdtypeset-XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    _ = unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        close(descriptor)
        return nil
      }
      rest = rest.dropFirst(count)
    }
  }

  deinit { close(descriptor) }
}

/// A picture of the format P6 of Netpbm: width, height, 255, then three bytes for each pixel.
struct PortablePixmap: Equatable {
  var width: Int
  var height: Int
  /// Red, green, blue.
  var bytes: ArraySlice<UInt8>

  static func == (a: PortablePixmap, b: PortablePixmap) -> Bool {
    guard a.width == b.width, a.height == b.height, a.bytes.count == b.bytes.count else { return false }
    return unsafe a.bytes.withUnsafeBytes { x in
      unsafe b.bytes.withUnsafeBytes { y in
        guard let first = x.baseAddress, let second = y.baseAddress else { return true }
        return unsafe memcmp(first, second, x.count) == 0
      }
    }
  }

  /// All pictures of a sequence, up to the first one that is not whole.
  static func all(in output: [UInt8]) -> [PortablePixmap] {
    var out: [PortablePixmap] = []
    var rest = output[...]
    while rest.starts(with: Array("P6".utf8)) {
      var numbers: [Int] = []
      rest = rest.dropFirst(2)
      while numbers.count < 3 {
        rest = rest.drop { $0 <= 0x20 }
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard let number = DocumentNumber.whole(String(decoding: digits, as: UTF8.self)), number > 0, number < 1 << 20 else { return out }
        numbers.append(number)
        rest = rest.dropFirst(digits.count)
      }
      // One blank after the largest value.
      rest = rest.dropFirst()
      let count = numbers[0] * numbers[1] * 3
      guard numbers[2] == 255, rest.count >= count else { return out }
      out.append(PortablePixmap(width: numbers[0], height: numbers[1], bytes: rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return out
  }

  var raster: Raster {
    var pixels = [UInt32](repeating: 0, count: width * height)
    var place = bytes.startIndex
    for index in pixels.indices {
      pixels[index] = 0xFF00_0000 | UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      place += 3
    }
    return Raster(width: width, height: height, opaque: pixels)
  }
}
