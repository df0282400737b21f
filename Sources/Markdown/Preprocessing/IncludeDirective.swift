internal import TypesetDiagnostics

/// A directive in a line that includes a file, or a part of one.
struct IncludeDirective: Equatable {
  /// Which part of the file.
  enum Part: Equatable {
    case whole
    /// Counted from 1.
    case lines(ClosedRange<Int>)
    /// Between two comments that name it.
    case section(String)
  }

  /// Whose syntax it is.
  enum Form: Equatable {
    /// mdBook: `{{#include a.rs:2:5}}`, `{{#rustdoc_include a.rs:name}}`.
    case mdBook
    /// mdBook: `{{#playground a.rs}}`, a block of Rust.
    case playground
    /// Python-Markdown's snippets: `--8<-- "a.md:name"`.
    case snippet
    /// Quarto: `{{< include _a.qmd >}}`; VitePress: `<!--@include: ./a.md{2,5}-->`.
    case whole
  }

  var form: Form
  var path: String
  var part = Part.whole
  /// In the line, as byte offsets.
  var range: Range<Int>

  /// Longer lines hold no directive.
  static let maximumLength = 1_000

  /// The first directive of a line at or after an offset.
  ///
  /// - Parameter line: Without its end.
  static func first(in line: ArraySlice<UInt8>, from start: Int) -> IncludeDirective? {
    guard line.count <= maximumLength else { return nil }
    return start == line.startIndex ? alone(in: line) ?? mdBook(in: line, from: start) : mdBook(in: line, from: start)
  }

  // MARK: Directives that may be anywhere

  private static func mdBook(in line: ArraySlice<UInt8>, from start: Int) -> IncludeDirective? {
    var index = start
    while let open = line[index...].firstRange(of: Array("{{#".utf8)) {
      index = open.upperBound
      guard let close = line[index...].firstRange(of: Array("}}".utf8)) else { return nil }
      // After a backslash, the directive itself is shown.
      if open.lowerBound > line.startIndex, line[open.lowerBound - 1] == UInt8(ascii: "\\") { continue }
      let words = String(decoding: line[index..<close.lowerBound], as: UTF8.self).split { $0 == " " || $0 == "\t" }.map(String.init)
      guard words.count >= 2, let form = forms[words[0]] else { continue }
      let (path, part) = divided(words[1])
      return IncludeDirective(form: form, path: path, part: part, range: open.lowerBound..<close.upperBound)
    }
    return nil
  }

  static let forms: [String: Form] = [
    "include": .mdBook, "rustdoc_include": .mdBook, "playground": .playground, "playpen": .playground,
  ]

  /// `a.rs:2`, `a.rs:2:5`, `a.rs::5`, `a.rs:2:`, `a.rs:name`.
  private static func divided(_ text: String) -> (path: String, part: Part) {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count > 1, !pieces[0].isEmpty else { return (text, .whole) }
    if pieces.count == 2, !pieces[1].isEmpty {
      guard let line = DocumentNumber.whole(pieces[1]) else { return (pieces[0], .section(pieces[1])) }
      return (pieces[0], line > 0 ? .lines(line...line) : .whole)
    }
    let first = max(1, DocumentNumber.whole(pieces[1]) ?? 1)
    let last = pieces.count > 2 ? DocumentNumber.whole(pieces[2]) ?? Int.max : Int.max
    return (pieces[0], .lines(first...max(first, last)))
  }

  // MARK: Directives on lines of their own

