import TypesetDiagnostics

/// An entry of the index, in makeindex's syntax: `fruit!apple@äpfel|see{pear}`.
package struct IndexEntry: Equatable {
  package enum Form: Equatable {
    case page(isStrong: Bool)
    case begin(isStrong: Bool), end
    case see(String)
    case seeAlso(String)
  }

  package enum Fault: Equatable {
    case noWord
    /// Between two `!`, or after the last one.
    case noWordBelow
    /// More than three levels.
    case isTooDeep
    case unknownFormat(String)
    /// `see{` without its brace.
    case isUnclosed(String)
  }

  package struct Level: Equatable {
    /// What is shown.
    package var word: String
    package var sort: String
  }

  package private(set) var levels: [Level] = []
  package private(set) var form = Form.page(isStrong: false)
  package private(set) var faults: [Fault] = []

  package init(_ text: String) {
    var parts: [String] = [""]
    var format: String?
    var isQuoted = false
    for character in text {
      if isQuoted {
        parts[parts.count - 1].append(character)
        isQuoted = false
      } else if format != nil {
        format?.append(character)
      } else {
        switch character {
        case "\"", Self.quoteSign: isQuoted = true
        case "!": parts.append("")
        case "|": format = ""
        default: parts[parts.count - 1].append(character)
        }
      }
    }
    for part in parts {
      let pieces = part.split(separator: "@", maxSplits: 1).map { Self.plain(String($0)) }
      guard let sort = pieces.first, !sort.isEmpty else {
        if parts.count > 1, !faults.contains(.noWordBelow) { faults.append(.noWordBelow) }
        continue
      }
      guard levels.count < Self.mostLevels else {
        faults.append(.isTooDeep)
        break
      }
      levels.append(Level(word: pieces.last ?? sort, sort: sort))
    }
    if levels.isEmpty { faults = [.noWord] }
    if let format { read(format.trimmedWhitespace()) }
  }

  /// Stands for makeindex's quotation mark in an attribute.
  static let quote: UInt8 = 2
  private static let quoteSign = Character(UnicodeScalar(quote))

  /// makeindex's.
  private static let mostLevels = 3

  private mutating func read(_ format: String) {
    switch format.first {
    case "(": form = .begin(isStrong: isStrong(String(format.dropFirst())))
    case ")":
      _ = isStrong(String(format.dropFirst()))
      form = .end
    default:
      if let target = target(format, after: "seealso{") {
        form = .seeAlso(target)
      } else if let target = target(format, after: "see{") {
        form = .see(target)
      } else {
        form = .page(isStrong: isStrong(format))
      }
    }
  }

  /// What is between braces after a word; nil for another one.
  private mutating func target(_ format: String, after word: String) -> String? {
    guard format.hasPrefix(word) else { return nil }
    let rest = format.dropFirst(word.count)
    let close = rest.lastIndex(of: "}")
    if close == nil { faults.append(.isUnclosed(format)) }
    return Self.plain(String(close.map { rest[..<$0] } ?? rest))
  }

  /// True for formats of a page that set it in bold.
  private mutating func isStrong(_ format: String) -> Bool {
    if ["textbf", "bf", "bfseries", "mainpage", "hyperbf"].contains(format) { return true }
    if !Self.formats.contains(format) { faults.append(.unknownFormat(format)) }
    return false
  }

  /// Those that leave a page as it is.
  package static let formats = ["", "textbf", "hyperpage", "textit", "it", "itshape", "emph", "hyperit", "textrm", "textsl", "underline"]

  /// Words without LaTeX's commands around them.
  private static func plain(_ text: String) -> String {
    guard text.contains("\\") || text.contains("{") else { return text.trimmedWhitespace() }
    var out = ""
    var isMath = false
    var isCommand = false
    for character in text {
      if character == "$" { isMath.toggle() }
      if isMath || character == "$" {
        out.append(character)
      } else if character == "\\" {
        isCommand = true
      } else if isCommand, character.isLetter {
        continue
      } else {
        isCommand = false
        if character != "{", character != "}" { out.append(character) }
      }
    }
    return out.trimmedWhitespace()
  }
}

