import Foundation
import Testing

/// The commands that the README and the guide show are run by a shell.
@Suite struct GuideCommandTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of all `sh` blocks that run the program and end by themselves: a watch does not, `make` and `man` are others.
  private static let commands: [String] = {
    let guide = root.appending(path: "docs/guide")
    let pages =
      [root.appending(path: "README.md")]
      + ((try? FileManager.default.contentsOfDirectory(at: guide, includingPropertiesForKeys: nil)) ?? []).filter {
        $0.pathExtension == "md"
      }
    let lines = pages.flatMap { page in
      let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
      return text.matches(of: /(?ms)^```sh\n(.*?)^```$/).flatMap { $0.output.1.split(separator: "\n").map(String.init) }
    }
    return Set(lines).filter { $0.contains("mdtypeset ") && !$0.contains("watch") && !$0.contains("| man") && !$0.hasPrefix("make") }
      .sorted()
  }()

  @Test func `there are commands`() { #expect(Self.commands.count > 20) }

  @Test(arguments: commands) func `a command of the guide does what it says`(command: String) throws {
    let folder = try Program.Folder()
    let paths = ["docs/sub", "notes", "out", "bin", ".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"]
    for path in paths {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/bin/mdtypeset", withDestinationPath: Program.path)
    try folder.write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>")
    for name in ["doc.md", "a.md", "b.md", "docs/a.md", "docs/sub/b.md", "notes/a.md"] {
      try folder.write(name, "# \(name)\n\nEuler: $e^{i\\pi}+1=0$\n\n" + (name == "doc.md" ? "![A logo](logo.svg){#fig-1}\n" : ""))
    }
    if command.contains("--data") {
      try folder.write("rows.csv", "id,name\n1,Ada\n2,Grace\n")
      try folder.write("letter.md", "Dear {{name}},\n")
    }
    if command.contains(".ipynb") {
      try folder.write("analysis.ipynb", #"{"cells": [{"cell_type": "markdown", "source": "text"}], "nbformat": 4}"#)
    }
    if command.contains("mkdocs.yml") { try folder.write("mkdocs.yml", "site_name: Site\nnav: [{A: a.md}, sub/b.md]\n") }
    if command.contains("book.toml") {
      try FileManager.default.createDirectory(atPath: folder.path + "/src", withIntermediateDirectories: true)
      try folder.write("book.toml", "[book]\ntitle = \"Book\"\n")
      try folder.write("src/SUMMARY.md", "- [A](a.md)\n")
      try folder.write("src/a.md", "# A\n")
    }
    // What reads a PDF reads one that carries its source.
    var before =
      command.contains("doc.pdf") && command.contains(/extract|verify|comments/) ? "mdtypeset doc.md -o doc.pdf --attach-source && " : ""
    // A test needs references.
    if command.contains("mdtypeset test"), !command.contains("--update") || command.contains("--update=theme") {
      before = "mdtypeset test docs --update && "
    }
    // What is listed was added before.
    if command.contains("mdtypeset library") { before = "mdtypeset library add doc.md a.md b.md >/dev/null && " }
    // Equal files, so that diff ends with code 0.
    if command.contains("mdtypeset diff") {
      before = "cp a.md old.md && cp a.md new.md && for f in old.pdf new.pdf a.png; do mdtypeset a.md -o $f; done && cp a.png b.png && "
    }
    if command.contains("--baseline"), !command.contains("--update-baseline") {
      before = "mdtypeset check docs/*.md --baseline docs/known.txt --update-baseline 2>/dev/null && "
    }
    // Revisions are those of git.
    if command.contains(/main:|\/main|v1\.0/) {
      before +=
        "git init -q -b main && git add -A && git -c user.name=A -c user.email=a@b.c commit -q -m first && git tag v1.0 && git tag v1.1 && "
      before += "git update-ref refs/remotes/origin/main HEAD && "
    }
    let result = try Program.run(
      ["sh", "-c", before + command], in: folder,
      environment: ["PATH": folder.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "HOME": folder.path],
      program: "/usr/bin/env")
    #expect(result.code == 0 && !result.errors.contains(/(warning|error):/), "\(command)\n\(result.errors)")
  }
}
