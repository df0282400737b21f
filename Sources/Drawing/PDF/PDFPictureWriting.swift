internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetPictures

extension PDFDocument {
  /// - Returns: The entries of the resource dictionary's `XObject`.
  func writePictures(to objects: PDFObjects) -> PDFText {
    var names = PDFText()
    var spaces = ColorSpaces(objects: objects)
    for picture in resources.pictures.values.sorted(by: { $0.number < $1.number }) {
      names.add("/P")
      names.add(picture.number)
      names.add(" ")
      let number: Int
      switch picture.content {
      case .vector(let file, let page, let frame): number = copyForm(ofPage: page, of: file, frame, to: objects)
      case .jpeg(let picture): number = writeJPEG(picture, to: objects, &spaces)
      case .image(let image): number = writeImage(image, to: objects, &spaces)
      }
      names.add(reference: number)
    }
    for (key, bitmap) in resources.bitmaps.sorted(by: { ($0.key.font, $0.key.glyph) < ($1.key.font, $1.key.glyph) }) {
      names.add("/B")
      names.add(key.font)
      names.add("_")
      names.add(Int(key.glyph))
      names.add(" ")
      names.add(reference: writeImage(bitmap, to: objects))
    }
    return names
  }

  private func imageEntries(width: Int, height: Int, bits: Int = 8) -> PDFText {
    var text = PDFText()
    text.add("/Type/XObject/Subtype/Image/BitsPerComponent ")
    text.add(bits)
    text.add("/Width ")
    text.add(width)
    text.add("/Height ")
    text.add(height)
    // ISO 19005-2, 6.2.8: no interpolation in PDF/A.
    if !isArchive { text.add("/Interpolate true") }
    return text
  }

  private func writeJPEG(_ picture: Picture, to objects: PDFObjects, _ spaces: inout ColorSpaces) -> Int {
    let number = objects.number()
    guard let jpeg = picture.embeddableJPEG else { return number }
    var text = imageEntries(width: jpeg.width, height: jpeg.height)
    text.add("/ColorSpace")
    spaces.add(picture.profileOfJPEG, isGrey: jpeg.isGrey, to: &text)
    text.add("/Filter/DCTDecode")
    objects.addStream(number, text, jpeg.bytes[...])
    return number
  }

  private func writeImage(_ image: PackedImage, to objects: PDFObjects, _ spaces: inout ColorSpaces) -> Int {
    let number = objects.number()
    var text = imageEntries(width: image.width, height: image.height, bits: image.bits)
    if let palette = image.palette {
      text.add("/ColorSpace[/Indexed")
      spaces.add(image.profile, isGrey: false, to: &text)
      text.add(" ")
      text.add(palette.count / 3 - 1)
      text.add("<")
      for byte in palette { text.add(hex8: byte) }
      text.add(">]")
    } else {
      text.add("/ColorSpace")
      spaces.add(image.profile, isGrey: image.isGrey, to: &text)
    }
    if image.hasRowFilters {
      text.add("/DecodeParms<</Predictor 15/Colors ")
      text.add(image.isGrey ? 1 : 3)
      text.add("/BitsPerComponent ")
      text.add(image.bits)
      text.add("/Columns ")
      text.add(image.width)
      text.add(">>")
    }
    if let alpha = image.alpha {
      let mask = objects.number()
      var entries = imageEntries(width: image.width, height: image.height)
      entries.add("/ColorSpace/DeviceGray/Filter/FlateDecode")
      objects.addStream(mask, entries, alpha[...])
      text.add("/SMask ")
      text.add(reference: mask)
    }
    text.add("/Filter/FlateDecode")
    objects.addStream(number, text, image.colors[...])
    return number
  }

  private func writeImage(_ bitmap: PDFBitmap, to objects: PDFObjects) -> Int {
    let number = objects.number()
    let planes = ImagePlanes(bitmap)
    var text = imageEntries(width: bitmap.width, height: bitmap.height)
    text.add(planes.isGrey ? "/ColorSpace/DeviceGray" : "/ColorSpace/DeviceRGB")
    if let alpha = planes.alpha {
      let mask = objects.number()
      var entries = imageEntries(width: bitmap.width, height: bitmap.height)
      entries.add("/ColorSpace/DeviceGray")
      objects.addCompressed(mask, entries) { _ in alpha }
      text.add("/SMask ")
      text.add(reference: mask)
    }
    let colors = planes.colors
    objects.addCompressed(number, text) { _ in colors }
    return number
  }

