/// Emoji by their short names, as GitHub's writers know them.
enum EmojiNames {
  static func emoji(named name: String) -> String? { names[name.lowercased()] }

  /// Made when the first name is looked up.
  private static let names: [Substring: String] = {
    var names: [Substring: String] = [:]
    names.reserveCapacity(5_000)
    for entry in emojiTable.split(separator: ";") {
      let words = entry.split { $0 == " " || $0 == "\n" }
      guard let emoji = words.first else { continue }
      for name in words.dropFirst() { names[name] = String(emoji) }
    }
    return names
  }()
}

/// The emoji of a short name, as in `:rocket:`.
public func emoji(named name: String) -> String? { EmojiNames.emoji(named: name) }

extension [Substring: String] {
  fileprivate subscript(name: String) -> String? { self[Substring(name)] }
}
