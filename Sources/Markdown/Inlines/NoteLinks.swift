import TypesetDiagnostics

/// Links by the names of notes, `[[Name]]` and `[[Folder/Name#Heading|text]]`, between the files of a work.
///
/// The parser of a file marks them; where they lead is known when all files are.
struct NoteLinks {
  /// What begins the destination of a link that is not resolved; no address can begin so.
  static let mark = "[["

  private let files: [Source.File]
  /// The numbers of the files of one name, in small letters and without its extension.
  private var numbers: [Substring: [Int]] = [:]

  init(_ files: [Source.File]) {
    self.files = files
    guard files.contains(where: { $0.chapter != nil }) else { return }
    for (number, file) in files.enumerated() where file.chapter != nil {
      if let name = Self.stem(file.name).split(separator: "/").last { numbers[name, default: []].append(number) }
    }
  }

  /// Makes the links of a file lead to others; those to notes that are not part of the work become text.
  func resolve(in tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .link(let destination, let title) = tree.nodes[index].kind, destination.hasPrefix(Self.mark) else { continue }
      let address = address(of: destination.dropFirst(Self.mark.count))
      tree.nodes[index].kind = address.map { .link(destination: $0, title: title) } ?? .span
    }
  }

  /// The path of a note from the root of the site, and the heading in it.
  private func address(of target: Substring) -> String? {
    let parts = target.split(separator: "#")
    guard let page = parts.first, page.startIndex == target.startIndex else { return nil }
    let wanted = Self.stem(String(page))
    guard let name = wanted.split(separator: "/").last, let found = numbers[name] else { return nil }
    guard let number = found.first(where: { ("/" + Self.stem(files[$0].name)).hasSuffix("/" + wanted) }) else { return nil }
    // `^block` is a place that has no name here.
    let heading = parts.dropFirst().last.flatMap { $0.hasPrefix("^") ? nil : "#" + $0 }
    return "/" + files[number].name.replacing("%", with: "%25") + (heading ?? "")
  }

  private static func stem(_ path: String) -> String {
    let lower = path.lowercased()
    return lower.hasSuffix(".md") ? String(lower.dropLast(3)) : lower
  }
}

/// What a vault would show within a line, `words ![[note]]`, and a page shows by its name.
enum EmbedsInLines {
  private static let opener = Array("![[".utf8)

  static func diagnostics(in tree: borrowing Tree, _ source: [UInt8]) -> [Diagnostic] {
    guard source.find(opener) != nil else { return [] }
    var found: [Diagnostic] = []
    for node in tree.nodes {
      guard case .text = node.kind, case let end = Int(node.span.end), node.span.start > 2, end + 1 < source.count,
        source[end] == ASCII.closeBracket, source[end + 1] == ASCII.closeBracket,
        let start = self.start(of: Int(node.span.start), in: source)
      else { continue }
      let name = String(decoding: source[(start + opener.count)..<end].prefix { $0 != ASCII.pipe }, as: UTF8.self)
      if name.contains("://") {
        let message = "\(name) is shown by its address: files from the network are not embedded"
        let hint = "save it beside the document, and embed that"
        found.append(Diagnostic(.warning, "include.unread", at: SourceSpan(start, end + 2), message, hint: hint))
        continue
      }
      guard !isAlone(start..<end + 2, in: source) else { continue }
      found.append(
        Diagnostic(
          .warning, "include.unread", at: SourceSpan(start, end + 2),
          "the embedded note \(name) is shown by its name: other words are on its line",
          hint: "put it on a line of its own, with a blank line above and below"))
    }
    return found
  }

  /// Where the embed begins to which a text belongs: its target, or its words.
  private static func start(of text: Int, in source: [UInt8]) -> Int? {
    var index = text - 1
    while index > 1, text - index < 500, source[index] >= ASCII.space {
      if source[index] == ASCII.closeBracket { return nil }
      if source[index] == ASCII.openBracket {
        return source[index - 1] == ASCII.openBracket && source[index - 2] == UInt8(ascii: "!") ? index - 2 : nil
      }
      index -= 1
    }
    return nil
  }

  /// The nearest bytes that are no blanks decide, so that many embeds in one long line take time in proportion.
  private static func isAlone(_ range: Range<Int>, in source: [UInt8]) -> Bool {
    // What is said of an embed that is its item's only word is said where it is read.
    let marker = " \t>-*+0123456789.)".utf8
    let before = source[..<range.lowerBound].suffix(40).last { $0 == ASCII.newline || !marker.contains($0) } ?? ASCII.newline
    let after = source[range.upperBound...].first { $0 == ASCII.newline || $0 > ASCII.space } ?? ASCII.newline
    return before == ASCII.newline && after == ASCII.newline
  }
}

