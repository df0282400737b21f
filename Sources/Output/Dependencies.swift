internal import TypesetBoxes
internal import TypesetDiagnostics
public import TypesetFiles
internal import TypesetFonts
internal import TypesetStyling

/// The files that a document depends on, besides its inputs and the program.
public struct Dependencies: Sendable {
  /// Pictures, included files, themes, definitions, data, fonts; absolute, sorted.
  public var files: [String] = []
  /// Paths at which files were looked for but not found: the result may change once they exist.
  public var missing: [String] = []
  /// Folders in which files were looked for by the ends of their names: the result may change once there are others.
  public var listings: [FolderListing] = []
  /// True if it uses fonts of the machine, or lacks some, so that installing a font may change it.
  public var dependsOnInstalledFonts = false
  /// True if it shows the day on which it is typeset.
  public var dependsOnDate = false
}

extension TypesetDocument {
  /// What the document depends on so far; pictures and fonts are complete once it has been written.
  public var dependencies: Dependencies {
    var fontFiles: Set<String> = []
    var seen: Set<FaceID> = []
    var last: FaceID?
    for page in pages {
      for item in page.ink.items {
        guard case .run(let run) = item, run.face != last else { continue }
        last = run.face
        guard seen.insert(run.face).inserted, let path = fonts.face(run.face).path else { continue }
        fontFiles.insert(path)
      }
    }
    let read = Set(files.filesRead)
    // A field of a document without a date shows today's.
    let showsToday = date.map(TitleBlock.isToday) ?? source.holds("{{")
    return Dependencies(
      files: read.union(fontFiles).sorted(), missing: files.filesMissed, listings: files.listings,
      dependsOnInstalledFonts: !fontFiles.isSubset(of: read) || diagnostics.contains { $0.code.hasPrefix("font.") },
      dependsOnDate: showsToday)
  }
}
