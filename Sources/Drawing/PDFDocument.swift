internal import TypesetBoxes
internal import TypesetPictures

/// The whole file.
struct PDFDocument {
  private let pages: [Page]
  private let findings: PDFFindings
  private let resources: PDFResources
  /// Cairo's file of vector pictures; its objects keep their numbers.
  private let vectors: CairoFile?
  private let info: DocumentInfo
  private let options: PDFOptions
  /// Of the headings, by their destinations.
  private let titles: [String: String]
  /// The pages' objects, in order.
  private var pageNumbers: [Int] = []

  init(
    _ pages: [Page], findings: PDFFindings, resources: PDFResources, vectors: CairoFile?, info: DocumentInfo, options: PDFOptions
  ) {
    self.pages = pages
    self.findings = findings
    self.resources = resources
    self.vectors = vectors
    self.info = info
    self.options = options
    titles = Dictionary(findings.headings.map { ($0.destination, cleaned($0.title)) }) { first, _ in first }
  }

  func write(to sink: Sink, faces: FaceBridge) throws(DrawingError) {
    var document = self
    let objects = PDFObjects(sink, count: vectors?.objects.count ?? 1)
    document.pageNumbers = numbers(objects)
    try document.write(to: objects, faces)
  }

  private func numbers(_ objects: PDFObjects) -> [Int] {
    let first = objects.numbers(pages.count)
    return Array(first..<first + pages.count)
  }

  private func write(to objects: PDFObjects, _ faces: FaceBridge) throws(DrawingError) {
    let tree = objects.number()
    // Annotations are numbered before what refers to them: pages and elements.
    let firstAnnotation = objects.numbers(findings.links.count)
    let tagged = findings.links.indices.filter { findings.links[$0].element != nil && options.structure != nil }
    let annotations = tagged.map { index in
      StructureTree.Annotation(number: firstAnnotation + index, page: findings.links[index].page, element: findings.links[index].element ?? 0)
    }
    var keys: [Int: Int] = [:]
    for (key, index) in tagged.enumerated() { keys[index] = pages.count + key }
    for (index, link) in findings.links.enumerated() { objects.add(firstAnnotation + index, annotation(link, key: keys[index])) }

    writePages(tree: tree, firstAnnotation: firstAnnotation, to: objects, faces)
    var catalog = PDFText()
    catalog.add("<</Type/Catalog/Pages ")
    catalog.add(reference: tree)
    if let language = info.language {
      catalog.add("/Lang")
      catalog.add(text: language)
    }
    if let structure = options.structure {
      var tree = StructureTree(structure, contents: findings.contents, annotations: annotations, pages: pageNumbers)
      let root = tree.write(to: objects, language: info.language, figures: findings.figures, heights: pages.map(\.height))
      catalog.add("/MarkInfo<</Marked true>>/StructTreeRoot ")
      catalog.add(reference: root)
    }
    if info.title != nil { catalog.add("/ViewerPreferences<</DisplayDocTitle true>>") }
    if let outline = writeOutline(to: objects) {
      catalog.add("/Outlines ")
      catalog.add(reference: outline)
    }
    writeLabels(to: &catalog)
    writeNames(to: objects, &catalog)
    writeMetadata(to: objects, &catalog)
    catalog.add(">>")
    let root = objects.number()
    objects.add(root, catalog)
    let infoNumber = objects.number()
    objects.add(infoNumber, metadata.dictionary)
    try objects.finish(root: root, info: infoNumber)
  }

  private var metadata: PDFMetadata {
    PDFMetadata(info: info, standards: options.standards, producer: "mdtypeset")
  }

  private var isArchive: Bool { options.standards.contains { $0.archivePart != nil } }

  // MARK: Pages