/// Links of vaults whose words are of several kinds.
enum MixedNoteLink {
  /// `[[Note|words with $x$]]`: links of a vault whose words have formulas or emphasis in them are their words.
  ///
  /// - Parameter children: Inlines.
  static func words(of children: [Tree.Index], in tree: inout Tree, source: [UInt8]) -> [Tree.Index] {
    var children = children
    for position in 1..<children.count - 1 where isDefined(position, of: children, in: tree, source: source) {
      let (before, after) = (children[position - 1], children[position + 1])
      if case .text(let words) = tree[before].kind {
        tree.nodes[Int(before)].kind = .text(String(words.dropLast()))
        tree.nodes[Int(before)].span.end -= 1
      }
      tree.dropFirst(1, ofText: after)
    }
    var position = 0
    while position + 2 < children.count {
      defer { position += 1 }
      guard case .text(let written) = tree[children[position]].kind, written.utf8.contains(ASCII.openBracket),
        case let first = InlineText(children[position], Array(written.utf8), written: tree[children[position]].span, in: source),
        let open = openLink(first.bytes)
      else { continue }
      guard let bar = first.bytes[open...].firstIndex(of: ASCII.pipe) else {
        replaceTarget(from: open, of: first, at: position, in: &children, &tree, source)
        continue
      }
      for next in (position + 1)..<min(children.count, position + 12) {
        guard case .text(let written) = tree[children[next]].kind else { continue }
        let last = InlineText(children[next], Array(written.utf8), written: tree[children[next]].span, in: source)
        guard let bracket = last.bytes.firstIndex(where: { $0 == ASCII.closeBracket || $0 == ASCII.openBracket }) else { continue }
        guard last.bytes[bracket] == ASCII.closeBracket, bracket + 1 < last.bytes.count, last.bytes[bracket + 1] == ASCII.closeBracket
        else {
          break
        }
        var parts: [Tree.Index] = []
        for (text, range) in [
          (first, 0..<open), (first, bar + 1..<first.bytes.count), (last, 0..<bracket), (last, bracket + 2..<last.bytes.count),
        ]
        where !range.isEmpty {
          parts.append(tree.add(.text(String(decoding: text.bytes[range], as: UTF8.self)), text.span(of: range)))
        }
        let before = parts.prefix((open > 0 ? 1 : 0) + (bar + 1 < first.bytes.count ? 1 : 0))
        let after = Array(parts.dropFirst(before.count))
        // The later ones first: places before them stay.
        children.replaceSubrange(next...next, with: after)
        children.replaceSubrange(position...position, with: Array(before))
        break
      }
    }
    return children
  }

  /// `[[#The `this` object|words]]`, `[[The `this` object]]`: what is read as code or emphasis in the target is no reason to show it.
  private static func replaceTarget(
    from open: Int, of first: InlineText, at position: Int, in children: inout [Tree.Index], _ tree: inout Tree, _ source: [UInt8]
  ) {
    for next in (position + 1)..<min(children.count, position + 6) {
      guard case .text(let written) = tree[children[next]].kind else { continue }
      let last = InlineText(children[next], Array(written.utf8), written: tree[children[next]].span, in: source)
      guard let bracket = last.bytes.firstIndex(where: { $0 == ASCII.closeBracket || $0 == ASCII.openBracket }) else { continue }
      guard last.bytes[bracket] == ASCII.closeBracket, bracket + 1 < last.bytes.count, last.bytes[bracket + 1] == ASCII.closeBracket
      else { return }
      func text(_ part: InlineText, _ range: Range<Int>) -> Tree.Index? {
        range.isEmpty ? nil : tree.add(.text(String(decoding: part.bytes[range], as: UTF8.self)), part.span(of: range))
      }
      let before = text(first, 0..<open)
      let after = text(last, bracket + 2..<last.bytes.count)
      if let bar = last.bytes[..<bracket].firstIndex(of: ASCII.pipe) {
        children.replaceSubrange(position...next, with: [before, text(last, bar + 1..<bracket), after].compactMap { $0 })
      } else {
        // Without words of its own a link shows its target.
        let name = first.bytes[(open + 2)...].first == ASCII.hash ? open + 3 : open + 2
        let rest = text(last, 0..<bracket)
        children.replaceSubrange(next...next, with: [rest, after].compactMap { $0 })
        children.replaceSubrange(position...position, with: [before, text(first, name..<first.bytes.count)].compactMap { $0 })
      }
      return
    }
  }

  /// True for a link between brackets, `[[note]]`, to whose name a definition of Foam's gives a file: `[note]: note.md "Note"`.
  private static func isDefined(_ position: Int, of children: [Tree.Index], in tree: Tree, source: [UInt8]) -> Bool {
    let link = children[position]
    guard case .link(let address, _) = tree[link].kind, address.prefix(while: { $0 != "#" }).hasSuffix(".md"), !address.contains(":"),
      case .text(let before) = tree[children[position - 1]].kind, before.hasSuffix("["),
      case .text(let after) = tree[children[position + 1]].kind, after.hasPrefix("]"), case let span = tree[link].span, span.start > 0,
      Int(span.end) < source.count
    else { return false }
    // The brackets are the author's, beside it, and no address is within them.
    let name = source[Int(span.start)..<Int(span.end)]
    return source[Int(span.start) - 1] == ASCII.openBracket && source[Int(span.end)] == ASCII.closeBracket
      && (span.start < 2 || source[Int(span.start) - 2] != ASCII.backslash) && name.last == ASCII.closeBracket
      && name.contains(where: ASCII.isLetter)
  }

  /// Where the link of a vault begins that does not end in a text.
  private static func openLink(_ bytes: [UInt8]) -> Int? {
    guard let last = bytes.lastIndex(of: ASCII.openBracket), last > 0, bytes[last - 1] == ASCII.openBracket,
      !bytes[last...].contains(ASCII.closeBracket)
    else { return nil }
    return last - 1
  }
}
