internal import TypesetDiagnostics

// LaTeX's text commands in Markdown, as authors for pandoc write them: `\textbf{…}`, `\footnote{…}`, `\noindent`.

/// The command at a backslash outside of formulas and code, and its replacement for the parser.
struct LaTeXInline {
  private let text: BlockText
  private let cites: Bool
  /// The last replacement before it, in the author's text.
  private let lastEdit: Range<Int>?
  private(set) var edits: [Edit] = []
  /// Where reading continues.
  private(set) var end = 0
  /// The label in a picture's caption, and where the caption's bracket closes.
  private(set) var pictureLabel: (name: String, caption: Int)?
  /// The label in a table's caption.
  private(set) var captionLabel: String?

  /// Nil if it may be something else than a command.
  ///
  /// - Parameter cites: True if `\cite` cites a work of the document's bibliography.
  init?(_ text: BlockText, at start: Int, after lastEdit: Range<Int>?, cites: Bool = false) {
    (self.text, self.cites) = (text, cites)
    self.lastEdit = lastEdit
    // The label of a heading was taken with it.
    if let lastEdit, lastEdit.contains(text.source(start)) { return nil }
    if let letter = LaTeXLetters.read(text, at: start) {
      replace(letter.range, by: letter.words)
      end = letter.range.upperBound
      return
    }
    guard let end = command(start) else { return nil }
    self.end = end
  }

  private mutating func command(_ start: Int) -> Int? {
    let range = LaTeXReading.name(text.bytes, after: start, to: text.count)
    guard !text.isLaTeX, range.count > 1, range.count < 20, !isPath(start) else { return nil }
    let name = String(decoding: text.bytes[range], as: UTF8.self)
    switch name {
    case "index": if let end = index(start, range.upperBound) { return end }
    case "gls", "Gls", "glspl", "Glspl", "acrshort", "acrlong", "acrfull", "ac", "acp":
      guard let key = argument(range.upperBound) else { return nil }
      let words = String(decoding: text.bytes[key], as: UTF8.self)
      let form = name == "ac" ? "gls" : name == "acp" ? "glspl" : name
      replace(start..<key.upperBound + 1, by: "[]{.gls key=\(PaperReading.quoted(words)) form=\(form)}")
      return key.upperBound + 1
    case "nameref", "vref", "Vref", "fullref", "subref", "pageref", "vpageref", "cpageref", "crefrange", "Crefrange":
      return reference(name, start, range.upperBound)
    case "url", "href", "footnote", "cite", "citep", "citet", "parencite", "textcite", "autocite", "onlinecite", "citenum", "label",
      "autoref", "cref", "Cref":
      return linkCommand(name, start, range.upperBound)
    case "footcite", "supercite", "smartcite", "citeyear", "citeyearpar", "Citet", "Citep", "Parencite", "Textcite", "Autocite":
      if cites { return linkCommand(name, start, range.upperBound) }
    case "part", "chapter", "section", "subsection", "subsubsection", "addpart", "addchap", "addsec", "minisec":
      return heading(name, start, range.upperBound)
    case "includegraphics", "includesvg", "center", "centering": if let end = picture(name, start, range.upperBound) { return end }
    case "hyperref": if let words = linkedWords(start, range.upperBound) { return words }
    case "hypertarget", "hyperlink", "todo", "paragraph", "subparagraph", "hrule", "hrulefill", "dotfill", "rule", "epigraph", "lettrine":
      return part(name, start, range.upperBound)
    case "verb":
      guard let code = LaTeXReading.verb(text.bytes, at: range.upperBound, to: text.count),
        !text.bytes[code].contains(ASCII.backtick), !text.bytes[code].allSatisfy(ASCII.isBlank)
      else { return nil }
      replace(start..<code.lowerBound, by: "`")
      replace(code.upperBound..<code.upperBound + 1, by: "`")
      return code.upperBound + 1
    case "cellcolor", "columncolor":
      // The colour of the cell that it begins, whose words are Markdown's.
      if let inner = argument(range.upperBound), argument(inner.upperBound + 1) == nil {
        replace(start..<inner.upperBound + 1, by: "")
        return inner.upperBound + 1
      }
    default: if let end = icon(name, start, range.upperBound) ?? look(name, start, range.upperBound) { return end }
    }
    // Authors have indexes of their own: `\indexc{…}`.
    switch LaTeXCommand.named[name] ?? (name.hasPrefix("index") ? LaTeXCommand.named["index"] : nil) {
    case .wrap(let open, let close)?:
      guard let inner = argument(range.upperBound) else {
        // `\mbox{}` prints nothing.
        let empty = argument(range.upperBound, mayBeEmpty: true)
        return name == "mbox" && empty?.isEmpty == true ? empty.map { drop(start..<$0.upperBound + 1) } : nil
      }
      replace(start..<inner.lowerBound, by: open)
      replace(inner.upperBound..<inner.upperBound + 1, by: close)
      return inner.lowerBound
    case .box(let skipped, _)?:
      guard let open = LaTeXReading.lastGroup(text.bytes, at: range.upperBound, after: skipped, to: text.count), let inner = argument(open)
      else { return nil }
      replace(start..<inner.lowerBound, by: "")
      replace(inner.upperBound..<inner.upperBound + 1, by: "")
      return inner.lowerBound
    case .text(let words)?:
      let isSpace = name == "quad" || name == "qquad"
      guard isSpace && !isInAddress(start) || name.hasSuffix("TeX") || name.hasPrefix("text") || Self.signs.contains(name)
      else { return nil }
      var end = range.upperBound
      // A command's name ends with the blanks behind it.
      while isSpace || name.hasPrefix("text"), ASCII.isBlank(text.byte(end)) { end += 1 }
      if text.byte(end) == ASCII.openBrace, text.byte(end + 1) == ASCII.closeBrace { end += 2 }
      // `\LaTeX\ is` has a space that is not part of the name.
      if text.byte(end) == ASCII.backslash, ASCII.isBlank(text.byte(end + 1)) { end += 1 }
      // One break for each kind of output: `<br>\\newline`.
      let isBroken =
        ["newline", "linebreak"].contains(name)
        && ["<br>", "<br/>", "<br />"].contains { tag in
          text.bytes[..<start].suffix(tag.utf8.count).elementsEqual(tag.utf8)
        }
      replace(start..<end, by: isBroken ? "" : words)
      return end
    case nil where name == "let": return assignment(start, range.upperBound)
    case .nothing(let count)?: return layoutCommand(name, start, range.upperBound, arguments: count)
    default: return Self.pageBreaks.contains(name) ? pageBreak(start, range.upperBound) : nil
    }
  }

