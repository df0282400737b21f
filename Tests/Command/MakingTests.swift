import Foundation
import Testing

/// Whichever verb makes a document, it makes the same files.
@Suite struct MakingTests {
  private func folder() throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write(
      "p.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='9' height='9' fill='red'/></svg>")
    try folder.write("a.md", "# A\n\nText with $x^2$ and ![p](p.svg).\n\n$$\\frac{a}{b}$$\n")
    try folder.write("carried.md", "---\nattach-source: true\n---\n\n# B\n\nText with $x^2$ and ![p](p.svg).\n")
    return folder
  }

  /// The file that watching a document writes first.
  private func watched(_ arguments: [String], _ output: String, in folder: Program.Folder) throws -> Data? {
    let words = ([Program.path, "watch"] + arguments + ["-o", output]).map { "'\($0)'" }.joined(separator: " ")
    let script = "\(words) & p=$!; for i in $(seq 800); do [ -s \(output) ] && break; sleep 0.05; done; kill $p; wait $p"
    _ = try Program.run(["bash", "-c", script], in: folder, program: "/usr/bin/env")
    return folder.read(output)
  }

  @Test(arguments: [("a", "pdf"), ("a", "svg"), ("a", "png"), ("carried", "pdf")])
  func `every verb writes the file of a single run`(name: String, format: String) throws {
    let folder = try folder()
    _ = try Program.run(["\(name).md", "-o", "single.\(format)"], in: folder)
    let bytes = try #require(folder.read("single.\(format)"))
    _ = try Program.run(["batch", "\(name).md", "-o", "batch", "--to", format], in: folder)
    #expect(folder.read("batch/\(name).\(format)") == bytes, "batch")
    for job in [#"{"input":"\#(name).md","output":"job.\#(format)"}"#, #"{"input":"\#(name).md","to":"\#(format)"}"#] {
      let result = try Program.run(["worker"], in: folder, input: Data(job.utf8))
      let answer = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
      let data = answer["data"] as? String ?? (answer["data"] as? [String])?.first
      #expect(data.flatMap { Data(base64Encoded: $0) } ?? folder.read("job.\(format)") == bytes, "worker: \(answer)")
    }
    #expect(try watched(["\(name).md"], "watched.\(format)", in: folder) == bytes, "watch")
    guard name == "a" else { return }
    let pattern = format == "pdf" ? "stream.pdf" : "stream-{p}.\(format)"
    _ = try Program.run(["\(name).md", "--stream", "-o", pattern], in: folder)
    #expect(folder.read(pattern.replacing("{p}", with: "1")) == bytes, "stream")
  }

  @Test func `a PDF that carries its source has the files that it was made of, whichever verb makes it`() throws {
    let folder = try folder()
    _ = try Program.run(["batch", "a.md", "carried.md", "-o", "batch", "--attach-source"], in: folder)
    let job = #"{"input":"a.md","output":"job.pdf","options":["--attach-source"]}"#
    _ = try Program.run(["worker"], in: folder, input: Data(job.utf8))
    #expect(try watched(["a.md", "--attach-source"], "watched.pdf", in: folder) != nil)
    try FileManager.default.removeItem(atPath: folder.path + "/p.svg")
    for name in ["batch/a.pdf", "batch/carried.pdf", "job.pdf", "watched.pdf"] {
      let result = try Program.run(["verify", name], in: folder)
      #expect(result.code == 0, "\(name): \(String(decoding: result.output, as: UTF8.self))\(result.errors)")
    }
  }
}
