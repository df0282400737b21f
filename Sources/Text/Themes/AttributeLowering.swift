/// A pass that turns custom attributes into attributes that the engine draws.
///
/// ```swift
/// struct BoldCaps: AttributeLowering {
///   func lower(_ attributes: inout TextAttributes) {
///     guard attributes.customStyle == .boldcaps else { return }
///     attributes.textCase = .upper
///     attributes.inlineIntent.insert(.strong)
///   }
/// }
/// ```
///
/// A pass is a function of attributes alone: it neither sees nor changes text. Capitals are an attribute, so that what is copied stays as it
/// was written.
public protocol AttributeLowering: Sendable {
  /// Adds what is drawn for the attributes of a run. What the text's author asked for stays, unless the pass replaces it.
  ///
  /// - Parameter attributes: The attributes of the run, as the passes before have left them.
  func lower(_ attributes: inout TextAttributes)
}

/// A pass for one value of a key.
public struct ValueLowering<Key: TextAttributeKey>: AttributeLowering where Key.Value: Sendable {
  private let value: Key.Value
  private let added: TextAttributes

  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value that is lowered.
  ///   - attributes: What is drawn for it.
  public init(_ key: Key.Type, _ value: Key.Value, to attributes: TextAttributes) { (self.value, added) = (value, attributes) }

  /// Adds the attributes to runs with the value.
  public func lower(_ attributes: inout TextAttributes) { if attributes[Key.self] == value { attributes.merge(added) } }
}

extension AttributedText {
  /// The text with drawn attributes for its own ones. Passes are applied in order, each to what the one before has made; the text itself
  /// stays as it is.
  public func lowered(by passes: any AttributeLowering...) -> AttributedText { lowered(by: passes) }

  /// The text with drawn attributes for its own ones.
  ///
  /// - Parameter passes: In the order in which they are applied.
  public func lowered(by passes: [any AttributeLowering]) -> AttributedText {
    var text = self
    // Runs with the same attributes are lowered once.
    text.content.change(0..<content.byteCount) { attributes in for pass in passes { pass.lower(&attributes) } }
    return text
  }
}
