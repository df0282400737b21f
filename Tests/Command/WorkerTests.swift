import Foundation
import Testing

@Suite struct WorkerTests {
  /// The results of some lines, by their identifiers' texts.
  private func results(
    _ lines: [String], _ arguments: [String] = [], in folder: Program.Folder
  ) throws -> (objects: [[String: Any]], result: Program.Result) {
    let result = try Program.run(["worker"] + arguments, in: folder, input: Data((lines.joined(separator: "\n") + "\n").utf8))
    let objects = try String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    return (objects, result)
  }

  private func folders() throws -> Program.Folder {
    let folder = try Program.Folder()
    for name in ["docs/sub", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.write("docs/a.md", "# A\n\nText with $x^2$.\n")
    try folder.write("docs/sub/b.md", "# B\n\n$\\frca{1}{2}$\n")
    try folder.write("secret.md", "secret")
    return folder
  }

  @Test func `jobs become files or bytes, and every job is answered with its identifier`() throws {
    let folder = try folders()
    let (objects, result) = try results(
      [
        #"{"id":1,"input":"a.md","output":"a.pdf"}"#, #"{"id":"two","input":"sub/b.md","output":"deep/er/b.svg"}"#,
        #"{"id":[3],"text":"Hello $y$","to":"pdf"}"#, #"{"id":4,"text":"Hello","to":"png","options":["--ppi","50","--theme","note"]}"#, "",
      ], ["--root", "docs", "--output-dir", "out", "-j", "2"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(objects.count == 4)
    let one = try #require(objects.first { $0["id"] as? Int == 1 })
    #expect(one["status"] as? String == "done")
    #expect(one["pages"] as? Int == 1)
    #expect(one["files"] as? [String] == ["out/a.pdf"])
    _ = try Program.run(["docs/a.md", "-o", "single.pdf"], in: folder)
    #expect(folder.read("out/a.pdf") == folder.read("single.pdf"))
    let two = try #require(objects.first { $0["id"] as? String == "two" })
    let found = try #require((two["diagnostics"] as? [[String: Any]])?.first)
    #expect(found["code"] as? String == "math.unknown-command")
    #expect(found["line"] as? Int == 3)
    #expect(folder.read("out/deep/er/b-1.svg") != nil || folder.read("out/deep/er/b.svg") != nil)
    let three = try #require(objects.first { ($0["id"] as? [Int]) == [3] })
    let pdf = try #require((three["data"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(pdf.starts(with: Data("%PDF-".utf8)) && pdf.suffix(6) == Data("%%EOF\n".utf8))
    let four = try #require(objects.first { $0["id"] as? Int == 4 })
    let png = try #require((four["data"] as? [String])?.first.flatMap { Data(base64Encoded: $0) })
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `a formula comes back with its size and its picture`() throws {
    let folder = try folders()
    let (objects, _) = try results(
      [
        #"{"id":1,"formula":"\\frac{a}{b}","style":"display","size":12}"#, #"{"id":2,"formula":"\\frac{a}{b}","to":"json","size":12}"#,
        #"{"id":3,"formula":"\\frca{a}","to":"png","ppi":72}"#, #"{"id":4,"formula":"x","size":5000}"#,
        #"{"id":5,"formula":"x","to":"docx"}"#,
      ], ["--root", "docs", "-j", "1"], in: folder)
    try #require(objects.count == 5)
    let display = try #require((objects[0]["data"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(String(decoding: display, as: UTF8.self).contains("<svg"))
    let heights = objects[0...1].compactMap { $0["height"] as? Double }
    #expect(heights.count == 2 && heights[0] > heights[1])
    #expect(objects[1]["data"] == nil)
    #expect(((objects[2]["diagnostics"] as? [[String: Any]])?.first?["code"] as? String) == "math.unknown-command")
    #expect(objects[3...4].allSatisfy { $0["status"] as? String == "failed" && $0["code"] as? Int == 2 })
  }

  @Test func `a job for a document and one for a formula have keys of their own, and others are refused`() throws {
    let folder = try folders()
    let (objects, _) = try results(
      [
        #"{"id":1,"formula":"x","output":"x.svg"}"#, #"{"id":2,"text":"x","ppi":72}"#, #"{"id":3,"formula":"x","colour":"red"}"#,
        #"{"id":4,"formula":"x","to":"json","style":"text","font":"Libertinus Math","size":9,"color":"red","ppi":72}"#,
      ], ["--root", "docs", "--output-dir", "out", "-j", "1"], in: folder)
    let codes = Dictionary(uniqueKeysWithValues: objects.map { ($0["id"] as? Int ?? 0, $0["code"] as? Int) })
    #expect(codes == [1: 2, 2: 2, 3: 2, 4: 0])
    let hint = objects.first { $0["id"] as? Int == 3 }?["hint"] as? String
    #expect(hint?.hasPrefix("did you mean color? ") == true)
  }

  @Test func `bad jobs are answered with an error, and the others go on`() throws {
    let folder = try folders()
    let (objects, result) = try results(
      [
        "this is no JSON", "[1,2]", #"{"id":1}"#, #"{"id":2,"input":"none.md","output":"n.pdf"}"#,
        #"{"id":3,"input":"a.md","output":"x.tiff"}"#,
        #"{"id":4,"input":"a.md","output":"a.pdf","options":["--root","/"]}"#, #"{"id":5,"text":"x","options":"-V"}"#,
        String(repeating: "[", count: 100_000), #"{"id":6,"input":"a.md","output":"ok.pdf"}"#,
      ], ["--root", "docs", "--output-dir", "out"], in: folder)
    #expect(result.code == 0)
    #expect(objects.count == 9)
    #expect(objects.filter { $0["status"] as? String == "failed" }.count == 8)
    #expect(
      objects.filter { ($0["message"] as? String).map { $0.contains("is not JSON") || $0.contains("is not a JSON object") } ?? false }.count
        == 3)
    #expect(folder.read("out/ok.pdf") != nil)
  }

  @Test func `the output folder is made if it is missing`() throws {
    let folder = try folders()
    let (objects, _) = try results(
      [#"{"id":1,"input":"a.md","output":"a.pdf"}"#], ["--root", "docs", "--output-dir", "new/results"], in: folder)
    #expect(objects.first?["status"] as? String == "done")
    #expect(folder.read("new/results/a.pdf") != nil)
  }

  @Test func `jobs neither read above the root nor write above the output folder`() throws {
    let folder = try folders()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/out/link", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/out/file.pdf", withDestinationPath: "../victim.pdf")
    for sandbox in [[], ["--sandbox"]] {
      let (objects, _) = try results(
        [
          #"{"id":1,"input":"../secret.md","output":"a.pdf"}"#, #"{"id":2,"input":"a.md","output":"../a.pdf"}"#,
          #"{"id":3,"input":"a.md","output":"/tmp/mdtypeset-a.pdf"}"#, #"{"id":4,"input":"a.md","output":"link/a.pdf"}"#,
          #"{"id":5,"input":"a.md","output":"file.pdf"}"#, #"{"id":6,"input":"/etc/passwd","output":"p.pdf"}"#,
          #"{"id":7,"input":"a.md","output":"sub/a.pdf"}"#,
        ], ["--root", "docs", "--output-dir", "out"] + sandbox, in: folder)
      for number in 1...6 {
        #expect(objects.first { $0["id"] as? Int == number }?["status"] as? String == "failed", "\(number)")
      }
      #expect(objects.first { $0["id"] as? Int == 7 }?["status"] as? String == "done", "\(sandbox)")
      #expect(folder.read("a.pdf") == nil)
      #expect(folder.read("victim.pdf") == nil)
    }
  }

  @Test func `links in the output folder lead no file and no folder out of it`() throws {
    let folder = try folders()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path + "/other/deep", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder.path + "/out/link", withDestinationPath: "../other/deep")
    try files.createSymbolicLink(atPath: folder.path + "/out/p-1.png", withDestinationPath: "../other/victim.png")
    try folder.write("other/victim.png", "old")
    let (objects, _) = try results(
      [
        #"{"id":1,"input":"a.md","output":"link/../b.pdf"}"#, #"{"id":2,"input":"a.md","output":"link/new/c.pdf"}"#,
        #"{"id":3,"text":"a\n\n\\newpage\n\nb","output":"p.png"}"#,
      ], ["--root", "docs", "--output-dir", "out", "-j", "1"], in: folder)
    // As a text, the first path is out/b.pdf; to the kernel it is other/b.pdf.
    #expect(objects.first { $0["id"] as? Int == 1 }?["files"] as? [String] == ["out/b.pdf"])
    #expect(folder.read("out/b.pdf") != nil)
    #expect(objects.first { $0["id"] as? Int == 2 }?["code"] as? Int == 8)
    #expect(objects.first { $0["id"] as? Int == 3 }?["files"] as? [String] == ["out/p-1.png", "out/p-2.png"])
    #expect(folder.read("out/p-1.png").map { $0.starts(with: [0x89, 0x50]) } == true)
    #expect(folder.read("other/victim.png") == Data("old".utf8))
    #expect(try files.subpathsOfDirectory(atPath: folder.path + "/other").sorted() == ["deep", "victim.png"])
  }

  @Test func `a job over its budget fails alone`() throws {
    let folder = try folders()
    try folder.write("docs/long.md", String(repeating: "Many words of a long text with $\\frac{a}{b}$ and more words.\n\n", count: 40_000))
    let (objects, result) = try results(
      [#"{"id":1,"input":"long.md","output":"long.pdf"}"#, #"{"id":2,"input":"a.md","output":"a.pdf"}"#, #"{"id":3,"text":"x"}"#],
      ["--root", "docs", "--output-dir", "out", "--timeout", "3", "-j", "1"], in: folder)
    #expect(result.code == 0)
    #expect((objects.first { $0["id"] as? Int == 1 }?["message"] as? String)?.contains("limit.time") == true)
    #expect(objects.filter { $0["status"] as? String == "done" }.count == 2)
    // 200 MB of zeros, which are read whole.
    try folder.write("docs/large.md", "")
    let large = try #require(FileHandle(forWritingAtPath: folder.path + "/docs/large.md"))
    try large.truncate(atOffset: 200 << 20)
    try large.close()
    let (small, _) = try results(
      [#"{"id":1,"input":"large.md","output":"large.pdf"}"#, #"{"id":2,"input":"a.md","output":"a.pdf"}"#],
      ["--root", "docs", "--output-dir", "out", "--max-memory", "180", "-j", "1"], in: folder)
    #expect((small.first { $0["id"] as? Int == 1 }?["message"] as? String)?.contains("limit.memory") == true, "\(small)")
    #expect(small.first { $0["id"] as? Int == 2 }?["status"] as? String == "done")
  }

  @Test func `a worker without a root says so, once`() throws {
    let folder = try folders()
    let (objects, result) = try results([#"{"id":1,"input":"docs/a.md","output":"a.pdf"}"#], in: folder)
    #expect(objects.first?["status"] as? String == "done")
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.contains("--root"))
    #expect(try Program.run(["worker", "--sandbox"], in: folder).code == 2)
  }

  @Test func `a client that stops reading stops the worker's reading, and one that goes ends it`() throws {
    let folder = try folders()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["worker", "--root", "docs", "--output-dir", "out", "-j", "1"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    try process.run()
    // The results of these are megabytes; nobody reads them.
    let text = String(repeating: "Words and words. ", count: 20_000)
    let line = Data((#"{"id":1,"text":""# + text + #""}"# + "\n").utf8)
    let writer = input.fileHandleForWriting
    _ = fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK)
    var taken = 0
    let end = Date().addingTimeInterval(20)
    var rest = line
    while taken < 60, Date() < end {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(writer.fileDescriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        usleep(20_000)
      } else {
        rest = rest.dropFirst(count)
        if rest.isEmpty { (taken, rest) = (taken + 1, line) }
      }
    }
    #expect(taken < 60, "the worker took all jobs though nobody read a result")
    #expect(process.isRunning)
    try output.fileHandleForReading.close()
    let last = Date().addingTimeInterval(20)
    while process.isRunning, Date() < last { usleep(10_000) }
    #expect(!process.isRunning)
    process.terminate()
  }

  @Test(arguments: ["parallel.sh", "dask_batch.py", "spark_pipe.py"]) func `engines spread jobs`(sample: String) throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs/sub", withIntermediateDirectories: true)
    for number in 0..<12 { try folder.write("docs/\(number % 2 == 0 ? "" : "sub/")\(number).md", "# \(number)\n\nText $x_{\(number)}$.\n") }
    let isThere =
      switch sample {
      case "parallel.sh": try Program.run(["-c", "command -v parallel"], in: folder, program: "/bin/sh").code == 0
      case "dask_batch.py": try Program.run(["-c", "python3 -c 'import distributed'"], in: folder, program: "/bin/sh").code == 0
      default: try Program.run(["-c", "command -v java && python3 -c 'import pyspark'"], in: folder, program: "/bin/sh").code == 0
      }
    guard isThere else { return }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let path = root.path + "/samples/cluster/" + sample
    let more = sample == "dask_batch.py" ? " --workers 4 --kill-one" : ""
    let command = (sample.hasSuffix(".py") ? "python3 " : "sh ") + path + " docs out" + more
    let result = try Program.run(
      ["-c", command], in: folder, environment: ["MDTYPESET": Program.path], program: "/bin/sh", seconds: 180)
    #expect(result.code == 0, "\(result.errors)")
    let files = folder.files(below: "out").filter { $0.hasSuffix(".pdf") }
    #expect(files.count == 12, "\(files)")
    for file in files { #expect(folder.read("out/" + file)?.suffix(6) == Data("%%EOF\n".utf8)) }
    #expect(!folder.files(below: "out").contains { $0.contains(".mdtypeset-") })
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(output.contains("12 documents: 12 done, 0 not"), "\(output)")
  }

  @Test func `samples for engines lose nothing when a worker ends, and name what is not done`() throws {
    let folder = try Program.Folder()
    guard try Program.run(["-c", "command -v python3"], in: folder, program: "/bin/sh").code == 0 else { return }
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    for number in 0..<5 { try folder.write("docs/\(number).md", "# \(number)\n") }
    try folder.write("docs/bad.md", Data([0x23, 0x20, 0xFF, 0x00, 0xFE, 0x0A]))
    // A worker that ends after two answers.
    try folder.write("short", "#!/bin/sh\n\"$REAL\" \"$@\" | sed -u 2q\n")
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let jobs = "python3 \(root.path)/samples/cluster/jobs.py "
    let environment = ["REAL": Program.path, "MDTYPESET": "./short"]
    let run = try Program.run(
      ["-c", "chmod +x short; \(jobs) run docs out 0.md 1.md 2.md 3.md 4.md > results.jsonl"], in: folder, environment: environment,
      program: "/bin/sh", seconds: 120)
    #expect(run.code == 0, "\(run.errors)")
    #expect(folder.files(below: "out").filter { $0.hasSuffix(".pdf") }.count == 5)
    let check = try Program.run(["-c", jobs + "check docs out results.jsonl"], in: folder, environment: environment, program: "/bin/sh")
    #expect(check.code == 1 && check.errors == "bad.md: no worker has answered\n", "\(check.errors)")
    #expect(String(decoding: check.output, as: UTF8.self) == "6 documents: 5 done, 1 not\n")
  }
}
