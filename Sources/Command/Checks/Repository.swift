internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// A git repository, asked through the program `git`, which runs only where an option or an operand names a revision.
struct Repository {
  /// Its top folder, absolute and without links.
  let top: String

  /// - Parameter path: A file or a folder in it, which need not exist any more.
  init(around path: String) throws {
    var folder = Self.absolute(path)
    while folder != "/", !WorkInput.isFolder(folder) { folder = Roots.folder(of: folder) }
    let outcome = try Self.run(["-C", folder, "rev-parse", "--show-toplevel"])
    let name = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    guard outcome.status == 0, let name, let top = realPath(name) else {
      let reason = outcome.complaints.split(separator: "\n").first.map(String.init) ?? ""
      throw Failure(
        .inputUnreadable, "\(path) is in no git repository that can be read [git.no-repository]",
        hint: reason.isEmpty ? "revisions are those of git" : "git says: \(reason)")
    }
    self.top = top
  }

  /// The name of the commit that a revision is.
  func commit(_ revision: String) throws -> String {
    let outcome = try git(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
    let name = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    guard outcome.status == 0, name.count >= 40, name.allSatisfy(\.isHexDigit) else {
      throw Failure(
        .inputUnreadable, "the repository \(top) has no revision \"\(revision)\" [git.unknown-revision]",
        hint: "name a commit, a branch or a tag; in a shallow clone, fetch it first: git fetch --depth=1 origin \(revision)")
    }
    return name
  }

  /// The path of a file from the top folder; nil if it is outside.
  func name(of path: String) -> String? { pathRemainder(of: Self.absolute(path), below: top).map(String.init) }

  /// Runs git in the top folder.
  ///
  /// - Parameter environment: Variables for it.
  func git(_ words: [String], input: [UInt8] = [], environment: [String] = []) throws -> ChildProcess.Outcome {
    try Self.run(["-C", top] + words, input: input, environment: environment)
  }

  /// The same; what it prints, divided at zero bytes.
  ///
  /// - Throws: If git ends with an error.
  func list(_ words: [String]) throws -> [String] {
    let outcome = try git(words)
    try Self.check(outcome)
    return outcome.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  static func check(_ outcome: ChildProcess.Outcome) throws {
    guard outcome.status != 0 else { return }
    let reason = outcome.complaints.split(separator: "\n").first.map(String.init) ?? "it ended with the code \(outcome.status)"
    throw Failure(.inputUnreadable, "git has failed: \(reason) [git.failed]")
  }

  private static func run(
    _ words: [String], input: [UInt8] = [], environment: [String] = []
  ) throws -> ChildProcess.Outcome {
    // Neither a lock that others wait for, nor a question, nor a program that settings of the repository name.
    var child = ChildProcess(
      words: ["git", "-c", "core.fsmonitor=false"] + words,
      environment: environment + ["GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"], seconds: 600, outputLimit: 256 << 20)
    child.memoryLimit = 4 << 30
    do throws(ChildProcess.Failure) {
      return try child.run(input)
    } catch {
      switch error {
      case .notFound:
        throw Failure(.inputUnreadable, "a revision is read with git, which is not installed [git.missing]", hint: "apt-get install git")
      case .notStarted(let reason): throw Failure(.inputUnreadable, "git cannot be run: \(reason) [git.failed]")
      case .timeOut(let seconds): throw Failure(.limitReached, "git took more than \(seconds) s [git.failed]")
      case .tooMuchOutput: throw Failure(.limitReached, "git lists too many files [git.failed]")
      }
    }
  }

  /// A path from the machine's root, without links in the part that exists, nor `.` and `..`.
  static func absolute(_ path: String) -> String {
    var rest: [Substring] = []
    var folder = path.hasPrefix("/") ? path : "./" + path
    // What exists may lead through links.
    while realPath(folder) == nil, let slash = folder.lastIndex(of: "/"), folder != "/" {
      rest.insert(folder[folder.index(after: slash)...], at: 0)
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    var parts = (realPath(folder) ?? "/").split(separator: "/")
    for part in rest where part != "." && !part.isEmpty {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
