import Testing

@testable import TypesetDrawing

/// What readers have added to a PDF, written as viewers write it.
@Suite struct PDFAnnotationTests {
  /// A file of two pages, the second one below a node of its own.
  private func file(_ annotations: String, second: String = "[]", _ objects: [String] = []) -> [UInt8] {
    let own = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2/MediaBox[0 0 300 400]/Kids[3 0 R 4 0 R]>>",
      "<</Type/Page/Parent 2 0 R/Annots \(annotations)>>", "<</Type/Pages/Parent 2 0 R/Count 1/Kids[5 0 R]>>",
      "<</Type/Page/Parent 4 0 R/MediaBox[0 0 100 200]/Annots \(second)>>",
    ]
    var (bytes, places) = (Array("%PDF-1.7\n".utf8), [Int]())
    for (index, object) in (own + objects).enumerated() {
      places.append(bytes.count)
      bytes += "\(index + 1) 0 obj\n\(object)\nendobj\n".utf8
    }
    let lines = places.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }.joined()
    let table = "xref\n0 \(places.count + 1)\n0000000000 65535 f \n\(lines)trailer\n<</Root 1 0 R>>\nstartxref\n\(bytes.count)\n%%EOF\n"
    return bytes + table.utf8
  }

  @Test func `a highlight has its lines, its words and who wrote them`() {
    let dictionary =
      "<</Subtype/Highlight/Rect[10 20 90 60]/QuadPoints[10 60 90 60 10 50 90 50 10 30 40 30 10 20 40 20]"
      + "/Contents(which \\(one\\)?)/T<FEFF0042006F>/M(D:20260131)>>"
    let (found, count) = PDFAnnotation.read(file("[\(dictionary)]"))
    let lines = [
      PDFAnnotation.Area(left: 10, bottom: 50, right: 90, top: 60), PDFAnnotation.Area(left: 10, bottom: 20, right: 40, top: 30),
    ]
    #expect(
      found == [
        PDFAnnotation(
          kind: "highlight", page: 0, pageHeight: 400, areas: lines, comment: "which (one)?", author: "Bo", date: "D:20260131",
          isReply: false)
      ])
    #expect(count == 2)
  }

  @Test func `annotations are found wherever they are, from top to bottom; links and pop-ups are none`() {
    func note(_ top: Int, _ text: String, _ more: String = "") -> String {
      "<</Subtype/Text/Rect[0 \(top - 9) 9 \(top)]/Contents(\(text))\(more)>>"
    }
    let (found, _) = PDFAnnotation.read(
      file(
        "[6 0 R \(note(300, "top")) <</Subtype/Link/Rect[0 0 9 9]>> <</Subtype/Popup/Rect[0 0 9 9]>> 99 0 R]", second: "7 0 R",
        [note(200, "below", "/IRT 8 0 R"), "[8 0 R]", note(50, "second page")]))
    #expect(found.map(\.comment) == ["top", "below", "second page"])
    #expect(found.map(\.page) == [0, 0, 1] && found.map(\.isReply) == [false, true, false])
    #expect(found.last?.pageHeight == 200)
  }

  @Test func `broken files have none, and loops of pages end`() {
    let whole = file("[<</Subtype/Text/Rect[0 0 9 9]/Contents(a)>>]")
    for count in stride(from: 0, to: whole.count, by: 7) { _ = PDFAnnotation.read(Array(whole[..<count])) }
    #expect(PDFAnnotation.read(file("[<</Subtype/Text/Rect[0 0]>> <</Subtype/Text>> <</Subtype")).annotations.isEmpty)
    #expect(PDFAnnotation.read(file("6 0 R", ["[7 0 R 6 0 R]", "<</Kids[2 0 R 4 0 R]>>"])).annotations.isEmpty)
  }
}
