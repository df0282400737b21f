internal import Synchronization

/// Values of a client's own that outlive typesettings, each known by the id of what it belongs to: whether a part is folded, which row is chosen.
///
/// ```swift
/// let state = MarkdownState()
/// let page = Document(markdown: text).markdownState(state)
///   .markdownDirective("More") { call, context in
///     context.state(call.id ?? "", default: false) ? context.resolve(call.content) : .text("more …")
///   }
/// state.set(true, of: "a")  // a click, for instance; then the document is typeset again
/// ```
///
/// A value stays as long as each typesetting asks for its id. What one no longer asks for is gone: when it comes back, it begins anew.
public final class MarkdownState: Sendable {
  private struct Entry: Sendable {
    var value: any Sendable
    /// In which typesetting it was asked for, or before which one it was set.
    var round: Int
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let rounds = Mutex(0)

  /// No values yet.
  public init() {}

  /// The value of an id; nil where there is none, or one of another type.
  public func value<Value: Sendable>(of id: String, as type: Value.Type = Value.self) -> Value? {
    entries.withLock { $0[id]?.value } as? Value
  }

  /// Sets the value of an id, for the typesettings that follow.
  public func set<Value: Sendable>(_ value: Value, of id: String) {
    let round = rounds.withLock { $0 }
    entries.withLock { $0[id] = Entry(value: value, round: round + 1) }
  }

  /// Forgets the value of an id.
  public func remove(_ id: String) { entries.withLock { _ = $0.removeValue(forKey: id) } }

  /// The ids that have values.
  public var ids: Set<String> { entries.withLock { Set($0.keys) } }

  /// A typesetting begins.
  ///
  /// - Returns: Its number.
  func begin() -> Int {
    rounds.withLock { rounds in
      rounds += 1
      return rounds
    }
  }

  /// A typesetting has asked for all that it needs; what it has not asked for goes.
  func end(_ round: Int) { entries.withLock { entries in entries = entries.filter { $0.value.round >= round } } }

  /// The value of an id, which begins with a default.
  func ask<Value: Sendable>(_ id: String, _ initial: Value, in round: Int) -> Value {
    entries.withLock { entries in
      let value = entries[id]?.value as? Value ?? initial
      entries[id] = Entry(value: value, round: max(round, entries[id]?.round ?? 0))
      return value
    }
  }
}

/// The state of the document that is being expanded.
struct StateInUse: Sendable {
  @TaskLocal static var current: StateInUse?

  let state: MarkdownState
  let round: Int
}

extension MarkdownContext {
  /// What a client keeps for an id from one typesetting to the next, by ``Document/markdownState(_:)``.
  ///
  /// - Parameters:
  ///   - id: Of what the value belongs to.
  ///   - initial: The first value; also where the document has no state.
  /// - Returns: The value that was set last, by ``MarkdownState/set(_:of:)``.
  public func state<Value: Sendable>(_ id: String, default initial: Value) -> Value {
    StateInUse.current.map { $0.state.ask(id, initial, in: $0.round) } ?? initial
  }
}

extension Document {
  /// Keeps values by id from one typesetting to the next; directives and resolvers ask for them by ``MarkdownContext/state(_:default:)``.
  ///
  /// - Parameter state: The same one each time. Documents that are typeset side by side have one each.
  public func markdownState(_ state: MarkdownState) -> Document {
    with { $0.state = state }
  }
}