/// A term or an abbreviation that a document defines without ink.
package struct GlossaryEntry: Equatable {
  package var key: String
  package var word: String
  package var meaning: String
  package var isAcronym: Bool

  package init?(_ attributes: Attributes) {
    guard let key = attributes["key"] else { return nil }
    if attributes.classes.contains("acronym"), let short = attributes["short"], let long = attributes["long"] {
      self.init(key: key, word: short, meaning: long, isAcronym: true)
    } else if attributes.classes.contains("glossary-entry"), let word = attributes["word"] {
      self.init(key: key, word: word, meaning: attributes["meaning"] ?? "", isAcronym: false)
    } else {
      return nil
    }
  }

  private init(key: String, word: String, meaning: String, isAcronym: Bool) {
    (self.key, self.word, self.meaning, self.isAcronym) = (key, word, meaning, isAcronym)
  }

  /// The place of an entry in its list.
  package static func anchor(_ key: String) -> String { "gls-" + key }
}

extension Attributes {
  /// True if text with them is an entry of the index.
  package var isIndexed: Bool { classes.contains("index") || pairs.contains { $0.key == "index" } }
}

/// The abbreviations and terms that a text uses.
enum Glossary {
  /// Puts the words of abbreviations and terms in the place of `\gls{key}`: the first use of an abbreviation is spelled out.
  ///
  /// - Returns: True if there were any.
  static func resolve(in tree: inout Tree, _ diagnostics: inout [Diagnostic]) -> Bool {
    guard tree.attributes.contains(where: { $0.classes.contains("gls") }) else { return false }
    let entries = entries(of: tree, &diagnostics)
    var used: Set<String> = []
    for index in nodes(of: tree) {
      guard let attributes = tree.attributes(of: index), attributes.classes.contains("gls"), let key = attributes["key"] else { continue }
      let form = attributes["form"] ?? "gls"
      guard let entry = entries[key] else {
        let near = nearest(to: key, among: entries.keys.sorted()).map { "did you mean \($0)?" }
        diagnostics.append(
          Diagnostic(
            .warning, "glossary.unknown", at: tree[index].span, "no abbreviation or term has the key \"\(key)\"",
            hint: near ?? "define it with \\newacronym or \\newglossaryentry"))
        tree.nodes[Int(index)].kind = .text(key)
        continue
      }
      let isFirst = used.insert(key).inserted
      var words = entry.word
      if entry.isAcronym {
        switch form.lowercased() {
        case "acrshort", "glsxtrshort": break
        case "acrlong": words = entry.meaning
        case "acrfull": words = "\(entry.meaning) (\(entry.word))"
        default:
          if isFirst { words = entry.meaning + (form.hasSuffix("pl") ? "s" : "") + " (\(entry.word)" + (form.hasSuffix("pl") ? "s)" : ")") }
        }
        if form.hasSuffix("pl"), !isFirst { words += "s" }
      } else if form.hasSuffix("pl") {
        words += "s"
      }
      if form.first == "G" { words = words.prefix(1).uppercased() + words.dropFirst() }
      let text = tree.add(.text(words), tree[index].span)
      tree.nodes[Int(index)].attributes = -1
      tree.nodes[Int(index)].kind = entry.isAcronym && !isFirst ? .abbreviation(meaning: entry.meaning) : .span
      tree.setChildren(of: index, to: [text])
    }
    return true
  }

  /// Abbreviations and terms by their keys.
  private static func entries(of tree: Tree, _ diagnostics: inout [Diagnostic]) -> [String: GlossaryEntry] {
    var entries: [String: GlossaryEntry] = [:]
    for index in nodes(of: tree) {
      guard let entry = tree.attributes(of: index).flatMap({ GlossaryEntry($0) }) else { continue }
      if entries[entry.key] == nil {
        entries[entry.key] = entry
      } else {
        diagnostics.append(
          Diagnostic(
            .warning, "glossary.duplicate", at: tree[index].span, "the abbreviation or term \"\(entry.key)\" is defined twice",
            hint: "the first one is used"))
      }
    }
    return entries
  }

  /// All nodes, as they are read.
  private static func nodes(of tree: Tree) -> [Tree.Index] {
    var (out, stack): ([Tree.Index], [Tree.Index]) = ([], [0])
    while let index = stack.popLast() {
      out.append(index)
      stack += Array(tree.children(of: index)).reversed()
    }
    return out
  }
}
