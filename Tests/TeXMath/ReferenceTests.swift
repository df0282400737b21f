import Foundation
import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

/// One formula as LuaTeX set it.
private struct Reference {
  struct Item { var key: Int; var numbers: [Double] }

  var id: String
  var style: MathStyle
  var tex: String
  var size: [Double]
  var glyphs: [Item]
  var rules: [Item]

  init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 6 else { return nil }
    func numbers(_ text: Substring) -> [[Double]] {
      text.split(separator: ";").map { $0.split(separator: " ").compactMap { Double($0) } }
    }
    id = String(fields[0])
    style = fields[1] == "display" ? .display : .text
    size = numbers(fields[2]).first ?? []
    glyphs = numbers(fields[3]).map { Item(key: Reference.key(Int($0[0]), $0[1], isText: $0[4] == 1), numbers: [$0[2], $0[3]]) }
    rules = numbers(fields[4]).map { Item(key: 0, numbers: $0) }
    tex = String(fields[5])
  }

  /// Index, size to a tenth of a point, and whether from a text face.
  static func key(_ glyph: Int, _ size: Double, isText: Bool) -> Int { glyph * 4096 + Int((size * 10).rounded()) * 2 + (isText ? 1 : 0) }
}

/// Greedy matching of items with equal keys, nearest pairs first: the number without partner and the largest distance.
private func paired(_ ours: [Reference.Item], _ theirs: [Reference.Item]) -> (lone: Int, distance: Double) {
  var pairs: [(Double, Int, Int)] = []
  for (i, a) in ours.enumerated() {
    for (j, b) in theirs.enumerated() where a.key == b.key {
      pairs.append((zip(a.numbers, b.numbers).map { abs($0 - $1) }.max() ?? 0, i, j))
    }
  }
  var (used, taken, farthest) = (Set<Int>(), Set<Int>(), 0.0)
  for (distance, i, j) in pairs.sorted(by: { $0 < $1 }) where !used.contains(i) && !taken.contains(j) {
    used.insert(i)
    taken.insert(j)
    farthest = max(farthest, distance)
  }
  return (ours.count + theirs.count - 2 * used.count, farthest)
}

/// Rules with those united that touch end to end and have the same thickness: a table's line may be drawn in pieces.
private func united(_ rules: [Reference.Item]) -> [Reference.Item] {
  var rules = rules.map(\.numbers)
  for (along, across) in [(0, 1), (1, 0)] {
    func order(_ r: [Double]) -> (Double, Double, Double) {
      ((r[across] * 100).rounded(), (r[across + 2] * 100).rounded(), r[along])
    }
    rules.sort { order($0) < order($1) }
    var out: [[Double]] = []
    for rule in rules {
      if let last = out.last, abs(last[across] - rule[across]) < 0.01, abs(last[across + 2] - rule[across + 2]) < 0.01,
        abs(last[along] + last[along + 2] - rule[along]) < 0.01
      {
        out[out.count - 1][along + 2] += rule[along + 2]
      } else {
        out.append(rule)
      }
    }
    rules = out
  }
  return rules.map { Reference.Item(key: 0, numbers: $0) }
}

@Suite struct ReferenceTests {
  /// All but those that `Fixtures/FILE-differing.txt` names agree with LuaTeX; MDTYPESET_UPDATE_REFERENCES writes that list anew. It only gets
  /// shorter.
  @Test(arguments: [
    ("math-dev", "Latin Modern Math"), ("math-dev-stix", "STIX Two Math"), ("math-dev-libertinus", "Libertinus Math"),
    ("math-dev-newcm", "New Computer Modern Math"), ("math-commands", "Latin Modern Math"),
  ]) func `formulas are LuaTeX's within 0.05 pt, their glyphs within 0.1 pt`(file: String, family: String) throws {
    let url = try #require(Bundle.module.url(forResource: file, withExtension: "tsv", subdirectory: "Fixtures"))
    let references = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { Reference($0) }
    #expect(references.count > 800)
    let fonts = FontBook()
    let face = try #require(fonts.face(family: family))
    let text = family == "New Computer Modern Math" ? "New Computer Modern" : "Latin Modern Roman"
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: [text])
    var differing: [String] = []
    for reference in references {
      // LuaTeX had them behind a command for the style, which is the numerator's alone where the formula has an `\over`.
      let tex = (reference.style == .display ? "\\displaystyle " : "\\textstyle ") + reference.tex
      let formula = typesetter.set(tex, style: .text, size: 10.pt)
      let ink = formula.list.packed()
      var (glyphs, rules): ([Reference.Item], [Reference.Item]) = ([], [])
      for item in ink.items {
        switch item {
        case .run(let run):
          for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
            let key = Reference.key(Int(glyph.id), run.size.points, isText: run.face != face.id)
            let place = [run.x.points + Double(glyph.x) / 65536, run.y.points + Double(glyph.y) / 65536]
            glyphs.append(Reference.Item(key: key, numbers: place))
          }
        case .rule(let rect, _):
          rules.append(Reference.Item(key: 0, numbers: [rect.x, rect.y, rect.width, rect.height].map(\.points)))
        default: break
        }
      }
      let ours = [formula.width, formula.height, formula.depth].map(\.points)
      let size = zip(ours, reference.size).map { abs($0 - $1) }.max() ?? 0
      let letters = paired(glyphs, reference.glyphs)
      let lines = paired(united(rules), united(reference.rules))
      let agrees = size <= 0.05 && letters.lone == 0 && lines.lone == 0 && max(letters.distance, lines.distance) <= 0.1
      if !agrees { differing.append("\(reference.id)\t\(reference.tex)") }
    }
    let list = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(file)-differing.txt")
    if ProcessInfo.processInfo.environment["MDTYPESET_UPDATE_REFERENCES"] != nil {
      try Data((differing.joined(separator: "\n") + "\n").utf8).write(to: list)
    }
    let known = Set(try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init))
    #expect(differing.filter { !known.contains($0) }.isEmpty, "these agreed with LuaTeX in \(family)")
    #expect(known.subtracting(differing).isEmpty, "these agree now in \(family): take them from the list")
  }

  /// Formulas of thirty fields as authors write them, with those that showed a difference: all but the ones that `math-written-differing.txt`
  /// names are as wide, high and deep as LuaTeX's.
  @Test(arguments: [
    (2, "Latin Modern Math", "Latin Modern Roman"), (3, "STIX Two Math", "STIX Two Text"), (4, "Libertinus Math", "Libertinus Serif"),
    (5, "New Computer Modern Math", "New Computer Modern"),
  ]) func `written formulas have LuaTeX's sizes within 0.02 pt`(column: Int, family: String, text: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let fonts = FontBook()
    let face = try #require(fonts.face(family: family))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: [text])
    var (differing, count): ([String], Int) = ([], 0)
    for line in try String(contentsOf: folder.appending(path: "math-written.tsv"), encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      let wanted = fields[column].split(separator: " ").compactMap { Double($0) }
      guard wanted.count == 3, fields.count == 7 else { continue }
      let formula = typesetter.set(
        (fields[1] == "display" ? "\\displaystyle " : "\\textstyle ") + fields[6], style: .text, size: 10.pt)
      let ours = [formula.width, formula.height, formula.depth].map(\.points)
      count += 1
      if zip(ours, wanted).contains(where: { abs($0 - $1) > 0.02 }) { differing.append("\(family)\t\(fields[6])") }
    }
    #expect(count > 540)
    let known = try String(contentsOf: folder.appending(path: "math-written-differing.txt"), encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix(family + "\t") }.map(String.init)
    #expect(differing.sorted() == known.sorted())
  }
}
