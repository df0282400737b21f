import TypesetBoxes
internal import TypesetDiagnostics

/// What the pages of a document show, small enough to be stored with its source: paragraphs, lines, pictures with their places.
///
/// Lengths are whole hundredths of a point, from the page's upper left corner.
package struct DocumentRecord: Hashable, Sendable {
  /// A font file that the document uses.
  package struct Font: Hashable, Sendable {
    package var name: String
    /// The beginning of its SHA-256.
    package var digest: String
    package var isBundled: Bool

    package init(name: String, digest: String, isBundled: Bool) { (self.name, self.digest, self.isBundled) = (name, digest, isBundled) }
  }

  /// A setting that decides the looks, with its value as text.
  package struct Setting: Hashable, Sendable {
    package var name: String
    package var value: String
    /// True if a theme's file sets it.
    package var isOfTheme = false

    package init(_ name: String, _ value: String, isOfTheme: Bool = false) {
      (self.name, self.value, self.isOfTheme) = (name, value, isOfTheme)
    }
  }

  struct Sheet: Hashable, Sendable {
    var width: Int
    var height: Int
    var background: String
    var label: String
    /// Nil where the page was not drawn.
    var look: PerceptualHash?
  }

  enum Kind: String, Hashable, Sendable {
    case paragraph, heading, item, quote, cell, caption, note, contents, text, code, formula, picture, graphics, furniture

    /// As messages call it.
    var noun: String {
      switch self {
      case .item: "list item"
      case .cell: "table cell"
      case .note: "footnote"
      case .contents: "contents entry"
      case .text: "number or marker"
      case .graphics: "rules and areas"
      case .furniture: "header and footer"
      default: rawValue
      }
    }

    var plural: String {
      switch self {
      case .contents: "contents entries"
      case .code, .graphics, .furniture: noun
      case .text: "numbers and markers"
      default: noun + "s"
      }
    }
  }

  /// Letters of one font, size and colour within a line.
  struct Run: Hashable, Sendable {
    /// In the list of fonts of the unit's style.
    var font: Int
    /// Unicode scalars without spaces.
    var count: Int
  }

  /// A line, or what a unit has on one page.
  struct Part: Hashable, Sendable {
    var page: Int
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// Of what is drawn, places relative to the part.
    var hash: UInt32
    /// Of the glyphs and their faces, wherever they are; 0 without glyphs.
    var glyphs: UInt32 = 0
    /// From left to right; empty if all letters have the same font, or if fonts are not known.
    var runs: [Run] = []
    /// Grounds, rules and frames of letters; see `DocumentRecord.knowsMarks`.
    var marks: [LetterMark] = []
    /// True if it ends with a hyphen that the author did not write.
    var isDivided = false
    /// Of a line, its text; of rules and areas, what they are: see `GraphicsSummary`.
    var text = ""
  }

  /// A part in the units of a record.
  struct PartPlace: Hashable, Sendable {
    var unit: Int
    var part: Int
  }

  /// A paragraph, a heading, a picture: what moves as a whole.
  struct Unit: Hashable, Sendable {
    var kind: Kind
    /// In the source; empty and 0 where that is not known.
    var file = ""
    var line = 0
    /// The path of a picture, as the document gives it; empty for diagrams and for what is no picture.
    var path = ""
    /// In `styles`.
    var style = 0
    var parts: [Part] = []

    /// All lines of it, divided words whole again.
    var text: String {
      var out = ""
      for part in parts {
        out += part.text
        if !part.isDivided, let last = out.last, !last.isWhitespace { out += " " }
      }
      if out.last == " " { out.removeLast() }
      return out
    }
  }

  /// The units that follow each other from page to page. The head of a table is one of them where the table begins: what a further page
  /// repeats of it has no line.
  var flow: [Int] {
    var cells: Set<String> = []
    return units.indices.filter { index in
      let unit = units[index]
      if unit.kind == .cell { cells.insert(unit.text) }
      return unit.isFlow && !(unit.kind == .text && unit.line == 0 && cells.contains(unit.text))
    }
  }

  /// The fonts of a unit, each with its size and colour; empty if a reference lacks them.
  func fontNames(of unit: Unit) -> [String] {
    styles.indices.contains(unit.style) ? styles[unit.style].parts(between: "; ").filter { !$0.isEmpty }.map(String.init) : []
  }

  typealias Block = RecordBlock
  typealias Sense = RecordSense

  /// `mdtypeset 0.1.0`.
  package var program = ""
  /// The libraries that decide where ink goes: `cairo 1.16.0`.
  package var libraries: [String] = []
  /// The beginning of the source's SHA-256.
  package var source = ""
  /// What decides the looks, in the order of the table of settings.
  package var settings: [Setting] = []
  package var fonts: [Font] = []
  /// Fonts, sizes and colours of units.
  var styles: [String] = []
  var sheets: [Sheet] = []
  var units: [Unit] = []
  /// What shows that nothing but the causes changed; empty in references of older versions.
  var blocks: [Block] = []
  /// What is there and not seen: addresses of links, alternative texts, names.
  var senses: [Sense] = []
  /// The definitions for formulas: their names, each with a digest of what it is defined as.
  var macros: [Setting] = []
  /// Files that are neither text nor pictures, fonts or themes, each with a digest.
  var inputs: [Setting] = []
  /// The classes that the author gave to lines and other parts, by their places.
  var classes: [PartPlace: [String]] = [:]
  /// False in references before format 5: parts have no marks.
  var knowsMarks = true
  /// The names of the document and of all files that it read, from its folder; empty in older references.
  package var reads: [String] = []
  /// Small copies of pictures as PNG, by what they draw; empty unless they were asked for.
  package var copies: [UInt32: [UInt8]] = [:]

  package init() {}

  package var pageCount: Int { sheets.count }
}

extension Length {
  /// In hundredths of a point.
  var hundredths: Int { Int(clamping: (points * 100).rounded()) }
}

/// FNV-1a: enough to tell what changed by accident.
struct InkHash {
  private var state: UInt32 = 2_166_136_261

  /// Below 36⁵, so that references have five digits for it.
  var value: UInt32 { state % 60_466_176 }

  mutating func add(_ number: Int) {
    var rest = UInt32(truncatingIfNeeded: number)
    for _ in 0..<4 {
      state = (state ^ (rest & 255)) &* 16_777_619
      rest >>= 8
    }
  }

  /// Below 36³, for references too.
  var shortValue: UInt32 { state % 46_655 + 1 }

  mutating func add(_ text: String) { for byte in text.utf8 { state = (state ^ UInt32(byte)) &* 16_777_619 } }
}

extension DocumentRecord {
  /// In points; nil if there is no such page.
  package func size(ofPage number: Int) -> (width: Double, height: Double)? {
    guard sheets.indices.contains(number) else { return nil }
    return (Double(sheets[number].width) / 100, Double(sheets[number].height) / 100)
  }
}

/// Where each picture of a record is first shown.
package struct PictureAreas {
  /// Points from the page's upper left corner.
  package struct Area {
    /// From 0.
    package var page: Int
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
  }

  /// By what the pictures draw.
  package private(set) var areas: [UInt32: Area] = [:]

  package init(of record: DocumentRecord) {
    for unit in record.units where unit.kind == .picture {
      guard let part = unit.parts.first, areas[part.hash] == nil else { continue }
      areas[part.hash] = Area(
        page: part.page, x: Double(part.x) / 100, y: Double(part.y) / 100, width: Double(part.width) / 100,
        height: Double(part.height) / 100)
    }
  }
}
