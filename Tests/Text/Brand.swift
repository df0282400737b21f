import MDTypeset

// The scope of the tutorial, as tests use it.

struct CustomStyle: TextAttributeKey {
  enum Value: String, Codable, CaseIterable, Sendable { case boldcaps, smallitalics }
  static let name = "customStyle"
}

struct CustomColor: TextAttributeKey {
  enum Value: String, Codable, CaseIterable, Sendable { case danger, highlight }
  static let name = "customColor"
}

/// A value with structure.
struct Review: TextAttributeKey {
  struct Value: Hashable, Codable, Sendable {
    var author: String
    var stars: Int
    var tags: [String]?
  }
  static let name = "review"
}

/// A value that cannot be saved.
struct Handle: TextAttributeKey {
  struct Value: Hashable, Sendable { var number: Int }
  static let name = "handle"
}

/// A number of which only three are allowed.
struct Priority: TextAttributeKey {
  typealias Value = Int
  static let name = "priority"
  static let listedValues = [1, 2, 3]
}

struct Base: TextScope {
  let review = Review()
  let drawn = DrawnTextScope()
}

struct Brand: TextScope {
  let customStyle = CustomStyle()
  let customColor = CustomColor()
  let handle = Handle()
  let priority = Priority()
  let base = Base()
}

extension TextScopes {
  var brand: Brand.Type { Brand.self }
}

extension TextLookup {
  subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<Brand, Key>) -> Key { self[Key.self] }
  subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<Base, Key>) -> Key { self[Key.self] }
}