  /// True within `C:\new`, not in `Note:\textbf{x}`.
  private func isPath(_ start: Int) -> Bool {
    start > 0 && text.bytes[start - 1] == UInt8(ascii: ":") && (start < 3 || !ASCII.isLetter(text.bytes[start - 3]))
  }

  /// What stands between paragraphs, or begins one.
  private mutating func part(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    switch name {
    case "hypertarget", "hyperlink": return anchor(name, start, nameEnd)
    case "todo", "paragraph", "subparagraph":
      guard let inner = argument(LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end) else { return nil }
      let tag = name == "todo" ? "mark" : "b"
      replace(start..<inner.lowerBound, by: "<\(tag)>")
      replace(inner.upperBound..<inner.upperBound + 1, by: "</\(tag)>")
      return inner.lowerBound
    case "hrule", "hrulefill", "dotfill", "rule": return rule(name, start, nameEnd)
    case "lettrine":
      let (open, range) = LaTeXReading.options(text.bytes, at: nameEnd, to: text.count)
      guard let letter = argument(open), let words = argument(letter.upperBound + 1, mayBeEmpty: true) else { return nil }
      let options = range.map { String(decoding: text.bytes[$0], as: UTF8.self) } ?? ""
      let lines = LaTeXArguments.option("lines", in: options).flatMap { DocumentNumber.whole($0) } ?? 2
      let marks = LaTeXArguments.option("ante", in: options).map { $0.filter { !"<>&".contains($0) } } ?? ""
      replace(start..<letter.lowerBound, by: "<span class=\"drop-cap\" drop-cap=\"\(lines)\">\(marks)")
      replace(letter.upperBound..<words.lowerBound, by: "</span><span style=\"font-variant: small-caps\">")
      replace(words.upperBound..<words.upperBound + 1, by: "</span>")
      return letter.lowerBound
    case "epigraph":
      guard let words = argument(nameEnd), let source = argument(words.upperBound + 1) else { return nil }
      return block(start, source.upperBound + 1) {
        $0.replace(start..<words.lowerBound, by: "<blockquote>\n\n")
        $0.replace(words.upperBound..<source.lowerBound, by: "\n\n— ")
        $0.replace(source.upperBound..<source.upperBound + 1, by: "\n\n</blockquote>")
      }.map { _ in words.lowerBound }
    default: return nil
    }
  }

