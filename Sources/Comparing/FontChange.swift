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
      let count = part.text.unicodeScalars.count { !$0.properties.isWhitespace }
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
      guard !scalar.properties.isWhitespace else {
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

  /// The change of all fonts of a unit, where it is the same for each.
  func evenFontChange(of unit: Unit, to other: Unit, in record: DocumentRecord) -> FontChange? {
    let (a, b) = (fontNames(of: unit), record.fontNames(of: other))
    let changes = zip(a, b).filter { $0 != $1 }.map { FontChange(from: $0, to: $1, text: other.text) }
    guard a.count == b.count, let first = changes.first, changes.allSatisfy({ $0.topic == first.topic }) else { return nil }
    return first
  }

  /// What became of the fonts of a unit, where its letters do not tell: `from … to …`.
  func fontListChange(of unit: Unit, to other: Unit, in record: DocumentRecord) -> String {
    let (a, b) = (fontNames(of: unit), record.fontNames(of: other))
    let gone = a.filter { !b.contains($0) }.joined(separator: ", ")
    let come = b.filter { !a.contains($0) }.joined(separator: ", ")
    return gone.isEmpty
      ? (come.isEmpty ? "the order of its fonts" : "\(come) added") : come.isEmpty ? "\(gone) no longer used" : "from \(gone) to \(come)"
  }
}

/// Words that two units have in common.
enum CommonWords {
  /// Which words that two units have in common have another font in the second one; empty if that is not known.
  static func fontChanges(
    of unit: DocumentRecord.Unit, in record: DocumentRecord, to other: DocumentRecord.Unit, in newRecord: DocumentRecord
  ) -> [FontChange] {
    let names = record.fontNames(of: unit)
    guard names != newRecord.fontNames(of: other) || names.count > 1, let old = record.fonts(of: unit), let new = newRecord.fonts(of: other)
    else { return [] }
    let (a, b) = (Self.words(of: unit), Self.words(of: other))
    var out: [FontChange] = []
    for pair in Alignment(a.map(\.text), b.map(\.text)).pairs {
      guard let i = pair.old, let j = pair.new, a[i].letters.upperBound <= old.count, b[j].letters.upperBound <= new.count else { continue }
      let (before, after) = (old[a[i].letters], new[b[j].letters])
      guard before.count == after.count, let change = zip(before, after).first(where: { $0 != $1 }) else { continue }
      out.append(FontChange(from: change.0, to: change.1, text: b[j].text))
    }
    return out
  }

  /// The words of a unit, with their places among its letters.
  private static func words(of unit: DocumentRecord.Unit) -> [(text: String, letters: Range<Int>)] {
    var out: [(text: String, letters: Range<Int>)] = []
    var place = 0
    for word in unit.text.split(whereSeparator: \.isWhitespace) {
      // Scripts without spaces by the character.
      let parts = word.unicodeScalars.contains { $0.value >= 0x2E80 } ? word.map { Substring(String($0)) } : [word]
      for part in parts {
        let count = part.unicodeScalars.count { !$0.properties.isWhitespace }
        out.append((String(part), place..<place + count))
        place += count
      }
    }
    return out
  }
}
