internal import TypesetDiagnostics

extension PDFOptions.Attachment {
  /// Writes the file and what says of it what it is.
  ///
  /// - Parameter time: Seconds since 1970; nil says nothing of when it was changed.
  /// - Returns: The number of its file specification (ISO 32000-1, 7.11; ISO 19005-3, 6.8).
  func write(to objects: PDFObjects, at time: Int?) -> Int {
    let stream = objects.number()
    var dictionary = PDFText()
    dictionary.add("/Type/EmbeddedFile/Subtype/")
    dictionary.bytes += mediaType.replacing("/", with: "#2F").utf8
    // Lets the file be found without its specification, which is in a compressed stream.
    dictionary.add("/MDTypesetName")
    dictionary.add(text: name)
    dictionary.add("/Params<</Size ")
    dictionary.add(bytes.count)
    if let time {
      dictionary.add("/ModDate")
      dictionary.add(text: pdfDate(time))
    }
    dictionary.add(">>")
    objects.addCompressed(stream, dictionary) { _ in bytes }
    return objects.addFileSpecification(name, of: stream, relation)
  }

  /// The media type for a file's extension (RFC 6838); a generic one for unknown extensions.
  private var mediaType: String {
    let types = [
      "md": "text/markdown", "markdown": "text/markdown", "qmd": "text/markdown", "rmd": "text/markdown", "txt": "text/plain",
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
      "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "avif": "image/avif",
      "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml", "tex": "application/x-tex", "csv": "text/csv",
    ]
    let suffix = name.split(separator: "/").last?.split(separator: ".").last ?? ""
    let type = types[suffix.lowercased()] ?? "application/octet-stream"
    // Markdown is what the file was made of, and is read again as that.
    return relation != .source && type == "text/markdown" ? "text/plain" : type
  }
}

extension PDFObjects {
  /// Says of an embedded file what it is.
  ///
  /// - Parameter stream: The number of the file's stream.
  /// - Returns: The number of its file specification.
  func addFileSpecification(_ name: String, of stream: Int, _ relation: PDFOptions.Attachment.Relation) -> Int {
    let specification = number()
    var text = PDFText()
    text.add("<</Type/Filespec/AFRelationship/")
    text.bytes += relation.rawValue.utf8
    text.add("/F")
    text.add(bytes: name.utf8)
    text.add("/UF")
    text.add(text: name)
    text.add("/EF<</F ")
    text.add(reference: stream)
    text.add("/UF ")
    text.add(reference: stream)
    text.add(">>>>")
    add(specification, text)
    return specification
  }
}
