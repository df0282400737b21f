internal import TypesetBoxes
internal import TypesetDiagnostics

// Navigation: links, the outline, names and numbers of pages, the attached file.

extension PDFDocument {
  /// Bytes from which on an address is an object of its own: one that fills a thousand lines has an annotation for each of them.
  private static let longAddress = 300

  /// Adds the long addresses and what they say to a reader, each once.
  ///
  /// - Returns: For links with a long address, by their index, the number of the address's object; the next one is its text.
  func addLongAddresses(to objects: PDFObjects) -> [Int: Int] {
    var numbers: [String: Int] = [:]
    var out: [Int: Int] = [:]
    // The pieces of a link that is broken over lines share one string: they are equal at a glance, and only the first is hashed.
    var last: (url: String, number: Int)?
    for (index, link) in findings.links.enumerated() {
      guard case .link(let url) = link.target, url.utf8.count >= Self.longAddress else { continue }
      let number: Int
      if let last, last.url == url {
        number = last.number
      } else if let known = numbers[url] {
        number = known
      } else {
        number = objects.numbers(2)
        var address = PDFText()
        address.add(bytes: percentEncoded(url).utf8)
        objects.add(number, address)
        var contents = PDFText()
        contents.add(text: cleaned(url))
        objects.add(number + 1, contents)
        numbers[url] = number
      }
      out[index] = number
      last = (url, number)
    }
    return out
  }

  /// - Parameter longAddress: As `addLongAddresses` gives it.
  func annotation(_ link: PDFFindings.Link, key: Int?, longAddress: Int?) -> PDFText {
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
      if let longAddress {
        text.add(" ")
        text.add(reference: longAddress)
      } else {
        text.add(bytes: percentEncoded(url).utf8)
      }
      text.add(">>")
      // ISO 14289-1, 7.18.5: a description of the link for screen readers.
      text.add("/Contents")
      if let longAddress {
        text.add(" ")
        text.add(reference: longAddress + 1)
      } else {
        text.add(text: cleaned(url))
      }
    case .reference(let destination):
      if findings.destinations[destination] != nil { addDestination(destination, to: &text) }
      text.add("/Contents")
      text.add(text: title(of: destination))
    case .destination, .heading, .note, .numbering, .line, .drawing, .text: break
    }
    if let key {
      text.add("/StructParent ")
      text.add(key)
    }
    text.add(">>")
    return text
  }

  /// Where a link or an entry of the outline leads, by the name of the place; in PDF 2.0 to the element there (ISO 32000-2, 12.3.2.3).
  private func addDestination(_ name: String, to text: inout PDFText) {
    guard let element = targets[name], let place = findings.destinations[name] else {
      text.add("/Dest")
      text.add(bytes: name.utf8)
      return
    }
    text.add("/A<</S/GoTo/D")
    text.add(bytes: name.utf8)
    text.add("/SD[")
    text.add(reference: element)
    add(place, to: &text)
    text.add("]>>")
  }

  private func add(_ place: (page: Int, x: Length, y: Length), to text: inout PDFText) {
    text.add("/XYZ ")
    text.add(place.x.points)
    text.add(" ")
    text.add((pages[place.page].height + place.y).points)
    text.add(" null")
  }

  /// The heading that is at a destination, or its name; the beginning of one of kilobytes, which would stand in the file at each link.
  private func title(of destination: String) -> String {
    let title = titles[destination] ?? cleaned(destination)
    return title.utf8.count > 1_024 ? title.prefix(256) + "…" : title
  }

  /// - Returns: nil where there are no headings.
  func writeOutline(to objects: PDFObjects) -> Int? {
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
    for parent in -1..<headings.count {
      let kids = children[parent] ?? []
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
        addDestination(headings[index].destination, to: &text)
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
  func writeNames(to objects: PDFObjects, _ catalog: inout PDFText) {
    var names = PDFText()
    if !findings.destinations.isEmpty {
      var tree = PDFText()
      tree.add("<</Names[")
      // A name tree is in the order of bytes.
      for (name, place) in findings.destinations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        tree.add(bytes: name.utf8)
        tree.add("[")
        tree.add(reference: pageNumbers[place.page])
        add(place, to: &tree)
        tree.add("]")
      }
      tree.add("]>>")
      let number = objects.number()
      objects.add(number, tree)
      names.add("/Dests ")
      names.add(reference: number)
    }
    if !options.attachments.isEmpty {
      let files = options.attachments.map { (name: Array($0.name.utf8), number: writeAttachment($0, to: objects)) }
      // Keys are in the order of their bytes (ISO 32000-1, 7.9.6).
      names.add("/EmbeddedFiles<</Names[")
      for file in files.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        names.add(bytes: file.name)
        names.add(" ")
        names.add(reference: file.number)
      }
      names.add("]>>")
      catalog.add("/AF[")
      for (index, file) in files.enumerated() {
        if index > 0 { catalog.add(" ") }
        catalog.add(reference: file.number)
      }
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
    dictionary.add("/Type/EmbeddedFile/Subtype/")
    dictionary.bytes += Self.mediaType(of: attachment.name).replacing("/", with: "#2F").utf8
    // Lets the file be found without its specification, which is in a compressed stream.
    dictionary.add("/MDTypesetName")
    dictionary.add(text: attachment.name)
    dictionary.add("/Params<</Size ")
    dictionary.add(attachment.bytes.count)
    if let time = info.creationTime {
      dictionary.add("/ModDate")
      dictionary.add(text: pdfDate(time))
    }
    dictionary.add(">>")
    objects.addCompressed(stream, dictionary) { _ in attachment.bytes }
    let number = objects.number()
    var text = PDFText()
    text.add("<</Type/Filespec/AFRelationship/")
    text.bytes += attachment.relation.rawValue.utf8
    text.add("/F")
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

  /// The media type for a file's extension (RFC 6838); a generic one for unknown extensions.
  private static func mediaType(of name: String) -> String {
    let types = [
      "md": "text/markdown", "markdown": "text/markdown", "qmd": "text/markdown", "rmd": "text/markdown", "txt": "text/plain",
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
      "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml", "tex": "application/x-tex", "csv": "text/csv",
    ]
    let suffix = name.split(separator: "/").last?.split(separator: ".").last ?? ""
    return types[suffix.lowercased()] ?? "application/octet-stream"
  }

  /// What readers show as the numbers of pages (ISO 32000-1, 12.4.2).
  func writeLabels(to catalog: inout PDFText) {
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
}

/// A page's number as PDF knows it.
struct PageLabel: Hashable {
  /// `D`, `r` or `R`; nil where the text is all that there is.
  var form: UInt8?
  var number = 0
  var text: String

  init(_ text: String) {
    self.text = text
    if let number = DocumentNumber.whole(text), number > 0, number < 1_000_000 {
      self.number = number
      form = UInt8(ascii: "D")
    } else if let number = Self.roman(text) {
      self.number = number
      form = UInt8(ascii: "r")
    }
  }

  /// True if another label is this one's number after some pages.
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

/// An address with what no address has written as `%XX` (RFC 3986, 2): spaces, signs that are none of its own, all beyond ASCII.
private func percentEncoded(_ url: String) -> String {
  let digits = Array("0123456789ABCDEF".unicodeScalars)
  var out = ""
  for byte in url.utf8 {
    switch byte {
    case 0x00...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      out += "%"
      out.unicodeScalars.append(digits[Int(byte >> 4)])
      out.unicodeScalars.append(digits[Int(byte & 15)])
    default: out.unicodeScalars.append(Unicode.Scalar(byte))
    }
  }
  return out
}
