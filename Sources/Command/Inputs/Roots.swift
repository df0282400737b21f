internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown

/// Which files a document may read without `--root`.
enum Roots {
  /// The folders that the inputs may read from: those of `--root`, else of the projects that the inputs belong to; in the sandbox the
  /// inputs' own.
  static func of(_ inputs: [String], arguments: Arguments) throws -> [String] {
    let given = arguments.all("root")
    guard given.isEmpty else {
      for folder in given where !isFolder(folder) {
        throw Arguments.UsageError(message: "--root expects a folder, and \"\(folder)\" is not one", hint: nil)
      }
      return given
    }
    return inputs.map { Sandbox.isOn(arguments) ? folder(of: $0) : project(of: folder(of: $0)) }
  }

  /// The folders of `--resource-path`, which may be read as well: `a:b`, or the option given again.
  static func resourceFolders(_ arguments: Arguments) throws -> [String] {
    try arguments.all("resource-path").flatMap { $0.split(separator: ":").map(String.init) }.map { folder in
      guard isFolder(folder) else {
        throw Arguments.UsageError(
          message: "--resource-path expects folders, and \"\(folder)\" is not one", hint: "write --resource-path images:../shared")
      }
      return folder
    }
  }

  /// The folders of `--font-path`: fontconfig opens each file in them.
  static func fontFolders(_ arguments: Arguments) throws -> [String] {
    let folders = arguments.all("font-path")
    for folder in folders where FileSearch.isTooLarge(folder) {
      throw Arguments.UsageError(
        message: "--font-path: \(folder) has more than \(FileSearch.mostNames) files", hint: "name the folder that holds the fonts")
    }
    return folders
  }

  /// True for standard input and what a shell puts in its place (`<(…)`), which are in no folder.
  private static func isStream(_ input: String) -> Bool {
    ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains { input.hasPrefix($0) }
  }

  /// The folder of an input; of standard input the working folder.
  static func folder(of input: String) -> String {
    guard input != "-", !isStream(input), let slash = input.lastIndex(of: "/") else { return "." }
    return slash == input.startIndex ? "/" : String(input[..<slash])
  }

  /// The folder at which the paths in an input start: its own; of standard input the working folder, or a root that the latter is outside of.
  ///
  /// - Parameter roots: Folders that may be read; without `--root` the working folder is in one of them.
  static func base(of input: String, roots: [String]) -> String {
    let folder = folder(of: input)
    guard input == "-" || isStream(input), let here = realPath(folder), let first = roots.first else { return folder }
    let isBelow = roots.compactMap(realPath).contains { $0 == "/" || here == $0 || here.hasPrefix($0 + "/") }
    return isBelow ? folder : first
  }

  /// The outermost folder of a project at or above one, up to a repository's, but neither the home folder nor the machine's root; else the
  /// folder itself.
  private static func project(of folder: String) -> String {
    guard let start = realPath(folder) else { return folder }
    let home = unsafe getenv("HOME").flatMap { unsafe realPath(String(cString: $0)) }
    var outermost = folder
    var current = start
    while current != "/", current != home, let slash = current.lastIndex(of: "/") {
      if exists(current + "/.git") { return current }
      // A catalog of DocC's is whole in itself.
      if current.hasSuffix(".docc") || (repositoryFiles + ProjectMarker.names).contains(where: { exists(current + "/" + $0) })
        || runsPandoc(in: current)
      {
        outermost = current
      }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
    return outermost
  }

  /// What the archive of a repository has, which lacks `.git`.
  private static let repositoryFiles = [".github", ".gitignore", ".gitattributes", ".gitlab-ci.yml"]

  /// True for a folder whose Makefile or file of options is for pandoc: a book's chapters and its bibliography are below it.
  private static func runsPandoc(in folder: String) -> Bool {
    let makefiles = ["Makefile", "makefile", "GNUmakefile", "justfile"]
    let options = ["defaults.yaml", "defaults.yml", "pandoc.yaml", "pandoc.yml"]
    return makefiles.contains { holds("pandoc", in: folder + "/" + $0) }
      || options.contains { holds("bibliography:", in: folder + "/" + $0) }
  }

  private static func holds(_ word: String, in path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = unsafe fopen(path, "r") else { return false }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
    return bytes[..<count].firstRange(of: Array(word.utf8)) != nil
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