  private static func alone(in line: ArraySlice<UInt8>) -> IncludeDirective? {
    guard let start = line.firstIndex(where: { $0 > 0x20 }), let last = line.lastIndex(where: { $0 > 0x20 }) else { return nil }
    let text = String(decoding: line[start...last], as: UTF8.self)
    let range = start..<last + 1
    if let rest = Self.snippetMark(text), let path = quoted(rest) {
      return IncludeDirective(form: .snippet, path: divided(path).path, part: divided(path).part, range: range)
    }
    if text.hasPrefix("{{<"), text.hasSuffix(">}}") {
      let words = text.dropFirst(3).dropLast(3).split { $0 == " " }.map(String.init)
      guard words.count == 2, words[0] == "include" else { return nil }
      return IncludeDirective(form: .whole, path: words[1], range: range)
    }
    if text.hasPrefix("<!--"), text.hasSuffix("-->") {
      let inner = text.dropFirst(4).dropLast(3).drop { $0 == " " }
      guard inner.hasPrefix("@include:") else { return nil }
      var path = String(inner.dropFirst(9).filter { $0 != " " })
      var part = Part.whole
      if let brace = path.firstIndex(of: "{"), path.hasSuffix("}") {
        let ends = path[path.index(after: brace)...].dropLast().split(separator: ",", omittingEmptySubsequences: false).map {
          DocumentNumber.whole($0)
        }
        let first = max(1, (ends.first ?? nil) ?? 1)
        part = .lines(first...max(first, (ends.last ?? nil) ?? Int.max))
        path = String(path[..<brace])
      } else if let hash = path.firstIndex(of: "#") {
        part = .section(String(path[path.index(after: hash)...]))
        path = String(path[..<hash])
      }
      return IncludeDirective(form: .whole, path: path, part: part, range: range)
    }
    return nil
  }

  /// The text after `--8<--`; nil if the line begins otherwise.
  static func snippetMark(_ text: String) -> Substring? {
    let rest = text.drop { $0 == "-" }
    guard rest.count < text.count, rest.hasPrefix("8<-") else { return nil }
    return rest.dropFirst(3).drop { $0 == "-" }
  }

  private static func quoted(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " || $0 == "\t" }
    guard let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}

extension IncludeDirective {
  /// A line of a file, without its end.
  struct Line {
    /// From 1.
    var number: Int
    var range: Range<Int>
  }

  /// The lines of a file that a directive selects; nil if the file has no such section.
  static func lines(of part: Part, in text: [UInt8]) -> [Line]? {
    var out: [Line] = []
    var number = 0
    var start = 0
    var isInside = false
    var wasFound = false
    while start < text.count {
      number += 1
      let newline = text[start...].firstIndex(of: 0x0A) ?? text.count
      defer { start = newline + 1 }
      let range = start..<newline
      let mark = sectionMark(text[range])
      switch part {
      case .whole: if mark == nil || mark?.isSnippet == false { out.append(Line(number: number, range: range)) }
      case .lines(let lines): if lines.contains(number) { out.append(Line(number: number, range: range)) }
      case .section(let name):
        if let mark {
          guard mark.name == name else { continue }
          isInside = mark.begins
          if mark.begins { wasFound = true }
        } else if isInside {
          out.append(Line(number: number, range: range))
        }
      }
    }
    if case .section = part, !wasFound { return nil }
    return out
  }

  private struct SectionMark {
    var name: String
    var begins: Bool
    var isSnippet: Bool
  }

  /// `ANCHOR: name`, `ANCHOR_END: name`, `--8<-- [start:name]`, `#region name`, in whatever comment.
  private static func sectionMark(_ line: ArraySlice<UInt8>) -> SectionMark? {
    guard line.count < 400, line.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    func name(after range: Range<String.Index>) -> String {
      String(text[range.upperBound...].drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    }
    let marks: [(text: String, begins: Bool, isSnippet: Bool)] = [
      ("ANCHOR:", true, false), ("ANCHOR_END:", false, false), ("8<-- [start:", true, true), ("8<-- [end:", false, true),
      ("#region ", true, false), ("#endregion ", false, false),
    ]
    for mark in marks {
      guard let range = text.firstRange(of: mark.text) else { continue }
      let found = name(after: range)
      if !found.isEmpty { return SectionMark(name: found, begins: mark.begins, isSnippet: mark.isSnippet) }
    }
    return nil
  }
}
