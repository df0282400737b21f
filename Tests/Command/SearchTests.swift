import Foundation
import Testing

/// What the program is made of.
@Suite struct SearchTests {
  /// The standard library's searches for a sequence are generic, and build a table at each call: one of them, in a loop over lines, took a third of the
  /// time of a site. A file that imports `TypesetDiagnostics` has the project's own in their place.
  @Test func `no search for a sequence is the standard library's`() throws {
    let program = try Data(contentsOf: URL(fileURLWithPath: Program.path), options: .alwaysMapped)
    // Names of symbols have the module's with its length before it.
    let module = Data("17_StringProcessing".utf8)
    var names: Set<String> = []
    var place = program.startIndex
    while let found = program.range(of: module, in: place..<program.endIndex) {
      let start = program[..<found.lowerBound].lastIndex(of: 0).map { $0 + 1 } ?? program.startIndex
      let end = program[found.upperBound...].firstIndex(of: 0) ?? program.endIndex
      names.insert(String(decoding: program[start..<end], as: UTF8.self))
      place = end
    }
    let shown = names.sorted().prefix(10).joined(separator: "\n")
    #expect(names.isEmpty, "these symbols name the functions that search so (`swift demangle`):\n\(shown)")
  }
}
