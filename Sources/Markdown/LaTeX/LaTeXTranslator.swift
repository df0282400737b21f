internal import TypesetDiagnostics

/// LaTeX's environments for text, translated to HTML in their place: figures, tables, lists, centred and quoted text.
///
/// Each command is replaced in its place; the words between them stay, and their formulas are found as everywhere. An environment with an
/// unknown command is not translated at all, so that nothing is lost.
struct LaTeXTranslator {
  private enum Frame: Equatable {
    case block(close: String)
    /// A float, with its caption and pictures.
    case figure
    case list(item: String)
    /// Notes below a table.
    case notes
    case tabular(Tabular)
  }

  private struct Tabular: Equatable {
    var aligns: [String]
    /// As many columns as its author has said; nil where the columns have names of their own.
    var columns: Int?
    var column = 0
    var hasOpenRow = false
    /// True up to the first rule below the first row.
    var isHead: Bool
    /// True from the first row of the body on.
    var hasBody = false
    /// True behind a rule between rows of the body, until the next row begins.
    var isRuled = false
    /// The background of the row that begins next.
    var rowColor = ""
    /// What closes the open cell.
    var cell = "td"
  }

  private let bytes: [UInt8]
  private let cites: Bool
  private let limit: Int
  private let minipages: LaTeXMinipages
  private(set) var edits: [Edit] = []
  private var faults: [Diagnostic] = []
  private var index: Int
  private var frames: [(name: String, frame: Frame, braces: Int)] = []
  /// The share of the measure that `\linewidth` is in each of them, in per cent.
  private var shares: [Int] = []
  /// Where the captions of parts end that are open, and where what the parts show begins.
  private var captionEnds: [(at: Int, through: Int)] = []
  /// Where the labels of notes end that are open.
  private var labelEnds: [(at: Int, through: Int)] = []
  /// The replacement for the end of each open brace.
  private var braces: [String] = []
  /// True if no brace is open in the innermost environment; a box may be around it: `\resizebox{…}{!}{\begin{tabular}…`.
  private var isOutsideOfBraces: Bool { braces.count == frames.last?.braces ?? 0 }

  /// - Parameter range: From `\begin` to the end of the last `\end`.
  private init(_ bytes: [UInt8], _ range: Range<Int>, _ cites: Bool) {
    (self.bytes, self.cites, minipages) = (bytes, cites, LaTeXMinipages(bytes, range))
    limit = range.upperBound
    index = range.lowerBound
  }

  /// The replacement for an environment of text, and where it ends, which is the end of a line.
  ///
  /// - Parameters:
  ///   - open: What is around it. In lists and quotes its lines have prefixes of the author's.
  ///   - cites: True if `\cite` cites a work of the document's bibliography.
  /// - Returns: Nil if it can't be translated.
  static func environment(
    _ name: String, _ start: Int, _ open: OpenBlocks, _ closers: inout CloserSearch, _ cites: Bool
  ) -> (edits: [Edit], faults: [Diagnostic], end: Int)? {
    let bytes = open.bytes
    guard open.containers.allSatisfy(\.isSpecial), LaTeXEnvironments.translates(name),
      let first = closers.end(ofEnvironment: name, from: start),
      case let end = name == "minipage"
        ? LaTeXMinipages.end(ofRow: first, in: bytes, { closers.end(ofEnvironment: name, from: $0) }) : first,
      bytes[end...].prefix(while: { $0 != ASCII.newline }).allSatisfy(ASCII.isBlank),
      let (edits, faults) = translated(start..<end, in: bytes, cites)
    else { return nil }
    return (open.isEmpty ? edits : LaTeXEnvironments.prefixed(edits, of: start..<end, in: bytes, by: open.prefix), faults, end)
  }

  /// The replacement for an environment; nil if it can't be translated.
  private static func translated(_ range: Range<Int>, in bytes: [UInt8], _ cites: Bool) -> (edits: [Edit], faults: [Diagnostic])? {
    var translator = LaTeXTranslator(bytes, range, cites)
    while translator.index < translator.limit { guard translator.step() else { return nil } }
    return translator.frames.isEmpty && translator.braces.isEmpty ? (translator.edits, translator.faults) : nil
  }