  /// A page of a file as a form that pages show (ISO 32000-1, 8.10), with all that it needs.
  private func copyForm(ofPage page: Int, of file: CairoFile, _ frame: PageFrame, to objects: PDFObjects) -> Int {
    let number = objects.number()
    let dictionary = file.dictionary(page)
    guard let content = dictionary["Contents"].flatMap({ file.reference($0) }), let (stream, data) = file.stream(content) else {
      return number
    }
    var copy = ObjectCopy(of: file, isArchive: isArchive, to: objects)
    var text = PDFText()
    text.add("/Type/XObject/Subtype/Form")
    text.add(frame)
    for key in ["Resources", "Group"] {
      guard let value = dictionary[key] else { continue }
      text.add("/")
      text.bytes += Array(key.utf8)
      text.add(" ")
      text.bytes += copy.renumbered(file.bytes[value])
    }
    text.bytes += copy.entries(of: stream).bytes
    copy.run()
    objects.addStream(number, text, file.bytes[data])
    return number
  }
}

/// The colour spaces of pictures: each ICC profile is in the file once (ISO 32000-1, 8.6.5.5).
private struct ColorSpaces {
  let objects: PDFObjects
  private var numbers: [[UInt8]: Int] = [:]

  init(objects: PDFObjects) { self.objects = objects }

  /// - Parameter profile: Nil for sRGB.
  mutating func add(_ profile: [UInt8]?, isGrey: Bool, to text: inout PDFText) {
    guard let profile else { return text.add(isGrey ? "/DeviceGray" : "/DeviceRGB") }
    let number = numbers[profile] ?? objects.number()
    if numbers[profile] == nil {
      numbers[profile] = number
      var entries = PDFText()
      entries.add(isGrey ? "/N 1/Alternate/DeviceGray" : "/N 3/Alternate/DeviceRGB")
      objects.addCompressed(number, entries) { _ in profile }
    }
    text.add("[/ICCBased ")
    text.add(reference: number)
    text.add("]")
  }
}

/// Copies objects of a file of Cairo's, and the objects that they refer to, each once and under a new number.
private struct ObjectCopy {
  private let file: CairoFile
  private let isArchive: Bool
  private let objects: PDFObjects
  private var numbers: [Int: Int] = [:]
  private var waiting: [Int] = []

  init(of file: CairoFile, isArchive: Bool, to objects: PDFObjects) {
    (self.file, self.isArchive, self.objects) = (file, isArchive, objects)
  }

  mutating func run() {
    while let old = waiting.popLast() {
      guard let number = numbers[old] else { continue }
      if let (dictionary, data) = file.stream(old) {
        objects.addStream(number, entries(of: dictionary), file.bytes[data])
      } else {
        objects.add(number, Self.mended(renumbered(file.bytes[file.objects[old]])[...]))
      }
    }
  }

  /// Bytes with the new numbers of what they refer to, which is copied too.
  mutating func renumbered(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    CairoFile.renumbering(bytes) { old in
      if let known = numbers[old] { return known }
      let number = objects.number()
      numbers[old] = number
      if file.objects.indices.contains(old), !file.objects[old].isEmpty { waiting.append(old) }
      return number
    }
  }

  /// ISO 14289-1, 7.21.3.2: TrueType fonts say how codes become glyphs. Cairo leaves it to PDF's default.
  private static func mended(_ object: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard object.firstRange(of: Array("/CIDFontType2".utf8)) != nil, object.firstRange(of: Array("/CIDToGIDMap".utf8)) == nil,
      let open = object.firstRange(of: Array("<<".utf8))
    else { return object }
    return object[..<open.upperBound] + Array(" /CIDToGIDMap /Identity".utf8) + object[open.upperBound...]
  }

  /// What a stream may not say of itself: files elsewhere, what only its own document knows, and its length, which is written anew.
  private static let dropped: Set<String> = [
    "AF", "Alternates", "F", "FDecodeParms", "FFilter", "LastModified", "Length", "Metadata", "OC", "OPI", "PieceInfo", "Ref",
    "StructParent",
    "StructParents",
  ]

  /// A stream's entries.
  mutating func entries(of dictionary: PDFDictionary) -> PDFText {
    var text = PDFText()
    for (key, value) in dictionary.entries where !Self.dropped.contains(key) {
      text.add("/")
      text.bytes += Array(key.utf8)
      text.add(" ")
      if key == "Interpolate", isArchive { text.add("false") } else { text.bytes += renumbered(file.bytes[value]) }
    }
    return text
  }
}
