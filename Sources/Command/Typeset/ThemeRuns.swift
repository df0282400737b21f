internal import MDTypeset

/// The themes of a command line, each of which makes a file: `--theme paper,dark -o 'doc-{theme}.pdf'`.
struct ThemeRuns {
  /// What differs from theme to theme.
  struct Run {
    /// With one theme, and the name of its file.
    var arguments: Arguments
    var choice: ThemeChoice?
  }

  /// At least one.
  private(set) var runs: [Run]

  /// Reads the themes before the program may be confined to what they do not need.
  ///
  /// - Parameters:
  ///   - arguments: Becomes those of the first theme.
  ///   - isImplied: True if the output has its name from the input; the theme's name is added to it.
  init(_ arguments: inout Arguments, isImplied: Bool) throws {
    let names = arguments.value("theme")?.split(separator: ",").map { $0.filter { !$0.isWhitespace } } ?? []
    let path = arguments.value("output") ?? ""
    guard names.count > 1 || !isImplied && path.contains(Self.mark) else {
      runs = [Run(arguments: arguments)]
      return
    }
    guard !names.isEmpty else {
      throw Arguments.UsageError(message: "\(Self.mark) in the name of the output needs a theme", hint: "--theme article,dark")
    }
    guard isImplied || path.contains(Self.mark) else {
      throw Arguments.UsageError(message: "several themes need \(Self.mark) in the name of the output", hint: "-o 'doc-\(Self.mark).pdf'")
    }
    if names.count > 1, arguments.has("stream") {
      throw Arguments.UsageError(message: "--stream writes pages in one theme", hint: "--theme \(names[0])")
    }
    let roots = try Roots.of(arguments.operands, arguments: arguments)
    var seen: Set<String> = []
    var made: [Run] = []
    for name in names {
      var own = arguments
      let title = Self.title(of: name)
      guard seen.insert(title).inserted else {
        throw Arguments.UsageError(message: "two themes are called \(title)", hint: "their files would have the same name")
      }
      own.set("theme", to: name)
      own.set("output", to: Self.path(path, title, isPattern: !isImplied))
      made.append(Run(arguments: own, choice: try TypesetVerb.theme(name, roots: roots)))
    }
    runs = made
    arguments = made[0].arguments
  }

  private static let mark = "{theme}"

  /// The name of a built-in theme, or that of a file without its folder and extension.
  private static func title(of name: String) -> String {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    return [".yaml", ".yml"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) } ?? file
  }

  private static func path(_ path: String, _ title: String, isPattern: Bool) -> String {
    guard !isPattern || !path.contains(mark) else { return path.replacing(mark, with: title) }
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    return path[..<dot] + "-" + title + path[dot...]
  }
}