  private func writePages(tree: Int, firstAnnotation: Int, to objects: PDFObjects, _ faces: FaceBridge) {
    var links: [[Int]] = Array(repeating: [], count: pages.count)
    for (index, link) in findings.links.enumerated() { links[link.page].append(firstAnnotation + index) }
    let shared = objects.number()
    let hasTags = options.structure != nil
    var kids = PDFText()
    for (index, page) in pages.enumerated() {
      let content = objects.number()
      var text = PDFText()
      text.add("<</Type/Page/Parent ")
      text.add(reference: tree)
      text.add("/MediaBox[0 0 ")
      text.add(page.width.points)
      text.add(" ")
      text.add(page.height.points)
      text.add("]/Resources ")
      text.add(reference: shared)
      text.add("/Contents ")
      text.add(reference: content)
      // ISO 32000-1, 11.4.7: transparency is worked out in the colours of the screen.
      if isTransparent { text.add("/Group<</S/Transparency/CS/DeviceRGB>>") }
      if !links[index].isEmpty {
        text.add("/Annots[")
        for link in links[index] {
          text.add(reference: link)
          text.add(" ")
        }
        text.add("]")
      }
      if hasTags {
        text.add("/StructParents ")
        text.add(index)
        text.add("/Tabs/S")
      }
      text.add(">>")
      objects.add(pageNumbers[index], text)
      kids.add(reference: pageNumbers[index])
      kids.add(" ")
      let marked = hasTags ? findings.contents[index] : nil
      let resources = resources
      objects.addCompressed(content) { _ in PageContent.bytes(of: page, marked: marked, resources: resources) }
    }
    var text = PDFText()
    text.add("<</Type/Pages/Kids[")
    text.bytes += kids.bytes
    text.add("]/Count ")
    text.add(pages.count)
    text.add(">>")
    objects.add(tree, text)
    writeResources(shared, to: objects, faces)
  }

  private var isTransparent: Bool { !resources.alphas.isEmpty || !resources.pictures.isEmpty || !resources.bitmaps.isEmpty }

  private func writeResources(_ number: Int, to objects: PDFObjects, _ faces: FaceBridge) {
    var text = PDFText()
    text.add("<</Font<<")
    text.bytes += resources.writeFonts(to: objects, faces).bytes
    text.add(">>")
    if !resources.pictures.isEmpty || !resources.bitmaps.isEmpty {
      text.add("/XObject<<")
      text.bytes += writePictures(to: objects).bytes
      text.add(">>")
    }
    if !resources.alphas.isEmpty || !resources.pictures.isEmpty {
      text.add("/ExtGState<<")
      for alpha in resources.alphas + [255] {
        text.add("/A")
        text.add(Int(alpha))
        text.add("<</CA ")
        text.add(Double(alpha) / 255)
        text.add("/ca ")
        text.add(Double(alpha) / 255)
        text.add(">>")
      }
      text.add(">>")
    }
    text.add(">>")
    objects.add(number, text)
  }

  // MARK: Pictures

