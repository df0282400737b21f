import Foundation
import Testing

@Suite struct DataBatchTests {
  private static let letter = "---\ntitle: Statement {{id}}\n---\n\nDear {{name}}, you have {{balance | currency EUR}}.\n"

  private func folder(_ rows: String, _ letter: String = letter, data: String = "rows.csv") throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write("letter.md", letter)
    try folder.write(data, rows)
    return folder
  }

  private func batch(_ folder: Program.Folder, _ words: String..., data: String = "rows.csv", output: String = "out/{id}.pdf") throws
    -> Program.Result
  {
    try Program.run(["batch", "--data", data, "letter.md", "-o", output, "-j", "2"] + words, in: folder)
  }

  @Test func `each row is a document, and what is in it is no markup`() throws {
    let folder = try folder("id,name,balance\n7,\"*Ann* <b> $x$ | [a](b)\",1234.5\n8,Ben,2\n")
    let result = try batch(folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.files(below: "out").filter { $0.hasSuffix(".pdf") }.sorted() == ["7.pdf", "8.pdf"])
    let text = try Program.text(ofPDF: "out/7.pdf", in: folder)
    #expect(text.contains("Statement 7") && text.contains("Dear *Ann* <b> $x$ | [a](b), you have €1,234.50."), "\(text)")
  }

  @Test func `a field that is missing is an error that names row and place, and the others are made`() throws {
    let folder = try folder(
      "{\"id\": 1, \"name\": \"Ann\", \"balance\": 1}\n\n{\"id\": 2, \"name\": \"Ben\"}\n", data: "rows.jsonl")
    let result = try batch(folder, data: "rows.jsonl")
    #expect(result.code == 4)
    #expect(result.errors.contains("rows.jsonl:3: error: letter.md:5: there is no field balance\n"), "\(result.errors)")
    #expect(result.errors.contains("2 documents: 1 made, 1 failed"))
  }

  @Test func `rows that have not changed are not made again, and outputs of rows that are gone are told`() throws {
    let folder = try folder("id,name,balance\n1,Ann,1\n2,Ben,2\n3,Cem,3\n")
    _ = try batch(folder)
    try folder.write("rows.csv", "id,name,balance\n1,Ann,1\n2,Ben,5\n")
    let again = try batch(folder)
    #expect(again.errors.contains("2 documents: 1 made, 1 up to date") && again.errors.contains("is gone: out/3.pdf"), "\(again.errors)")
    _ = try batch(folder, "--prune")
    #expect(!folder.files(below: "out").contains("3.pdf") && folder.files(below: "out").contains("1.pdf"))
    // The template is part of each.
    try folder.write("letter.md", Self.letter + "\nMore.\n")
    #expect(try batch(folder).errors.contains("2 documents: 2 made"))
  }

  @Test func `what cannot be is said before anything is made`() throws {
    for (rows, words) in [
      ("id,name,balance\n1,a,1\n1,b,2\n", "rows.csv:3: another row has the same output out/1.pdf"),
      ("id,name,balance\n../x,a,1\n", "rows.csv:2: the field id, which -o names, is “../x”, which is no file's name"),
      ("id,name,balance\n,a,1\n", "which is no file's name"), ("id,name,balance\n1,a\n", "rows.csv:2: the row has 2 values"),
      ("number,name\n1,a\n", "rows.csv:2: there is no field id"), ("id,name\n", "rows.csv has no rows"),
    ] {
      let folder = try folder(rows)
      let result = try batch(folder)
      #expect(result.code != 0 && result.errors.contains(words), "\(result.errors)")
      #expect(folder.read("out/1.pdf") == nil)
    }
    let folder = try folder("id,name,balance\n1,a,1\n", "{{#if a}}\n")
    #expect(try batch(folder).errors.contains("letter.md:1: {{#if}} is not closed"))
    #expect(try batch(folder, output: "out/a.pdf").errors.contains("all rows would have the same output"))
  }

  @Test func `an output has the bytes of the document set alone`() throws {
    let template =
      "# Statement {{id}}\n\nDear **{{name}}**,\n\n| Day | What | Amount |\n|:--|:--|--:|\n{{#each entries}}| {{day}} | {{what}} | {{amount | currency EUR}} |\n{{/each}}\n"
    func entries(_ row: Int) -> [(day: Int, what: String, amount: String)] {
      (1...8).map { ($0, ["Rent", "Books", "Käse"][(row + $0) % 3] + " \(row * $0)", "\(row * 37 - $0 * 100).\($0)5") }
    }
    let names = ["Ann", "Ben Q", "Zoë"]
    // More than from which HarfBuzz is given faces that are prepared for many subsets.
    let rows = (1...34).map { row in
      let items = entries(row).map { "{\"day\": \($0.day), \"what\": \"\($0.what)\", \"amount\": \($0.amount)}" }
      return "{\"id\": \(row), \"name\": \"\(names[row % 3])\", \"entries\": [\(items.joined(separator: ", "))]}\n"
    }
    let folder = try folder(rows.joined(), template, data: "rows.jsonl")
    let result = try Program.run(["batch", "--data", "rows.jsonl", "letter.md", "-o", "out/{id}.pdf", "-j", "1"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    for row in [1, 2, 3, 31, 33, 34] {
      let lines = entries(row).map { "| \($0.day) | \($0.what) | [\($0.amount)]{format=\"currency EUR\"} |\n" }
      let text =
        "# Statement \(row)\n\nDear **\(names[row % 3])**,\n\n| Day | What | Amount |\n|:--|:--|--:|\n" + lines.joined() + "\n"
      let alone = try Program.Folder()
      try alone.write("letter.md", text)
      _ = try Program.run(["letter.md", "-o", "alone.pdf"], in: alone)
      #expect(alone.read("alone.pdf") != nil && folder.read("out/\(row).pdf") == alone.read("alone.pdf"), "row \(row)")
    }
  }

  @Test func `what is recorded of thousands of rows is found again, and rewritten each once`() throws {
    let folder = try folder("id,name,balance\n1,Ann,1\n2,Ben,2\n")
    _ = try batch(folder)
    let lines = String(decoding: try #require(folder.read("out/.mdtypeset-batch")), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    let one = try #require(lines.first { $0.contains("out/1.pdf") || $0.contains("out\\/1.pdf") })
    // Records of other templates, whose outputs are there or not, and the same line twice.
    let others = (10..<3_000).map { one.replacing("out\\/1", with: "out\\/\($0)").replacing("out/1", with: "out/\($0)") }
    try folder.write("out/.mdtypeset-batch", (others + lines + lines).joined(separator: "\n") + "\n{\"docu")
    #expect(try batch(folder).errors.contains("2 documents: 0 made, 2 up to date"))
    try folder.write("rows.csv", "id,name,balance\n1,Ann,1\n2,Ben,3\n")
    #expect(try batch(folder).errors.contains("2 documents: 1 made, 1 up to date"))
    let after = String(decoding: try #require(folder.read("out/.mdtypeset-batch")), as: UTF8.self).split(separator: "\n")
    #expect(after.count == 2 && after.contains(one), "\(after.count)")
    #expect(try batch(folder).errors.contains("2 documents: 0 made, 2 up to date"))
  }

  @Test func `parts of rows are made by several machines`() throws {
    let folder = try folder("id,name,balance\n" + (1...12).map { "\($0),n,1\n" }.joined())
    let first = try batch(folder, "--shard", "1/2")
    let second = try batch(folder, "--shard", "2/2")
    #expect(first.code == 0 && second.code == 0)
    #expect(folder.files(below: "out").filter { $0.hasSuffix(".pdf") }.count == 12)
    #expect(try batch(folder).errors.contains("12 documents: 0 made, 12 up to date"))
  }

  @Test func `names of outputs are words and fields in turn`() throws {
    let row = "{\"id\": \"x\", \"year\": 26, \"a\": {\"b\": \"y\"}, \"name\": \"Ann\", \"balance\": 1}\n"
    let folder = try folder(row, data: "rows.jsonl")
    #expect(try batch(folder, data: "rows.jsonl", output: "out/{year}/{id}-{a.b}.pdf").code == 0)
    #expect(folder.read("out/26/x-y.pdf") != nil)
    #expect(try batch(folder, "--to", "txt,png", data: "rows.jsonl", output: "{id}").code == 0)
    #expect(folder.read("x.txt") != nil && folder.read("x.png") != nil)
  }
}
