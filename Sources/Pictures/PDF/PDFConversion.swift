internal import CConfine
internal import Glibc
internal import TypesetDiagnostics

/// Pages of PDF files as pixels and as SVG, by a program of the system.
struct PDFConversion {
  let page: PDFPage
  let budget: Budget

  /// Poppler's.
  static let program = "pdftocairo"

  func svg(_ host: DrawingHost) throws(PictureError) -> [UInt8] { try run(["-svg", "-", "-"], host) }

  func png(width: Int, height: Int, _ host: DrawingHost) throws(PictureError) -> [UInt8] {
    try run(["-png", "-singlefile", "-transp", "-scale-to-x", "\(width)", "-scale-to-y", "\(height)", "-", "-"], host)
  }

  private func run(_ arguments: [String], _ host: DrawingHost) throws(PictureError) -> [UInt8] {
    let left = host.secondsLeft
    guard left > 0 else { throw .timeOut(seconds: budget.picturesSeconds, isShared: true) }
    var child = ChildProcess(words: [Self.program] + arguments, memoryLimit: 1 << 30)
    child.cpuSeconds = max(1, Int(clamping: min(left, budget.pictureSeconds, 1_000_000)))
    // A process that waits uses no CPU time: the clock is the backstop.
    child.seconds = 10 * (child.cpuSeconds ?? child.seconds)
    do throws(ChildProcess.Failure) {
      let outcome = try child.run(page.bytes)
      host.spend(outcome.usedSeconds)
      if outcome.status == 128 + SIGXCPU { throw ChildProcess.Failure.timeOut(seconds: child.seconds) }
      guard outcome.status == 0, !outcome.output.isEmpty else {
        throw ChildProcess.Failure.notStarted(
          reason: outcome.complaints.split(separator: "\n").first.map(String.init) ?? "it can't be drawn")
      }
      return outcome.output
    } catch {
      switch error {
      case .notFound: throw .noProgram(Self.program, package: "poppler-utils")
      case .notStarted(let reason): throw .broken(.pdf, reason: String(reason.prefix(200)))
      case .timeOut: throw .timeOut(seconds: min(left, budget.pictureSeconds), isShared: left < budget.pictureSeconds)
      case .tooMuchOutput: throw .broken(.pdf, reason: "it is too large to be drawn")
      }
    }
  }
}

extension PictureBook {
  /// A page of a PDF file as something. Only a PDF can show it as it is.
  func drawn(_ page: PDFPage, as target: PictureTarget) throws(PictureError) -> Drawing {
    let conversion = PDFConversion(page: page, budget: budget)
    switch target {
    case .form: return .file(page.bytes)
    case .page: return .page(page)
    case .fragment:
      guard startsPrograms else { throw .noProgram(PDFConversion.program, package: nil) }
      return .file(try conversion.svg(host))
    case .tile(let width, let height):
      guard startsPrograms else { throw .noProgram(PDFConversion.program, package: nil) }
      let png = try conversion.png(width: width, height: height, host)
      return try host.session { session throws(PictureError) in
        _ = try session.open(.png, png)
        return try session.draw(.tile(width: width, height: height))
      }
    case .image, .pixels: throw .broken(.pdf, reason: "it has no pixels")
    }
  }
}
