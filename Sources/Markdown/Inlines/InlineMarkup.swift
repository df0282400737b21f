/// Marks of other tools within one text: CriticMarkup, the keys of pymdownx, comments of MDX.
enum InlineMarkup {
  /// - Returns: What is shown, each a kind around its text, and the number of the mark's bytes.
  static func read(_ bytes: [UInt8], at index: Int) -> (shown: [(kind: Tree.Kind, words: String)], length: Int)? {
    bytes[index] == ASCII.openBrace ? braced(bytes, index) : keys(bytes, index)
  }

  /// `{++added++}`, `{--deleted--}`, `{==marked==}`, `{>>comment<<}`; `{/* comment */}`.
  private static func braced(_ bytes: [UInt8], _ start: Int) -> (shown: [(kind: Tree.Kind, words: String)], length: Int)? {
    guard start + 5 < bytes.count else { return nil }
    let opener = bytes[(start + 1)...(start + 2)]
    let forms: [(opener: String, closer: String, kind: Tree.Kind?)] = [
      ("++", "++}", .inserted), ("--", "--}", .strikethrough), ("==", "==}", .highlighted), (">>", "<<}", nil), ("/*", "*/}", nil),
    ]
    guard let form = forms.first(where: { opener.elementsEqual($0.opener.utf8) }),
      let close = bytes[(start + 3)..<min(bytes.count, start + 400)].firstRange(of: Array(form.closer.utf8)), close.lowerBound > start + 3
    else { return nil }
    let words = String(decoding: bytes[(start + 3)..<close.lowerBound], as: UTF8.self)
    return (form.kind.map { [($0, words)] } ?? [], close.upperBound - start)
  }

  /// `++ctrl+alt+r++`: names of keys, at least one of them longer than a letter.
  private static func keys(_ bytes: [UInt8], _ start: Int) -> (shown: [(kind: Tree.Kind, words: String)], length: Int)? {
    guard start + 5 < bytes.count, bytes[start + 1] == bytes[start], bytes[start + 2] != bytes[start],
      let close = bytes[(start + 2)..<min(bytes.count, start + 80)].firstRange(of: Array("++".utf8))
    else { return nil }
    let names = bytes[(start + 2)..<close.lowerBound].split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard names.contains(where: { keyNames[$0] != nil }), names.allSatisfy({ keyNames[$0] != nil || $0.utf8.count == 1 && $0 != " " })
    else { return nil }
    var shown: [(kind: Tree.Kind, words: String)] = []
    for name in names {
      if !shown.isEmpty { shown.append((.span, "+")) }
      shown.append((.keyboard, keyNames[name] ?? name.uppercased()))
    }
    return (shown, close.upperBound - start)
  }

  private static let keyNames: [String: String] = {
    var names = [
      "ctrl": "Ctrl", "control": "Ctrl", "alt": "Alt", "shift": "Shift", "cmd": "Cmd", "command": "Cmd", "win": "Win", "windows": "Win",
      "meta": "Meta", "option": "Option", "fn": "Fn", "enter": "Enter", "return": "Return", "esc": "Esc", "escape": "Esc", "tab": "Tab",
      "space": "Space", "backspace": "Backspace", "del": "Del", "delete": "Del", "ins": "Ins", "insert": "Ins", "home": "Home",
      "end": "End", "page-up": "Page Up", "pageup": "Page Up", "page-down": "Page Down", "pagedown": "Page Down", "up": "↑",
      "arrow-up": "↑", "down": "↓", "arrow-down": "↓", "left": "←", "arrow-left": "←", "right": "→", "arrow-right": "→",
      "caps-lock": "Caps Lock", "print-screen": "Print Screen", "plus": "+", "minus": "-", "comma": ",", "period": ".", "slash": "/",
    ]
    for number in 1...12 { names["f\(number)"] = "F\(number)" }
    return names
  }()
}