  private static func opening(_ name: String) -> (open: String, frame: Frame)? {
    switch LaTeXEnvironments.named[name] {
    case "figure": ("<figure>", .figure)
    case "tabular", "tabbing": ("<table>", .tabular(Tabular(aligns: [], isHead: false)))
    case "center": ("<div align=\"center\">", .block(close: "</div>"))
    case "flushright": ("<div align=\"right\">", .block(close: "</div>"))
    case "block": ("<div>", .block(close: "</div>"))
    case "titled": (LaTeXBox.opening(name), .block(close: "</div>"))
    case "quote": ("<blockquote>", .block(close: "</blockquote>"))
    case "itemize": ("<ul>", .list(item: "li"))
    case "enumerate": ("<ol>", .list(item: "li"))
    case "description": ("<dl>", .list(item: "dt"))
    // threeparttable's notes have labels, which are raised.
    case "tablenotes": ("<div class=\"table-notes\">", .notes)
    default: nil
    }
  }

  // MARK: Steps

  /// Reads one token; false if it is unknown.
  private mutating func step() -> Bool {
    if let end = labelEnds.last, index >= end.at {
      labelEnds.removeLast()
      put("</sup> ", for: end.at..<end.through)
      return true
    }
    if let end = captionEnds.last, index >= end.at {
      captionEnds.removeLast()
      put("</figcaption>", for: end.at..<end.through)
      braces.append("</figure>")
      return true
    }
    switch bytes[index] {
    case ASCII.backslash: return command()
    case ASCII.dollar: return passFormula()
    case UInt8(ascii: "%"): return dropComment()
    case ASCII.openBrace:
      openRow()
      put("", for: index..<index + 1)
      braces.append("")
    case ASCII.closeBrace:
      guard !isOutsideOfBraces, let close = braces.popLast() else { return false }
      put(close, for: index..<index + 1)
    case UInt8(ascii: "&"): return nextCell(after: index + 1)
    case ASCII.tilde: put("&nbsp;", for: index..<index + 1)
    case ASCII.less: if let end = LaTeXReading.picture(bytes, index, limit) { index = end } else { put("&lt;", for: index..<index + 1) }
    case ASCII.greater: put("&gt;", for: index..<index + 1)
    case ASCII.backtick where next == ASCII.backtick: put("“", for: index..<index + 2)
    case UInt8(ascii: "'") where next == UInt8(ascii: "'"): put("”", for: index..<index + 2)
    case ASCII.openParenthesis where next == ASCII.backslash && isInFigure:
      if let label = LaTeXFloat.bookdownLabel(bytes, at: index, to: limit) { put(Self.nothing, for: index..<label.end) } else { index += 1 }
    case ASCII.newline: passLineEnd()
    default:
      if !ASCII.isBlank(bytes[index]) { openRow() }
      index += 1
    }
    return true
  }

  private mutating func nextCell(after end: Int) -> Bool {
    guard case .tabular? = frames.last?.frame, isOutsideOfBraces else { return false }
    openRow()
    guard case .tabular(var tabular)? = frames.last?.frame else { return false }
    tabular.column += 1
    if let columns = tabular.columns, tabular.column == columns, faults.count < 20 {
      faults.append(LaTeXArguments.surplus(bytes, after: end, to: limit, columns))
    }
    put("</\(tabular.cell)>" + Self.cell(&tabular), for: index..<afterBlanks(end))
    frames[frames.count - 1].frame = .tabular(tabular)
    return true
  }

  private var next: UInt8 { index + 1 < limit ? bytes[index + 1] : 0 }

  /// Replaces the token, and continues after it.
  private mutating func put(_ words: String, for range: Range<Int>) {
    edits.append(Edit(range: range, text: Array(words.utf8)))
    index = range.upperBound
  }

  /// A formula stays as it is.
  private mutating func passFormula() -> Bool {
    openRow()
    let isDouble = next == ASCII.dollar
    index += isDouble ? 2 : 1
    while index < limit {
      if bytes[index] == ASCII.backslash {
        index += 2
      } else if bytes[index] == ASCII.dollar, !isDouble || next == ASCII.dollar {
        index += isDouble ? 2 : 1
        return true
      } else {
        index += 1
      }
    }
    return false
  }

