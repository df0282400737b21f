/// A set of attributes that belong together: a structure whose properties are keys and further scopes.
///
/// ```swift
/// struct Brand: TextScope {
///   let customStyle = CustomStyle()
///   let customColor = CustomColor()
///   let drawn = DrawnTextScope()
/// }
///
/// extension TextScopes {
///   var brand: Brand.Type { Brand.self }
/// }
///
/// extension TextLookup {
///   subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<Brand, Key>) -> Key { self[Key.self] }
/// }
/// ```
///
/// The first extension lets `including: \.brand` name the scope, the second makes `run.customStyle` its value. Of two keys with one name in
/// a scope the first one counts; the second is reported.
public protocol TextScope: Sendable {
  /// A scope has no content but its keys.
  init()
}

/// The scopes by their names, for `including: \.brand`; add yours in an extension.
public struct TextScopes: Sendable {
  init() {}

  /// What the engine draws.
  public var drawn: DrawnTextScope.Type { DrawnTextScope.self }
}

/// Finds the keys of scopes by the names of their properties; see ``TextScope``.
@dynamicMemberLookup
public enum TextLookup {
  /// The key itself.
  public subscript<Key: TextAttributeKey>(key: Key.Type) -> Key { Key() }

  /// The keys of what is drawn.
  public subscript<Key: TextAttributeKey>(dynamicMember path: KeyPath<DrawnTextScope, Key>) -> Key { self[Key.self] }
}

/// The keys of a scope: its own keys, then the keys of nested scopes.
struct ScopeKeys {
  private(set) var keys: [any TextAttributeKey.Type] = []
  /// The place of each name in `keys`, in lower case.
  private var places: [String: Int] = [:]
  /// Names that several keys have.
  private(set) var repeated: [String] = []

  init() {}

  init(_ scope: (any TextScope.Type)?) { if let scope { add(scope, levels: 8) } }

  private mutating func add(_ scope: any TextScope.Type, levels: Int) {
    guard levels > 0 else { return }
    var nested: [any TextScope.Type] = []
    for child in Mirror(reflecting: scope.init()).children {
      if let key = child.value as? any TextAttributeKey {
        add(type(of: key))
      } else if let scope = child.value as? any TextScope {
        nested.append(type(of: scope))
      }
    }
    for scope in nested { add(scope, levels: levels - 1) }
  }

  private mutating func add(_ key: any TextAttributeKey.Type) {
    let name = key.name.lowercased()
    if let place = places[name] {
      // A scope may be nested twice.
      if ObjectIdentifier(keys[place]) != ObjectIdentifier(key) { repeated.append(key.name) }
      return
    }
    places[name] = keys.count
    keys.append(key)
  }

  /// The key of a name; case is ignored.
  subscript(name: String) -> (any TextAttributeKey.Type)? { places[name.lowercased()].map { keys[$0] } }
}
