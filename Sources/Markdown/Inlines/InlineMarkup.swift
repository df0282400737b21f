internal import TypesetDiagnostics

/// Marks of other tools within one text: CriticMarkup, the keys of pymdownx, comments of MDX.
enum InlineMarkup {
  /// - Parameter hasKeys: True where `++a++` is a key, whatever its name is; elsewhere it may be an insertion.
  /// - Returns: What is shown, each a kind around its text, and the number of the mark's bytes.
  static func read(_ bytes: [UInt8], at index: Int, hasKeys: Bool) -> (shown: [(kind: Tree.Kind, words: String)], length: Int)? {
    bytes[index] == ASCII.openBrace ? braced(bytes, index) : keys(bytes, index, areAll: hasKeys)
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

  /// `++ctrl+alt+r++`: names of keys, at least one of them longer than a letter; pymdownx has `++a++` and `++cmd+"Own key"++`, too.
  private static func keys(_ bytes: [UInt8], _ start: Int, areAll: Bool) -> (shown: [(kind: Tree.Kind, words: String)], length: Int)? {
    guard start + 5 < bytes.count, bytes[start + 1] == bytes[start], bytes[start + 2] != bytes[start],
      let close = bytes[(start + 2)..<min(bytes.count, start + 80)].firstRange(of: Array("++".utf8))
    else { return nil }
    let written = bytes[(start + 2)..<close.lowerBound].split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let names = written.map { $0.lowercased() }
    let areKeys = names.contains { keyNames[$0] != nil } && names.allSatisfy { keyNames[$0] != nil || $0.utf8.count == 1 && $0 != " " }
    guard areKeys || areAll && names.allSatisfy(isKey) else { return nil }
    var shown: [(kind: Tree.Kind, words: String)] = []
    for (name, own) in zip(names, written) {
      if !shown.isEmpty { shown.append((.span, "+")) }
      shown.append((.keyboard, words(ofKey: name, written: own)))
    }
    return (shown, close.upperBound - start)
  }

  /// True for a name as pymdownx has them, `left-command`, and for words between quotes; another word may be an insertion.
  private static func isKey(_ name: String) -> Bool {
    if name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") { return true }
    if keyNames[name] != nil || keySigns[name] != nil { return true }
    let isName = !name.isEmpty && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    return isName && (name.utf8.count == 1 || name.contains("-") || name.utf8.contains(where: ASCII.isDigit))
  }

  /// A key's words: those of the table, a sign's own, or its name with capitals, `Left Command`.
  private static func words(ofKey name: String, written: String) -> String {
    if let known = keyNames[name] ?? keySigns[name] { return known }
    if written.hasPrefix("\"") { return String(written.dropFirst().dropLast()) }
    return name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// Keys that have a sign; their names are words elsewhere.
  private static let keySigns = [
    "backslash": "\\", "bar": "|", "pipe": "|", "brace-left": "{", "open-brace": "{", "brace-right": "}", "close-brace": "}",
    "bracket-left": "[", "open-bracket": "[", "bracket-right": "]", "close-bracket": "]", "colon": ":", "double-quote": "\"",
    "dblquote": "\"", "equal": "=", "exclam": "!", "exclamation": "!", "grave": "`", "grave-accent": "`", "greater": ">",
    "greater-than": ">", "gt": ">", "less": "<", "less-than": "<", "lt": "<", "hyphen": "-", "question": "?", "question-mark": "?",
    "semicolon": ";", "single-quote": "'", "tilde": "~", "underscore": "_",
  ]

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
