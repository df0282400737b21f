internal import TypesetJSON

extension CodingUserInfoKey {
  /// The scopes of the texts that are encoded, an array of `any TextScope.Type`: their names are saved with the texts.
  public static let textScopes = Self.named("mdtypeset.textScopes")
  /// `true` to refuse texts with attributes that cannot be saved.
  public static let isStrictAboutText = Self.named("mdtypeset.isStrictAboutText")

  private static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure("a name makes a key") }
    return key
  }
}

extension AttributedText: Codable {
  /// Writes the text with all attributes, whether a scope knows them or not.
  ///
  /// Attributes of types that are not Codable are left out; ``unsavedAttributes`` names them beforehand.
  ///
  /// - Throws: With `isStrictAboutText`, `EncodingError` with the names of those attributes.
  public func encode(to encoder: any Encoder) throws {
    let scopes = encoder.userInfo[.textScopes] as? [any TextScope.Type] ?? []
    try encode(to: encoder, scopes: scopes.map { "\($0)" }, isStrict: encoder.userInfo[.isStrictAboutText] as? Bool ?? false)
  }

  fileprivate func encode(to encoder: any Encoder, scopes: [String], isStrict: Bool) throws {
    if isStrict, case let unsaved = unsavedAttributes, !unsaved.isEmpty {
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: TextSavingError(unsaved: unsaved).description)
      throw EncodingError.invalidValue(self, context)
    }
    try SavedText(self, scopes: scopes).encode(to: encoder)
  }

  /// Reads a text that was saved.
  ///
  /// - Throws: `DecodingError` with one sentence for what is damaged, or saved by a later version.
  public init(from decoder: any Decoder) throws {
    // A later version may have other fields.
    let version = try decoder.container(keyedBy: TextValue.Name.self).decode(Int.self, forKey: TextValue.Name("version"))
    var saved = SavedText()
    saved.version = version
    if version <= SavedText.currentVersion { saved = try SavedText(from: decoder) }
    do {
      self = try saved.restored()
    } catch {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// The names of attributes that saving leaves out, since their types are not Codable.
  public var unsavedAttributes: [String] {
    var names: Set<String> = []
    var known: Set<Int32> = []
    for segment in segments where known.insert(segment.set).inserted {
      let attributes = sets[segment.set]
      for name in attributes.names where attributes[name]?.isSaved == false { names.insert(name) }
    }
    return names.sorted()
  }

  /// The text as bytes of JSON, without a coder of Foundation's.
  ///
  /// - Parameters:
  ///   - scope: The scope whose name is saved with it.
  ///   - isStrict: True to refuse a text with attributes that cannot be saved.
  /// - Throws: If it is strict, ``TextSavingError`` with the names of those attributes.
  public func saved(including scope: (any TextScope.Type)? = nil, isStrict: Bool = false) throws(TextSavingError) -> [UInt8] {
    if isStrict, case let unsaved = unsavedAttributes, !unsaved.isEmpty { throw TextSavingError(unsaved: unsaved) }
    return SavedText(self, scopes: scope.map { ["\($0)"] } ?? []).json.bytes
  }

  /// A text from bytes of JSON.
  ///
  /// - Throws: ``TextSavingError`` with one sentence for what is damaged, or saved by a later version.
  public init(saved bytes: [UInt8]) throws(TextSavingError) {
    let json: JSON
    do {
      json = try JSON(bytes[...])
    } catch {
      throw TextSavingError("this is not JSON, at byte \(error.place): \(error.description)")
    }
    self = try SavedText(json).restored()
  }
}

extension TextSavingError {
  fileprivate init(unsaved names: [String]) {
    self.init("these attributes cannot be saved, since their types are not Codable: \(names.joined(separator: ", "))")
  }
}

/// A text with the scope that it is saved with: a value, or a property of one.
///
/// ```swift
/// struct Entry: Codable {
///   var theme: String
///   @Encoded(including: \.brand) var text = AttributedText()
/// }
/// ```
@propertyWrapper
public struct Encoded<Scope: TextScope>: Codable, Hashable, Sendable {
  /// The text.
  public var wrappedValue: AttributedText
  /// True if a text with attributes that cannot be saved is refused.
  public var isStrict = false

  /// The text.
  public var text: AttributedText { wrappedValue }

  /// - Parameters:
  ///   - text: The text.
  ///   - scope: The scope, `\.brand`.
  ///   - isStrict: True if a text with attributes that cannot be saved is refused.
  public init(_ text: AttributedText, including scope: KeyPath<TextScopes, Scope.Type>, isStrict: Bool = false) {
    (wrappedValue, self.isStrict) = (text, isStrict)
  }

  /// For a property: `@Encoded(including: \.brand) var text = AttributedText()`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The text.
  ///   - scope: The scope, `\.brand`.
  public init(wrappedValue: AttributedText, including scope: KeyPath<TextScopes, Scope.Type>) { self.wrappedValue = wrappedValue }

  /// Reads a text, and spells its attributes as the scope does.
  public init(from decoder: any Decoder) throws {
    var text = try AttributedText(from: decoder)
    text.spell(as: ScopeKeys(Scope.self))
    wrappedValue = text
  }

  /// Writes the text with the name of the scope.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder, scopes: ["\(Scope.self)"], isStrict: isStrict) }
}

extension AttributedText {
  /// Spells the names of attributes as a scope does.
  fileprivate mutating func spell(as keys: ScopeKeys) {
    content.sets.mapEach { attributes in
      var attributes = attributes
      for name in attributes.names {
        guard let key = keys[name], key.name != name else { continue }
        let value = attributes[name]
        attributes[name] = nil
        attributes[key.name] = value
      }
      return attributes
    }
  }
}
