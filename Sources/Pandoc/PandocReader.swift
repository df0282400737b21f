package import TypesetDiagnostics
internal import TypesetJSON

/// Reads pandoc's documents, as `pandoc -t json` writes them, as sources of Markdown.
package enum PandocReader {
  /// Why a file is no document of pandoc's.
  package struct Fault: Error {
    package var message: String
    /// What to do about it.
    package var hint: String
  }

  /// Deeper values are left out; what reads them recurses no deeper.
  private static let mostLevels = 256
  /// Keys of the metadata that ask for LaTeX, or are for the tool that the document comes from.
  private static let done: Set = ["from", "reader", "header-includes", "jupyter"]
  /// Keys that ask for what pandoc has done already if it has resolved citations.
  private static let works: Set = ["bibliography", "csl", "references", "nocite", "citation-style"]

  /// - Parameters:
  ///   - bytes: pandoc's JSON, of pandoc-types 1.17 to 1.23.
  ///   - name: What messages call it.
  ///   - folder: Where relative paths in it start.
  package static func source(of bytes: [UInt8], name: String, folder: String?) throws(Fault) -> Source {
    let json: JSON
    let cut: Int?
    do { (json, cut) = try JSON.cutting(bytes[...], levels: mostLevels) } catch {
      let place = Source(name: name, bytes: bytes).position(of: error.place)
      throw Fault(
        message: "\(name):\(place.line):\(place.column): pandoc's document is broken JSON: \(error.description)",
        hint: "make it again with pandoc -t json; a format of the output is named with -t")
    }
    guard let blocks = json["blocks"]?.items else {
      throw Fault(
        message: "\(name) has no blocks, as pandoc's documents have",
        hint: "make it with pandoc -t json; a format of the output is named with -t")
    }
    // `pandoc --citeproc` takes the bibliography out, or makes the list itself.
    let keys = json["meta"]?.members ?? []
    let isResolved = blocks.contains {
      $0["t"]?.text == "Div" && $0["c"]?.items?.first?.items?.first?.text == "refs" && !isEmptyDivision($0)
    }
    let citesWorks = !isResolved && keys.contains { ["bibliography", "references"].contains($0.name) }
    var writer = PandocWriter(size: bytes.count, citesWorks: citesWorks, blocks: blocks)
    let matter = keys.filter { !done.contains($0.name) && (citesWorks || !works.contains($0.name)) }
      .map { key($0.name) + ": " + writer.value($0.value).description + "\n" }
    var text = "---\nfrom: pandoc\n" + matter.joined() + "---\n\n"
    text += writer.blocks(blocks) + "\n"
    text += writer.definitions()
    let file = Source.File(name: name, start: 0, folder: folder)
    var source = Source(files: [file], bytes: Array(text.utf8), runs: [Source.Run(start: 0, file: name + ", as Markdown")])
    source.remarks = writer.remarks
    if let version = json["pandoc-api-version"]?.items?.compactMap(\.integer), let first = version.first,
      first != 1 || version.count > 1 && !(17...23).contains(version[1])
    {
      source.remarks.append(
        Diagnostic(
          .warning, "pandoc.version", at: nil,
          "\(name) is of version \(version.map { "\($0)" }.joined(separator: ".")) of pandoc's documents; 1.17 to 1.23 are known",
          hint: "nodes that have changed since may be left out"))
    }
    if let cut {
      let place = Source(name: name, bytes: bytes).position(of: cut)
      source.remarks.append(
        Diagnostic(
          .error, "limit.nesting", at: nil,
          "\(name):\(place.line):\(place.column): values nest deeper than \(mostLevels); what is in them is left out",
          hint: "have pandoc write a document of fewer quotes and lists in each other"))
    }
    return source
  }

  /// True for `::: {#refs}`, where a list of references is to be.
  private static func isEmptyDivision(_ block: JSON) -> Bool { block["c"]?.items?.last?.items?.isEmpty ?? true }

  /// A key of front matter, in quotation marks where it is no word.
  private static func key(_ name: String) -> String {
    name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "-") } && !name.isEmpty ? name : JSON.quoted(name)
  }
}
