import Foundation
import Testing

/// The program, run from outside.
struct Program {
  struct Result {
    var code: Int32
    var output: Data
    var errors: String
  }

  /// The executable that the package has built beside the tests.
  static let path: String = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    folder.append(path: ".build/debug/mdtypeset")
    return folder.path
  }()

  /// A folder of its own for each test, removed when the value goes.
  final class Folder {
    let path: String

    init() throws {
      path = NSTemporaryDirectory() + "mdtypeset-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }
    func write(_ name: String, _ data: Data) throws { try data.write(to: URL(fileURLWithPath: path + "/" + name)) }
    func read(_ name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  }

  /// Runs a program to its end, at most a minute unless more is allowed.
  static func run(
    _ arguments: [String], in folder: Folder, input: Data? = nil, environment: [String: String] = [:],
    program: String = Program.path, seconds: Double = 60
  ) throws -> Result {
    try run(arguments, at: folder.path, input: input, environment: environment, program: program, seconds: seconds)
  }

  /// Runs a program in a folder that is named by its path.
  static func run(
    _ arguments: [String], at folder: String, input: Data? = nil, environment: [String: String] = [:],
    program: String = Program.path, seconds: Double = 60
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Nothing is left to other tests, unless one names a folder.
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": "/dev/null"]) { $1 }.merging(environment) { $1 }
    // Files instead of pipes: a full pipe would stop the program.
    let names = ["stdin", "stdout", "stderr"].map { NSTemporaryDirectory() + UUID().uuidString + $0 }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    try (input ?? Data()).write(to: URL(fileURLWithPath: names[0]))
    for name in names[1...] { _ = FileManager.default.createFile(atPath: name, contents: nil) }
    process.standardInput = FileHandle(forReadingAtPath: names[0])
    process.standardOutput = FileHandle(forWritingAtPath: names[1])
    process.standardError = FileHandle(forWritingAtPath: names[2])
    try process.run()
    let end = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < end { usleep(2_000) }
    if process.isRunning {
      process.terminate()
      Issue.record("the program did not end: \(arguments)")
    }
    process.waitUntilExit()
    return Result(
      code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: FileManager.default.contents(atPath: names[1]) ?? Data(),
      errors: String(decoding: FileManager.default.contents(atPath: names[2]) ?? Data(), as: UTF8.self))
  }

  /// The text of a PDF, as Poppler extracts it.
  static func text(ofPDF name: String, in folder: Folder) throws -> String {
    let result = try run(["pdftotext", name, "-"], in: folder, program: "/usr/bin/env")
    try #require(result.code == 0, "pdftotext is needed: apt-get install poppler-utils")
    return String(decoding: result.output, as: UTF8.self)
  }
}
