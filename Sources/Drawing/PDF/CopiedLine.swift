/// A formula's line of plain Unicode (`x² ≥ λ`), divided among the tokens of its MathML, so that each part is copied as its piece of the line.
///
/// The line has its signs in the tokens' order, some in other forms (`²` for `2`), and additional signs, such as the parentheses around a numerator.
/// It is divided where it has a space, and between tokens that are in a row by themselves: readers that put pieces together by their places find
/// spaces around scripts, and lines in fractions.
struct CopiedLine {
  struct Piece: Equatable {
    var text: String
    /// The tokens that it is copied in place of.
    var tokens: Range<Int>
  }

  /// In the tokens' order; empty for a formula that is too long to be divided.
  private(set) var pieces: [Piece] = []

  /// One more comparison than this many are not made: a line of 1,000 signs beside as many of tokens.
  private static let mostComparisons = 1 << 20

  /// - Parameter parts: Of each token, the number of the part of the formula that it is in, as a fraction; nil for a token that is in a row by itself.
  init(_ line: String, tokens: [String], parts: [Int?]) {
    let signs = line.unicodeScalars.map { Sign($0) }
    var read: [(sign: Sign, token: Int)] = []
    for (token, text) in tokens.enumerated() {
      for scalar in text.unicodeScalars where scalar != " " { read.append((Sign(scalar), token)) }
    }
    guard !tokens.isEmpty, (signs.count + 1) * (read.count + 1) <= Self.mostComparisons else { return }
    let texts = Self.texts(of: Array(line.unicodeScalars), owners: Self.owners(of: signs, among: read), tokens: tokens.count)
    for (token, text) in texts.enumerated() {
      let isWithin = token > 0 && parts[token] != nil && parts[token] == parts[token - 1]
      let isSpaced = token == 0 || texts[token - 1].hasSuffix(" ") || text.hasPrefix(" ")
      // Behind a piece of several tokens, whose text is where the first one is, readers would find a space.
      if isWithin || !isSpaced && (parts[token] != nil || pieces[pieces.count - 1].tokens.count > 1) {
        pieces[pieces.count - 1].text += text
        pieces[pieces.count - 1].tokens = pieces[pieces.count - 1].tokens.lowerBound..<token + 1
      } else {
        pieces.append(Piece(text: text, tokens: token..<token + 1))
      }
    }
    // Readers find the spaces between pieces by their distance.
    for index in pieces.indices {
      let scalars = pieces[index].text.unicodeScalars
      guard let first = scalars.firstIndex(where: { $0 != " " }), let last = scalars.lastIndex(where: { $0 != " " }) else { continue }
      pieces[index].text = String(scalars[first...last])
    }
  }

  /// A character, with what is asked of it in each comparison.
  private struct Sign {
    var scalar: Unicode.Scalar
    /// Letters and digits, and their small forms.
    var isLetter: Bool

    init(_ scalar: Unicode.Scalar) {
      (self.scalar, isLetter) = (scalar, scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }

  private enum Step: UInt8 { case both, sign, read }

  /// For each sign of the line its token; nil for a sign of the line's own. That is the alignment with the fewest changes.
  private static func owners(of signs: [Sign], among read: [(sign: Sign, token: Int)]) -> [Int?] {
    let width = read.count + 1
    var steps = [Step](repeating: .read, count: (signs.count + 1) * width)
    var above = Array(0..<width)
    for (row, sign) in signs.enumerated() {
      // Spaces are the line's own, at no cost.
      let lone = sign.scalar == " " ? 0 : 1
      var costs = [above[0] + lone]
      steps[(row + 1) * width] = .sign
      for (column, (other, _)) in read.enumerated() {
        var (least, step) = (above[column] + change(from: other, to: sign), Step.both)
        if above[column + 1] + lone < least { (least, step) = (above[column + 1] + lone, .sign) }
        if costs[column] + 1 < least { (least, step) = (costs[column] + 1, .read) }
        costs.append(least)
        steps[(row + 1) * width + column + 1] = step
      }
      above = costs
    }
    var owners = [Int?](repeating: nil, count: signs.count)
    var (row, column) = (signs.count, read.count)
    while row > 0 || column > 0 {
      switch steps[row * width + column] {
      case .both:
        (row, column) = (row - 1, column - 1)
        owners[row] = read[column].token
      case .sign: row -= 1
      case .read: column -= 1
      }
    }
    return owners
  }

  /// What it costs to take one for the other: the small forms of a letter are letters, the small forms of a sign are signs.
  private static func change(from read: Sign, to sign: Sign) -> Int {
    if read.scalar == sign.scalar { return 0 }
    guard sign.scalar != " " else { return 3 }
    return read.isLetter == sign.isLetter ? 1 : 2
  }

  /// The signs of the line by tokens.
  private static func texts(of signs: [Unicode.Scalar], owners: [Int?], tokens count: Int) -> [String] {
    var texts = [String](repeating: "", count: count)
    var start = 0
    var last: Int?
    while start < signs.count {
      var end = start
      while end < signs.count, owners[end] == nil { end += 1 }
      let next = end < signs.count ? owners[end] : nil
      // Signs that only the line has belong to a token between them that would otherwise have no sign, else to the token that they close or open.
      let between = (last ?? -1) + 1
      if start < end, between < next ?? count, last.map({ $0 != next }) ?? true {
        texts[between].unicodeScalars += signs[start..<end]
      } else if start < end {
        let opening = signs[start..<end].firstIndex { "([{^_√∛∜⁽₍".unicodeScalars.contains($0) } ?? (last == nil ? start : end)
        let division = last == nil ? start : next == nil ? end : opening
        if let last { texts[last].unicodeScalars += signs[start..<division] }
        if let next { texts[next].unicodeScalars += signs[division..<end] }
      }
      guard let next else { break }
      texts[next].unicodeScalars.append(signs[end])
      (last, start) = (next, end + 1)
    }
    return texts
  }
}
