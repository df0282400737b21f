internal import TypesetBoxes
internal import TypesetPictures

/// The whole file.
struct PDFDocument {
  let pages: [Page]
  let findings: PDFFindings
  let resources: PDFResources
  let info: DocumentInfo
  let options: PDFOptions
  /// Of the headings, by their destinations.
  let titles: [String: String]
  /// The check boxes that readers can tick.
  var fields: [PDFForms.Field] = []
  /// The pages' objects, in order.
  private(set) var pageNumbers: [Int] = []
  /// Where links and the outline lead.
  private(set) var destinations: PDFDestinations

  init(
    _ pages: [Page], findings: PDFFindings, resources: PDFResources, info: DocumentInfo, options: PDFOptions
  ) {
    self.pages = pages
    self.findings = findings
    self.resources = resources
    self.info = info
    self.options = options
    titles = Dictionary(findings.headings.map { ($0.destination, cleaned($0.title)) }) { first, _ in first }
    destinations = PDFDestinations(findings.destinations, heights: pages.map(\.height), siblings: options.siblings)
  }

  func write(to sink: Sink, faces: FaceBridge) throws(DrawingError) {
    var document = self
    let objects = PDFObjects(sink, count: 1, threads: options.threads, kept: options.kept, version: options.isSecond ? "2.0" : "1.7")
    document.pageNumbers = numbers(objects)
    try document.write(to: objects, faces)
  }

  private func numbers(_ objects: PDFObjects) -> [Int] {
    let first = objects.numbers(pages.count)
    return Array(first..<first + pages.count)
  }

  private mutating func write(to objects: PDFObjects, _ faces: FaceBridge) throws(DrawingError) {
    let tree = objects.number()
    // Annotations are numbered before the objects that refer to them: pages and elements.
    let firstAnnotation = objects.numbers(findings.links.count)
    let firstField = objects.numbers(fields.count)
    let tagged = findings.links.indices.filter { findings.links[$0].element != nil && options.structure != nil }
    let annotations = tagged.map { index in
      StructureTree.Annotation(
        number: firstAnnotation + index, page: findings.links[index].page, element: findings.links[index].element ?? 0,
        target: findings.target(of: findings.links[index]))
    }
    let boxes = fields.enumerated().map { index, field in
      StructureTree.Annotation(number: firstField + index, page: field.page, element: field.element, isField: true)
    }
    var keys: [Int: Int] = [:]
    for (key, index) in tagged.enumerated() { keys[index] = pages.count + key }
    let addresses = addLongAddresses(to: objects)
    func addAnnotations(_ document: PDFDocument) {
      for (index, link) in findings.links.enumerated() {
        objects.add(firstAnnotation + index, document.annotation(link, key: keys[index], longAddress: addresses[index]))
      }
    }
    if !options.isSecond { addAnnotations(self) }
    writePages(tree: tree, firstAnnotation: firstAnnotation, firstField: firstField, to: objects, faces)
    var catalog = PDFText()
    catalog.add("<</Type/Catalog/Pages ")
    catalog.add(reference: tree)
    if let language = info.language {
      catalog.add("/Lang")
      catalog.add(text: language)
    }
    if let structure = findings.structure {
      var tree = StructureTree(
        structure, contents: findings.contents, annotations: annotations + boxes, pages: pageNumbers, copiesLaTeX: options.copiesLaTeX,
        isSecond: options.isSecond
      ) { description(of: findings.links[tagged[$0]]) }
      let root = tree.write(to: objects, language: info.language, figures: findings.figures, heights: pages.map(\.height))
      if options.isSecond { destinations.lead(to: findings.targets, in: tree) }
      let hasProperties = structure.elements.contains { $0.source != nil }
      catalog.add("/MarkInfo<</Marked true")
      if hasProperties { catalog.add("/UserProperties true") }
      catalog.add(">>/StructTreeRoot ")
      catalog.add(reference: root)
    }
    if options.isSecond { addAnnotations(self) }
    switch (info.title != nil, info.isRightToLeft) {
    case (true, true): catalog.add("/ViewerPreferences<</DisplayDocTitle true/Direction/R2L>>")
    case (true, false): catalog.add("/ViewerPreferences<</DisplayDocTitle true>>")
    case (false, true): catalog.add("/ViewerPreferences<</Direction/R2L>>")
    case (false, false): break
    }
    if let outline = writeOutline(to: objects) {
      catalog.add("/Outlines ")
      catalog.add(reference: outline)
    }
    PDFFieldWriting(fields: fields, pages: pages, pageNumbers: pageNumbers, first: firstField)
      .write(to: objects, key: pages.count + annotations.count, &catalog)
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

  var isArchive: Bool { options.standards.contains { $0.archivePart != nil } }

  // MARK: Pages

  private func writePages(tree: Int, firstAnnotation: Int, firstField: Int, to objects: PDFObjects, _ faces: FaceBridge) {
    var links: [[Int]] = Array(repeating: [], count: pages.count)
    for (index, link) in findings.links.enumerated() { links[link.page].append(firstAnnotation + index) }
    for (index, field) in fields.enumerated() { links[field.page].append(firstField + index) }
    let shared = objects.number()
    let hasTags = options.structure != nil
    let fonts = options.kept == nil ? nil : resources.fontDigests
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
      // ISO 32000-1, 11.4.7: transparency is computed in screen colours.
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
      objects.addCompressed(content, key: { fonts.flatMap { PageContent.key(of: page, marked: marked, resources: resources, fonts: $0) } })
      { _ in
        PageContent.bytes(of: page, marked: marked, resources: resources)
      }
    }
    var text = PDFText()
    text.add("<</Type/Pages/Kids[")
    text.bytes += kids.bytes
    text.add("]/Count ")
    text.add(pages.count)
    text.add(">>")
    objects.addPlain(tree, text)
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

  // MARK: The document as a whole

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

/// A text without NUL and without noncharacters, which readers call invalid.
func cleaned(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 > 0 && $0 < 0x80 }) { return text }
  var out = ""
  for scalar in text.unicodeScalars
  where scalar != "\0" && !(0xFDD0...0xFDEF).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE {
    out.unicodeScalars.append(scalar)
  }
  return out
}
