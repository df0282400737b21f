internal import TypesetDiagnostics

/// The bytes of a text outside of its code, in order; of code only where `{% raw %}` or its end is.
struct CodeWalk {
  private let bytes: [UInt8]
  private let end: Int
  private let findsMarkers: Bool
  private let findsShortcodes: Bool
  private var index: Int
  private var lineStart = true
  private var fences = OpenFences()
  /// The length of the code span's backticks.
  private var span = 0

  /// - Parameters:
  ///   - findsMarkers: True if `<!-- tab`, `<!-- endtab` and `<--->` are found, too.
  ///   - findsShortcodes: True if Hugo's shortcodes are found in blocks of code, too.
  init(_ bytes: [UInt8], from start: Int, to end: Int? = nil, findsMarkers: Bool = false, findsShortcodes: Bool = false) {
    self.bytes = bytes
    (self.findsMarkers, self.findsShortcodes) = (findsMarkers, findsShortcodes)
    self.end = end ?? bytes.count
    index = start
  }

  /// The position of the next brace that may begin a tag.
  mutating func next() -> Int? {
    while index < end {
      if lineStart { beginLine() }
      // A fence may be the last line.
      guard index < end else { return nil }
      let byte = bytes[index]
      let place = index
      index += 1
      lineStart = byte == 0x0A
      switch byte {
      case UInt8(ascii: "`") where !fences.isCode:
        var length = 1
        while index < end, bytes[index] == byte {
          length += 1
          index += 1
        }
        if span == 0 { span = closes(length) ? length : 0 } else if span == length { span = 0 }
      case UInt8(ascii: "{"):
        if !fences.isCode && span == 0 || bytes[place..<end].starts(with: "{% raw".utf8)
          || bytes[place..<end].starts(with: "{% endraw".utf8) || bytes[place..<end].starts(with: "{{</*".utf8)
          || bytes[place..<end].starts(with: "{{%/*".utf8) || bytes[place..<end].starts(with: "{{{<".utf8)
          || bytes[place..<end].starts(with: "{{ book.".utf8)
          || findsShortcodes && fences.isCode
            && (bytes[place..<end].starts(with: "{{<".utf8) || bytes[place..<end].starts(with: "{{%".utf8))
        {
          return place
        }
      case ASCII.less where findsMarkers && !isInCode:
        if ["<!-- tab", "<!-- endtab", "<--->"].contains(where: { bytes[place..<end].starts(with: $0.utf8) }) { return place }
      default: break
      }
    }
    return nil
  }

  /// True if what was found last is in code.
  var isInCode: Bool { fences.isCode || span != 0 }

  var isInFence: Bool { fences.isCode }

  mutating func skip(to place: Int) {
    index = max(index, place)
    lineStart = index > 0 && index <= bytes.count && bytes[index - 1] == 0x0A
  }

  private mutating func beginLine() {
    lineStart = false
    let line = bytes[index..<(bytes[index..<end].firstIndex(of: 0x0A) ?? end)]
    if line.allSatisfy({ $0 <= 0x20 }) { span = 0 }
    guard span == 0 else { return }
    let wasOpen = fences.isCode
    fences.pass(line)
    // The fence's own line is not text; that of a directive with Markdown in it begins no code in its line, either.
    let isFence = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }.prefix { $0 == ASCII.backtick }.count >= 3
    if wasOpen != fences.isCode || isFence && !Self.hasTag(line) { index = line.endIndex < end ? line.endIndex : end }
  }

  private static func hasTag(_ line: ArraySlice<UInt8>) -> Bool {
    line.firstRange(of: "{{".utf8) != nil || line.firstRange(of: "{%".utf8) != nil
  }

  /// True if a run of this many backticks follows in this paragraph.
  private func closes(_ length: Int) -> Bool {
    var place = index
    var isBlank = false
    while place < min(end, index + 2_000) {
      if bytes[place] == 0x0A {
        if isBlank { return false }
        isBlank = true
      } else if bytes[place] > 0x20 {
        isBlank = false
      }
      guard bytes[place] == UInt8(ascii: "`") else {
        place += 1
        continue
      }
      var run = 0
      while place < end, bytes[place] == UInt8(ascii: "`") {
        run += 1
        place += 1
      }
      if run == length { return true }
    }
    return false
  }

  /// Where the code ends that begins at a backtick of a line; nil where nothing on the line ends it.
  static func spanEnd(_ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    let length = line[start...].prefix { $0 == ASCII.backtick }.count
    var index = start + length
    while let next = line[index...].firstIndex(of: ASCII.backtick) {
      let run = line[next...].prefix { $0 == ASCII.backtick }.count
      if run == length { return next + run }
      index = next + run
    }
    return nil
  }
}
