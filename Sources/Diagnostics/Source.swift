/// The text that the author wrote, one file or several joined, and where its lines begin.
///
/// Places are UTF-8 byte offsets into `bytes`; lines and columns are made only for a message.
public struct Source: Sendable {
  /// One file of a joined source.
  public struct File: Hashable, Sendable {
    /// The name that messages show.
    public var name: String
    /// Where its first byte stands in `Source.bytes`.
    public var start: Int
    /// Where relative paths in it start; nil is the first folder that may be read.
    public var folder: String?

    public init(name: String, start: Int, folder: String? = nil) {
      self.name = name
      self.start = start
      self.folder = folder
    }
  }

  public let files: [File]
  public let bytes: [UInt8]

  /// - Parameter folder: Where relative paths in it start; nil is the first folder that may be read.
  public init(name: String, bytes: [UInt8], folder: String? = nil) {
    self.files = [File(name: name, start: 0, folder: folder)]
    self.bytes = bytes
  }

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
    self.files = files.isEmpty ? [File(name: "", start: 0)] : files
    self.bytes = bytes
  }

  /// A place as people name it.
  public struct Position: Hashable, Sendable {
    public var file: String
    /// From 1.
    public var line: Int
    /// In Unicode scalars, from 1, as editors count.
    public var column: Int

    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// The file, line and column of a byte; an offset past the end is the end.
  public func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let file = files.last { $0.start <= offset } ?? files[0]
    var line = 1
    var lineStart = file.start
    for index in file.start..<max(offset, file.start) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let column = bytes[lineStart..<max(offset, lineStart)].count { $0 & 0xC0 != 0x80 } + 1
    return Position(file: file.name, line: line, column: column)
  }

  /// The bytes of the line that holds `offset`, without its end.
  public func line(at offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), bytes.count)
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return start..<max(start, end)
  }

  public func text(_ span: SourceSpan) -> String {
    String(decoding: bytes[span.range(within: bytes.count)], as: UTF8.self)
  }
}

extension [Source.File] {
  /// Where relative paths start that stand at a byte of the joined source.
  public func folder(at offset: Int) -> String? { (last { $0.start <= offset } ?? first)?.folder }
}