  /// The replacement for what is removed: an empty line would end the HTML.
  private static let nothing = "<!---->"

  private mutating func dropComment() -> Bool {
    let end = bytes[index..<limit].firstIndex(of: ASCII.newline) ?? limit
    put(Self.nothing, for: index..<end)
    return true
  }

  /// A blank line would end the HTML; it becomes a new paragraph where these are allowed.
  private mutating func passLineEnd() {
    var end = index + 1
    while end < limit, ASCII.isBlank(bytes[end]), bytes[end] != ASCII.newline { end += 1 }
    guard end < limit, bytes[end] == ASCII.newline else {
      index += 1
      return
    }
    while end < limit, ASCII.isBlank(bytes[end]) { end += 1 }
    let isText =
      switch frames.last?.frame {
      case .block, .list, .notes: true
      default: false
      }
    put(isText ? "\n<p>\n" : "\n", for: index..<end)
  }

  // MARK: Commands

  private mutating func command() -> Bool {
    let range = LaTeXReading.name(bytes, after: index, to: limit)
    guard !range.isEmpty else { return sign() }
    let name = String(decoding: bytes[range], as: UTF8.self)
    switch name {
    case "begin": return begin(range.upperBound)
    case "end": return end(range.upperBound)
    case "item": return item(range.upperBound)
    case "verb": return verb(range.upperBound)
    case "tabularnewline": return lineBreak(after: range.upperBound)
    case "includegraphics", "includesvg": return picture(name, range.upperBound)
    case "caption": return caption(range.upperBound)
    // It names the kind of float that it is for.
    case "captionof":
      return caption(LaTeXReading.group(bytes, at: range.upperBound, to: limit).map { $0.upperBound + 1 } ?? range.upperBound)
    case _ where LaTeXFloat.parts.contains(name): return beginPart(name, range.upperBound)
    case "multicolumn": return multicolumn(range.upperBound)
    case "multirow": return multirow(range.upperBound)
    case "cellcolor", "rowcolor": return color(name, range.upperBound)
    case "ref", "eqref":
      guard let group = LaTeXReading.group(bytes, at: range.upperBound, to: limit) else { return false }
      openRow()
      index = group.upperBound + 1
      return true
    case "url", "href", "cite", "citep", "citet", "footnote", "parencite", "textcite": return link(name, range.upperBound)
    default:
      let letter = LaTeXAccent(letter: name, bytes, after: range.upperBound, to: limit)
      guard let accent = letter ?? (name.utf8.count == 1 ? accent() : nil) else { return styled(name, range.upperBound) }
      put(accent)
      return true
    }
  }

  private func accent() -> LaTeXAccent? { LaTeXAccent(bytes, at: index, to: limit) }

  private mutating func put(_ accent: LaTeXAccent) {
    openRow()
    put(accent.text, for: index..<accent.end)
  }

