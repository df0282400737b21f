internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetPictures

/// How the program draws pictures: in processes that it forks before it has threads.
enum PictureProcesses {
  /// Forks the picture fork server if a document may have pictures.
  ///
  /// - Parameter source: The document's bytes; nil where it is not known, and where no process can be started later on.
  static func place(for source: [UInt8]?, budget: Budget, fontFolders: [String]) -> DrawingPlace {
    guard source.map(mayHavePictures) ?? true,
      let forkServer = PictureForkServer(budget: budget, fontFolders: fontFolders, prepareText: { Typesetter.preparePictureFonts() })
    else { return .program("/proc/self/exe") }
    return .forkServer(forkServer)
  }

  /// True if the bytes contain the beginning of a picture: `![`, `<img`, `<image`, `<svg`, `<object`, `<embed`. One that is missed is
  /// drawn anyway, by a program that is started for it.
  private static func mayHavePictures(_ bytes: [UInt8]) -> Bool {
    holds(bytes, "!", before: "[") || holds(bytes, "<", before: "iIsSoOeE")
  }

  /// True if a byte is followed by one of some others.
  private static func holds(_ bytes: [UInt8], _ first: Unicode.Scalar, before others: String) -> Bool {
    let others = Array(others.utf8)
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var index = 0
      while index < bytes.count, let found = unsafe memchr(start + index, Int32(first.value), bytes.count - index) {
        index = unsafe UnsafeRawPointer(found) - start + 1
        if index < bytes.count, unsafe others.contains(bytes[index]) { return true }
      }
      return false
    }
  }

  /// The limits of pictures that options set.
  static func readLimits(_ arguments: Arguments, into budget: inout Budget) throws {
    func number(_ name: String) throws -> Double? {
      guard let text = arguments.value(name) else { return nil }
      guard let number = DocumentNumber.real(text), number > 0, number <= 1_000_000 else {
        throw Arguments.UsageError(message: "--\(name) expects a positive number, not \"\(text)\"", hint: nil)
      }
      return number
    }
    if let seconds = try number("picture-time") { budget.pictureSeconds = seconds }
    if let seconds = try number("pictures-time") { budget.picturesSeconds = seconds }
    if let memory = try number("picture-memory") { budget.pictureMemory = Int(clamping: memory * Double(1 << 20)) }
  }

  /// `mdtypeset picture-worker`: draws pictures for the program or library that has started it, over descriptor 3.
  static func runWorker(_ words: [String]) throws -> Never {
    let options = [
      Option("picture-memory", value: "MB", help: "memory that a picture may take"),
      Option("picture-work", value: "N", help: "the work that a picture may take"),
      Option("font-path", value: "DIR", help: "a further folder with fonts"),
    ]
    let arguments = try Arguments(words, options: options)
    var budget = Budget()
    if let memory = arguments.value("picture-memory").flatMap({ DocumentNumber.whole($0) }), (1...1 << 20).contains(memory) {
      budget.pictureMemory = memory << 20
    }
    if let work = arguments.value("picture-work").flatMap({ DocumentNumber.whole($0, in: 0...Int.max) }), work > 0 {
      budget.pictureWork = work
    }
    DrawingWorker.runAsProgram(budget: budget, fontFolders: arguments.all("font-path")) { Typesetter.preparePictureFonts() }
  }
}
