/// What two texts differ in, counted.
public struct TextChanges: Hashable, Sendable, Codable {
  /// Words and formulas that one side alone has.
  public struct Count: Hashable, Sendable, Codable {
    /// Words; of scripts without spaces, characters.
    public var words = 0
    /// Formulas, of lines and displays.
    public var formulas = 0
    /// Tables, pictures, code blocks and the like, which are compared as a whole.
    public var others = 0

    init() {}

    /// True if all counts are zero.
    public var isEmpty: Bool { self == Count() }
  }

  /// What the new text has and the old one has not.
  public var inserted = Count()
  /// What the old text had and the new one has not.
  public var removed = Count()
  /// Places that are marked.
  public var places = 0
  /// Keys of the front matter whose values differ, in the order of the new text; not shown on the pages.
  public var keys: [String] = []

  package init() {}

  /// True if the texts say the same.
  public var isEmpty: Bool { places == 0 && keys.isEmpty }

  /// `3 words, 1 formula inserted; 2 words removed`
  public var summary: String {
    let parts = [(inserted, "inserted"), (removed, "removed")].compactMap { count, verb -> String? in
      let nouns = [
        Self.counted(count.words, "word"), Self.counted(count.formulas, "formula"), Self.counted(count.others, "other unit"),
      ].compactMap { $0 }
      return nouns.isEmpty ? nil : "\(nouns.joined(separator: ", ")) \(verb)"
    }
    let changed = keys.isEmpty ? [] : ["front matter changed: \(keys.joined(separator: ", "))"]
    if isEmpty { return "no difference" }
    let marks = places > 0 && parts.isEmpty ? ["marks or references changed"] : []
    return (parts + marks + changed).joined(separator: "; ")
  }

  private static func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
