import Foundation
import MDTypeset
import Synchronization

/// Hands out the files of a folder, and counts what it was asked for.
final class CountedFiles: ResourceProvider {
  private let folder: URL
  private let count = Mutex(0)

  init(_ folder: URL) { self.folder = folder }

  var requests: Int { count.withLock { $0 } }

  func load(_ request: ResourceRequest) throws -> [UInt8] {
    count.withLock { $0 += 1 }
    return try Array(Data(contentsOf: folder.appendingPathComponent(request.reference)))
  }
}

/// All that is written of a document, and how often its provider was asked.
struct Made: Equatable {
  var files: [[UInt8]]
  var requests: Int
}

/// Typesets eight documents, first one after the other and then side by side, twice each: with one typesetter, each with a provider of its
/// own, as PDF, and the first pages as PNG and SVG. ThreadSanitizer watches; a document must have the same bytes each time.
///
///     SideBySide FOLDER    the folder of the samples
@main struct SideBySide {
  static let names = ["tour", "blocks", "chinese", "code", "paper", "pictures", "readme", "scripts"]

  static func make(_ name: String, in folder: URL, with typesetter: Typesetter) throws -> Made {
    let files = CountedFiles(folder)
    let text = try String(contentsOf: folder.appendingPathComponent(name + ".md"), encoding: .utf8)
    let document = typesetter.typeset(Document(markdown: text).markdownResources(files).markdownDate(secondsSince1970: 0))
    return Made(
      files: [try document.pdf(), try document.png(page: 0, ppi: 40), try document.svg(page: 0)], requests: files.requests)
  }

  static func main() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "samples")
    let typesetter = Typesetter()
    let alone = try names.map { try make($0, in: folder, with: typesetter) }
    let together = Mutex<[Int: Made]>([:])
    DispatchQueue.concurrentPerform(iterations: 2 * names.count) { number in
      let made = try? make(names[number % names.count], in: folder, with: typesetter)
      together.withLock { $0[number] = made }
    }
    let made = together.withLock { $0 }
    let differing = (0..<2 * names.count).filter { made[$0] != alone[$0 % names.count] }.map { names[$0 % names.count] }
    let requests = alone.reduce(0) { $0 + $1.requests }
    print("\(names.count) documents twice side by side, \(requests) requests of providers, others than alone: \(differing)")
    exit(differing.isEmpty ? 0 : 1)
  }
}