  /// - Returns: The entries of the resource dictionary's `XObject`.
  private func writePictures(to objects: PDFObjects) -> PDFText {
    var names = PDFText()
    for (id, picture) in resources.pictures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      names.add("/P")
      names.add(Int(id.rawValue))
      names.add(" ")
      let number: Int
      switch picture.content {
      case .vector(let page): number = copyForm(ofPage: page, width: picture.width, height: picture.height, to: objects)
      case .jpeg(let picture): number = writeJPEG(picture, to: objects)
      case .raster(let picture):
        let size = picture.pixels ?? (1, 1)
        number = writeImage(width: size.width, height: size.height, hasAlpha: true, to: objects) {
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
      names.add(reference: writeImage(width: bitmap.width, height: bitmap.height, hasAlpha: true, to: objects) { PDFPixels(bitmap) })
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

  private func writeImage(width: Int, height: Int, hasAlpha: Bool, to objects: PDFObjects, _ pixels: () -> PDFPixels?) -> Int {
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
        objects.add(number, file.bytes[file.objects[number]])
      }
    }
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

  // MARK: Links and places

  private func annotation(_ link: PDFFindings.Link, key: Int?) -> PDFText {
    var text = PDFText()
    text.add("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[")
    let bottom = pages[link.page].height + link.rect.y
    for (number, edge) in [link.rect.x, bottom, link.rect.x + link.rect.width, bottom + link.rect.height].enumerated() {
      if number > 0 { text.add(" ") }
      text.add(edge.points)
    }
    text.add("]")
    switch link.target {
    case .link(let url):
      text.add("/A<</S/URI/URI")
      text.add(bytes: cleaned(url).utf8)
      text.add(">>")
      // ISO 14289-1, 7.18.5: where the link leads, for those who can't see it.
      text.add("/Contents")
      text.add(text: cleaned(url))
    case .reference(let destination):
      if findings.destinations[destination] != nil {
        text.add("/Dest")
        text.add(bytes: destination.utf8)
      }
      text.add("/Contents")
      text.add(text: title(of: destination))
    case .destination, .heading, .numbering: break
    }
    if let key {
      text.add("/StructParent ")
      text.add(key)
    }
    text.add(">>")
    return text
  }

  /// The heading that stands at a destination, or its name.
  private func title(of destination: String) -> String {
    titles[destination] ?? cleaned(destination)
  }

  /// - Returns: nil where there are no headings.
  private func writeOutline(to objects: PDFObjects) -> Int? {
    let headings = findings.headings
    guard !headings.isEmpty else { return nil }
    let root = objects.number()
    let first = objects.numbers(headings.count)
    // The headings around and beside each one; -1 is the root.
    var parents: [Int] = []
    var children: [Int: [Int]] = [:]
    var path: [(level: Int, index: Int)] = []
    for (index, heading) in headings.enumerated() {
      while let last = path.last, last.level >= heading.level { path.removeLast() }
      let parent = path.last?.index ?? -1
      parents.append(parent)
      children[parent, default: []].append(index)
      path.append((heading.level, index))
    }
    func addKids(_ index: Int, _ text: inout PDFText) {
      guard let kids = children[index], let firstKid = kids.first, let lastKid = kids.last else { return }
      text.add("/First ")
      text.add(reference: first + firstKid)
      text.add("/Last ")
      text.add(reference: first + lastKid)
      // The first level shows its children; below it, they wait to be asked for.
      let isOpen = index < 0 || parents[index] < 0
      let visible = index < 0 ? kids.reduce(kids.count) { $0 + (children[$1]?.count ?? 0) } : kids.count
      text.add("/Count ")
      text.add(isOpen ? visible : -visible)
    }
    for (parent, kids) in children {
      for (place, index) in kids.enumerated() {
        var text = PDFText()
        text.add("<</Title")
        text.add(text: cleaned(headings[index].title))
        text.add("/Parent ")
        text.add(reference: parent < 0 ? root : first + parent)
        if place > 0 {
          text.add("/Prev ")
          text.add(reference: first + kids[place - 1])
        }
        if place + 1 < kids.count {
          text.add("/Next ")
          text.add(reference: first + kids[place + 1])
        }
        addKids(index, &text)
        text.add("/Dest")
        text.add(bytes: headings[index].destination.utf8)
        text.add(">>")
        objects.add(first + index, text)
      }
    }
    var text = PDFText()
    text.add("<</Type/Outlines")
    addKids(-1, &text)
    text.add(">>")
    objects.add(root, text)
    return root
  }

  /// Destinations by name, and the attached file.
  private func writeNames(to objects: PDFObjects, _ catalog: inout PDFText) {
    var names = PDFText()
    if !findings.destinations.isEmpty {
      var tree = PDFText()
      tree.add("<</Names[")
      // A name tree is in the order of bytes.
      for (name, place) in findings.destinations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        tree.add(bytes: name.utf8)
        tree.add("[")
        tree.add(reference: pageNumbers[place.page])
        tree.add("/XYZ ")
        tree.add(place.x.points)
        tree.add(" ")
        tree.add((pages[place.page].height + place.y).points)
        tree.add(" null]")
      }
      tree.add("]>>")
      let number = objects.number()
      objects.add(number, tree)
      names.add("/Dests ")
      names.add(reference: number)
    }
    if let attachment = options.attachment {
      let file = writeAttachment(attachment, to: objects)
      names.add("/EmbeddedFiles<</Names[")
      names.add(bytes: attachment.name.utf8)
      names.add(" ")
      names.add(reference: file)
      names.add("]>>")
      catalog.add("/AF[")
      catalog.add(reference: file)
      catalog.add("]")
    }
    guard !names.bytes.isEmpty else { return }
    catalog.add("/Names<<")
    catalog.bytes += names.bytes
    catalog.add(">>")
  }

  /// - Returns: The number of its file specification (ISO 32000-1, 7.11; ISO 19005-3, 6.8).
  private func writeAttachment(_ attachment: PDFOptions.Attachment, to objects: PDFObjects) -> Int {
    let stream = objects.number()
    var dictionary = PDFText()
    dictionary.add("/Type/EmbeddedFile/Subtype/text#2Fmarkdown/Params<</Size ")
    dictionary.add(attachment.bytes.count)
    if let time = info.creationTime {
      dictionary.add("/ModDate")
      dictionary.add(text: pdfDate(time))
    }
    dictionary.add(">>")
    objects.addCompressed(stream, dictionary) { _ in attachment.bytes }
    let number = objects.number()
    var text = PDFText()
    text.add("<</Type/Filespec/AFRelationship/Source/F")
    text.add(bytes: attachment.name.utf8)
    text.add("/UF")
    text.add(text: attachment.name)
    text.add("/EF<</F ")
    text.add(reference: stream)
    text.add("/UF ")
    text.add(reference: stream)
    text.add(">>>>")
    objects.add(number, text)
    return number
  }

  // MARK: The document as a whole

  /// What readers show as the numbers of pages (ISO 32000-1, 12.4.2).
  private func writeLabels(to catalog: inout PDFText) {
    var ranges: [(page: Int, label: PageLabel)] = []
    for (page, text) in pages.map(\.label).enumerated() {
      let label = PageLabel(text)
      if let last = ranges.last, last.label.reaches(label, after: page - last.page) { continue }
      ranges.append((page, label))
    }
    // Pages that count from 1 need no labels.
    guard ranges.count > 1 || ranges.first.map({ $0.label != PageLabel("1") && !pages[0].label.isEmpty }) ?? false else { return }
    catalog.add("/PageLabels<</Nums[")
    for (page, label) in ranges {
      catalog.add(page)
      catalog.add("<<")
      if let form = label.form {
        catalog.add("/S/")
        catalog.bytes.append(form)
        catalog.add("/St ")
        catalog.add(label.number)
      } else {
        catalog.add("/P")
        catalog.add(text: label.text)
      }
      catalog.add(">>")
    }
    catalog.add("]>>")
  }

  private func writeMetadata(to objects: PDFObjects, _ catalog: inout PDFText) {
    let number = objects.number()
    var text = PDFText()
    text.add("/Type/Metadata/Subtype/XML")
    objects.addStream(number, text, metadata.packet[...])
    catalog.add("/Metadata ")
    catalog.add(reference: number)
    guard isArchive else { return }
    let profile = objects.number()
    text = PDFText()
    text.add("/N 3")
    objects.addCompressed(profile, text) { _ in SRGBProfile.bytes }
    catalog.add("/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ")
    catalog.add(reference: profile)
    catalog.add(">>]")
  }
}

/// A page's number as PDF knows it.
struct PageLabel: Hashable {
  /// `D`, `r` or `R`; nil where the text is all that there is.
  var form: UInt8?
  var number = 0
  var text: String

  init(_ text: String) {
    self.text = text
    if let number = Int(text), number > 0, number < 1_000_000 {
      self.number = number
      form = UInt8(ascii: "D")
    } else if let number = Self.roman(text) {
      self.number = number
      form = UInt8(ascii: "r")
    }
  }

  /// Is another one this label's number so many pages on?
  func reaches(_ other: PageLabel, after pages: Int) -> Bool {
    guard let form else { return text == other.text }
    return other.form == form && other.number == number + pages
  }

  private static func roman(_ text: String) -> Int? {
    let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000]
    var sum = 0
    var last = 0
    guard !text.isEmpty, text.utf8.count < 20 else { return nil }
    for sign in text.reversed() {
      guard let value = values[sign] else { return nil }
      sum += value < last ? -value : value
      last = max(last, value)
    }
    return sum > 0 ? sum : nil
  }
}

/// A text without NUL and without noncharacters, which readers call invalid.
private func cleaned(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 > 0 && $0 < 0x80 }) { return text }
  var out = ""
  for scalar in text.unicodeScalars
  where scalar != "\0" && !(0xFDD0...0xFDEF).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE {
    out.unicodeScalars.append(scalar)
  }
  return out
}
