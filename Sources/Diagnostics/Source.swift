import TypesetBytes

/// The text that the author wrote, one file or several joined, and where its lines begin.
///
/// Places are UTF-8 byte offsets into `bytes`; lines and columns are made only for a message.
public struct Source: Sendable {
  /// One file of a joined source.
  public struct File: Hashable, Sendable {
    /// The name that messages show.
    public var name: String
    /// Where its first byte is in `Source.bytes`.
    public var start: Int
    /// Where relative paths in it start; nil is the first folder that may be read.
    public var folder: String?
    /// Its place in a book or a site; nil for files that were named one by one.
    package var chapter: Chapter?

    /// What the navigation of a work says of one of its files.
    package struct Chapter: Hashable, Sendable {
      /// Of the file's first heading, from 1; its others follow.
      package var level: Int
      /// Markdown; used as the heading of a file without a heading.
      package var title: String?
      /// Headings above it that belong to no file: parts of a book, sections of a site.
      package var parts: [Part] = []
      /// What the file is to the tool that makes the work.
      package var form = Form.chapter
      /// True if it begins a page, whatever its level is.
      package var beginsPage = false
      /// False if the work's own list leaves its headings without numbers: a preface, a part without them.
      package var isNumbered = true
      package var role = Role.chapter

      /// What a file is in a book.
      package enum Role: String, Hashable, Sendable {
        case chapter
        /// The page of a part, in which the chapters below it are.
        case part
        /// Counted by letters, with all files after it.
        case appendix
      }

      /// What one file is to the tool that makes the work.
      package enum Form: Hashable, Sendable {
        /// Headings of the first level are chapters of a book, however many are in a file.
        case chapter
        /// A page of a site, with one title.
        case page
        /// A note, whose name is its title.
        case note
      }

      package init(level: Int, title: String?, parts: [Part] = [], form: Form = .chapter) {
        (self.level, self.title, self.parts, self.form) = (level, title, parts, form)
      }
    }

    /// A heading that navigation puts above a file.
    package struct Part: Hashable, Sendable {
      /// From 1.
      package var level: Int
      /// Markdown.
      package var title: String
      /// False for parts of a book, through which its chapters are counted; true for sections, with whose number those of their pages begin.
      package var isNumbered: Bool

      package init(level: Int, title: String, isNumbered: Bool = true) {
        (self.level, self.title, self.isNumbered) = (level, title, isNumbered)
      }
    }

    /// - Parameters:
    ///   - name: What diagnostics call it.
    ///   - start: Where its first byte is in `Source.bytes`.
    ///   - folder: Where relative paths in it start.
    public init(name: String, start: Int, folder: String? = nil) {
      self.name = name
      self.start = start
      self.folder = folder
    }

    /// The same file at another place of a source.
    package func moved(to start: Int) -> File {
      var file = self
      file.start = start
      return file
    }
  }

  /// Consecutive bytes of one file: a whole file, or the part between two included ones.
  public struct Run: Sendable, Equatable {
    /// Where its first byte is in `Source.bytes`.
    public var start: Int
    /// The name that messages show.
    public var file: String
    /// Of the first byte in that file, from 1.
    public var line: Int
    /// Of the first byte in that file. Below 1 where the run begins with the indent of the line that includes the file.
    public var column: Int

    /// - Parameters:
    ///   - start: Where its first byte is in `Source.bytes`.
    ///   - file: The name of the file.
    ///   - line: Of the file, from 1.
    ///   - column: In characters, from 1.
    public init(start: Int, file: String, line: Int = 1, column: Int = 1) {
      self.start = start
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// The inputs that were joined; each has its own front matter, notes and anchors.
  public let files: [File]
  /// UTF-8.
  public let bytes: [UInt8]
  /// Which file each byte comes from, included files too; in order, the first at 0.
  public let runs: [Run]
  /// The text before template tags were removed from it; at most one.
  private let before: [Source]
  /// What the converter that made this text from another format reports.
  package var remarks: [Diagnostic] = []
  /// Of the text; nil where nothing has asked for them.
  package internal(set) var pairs: BytePairs?

  /// Where the bytes of one of the files end.
  ///
  /// - Parameter number: From 0, less than the number of files.
  package func end(ofFile number: Int) -> Int { number + 1 < files.count ? files[number + 1].start : bytes.count }

  /// The text before template tags were removed from it; nil for a source without template tags.
  package var written: Source? { before.first }

  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - bytes: UTF-8.
  ///   - folder: Where relative paths in it start; nil is the first folder that may be read.
  public init(name: String, bytes: [UInt8], folder: String? = nil) {
    self.init(files: [File(name: name, start: 0, folder: folder)], bytes: bytes)
  }

  /// - Parameters:
  ///   - files: In order.
  ///   - bytes: The text of all files, in UTF-8.
  ///   - runs: In order, the first at 0; empty where nothing is included.
  ///   - written: The text that this one was made of, if its lines are different ones.
  public init(files: [File], bytes: [UInt8], runs: [Run] = [], written: Source? = nil) {
    self.files = files
    before = written.map { [$0] } ?? []
    self.bytes = bytes
    self.runs = runs.isEmpty ? files.map { Run(start: $0.start, file: $0.name) } : runs
  }

  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - text: Markdown.
  ///   - folder: Where relative paths in it start; nil is the first folder that may be read.
  public init(name: String, text: String, folder: String? = nil) {
    self.init(name: name, bytes: Array(text.utf8), folder: folder)
  }

  /// Several files, one after the other, with an empty line between them, as pandoc joins its inputs.
  public init(joining parts: [(name: String, folder: String?, bytes: [UInt8])]) {
    var files: [File] = []
    var bytes: [UInt8] = []
    for part in parts {
      if !files.isEmpty { bytes += [0x0A, 0x0A] }
      files.append(File(name: part.name, start: bytes.count, folder: part.folder))
      bytes += part.bytes
    }
    self.init(files: files.isEmpty ? [File(name: "", start: 0)] : files, bytes: bytes)
  }

  /// Sources, one after the other, with an empty line between them.
  package init(joining sources: [Source]) {
    var (files, bytes, runs, remarks): ([File], [UInt8], [Run], [Diagnostic]) = ([], [], [], [])
    for source in sources {
      if !files.isEmpty { bytes += [0x0A, 0x0A] }
      let start = bytes.count
      files += source.files.map { $0.moved(to: $0.start + start) }
      runs += source.runs(from: start)
      remarks += source.remarks(from: start)
      bytes += source.bytes
    }
    self.init(files: files.isEmpty ? [File(name: "", start: 0)] : files, bytes: bytes, runs: runs)
    self.remarks = remarks
  }

  /// This source with a part of its text replaced; files that begin after the part move with the text.
  ///
  /// - Parameters:
  ///   - range: In `bytes`; what lies beyond the end counts as the end.
  ///   - text: UTF-8.
  package func replacing(_ range: Range<Int>, with text: [UInt8]) -> Source {
    let range = range.clamped(to: 0..<bytes.count + 1)
    let place = min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)
    var changed = bytes
    changed.replaceSubrange(place, with: text)
    func moved(_ start: Int) -> Int { start <= place.lowerBound ? start : max(start, place.upperBound) + text.count - place.count }
    var source = Source(files: files.map { $0.moved(to: moved($0.start)) }, bytes: changed)
    source.remarks = remarks
    return source
  }

