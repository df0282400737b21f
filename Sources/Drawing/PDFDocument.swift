internal import CCairo
internal import TypesetBoxes

/// The whole file: Cairo's pages, fonts and pictures, and around them what makes a document of them.
struct PDFDocument {
  private let file: CairoFile
  private let findings: PDFFindings
  private let info: DocumentInfo
  private let options: PDFOptions
  /// The pages' objects, in order.
  private let pages: [Int]
  /// Of the headings, by their destinations.
  private let titles: [String: String]

  init(_ bytes: [UInt8], drawing findings: PDFFindings, info: DocumentInfo, options: PDFOptions) throws(DrawingError) {
    guard let file = CairoFile(bytes), let tree = file.dictionary(file.root)["Pages"].flatMap({ file.reference($0) }),
      let kids = file.dictionary(tree)["Kids"]
    else { throw .unreadable }
    self.file = file
    self.findings = findings
    self.info = info
    self.options = options
    titles = Dictionary(findings.headings.map { ($0.destination, cleaned($0.title)) }) { first, _ in first }
    pages = file.references(kids)
    guard pages.count == findings.contents.count else { throw .unreadable }
  }

  func write(to sink: Sink) throws(DrawingError) {
    let objects = PDFObjects(sink, count: file.objects.count)
    // Annotations are numbered first: pages and elements refer to them.
    let firstAnnotation = objects.numbers(findings.links.count)
    let tagged = findings.links.indices.filter { findings.links[$0].element != nil && options.structure != nil }
    let annotations = tagged.map { index in
      StructureTree.Annotation(number: firstAnnotation + index, page: findings.links[index].page, element: findings.links[index].element ?? 0)
    }
    var keys: [Int: Int] = [:]
    for (key, index) in tagged.enumerated() { keys[index] = pages.count + key }
    for (index, link) in findings.links.enumerated() { objects.add(firstAnnotation + index, annotation(link, key: keys[index])) }

    copyPages(firstAnnotation: firstAnnotation, to: objects)
    var catalog = PDFText()
    catalog.add("<</Type/Catalog/Pages ")
    catalog.add(reference: file.dictionary(file.root)["Pages"].flatMap { file.reference($0) } ?? 0)
    if let language = info.language {
      catalog.add("/Lang")
      catalog.add(text: language)
    }
    if let structure = options.structure {
      var tree = StructureTree(structure, contents: findings.contents, annotations: annotations, pages: pages)
      let root = tree.write(to: objects, language: info.language, figures: findings.figures, heights: findings.heights)
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
    PDFMetadata(info: info, standards: options.standards, producer: unsafe "cairo " + String(cString: cairo_version_string()))
  }

  private var isArchive: Bool { options.standards.contains { $0.archivePart != nil } }

  // MARK: What Cairo wrote

  /// Copies the pages and all that they need; the tree that Cairo made of the tags, and what it says of the document, stay behind.
  private func copyPages(firstAnnotation: Int, to objects: PDFObjects) {
    var links: [[Int]] = Array(repeating: [], count: pages.count)
    for (index, link) in findings.links.enumerated() { links[link.page].append(firstAnnotation + index) }
    var isCopied = Array(repeating: false, count: file.objects.count)
    var waiting: [Int] = []
    func need(_ bytes: ArraySlice<UInt8>) {
      CairoFile.forEachReference(bytes) { number in
        guard isCopied.indices.contains(number), !isCopied[number], !file.objects[number].isEmpty else { return }
        isCopied[number] = true
        waiting.append(number)
      }
    }
    for number in pages { isCopied[number] = true }
    let names = options.structure?.elements.map(\.role.name) ?? []
    for (index, number) in pages.enumerated() {
      var text = PDFText()
      text.add("<<")
      for (key, value) in file.dictionary(number).entries where key != "StructParents" && key != "Annots" {
        text.add("/")
        text.bytes += Array(key.utf8)
        text.add(" ")
        text.bytes += file.bytes[value]
        if key == "Contents", let content = file.reference(value), options.structure != nil, !isCopied[content] {
          isCopied[content] = true
          copyContent(content, ofPage: index, names: names, to: objects)
        } else {
          need(file.bytes[value])
        }
      }
      if !links[index].isEmpty {
        text.add("/Annots[")
        for link in links[index] {
          text.add(reference: link)
          text.add(" ")
        }
        text.add("]")
      }
      if options.structure != nil {
        text.add("/StructParents ")
        text.add(index)
        text.add("/Tabs/S")
      }
      text.add(">>")
      objects.add(number, text)
    }
    while let number = waiting.popLast() {
      if let (dictionary, data) = file.stream(number) {
        let text = entries(of: dictionary)
        need(text.bytes[...])
        objects.addStream(number, text, file.bytes[data])
      } else {
        need(file.bytes[file.objects[number]])
        objects.add(number, file.bytes[file.objects[number]])
      }
    }
  }

  /// A stream's entries but for its length.
  private func entries(of dictionary: PDFDictionary) -> PDFText {
    var text = PDFText()
    for (key, value) in dictionary.entries where key != "Length" {
      text.add("/")
      text.bytes += Array(key.utf8)
      text.add(" ")
      // ISO 19005-2, 6.2.8: pictures are shown as they are.
      if key == "Interpolate", isArchive { text.add("false") } else { text.bytes += file.bytes[value] }
    }
    return text
  }

  private func copyContent(_ number: Int, ofPage page: Int, names: [StaticString], to objects: PDFObjects) {
    guard let (dictionary, data) = file.stream(number) else { return }
    let isPlain = dictionary["Filter"] == nil
    let bytes = file.bytes
    let marked = findings.contents[page]
    objects.addCompressed(number) { deflate in
      let plain = isPlain ? Array(bytes[data]) : deflate.decompressed(bytes[data]) ?? []
      return marked.written(over: plain) { names[Int($0)] }
    }
  }

  // MARK: Links and places

  private func annotation(_ link: PDFFindings.Link, key: Int?) -> PDFText {
    var text = PDFText()
    text.add("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[")
    let bottom = findings.heights[link.page] + link.rect.y
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
        tree.add(reference: pages[place.page])
        tree.add("/XYZ ")
        tree.add(place.x.points)
        tree.add(" ")
        tree.add((findings.heights[place.page] + place.y).points)
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
    for (page, text) in findings.labels.enumerated() {
      let label = PageLabel(text)
      if let last = ranges.last, last.label.reaches(label, after: page - last.page) { continue }
      ranges.append((page, label))
    }
    // Pages that count from 1 need no labels.
    guard ranges.count > 1 || ranges.first.map({ $0.label != PageLabel("1") && !findings.labels[0].isEmpty }) ?? false else { return }
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
