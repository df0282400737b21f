internal import Glibc

/// What shows an output once it is written (`--open`).
struct Opener {
  private let program: String
  /// The file, or the first page's where there is one.
  private let path: String
  private let folder: String

  /// - Returns: Nil without the option.
  init?(_ arguments: Arguments, _ output: Output) throws {
    guard let named = arguments.value("open") else { return nil }
    guard output.path != "-", !arguments.has("dry-run") else {
      throw Arguments.UsageError(message: "--open has no file to show", hint: "name one with -o doc.pdf")
    }
    guard !Sandbox.isOn(arguments) else {
      throw Arguments.UsageError(
        message: "--open starts a program, which the sandbox does not allow", hint: "open the file afterwards: xdg-open \(output.path)")
    }
    program = named.isEmpty ? "xdg-open" : named
    path = (try? output.names(ofPages: 1).first) ?? output.path
    folder = output.folder
  }

  /// Starts the program and does not wait for it.
  func open() {
    // Of several pages, each in a file, the folder shows all.
    let path = fileExists(path) ? path : folder
    // A name that begins with a dash is no option.
    let name = path.hasPrefix("-") ? "./" + path : path
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(program), strdup(name), nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, program, nil, nil, &words, environ)
    if code != 0 { complain("mdtypeset: warning: cannot start \(program); open \(path) by hand, or name a program: --open=evince\n") }
  }
}
