internal import TypesetFiles

/// The names of files that an output may have, known before anything is read: those of pages have any number in them.
struct OutputClaim {
  /// As it was named.
  let path: String
  private let forms: [[Sign]]

  /// A place in a name.
  private enum Sign: Hashable {
    case byte(UInt8)
    case digit
    /// Any number of them, none too.
    case digits
  }

  init(file path: String) { self.init(path, path == "-" || path.hasPrefix("/dev/") ? [] : [Self.signs(of: Self.located(path))]) }

  /// `name.png`, or `name-1.png` and so on.
  init(pagesOf path: String) {
    let name = Self.located(path)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let numbered = Self.signs(of: name[..<dot] + "-") + [.digit, .digits] + Self.signs(of: String(name[dot...]))
    self.init(path, [Self.signs(of: name), numbered])
  }

  /// A path with `{p}`, `{0p}` and `{t}`.
  init(pattern path: String) {
    var signs: [Sign] = []
    var rest = Self.located(path)[...]
    while let start = rest.firstIndex(of: "{") {
      signs += Self.signs(of: String(rest[..<start]))
      let field = ["{p}", "{0p}", "{t}"].first { rest[start...].hasPrefix($0) }
      signs += field == nil ? [.byte(UInt8(ascii: "{"))] : [.digit, .digits]
      rest = rest[start...].dropFirst(field?.count ?? 1)
    }
    self.init(path, [signs + Self.signs(of: String(rest))])
  }

  private init(_ path: String, _ forms: [[Sign]]) { (self.path, self.forms) = (path, forms) }

  private static func signs(of text: String) -> [Sign] { text.utf8.map { .byte($0) } }

  /// What a path leads to, as far as it is there.
  private static func located(_ path: String) -> String {
    if let real = realPath(path) { return real }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
    guard let folder = realPath(Roots.folder(of: path)) else { return path }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// True if both may write one file.
  func meets(_ other: OutputClaim) -> Bool { forms.contains { form in other.forms.contains { Self.haveCommonName(form, $0) } } }

  /// A walk through both names at once.
  private static func haveCommonName(_ a: [Sign], _ b: [Sign]) -> Bool {
    struct Place: Hashable {
      var a: Int
      var b: Int
    }
    var open = [Place(a: 0, b: 0)]
    var seen = Set(open)
    func go(_ place: Place) { if seen.insert(place).inserted { open.append(place) } }
    while let place = open.popLast() {
      if place.a == a.count, place.b == b.count { return true }
      let (first, second) = (place.a < a.count ? a[place.a] : nil, place.b < b.count ? b[place.b] : nil)
      if first == .digits { go(Place(a: place.a + 1, b: place.b)) }
      if second == .digits { go(Place(a: place.a, b: place.b + 1)) }
      guard let first, let second, agree(first, second) else { continue }
      for nextA in first == .digits ? [place.a, place.a + 1] : [place.a + 1] {
        for nextB in second == .digits ? [place.b, place.b + 1] : [place.b + 1] { go(Place(a: nextA, b: nextB)) }
      }
    }
    return false
  }

  private static func agree(_ a: Sign, _ b: Sign) -> Bool {
    switch (a, b) {
    case (.byte(let a), .byte(let b)): a == b
    case (.byte(let byte), _), (_, .byte(let byte)): byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    default: true
    }
  }
}
