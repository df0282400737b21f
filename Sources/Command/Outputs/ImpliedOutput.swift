internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// Where the result goes without `-o`: `doc.md` becomes `doc.pdf` in the same folder, and in `a.md a.pdf` the last word is the output.
enum ImpliedOutput {
  /// Adds the output to a command line.
  ///
  /// - Returns: True if its name was made from that of the input.
  static func choose(_ arguments: inout Arguments) throws(Arguments.UsageError) -> Bool {
    guard arguments.value("output") == nil, let last = arguments.operands.last else { return false }
    // A text file may be an input.
    if arguments.operands.count > 1, let format = Output.Format(rawValue: suffix(of: last)), format != .txt, format != .json {
      arguments.operands.removeLast()
      arguments.set("output", to: last)
      return false
    }
    guard arguments.operands.count == 1 else {
      let names = arguments.operands.prefix(3).joined(separator: " ") + (arguments.operands.count > 3 ? " …" : "")
      throw Arguments.UsageError(
        message: "several inputs need the name of an output",
        hint: "mdtypeset \(names) -o book.pdf makes one document of them, mdtypeset batch \(names) -o DIR one of each")
    }
    guard last != "-" else {
      arguments.set("output", to: "-")
      return false
    }
    // Text is read, filtered and passed on; a file of its name may be another document.
    if let name = arguments.value("to"), name == "txt" || name == "json" {
      arguments.set("output", to: "-")
      return false
    }
    let stem = stem(of: last)
    arguments.set("output", to: "\(stem).\(arguments.value("to") ?? "pdf")")
    return true
  }

  /// The name of an input without its extension; a folder gives its name to a file beside it, the working folder to one in it.
  private static func stem(of input: String) -> String {
    guard WorkInput.isFolder(input) else {
      let suffix = suffix(of: input)
      return suffix.isEmpty ? input : String(input.dropLast(suffix.count + 1))
    }
    let name = input.split(separator: "/").last
    if name == nil || name == "." || name == ".." { return realPath(input)?.split(separator: "/").last.map(String.init) ?? "book" }
    return String(input.reversed().drop { $0 == "/" }.reversed())
  }

  /// The extension of a file's name, in small letters; empty where it has none.
  private static func suffix(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Refuses to replace a PDF of another program, whose name was not given.
  static func check(_ output: Output) throws(Failure) {
    guard output.format == .pdf, fileExists(output.path) else { return }
    let bytes = (try? readFile(output.path, limit: 1 << 30)) ?? []
    let producer = Array("<pdf:Producer>mdtypeset".utf8)
    // The metadata is near the end or the beginning; a search in all of it costs milliseconds.
    guard bytes.isEmpty || bytes.firstRange(of: producer) == nil else { return }
    guard !bytes.isEmpty else { return }
    throw Failure(
      .outputUnwritable, "\(output.path) exists and was not made by mdtypeset",
      hint: "write -o \(output.path) to replace it, or another name")
  }
}
