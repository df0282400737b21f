internal import Synchronization

/// What rendering one work may take: a style of nested macros, or of long affixes, can call for more than any page holds.
struct RenderingAllowance: Sendable {
  /// Elements of the style, and names of persons.
  private var elements: Int
  /// Bytes of text that the style has, not the work.
  private var letters: Int
  private let cut: CutMark

  /// Works in the styles that come with the program take less than 400 elements and 600 letters.
  ///
  /// - Parameters:
  ///   - renderings: How many works are rendered, each time counted. They share what all may take, so that a work is cut at the same place
  ///     whatever is rendered before it.
  ///   - cut: Is set where a work takes more.
  init(sharedAmong renderings: Int = 1, cut: CutMark = CutMark()) {
    elements = min(max(500_000 / max(1, renderings), 1_000), 20_000)
    letters = min(max((4 << 20) / max(1, renderings), 2_048), 1 << 18)
    self.cut = cut
  }

  mutating func takes(letters count: Int) -> Bool {
    letters -= min(count, 1 << 32)
    return isLeft
  }

  mutating func takes(_ element: Element) -> Bool {
    elements -= 1
    letters -= element.look.letters
    switch element.kind {
    case .value(let text): letters -= text.utf8.count
    case .group(let delimiter): letters -= delimiter.utf8.count * element.children.count
    case .date(_, let format):
      for part in format.parts { letters -= part.look.letters + (part.rangeDelimiter?.utf8.count ?? 0) + format.delimiter.utf8.count }
    default: break
    }
    return isLeft
  }

  mutating func takes(_ names: [PersonName], of element: NamesElement, _ options: NameOptions) -> Bool {
    // A work of thousands of authors is no attack.
    elements -= names.count / 16
    let around = element.nameLook.letters + element.familyLook.letters + element.givenLook.letters
    let between = [options.nameDelimiter, options.namesDelimiter, options.sortSeparator, options.initializeWith, element.delimiter]
    let each = between.reduce(around) { $0 + ($1?.utf8.count ?? 0) }
    letters -= (each > 64 ? names.count * each : 0) + (element.label?.look.letters ?? 0) + element.etAlLook.letters
    return isLeft
  }

  private var isLeft: Bool {
    guard elements > 0, letters > 0 else {
      cut.set()
      return false
    }
    return true
  }
}

extension ElementFormatting {
  fileprivate var letters: Int { prefix.utf8.count + suffix.utf8.count }
}

/// That some work took more than it may.
final class CutMark: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }
  func set() { state.store(true, ordering: .relaxed) }
}
