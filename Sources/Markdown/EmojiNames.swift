/// Emoji by their short names, as GitHub's writers know them.
enum EmojiNames {
  static func emoji(named name: String) -> String? { nil }
}
