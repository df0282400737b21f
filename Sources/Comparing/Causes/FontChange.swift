/// A piece of text that is the same in two records, in another font, size or colour.
struct FontChange: Hashable {
  /// As styles have them: `LibertinusSerif-Bold.otf 12 #000000`.
  var from: String
  var to: String
  /// The letters, with the spaces between them.
  var text: String

  /// `“apple” is #953800 instead of #0550ae (JuliaMono-Regular, 9 pt)`
  var described: String {
    let (a, b) = (Name(from), Name(to))
    var (old, new, kept): ([String], [String], [String]) = ([], [], [])
    for (before, after) in zip(a.parts, b.parts) {
      if before == after {
        kept.append(after)
      } else {
        old.append(before)
        new.append(after)
      }
    }
    // Black is what is expected.
    kept.removeAll { $0 == "#000000" }
    let rest = kept.isEmpty ? "" : " (\(kept.joined(separator: ", ")))"
    let excerpt = text.count > 40 ? text.prefix(38) + "…" : text[...]
    return
      "“\(excerpt)” is \(a.face == b.face ? "" : "set in ")\(new.joined(separator: ", ")) instead of \(old.joined(separator: ", "))\(rest)"
  }

  /// What changed, whatever the text: `text is #953800 instead of #0550ae`. Sizes follow the font where they are relative.
  var topic: String {
    let (a, b) = (Name(from), Name(to))
    guard a.face == b.face else { return "text is set in \(b.face) instead of \(a.face)" }
    let parts = zip(a.parts, b.parts).filter { $0 != $1 }
    return "text is \(parts.map(\.1).joined(separator: ", ")) instead of \(parts.map(\.0).joined(separator: ", "))"
  }

  /// A font with its size and colour, in parts that are reported one by one.
  private struct Name {
    var face: String
    var parts: [String]

    init(_ name: String) {
      let words = name.split(separator: " ")
      guard words.count > 2 else {
        (face, parts) = (name, [name])
        return
      }
      let file = words.dropLast(2).joined(separator: " ")
      face = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
      parts = [face, "\(words[words.count - 2]) pt", String(words[words.count - 1])]
    }
  }
}

extension DocumentRecord {
  /// The font of each letter of a unit; nil where that was not recorded.
  func fonts(of unit: Unit) -> [String]? {
    let names = fontNames(of: unit)
    guard let first = names.first else { return nil }
    var out: [String] = []
    for part in unit.parts {
      let count = part.text.countedLetters
      guard !part.runs.isEmpty else {
        out += [String](repeating: first, count: count)
        continue
      }
      guard part.runs.allSatisfy({ names.indices.contains($0.font) }), part.runs.reduce(0, { $0 + $1.count }) == count else { return nil }
      for run in part.runs { out += [String](repeating: names[run.font], count: run.count) }
    }
    return out
  }

  /// The letters of a unit whose font differs from the same unit's in another record; empty if the fonts are not known.
  func fontChanges(of unit: Unit, to other: Unit, in record: DocumentRecord) -> [FontChange] {
    guard let old = fonts(of: unit), let new = record.fonts(of: other), old.count == new.count else { return [] }
    var out: [FontChange] = []
    var place = 0
    var isOpen = false
    var space = ""
    for scalar in other.text.unicodeScalars {
      guard scalar.isCountedLetter else {
        space = " "
        continue
      }
      guard place < old.count else { return [] }
      let (from, to) = (old[place], new[place])
      if from == to {
        isOpen = false
      } else if isOpen, let last = out.last, last.from == from, last.to == to {
        out[out.count - 1].text += space + String(scalar)
      } else {
        out.append(FontChange(from: from, to: to, text: String(scalar)))
        isOpen = true
      }
      space = ""
      place += 1
    }
    return out
  }
}

extension FontChange {
  /// The change of all fonts of a unit, where it is the same for each.
  static func even(
    of unit: DocumentRecord.Unit, in old: DocumentRecord, to other: DocumentRecord.Unit, in new: DocumentRecord
  ) -> FontChange? {
    let (a, b) = (old.fontNames(of: unit), new.fontNames(of: other))
    let changes = zip(a, b).filter { $0 != $1 }.map { FontChange(from: $0, to: $1, text: other.text) }
    guard a.count == b.count, let first = changes.first, changes.allSatisfy({ $0.topic == first.topic }) else { return nil }
    return first
  }

  /// What became of the fonts of a unit, where its letters do not tell: `from … to …`.
  static func list(of unit: DocumentRecord.Unit, in old: DocumentRecord, to other: DocumentRecord.Unit, in new: DocumentRecord) -> String {
    let (a, b) = (old.fontNames(of: unit), new.fontNames(of: other))
    let gone = a.filter { !b.contains($0) }.joined(separator: ", ")
    let come = b.filter { !a.contains($0) }.joined(separator: ", ")
    return gone.isEmpty
      ? (come.isEmpty ? "the order of its fonts" : "\(come) added") : come.isEmpty ? "\(gone) no longer used" : "from \(gone) to \(come)"
  }
}

