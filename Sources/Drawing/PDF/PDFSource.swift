internal import TypesetPictures

/// The Markdown that a PDF file carries along.
public enum PDFSource {
  /// Finds the attached source, in a file of this engine or in one that another program has rewritten since.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Returns: nil where the file has none, or a broken one.
  public static func extract(from file: [UInt8], limit: Int) -> [UInt8]? {
    let deflate = Deflate(level: 1)
    var start = 0
    while let place = firstPlace(of: "/EmbeddedFile", in: file, from: start) {
      start = place + 1
      guard let object = dictionaryStart(before: place, in: file) else { continue }
      let dictionary = PDFDictionary(file, in: object..<file.count)
      guard dictionary.end > place, isMarkdown(dictionary, file), let data = streamStart(after: dictionary.end, in: file) else { continue }
      if dictionary["Filter"] == nil {
        guard let length = dictionary["Length"] else { continue }
        var scanner = PDFScanner(file, at: length.lowerBound)
        guard let size = scanner.integer(), size <= limit, size <= file.count - data else { continue }
        return Array(file[data..<data + size])
      }
      if let bytes = deflate.decompressed(prefixOf: file[data...], limit: limit) { return bytes }
    }
    return nil
  }

  private static func isMarkdown(_ dictionary: PDFDictionary, _ file: [UInt8]) -> Bool {
    guard let kind = dictionary["Subtype"] else { return false }
    let name = String(decoding: file[kind], as: UTF8.self)
    return name.contains("text#2Fmarkdown") || name.contains("text#2fmarkdown")
  }

  /// Where the dictionary begins in which a place lies: behind the word `obj`.
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

  private static func firstPlace(of word: String, in file: [UInt8], from start: Int) -> Int? {
    guard start < file.count else { return nil }
    return file[start...].firstRange(of: Array(word.utf8))?.lowerBound
  }
}
