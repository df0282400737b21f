import TypesetBoxes
public import TypesetYAML

/// The texts of one header or footer, with placeholders such as `{page}`.
public struct FurnitureLine: Hashable, Sendable {
  public var left = ""
  public var center = ""
  public var right = ""

  public init(left: String = "", center: String = "", right: String = "") {
    self.left = left
    self.center = center
    self.right = right
  }

  public var isEmpty: Bool { left.isEmpty && center.isEmpty && right.isEmpty }

  /// Left and right exchanged, for the page on the other side.
  public var mirrored: FurnitureLine { FurnitureLine(left: right, center: center, right: left) }
}

/// A header or a footer, for the different kinds of pages.
public struct Furniture: Hashable, Sendable {
  /// On right pages, and on all of a one-sided document.
  public var right: FurnitureLine
  /// On left pages.
  public var left: FurnitureLine
  /// On pages that open the document or a chapter; nil is as on others.
  public var first: FurnitureLine?

  public init(_ line: FurnitureLine = FurnitureLine(), first: FurnitureLine? = nil) {
    right = line
    left = line.mirrored
    self.first = first
  }

  /// What a page may be without.
  public struct Parts: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let header = Parts(rawValue: 1)
    public static let footer = Parts(rawValue: 2)
    /// Texts with the page's number.
    public static let number = Parts(rawValue: 4)
  }

  /// All its texts.
  package var texts: [String] { [right, left, first ?? FurnitureLine()].flatMap { [$0.left, $0.center, $0.right] } }

  /// What a page shows.
  ///
  /// - Parameter isLeft: False for all pages of a one-sided document.
  public func line(isLeft: Bool, isOpening: Bool) -> FurnitureLine {
    if isOpening, let first { return isLeft ? first.mirrored : first }
    return isLeft ? left : right
  }

  /// Sets one part of all pages that have this furniture.
  mutating func set(_ side: String, to text: String) {
    switch side {
    case "left": (right.left, left.right) = (text, text)
    case "right": (right.right, left.left) = (text, text)
    default: (right.center, left.center) = (text, text)
    }
  }

  /// The names that may be in braces.
  public static let placeholders = [
    "page", "pages", "part-pages", "all-pages", "title", "subtitle", "chapter", "section", "date", "author",
  ]

  /// Reads `none`, one text for the middle, or a mapping of `left`, `center`, `right` (`inner` and `outer` mirror on left pages),
  /// and of such mappings for `first`, `odd` and `even` pages.
  ///
  /// - Returns: What is wrong with the value, with a hint; empty if it is valid.
  public mutating func read(_ value: YAMLValue) -> [(value: YAMLValue, message: String, hint: String)] {
    var faults: [(value: YAMLValue, message: String, hint: String)] = []
    guard let entries = value.entries else {
      right = Self.line(value, over: FurnitureLine(), isLeft: false, &faults)
      left = right.mirrored
      if right.isEmpty { first = nil }
      return faults
    }
    let base = entries.contains { ["left", "center", "right", "inner", "outer"].contains($0.key) } ? FurnitureLine() : right
    right = Self.line(value, over: base, isLeft: false, &faults)
    left =
      entries.contains { ["left", "center", "right", "inner", "outer"].contains($0.key) }
      ? Self.line(value, over: FurnitureLine(), isLeft: true, &faults) : left
    for entry in entries {
      switch entry.key {
      case "first": first = Self.line(entry.value, over: FurnitureLine(), isLeft: false, &faults)
      case "odd", "recto": right = Self.line(entry.value, over: FurnitureLine(), isLeft: false, &faults)
      case "even", "verso": left = Self.line(entry.value, over: FurnitureLine(), isLeft: true, &faults, mirrors: false)
      case "left", "center", "right", "inner", "outer": break
      default: faults.append((entry.value, "unknown key \"\(entry.key)\"", "left, center, right, inner, outer, first, odd, even"))
      }
    }
    return faults
  }

  /// - Parameter mirrors: True if `left` and `right` change places on left pages.
  private static func line(
    _ value: YAMLValue, over base: FurnitureLine, isLeft: Bool, _ faults: inout [(value: YAMLValue, message: String, hint: String)],
    mirrors: Bool = true
  ) -> FurnitureLine {
    var line = base
    guard let entries = value.entries else {
      let text = value.text ?? ""
      if !["none", "false", "no", "off"].contains(text) { line.center = checked(text, value, &faults) }
      return line
    }
    for entry in entries {
      let text = checked(entry.value.text ?? "", entry.value, &faults)
      switch entry.key {
      case "left": if isLeft && mirrors { line.right = text } else { line.left = text }
      case "right": if isLeft && mirrors { line.left = text } else { line.right = text }
      case "inner": if isLeft { line.right = text } else { line.left = text }
      case "outer": if isLeft { line.left = text } else { line.right = text }
      case "center": line.center = text
      default: break
      }
    }
    return line
  }

  private static func checked(
    _ text: String, _ value: YAMLValue, _ faults: inout [(value: YAMLValue, message: String, hint: String)]
  ) -> String {
    for name in unknownNames(in: text) {
      faults.append((value, "unknown placeholder {\(name)}", "there are " + placeholders.map { "{\($0)}" }.joined(separator: ", ")))
    }
    return text
  }

  static func unknownNames(in text: String) -> [String] { names(in: text).filter { !placeholders.contains($0) } }

  private static func names(in text: String) -> [String] {
    var names: [String] = []
    _ = expanded(text) { name in
      names.append(name)
      return ""
    }
    return names
  }

  /// The text with each `{name}` or `{{name}}` replaced; nil leaves it as it is.
  public static func expanded(_ text: String, _ value: (String) -> String?) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      // The braces of a formula are its own.
      if let dollar = rest[..<open].lastIndex(of: "$"), rest[..<open].count(where: { $0 == "$" }) % 2 == 1,
        let end = rest[open...].firstIndex(of: "$"), rest[dollar..<end].utf8.contains(UInt8(ascii: "\\"))
      {
        out += rest[...end]
        rest = rest[rest.index(after: end)...]
        continue
      }
      out += rest[..<open]
      rest = rest[open...]
      let opening = rest.prefix { $0 == "{" }.prefix(2)
      let name = rest.dropFirst(opening.count).prefix { $0.isLetter || $0 == "-" }
      let closing = rest.dropFirst(opening.count + name.count)
      if !name.isEmpty, closing.hasPrefix(opening.count == 2 ? "}}" : "}"), let replacement = value(String(name)) {
        out += replacement
        rest = closing.dropFirst(opening.count)
      } else {
        out += opening
        rest = rest.dropFirst(opening.count)
      }
    }
    return out + rest
  }
}
