internal import Glibc
internal import MDTypeset
internal import TypesetJSON
internal import TypesetPictures
internal import TypesetProvenance

/// `mdtypeset info`: what this program is made of, for reports of faults.
enum InfoVerb {
  static let options: [Option] = [
    Option("json", help: "print one JSON object"),
    Option("help", "h", help: "print this help"),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let help = "mdtypeset info [--json]\n\nPrints version, build, libraries, fonts and sandbox: what a report of a fault should say."
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    let facts = try Facts()
    try printOut(arguments.has("json") ? facts.json.description + "\n" : facts.text)
    return .done
  }

  private struct Facts {
    let version = MDTypeset.version
    let build = SourceManifest.ownBuild
    let libraries = SourceManifest.ownLibraries
    let system = SystemNames()
    let bundled = Typesetter.fontFamilies
    /// Without those that lie in another one.
    let folders = Typesetter().fontFolders.reduce(into: [String]()) { outer, folder in
      if !outer.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) { outer.append(folder) }
    }
    let sandbox: Confinement.Coverage

    /// - Throws: `Failure` if no process can be started.
    init() throws { sandbox = try Sandbox.coverage() }

    var text: String {
      """
      mdtypeset  \(version), build \(build)
      libraries  \(libraries.joined(separator: ", "))
      system     \(system.kernel), \(system.machine), \(system.libc)
      fonts      \(bundled.joined(separator: ", "))
      folders    \(folders.isEmpty ? "no fonts but those in the program" : folders.joined(separator: ", "))
      sandbox    files: \(sandbox.files ? "confined" : "not confined"), system calls: \(sandbox.calls ? "confined" : "not confined")

      """
    }

    var json: JSON {
      let named = libraries.map { library in
        let words = library.split(separator: " ", maxSplits: 1).map(String.init)
        return JSON.Member(words.first ?? "", .string(words.last ?? ""))
      }
      return JSON(members: [
        "version": .string(version), "build": .string(build), "libraries": .object(named),
        "system": JSON(members: [
          "kernel": .string(system.kernel), "machine": .string(system.machine), "libc": .string(system.libc),
        ]),
        "fonts": JSON(members: ["bundled": .array(bundled.map(JSON.string)), "folders": .array(folders.map(JSON.string))]),
        "sandbox": JSON(members: ["files": .bool(sandbox.files), "calls": .bool(sandbox.calls)]),
      ])
    }
  }
}

/// The names that the system gives itself.
private struct SystemNames {
  /// `Linux 6.1.0`.
  var kernel = "unknown"
  /// `x86_64`.
  var machine = "unknown"
  /// `glibc 2.36`.
  var libc = "unknown"

  init() {
    /// Up to the zero byte that ends it in C.
    func text<Field>(_ field: Field) -> String {
      unsafe withUnsafeBytes(of: field) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    var name = [CChar](repeating: 0, count: 64)
    if unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) > 0 {
      libc = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return }
    (kernel, machine) = (text(names.sysname) + " " + text(names.release), text(names.machine))
  }
}
