import Foundation
import Testing

@testable import TypesetFiles

/// A folder with a root `r` in it and things outside of it, removed when the value goes.
private final class Tree {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "mdtypeset-files-" + UUID().uuidString
    for folder in ["r/sub/deep", "out", "r2"] {
      try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
    }
    for file in ["r/a", "r/sub/b", "r/sub/c.png", "r/with space", "out/secret", "r2/c"] {
      try Data(file.utf8).write(to: URL(fileURLWithPath: path + "/" + file))
    }
    for (name, target) in [
      ("r/inside", "sub/b"), ("r/absolute inside", path + "/r/a"), ("r/sub/up", "../a"), ("r/outside", "../out/secret"),
      ("r/absolute outside", path + "/out/secret"), ("r/folder", "../out"), ("r/loop", "loop"), ("r/dangling", "../out/none"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }
    #expect(unsafe mkfifo(path + "/r/fifo", 0o600) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What a path leads to: the file's content, or why there is none.
  func read(_ name: String, from folder: String? = nil, roots: [String] = ["r"], asksKernel: Bool = true) -> String {
    let access = FileAccess(roots: roots.map { $0.hasPrefix("/") ? $0 : path + "/" + $0 }, asksKernel: asksKernel)
    do throws(FileFailure) {
      return String(decoding: try access.read(name, from: folder.map { path + "/" + $0 }, limit: 1000).bytes, as: UTF8.self)
    } catch {
      if case .outside = error { return "outside" }
      return "\(error)"
    }
  }
}

/// A way to all files of the machine that has no `..` in it.
private let processRoot = "/proc/self/root"

/// Both ways of resolving a path keep to the same rules.
@Suite struct FileAccessTests {
  private static let cases: [(path: String, folder: String?, content: String)] = [
    ("a", "r", "r/a"), ("./a", "r", "r/a"), ("sub/../a", "r", "r/a"), ("../a", "r/sub", "r/a"), ("b", "r/sub", "r/sub/b"),
    ("a", nil, "r/a"),
    ("with space", "r", "r/with space"), ("sub//b", "r", "r/sub/b"),
    // As Windows has it.
    ("sub\\b", "r", "r/sub/b"), ("..\\a", "r/sub", "r/a"), ("..\\..\\out\\secret", "r/sub", "outside"),
    ("sub\\none", "r", "there is no such file"),
    // A picture, as counted from the address that a site gives to a page; the way to another file begins at the page's folder.
    ("../c.png", "r/sub", "r/sub/c.png"), ("../../c.png", "r/sub/deep", "r/sub/c.png"), ("../b", "r/sub", "there is no such file"),
    // Links that stay below the root.
    ("inside", "r", "r/sub/b"), ("sub/up", "r", "r/a"), ("absolute inside", "r", "r/a"),
    // It leaves the root and comes back.
    ("../r/a", "r", "r/a"), ("../../r/a", "r/sub", "r/a"),
    // From a folder above the root.
    ("r/a", "", "r/a"),
    // A leading slash is the root's, as on web sites, then the document's.
    ("/sub/b", "r/sub/deep", "r/sub/b"), ("/b", "r/sub", "r/sub/b"),
    // A page that another one shows has the paths of that page.
    ("sub/b", "r/sub/deep", "r/sub/b"), ("./sub/b", "r/sub/deep", "there is no such file"),
    // What is outside.
    ("../out/secret", "r", "outside"), ("../../out/secret", "r/sub", "outside"), ("outside", "r", "outside"),
    ("absolute outside", "r", "outside"), ("folder/secret", "r", "outside"), ("dangling", "r", "outside"), ("../none", "r", "outside"),
    ("../../../../../../../../../../../../etc/passwd", "r", "outside"), ("/etc/passwd", "r", "outside"),
    ("/etc/no-such-file", "r", "outside"),
    (processRoot + "/etc/passwd", "r", "outside"), ("sub/../../out/secret", "r", "outside"),
    // What is no file.
    ("fifo", "r", "it is not a regular file"), ("sub", "r", "it is not a regular file"), (".", "r", "it is not a regular file"),
    ("none", "r", "there is no such file"), ("a/b", "r", "there is no such file"), ("", "r", "there is no such file"),
    ("a\0b", "r", "there is no such file"), ("/none", "r", "there is no such file"),
  ]

  @Test(arguments: [true, false]) func `only what is below a root is read`(asksKernel: Bool) throws {
    let tree = try Tree()
    for (path, folder, content) in Self.cases {
      #expect(tree.read(path, from: folder, asksKernel: asksKernel) == content, "\(path) from \(folder ?? "nowhere")")
    }
    #expect(tree.read("loop", asksKernel: asksKernel).contains("symbolic links"))
    #expect(tree.read(String(repeating: "x/", count: 5_000), asksKernel: asksKernel) == "there is no such file")
    #expect(tree.read(tree.path + "/r/a", asksKernel: asksKernel) == "r/a")
  }

