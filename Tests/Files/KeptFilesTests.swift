import Foundation
import Testing
import TypesetFiles

@Suite struct KeptFilesTests {
  private let folder = NSTemporaryDirectory() + "kept-" + UUID().uuidString

  private func key(_ number: Int) -> String { Digest.of("\(number)".utf8) }

  private func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

  private func size() -> Int {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { try? FileManager.default.attributesOfItem(atPath: folder + "/" + $0) }
      .filter { $0[.type] as? FileAttributeType == .typeRegular }.compactMap { $0[.size] as? Int }.reduce(0, +)
  }

  @Test func `what is kept comes back, by its key and kind`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try #require(KeptFiles(folder, kind: .pictures))
    let bytes = noise(100_000)
    files.keep(bytes, as: key(1))
    files.keep([], as: key(2))
    #expect(files.entry(key(1)) == bytes)
    #expect(files.entry(key(2)) == [])
    #expect(files.entry(key(3)) == nil)
    #expect(KeptFiles(folder, kind: .outputs)?.entry(key(1)) == nil)
    files.keep([1], as: key(1))
    #expect(files.entry(key(1)) == [1])
  }

  @Test func `nothing is kept without room, or where no folder can be made`() {
    #expect(KeptFiles(folder, kind: .pictures, megabytes: 0) == nil)
    #expect(KeptFiles("/dev/null/none", kind: .pictures) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `an entry that is cut off, changed, foreign or no file is none`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try #require(KeptFiles(folder, kind: .pictures))
    files.keep(Array("the body".utf8), as: key(1))
    let path = folder + "/pictures/" + key(1)
    let whole = try #require(FileManager.default.contents(atPath: path))
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(files.entry(key(1)) == nil)
      var changed = whole
      changed[count] ^= 1
      try changed.write(to: URL(fileURLWithPath: path))
      #expect(files.entry(key(1)) == nil)
    }
    try (whole + Data("x".utf8)).write(to: URL(fileURLWithPath: path))
    #expect(files.entry(key(1)) == nil)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    #expect(files.entry(key(1)) == nil)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    files.keep([1], as: key(1))
    #expect(files.entry(key(1)) == nil)
  }

  @Test func `all kinds share the room, and what was not used for longest goes first`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outputs = try #require(KeptFiles(folder, kind: .outputs, megabytes: 1))
    let pictures = try #require(KeptFiles(folder, kind: .pictures, megabytes: 1))
    func keep(_ number: Int) {
      (number % 2 == 0 ? outputs : pictures).keep(noise(100_000), as: key(number))
      usleep(12_000)
    }
    for number in 0..<9 { keep(number) }
    #expect(outputs.entry(key(0)) != nil)
    #expect(pictures.entry(key(1)) != nil)
    for number in 9..<12 { keep(number) }
    #expect(size() <= 1 << 20)
    #expect(outputs.entry(key(0)) != nil && pictures.entry(key(1)) != nil)
    #expect(outputs.entry(key(2)) == nil && pictures.entry(key(3)) == nil)
  }

  @Test func `what a killed program has left is removed in time`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try #require(KeptFiles(folder, kind: .pictures, megabytes: 1))
    let old = folder + "/pictures/.mdtypeset-0123"
    let new = folder + "/pictures/.mdtypeset-4567"
    for path in [old, new] { try Data("half".utf8).write(to: URL(fileURLWithPath: path)) }
    try FileManager.default.setAttributes([.modificationDate: Date().addingTimeInterval(-7200)], ofItemAtPath: old)
    files.trim()
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(FileManager.default.fileExists(atPath: new))
  }

  @Test(arguments: [
    (0, 9, "1", "1"), (8, 9, "9", "9"), (8, 10, "9", "09"), (9, 10, "10", "10"), (9, 100, "10", "010"), (99, 100, "100", "100"),
  ])
  func `the names of pages are as long as the last one`(number: Int, count: Int, plain: String, padded: String) {
    #expect(pageFileName("a-{p}-{0p}-{t}.png", number: number, count: count) == "a-\(plain)-\(padded)-\(count).png")
    #expect(pageFileName("a.b.png", number: number, count: count) == "a.b-\(plain).png")
  }
}
