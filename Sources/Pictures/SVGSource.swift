internal import CRsvg
internal import TypesetDiagnostics

/// An SVG file as UTF-8, whatever its encoding and compression.
///
/// - Parameter limit: The most bytes that a compressed file may have once it is unpacked.
func plainSVG(_ file: [UInt8], limit: Int) throws(PictureError) -> [UInt8] {
  var bytes = file.starts(with: [0x1F, 0x8B]) ? try unpackedGZIP(file, limit: limit) : file
  let isBigEndian = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, UInt8(ascii: "<")])
  if isBigEndian || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [UInt8(ascii: "<"), 0]) {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // Its declaration names the encoding that it no longer has.
    if bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) { bytes.removeFirst(end + 1) }
  }
  guard !hidesMarkup(bytes) else { throw .broken(.svg, reason: "its entities are defined by other entities") }
  return withPicturesInSymbols(withLightColors(bytes))
}

/// Pictures that fill a symbol without a view box, as Excalidraw writes them, in one: librsvg takes shares of the drawing, not of where the symbol is used.
///
/// - Source: SVG 2, 5.5 and 8.9.
private func withPicturesInSymbols(_ bytes: [UInt8]) -> [UInt8] {
  let (opener, fill) = (Array("<symbol ".utf8), Array("width=\"100%\" height=\"100%\"".utf8))
  guard let first = bytes.find(opener), bytes.find(fill, from: first) != nil else { return bytes }
  var out: [UInt8] = []
  var copied = 0
  var next: Int? = first
  while let start = next {
    next = bytes.find(opener, from: start + opener.count)
    guard let end = bytes[start...].prefix(500).firstIndex(of: UInt8(ascii: ">")), bytes[(end + 1)...].starts(with: "<image ".utf8),
      bytes.find(Array("viewBox".utf8), from: start, to: end) == nil, let close = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: ">")),
      let size = bytes.find(fill, from: end, to: close)
    else { continue }
    out += bytes[copied..<end] + Array(" viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\"".utf8)
    out += bytes[end..<size] + Array("width=\"1\" height=\"1\"".utf8)
    copied = size + fill.count
  }
  return copied == 0 ? bytes : out + bytes[copied...]
}

/// Of `light-dark(a, b)`, which librsvg does not know, the first color: paper is light. Drawings of draw.io have all their colors so.
///
/// - Source: CSS Color Module Level 5, *light-dark()*.
private func withLightColors(_ bytes: [UInt8]) -> [UInt8] {
  let mark = Array("light-dark(".utf8)
  var out: [UInt8] = []
  var copied = 0
  var next = bytes.find(mark)
  while let start = next {
    let first = start + mark.count
    var (end, depth, comma) = (first, 0, Int?.none)
    while end < bytes.count, end - first < 400, depth > 0 || bytes[end] != UInt8(ascii: ")") {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      if bytes[end] == UInt8(ascii: ","), depth == 0, comma == nil { comma = end }
      end += 1
    }
    if let comma, end < bytes.count, bytes[end] == UInt8(ascii: ")") {
      out += bytes[copied..<start] + bytes[first..<comma]
      copied = end + 1
    }
    next = bytes.find(mark, from: max(first, copied))
  }
  return copied == 0 ? bytes : out + bytes[copied...]
}

/// True where the document type defines entities by references: their values cannot be seen in the file's text.
private func hidesMarkup(_ bytes: [UInt8]) -> Bool {
  guard let type = bytes.find(Array("<!ENTITY".utf8), to: 1 << 16) else { return false }
  // Up to the end of the document type's own declarations.
  let end = bytes.find(Array("]>".utf8), from: type) ?? bytes.endIndex
  return bytes[type..<end].contains(UInt8(ascii: "%")) || bytes.find(Array("&#".utf8), from: type, to: end) != nil
}

/// - Source: RFC 1952.
private func unpackedGZIP(_ file: [UInt8], limit: Int) throws(PictureError) -> [UInt8] {
  var out: [UInt8] = []
  var failed = false
  unsafe file.withUnsafeBytes { file in
    let packed = unsafe g_memory_input_stream_new_from_data(file.baseAddress, file.count, nil)
    let converter = unsafe g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)
    let stream = unsafe g_converter_input_stream_new(packed, converter)
    defer {
      unsafe g_object_unref(UnsafeMutableRawPointer(stream))
      unsafe g_object_unref(UnsafeMutableRawPointer(converter))
      unsafe g_object_unref(UnsafeMutableRawPointer(packed))
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while out.count <= limit {
      let count = unsafe g_input_stream_read(stream, &piece, piece.count, nil, nil)
      failed = count < 0
      guard count > 0 else { break }
      out += piece[..<count]
    }
  }
  guard !failed else { throw .broken(.svg, reason: "it can't be unpacked") }
  guard out.count <= limit else { throw .tooLarge(bytes: out.count, limit: limit) }
  return out
}
