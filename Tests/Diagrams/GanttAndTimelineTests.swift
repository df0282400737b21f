import Testing

@testable import TypesetDiagrams

/// Gantt charts and timelines of Mermaid.
struct GanttAndTimelineTests {
  private let type = DiagramType(size: 10)

  private func gantt(_ lines: String) throws -> [Gantt.Task] {
    var scanner = DiagramScanner("gantt\n\(lines)")
    scanner.at = 5
    var reader = GanttReader(scanner)
    return try reader.read().tasks
  }

  private func dates(_ lines: String) throws -> [String] {
    try gantt(lines).map { "\($0.start.written("%m-%d %H:%M")) to \($0.end.written("%m-%d %H:%M"))" }
  }

  // MARK: Times

  @Test func `a task begins where the one above ends, or after those that it names`() throws {
    #expect(
      try dates("A : a, 2024-02-27, 3d\nB : 12h\nC : after a b2, 1w\nD : b2, 2024-03-05, 2024-03-07") == [
        "02-27 00:00 to 03-01 00:00", "03-01 00:00 to 03-01 12:00", "03-07 00:00 to 03-14 00:00", "03-05 00:00 to 03-07 00:00",
      ])
  }

  @Test func `weekends that are left out make a task longer, and ends may be within`() throws {
    // The first of March 2024 is a Friday.
    #expect(try dates("excludes weekends\nA : 2024-03-01, 2d") == ["03-01 00:00 to 03-05 00:00"])
    #expect(try dates("inclusiveEndDates\nA : 2024-03-01, 2024-03-02") == ["03-01 00:00 to 03-03 00:00"])
  }

  @Test func `lengths are sums of parts, months end with the month`() throws {
    #expect(try dates("A : 2024-01-31, 1d12h\nB : 2024-01-31, 1M") == ["01-31 00:00 to 02-01 12:00", "01-31 00:00 to 02-29 00:00"])
  }

  @Test(arguments: [
    ("DD/MM/YYYY", "05/11/2023", "2023-11-05 00:00"), ("HH:mm", "17:49", "1970-01-01 17:49"),
    ("YYYY-MM-DD", "2025-10-3", "2025-10-03 00:00"),
    ("MMM D, YYYY h:mm a", "Mar 4, 2024 1:05 pm", "2024-03-04 13:05"), ("X", "86400", "1970-01-02 00:00"),
    ("YYYY", "2026", "2026-01-01 00:00"),
  ])
  func `times are read as the format says`(form: String, text: String, time: String) {
    #expect(DiagramTime(text, form: form)?.written("%Y-%m-%d %H:%M") == time)
  }

  @Test func `a day of any year is written as it was read`() {
    for year in [-1, 1600, 1900, 1969, 2000, 2024, 9999] {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        #expect(DiagramTime(year: year, month: month, day: day).date == (year, month, day))
      }
    }
  }

  // MARK: Mistakes and hostile sources

  @Test(arguments: ["A : 2024-05-01, 1000001d", "tickInterval 9999999day\nA : 2024-05-01, 3d"])
  func `a length of time beyond its range is a mistake`(source: String) {
    let mistake = #expect(throws: DiagramMistake.self) { try gantt(source) }
    #expect(mistake?.what.hasSuffix("is out of range") == true && mistake?.hint == "write a number from 0 to 1000000 with its unit")
  }

  @Test func `a task that waits for itself, and a time that is none, are mistakes at their places`() {
    #expect(throws: DiagramMistake.self) { try gantt("A : a, after b, 1d\nB : b, after a, 1d") }
    let mistake = #expect(throws: DiagramMistake.self) { try gantt("A : never") }
    #expect(mistake?.range == 10..<15 && mistake?.what == "this is no time and no length of time: never")
  }

  @Test func `digits without end and days off without end are bounded`() throws {
    #expect(DiagramTime(String(repeating: "9", count: 60), form: String(repeating: "Y", count: 60)) == nil)
    let off = "excludes weekends, monday, tuesday, wednesday, thursday, friday\n"
    #expect(try gantt(off + (0..<50).map { "T\($0) : 2024-01-01, 39999d" }.joined(separator: "\n")).count == 50)
  }

  // MARK: Drawings

  @Test func `a chart shows its sections, tasks, milestones and dates`() throws {
    let drawing = try MermaidDiagram.svg(
      of:
        "gantt\n  title Plan\n  section Build\n  Walls :crit, w, 2024-01-01, 10d\n  Roof :active, after w, 1w\n  section Move\n  In :milestone, 2024-02-01, 0d",
      in: type)
    for word in ["Plan", "Build", "Walls", "Roof", "Move", "In"] { #expect(drawing.contains(">\(word)</text>"), "\(word)") }
    #expect(drawing.contains(">2024-01-"))
  }

  @Test func `a timeline has its periods, what happened in them, and its sections`() throws {
    for direction in ["", " TD"] {
      let drawing = try MermaidDiagram.svg(
        of:
          "timeline\(direction)\n  title Web\n  section Early\n  2002 : LinkedIn\n  2004 : Facebook : Google\n       : Flickr\n  section Late\n  2005 : at 10:30",
        in: type)
      for word in ["Web", "Early", "2002", "LinkedIn", "2004", "Facebook", "Google", "Flickr", "Late", "2005", "at 10:30"] {
        #expect(drawing.contains(">\(word)</text>"), "\(word)")
      }
    }
  }

  @Test(arguments: ["timeline", "timeline\n  : early", "gantt\n  title x"])
  func `what has no periods or no tasks is a mistake`(source: String) {
    #expect(throws: DiagramMistake.self) { try MermaidDiagram.svg(of: source, in: type) }
  }
}