  /// True if the address of a link or a picture, or a tag, is open at a place: `![](https://a.org/?x\quad y)`.
  private func isInAddress(_ place: Int) -> Bool {
    var index = place - 1
    while index > max(0, place - 500) {
      if text.bytes[index] == ASCII.openParenthesis, text.bytes[index - 1] == ASCII.closeBracket { return true }
      if text.bytes[index] == ASCII.less, ASCII.isLetter(text.byte(index + 1)) { return true }
      index -= 1
    }
    return false
  }

  /// Commands that are signs wherever they stand.
  private static let signs = ["LaTeXe", "newline", "linebreak", "ldots"]

  /// `\hyperref[label]{words}`.
  private mutating func linkedWords(_ start: Int, _ nameEnd: Int) -> Int? {
    let open = LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end
    guard open > nameEnd + 2, let inner = argument(open), case let label = text.bytes[(nameEnd + 1)..<(open - 1)],
      label.allSatisfy({ $0 > ASCII.space && !"[]()<>\\".utf8.contains($0) })
    else { return nil }
    replace(start..<inner.lowerBound, by: "[")
    replace(inner.upperBound..<inner.upperBound + 1, by: "](#" + String(decoding: label, as: UTF8.self) + ")")
    return inner.lowerBound
  }

  /// `\includegraphics[width=5cm]{a}` on a line of its own: a picture; within words it is spoken of.
  private mutating func picture(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    guard let (name, nameEnd) = LaTeXGraphics.command(name, nameEnd, in: text.bytes) else { return nil }
    let (open, options) = LaTeXReading.options(text.bytes, at: nameEnd, to: text.count)
    func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    guard let inner = argument(open), text.bytes[..<start].last(where: { !isSpace($0) }) ?? ASCII.newline == ASCII.newline,
      text.bytes[(inner.upperBound + 1)...].first(where: { !isSpace($0) }) ?? ASCII.newline == ASCII.newline,
      text.bytes[inner].allSatisfy({ $0 >= ASCII.space && !"<>\\{}".utf8.contains($0) })
    else { return nil }
    let graphics = LaTeXGraphics(name, options.map { String(decoding: text.bytes[$0], as: UTF8.self) } ?? "")
    let attributes = graphics.attributes.map { "\($0)=\(PaperReading.quoted($1))" }.joined(separator: " ")
    let source = graphics.source(String(decoding: text.bytes[inner], as: UTF8.self))
    replace(start..<inner.upperBound + 1, by: "![](<\(source)>)" + (attributes.isEmpty ? "" : "{\(attributes)}"))
    return inner.upperBound + 1
  }

