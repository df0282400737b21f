internal import TypesetBoxes
internal import TypesetPictures

extension PDFDocument {
  /// - Returns: The entries of the resource dictionary's `XObject`.
  func writePictures(to objects: PDFObjects) -> PDFText {
    var names = PDFText()
    for picture in resources.pictures.values.sorted(by: { $0.number < $1.number }) {
      names.add("/P")
      names.add(picture.number)
      names.add(" ")
      let number: Int
      switch picture.content {
      case .vector(let page): number = copyForm(ofPage: page, width: picture.width, height: picture.height, to: objects)
      case .jpeg(let picture): number = writeJPEG(picture, to: objects)
      case .raster(let picture):
        let size = picture.pixels ?? (1, 1)
        number = writeImage(width: size.width, height: size.height, to: objects) {
          (try? picture.raster()).flatMap { $0.map { PDFPixels($0) } }
        }
      }
      names.add(reference: number)
    }
    for (key, bitmap) in resources.bitmaps.sorted(by: { ($0.key.font, $0.key.glyph) < ($1.key.font, $1.key.glyph) }) {
      names.add("/B")
      names.add(key.font)
      names.add("_")
      names.add(Int(key.glyph))
      names.add(" ")
      names.add(reference: writeImage(width: bitmap.width, height: bitmap.height, to: objects) { PDFPixels(bitmap) })
    }
    return names
  }

  private func imageEntries(width: Int, height: Int) -> PDFText {
    var text = PDFText()
    text.add("/Type/XObject/Subtype/Image/BitsPerComponent 8/Width ")
    text.add(width)
    text.add("/Height ")
    text.add(height)
    // ISO 19005-2, 6.2.8: pictures for the archive are shown as they are.
    if !isArchive { text.add("/Interpolate true") }
    return text
  }

  private func writeJPEG(_ picture: Picture, to objects: PDFObjects) -> Int {
    let number = objects.number()
    guard let jpeg = picture.embeddableJPEG else { return number }
    var text = imageEntries(width: jpeg.width, height: jpeg.height)
    text.add(jpeg.isGrey ? "/ColorSpace/DeviceGray" : "/ColorSpace/DeviceRGB")
    text.add("/Filter/DCTDecode")
    objects.addStream(number, text, jpeg.bytes[...])
    return number
  }

  private func writeImage(width: Int, height: Int, to objects: PDFObjects, _ pixels: () -> PDFPixels?) -> Int {
    let number = objects.number()
    guard let pixels = pixels() else {
      objects.addStream(number, imageEntries(width: 0, height: 0), [])
      return number
    }
    var text = imageEntries(width: width, height: height)
    text.add(pixels.isGrey ? "/ColorSpace/DeviceGray" : "/ColorSpace/DeviceRGB")
    if let alpha = pixels.alpha {
      let mask = objects.number()
      var entries = imageEntries(width: width, height: height)
      entries.add("/ColorSpace/DeviceGray")
      objects.addCompressed(mask, entries) { _ in alpha }
      text.add("/SMask ")
      text.add(reference: mask)
    }
    let colors = pixels.colors
    objects.addCompressed(number, text) { _ in colors }
    return number
  }

  /// A page of Cairo's file as a form that pages show (ISO 32000-1, 8.10), with all that it needs.
  private func copyForm(ofPage page: Int, width: Double, height: Double, to objects: PDFObjects) -> Int {
    let number = objects.number()
    guard let vectors else { return number }
    let dictionary = vectors.dictionary(page)
    guard let content = dictionary["Contents"].flatMap({ vectors.reference($0) }), let (stream, data) = vectors.stream(content) else {
      return number
    }
    var text = PDFText()
    text.add("/Type/XObject/Subtype/Form/BBox[0 0 ")
    text.add(width)
    text.add(" ")
    text.add(height)
    text.add("]")
    for key in ["Resources", "Group"] {
      guard let value = dictionary[key] else { continue }
      text.add("/")
      text.bytes += Array(key.utf8)
      text.add(" ")
      text.bytes += vectors.bytes[value]
    }
    text.bytes += entries(of: stream, in: vectors).bytes
    copy(neededBy: text, from: vectors, to: objects)
    objects.addStream(number, text, vectors.bytes[data])
    return number
  }

  /// Copies objects, and those that they refer to, under their own numbers; each once.
  private func copy(neededBy text: PDFText, from file: CairoFile, to objects: PDFObjects) {
    var waiting: [Int] = []
    func need(_ bytes: ArraySlice<UInt8>) {
      CairoFile.forEachReference(bytes) { number in
        guard file.objects.indices.contains(number), !file.objects[number].isEmpty, objects.claim(number) else { return }
        waiting.append(number)
      }
    }
    need(text.bytes[...])
    while let number = waiting.popLast() {
      if let (dictionary, data) = file.stream(number) {
        let text = entries(of: dictionary, in: file)
        need(text.bytes[...])
        objects.addStream(number, text, file.bytes[data])
      } else {
        need(file.bytes[file.objects[number]])
        objects.add(number, Self.mended(file.bytes[file.objects[number]]))
      }
    }
  }

  /// ISO 14289-1, 7.21.3.2: TrueType fonts say how codes become glyphs. Cairo leaves it to PDF's default.
  private static func mended(_ object: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard object.firstRange(of: Array("/CIDFontType2".utf8)) != nil, object.firstRange(of: Array("/CIDToGIDMap".utf8)) == nil,
      let open = object.firstRange(of: Array("<<".utf8))
    else { return object }
    return object[..<open.upperBound] + Array(" /CIDToGIDMap /Identity".utf8) + object[open.upperBound...]
  }

  /// A stream's entries but for its length.
  private func entries(of dictionary: PDFDictionary, in file: CairoFile) -> PDFText {
    var text = PDFText()
    for (key, value) in dictionary.entries where key != "Length" {
      text.add("/")
      text.bytes += Array(key.utf8)
      text.add(" ")
      if key == "Interpolate", isArchive { text.add("false") } else { text.bytes += file.bytes[value] }
    }
    return text
  }
}
