import Foundation
import Testing

/// The same source gives the same files, wherever and however it is typeset.
@Suite struct SameBytesTests {
  @Test func `locale, time zone, working folder, threads and the spelling of paths change nothing`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: true)
    let svg = #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><g opacity=".5"><rect width="30" height="30"/></g>\
      <switch><text y="20" systemLanguage="de">deutsch</text><text y="20">words 骨</text></switch></svg>
      """#
    try folder.write("docs/c.svg", svg)
    try folder.write("docs/a.md", String(repeating: "# 标题 🎉\n\n骨 and 😀 with $x^2$, ![](c.svg)\n\n한국어 العربية\n\n", count: 12))
    let variants: [(arguments: [String], place: String, environment: [String: String])] = [
      (["docs/a.md"], "", [:]), (["docs/a.md", "-j", "1"], "", [:]), (["docs/a.md", "-j", "7"], "", [:]),
      ([folder.path + "/docs/a.md"], "", [:]), (["./docs/../docs/a.md"], "", [:]), (["a.md"], "/docs", [:]),
      (["docs/a.md"], "", ["LC_ALL": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8", "LANGUAGE": "ja", "TZ": "Asia/Tokyo"]),
      (["docs/a.md"], "", ["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "FC_LANG": "zh", "PANGO_LANGUAGE": "ja", "COLUMNS": "20"]),
    ]
    var first: [String: Data] = [:]
    for (arguments, place, environment) in variants {
      var files: [String: Data] = [:]
      for format in ["pdf", "png", "svg"] {
        let output = folder.path + "/out." + format
        let result = try Program.run(
          arguments + ["-o", output, "--ppi", "40"], at: folder.path + place, environment: environment)
        #expect(result.code == 0)
      }
      for name in folder.files where name.hasPrefix("out") {
        files[name] = folder.read(name)
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
      }
      #expect(files.count >= 5)
      if first.isEmpty { first = files }
      #expect(files == first, "\(arguments) in \(place) with \(environment)")
    }
  }
}