  /// `\\`, `\%` and the like.
  private mutating func sign() -> Bool {
    guard index + 1 < limit else { return false }
    switch bytes[index + 1] {
    case ASCII.backslash: return lineBreak(after: index + 2)
    case ASCII.openParenthesis, ASCII.openBracket:
      let closer = [ASCII.backslash, bytes[index + 1] == ASCII.openBracket ? ASCII.closeBracket : ASCII.closeParenthesis]
      guard let end = bytes[index..<limit].firstRange(of: closer)?.upperBound else { return false }
      openRow()
      index = end
    case UInt8(ascii: "%"), ASCII.dollar, ASCII.hash, UInt8(ascii: "_"), ASCII.openBrace, ASCII.closeBrace:
      openRow()
      put("&#\(bytes[index + 1]);", for: index..<index + 2)
    case UInt8(ascii: "&"):
      openRow()
      put("&amp;", for: index..<index + 2)
    // `tabbing` sets stops and goes to them.
    case UInt8(ascii: "=") where frames.last?.name == "tabbing", ASCII.greater where frames.last?.name == "tabbing":
      return nextCell(after: index + 2)
    case UInt8(ascii: ","), ASCII.space, UInt8(ascii: ";"), ASCII.newline: put(" ", for: index..<index + 2)
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "@"): put("", for: index..<index + 2)
    default:
      guard let accent = accent() else { return false }
      put(accent)
    }
    return true
  }

  /// The end of a row, or of a line.
  private mutating func lineBreak(after end: Int) -> Bool {
    var end = end
    if end < limit, bytes[end] == UInt8(ascii: "*") { end += 1 }
    if end < limit, bytes[end] == ASCII.openBracket, let close = bytes[end..<limit].firstIndex(of: ASCII.closeBracket) { end = close + 1 }
    guard case .tabular(var tabular)? = frames.last?.frame, isOutsideOfBraces else {
      put("<br>", for: index..<end)
      return true
    }
    put(tabular.hasOpenRow ? "</\(tabular.cell)></tr>" : Self.nothing, for: index..<end)
    tabular.hasOpenRow = false
    tabular.isHead = false
    frames[frames.count - 1].frame = .tabular(tabular)
    return true
  }

  private var isInFigure: Bool { frames.contains { $0.frame == .figure } }

  private mutating func styled(_ name: String, _ nameEnd: Int) -> Bool {
    guard let known = LaTeXCommand.named[name] else {
      // Templates have captions of their own: `\slcaption{…}`, `\mycaption[short]{…}`.
      if name.hasSuffix("caption"), isInFigure { return caption(nameEnd) }
      if isInFigure, let found = LaTeXFloat(bytes, to: limit).replacement(of: index..<nameEnd) {
        if let fault = found.fault { faults.append(fault) }
        // An empty line would end the HTML.
        put(found.words.isEmpty ? Self.nothing : found.words, for: index..<found.end)
        return true
      }
      // What its braces hold stays.
      guard let fault = LaTeXCommand.leftOut(bytes, index..<nameEnd) else { return false }
      if faults.count < 20 { faults.append(fault) }
      put(Self.nothing, for: index..<LaTeXReading.options(bytes, at: nameEnd, to: limit).end)
      return true
    }
    switch known {
    case .wrap(let open, let close):
      guard nameEnd < limit, bytes[nameEnd] == ASCII.openBrace else { return false }
      openRow()
      put(open, for: index..<nameEnd + 1)
      braces.append(close)
    case .change(let open, let close):
      openRow()
      put(open, for: index..<afterBlanks(nameEnd))
      // It ends with its group; cells and environments are groups, too.
      if !isOutsideOfBraces, let last = braces.popLast() { braces.append(close + last) }
    case .text(let words):
      openRow()
      var end = afterBlanks(nameEnd)
      if end + 1 < limit, bytes[end] == ASCII.openBrace, bytes[end + 1] == ASCII.closeBrace { end += 2 }
      // A blank after the name is part of it.
      put(words, for: index..<end)
    case .box(let skipped, let close):
      guard let open = LaTeXReading.lastGroup(bytes, at: nameEnd, after: skipped, to: limit) else { return false }
      openRow()
      put("", for: index..<open + 1)
      braces.append(close)
    case .nothing(let count):
      if name == "midrule", case .tabular(var tabular)? = frames.last?.frame, tabular.hasBody, !tabular.hasOpenRow {
        tabular.isRuled = true
        frames[frames.count - 1].frame = .tabular(tabular)
      }
      var end = nameEnd
      for _ in 0..<count {
        end = LaTeXReading.options(bytes, at: end, to: limit).end
        // `\cmidrule(lr){2-3}`.
        if end < limit, bytes[end] == ASCII.openParenthesis { end = (bytes[end..<limit].firstIndex(of: ASCII.closeParenthesis) ?? end) + 1 }
        let group = LaTeXReading.group(bytes, at: end, to: limit)
        end = group.map { $0.upperBound + 1 } ?? LaTeXArguments.lengthEnd(bytes, at: end, to: limit)
      }
      put(Self.nothing, for: index..<end)
    }
    return true
  }

  private func afterBlanks(_ start: Int) -> Int {
    var end = start
    while end < limit, bytes[end] == ASCII.space || bytes[end] == ASCII.tab { end += 1 }
    return end
  }

  private mutating func link(_ name: String, _ nameEnd: Int) -> Bool {
    let open = LaTeXReading.options(bytes, at: nameEnd, to: limit).end
    guard let group = LaTeXReading.group(bytes, at: open, to: limit) else { return false }
    let words = String(decoding: bytes[group], as: UTF8.self)
    openRow()
    switch name {
    case "url": put("<a href=\"\(words)\">\(words)</a>", for: index..<group.upperBound + 1)
    case "href":
      let shown = group.upperBound + 1
      guard shown < limit, bytes[shown] == ASCII.openBrace else { return false }
      put("<a href=\"\(words)\">", for: index..<shown + 1)
      braces.append("</a>")
    case "footnote":
      put(" (", for: index..<group.lowerBound)
      braces.append(")")
    default:
      put(LaTeXCitation(name, keys: words, nameEnd..<open, in: bytes).written(cites: cites), for: index..<group.upperBound + 1)
    }
    return true
  }

  // MARK: Environments

  private mutating func begin(_ nameEnd: Int) -> Bool {
    guard frames.count < 20, let group = LaTeXReading.group(bytes, at: nameEnd, to: limit) else { return false }
    let full = String(decoding: bytes[group], as: UTF8.self)
    let name = full.hasSuffix("*") ? String(full.dropLast()) : full
    if LaTeXCode.holds(name) {
      if case .tabular? = frames.last?.frame { return false }
      guard let code = LaTeXCode(full, bytes, at: index, after: group.upperBound + 1, to: limit) else { return false }
      faults += code.faults
      put(code.html, for: index..<code.end)
      return true
    }
    guard var (open, frame) = Self.opening(name) else { return false }
    var share = shares.last ?? 100
    openRow()
    var end = LaTeXReading.options(bytes, at: group.upperBound + 1, to: limit).end
    if case .tabular = frame, name != "tabbing" {
      // The last argument is the columns; those before it are widths.
      var columns: Range<Int>?
      while let argument = LaTeXReading.group(bytes, at: end, to: limit) {
        columns = argument
        end = argument.upperBound + 1
        if name == "tabular" && full == name || name == "longtable" { break }
      }
      guard let columns else { return false }
      let (aligns, count) = (LaTeXArguments.aligns(bytes[columns]), LaTeXArguments.count(bytes[columns]))
      frame = .tabular(Tabular(aligns: aligns, columns: count, isHead: LaTeXArguments.hasHead(bytes, after: end, to: limit)))
    } else if ["minipage", "wrapfigure", "subfigure", "subtable", "adjustbox", "spacing", "multicols"].contains(name) {
      while let argument = LaTeXReading.group(bytes, at: end, to: limit) {
        end = argument.upperBound + 1
        share =
          LaTeXArguments.width("width=" + String(decoding: bytes[argument], as: UTF8.self)).flatMap { DocumentNumber.whole($0.dropLast()) }
          ?? share
      }
    }
    if case .list = frame, LaTeXReading.labelsItems(bytes, from: end, to: limit) { (open, frame) = ("<dl>", .list(item: "dt")) }
    if minipages.holders.contains(index) {
      (open, frame) = ("<div>", .block(close: "</div>"))
    } else if let page = minipages.parts[index] {
      (open, frame, share) = (page.open, .block(close: page.close), 100)
    } else if frame == .figure {
      let options = LaTeXReading.options(bytes, at: group.upperBound + 1, to: limit).options
      open = LaTeXFloat(bytes, to: limit).tag(of: full, options, after: end, share: name.hasPrefix("sub") ? share : nil)
      // Pictures of a part are measured by it, not by the page.
      if name.hasPrefix("sub") { share = 100 }
    }
    if name == "longtable", let label = LaTeXFloat(bytes, to: limit).label(after: end) { open = "<table id=\"\(label)\">" }
    let title = LaTeXEnvironments.named[name] == "titled" ? LaTeXBox.title(bytes, after: group.upperBound + 1, to: limit) : nil
    put(title == nil ? open : open + LaTeXBox.titleOpening, for: index..<(title ?? end))
    frames.append((full, frame, braces.count))
    if title != nil { braces.append(LaTeXBox.titleClosing) }
    shares.append(share)
    return true
  }

  private mutating func end(_ nameEnd: Int) -> Bool {
    guard let group = LaTeXReading.group(bytes, at: nameEnd, to: limit), isOutsideOfBraces, let (name, frame, _) = frames.popLast(),
      name == String(decoding: bytes[group], as: UTF8.self)
    else { return false }
    shares.removeLast()
    var close =
      switch frame {
      case .block(let close): close
      case .figure: "</figure>"
      case .notes: "</div>"
      case .list(let item): item == "dt" ? "</dl>" : name == "itemize" ? "</ul>" : "</ol>"
      case .tabular(let tabular): tabular.hasOpenRow ? "</\(tabular.cell)></tr></table>" : "</table>"
      }
    // The text after the last one is Markdown again.
    if frames.isEmpty, group.upperBound + 1 >= limit { close += "\n\n" }
    put(close, for: index..<group.upperBound + 1)
    return true
  }

  // MARK: Code

  private mutating func verb(_ nameEnd: Int) -> Bool {
    guard let code = LaTeXReading.verb(bytes, at: nameEnd, to: limit) else { return false }
    openRow()
    put("<code>" + LaTeXReading.entities(bytes[code]) + "</code>", for: index..<code.upperBound + 1)
    return true
  }

  // MARK: Parts of floats

  /// A part becomes a figure in the figure, its caption first.
  private mutating func beginPart(_ command: String, _ nameEnd: Int) -> Bool {
    let float = LaTeXFloat(bytes, to: limit)
    guard isInFigure, let (words, open) = float.part(command, after: nameEnd) else { return false }
    guard let words else {
      put("<figure>", for: index..<open + 1)
      braces.append("</figure>")
      return true
    }
    put("<figure" + (float.label(in: words).map { " id=\"\($0)\"" } ?? "") + "><figcaption>", for: index..<words.lowerBound)
    captionEnds.append((words.upperBound, open + 1))
    return true
  }

  private mutating func item(_ nameEnd: Int) -> Bool {
    let (end, options) = LaTeXReading.options(bytes, at: nameEnd, to: limit)
    if frames.last?.frame == .notes {
      // An empty label is for a source or a general remark.
      let label = options.map { !bytes[$0].allSatisfy(ASCII.isBlank) } ?? false
      put(label ? "<p><sup>" : "<p>", for: index..<(label ? options?.lowerBound ?? end : afterBlanks(end)))
      if label, let options { labelEnds.append((options.upperBound, afterBlanks(end))) }
      return true
    }
    guard case .list(let tag)? = frames.last?.frame else { return false }
    if tag == "dt" {
      put("<dt>", for: index..<(options?.lowerBound ?? end))
      if let options { put("</dt><dd>", for: options.upperBound..<afterBlanks(end)) } else { index = end }
    } else {
      put("<li>", for: index..<afterBlanks(end))
    }
    return true
  }

  private mutating func picture(_ name: String, _ nameEnd: Int) -> Bool {
    let (open, options) = LaTeXReading.options(bytes, at: nameEnd, to: limit)
    guard let group = LaTeXReading.group(bytes, at: open, to: limit) else { return false }
    openRow()
    let graphics = LaTeXGraphics(name, options.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "")
    let attributes = graphics.attributes.map { name, value in
      var value = value
      if value.hasSuffix("%"), let share = shares.last, let own = DocumentNumber.whole(value.dropLast()) { value = "\(own * share / 100)%" }
      return " \(name)=\"\(value)\""
    }
    let source = graphics.source(String(decoding: bytes[group], as: UTF8.self))
    put("<img src=\"\(source)\"\(attributes.joined())>", for: index..<group.upperBound + 1)
    return true
  }

  private mutating func caption(_ nameEnd: Int) -> Bool {
    let (open, options) = LaTeXReading.options(bytes, at: nameEnd, to: limit)
    guard open < limit, bytes[open] == ASCII.openBrace else { return false }
    // longtable has its caption inside.
    let tag = if case .tabular? = frames.last?.frame { "caption" } else { "figcaption" }
    // Lists of figures show a shorter one, if it is no more than words.
    let short = options.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    let isPlain = !short.isEmpty && !short.utf8.contains { "\\$\"<>&{}\n".utf8.contains($0) }
    put(isPlain ? "<\(tag) short-caption=\"\(short)\">" : "<\(tag)>", for: index..<open + 1)
    braces.append("</\(tag)>")
    return true
  }

  // MARK: Tables

  /// Opens a row before its first word.
  private mutating func openRow() {
    guard case .tabular(var tabular)? = frames.last?.frame, !tabular.hasOpenRow, isOutsideOfBraces else { return }
    tabular.hasOpenRow = true
    tabular.column = 0
    tabular.cell = tabular.isHead ? "th" : "td"
    let row = "<tr" + (tabular.isRuled ? " class=\"\(TableRowClass.ruled)\"" : "") + tabular.rowColor + ">"
    (tabular.isRuled, tabular.rowColor) = (false, "")
    if !tabular.isHead { tabular.hasBody = true }
    edits.append(Edit(range: index..<index, text: Array((row + Self.cell(&tabular)).utf8)))
    frames[frames.count - 1].frame = .tabular(tabular)
  }

  private static func cell(_ tabular: inout Tabular, span: Int = 1, align: String? = nil) -> String {
    let align = align ?? (tabular.column < tabular.aligns.count ? tabular.aligns[tabular.column] : "left")
    return "<\(tabular.cell)" + (span != 1 ? " colspan=\"\(span)\"" : "") + " align=\"\(align)\">"
  }

  /// `\multicolumn{2}{c}{…}`
  private mutating func multicolumn(_ nameEnd: Int) -> Bool {
    guard case .tabular? = frames.last?.frame, isOutsideOfBraces, let count = LaTeXReading.group(bytes, at: nameEnd, to: limit),
      let columns = LaTeXReading.group(bytes, at: count.upperBound + 1, to: limit), columns.upperBound + 1 < limit,
      bytes[columns.upperBound + 1] == ASCII.openBrace, let span = DocumentNumber.whole(String(decoding: bytes[count], as: UTF8.self))
    else { return false }
    openRow()
    guard case .tabular(var tabular)? = frames.last?.frame, let last = edits.indices.last(where: { edits[$0].text.last == ASCII.greater })
    else { return false }
    // The cell has just been opened, by a row or by `&`.
    let plain = Array(Self.cell(&tabular).utf8)
    guard edits[last].text.suffix(plain.count).elementsEqual(plain) else { return false }
    let opener = Self.cell(&tabular, span: span, align: LaTeXArguments.aligns(bytes[columns]).first)
    edits[last].text = Array(edits[last].text.dropLast(plain.count)) + Array(opener.utf8)
    tabular.column += max(1, min(span, 100)) - 1
    frames[frames.count - 1].frame = .tabular(tabular)
    put("", for: index..<columns.upperBound + 2)
    braces.append("")
    return true
  }

  /// `\cellcolor{red!20}` in a cell, `\rowcolor[gray]{0.9}` before a row.
  private mutating func color(_ name: String, _ nameEnd: Int) -> Bool {
    guard case .tabular(var tabular)? = frames.last?.frame, let color = LaTeXColor(bytes, after: nameEnd, to: limit)
    else { return styled(name, nameEnd) }
    if name == "cellcolor" {
      openRow()
      color.fill(&edits)
    } else if !tabular.hasOpenRow {
      tabular.rowColor = color.attribute
      frames[frames.count - 1].frame = .tabular(tabular)
    }
    put(Self.nothing, for: index..<color.end)
    return true
  }

  /// `\multirow{2}{*}{…}`: its text is in the first of its rows; the cells below are empty.
  private mutating func multirow(_ nameEnd: Int) -> Bool {
    var end = nameEnd
    for _ in 0..<2 {
      guard let group = LaTeXReading.group(bytes, at: LaTeXReading.options(bytes, at: end, to: limit).end, to: limit) else { return false }
      end = group.upperBound + 1
    }
    guard end < limit, bytes[end] == ASCII.openBrace else { return false }
    openRow()
    put("", for: index..<end + 1)
    braces.append("")
    return true
  }
}
