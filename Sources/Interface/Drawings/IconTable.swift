internal import CBundledIcons

/// The bundled icons (`icons/README.md`), read in place.
package enum IconTable {
  /// One path of an icon.
  package struct Figure: Hashable, Sendable {
    /// On a square of `IconTable`'s units, y downwards.
    package var path: CanvasPath
    /// By the even-odd rule, else by the nonzero one.
    package var isEvenOdd: Bool
  }

  /// The width and height, in units, of the square that paths are on.
  package static let side = 1_600.0

  /// Names that people expect, and the icons that are meant.
  package static let synonyms: [String: String] = [
    "attention": "exclamation-triangle", "cancel": "x-circle", "close": "x-lg", "comment": "chat", "cross": "x-lg",
    "danger": "exclamation-octagon", "date": "calendar", "delete": "trash", "document": "file-earmark", "edit": "pencil",
    "email": "envelope", "error": "x-circle", "external": "box-arrow-up-right", "help": "question-circle", "home": "house",
    "idea": "lightbulb", "important": "exclamation-circle", "info": "info-circle", "location": "geo-alt", "mail": "envelope",
    "menu": "list", "minus": "dash-lg", "note": "pencil-square", "ok": "check-circle", "photo": "image", "picture": "image",
    "plus": "plus-lg", "settings": "gear", "success": "check-circle", "tick": "check-lg", "time": "clock", "tip": "lightbulb",
    "user": "person", "users": "people", "warning": "exclamation-triangle",
  ]

  /// Icons that show a level, from nothing to all of it.
  private static let levels: [String: [String]] = [
    "wifi": ["wifi-off", "wifi-1", "wifi-2", "wifi"],
    "reception": ["reception-0", "reception-1", "reception-2", "reception-3", "reception-4"],
    "battery": ["battery", "battery-half", "battery-full"],
    "volume": ["volume-mute", "volume-off", "volume-down", "volume-up"],
    "volume-fill": ["volume-mute-fill", "volume-off-fill", "volume-down-fill", "volume-up-fill"],
    "thermometer": ["thermometer", "thermometer-low", "thermometer-half", "thermometer-high"],
  ]

  /// The names of all icons that show a level.
  package static var families: [String] { levels.keys.sorted() }

  /// The icon of a family that shows a level, and the one that shows all of it; nil for other icons.
  ///
  /// - Parameter value: From 0 to 1; a little of something is never shown as nothing.
  package static func level(_ name: String, _ value: Double) -> (shown: String, whole: String)? {
    guard let steps = levels[name], value.isFinite else { return nil }
    let last = steps.count - 1
    let step = Int(clamping: (min(max(value, 0), 1) * Double(last)).rounded())
    return (steps[value > 0 ? max(step, 1) : 0], steps[last])
  }

  private static var table: UnsafeBufferPointer<UInt8> {
    let icons = unsafe mdtypeset_icons()
    return unsafe UnsafeBufferPointer(start: icons.start, count: icons.end - icons.start)
  }

  /// Of all icons, sorted by their bytes; synonyms are not among them.
  package static var names: [String] {
    unsafe table.split(separator: UInt8(ascii: "\n")).map { line in
      unsafe String(decoding: line.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
    }
  }

  /// True if there is an icon of this name.
  package static func contains(_ name: String) -> Bool { data(of: name) != nil }

  /// The paths of an icon, y downwards; nil for an unknown name.
  package static func figures(of name: String) -> [Figure]? { data(of: name).map(figures(in:)) }

  /// What is after the name in an icon's line, found by halves.
  private static func data(of name: String) -> [UInt8]? {
    let wanted = Array(name.utf8)
    let bytes = unsafe table
    var (low, high) = (0, bytes.count)
    while low < high {
      // From the middle back to where its line begins.
      var start = (low + high) / 2
      while start > low, unsafe bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      var end = start
      while end < high, unsafe bytes[end] != UInt8(ascii: "\n") { end += 1 }
      guard let tab = unsafe bytes[start..<end].firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let found = unsafe bytes[start..<tab]
      if unsafe found.elementsEqual(wanted) { return unsafe Array(bytes[tab + 1..<end]) }
      if unsafe found.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
    }
    return nil
  }

  private static func figures(in data: [UInt8]) -> [Figure] {
    var figures: [Figure] = []
    var here = CanvasPoint(0, 0)
    var start = here
    var index = 0
    /// The next number of a command.
    func number() -> Double {
      if index < data.count, data[index] == UInt8(ascii: " ") { index += 1 }
      let isNegative = index < data.count && data[index] == UInt8(ascii: "-")
      if isNegative { index += 1 }
      var value = 0
      while index < data.count, let digit = Optional(Int(data[index]) - 48), (0...9).contains(digit) {
        value = value * 10 + digit
        index += 1
      }
      return Double(isNegative ? -value : value)
    }
    func point() -> CanvasPoint {
      let x = number()
      return CanvasPoint(here.x + x, here.y + number())
    }
    while index < data.count {
      let command = data[index]
      index += 1
      switch command {
      case UInt8(ascii: "n"), UInt8(ascii: "e"):
        figures.append(Figure(path: CanvasPath(), isEvenOdd: command == UInt8(ascii: "e")))
        here = CanvasPoint(0, 0)
      case UInt8(ascii: "m"):
        here = point()
        start = here
        figures[figures.count - 1].path.move(to: here)
      case UInt8(ascii: "l"):
        here = point()
        figures[figures.count - 1].path.line(to: here)
      case UInt8(ascii: "c"):
        let (first, second) = (point(), point())
        here = point()
        figures[figures.count - 1].path.curve(to: here, control1: first, control2: second)
      default:
        figures[figures.count - 1].path.close()
        here = start
      }
    }
    return figures
  }
}
