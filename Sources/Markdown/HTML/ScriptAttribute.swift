/// An attribute whose name begins with a sign: Vue's `@click="count > 3"` and `#header`, Angular's `(click)="go()"` and `[value]="x"`. The parser of
/// HTML would end the tag at a sign in its value, and show the rest.
struct ScriptAttribute {
  /// Where it ends.
  var end: Int
  /// What the parser reads: `v-slot:header` for a slot, nothing for others.
  var written: [UInt8]

  /// Nil for other attributes.
  init?(_ html: [UInt8], from start: Int) {
    guard start < html.count, "@#([*?$".utf8.contains(html[start]) else { return nil }
    var index = start + 1
    while index < html.count, !ASCII.isBlank(html[index]), !"=>/\"'<".utf8.contains(html[index]) { index += 1 }
    guard index > start + 1 else { return nil }
    let name = html[(start + 1)..<index]
    (end, written) = (index, [])
    // A name in brackets is known to the program only.
    if html[start] == UInt8(ascii: "#"), name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.:".utf8.contains($0) }) {
      written = Array("v-slot:".utf8) + name
    }
    while index < html.count, ASCII.isBlank(html[index]) { index += 1 }
    guard index < html.count, html[index] == UInt8(ascii: "=") else { return }
    index += 1
    while index < html.count, ASCII.isBlank(html[index]) { index += 1 }
    guard index < html.count, case let quote = html[index], "\"'".utf8.contains(quote) else {
      end = html[index...].prefix { !ASCII.isBlank($0) && $0 != ASCII.greater }.endIndex
      return
    }
    end = html[(index + 1)...].firstIndex(of: quote).map { $0 + 1 } ?? index
  }
}