  /// `\faBook`, `\faIcon{book}`: the icons of the package fontawesome.
  private mutating func icon(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    guard name.hasPrefix("fa"), let capital = name.utf8.dropFirst(2).first, capital &- 0x41 < 26 else { return nil }
    var words = ""
    var end = nameEnd
    if name == "faIcon" || name == "faicon" {
      guard let inner = argument(LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end) else { return nil }
      words = String(decoding: text.bytes[inner], as: UTF8.self)
      end = inner.upperBound + 1
    } else {
      for letter in name.dropFirst(2) {
        if letter.isUppercase, !words.isEmpty { words += "-" }
        words += letter.lowercased()
      }
      if text.byte(end) == ASCII.openBrace, text.byte(end + 1) == ASCII.closeBrace { end += 2 }
    }
    guard words.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }) else { return nil }
    // Icons without a likeness here are ornaments, and said.
    replace(start..<end, by: IconNames.ofSet("fa-" + words) == nil ? "![](<\(IconNames.missing)fa-\(words)>)" : ":fa-\(words):")
    return end
  }

  /// `\twemoji{rocket}`, and lengths that are set without braces where a line begins.
  private mutating func look(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    if name.hasSuffix("emoji"), let inner = argument(LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end),
      let sign = LaTeXLooks.emoji(name, String(decoding: text.bytes[inner], as: UTF8.self))
    {
      replace(start..<inner.upperBound + 1, by: sign)
      return inner.upperBound + 1
    }
    if let end = overlay(name, start, nameEnd) { return end }
    guard begins(start), var end = LaTeXLooks.assignmentEnd(name, text.bytes, after: nameEnd, to: text.count) else { return nil }
    while end < text.count, text.bytes[end] == ASCII.space { end += 1 }
    replace(start..<end, by: "")
    return end
  }

  /// beamer's `\only<1>{words}`, `\onslide<2->`: paper shows all steps of a slide.
  private mutating func overlay(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    guard ["only", "onslide", "uncover", "visible", "alert"].contains(name), text.byte(nameEnd) == ASCII.less,
      let close = text.bytes[nameEnd...].prefix(20).firstIndex(of: UInt8(ascii: ">")),
      text.bytes[(nameEnd + 1)..<close].allSatisfy({ ASCII.isDigit($0) || "-,+".utf8.contains($0) })
    else { return nil }
    guard let inner = argument(close + 1) else {
      guard name == "onslide" else { return nil }
      replace(start..<close + 1, by: "")
      return close + 1
    }
    replace(start..<inner.lowerBound, by: name == "alert" ? "<b>" : "")
    replace(inner.upperBound..<inner.upperBound + 1, by: name == "alert" ? "</b>" : "")
    return inner.lowerBound
  }

  /// True where a line begins, or only commands that were taken stand before in it.
  private func begins(_ start: Int) -> Bool {
    start == 0 || text.bytes[start - 1] == ASCII.newline || lastEdit?.upperBound == text.source(start - 1) + 1
  }

  private static let pageBreaks = [
    "newpage", "pagebreak", "clearpage", "cleardoublepage", "listoffigures", "listoftables",
  ]

  /// A page may end between two lines of a paragraph: the command becomes a paragraph of its own.
  private mutating func pageBreak(_ start: Int, _ nameEnd: Int) -> Int? {
    // `\pagebreak[4]`: how much it is wanted.
    let (end, wish) = LaTeXReading.options(text.bytes, at: nameEnd, to: text.count)
    if let wish, wish.count != 1 || !ASCII.isDigit(text.bytes[wish.lowerBound]) { return nil }
    return block(start, end) { if wish != nil { $0.replace(nameEnd..<end, by: "") } }
  }

  /// Makes a block of its own of what stands between two lines of a paragraph, or is all of it.
  ///
  /// - Returns: `end`; nil where it stands beside other words.
  private mutating func block(_ start: Int, _ end: Int, _ rewrite: (inout Self) -> Void) -> Int? {
    var next = end
    while next < text.count, text.bytes[next] == ASCII.space { next += 1 }
    guard start == 0 || text.bytes[start - 1] == ASCII.newline || text.bytes[start - 1] == ASCII.space,
      next == text.count || text.bytes[next] == ASCII.newline,
      // If the lines have prefixes, a blank one would need them.
      text.lines.indices.dropFirst().allSatisfy({ text.lines[$0].source.lowerBound == text.lines[$0 - 1].source.upperBound + 1 })
    else { return nil }
    if start > 0 { edits.append(Edit(range: text.source(start)..<text.source(start), text: [ASCII.newline, ASCII.newline])) }
    rewrite(&self)
    if next < text.count { edits.append(Edit(range: text.source(end - 1) + 1..<text.source(end - 1) + 1, text: [ASCII.newline])) }
    return end
  }

  /// `\hrule`, `\hrulefill`, `\rule{\textwidth}{1pt}`: a line across the page, where nothing stands beside it.
  private mutating func rule(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    var end = nameEnd
    if name == "rule" {
      guard let width = argument(LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end),
        let height = argument(width.upperBound + 1),
        ["\\textwidth", "\\linewidth", "\\columnwidth", "\\hsize"].contains(where: { text.bytes[width].elementsEqual($0.utf8) })
      else { return nil }
      end = height.upperBound + 1
    }
    return block(start, end) { $0.replace(start..<end, by: "***") }
  }

  /// `\hypertarget{name}{words}`, and `\hyperlink{name}{words}`, which leads there.
  private mutating func anchor(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    guard let target = argument(nameEnd), let words = argument(target.upperBound + 1, mayBeEmpty: name == "hypertarget"),
      case let label = text.bytes[target], label.allSatisfy({ $0 > ASCII.space && !"[](){}<>\"#\\".utf8.contains($0) })
    else { return nil }
    let id = String(decoding: label, as: UTF8.self)
    replace(start..<words.lowerBound, by: "[")
    replace(words.upperBound..<words.upperBound + 1, by: name == "hypertarget" ? "]{#\(id)}" : "](#\(id))")
    return words.lowerBound
  }

  /// `\\chapter{Words}` alone on its line is a heading; with a star it has no number, nor has KOMA-Script's `\\addchap{Words}`.
  private mutating func heading(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    let isStarred = text.byte(nameEnd) == UInt8(ascii: "*") || name.hasPrefix("add") || name == "minisec"
    guard let inner = argument(LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end),
      start == 0 || text.bytes[start - 1] == ASCII.newline, !text.bytes[inner].contains(ASCII.newline)
    else { return nil }
    var end = inner.upperBound + 1
    var attributes = isStarred ? ["-"] : []
    if text.bytes[end...].starts(with: "\\label{".utf8), let label = argument(end + 6),
      Directive.isLabel(String(decoding: text.bytes[label], as: UTF8.self))
    {
      attributes.insert("#" + String(decoding: text.bytes[label], as: UTF8.self), at: 0)
      end = label.upperBound + 1
    }
    guard end == text.count || text.bytes[end] == ASCII.newline else { return nil }
    let level = ["section": 2, "addsec": 2, "subsection": 3, "subsubsection": 4, "minisec": 4][name] ?? 1
    let words = withoutRunningHeads(inner)
    replace(start..<words.lowerBound, by: String(repeating: "#", count: level) + " ")
    replace(words.upperBound..<end, by: attributes.isEmpty ? "" : " {\(attributes.joined(separator: " "))}")
    return words.lowerBound
  }

  /// The words of `\markboth{Left}{Right}{Words}` in a heading.
  private func withoutRunningHeads(_ inner: Range<Int>) -> Range<Int> {
    let mark = "\\markboth"
    guard text.bytes[inner].starts(with: mark.utf8), let left = argument(inner.lowerBound + mark.utf8.count),
      let right = argument(left.upperBound + 1), right.upperBound + 1 < inner.upperBound
    else { return inner }
    let rest = right.upperBound + 1..<inner.upperBound
    guard let group = argument(rest.lowerBound), group.upperBound + 1 == rest.upperBound else { return rest }
    return group
  }

  private mutating func linkCommand(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    let open = name.contains("cite") ? LaTeXReading.options(text.bytes, at: nameEnd, to: text.count) : (end: nameEnd, options: nil)
    guard let inner = argument(open.end) else { return nil }
    let words = String(decoding: text.bytes[inner], as: UTF8.self)
    let end = inner.upperBound + 1
    switch name {
    case "url": replace(start..<end, by: "<\(words)>")
    case "href":
      guard let shown = argument(end) else { return nil }
      replace(start..<shown.lowerBound, by: "<a href=\"\(words)\">")
      replace(shown.upperBound..<shown.upperBound + 1, by: "</a>")
      return shown.lowerBound
    case "footnote":
      replace(start..<inner.lowerBound, by: "^[")
      replace(inner.upperBound..<end, by: "]")
      return inner.lowerBound
    case "label":
      // The label of a heading, or of the picture whose caption it is in.
      guard Self.isLabel(words) else { return nil }
      replace(start..<end, by: text.isHeading ? "{#\(words)}" : "")
      if !text.isHeading, let place = Self.pictureEnd(start..<end, in: text) { pictureLabel = (words, place) }
      if text.isTableCaption { captionLabel = words }
    case "autoref", "cref", "Cref":
      if !Self.isLabel(words) || !["fig:", "tab:", "tbl:", "eq:", "sec:"].contains(where: words.hasPrefix) {
        return reference(name, start, nameEnd)
      }
      guard Self.isLabel(words), ["fig:", "tab:", "tbl:", "eq:", "sec:"].contains(where: words.hasPrefix) else { return nil }
      replace(start..<end, by: "[@\(words)]")
    default: replace(start..<end, by: LaTeXCitation(name, keys: words, nameEnd..<open.end, in: text.bytes).written(cites: cites))
    }
    return end
  }

  /// `\cref{a,b,c}`, `\crefrange{a}{c}`: words and numbers, which are known when all is counted.
  private mutating func reference(_ name: String, _ start: Int, _ nameEnd: Int) -> Int? {
    let open = nameEnd < text.count && text.bytes[nameEnd] == UInt8(ascii: "*") ? nameEnd + 1 : nameEnd
    guard let inner = argument(open) else { return nil }
    var labels = String(decoding: text.bytes[inner], as: UTF8.self)
    var end = inner.upperBound + 1
    if name.lowercased() == "crefrange", let last = argument(end) {
      labels += "," + String(decoding: text.bytes[last], as: UTF8.self)
      end = last.upperBound + 1
    }
    guard labels.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }) else { return nil }
    let range = name.lowercased() == "crefrange" ? " range=true" : ""
    let kind = name == "subref" ? "subref" : name.hasSuffix("pageref") ? "pageref" : "cref"
    // cleveref has the word in the text's language.
    replace(start..<end, by: (name == "cpageref" ? "p.\u{A0}" : "") + "[]{.\(kind) labels=\(PaperReading.quoted(labels))\(range)}")
    return end
  }

  /// `\index{a!b|see{c}}` leaves a place without ink.
  private mutating func index(_ start: Int, _ nameEnd: Int) -> Int? {
    let open = LaTeXReading.options(text.bytes, at: nameEnd, to: text.count).end
    let group = argument(open, mayBeEmpty: true)
    guard let inner = group ?? unclosedIndex(open) else { return nil }
    // A text about LaTeX: `\index{…}`.
    if group != nil, argument(open) == nil, !text.bytes[inner].allSatisfy(ASCII.isBlank) { return nil }
    var end = inner.upperBound + 1
    // After a space, the command takes the one behind it.
    if start == 0 || ASCII.isBlank(text.bytes[start - 1]) { while end < text.count, text.bytes[end] == ASCII.space { end += 1 } }
    replace(start..<end, by: "[]{.index entry=\"\(indexEntry(inner))\"}")
    return end
  }

  /// `word|see{other` whose own brace is closed by none: the first one on its line ends both.
  private func unclosedIndex(_ open: Int) -> Range<Int>? {
    guard text.byte(open) == ASCII.openBrace else { return nil }
    let line = text.bytes[open..<min(text.count, open + 500)].prefix { $0 != ASCII.newline }
    guard let close = line.firstIndex(of: ASCII.closeBrace), let bar = line[..<close].firstIndex(of: UInt8(ascii: "|")),
      line[(bar + 1)..<close].starts(with: "see".utf8)
    else { return nil }
    return open + 1..<close
  }

  /// An entry of the index as the value of an attribute, accents in it as letters.
  private func indexEntry(_ range: Range<Int>) -> String {
    var out: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text.bytes[index]
      if byte == ASCII.backslash {
        let name = LaTeXReading.name(text.bytes, after: index, to: range.upperBound)
        let word = String(decoding: text.bytes[name], as: UTF8.self)
        let letter = LaTeXAccent(letter: word, text.bytes, after: name.upperBound, to: range.upperBound)
        if let accent = letter ?? LaTeXAccent(text.bytes, at: index, to: range.upperBound) {
          out += accent.text.utf8
          index = accent.end
          continue
        }
      }
      switch byte {
      case ASCII.newline: out.append(ASCII.space)
      // In attributes, a quotation mark would end the value.
      case UInt8(ascii: "\""): out.append(IndexEntry.quote)
      case ASCII.backslash: out += [byte, byte]
      default: out.append(byte)
      }
      index += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isLabel(_ words: String) -> Bool {
    words.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.".utf8.contains($0) }
  }

  /// The bracket that closes the caption of a picture, if a label is the first or the last in it: `![A plot.\label{fig:a}](a.png)`.
  static func pictureEnd(_ label: Range<Int>, in text: BlockText) -> Int? {
    let isFirst =
      label.lowerBound > 1 && text.bytes[label.lowerBound - 2] == UInt8(ascii: "!") && text.bytes[label.lowerBound - 1] == ASCII.openBracket
    var depth = 0
    for index in label.upperBound..<min(text.count, label.upperBound + 4_000) {
      switch text.bytes[index] {
      case ASCII.openBracket: depth += 1
      case ASCII.closeBracket where depth > 0: depth -= 1
      case ASCII.closeBracket: return text.byte(index + 1) == ASCII.openParenthesis ? index : nil
      case let byte: if !isFirst, !ASCII.isBlank(byte), byte != ASCII.newline { return nil }
      }
    }
    return nil
  }

  /// Spaces and sizes have no effect here. Without an argument they are removed at the beginning of a line.
  private mutating func layoutCommand(_ name: String, _ start: Int, _ nameEnd: Int, arguments count: Int) -> Int? {
    var end = nameEnd
    for number in 0..<count {
      let open = LaTeXReading.options(text.bytes, at: end, to: text.count).end
      // `\setlength\parindent{0pt}`: a command needs no braces.
      if number == 0, count == 2, text.byte(open) == ASCII.backslash {
        let command = LaTeXReading.name(text.bytes, after: open, to: text.count)
        guard !command.isEmpty else { return nil }
        end = command.upperBound
        continue
      }
      guard let inner = argument(open, mayBeEmpty: true) else {
        // `\vskip 5mm`
        let length = name.hasSuffix("skip") || name.hasSuffix("sep") ? LaTeXArguments.lengthEnd(text.bytes, at: open, to: text.count) : open
        guard length > open else { return nil }
        end = length
        continue
      }
      end = inner.upperBound + 1
    }
    // `\small{words}`
    if count == 0, let inner = argument(nameEnd) {
      replace(start..<inner.lowerBound, by: "")
      replace(inner.upperBound..<inner.upperBound + 1, by: "")
      return inner.lowerBound
    }
    let isFirst = start == 0 || text.bytes[start - 1] == ASCII.newline
    // `![\small Words](a.png)`
    let beginsCaption = start > 1 && text.bytes[start - 1] == ASCII.openBracket && text.bytes[start - 2] == UInt8(ascii: "!")
    let begins = begins(start) || beginsCaption
    guard begins && count == 0 || count > 0 || name == "hfill" || name == "noindent" else { return nil }
    if count == 0 { guard end == text.count || ASCII.isBlank(text.bytes[end]) || text.bytes[end] == ASCII.backslash else { return nil } }
    if !name.hasPrefix("index") || isFirst || text.bytes[start - 1] == ASCII.space {
      while end < text.count, text.bytes[end] == ASCII.space { end += 1 }
    }
    replace(start..<end, by: name == "hfill" && !begins && end < text.count ? "[]{.hfill}" : "")
    return end
  }

  /// `\let\a\b` prints nothing; it begins a line, or follows another.
  private mutating func assignment(_ start: Int, _ nameEnd: Int) -> Int? {
    let first = LaTeXReading.name(text.bytes, after: nameEnd, to: text.count)
    guard begins(start), text.byte(nameEnd) == ASCII.backslash, !first.isEmpty else { return nil }
    let second = first.upperBound + (text.byte(first.upperBound) == UInt8(ascii: "=") ? 1 : 0)
    let target = LaTeXReading.name(text.bytes, after: second, to: text.count)
    guard text.byte(second) == ASCII.backslash, !target.isEmpty else { return nil }
    replace(start..<target.upperBound, by: "")
    return target.upperBound
  }

  /// An argument in braces that is neither empty nor a placeholder.
  private func argument(_ open: Int, mayBeEmpty: Bool = false) -> Range<Int>? {
    // LaTeX passes blanks and an end of a line before it.
    var open = open
    if open < text.count, text.bytes[open] <= ASCII.space {
      let next = text.bytes[open...].prefix(20).firstIndex { $0 > ASCII.space } ?? open
      if text.bytes[next] == ASCII.openBrace, text.bytes[open..<next].count(where: { $0 == ASCII.newline }) < 2 { open = next }
    }
    guard let inner = LaTeXReading.group(text.bytes, at: open, to: min(text.count, open + 20_000)) else { return nil }
    if mayBeEmpty { return inner }
    let words = text.bytes[inner]
    let isPlaceholder = words.first == ASCII.hash || words.elementsEqual("...".utf8) || words.elementsEqual("…".utf8)
    return words.contains { !ASCII.isBlank($0) } && !isPlaceholder ? inner : nil
  }

  /// - Returns: Where reading continues.
  private mutating func drop(_ range: Range<Int>) -> Int {
    replace(range, by: "")
    return range.upperBound
  }

  private mutating func replace(_ range: Range<Int>, by words: String) {
    if !range.isEmpty { edits.append(text.edit(range, words)) }
  }
}
