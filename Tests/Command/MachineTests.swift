import Foundation
import Testing

/// `info` and `doctor`: what the program and the machine are made of.
@Suite struct MachineTests {
  private struct Info: Decodable {
    struct Fonts: Decodable { var bundled: [String] }
    var version: String
    var build: String
    var libraries: [String: String]
    var fonts: Fonts
    var sandbox: [String: Bool]
  }

  @Test func `info as JSON names the version that --version prints, libraries and fonts`() throws {
    let folder = try Program.Folder()
    let info = try JSONDecoder().decode(Info.self, from: Program.run(["info", "--json"], in: folder).output)
    let version = String(decoding: try Program.run(["--version"], in: folder).output, as: UTF8.self)
    #expect(version == "mdtypeset \(info.version)\n")
    #expect(info.build.count == 16)
    #expect(Set(info.libraries.keys) == ["cairo", "harfbuzz", "icu", "librsvg"])
    #expect(info.fonts.bundled.contains("Libertinus Serif"))
    #expect(Set(info.sandbox.keys) == ["files", "calls"])
  }

  @Test func `doctor names the package for characters that the fonts at hand lack`() throws {
    let folder = try Program.Folder()
    let result = try Program.run(["doctor", "--ignore-system-fonts"], in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("missing  Chinese characters: install fonts-noto-cjk, or name a folder with --font-path"))
    #expect(lines.contains("ok       formulas"))
    #expect(lines.contains("missing  emoji: install fonts-noto-color-emoji, or name a folder with --font-path"))
    #expect(lines.contains("ok       SVG pictures (librsvg-2.so.2)"))
    #expect(result.code == 1)
  }

  @Test func `doctor names the package of a program that is not there`() throws {
    let folder = try Program.Folder()
    let result = try Program.run(["doctor"], in: folder, environment: ["PATH": "/nowhere"])
    #expect(String(decoding: result.output, as: UTF8.self).contains("missing  dot diagrams: install graphviz"))
    #expect(result.code == 1)
  }

  @Test func `quotation marks of fish's completions are closed on their line`() throws {
    let folder = try Program.Folder()
    let text = String(decoding: try Program.run(["completions", "fish"], in: folder).output, as: UTF8.self)
    #expect(text.contains("\\'"))
    for line in text.split(separator: "\n") {
      var isQuoted = false
      var isEscaped = false
      for character in line {
        if isEscaped { isEscaped = false } else if character == "\\" { isEscaped = true } else if character == "'" { isQuoted.toggle() }
      }
      #expect(!isQuoted, "\(line)")
    }
  }
}
