internal import CBuild
internal import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetParagraphs
internal import TypesetPictures
internal import TypesetJSON

/// The manifest of a PDF that carries its source: its files, and what else its pages depend on. JSON, in a file beside them.
package struct SourceManifest: Hashable {
  package static let name = SourceTree.ownFolder + "/manifest.json"

  /// `mdtypeset 0.1.0`, and the libraries that decide where ink goes.
  var version = SourceManifest.ownVersion
  /// Tells builds of one version apart; nil for a file without it.
  var build: String?
  var libraries = SourceManifest.ownLibraries
  var given: [Input] = []
  /// Where paths with a leading slash start.
  var roots: [String] = []
  var options: [String] = []
  var theme: [String] = []
  var macros: String?
  var creationTime: Int?
  var today: Int?
  /// By name, SHA-256 of each file.
  var files: [FontFile] = []
  var fonts: [FontFile] = []
  /// PostScript names of the fonts in pictures, which fontconfig has chosen.
  var pictureFonts: [String] = []
  var pictures: [Pair] = []
  var diagrams: [String] = []
  var aliases: [AttachedFiles.Alias] = []

  struct Input: Hashable {
    var name: String
    /// What it is in a work; nil for what is no chapter.
    var chapter: Source.File.Chapter?
  }

  var inputs: [String] { given.map(\.name) }

  struct Pair: Hashable {
    var key: String
    var name: String
  }

  static var ownVersion: String { engineVersion }
  /// Tells this build from others of the same version.
  package static let ownBuild: String = {
    var identity = [UInt8](repeating: 0, count: 32)
    let count = unsafe identity.withUnsafeMutableBufferPointer { unsafe build_identity($0.baseAddress, $0.count) }
    return String(Digest.of(identity.prefix(count)).prefix(16))
  }()
  /// The libraries of this process that decide where ink goes: `cairo 1.16.0`.
  package static var ownLibraries: [String] {
    ["cairo \(cairoVersion)", "harfbuzz \(harfBuzzVersion)", "icu \(unicodeVersion)", "librsvg \(librsvgVersion)"]
  }

  init(_ tree: SourceTree, _ sources: DocumentSources) {
    // Equal pages are equal, whichever build made them.
    build = sources.known.map { $0.manifest?.build } ?? Self.ownBuild
    given = zip(tree.inputs, sources.inputs).map { Input(name: $0, chapter: $1.chapter) }
    roots = tree.roots
    options = sources.commandLine ?? []
    theme = tree.theme
    macros = tree.macros
    creationTime = sources.creationTime
    today = sources.today
    files = tree.files.map { FontFile(name: $0.name, digest: Digest.of($0.bytes)) }
    pictures = tree.pictures.map { Pair(key: $0.key, name: $0.name) }
    diagrams = sources.diagrams
    aliases = tree.aliases
  }

  /// True for a path that leads to a file below the folder where it starts, whatever is there.
  static func isSafe(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count < 1024 && !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0 != ".git" && $0.utf8.count < 256 }
  }

  // MARK: JSON

  var json: String {
    var out = "{\n  \"mdtypeset\": \(JSON.quoted(version))"
    func add(_ key: String, _ value: String) { out += ",\n  \"\(key)\": \(value)" }
    func list(_ values: [String]) -> String { values.isEmpty ? "[]" : "[\n    " + values.joined(separator: ",\n    ") + "\n  ]" }
    if let build { add("build", JSON.quoted(build)) }
    add("libraries", list(libraries.map(JSON.quoted)))
    add("inputs", list(inputs.map(JSON.quoted)))
    if given.contains(where: { $0.chapter != nil }) { add("chapters", list(given.map { $0.chapter?.json.description ?? "null" })) }
    add("roots", list(roots.map(JSON.quoted)))
    add("options", list(options.map(JSON.quoted)))
    if !theme.isEmpty { add("theme", list(theme.map(JSON.quoted))) }
    if let macros { add("macros", JSON.quoted(macros)) }
    if let creationTime { add("creation-time", "\(creationTime)") }
    if let today { add("today", "\(today)") }
    func file(_ file: FontFile) -> String { "{\"name\": \(JSON.quoted(file.name)), \"sha256\": \(JSON.quoted(file.digest))}" }
    add("files", list(files.map(file)))
    add("fonts", list(fonts.map(file)))
    if !pictureFonts.isEmpty { add("picture-fonts", list(pictureFonts.map(JSON.quoted))) }
    if !pictures.isEmpty {
      add("pictures", list(pictures.map { "{\"of\": \(JSON.quoted($0.key)), \"name\": \(JSON.quoted($0.name))}" }))
    }
    if !diagrams.isEmpty { add("diagrams", list(diagrams.map(JSON.quoted))) }
    if !aliases.isEmpty {
      add(
        "aliases",
        list(
          aliases.map { "{\"folder\": \(JSON.quoted($0.folder)), \"path\": \(JSON.quoted($0.path)), \"name\": \(JSON.quoted($0.name))}" }))
    }
    return out + "\n}\n"
  }

  /// - Returns: Nil if this is not a manifest.
  init?(json: [UInt8]) {
    guard json.count <= 16 << 20, let root = try? JSON(json[...]), let version = root["mdtypeset"]?.text else { return nil }
    func list(_ key: String) -> [String] { root[key]?.items?.compactMap(\.text) ?? [] }
    func number(_ key: String) -> Int? { root[key]?.integer }
    func files(_ key: String) -> [FontFile] {
      root[key]?.items?.compactMap { item in
        guard let name = item["name"]?.text, let digest = item["sha256"]?.text else { return nil }
        return FontFile(name: name, digest: digest)
      } ?? []
    }
    self.version = version
    build = root["build"]?.text
    libraries = list("libraries")
    let chapters = root["chapters"]?.items?.map { Source.File.Chapter($0) } ?? []
    given = list("inputs").enumerated().map { Input(name: $1, chapter: $0 < chapters.count ? chapters[$0] : nil) }
    roots = list("roots")
    options = list("options")
    theme = list("theme")
    macros = root["macros"]?.text
    creationTime = number("creation-time")
    today = number("today")
    self.files = files("files")
    fonts = files("fonts")
    pictureFonts = list("picture-fonts")
    diagrams = list("diagrams")
    pictures =
      root["pictures"]?.items?.compactMap { item in
        guard let key = item["of"]?.text, let name = item["name"]?.text else { return nil }
        return Pair(key: key, name: name)
      } ?? []
    aliases =
      root["aliases"]?.items?.compactMap { item in
        guard let folder = item["folder"]?.text, let path = item["path"]?.text, let name = item["name"]?.text else { return nil }
        return AttachedFiles.Alias(folder: folder, path: path, name: name)
      } ?? []
    guard !given.isEmpty else { return nil }
  }
}

