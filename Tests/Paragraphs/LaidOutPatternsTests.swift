import Foundation
import Testing

@testable import TypesetParagraphs

/// `make tables` sets MDTYPESET_UPDATE_TABLES, with which the file is written instead of compared.
@Test func `the laid-out English patterns are what their dictionary gives`() throws {
  let folder = URL(filePath: #filePath).appending(path: "../../../hyphenation").standardized
  let dictionary = try Data(contentsOf: folder.appending(path: "hyph_en_US.dic"))
  let laidOut = unsafe dictionary.withUnsafeBytes { unsafe HyphenationPatterns.laidOut($0) }
  let file = folder.appending(path: "hyph_en_US.bin")
  if ProcessInfo.processInfo.environment["MDTYPESET_UPDATE_TABLES"] != nil { try Data(laidOut).write(to: file) }
  #expect(try Data(contentsOf: file) == Data(laidOut), "run `make tables`")
  #expect(unsafe Data(Hyphenator.bundledEnglish) == Data(laidOut), "touch hyphenation/bundle.S")
}
