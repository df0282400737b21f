internal import Synchronization
package import TypesetBoxes
internal import TypesetFiles

/// Errors of reading and writing a typeset document.
public enum DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page beyond the last one, or below 0.
  case noSuchPage(Int, count: Int)
  /// A file whose extension is not `pdf`, `png`, `svg`, `txt` or `json`.
  case unknownFormat(path: String)
  /// A file that can't be read.
  case unreadable(path: String, reason: String)
  /// A file that can't be written.
  case unwritable(path: String, reason: String)

  /// One sentence, without a full stop.
  public var description: String {
    switch self {
    case .noSuchPage(let page, let count):
      "there is no page with the index \(page): the document has \(count) \(count == 1 ? "page" : "pages"), counted from 0"
    case .unknownFormat(let path): "the extension of \(path) is not pdf, png, svg, txt or json"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

/// The size of a page, in points of 1/72 inch.
public struct PageSize: Hashable, Codable, Sendable {
  /// Points.
  public var width: Double
  /// Points.
  public var height: Double
}

extension TypesetDocument {
  /// The document as a PDF file.
  ///
  /// - Parameter settings: What the file contains besides its pages.
  /// - Throws: An error of drawing.
  public func pdf(settings: PDFSettings = PDFSettings()) throws -> [UInt8] {
    let bytes = Mutex<[UInt8]>([])
    unsafe try writePDF(settings: settings) { piece in bytes.withLock { unsafe $0 += piece } }
    return bytes.withLock { $0 }
  }

  /// Writes the document into a file, or into one for each page.
  ///
  /// The extension decides the format: `book.pdf`, `book.txt` and `book.json` are one file; `page.png` and `page.svg` become `page-1.png`,
  /// `page-2.png` and so on, or what `{p}` asks for: `out/{p}.svg`. Files get their names once all are complete, or none of them does.
  ///
  /// - Parameters:
  ///   - path: Relative to the process's working folder.
  ///   - ppi: Pixels per inch of PNG pages.
  /// - Throws: ``DocumentError/unknownFormat(path:)``, ``DocumentError/unwritable(path:reason:)``.
  public func write(to path: String, ppi: Double = 144) throws {
    switch path.split(separator: ".").last?.lowercased() {
    case "pdf":
      try writing(path) {
        let file = try NewFile(path)
        do {
          unsafe try writePDF { piece in unsafe try file.write(piece) }
        } catch {
          file.discard()
          throw error
        }
        try NewFile.finish([file])
      }
    case "png": try writePages(to: path, as: .png(ppi: ppi))
    case "txt": try writeText(try plainText(), to: path)
    case "json": try writeText(try json(), to: path)
    case "svg": try writePages(to: path, as: .svg)
    default: throw DocumentError.unknownFormat(path: path)
    }
  }

  private func writeText(_ text: String, to path: String) throws {
    try writing(path) {
      let file = try NewFile(path)
      do {
        unsafe try Array(text.utf8).withUnsafeBytes { unsafe try file.write($0) }
      } catch {
        file.discard()
        throw error
      }
      try NewFile.finish([file])
    }
  }

  private func writePages(to path: String, as format: PageFormat) throws {
    let files = NewFileSet()
    let count = pageCount
    try writing(path) {
      do {
        try forEachPage(Array(0..<count), as: format) { number, bytes in
          let file = try NewFile(pageFileName(path, number: number, count: count))
          do {
            unsafe try bytes.withUnsafeBytes { unsafe try file.write($0) }
          } catch {
            file.discard()
            throw error
          }
          try files.add(file)
        }
      } catch {
        files.discard()
        throw error
      }
      try files.finish()
    }
  }

  private func writing(_ path: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SystemError {
      throw DocumentError.unwritable(path: path, reason: error.words)
    }
  }

  /// The size of a page.
  ///
  /// - Parameter index: From 0.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func size(ofPage index: Int) throws(DocumentError) -> PageSize {
    let page = try page(index)
    return PageSize(width: page.width.points, height: page.height.points)
  }

  /// The text of a page, its lines from top to bottom as they are on the page, header and footer last; a formula is its LaTeX.
  ///
  /// - Parameter index: From 0.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func text(ofPage index: Int) throws(DocumentError) -> String { try page(index).text }

  /// The number that a page shows: `iv`, `12`.
  ///
  /// - Parameter index: From 0.
  /// - Throws: ``DocumentError/noSuchPage(_:count:)``.
  public func label(ofPage index: Int) throws(DocumentError) -> String { try page(index).label }

  /// A page by its index.
  package func page(_ index: Int) throws(DocumentError) -> Page {
    guard pages.indices.contains(index) else { throw .noSuchPage(index, count: pages.count) }
    return pages[index]
  }
}
