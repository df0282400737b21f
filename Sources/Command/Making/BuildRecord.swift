internal import Glibc
internal import TypesetFiles
internal import TypesetJSON

/// What a document was made of, and the result: enough to decide later whether it is still up to date.
struct BuildRecord {
  /// The program, the options, the names of the outputs.
  var key: String
  /// Inputs, pictures, included files, themes, fonts, with their digests.
  var inputs: [(path: String, digest: String)]
  /// Files that were looked for and not found.
  var missing: [String]
  /// Folders in which files were looked for, with digests of their names.
  var listings: [(listing: FolderListing, digest: String)]
  /// The fingerprint of the font folders; nil if other fonts would not matter.
  var fonts: String?
  /// The day on which it was made, from 1970; nil if another one would not matter.
  var day: Int?
  var outputs: [(path: String, digest: String)]
  var pages: Int
  /// What was said: of a run the texts, of a document of a batch the objects that it prints.
  var warnings: [JSON]

  var json: JSON {
    func pairs(_ list: [(path: String, digest: String)]) -> JSON { .array(list.map { .array([.string($0.path), .string($0.digest)]) }) }
    return JSON(members: [
      "key": .string(key), "inputs": pairs(inputs), "missing": .array(missing.map { .string($0) }),
      "listings": .array(listings.map { .array(([$0.listing.folder, $0.digest] + $0.listing.endings).map { .string($0) }) }),
      "fonts": fonts.map { .string($0) }, "day": day.map { JSON($0) },
      "outputs": pairs(outputs), "pages": JSON(pages), "warnings": .array(warnings),
    ])
  }

  /// Nil if the JSON is not a record.
  init?(_ json: JSON) {
    func pairs(_ name: String) -> [(path: String, digest: String)]? {
      json[name]?.items?.compactMap { pair in
        guard let items = pair.items, items.count == 2, let path = items[0].text, let digest = items[1].text else { return nil }
        return (path, digest)
      }
    }
    guard let key = json["key"]?.text, let inputs = pairs("inputs"), let outputs = pairs("outputs"), let pages = json["pages"]?.integer
    else { return nil }
    (self.key, self.inputs, self.outputs, self.pages) = (key, inputs, outputs, pages)
    missing = json["missing"]?.items?.compactMap(\.text) ?? []
    listings = (json["listings"]?.items ?? []).compactMap { listing in
      guard let words = listing.items?.compactMap(\.text), words.count >= 2 else { return nil }
      return (FolderListing(folder: words[0], endings: Array(words[2...])), words[1])
    }
    fonts = json["fonts"]?.text
    day = json["day"]?.integer
    warnings = json["warnings"]?.items ?? []
  }

  init(
    key: String, inputs: [(path: String, digest: String)], missing: [String], listings: [FolderListing] = [], fonts: String?,
    day: Int? = nil, outputs: [(path: String, digest: String)], pages: Int, warnings: [JSON]
  ) {
    (self.key, self.inputs, self.missing, self.fonts, self.day) = (key, inputs, missing, fonts, day)
    self.listings = listings.map { ($0, $0.digest) }
    (self.outputs, self.pages, self.warnings) = (outputs, pages, warnings)
  }

  /// True if everything that the document was made of is unchanged.
  func holds(key: String, _ states: FileStates, fonts current: () -> String) -> Bool {
    key == self.key && inputs.allSatisfy { states.digest(of: $0.path) == $0.digest } && !missing.contains { states.exists($0) }
      && listings.allSatisfy { $0.listing.digest == $0.digest } && (fonts.map { $0 == current() } ?? true)
      && (day.map { $0 == FileStates.today } ?? true)
  }

  /// True if its outputs are what a run writes: whoever changes a record, in a folder of outputs or a cache, names no other file.
  ///
  /// - Parameter mostPages: What a document may have.
  func isOf(_ run: [Output], mostPages: Int) -> Bool {
    guard let names = names(in: run, mostPages: mostPages) else { return false }
    return outputs.map { PathBytes($0.path) } == names.map(PathBytes.init)
  }

  /// What a run would have written of a document with so many pages; nil where there can be none.
  private func names(in run: [Output], mostPages: Int) -> [String]? {
    guard pages > 0, pages <= mostPages else { return nil }
    return try? run.flatMap { try $0.names(ofPages: pages) }
  }

  /// Its unchanged outputs that a run which writes others no longer has.
  func leftBehind(by run: [Output], writing names: [String], mostPages: Int, _ states: FileStates) -> [String] {
    let kept = Set(names.map(PathBytes.init))
    let old = Set((self.names(in: run, mostPages: mostPages) ?? []).map(PathBytes.init)).subtracting(kept)
    return outputs.filter { old.contains(PathBytes($0.path)) && states.digest(of: $0.path) == $0.digest }.map(\.path)
  }

  /// True if the outputs exist and are unchanged.
  func hasOutputs(_ states: FileStates) -> Bool { outputs.allSatisfy { states.digest(of: $0.path) == $0.digest } }
}
