internal import TypesetDiagnostics
internal import TypesetPictures

/// The files that a PDF file carries along.
public enum PDFSource {
  /// A file that a PDF carries along.
  public struct File: Sendable {
    /// As it was given; nil in files of other programs.
    public var name: String?
    /// True if its media type is `text/markdown`.
    public var isMarkdown: Bool
    /// Nil if they are damaged or too many.
    public var bytes: [UInt8]?
  }

  /// Finds the attached files, in a file of this engine or in one that another program has rewritten since.
  ///
  /// - Parameter limit: The most bytes that they may have together.
  public static func files(in file: [UInt8], limit: Int) -> [File] {
    let deflate = Deflate(level: 1)
    var files: [File] = []
    var room = limit
    var start = 0
    // Other matches are skipped, but only a limited number of them.
    var tries = 0
    while files.count < 20_000, tries < 4_000, let place = file.find(Array("/EmbeddedFile".utf8), from: start) {
      start = place + 1
      tries += 1
      guard let object = dictionaryStart(before: place, in: file) else { continue }
      // No dictionary of a file is longer, and one that nothing ends must not be read to the end of the file again and again.
      let head = Array(file[object..<min(object + 8192, file.count)])
      let dictionary = PDFDictionary(head, in: 0..<head.count)
      guard object + dictionary.end > place, let data = streamStart(after: object + dictionary.end, in: file) else { continue }
      start = data
      tries -= 1
      let bytes = contents(of: dictionary, head, at: data, in: file, limit: room, deflate)
      room -= bytes?.count ?? 0
      let name = dictionary["MDTypesetName"].flatMap { PDFScanner.text(head[$0]) }
      files.append(File(name: name, isMarkdown: isMarkdown(dictionary, head), bytes: bytes))
    }
    return files
  }

  private static func contents(
    of dictionary: PDFDictionary, _ head: [UInt8], at data: Int, in file: [UInt8], limit: Int, _ deflate: Deflate
  ) -> [UInt8]? {
    guard dictionary["Filter"] == nil else { return deflate.decompressed(prefixOf: file[data...], limit: limit) }
    guard let length = dictionary["Length"] else { return nil }
    var scanner = PDFScanner(head, at: length.lowerBound)
    guard let size = scanner.integer(), size <= limit, size <= file.count - data else { return nil }
    return Array(file[data..<data + size])
  }

  private static func isMarkdown(_ dictionary: PDFDictionary, _ file: [UInt8]) -> Bool {
    guard let kind = dictionary["Subtype"] else { return false }
    let name = String(decoding: file[kind], as: UTF8.self)
    return name.contains("text#2Fmarkdown") || name.contains("text#2fmarkdown")
  }

  /// Where the dictionary begins in which a place lies: after the word `obj`.
  private static func dictionaryStart(before place: Int, in file: [UInt8]) -> Int? {
    var index = place
    while index >= 3, index > place - 4096 {
      if file[index - 3..<index].elementsEqual("obj".utf8) { return index }
      index -= 1
    }
    return nil
  }

  private static func streamStart(after place: Int, in file: [UInt8]) -> Int? {
    var scanner = PDFScanner(file, at: place)
    guard scanner.take("stream") else { return nil }
    var start = scanner.place
    if start < file.count, file[start] == 0x0D { start += 1 }
    if start < file.count, file[start] == 0x0A { start += 1 }
    return start < file.count ? start : nil
  }
}
