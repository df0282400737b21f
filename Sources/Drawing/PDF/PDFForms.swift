internal import TypesetBoxes

/// Check boxes that readers can tick (ISO 32000-1, 12.7.4.2.3). The square stays on the page; the tick is drawn by its field.
struct PDFForms {
  struct Field {
    var page: Int
    /// Of the square.
    var rect: Rect
    var color: Color
    var isChecked: Bool
    /// In `DocumentStructure.elements`.
    var element: Int
    /// What is beside it, for screen readers.
    var label = ""
  }

  private(set) var fields: [Field] = []
  private(set) var pages: [Page]
  private(set) var structure: DocumentStructure

  /// Labels are no longer, in bytes.
  private static let longestLabel = 200

  /// Takes the boxes out of the content of pages: to readers the content is decoration, and the fields are the boxes.
  init(_ pages: [Page], _ structure: DocumentStructure) {
    (self.pages, self.structure) = (pages, structure)
    for number in pages.indices { take(from: number) }
    for field in fields { self.structure.change(field.element) { $0.alternative = nil } }
  }

  private mutating func take(from number: Int) {
    var ink = pages[number].ink
    var box: Int?
    /// The list item of what is drawn, and the last box's.
    var (item, named): (Int?, Int?) = (nil, nil)
    for (index, drawn) in ink.items.enumerated() {
      switch drawn {
      case .content(let id):
        let element = structure.index(of: id)
        item = element.flatMap { structure.item(around: $0) }
        box = element.flatMap { structure.isCheckBox($0) ? $0 : nil }
        if box != nil { (ink.items[index], named) = (.content(.artifact), item) }
      case .panel(let panel):
        guard let box else { continue }
        let isChecked = structure.elements[box].alternative == DocumentStructure.tickedBox
        fields.append(
          Field(page: number, rect: panel.rect, color: panel.border ?? .black, isChecked: isChecked, element: box))
      // The tick.
      case .stroke: if box != nil { ink.items[index] = .content(.artifact) }
      case .run(let run):
        guard let last = fields.last, last.page == number, item != nil, item == named, last.label.utf8.count < Self.longestLabel,
          !run.isSilent
        else { continue }
        fields[fields.count - 1].label += String(
          decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].prefix(Self.longestLabel), as: UTF8.self)
      default: continue
      }
    }
    pages[number].ink = ink
  }
}

extension DocumentStructure {
  /// The alternative texts of check boxes (`Attachment.spoken`).
  fileprivate static let emptyBox = "\u{2610}"
  fileprivate static let tickedBox = "\u{2611}"

  /// True for the box of a task: a figure whose alternative text is the sign of one, at the beginning of an item.
  fileprivate func isCheckBox(_ element: Int) -> Bool {
    let box = elements[element]
    guard box.role == .figure, [Self.emptyBox, Self.tickedBox].contains(box.alternative), box.parent >= 0 else { return false }
    return elements[Int(box.parent)].role == .label
  }

  /// The innermost item of a list that an element is in.
  fileprivate func item(around element: Int) -> Int? {
    var next = Int32(clamping: element)
    while next >= 0, elements[Int(next)].role != .item { next = elements[Int(next)].parent }
    return next >= 0 ? Int(next) : nil
  }
}

/// Writes check boxes as fields (ISO 32000-1, 12.7.4.2.3).
struct PDFFieldWriting {
  let fields: [PDFForms.Field]
  let pages: [Page]
  /// The pages' objects, in order.
  let pageNumbers: [Int]
  /// The number of the first field's object; the others follow.
  let first: Int

  /// Writes the fields, and what they have in common, into the catalog.
  ///
  /// - Parameter key: The first field's key in the tree of parents.
  func write(to objects: PDFObjects, key: Int, _ catalog: inout PDFText) {
    guard !fields.isEmpty else { return }
    let empty = objects.number()
    var nothing = PDFText()
    nothing.add("/Type/XObject/Subtype/Form/BBox[0 0 1 1]")
    objects.addStream(empty, nothing, [])
    var ticks: [TickLook: Int] = [:]
    for (index, field) in fields.enumerated() {
      let look = TickLook(side: field.rect.width, color: field.color)
      let tick = ticks[look] ?? objects.number()
      if ticks.updateValue(tick, forKey: look) == nil { objects.addStream(tick, look.dictionary, look.content[...]) }
      objects.add(first + index, dictionary(of: field, number: index, tick: tick, empty: empty, key: key + index))
    }
    catalog.add("/AcroForm<</Fields[")
    for index in fields.indices {
      catalog.add(reference: first + index)
      catalog.add(" ")
    }
    catalog.add("]>>")
  }

  private func dictionary(of field: PDFForms.Field, number: Int, tick: Int, empty: Int, key: Int) -> PDFText {
    var text = PDFText()
    text.add("<</Type/Annot/Subtype/Widget/FT/Btn/F 4/T")
    text.add(text: "task-\(number + 1)")
    text.add("/TU")
    text.add(text: cleaned(field.label.isEmpty ? "task \(number + 1)" : field.label))
    text.add("/Rect[")
    text.add(edgesOf: field.rect, onPageOf: pages[field.page].height)
    text.add("]/P ")
    text.add(reference: pageNumbers[field.page])
    text.add(field.isChecked ? "/V/Yes/AS/Yes" : "/V/Off/AS/Off")
    text.add("/AP<</N<</Yes ")
    text.add(reference: tick)
    text.add("/Off ")
    text.add(reference: empty)
    text.add(">>>>/StructParent ")
    text.add(key)
    text.add(">>")
    return text
  }
}

/// A tick in a square of one size.
private struct TickLook: Hashable {
  var side: Length
  var color: Color

  var dictionary: PDFText {
    var text = PDFText()
    text.add("/Type/XObject/Subtype/Form/BBox[0 0 ")
    text.add(side.points)
    text.add(" ")
    text.add(side.points)
    text.add("]")
    return text
  }

  /// The lines of `HList.checkbox`.
  var content: [UInt8] {
    var text = PDFText()
    for shift in [24, 16, 8] {
      text.add(Double(color.rgba >> UInt32(shift) & 255) / 255)
      text.add(" ")
    }
    text.add("RG ")
    text.add(side.points * 0.133)
    text.add(" w ")
    for (number, point) in [(0.22, 0.52), (0.42, 0.28), (0.8, 0.78)].enumerated() {
      text.add(side.points * point.0)
      text.add(" ")
      text.add(side.points * point.1)
      text.add(number == 0 ? " m " : " l ")
    }
    text.add("S")
    return text.bytes
  }
}