extension Source.File.Chapter {
  private static let forms: [(form: Form, name: String)] = [(.chapter, "chapter"), (.page, "page"), (.note, "note")]
  /// Headings are no deeper.
  private static let levels = 1...64

  fileprivate var json: JSON {
    let parts = parts.map { part in
      JSON(members: ["level": JSON(part.level), "title": .string(part.title), "numbered": part.isNumbered ? nil : .bool(false)])
    }
    return JSON(members: [
      "level": JSON(level), "title": title.map { .string($0) }, "parts": parts.isEmpty ? nil : .array(parts),
      "form": Self.forms.first { $0.form == form }.map { .string($0.name) }, "begins-page": beginsPage ? .bool(true) : nil,
      "numbered": isNumbered ? nil : .bool(false), "role": role == .chapter ? nil : .string(role.rawValue),
    ])
  }

  /// Nil for what is no chapter.
  fileprivate init?(_ json: JSON) {
    guard let level = json["level"]?.integer, Self.levels.contains(level) else { return nil }
    let parts = (json["parts"]?.items ?? []).compactMap { part -> Source.File.Part? in
      guard let level = part["level"]?.integer, Self.levels.contains(level), let title = part["title"]?.text else { return nil }
      return Source.File.Part(level: level, title: title, isNumbered: part["numbered"] != .bool(false))
    }
    let form = Self.forms.first { $0.name == json["form"]?.text }?.form ?? .chapter
    self.init(level: level, title: json["title"]?.text, parts: parts, form: form)
    beginsPage = json["begins-page"] == .bool(true)
    isNumbered = json["numbered"] != .bool(false)
    role = json["role"]?.text.flatMap { Role(rawValue: $0) } ?? .chapter
  }
}
