import Foundation
import Testing

/// Files without their names yet: few are open, and those of killed programs are removed.
@Suite struct DraftTests {
  let folder: Program.Folder

  init() throws { folder = try Program.Folder() }

  private func writePages(_ count: Int) throws { try folder.write("d.md", String(repeating: "a\n\n\\newpage\n\n", count: count)) }

  private var drafts: [String] { folder.files.filter { $0.hasPrefix(".mdtypeset-") } }

  @Test(arguments: [[], ["--sandbox"]])
  func `many pages need few open files`(words: [String]) throws {
    try writePages(120)
    let script = "ulimit -n 48; exec \"$0\" \"$@\""
    let result = try Program.run(["-c", script, Program.path, "d.md", "-o", "x.svg", "-j", "2"] + words, in: folder, program: "/bin/sh")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.files.filter { $0.hasSuffix("svg") }.count == 120 && drafts.isEmpty)
  }

  @Test func `a run removes what killed ones have left, and nothing that is being written`() throws {
    try writePages(2)
    let left = [".mdtypeset-0123456789abcdefghij", ".mdtypeset-keep-0123456789abcdefghij"]
    let others = [".mdtypeset-batch", ".mdtypeset-batch-1-2", ".mdtypeset-My-Notes-of-2026.md", ".mdtypeset"]
    for name in left + others { try folder.write(name, "") }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/.mdtypeset-linklinklinklink", withDestinationPath: "d.md")
    #expect(try Program.run(["d.md", "-o", "d.pdf", "--sandbox"], in: folder).code == 0)
    #expect(Set(drafts) == Set(others.dropLast() + [".mdtypeset-linklinklinklink"]))
    #expect(folder.read("d.md") != nil)
  }

  /// Runs the program while another one holds a lock.
  private func run(withLockOn name: String) throws {
    let script =
      "import fcntl,subprocess,sys\nf=open(sys.argv[1],'w'); fcntl.flock(f, fcntl.LOCK_EX)\n"
      + "sys.exit(subprocess.call([sys.argv[2],'d.md','-o','d.svg']))"
    let result = try Program.run(["python3", "-c", script, name, Program.path], in: folder, program: "/usr/bin/env")
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test func `drafts of programs that run remain, open or closed`() throws {
    try writePages(2)
    let draft = ".mdtypeset-0123456789abcdefghij"
    let keeper = ".mdtypeset-keep-0123456789abcdefghij"
    try run(withLockOn: draft)
    #expect(drafts == [draft])
    try run(withLockOn: keeper)
    #expect(drafts == [draft, keeper])
    #expect(try Program.run(["d.md", "-o", "d.svg"], in: folder).code == 0)
    #expect(drafts.isEmpty)
  }

  @Test func `what a killed run leaves is removed by the next one`() throws {
    try writePages(400)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["d.md", "-o", "x.png", "--ppi", "150"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try process.run()
    let end = Date().addingTimeInterval(30)
    while drafts.count < 3, process.isRunning, Date() < end { usleep(1_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(drafts.count >= 3)
    try writePages(1)
    #expect(try Program.run(["d.md", "-o", "x.png"], in: folder).code == 0)
    #expect(drafts.isEmpty)
  }

  @Test(arguments: [0o664, 0o600, 0o666])
  func `a file keeps its permissions, whatever the umask and in the sandbox too`(mode: Int) throws {
    try writePages(1)
    try folder.write("d.pdf", "")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + "/d.pdf")
    for words in [[], ["--sandbox"]] {
      #expect(try Program.run(["d.md", "-o", "d.pdf", "-q"] + words, in: folder).code == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/d.pdf")
      #expect((attributes[.posixPermissions] as? Int) == mode)
    }
  }
}
