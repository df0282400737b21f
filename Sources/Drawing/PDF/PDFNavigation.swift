internal import TypesetBoxes
internal import TypesetBytes
internal import TypesetDiagnostics

// Navigation: links, the outline, names and numbers of pages, the attached file.

extension PDFDocument {
  /// From this many bytes on an address is a separate object: an address that fills a thousand lines has an annotation for each line.
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
    text.add(edgesOf: link.rect, onPageOf: pages[link.page].height)
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
        text.add(text: description(of: link))
      }
    case .reference(let destination):
      destinations.add(destination, to: &text)
      text.add("/Contents")
      text.add(text: description(of: link))
    case .destination, .heading, .note, .numbering, .opening, .line, .drawing, .graphic, .text: break
    }
    if let key {
      text.add("/StructParent ")
      text.add(key)
    }
    text.add(">>")
    return text
  }

  /// Where a link leads to, in words: its address, the heading there, or else what the link shows.
  func description(of link: PDFFindings.Link) -> String {
    switch link.target {
    case .link(let url): cleaned(url)
    case .reference(let destination): title(of: destination, shown: link.element.flatMap { findings.linkTexts[$0] })
    case .destination, .heading, .note, .numbering, .opening, .line, .drawing, .graphic, .text: ""
    }
  }

  /// The heading that is at a destination, what leads there, or its name; only the beginning of a name of kilobytes, which would be in the file at each link.
  private func title(of destination: String, shown: [UInt8]?) -> String {
    let words = cleaned(String(decoding: shown ?? [], as: UTF8.self))
    let title = titles[destination] ?? (words.contains { !$0.isWhitespace } ? words : cleaned(destination))
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
    // Of a work of many chapters the parts alone are shown.
    let isLong = (children[-1] ?? []).reduce(0) { $0 + 1 + (children[$1]?.count ?? 0) } > 80
    func addKids(_ index: Int, _ text: inout PDFText) {
      guard let kids = children[index], let firstKid = kids.first, let lastKid = kids.last else { return }
      text.add("/First ")
      text.add(reference: first + firstKid)
      text.add("/Last ")
      text.add(reference: first + lastKid)
      // The first level shows its children; below it, they wait to be asked for.
      let isOpen = index < 0 || parents[index] < 0 && !isLong
      let visible = index < 0 && !isLong ? kids.reduce(kids.count) { $0 + (children[$1]?.count ?? 0) } : kids.count
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
        destinations.addAnyway(headings[index].destination, to: &text)
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
      let places = findings.destinations.map { (name: Array(destinationName($0.key).utf8), place: $0.value) }
      for (name, place) in places.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        tree.add(bytes: name)
        tree.add("[")
        tree.add(reference: pageNumbers[place.page])
        destinations.add(place, to: &tree)
        tree.add("]")
      }
      tree.add("]>>")
      let number = objects.number()
      objects.add(number, tree)
      names.add("/Dests ")
      names.add(reference: number)
    }
    if !options.attachments.isEmpty {
      let files = options.attachments.map { (name: Array($0.name.utf8), number: $0.write(to: objects, at: info.creationTime)) }
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
    var sum = 0
    var last = 0
    guard !text.isEmpty, text.utf8.count < 20 else { return nil }
    for sign in text.utf8.reversed() {
      guard let value = value(ofRoman: sign) else { return nil }
      sum += value < last ? -value : value
      last = max(last, value)
    }
    return sum > 0 ? sum : nil
  }

  private static func value(ofRoman sign: UInt8) -> Int? {
    switch sign {
    case UInt8(ascii: "i"): 1
    case UInt8(ascii: "v"): 5
    case UInt8(ascii: "x"): 10
    case UInt8(ascii: "l"): 50
    case UInt8(ascii: "c"): 100
    case UInt8(ascii: "d"): 500
    case UInt8(ascii: "m"): 1000
    default: nil
    }
  }
}

/// An address with all bytes escaped as `%XX` that RFC 3986, 2 does not allow: spaces, signs such as `<`, and everything beyond ASCII.
private func percentEncoded(_ url: String) -> String { percentEncoded(url) { !isInAddresses($0) } }

/// A destination's name as it is in a file: in ASCII, escaped as in an address, and `%` too, so that no two names become one.
///
/// ISO 32000-1, 7.9.6 has names as bytes in their order. PDFium compares them as text, whose order is another one, and MuPDF finds no name with
/// letters beyond ASCII.
private func destinationName(_ name: String) -> String {
  percentEncoded(name) { !isInAddresses($0) || $0 == UInt8(ascii: "%") }
}

private func isInAddresses(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x00...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
    UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
    false
  default: true
  }
}

private func percentEncoded(_ text: String, where isEscaped: (UInt8) -> Bool) -> String {
  guard text.utf8.contains(where: isEscaped) else { return text }
  return text.utf8.reduce(into: "") { out, byte in
    if isEscaped(byte) { out += percentEncoded(byte) } else { out.unicodeScalars.append(Unicode.Scalar(byte)) }
  }
}

/// Where links and entries of the outline lead: to names, in PDF 2.0 to the elements there too (ISO 32000-2, 12.3.2.3).
struct PDFDestinations {
  typealias Place = (page: Int, x: Length, y: Length)

  /// By name.
  let places: [String: Place]
  /// Of the pages.
  let heights: [Length]
  /// By name, the object of the element there.
  private var elements: [String: Int] = [:]
  /// Other files, by the names of places in them.
  private let siblings: [String: String]

  init(_ places: [String: Place], heights: [Length], siblings: [String: String] = [:]) {
    (self.places, self.heights, self.siblings) = (places, heights, siblings)
  }

  /// - Parameter targets: By name, the element in the structure; a name without one leads to the document.
  mutating func lead(to targets: [String: Int], in tree: StructureTree) {
    for name in places.keys { elements[name] = tree.number(of: targets[name] ?? -1) }
  }

  func add(_ name: String, to text: inout PDFText) {
    if places[name] != nil { return addAnyway(name, to: &text) }
    guard let file = siblings[name] else { return }
    // ISO 32000-1, 12.6.4.3: the file is open beside this one, or in its place, as the reader likes.
    text.add("/A<</S/GoToR/F<</Type/Filespec/F")
    text.add(bytes: percentEncoded(file).utf8)
    text.add("/UF")
    text.add(text: file)
    text.add(">>/D")
    text.add(bytes: destinationName(name).utf8)
    text.add(">>")
  }

  /// Adds a destination that may be on none of these pages.
  func addAnyway(_ name: String, to text: inout PDFText) {
    guard let element = elements[name], let place = places[name] else {
      text.add("/Dest")
      text.add(bytes: destinationName(name).utf8)
      return
    }
    text.add("/A<</S/GoTo/D")
    text.add(bytes: destinationName(name).utf8)
    text.add("/SD[")
    text.add(reference: element)
    add(place, to: &text)
    text.add("]>>")
  }

  func add(_ place: Place, to text: inout PDFText) {
    text.add("/XYZ ")
    text.add(place.x.points)
    text.add(" ")
    text.add((heights[place.page] + place.y).points)
    text.add(" null")
  }
}
