internal import TypesetDiagnostics

/// LaTeX's minipages with nothing but space between them, which stand beside each other as far as the line goes, and those in a float that have
/// captions: each is a figure with a number of its own.
struct LaTeXMinipages {
  /// What is written for the beginning and the end of a minipage.
  struct Part {
    var open: String
    var close: String
  }

  private struct Found {
    var begin: Int
    /// After its arguments.
    var content: Int
    var end: Int = 0
    var after: Int = 0
    /// In per cent of the measure.
    var width: Int
    var depth: Int
    var label: String?
    var hasCaption = false
  }

  /// By the places of their `\begin`.
  private(set) var parts: [Int: Part] = [:]
  /// The floats, by the places of their `\begin`, whose captions are all in minipages.
  private(set) var holders: Set<Int> = []

  private static let mostPages = 200

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    guard bytes[range].firstRange(of: Self.opener) != nil else { return }
    let found = Self.pages(in: bytes, range)
    let floats = found.contains { $0.hasCaption } ? Self.floats(in: bytes, range) : []
    func float(around page: Found) -> Range<Int>? { floats.last { $0.contains(page.begin) } }
    for page in found where page.hasCaption {
      guard let float = float(around: page), !holders.contains(float.lowerBound) else { continue }
      if !Self.hasOwnCaption(bytes, float, found) { holders.insert(float.lowerBound) }
    }
    var row: [Found] = []
    func endRow() {
      for (number, page) in row.enumerated() where row.count > 1 || isFigure(page) {
        let isFigure = isFigure(page)
        let id = page.label.map { " id=\"\($0)\"" } ?? ""
        let open = "<div style=\"width: \(page.width)%\">" + (isFigure ? "<figure\(id)>" : "")
        parts[page.begin] = Part(
          open: (number == 0 && row.count > 1 ? "<div style=\"display: flex\">" : "") + open,
          close: (isFigure ? "</figure>" : "") + "</div>" + (number == row.count - 1 && row.count > 1 ? "</div>" : ""))
      }
      row = []
    }
    func isFigure(_ page: Found) -> Bool {
      page.hasCaption && float(around: page).map { holders.contains($0.lowerBound) } ?? false
    }
    for depth in Set(found.map(\.depth)).sorted() {
      for page in found where page.depth == depth {
        if let last = row.last,
          page.begin < last.after || row.reduce(page.width, { $0 + $1.width }) > 102 || !Self.isSpace(bytes, last.after..<page.begin)
        {
          endRow()
        }
        row.append(page)
      }
      endRow()
    }
  }

  /// Where the last of the minipages ends that begin with one at the margin, each beside or below the one before it.
  static func end(ofRow end: Int, in bytes: [UInt8], _ next: (Int) -> Int?) -> Int {
    var end = end
    for _ in 0..<20 {
      guard let begin = bytes[end...].prefix(2_000).firstRange(of: opener)?.lowerBound, isSpace(bytes, end..<begin),
        let after = next(begin)
      else { return end }
      end = after
    }
    return end
  }

  // MARK: Finding

  private static let opener = Array("\\begin{minipage}".utf8)
  private static let closer = Array("\\end{minipage}".utf8)

  /// All minipages whose widths are shares of the measure, in their order.
  private static func pages(in bytes: [UInt8], _ range: Range<Int>) -> [Found] {
    var found: [Found] = []
    var open: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound, found.count < mostPages, let slash = bytes[index..<range.upperBound].firstIndex(of: ASCII.backslash) {
      let rest = bytes[slash..<range.upperBound]
      index = slash + 1
      if rest.starts(with: opener) {
        var end = slash + opener.count
        for _ in 0..<3 { end = LaTeXReading.options(bytes, at: end, to: range.upperBound).end }
        let argument = LaTeXReading.group(bytes, at: end, to: range.upperBound)
        let width = argument.flatMap { LaTeXArguments.width("width=" + String(decoding: bytes[$0], as: UTF8.self)) }
        open.append(found.count)
        found.append(
          Found(
            begin: slash, content: argument.map { $0.upperBound + 1 } ?? end,
            width: width.flatMap { $0.hasSuffix("%") ? DocumentNumber.whole($0.dropLast()) : nil } ?? 0, depth: open.count))
      } else if rest.starts(with: closer), let last = open.popLast() {
        (found[last].end, found[last].after) = (slash, slash + closer.count)
      } else if let last = open.last {
        let name = LaTeXReading.name(bytes, after: slash, to: range.upperBound)
        guard bytes[name].elementsEqual("caption".utf8), bytes[name.upperBound...].first != UInt8(ascii: "*") else { continue }
        found[last].hasCaption = true
        found[last].label = LaTeXFloat(bytes, to: range.upperBound).label(after: found[last].content)
      }
    }
    return found.filter { $0.after > 0 && $0.width > 0 }
  }

  /// All floats, from `\begin` to `\end`, in the order of their ends.
  private static func floats(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open: [(name: ArraySlice<UInt8>, begin: Int)] = []
    var index = range.lowerBound
    while let slash = bytes[index..<range.upperBound].firstIndex(of: ASCII.backslash) {
      index = slash + 1
      let command = LaTeXReading.name(bytes, after: slash, to: range.upperBound)
      let begins = bytes[command].elementsEqual("begin".utf8)
      guard begins || bytes[command].elementsEqual("end".utf8),
        let group = LaTeXReading.group(bytes, at: command.upperBound, to: range.upperBound), group.count < 20,
        Self.floatNames.contains(String(decoding: bytes[group], as: UTF8.self))
      else { continue }
      if begins {
        open.append((bytes[group], slash))
      } else if let last = open.popLast(), last.name == bytes[group] {
        found.append(last.begin..<slash)
      }
    }
    return found
  }

  private static let floatNames: Set<String> = ["figure", "figure*", "table", "table*", "wrapfigure"]

  /// True if a float has a caption outside of its minipages.
  private static func hasOwnCaption(_ bytes: [UInt8], _ range: Range<Int>, _ pages: [Found]) -> Bool {
    places(of: Array("\\caption".utf8), in: bytes[range]).contains { caption in
      !pages.contains { $0.content <= caption && caption < $0.end }
    }
  }

  private static func places(of words: [UInt8], in text: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    var rest = text
    while let next = rest.firstRange(of: words) {
      found.append(next.lowerBound)
      rest = rest[next.upperBound...]
    }
    return found
  }

  /// True if LaTeX sets nothing but space for a text, and no paragraph ends in it.
  private static func isSpace(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    var lineEnds = 0
    while index < range.upperBound {
      switch bytes[index] {
      case ASCII.space, ASCII.tab, ASCII.carriageReturn, ASCII.tilde: index += 1
      case ASCII.newline:
        lineEnds += 1
        index += 1
        if lineEnds > 1 { return false }
        continue
      case UInt8(ascii: "%"):
        index = (bytes[index..<range.upperBound].firstIndex(of: ASCII.newline) ?? range.upperBound - 1) + 1
        // Another line end ends an empty line.
        lineEnds = 1
        continue
      case ASCII.backslash:
        let name = LaTeXReading.name(bytes, after: index, to: range.upperBound)
        guard !name.isEmpty else {
          // `\ `, `\,`
          guard index + 1 < range.upperBound, " ,;:!".utf8.contains(bytes[index + 1]) else { return false }
          index += 2
          continue
        }
        guard spaces.contains(String(decoding: bytes[name], as: UTF8.self)) else { return false }
        index = name.upperBound
        if index < range.upperBound, bytes[index] == UInt8(ascii: "*") { index += 1 }
        if let group = LaTeXReading.group(bytes, at: index, to: range.upperBound) { index = group.upperBound + 1 }
      default: return false
      }
    }
    return true
  }

  private static let spaces: Set<String> = ["hfill", "hfil", "hspace", "quad", "qquad", "enspace", "enskip", "hskip", "thinspace", "hss"]
}
