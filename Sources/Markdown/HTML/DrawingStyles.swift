import TypesetDiagnostics

/// The rules of a page's styles of which each drawing has those for its classes, where they are too many for all of them to be in each.
struct DrawingStyles {
  private var rules: [(names: Set<String>, bytes: [UInt8])] = []

  /// Rules that are looked through for each drawing.
  private static let mostRules = 10_000

  /// - Parameter styles: The text of `<style>` elements.
  init(_ styles: [UInt8]) {
    // Rules within others are no drawing's.
    for rule in StyleSheet(styles[...], mostRules: Self.mostRules).rules where rule.selectors.count == 1 {
      add(rule.bytes, selector: rule.selectors[0])
    }
  }

  private mutating func add(_ rule: ArraySlice<UInt8>, selector: ArraySlice<UInt8>) {
    // In XML a `<` or `&` would be markup.
    guard selector.first(where: { !ASCII.isBlank($0) }) != UInt8(ascii: "@"),
      !rule.contains(where: { $0 == ASCII.less || $0 == UInt8(ascii: "&") })
    else { return }
    let names = Self.names(in: selector, after: UInt8(ascii: "."))
    if !names.isEmpty { rules.append((names, Array(rule))) }
  }

  private static func names(in text: ArraySlice<UInt8>, after sign: UInt8) -> Set<String> {
    var names: Set<String> = []
    var rest = text
    while let place = rest.firstIndex(of: sign) {
      let name = rest[(place + 1)...].prefix {
        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
      rest = rest[max(name.endIndex, place + 1)...]
    }
    return names
  }

  /// The rules that name a class of a drawing.
  ///
  /// - Parameter limit: The most bytes.
  func rules(for drawing: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
    var classes: Set<String> = []
    var rest = drawing
    while let place = rest.firstRange(of: Array("class=".utf8)), let quote = rest[place.upperBound...].first {
      let value = rest[(place.upperBound + 1)...].prefix(500).prefix { $0 != quote }
      for name in value.split(whereSeparator: ASCII.isBlank) { classes.insert(String(decoding: name, as: UTF8.self)) }
      rest = rest[place.upperBound...]
    }
    guard !classes.isEmpty else { return [] }
    var out: [UInt8] = []
    for rule in rules where !rule.names.isDisjoint(with: classes) && out.count + rule.bytes.count < limit { out += rule.bytes }
    return out
  }
}