/// Words that a unit had before and has now, where its text changed: what else became of them.
struct CommonWords {
  private let old: DocumentRecord
  private let new: DocumentRecord
  private let unit: DocumentRecord.Unit
  private let other: DocumentRecord.Unit
  /// Letters of the words on both sides.
  private let words: [(text: String, old: Range<Int>, new: Range<Int>)]

  /// - Parameter commands: Words with these are left out: their looks follow from the definitions.
  init(
    of unit: DocumentRecord.Unit, in old: DocumentRecord, and other: DocumentRecord.Unit, in new: DocumentRecord,
    besides commands: [String: String] = [:]
  ) {
    (self.old, self.new, self.unit, self.other) = (old, new, unit, other)
    let (a, b) = (Self.words(of: unit), Self.words(of: other))
    words = SequenceAlignment(a.map(\.text), b.map(\.text)).pairs.compactMap { pair in
      guard let i = pair.old, let j = pair.new, a[i].letters.count == b[j].letters.count else { return nil }
      guard commands.isEmpty || !MacroDefinitions.commands(in: b[j].text).contains(where: { commands[$0] != nil }) else { return nil }
      return (b[j].text, a[i].letters, b[j].letters)
    }
  }

  /// What changed, each kind of change once, with the words that it befell first: `“code” has a background in #ffff00 now`.
  var changes: [String] {
    let all = fontChanges + markChanges
    let more = all.count > Self.most ? ["and \(all.count - Self.most) more pieces of it look different"] : []
    return all.prefix(Self.most) + more
  }

  private static let most = 4

  /// Words that are in another font; none if fonts are not known.
  private var fontChanges: [String] {
    let names = old.fontNames(of: unit)
    guard names != new.fontNames(of: other) || names.count > 1, let before = old.fonts(of: unit), let after = new.fonts(of: other) else {
      return []
    }
    let changed = words.compactMap { word -> (key: [String], text: String)? in
      guard word.old.upperBound <= before.count, word.new.upperBound <= after.count else { return nil }
      return zip(before[word.old], after[word.new]).first { $0 != $1 }.map { ([$0, $1], word.text) }
    }
    return Self.grouped(changed).map { FontChange(from: $0.key[0], to: $0.key[1], text: $0.text).described + $0.more }
  }

  /// Words that have other grounds, rules or frames.
  var markChanges: [String] {
    guard old.knowsMarks, new.knowsMarks else { return [] }
    let (before, after) = (Self.marks(of: unit), Self.marks(of: other))
    guard !before.isEmpty || !after.isEmpty else { return [] }
    func looks(_ marks: [LetterMark], _ letters: Range<Int>) -> [String] {
      marks.filter { $0.letters.overlaps(letters) }.map(\.look).sorted()
    }
    let changed = words.compactMap { word -> (key: [[String]], text: String)? in
      let (gone, come) = (looks(before, word.old), looks(after, word.new))
      return gone == come ? nil : ([gone.filter { !come.contains($0) }, come.filter { !gone.contains($0) }], word.text)
    }
    return Self.grouped(changed).map { "“\($0.text)” \(Self.described(gone: $0.key[0], come: $0.key[1]))\($0.more)" }
  }

  /// Changes of the same kind as one, with the number of other words.
  private static func grouped<Key: Hashable>(_ changes: [(key: Key, text: String)]) -> [(key: Key, text: String, more: String)] {
    var order: [Key] = []
    var texts: [Key: [String]] = [:]
    for change in changes {
      if texts[change.key] == nil { order.append(change.key) }
      texts[change.key, default: []].append(change.text)
    }
    return order.map { key in
      let all = texts[key] ?? []
      let more = all.count > 1 ? ", and \(all.count - 1) more \(all.count == 2 ? "word" : "words")" : ""
      return (key, all.first ?? "", more)
    }
  }

  private static func described(gone: [String], come: [String]) -> String {
    func list(_ looks: [String]) -> String { looks.map(LetterMark.described).joined(separator: " and ") }
    if gone.isEmpty { return "has \(list(come)) now" }
    return come.isEmpty ? "no longer has \(list(gone))" : "has \(list(come)) instead of \(list(gone))"
  }

  /// The marks of a unit, by its letters.
  private static func marks(of unit: DocumentRecord.Unit) -> [LetterMark] {
    var start = 0
    return unit.parts.flatMap { part in
      defer { start += part.text.countedLetters }
      return part.marks.map { LetterMark(letters: $0.letters.lowerBound + start..<$0.letters.upperBound + start, look: $0.look) }
    }
  }

  /// The words of a unit, with their places among its letters.
  private static func words(of unit: DocumentRecord.Unit) -> [(text: String, letters: Range<Int>)] {
    var out: [(text: String, letters: Range<Int>)] = []
    var place = 0
    for word in unit.text.split(whereSeparator: \.isWhitespace) {
      // Scripts without spaces by the character.
      let parts = word.unicodeScalars.contains { $0.value >= 0x2E80 } ? word.map { Substring(String($0)) } : [word]
      for part in parts {
        let count = part.countedLetters
        if count > 0 { out.append((String(part), place..<place + count)) }
        place += count
      }
    }
    return out
  }
}
