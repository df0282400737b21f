internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source with Quarto's conditions on profiles, `::: {.content-visible when-profile="en"}`, as they hold in the profiles that are active where nobody
/// asks for others: those of `profile: default:` in the project, else the first of each of its groups.
func withActiveProfiles(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .quarto, source.holds("when-profile=") || source.holds("unless-profile="),
    let folder = source.files.first?.folder, let active = ProfileConditions.active(from: folder, files)
  else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, let words = ProfileConditions.decided(line, active) else { return .keep }
    return .write(words)
  }
}

private enum ProfileConditions {
  private static let projects = ["_quarto.yml", "_quarto.yaml"]

  /// Nil for a project without profiles.
  static func active(from folder: String, _ files: FileAccess) -> Set<String>? {
    guard let level = files.namesAbove(folder, among: projects, upTo: ".git").first(where: { !$0.names.isDisjoint(with: projects) }),
      let name = projects.first(where: level.names.contains),
      let file = try? files.read(String(repeating: "../", count: level.ups) + name, from: folder, limit: 1 << 18),
      let profile = parseYAML(file.bytes[...], offset: 0).value?["profile"]
    else { return nil }
    var active = Set(names(profile["default"]))
    // One group, or several.
    let groups = profile["group"]?.items ?? []
    let lists = groups.contains { $0.items != nil } ? groups.map { names($0) } : [names(profile["group"])]
    for group in lists where active.isDisjoint(with: group) { if let first = group.first { active.insert(first) } }
    return active.isEmpty ? nil : active
  }

  private static func names(_ value: YAMLValue?) -> [String] { value?.items?.compactMap(\.text) ?? value?.text.map { [$0] } ?? [] }

  /// The line with conditions that always hold, or never; nil for a line without any.
  static func decided(_ line: ArraySlice<UInt8>, _ active: Set<String>) -> [UInt8]? {
    guard line.contains(UInt8(ascii: "=")), case let bytes = Array(line), bytes.holds("-profile=") else { return nil }
    var out = String(decoding: line, as: UTF8.self)
    for (key, holds) in [("when-profile=", true), ("unless-profile=", false)] {
      guard let found = out.firstRange(of: key), case let rest = out[found.upperBound...], let quote = rest.first,
        quote == "\"" || quote == "'",
        let close = rest.dropFirst().firstIndex(of: quote)
      else { continue }
      let isActive = active.contains(String(rest[rest.index(after: rest.startIndex)..<close]))
      // No format is called so.
      out.replaceSubrange(found.lowerBound...close, with: (isActive == holds ? "unless" : "when") + "-format=\"none\"")
    }
    return Array(out.utf8)
  }
}
