import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

// Paragraphs that have more lines than they may.

extension InlineContent {
  /// As much of the text as fits, with an ellipsis where text is left out.
  ///
  /// - Parameters:
  ///   - lines: The whole text.
  ///   - fits: True if a text has few enough lines; each is little longer than what fits.
  func cut(to limit: LineLimit, _ lines: Lines, fits: (InlineContent) -> Bool) -> InlineContent {
    guard let first = lines.lines.first, let last = lines.lines.last else { return self }
    let kept = lines.lines.prefix(limit.count)
    let tail = lines.lines.suffix(limit.count)
    let starts = letters(in: Int(first.text.lowerBound)..<max(Int(kept.last?.text.upperBound ?? 0), Int(first.text.lowerBound)))
    let ends = letters(in: Int(tail.first?.text.lowerBound ?? 0)..<max(Int(last.text.upperBound), Int(tail.first?.text.lowerBound ?? 0)))
    /// The text with so many letters of its beginning, or its end.
    func candidate(_ count: Int) -> InlineContent {
      let head = limit.place == .head ? 0 : limit.place == .middle ? (count + 1) / 2 : count
      let foot = limit.place == .end ? 0 : limit.place == .middle ? count / 2 : count
      let before = part(0..<trimmedEnd(wholeWords(upTo: head < starts.count ? starts[head] : starts.last ?? 0, from: starts.first ?? 0)))
      let start = wholeWords(from: foot < ends.count ? ends[ends.count - 1 - foot] : ends.first ?? 0, upTo: ends.last ?? 0)
      let after = part(start..<(ends.last ?? 0))
      var sign = InlineContent()
      let style = limit.place == .head ? after.text.styles.first : before.text.styles.last
      if var style = style ?? text.styles.first {
        (style.link, style.anchor, style.note) = (nil, nil, 0)
        sign.text.append("\u{2026}".utf8, style: style)
        if !limit.more.isEmpty { sign.text.append(" ".utf8, style: style) }
      }
      let isAfter = limit.place == .end || after.isEmpty
      return before + (isAfter ? sign + limit.more : sign) + after
        + (isAfter ? InlineContent() : limit.more.isEmpty ? limit.more : spaced(limit.more))
    }
    // Longer texts have more lines, so the longest one that fits is found by halves.
    var (low, high) = (0, limit.place == .middle ? starts.count + ends.count - 2 : limit.place == .end ? starts.count - 1 : ends.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(candidate(middle)) { low = middle } else { high = middle - 1 }
    }
    return candidate(low)
  }

  private func spaced(_ more: InlineContent) -> InlineContent {
    var out = InlineContent()
    if let style = text.styles.first { out.text.append(" ".utf8, style: style) }
    return out + more
  }

  /// Where letters begin, and the end of the last.
  private func letters(in range: Range<Int>) -> [Int] {
    let string = String(decoding: text.text[range], as: UTF8.self)
    guard string.utf8.count == range.count else { return [range.lowerBound, range.upperBound] }
    var places = string.indices.map { range.lowerBound + string.utf8.distance(from: string.startIndex, to: $0) }
    places.append(range.upperBound)
    return places
  }

  /// The end of the last whole word before a place, if there is one: scripts with spaces are cut at these.
  private func wholeWords(upTo end: Int, from start: Int) -> Int {
    guard end < text.text.count, end > start, text.text[end] != 0x20, text.text[end] < 0x80 || text.text[end - 1] < 0x80 else { return end }
    guard let space = text.text[start..<end].lastIndex(of: 0x20), space > start, end - space < 40 else { return end }
    return space
  }

  private func trimmedEnd(_ end: Int) -> Int {
    var end = end
    while end > 0, [0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":")].contains(text.text[end - 1]) { end -= 1 }
    return end
  }

  /// The beginning of the first whole word after a place, if there is one.
  private func wholeWords(from start: Int, upTo end: Int) -> Int {
    var start = start
    if start > 0, start < end, text.text[start - 1] != 0x20, text.text[start] < 0x80 || text.text[start - 1] < 0x80,
      let space = text.text[start..<end].firstIndex(of: 0x20), space - start < 40
    {
      start = space
    }
    while start < end, text.text[start] == 0x20 { start += 1 }
    return start
  }
}
