internal import TypesetDiagnostics

/// Names of icons in other sets (Font Awesome, Octicons, Material) and what they are called among those of the program.
package enum IconNames {
  /// What the source of an icon begins with that no bundled one is like: it is left out, and said.
  package static let missing = "icon:?"

  /// The bundled icon that shows the same; nil if there is none.
  static func bundled(_ name: String) -> String? {
    let plain = name.hasPrefix("fa-") ? String(name.dropFirst(3)) : name
    return others[plain] ?? (same.contains(plain) ? plain : nil)
  }

  /// What an icon's shortcode shows, by its arguments and those of them that have names: the bundled icon, else the words that it has instead.
  static func picture(_ arguments: String, _ pairs: [String: String]) -> String? {
    var words = arguments.prefix { $0 != "=" }.split(whereSeparator: \.isWhitespace)
    if arguments.contains("="), !words.isEmpty { words.removeLast() }
    let name = (pairs["name"] ?? words.last.map(String.init) ?? "").filter { $0 != "\"" && $0 != "'" }
    let plain = name.split(separator: ":").last.map(String.init) ?? name
    return bundled(plain).map { "![](<icon:\($0)>)" } ?? pairs["fallback"]
  }

  /// The bundled icon of a name with its set before it, `fontawesome-brands-github`, `octicons-heart-16`, editor.md's `fa-home`.
  package static func ofSet(_ name: String) -> String? {
    guard let set = sets.first(where: name.hasPrefix) else { return nil }
    var plain = name.dropFirst(set.utf8.count)
    if let dash = plain.lastIndex(of: "-"), DocumentNumber.whole(plain[plain.index(after: dash)...]) != nil { plain = plain[..<dash] }
    return bundled(String(plain))
  }

  /// What Font Awesome's `<i class="fab fa-github"></i>` and GitBook's `<i class="fa-house">:house:</i>` show; nil for other words.
  static func named(_ names: String?, _ words: String) -> Tree.Kind? {
    guard let names, names.contains("fa-") else { return nil }
    if words.isEmpty {
      let own = names.split(separator: " ").first { $0.hasPrefix("fa-") && !looks.contains($0) && $0.dropFirst(3).first?.isNumber == false }
      guard let own else { return nil }
      return .image(source: ofSet(String(own)).map { "icon:" + $0 } ?? missing + own, title: "")
    }
    guard words.utf8.count > 2, words.hasPrefix(":"), words.hasSuffix(":") else { return nil }
    return shown("fa-" + words.dropFirst().dropLast())
  }

  /// The icon of a name with its set before it, else a sign that shows the same, else the name itself.
  private static func shown(_ name: String) -> Tree.Kind {
    if let icon = ofSet(name) { return .image(source: "icon:" + icon, title: "") }
    let plain = sets.first(where: name.hasPrefix).map { String(name.dropFirst($0.utf8.count)) } ?? name
    return .text(signs[plain] ?? "(" + plain.replacing("-", with: " ") + ")")
  }

  private static let signs = [
    "circle-plus": "⊕", "circle-minus": "⊖", "circle-xmark": "⊗", "circle-dot": "⊙", "circle-check": "✓", "square-check": "☑",
    "square": "☐",
    "equals": "=", "not-equal": "≠", "infinity": "∞", "divide": "÷", "percent": "%", "hashtag": "#", "at": "@", "asterisk": "*",
  ]

  /// Styles and sizes, which Font Awesome names as it names icons.
  private static let looks: Set<Substring> = [
    "fa-solid", "fa-regular", "fa-light", "fa-thin", "fa-brands", "fa-duotone", "fa-sharp", "fa-fw", "fa-lg", "fa-sm", "fa-xs", "fa-xl",
    "fa-spin", "fa-pulse", "fa-border", "fa-inverse", "fa-pull-left", "fa-pull-right", "fa-ul", "fa-li", "fa-stack",
  ]

  private static let sets = [
    "fontawesome-brands-", "fontawesome-solid-", "fontawesome-regular-", "material-", "octicons-", "simple-", "fa-",
  ]

  /// The same name in these sets and here.
  private static let same: Set<String> = [
    "markdown", "plug", "rocket", "download", "github", "book", "gear", "link", "check", "x", "star", "heart", "search", "bell", "calendar",
    "clock", "person",
    "people",
    "house", "envelope", "info-circle", "question-circle", "exclamation-triangle", "lightbulb", "pencil", "trash", "play", "file-earmark",
    "folder",
    "code", "terminal", "bug", "tag", "bookmark", "eye", "lock", "unlock", "globe", "shield", "plus", "dash", "arrow-right", "arrow-left",
    "arrow-up",
    "arrow-down", "list", "cpu", "database", "cloud", "upload", "share", "flag", "gift", "trophy", "tools", "wrench", "graph-up",
    "lightning", "fire",
    "chat", "printer", "camera", "image", "music-note", "telephone", "twitter", "linkedin", "youtube", "git",
  ]

  /// Other names: Octicons, Font Awesome, Material.
  private static let others = [
    "mark-github": "github", "info": "info-circle", "question": "question-circle", "alert": "exclamation-triangle",
    "warning": "exclamation-triangle",
    "triangle-exclamation": "exclamation-triangle", "light-bulb": "lightbulb", "home": "house", "mail": "envelope", "user": "person",
    "users": "people",
    "cog": "gear", "repo": "book", "link-external": "box-arrow-up-right", "external-link-alt": "box-arrow-up-right",
    "arrow-up-right-from-square": "box-arrow-up-right", "magnifying-glass": "search", "edit": "pencil", "pen": "pencil",
    "trashcan": "trash",
    "file": "file-earmark", "zap": "lightning", "bolt": "lightning", "flame": "fire", "times": "x", "xmark": "x", "close": "x",
    "minus": "dash",
    "comment": "chat", "print": "printer", "phone": "telephone", "file-directory": "folder", "settings": "gear", "help": "question-circle",
  ]
}