  /// The runs where the text begins at another byte.
  package func runs(from start: Int) -> [Run] {
    runs.map { Run(start: $0.start + start, file: $0.file, line: $0.line, column: $0.column) }
  }

  /// The remarks where the text begins at another byte.
  package func remarks(from start: Int) -> [Diagnostic] {
    remarks.map { remark in
      var moved = remark
      moved.span = remark.span.map { SourceSpan(Int($0.start) + start, Int($0.end) + start) }
      return moved
    }
  }

  /// The remarks for a text that was made of this one: their places hold where nothing has been included.
  package func remarks(readAs source: Source) -> [Diagnostic] {
    remarks.isEmpty || source.bytes.count == bytes.count ? remarks : remarks.map { $0.outsideDocument(in: self) }
  }

  /// The texts of two sources, one after the other.
  package init(joining first: Source, _ second: Source) {
    let offset = first.bytes.count
    self.init(
      files: first.files + second.files.map { $0.moved(to: $0.start + offset) },
      bytes: first.bytes + second.bytes,
      runs: first.runs + second.runs.map { Run(start: $0.start + offset, file: $0.file, line: $0.line, column: $0.column) })
  }

  /// A place in terms of file, line and column.
  public struct Position: Hashable, Codable, Sendable {
    /// The name that messages show.
    public var file: String
    /// From 1.
    public var line: Int
    /// In Unicode scalars, from 1, as editors count.
    public var column: Int

    /// - Parameters:
    ///   - file: The name of the file.
    ///   - line: From 1.
    ///   - column: In characters, from 1.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// The file, line and column of a byte; an offset past the end is the end.
  public func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let run = run(at: offset)
    var line = run.line
    var lineStart = run.start
    for index in run.start..<max(offset, run.start) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let columns = bytes[lineStart..<max(offset, lineStart)].count { $0 & 0xC0 != 0x80 }
    return Position(file: run.file, line: line, column: max(1, columns + (line == run.line ? run.column : 1)))
  }

  /// The byte at a place of a file; nil where no run has it.
  package func offset(of position: Position) -> Int? {
    for (index, run) in runs.enumerated() where run.file == position.file && run.line <= position.line {
      let end = index + 1 < runs.count ? runs[index + 1].start : bytes.count
      var (line, lineStart) = (run.line, run.start)
      while line < position.line, let next = bytes[lineStart..<end].firstIndex(of: 0x0A) { (line, lineStart) = (line + 1, next + 1) }
      guard line == position.line else { continue }
      var left = position.column - (line == run.line ? run.column : 1)
      var offset = lineStart
      while left > 0, offset < end, bytes[offset] != 0x0A {
        offset += 1
        while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        left -= 1
      }
      if left <= 0 { return offset }
    }
    return nil
  }

  /// The name of the file that a byte comes from: the included file's name if the byte was included.
  public func fileName(at offset: Int) -> String { run(at: offset).file }

  /// The last run that begins at or before a byte.
  func run(at offset: Int) -> Run { runs[max(0, runs.partitioningIndex { $0.start > offset } - 1)] }

  /// The bytes of the line that holds `offset`, without its end.
  public func line(at offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), bytes.count)
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return start..<max(start, end)
  }

  /// The text of a span.
  public func text(_ span: SourceSpan) -> String {
    String(decoding: bytes[span.range(within: bytes.count)], as: UTF8.self)
  }
}

extension [Source.File] {
  /// The folder of relative paths that occur at a byte of the joined source.
  public func folder(at offset: Int) -> String? { (last { $0.start <= offset } ?? first)?.folder }
}
