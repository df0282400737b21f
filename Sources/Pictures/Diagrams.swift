internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// A program that draws a diagram: it reads the diagram's source and writes a picture, SVG or PNG.
public struct DiagramCommand: Hashable, Sendable {
  /// The program and its arguments.
  public var words: [String]

  /// Splits a command into words as a shell does, with quotes and backslashes but no other shell syntax.
  ///
  /// - Returns: Nil if there is no word, or an unterminated quote.
  public init?(_ command: String) {
    words = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in command {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard !words.isEmpty, quote == nil, !isEscaped else { return nil }
  }

  init(words: [String]) { self.words = words }

  /// True for the command that `graphviz` gives.
  var isGraphviz: Bool { words.first == "dot" && words.dropFirst().first == "-Tsvg" }

  /// Graphviz, in a separate process, since graphs can keep it busy for hours and invalid ones have crashed it.
  ///
  /// - Parameters:
  ///   - family: The typeface of labels.
  ///   - size: The type size of labels in points, if the graph does not set it.
  public static func graphviz(family: String, size: Double) -> DiagramCommand {
    let defaults = ["N", "E", "G"].flatMap { ["-\($0)fontname=\(family)", "-\($0)fontsize=\(size)"] }
    return DiagramCommand(words: ["dot", "-Tsvg"] + defaults)
  }
}

/// Why there is no picture of a diagram.
public enum DiagramError: Error, Hashable, Sendable {
  case notFound(program: String)
  /// The program's own message, and the line of the source that it names.
  case failed(reason: String, line: Int?)
  /// It takes more time than a diagram may take, or than was left for all pictures.
  case timeOut(reason: String)
}

extension PictureBook {
  /// A diagram's source, what draws it, and the name under which its picture is found.
  public struct Diagram: Hashable, Sendable {
    public var name: String
    public var source: String
    public var command: DiagramCommand

    public init(name: String, source: String, command: DiagramCommand) {
      self.name = name
      self.source = source
      self.command = command
    }
  }

  /// Draws diagrams, several at once; successful ones can then be loaded by their names.
  ///
  /// - Parameter preparation: What makes them belong to the page.
  /// - Returns: What went wrong, by name.
  public func draw(_ diagrams: [Diagram], preparation: SVGPreparation? = nil, threads: Int) -> [String: DiagramError] {
    let results = concurrently(diagrams.count, threads: threads) {
      self
    } work: { book, index in
      Result { () throws(DiagramError) in try book.keptOrDrawn(diagrams[index]) }
    }
    var failures: [String: DiagramError] = [:]
    for (diagram, result) in zip(diagrams, results) {
      switch result {
      case .success(let bytes):
        do throws(PictureError) {
          _ = try load(named: diagram.name, preparation: preparation) { () throws(PictureError) in bytes }
        } catch {
          failures[diagram.name] = .failed(reason: "\(error)", line: nil)
        }
      case .failure(let error): failures[diagram.name] = error
      }
    }
    return failures
  }

  /// A graph of more bytes than this keeps Graphviz busy for minutes.
  private static let mostGraphBytes = 128 << 10

  private func keptOrDrawn(_ diagram: Diagram) throws(DiagramError) -> [UInt8] {
    let key = kept?.key(of: diagram)
    func isPicture(_ bytes: [UInt8]) -> Bool { PictureKind(recognizing: bytes) != nil }
    if let key, let bytes = kept?.files.entry(key), isPicture(bytes) { return bytes }
    let bytes = try drawn(diagram)
    if let key, isPicture(bytes) { kept?.files.keep(bytes, as: key) }
    return bytes
  }

  private func drawn(_ diagram: Diagram) throws(DiagramError) -> [UInt8] {
    let left = host.secondsLeft
    guard left > 0 else { throw .timeOut(reason: "all pictures together take more CPU time than they may") }
    // With this variable Graphviz reads no files that a graph names.
    var child = ChildProcess(words: diagram.command.words, environment: ["SERVER_NAME=mdtypeset", "GV_FILE_PATH="])
    if diagram.command.isGraphviz {
      guard diagram.source.utf8.count <= Self.mostGraphBytes else {
        throw .failed(reason: "the graph has more than \(Self.mostGraphBytes >> 10) KB", line: nil)
      }
      child.memoryLimit = 512 << 20
      child.cpuSeconds = max(1, Int(clamping: min(left, budget.pictureSeconds, 1_000_000)))
      // A process that waits uses no CPU time: the clock is the backstop.
      child.seconds = 10 * (child.cpuSeconds ?? child.seconds)
    }
    let program = diagram.command.words.first ?? ""
    do throws(ChildProcess.Failure) {
      let outcome = try child.run(Array(diagram.source.utf8))
      host.spend(outcome.usedSeconds)
      if let limit = child.cpuSeconds, outcome.status == 128 + SIGXCPU { throw ChildProcess.Failure.timeOut(seconds: limit) }
      guard outcome.status == 0, !outcome.output.isEmpty else {
        let first =
          outcome.complaints.split(separator: "\n").first.map(String.init)
          ?? (outcome.isOutOfMemory
            ? "\(program) takes more than \(child.memoryLimit >> 20) MB of memory" : "\(program) ends with code \(outcome.status)")
        throw ChildProcess.Failure.notStarted(reason: first)
      }
      return outcome.output
    } catch {
      switch error {
      case .notFound: throw .notFound(program: program)
      case .notStarted(let reason): throw .failed(reason: reason, line: Self.line(in: reason))
      case .timeOut(let seconds): throw .timeOut(reason: "\(program) takes longer than \(seconds) seconds")
      case .tooMuchOutput: throw .failed(reason: "\(program) writes too much", line: nil)
      }
    }
  }

  /// `syntax error in line 2 near '->'` names line 2.
  private static func line(in reason: String) -> Int? {
    guard let range = reason.firstRange(of: "line ") else { return nil }
    return DocumentNumber.whole(reason[range.upperBound...].prefix { $0.isNumber })
  }
}
