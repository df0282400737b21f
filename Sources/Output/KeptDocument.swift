package import TypesetDiagnostics
package import TypesetFiles
internal import TypesetFonts
internal import TypesetPictures
internal import TypesetProvenance

/// What the last run with the same cache folder has kept of a document; read while this run parses it.
package struct KeptDocument: Sendable {
  /// The set blocks.
  package let blocks: Ahead<KeptPieces>?
  /// Nil where no PDF is written.
  package let pages: Ahead<KeptPieces>?

  /// - Returns: Nil without a cache folder, and for what is not worth it.
  package init?(_ inputs: Source, _ options: TypesetterOptions) {
    if let shared = options.shared, shared.keepsBlocks, options.pictureOutput == .pdf, inputs.bytes.count >= options.leastKeptBytes {
      // Whoever sets a document again and again in one process keeps its blocks as they are.
      let known = shared.take(PagesInMemory.self) ?? PagesInMemory(bytes: [])
      shared.keep(known)
      blocks = nil
      pages = Ahead(threads: 1) { KeptPieces(known.bytes) { shared.keep(PagesInMemory(bytes: $0)) } }
      return
    }
    guard let folder = options.cacheFolder, options.shared?.keepsBlocks != true, inputs.bytes.count >= options.leastKeptBytes,
      let files = KeptFiles(folder, kind: .pieces, megabytes: options.cacheMegabytes)
    else { return nil }
    let threads = options.threads ?? coreCount
    let document = inputs.files.map { "\($0.folder ?? "")\n\($0.name)" }
    func pieces(_ kind: String) -> Ahead<KeptPieces> {
      Ahead(threads: threads) {
        let program = [engineVersion, SourceManifest.ownBuild] + SourceManifest.ownLibraries + [FileStamp("/usr/share/hyphen").text]
        return KeptPieces(files, name: Digest.of((program + [kind] + document).joined(separator: "\n").utf8))
      }
    }
    blocks = pieces("blocks")
    pages = options.pictureOutput == .pdf ? pieces("pages") : nil
  }
}

/// The compressed pages of the last document of a process, as an entry of `KeptPieces`.
private struct PagesInMemory {
  var bytes: [UInt8]
}
