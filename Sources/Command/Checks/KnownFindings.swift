internal import TypesetChecking
internal import TypesetFiles

/// `--baseline FILE`: findings that are known, by the paths of their files from the folder of the baseline.
struct KnownFindings {
  private let path: String
  private var baseline = Baseline()
  private let isWritten: Bool

  init?(_ arguments: Arguments) throws {
    isWritten = arguments.has("update-baseline")
    guard let path = arguments.value("baseline") else {
      guard !isWritten else {
        throw Arguments.UsageError(message: "--update-baseline needs the name of a file", hint: "--baseline known.txt --update-baseline")
      }
      return nil
    }
    self.path = path
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: 256 << 20)
    } catch {
      guard !isWritten || !error.isMissing else { return }
      throw Failure(
        .inputUnreadable, "cannot read the baseline \(path): \(error.words)",
        hint: error.isMissing ? "write it with --update-baseline" : nil)
    }
    do throws(Baseline.Fault) {
      baseline = try Baseline(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(
        .inputUnreadable, "\(path):\(error.line): this is no line of a baseline", hint: "write it again with --update-baseline")
    }
  }

  /// Leaves known findings out, or writes all of them.
  ///
  /// - Returns: True if they were written.
  mutating func apply(to results: inout [CheckResult]) throws -> Bool {
    let folder = Repository.absolute(Roots.folder(of: path))
    var known: [String: String] = [:]
    func name(_ file: String) -> String {
      if let name = known[file] { return name }
      let name = relativePath(of: Repository.absolute(file), from: folder).path
      known[file] = name
      return name
    }
    guard !isWritten else {
      baseline.record(results, name: name)
      let text = baseline.text
      try writing(path) { try writeWhole(Array(text.utf8), to: path) }
      let (count, files) = (baseline.findingCount, baseline.fileCount)
      complain("mdtypeset: \(path) has \(count) \(count == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")\n")
      return true
    }
    let gone = baseline.leaveOut(of: &results, name: name).gone
    if gone > 0 {
      complain(
        "mdtypeset: note: \(gone) known \(gone == 1 ? "finding is" : "findings are") no more: --update-baseline takes \(gone == 1 ? "it" : "them") out of \(path)\n"
      )
    }
    return false
  }
}