  @Test(arguments: [true, false]) func `the kernel's files and devices are not read below any root`(asksKernel: Bool) throws {
    let tree = try Tree()
    for path in ["/proc/self/environ", "/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled", "/dev/null", "/dev/zero"] {
      #expect(tree.read(path, roots: ["/"], asksKernel: asksKernel) == "it is not a regular file", "\(path)")
    }
    #expect(tree.read(processRoot + "/proc/version", roots: ["/"], asksKernel: asksKernel) != "r/a")
    #expect(tree.read(tree.path + "/r/a", roots: ["/"], asksKernel: asksKernel) == "r/a")
  }

  @Test func `several roots are one fence`() throws {
    let tree = try Tree()
    #expect(tree.read("../r2/c", from: "r", roots: ["r", "r2"]) == "r2/c")
    #expect(tree.read("c", from: "r2", roots: ["r", "r2"]) == "r2/c")
    #expect(tree.read("../out/secret", from: "r", roots: ["r", "r2"]) == "outside")
    #expect(tree.read("a", roots: []) == "outside")
    #expect(tree.read("a", roots: ["none"]) == "outside")
  }

  @Test func `a file of more bytes than the limit is not read`() throws {
    let tree = try Tree()
    let access = FileAccess(roots: [tree.path + "/r"])
    #expect(throws: FileFailure.tooLarge(bytes: 3, limit: 2)) { try access.read("a", from: nil, limit: 2) }
    #expect(access.has("a", from: nil))
    #expect(!access.has("outside", from: nil) && !access.has("fifo", from: nil) && !access.has("none", from: nil))
  }

  @Test func `the root that would help is the lowest folder above both`() throws {
    let tree = try Tree()
    let access = FileAccess(roots: [tree.path + "/r/sub"])
    let real = try #require(realPath(tree.path))
    for (path, root) in [("../../out/secret", real), ("../a", real + "/r")] {
      let failure = #expect(throws: FileFailure.self) { try access.read(path, from: tree.path + "/r/sub", limit: 9) }
      guard case .outside(let shown) = failure else {
        Issue.record("another failure")
        continue
      }
      // As one would type it: relative where the working directory is near.
      #expect(realPath(shown) == root)
    }
    #expect(FileFailure.outside(root: "a b").hint?.contains("--root 'a b',") == true)
    #expect(FileFailure.outside(root: "/").hint?.contains("--root") == false)
  }

  @Test func `a log holds what was read and what was not there, for each document by itself`() throws {
    let tree = try Tree()
    let root = tree.path + "/r"
    let access = FileAccess(roots: [root])
    let other = access.withOwnLog()
    _ = try access.read("a", from: nil, limit: 100)
    _ = try? access.read("none.png", from: root + "/sub", limit: 100)
    _ = try? access.read("../out/secret", from: nil, limit: 100)
    let real = try #require(realPath(root))
    #expect(access.filesRead == [real + "/a"])
    #expect(access.filesMissed == [real + "/sub/none.png"])
    #expect(other.filesRead.isEmpty)
    #expect(other.hasRead(root + "/a") == false)
  }

  /// A thread swaps a folder for a link out of the root as fast as it can.
  @Test(arguments: [true, false]) func `a race leads nowhere else`(asksKernel: Bool) throws {
    let tree = try Tree()
    let (swapped, spare) = (tree.path + "/r/race", tree.path + "/r/spare")
    try FileManager.default.createDirectory(atPath: swapped, withIntermediateDirectories: true)
    try Data("fine".utf8).write(to: URL(fileURLWithPath: swapped + "/secret"))
    let thread = Thread {
      while !Thread.current.isCancelled {
        _ = unsafe rename(swapped, spare)
        _ = unsafe symlink("../out", swapped)
        _ = unsafe unlink(swapped)
        _ = unsafe rename(spare, swapped)
      }
    }
    thread.start()
    let access = FileAccess(roots: [tree.path + "/r"], asksKernel: asksKernel)
    var found: Set<String> = []
    for _ in 0..<5_000 {
      if let file = try? access.read("race/secret", from: nil, limit: 100) { found.insert(String(decoding: file.bytes, as: UTF8.self)) }
    }
    thread.cancel()
    while !thread.isFinished { usleep(1_000) }
    #expect(found.isSubset(of: ["fine"]))
  }

  @Test func `a folder that is searched gives no right to read what is in it`() throws {
    let tree = try Tree()
    try Data("hidden".utf8).write(to: URL(fileURLWithPath: tree.path + "/r/.key"))
    func read(_ name: String, resources: [String] = [], searched: [String]) -> String? {
      let access = FileAccess(
        roots: [tree.path + "/r"], resources: resources, searched: searched.map { tree.path + $0 }, readsHidden: false)
      return (try? access.read(name, from: tree.path + "/r/sub/deep", limit: 100)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(read("b", searched: ["/r/sub"]) == "r/sub/b" && read("b", searched: ["/r"]) == nil)
    #expect(read("secret", searched: ["/out"]) == nil && read("secret", resources: [tree.path + "/out"], searched: []) == "out/secret")
    #expect(read(".key", searched: ["/r"]) == nil && read("../out/secret", searched: ["/r"]) == nil)
  }
}
