import TypesetBoxes
import TypesetStyling

/// Paragraphs that consist of pictures: two that fit side by side at a smaller size are set so.
struct PictureRows {
  let context: BlockContext
  let measure: Length

  /// Up to this height, a picture is a badge or an icon, and placed like a word.
  private static let leastHeight = 55.pt
  /// Pictures up to this total width are in one row in the author's view: 900 pixels.
  private static let pageOfTheWeb = 675.pt

  private struct RowItem {
    var number: Int
    var width: Length
    var ratio: Double
    var isSized: Bool
  }

  /// The widths of pictures that are scaled down to be side by side, by their numbers among the attachments.
  func widths(of content: InlineContent, onto out: inout SetBlock) -> [Int: Length] {
    guard let lines = pictureLines(of: content) else { return [:] }
    var widths: [Int: Length] = [:]
    for line in lines where line.count > 1 {
      guard let items = items(line, of: content, onto: &out) else { continue }
      let space = items.first.flatMap { style(of: content.attachments[$0.number])?.size.scaled(by: 0.35) } ?? 4.pt
      fill(items, gap: space, into: &widths)
    }
    return widths
  }

  /// The numbers of the pictures between hard breaks; nil if there is anything but pictures and spaces.
  private func pictureLines(of content: InlineContent) -> [[Int]]? {
    guard case .image? = content.attachments.first else { return nil }
    var lines: [[Int]] = [[]]
    var number = 0
    for scalar in String(decoding: content.text.text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\u{FFFC}":
        guard number < content.attachments.count, case .image = content.attachments[number] else { return nil }
        lines[lines.count - 1].append(number)
        number += 1
      case "\u{2028}": lines.append([])
      case " ", "\u{A0}": continue
      default: return nil
      }
    }
    return lines
  }

  private func style(of attachment: Attachment) -> TextStyle? {
    if case .image(_, let style) = attachment { style } else { nil }
  }

  /// The pictures at their own sizes; nil if one can't be shown.
  private func items(_ line: [Int], of content: InlineContent, onto out: inout SetBlock) -> [RowItem]? {
    var items: [RowItem] = []
    // Those on a slide that is too long become smaller once they are beside each other.
    var context = context
    context.tallestPicture = nil
    for number in line {
      guard case .image(let image, let style) = content.attachments[number] else { return nil }
      let wide = context.picture(
        image, style: style, measure: max(measure, Self.pageOfTheWeb), height: context.pictureHeight(image), onto: &out)
      guard wide.isShown, wide.height > .zero else { return nil }
      var width = wide.width
      if case .fraction(let part)? = image.width { width = measure.scaled(by: min(part, 1)) }
      items.append(
        RowItem(
          number: number, width: width, ratio: wide.width.points / wide.height.points, isSized: image.width != nil || image.height != nil))
    }
    return items
  }

  private func fill(_ items: [RowItem], gap: Length, into widths: inout [Int: Length]) {
    let sum = items.reduce(gap * (items.count - 1)) { $0 + $1.width }
    guard sum > measure else { return }
    // A row in the author's view.
    if items.allSatisfy(\.isSized), sum <= max(Self.pageOfTheWeb, measure.scaled(by: 1.03)) {
      let factor = (measure - gap * items.count).points / (sum - gap * (items.count - 1)).points
      if items.allSatisfy({ $0.width.scaled(by: factor) >= measure / 6 || factor > 0.9 }) {
        for item in items { widths[item.number] = item.width.scaled(by: factor) }
        return
      }
    }
    var index = 0
    while index + 1 < items.count {
      let (first, second) = (items[index], items[index + 1])
      // Each fills a line of its own wherever it is seen.
      let areWide = [first, second].allSatisfy { !$0.isSized && $0.width >= Self.pageOfTheWeb.scaled(by: 0.95) }
      if !areWide, let pair = pair(first, second, room: measure - gap * 2),
        min(first.width, measure) + gap + min(second.width, measure) > measure
      {
        (widths[first.number], widths[second.number]) = pair
        index += 2
      } else {
        index += 1
      }
    }
  }

  /// The widths of two pictures of one height side by side, none enlarged; nil if one would be narrower than two fifths.
  private func pair(_ first: RowItem, _ second: RowItem, room: Length) -> (Length, Length)? {
    guard first.width.points / first.ratio > Self.leastHeight.points, second.width.points / second.ratio > Self.leastHeight.points else {
      return nil
    }
    var pair: (Length, Length)
    if first.isSized && second.isSized {
      let factor = room.points / (first.width + second.width).points
      pair = (first.width.scaled(by: factor), second.width.scaled(by: factor))
    } else {
      let height = room.points / (first.ratio + second.ratio)
      pair = ((height * first.ratio).pt, (height * second.ratio).pt)
      if pair.0 > first.width { pair = (first.width, room - first.width) }
      if pair.1 > second.width { pair = (min(first.width, room - second.width), second.width) }
    }
    let least = room.scaled(by: 0.41)
    guard pair.0 >= min(least, first.width), pair.1 >= min(least, second.width) else { return nil }
    return pair
  }
}
