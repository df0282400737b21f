import Foundation
import Testing
@testable import TypesetFiles

@Suite struct KeptPiecesTests {
  private let folder = NSTemporaryDirectory() + "pieces-" + UUID().uuidString
  private let name = Digest.of("document".utf8)

  private func key(_ number: Int) -> Digest128 { Digest128(of: Array("\(number)".utf8)) }

  private func pieces() throws -> KeptPieces { KeptPieces(try #require(KeptFiles(folder, kind: .pieces)), name: name) }

  private func bytes(_ number: Int) -> [UInt8] { Array("piece \(number)".utf8) }

  @Test func `what was used or made is kept, the rest goes`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try pieces().keep(used: [], new: (0..<10).map { (key($0), bytes($0)) })
    let second = try pieces()
    for number in 0..<10 { #expect(second.piece(key(number)).map(Array.init) == bytes(number)) }
    #expect(second.piece(key(10)) == nil)
    second.keep(
      used: (0..<5).map(key) + [key(0), key(77)], new: (10..<15).map { (key($0), bytes($0)) } + [(key(10), bytes(10)), (key(20), [])])
    let third = try pieces()
    for number in Array(0..<5) + Array(10..<15) { #expect(third.piece(key(number)).map(Array.init) == bytes(number)) }
    #expect(third.piece(key(20)) == [])
    for number in 5..<10 { #expect(third.piece(key(number)) == nil) }
  }

  @Test func `few new pieces are not written`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try pieces().keep(used: [], new: (0..<100).map { (key($0), bytes($0)) })
    try pieces().keep(used: (0..<100).map(key), new: [(key(100), bytes(100))])
    #expect(try pieces().piece(key(100)) == nil)
    try pieces().keep(used: (0..<100).map(key), new: (100..<110).map { (key($0), bytes($0)) })
    #expect(try pieces().piece(key(100)).map(Array.init) == bytes(100))
    #expect(try pieces().piece(key(0)).map(Array.init) == bytes(0))
  }

  @Test func `an entry whose sizes do not fit has no pieces`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try #require(KeptFiles(folder, kind: .pieces))
    let last = [UInt8](repeating: 255, count: 8)
    for bad in [[], [1], [1] + [UInt8](repeating: 0, count: 7), last, [1] + [UInt8](repeating: 0, count: 23) + last] {
      files.keep(bad, as: name)
      #expect(try pieces().piece(Digest128(0, 0)) == nil)
    }
  }
}
