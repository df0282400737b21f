import Foundation
import Testing

@testable import TypesetC

/// The header of C says what the library has.
struct HeaderTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String { try String(contentsOf: Self.root.appending(path: path), encoding: .utf8) }

  @Test func `each function of the header is there, and no other`() throws {
    let declared = try text("Sources/C/CInterface/mdtypeset.h").matches(of: /(?m)^[a-z].*?\b(mdt_\w+)\(/).map { String($0.output.1) }
    var defined: [String] = []
    for file in ["OptionFunctions", "DocumentFunctions", "FormulaFunctions", "OwnedBytes"] {
      defined += try text("Sources/CInterface/\(file).swift").matches(of: /@_cdecl\("(\w+)"\)/).map { String($0.output.1) }
    }
    #expect(declared.count > 30)
    #expect(declared.sorted() == defined.sorted())
  }
}
