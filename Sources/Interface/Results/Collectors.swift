/// A value that is collected from the parts of a document, for readers elsewhere in the document.
///
/// ```swift
/// enum Todos: MarkdownCollector {
///   static let defaultValue: [String] = []
///   static func reduce(into value: inout [String], next: () -> [String]) { value += next() }
/// }
/// ```
///
/// What is collected with ``MarkdownFragment/collect(_:_:)-(_,Key.Value)`` and the like is folded in document order when the key is read. Values that know
/// their page are folded when pages are known.
public protocol MarkdownCollector: SendableMetatype {
  /// What is collected.
  associatedtype Value: Equatable & Sendable
  /// The value for readers if nothing is collected.
  static var defaultValue: Value { get }
  /// Adds the next value of the document. The first value is taken unchanged.
  ///
  /// - Parameters:
  ///   - value: What the values before it came to.
  ///   - next: Makes the next value; if it is not called, the value and everything in it is left out.
  static func reduce(into value: inout Value, next: () -> Value)
  /// Which values count, by how deeply what they come from is nested; by default all.
  static var precedence: MarkdownPrecedence { get }
  /// What `--trace-collect` and diagnostics call the collector; by default the name of the type.
  static var name: String { get }
}

extension MarkdownCollector {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }
  /// All values count.
  public static var precedence: MarkdownPrecedence { .all }
  /// The last value counts; the others are not made.
  public static func reduce(into value: inout Value, next: () -> Value) { value = next() }
}

/// Which values of a collector are reduced, by how many blocks and spans are around what they come from.
public enum MarkdownPrecedence: Hashable, Sendable {
  /// All of them.
  case all
  /// Values of the most deeply nested parts: what is inside overrides what is around it. The others are not made.
  case deepest
  /// Values of the least deeply nested parts. The others are not made.
  case outermost
}

/// Ways to reduce, for ``MarkdownCollector/reduce(into:next:)``: `MarkdownReduction.max(into: &value, next)`.
public enum MarkdownReduction {
  /// The first value counts; the others are not made.
  public static func first<Value>(into value: inout Value, _ next: () -> Value) {}
  /// The last value counts.
  public static func last<Value>(into value: inout Value, _ next: () -> Value) { value = next() }
  /// All values, in document order.
  public static func append<Value: RangeReplaceableCollection>(into value: inout Value, _ next: () -> Value) {
    value.append(contentsOf: next())
  }
  /// The largest value counts.
  public static func max<Value: Comparable>(into value: inout Value, _ next: () -> Value) { value = Swift.max(value, next()) }
  /// The smallest value counts.
  public static func min<Value: Comparable>(into value: inout Value, _ next: () -> Value) { value = Swift.min(value, next()) }
  /// The sum of all.
  public static func sum<Value: AdditiveArithmetic>(into value: inout Value, _ next: () -> Value) { value += next() }
}

/// Where a part of a document is: one rectangle for each page, or each line, that shows some of it.
public struct CollectedPlace: Hashable, Sendable {
  /// A part on one page.
  public struct Fragment: Hashable, Sendable {
    /// The index of the page, from 0.
    public var page: Int
    /// The number that the page shows.
    public var label: String
    /// Points from the page's upper left corner.
    public var rect: CanvasRect

    package init(page: Int, label: String, rect: CanvasRect) { (self.page, self.label, self.rect) = (page, label, rect) }
  }

  /// In document order. Empty where the part is not shown, and before pages are known.
  public var fragments: [Fragment]
  /// The index of the first page, from 0.
  public var page: Int { fragments.first?.page ?? 0 }
  /// The number that the first page shows.
  public var label: String { fragments.first?.label ?? "0" }
  /// Where the part begins, in points from the page's upper left corner.
  public var rect: CanvasRect { fragments.first?.rect ?? CanvasRect(x: 0, y: 0, width: 0, height: 0) }

  package init(_ fragments: [Fragment] = []) { self.fragments = fragments }
}

extension MarkdownFragment {
  /// Emits a value for a collector at this fragment's position.
  public func collect<Key: MarkdownCollector>(_ key: Key.Type, _ value: Key.Value) -> MarkdownFragment {
    collected(Emission(CollectorKey(key)) { _ in value })
  }

  /// Emits a value that depends on this fragment's position.
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - value: Called when pages are known, and once before that with a place without fragments.
  public func collect<Key: MarkdownCollector>(
    _ key: Key.Type, _ value: @escaping @Sendable (_ place: CollectedPlace) -> Key.Value
  ) -> MarkdownFragment {
    collected(Emission(CollectorKey(key), value: value))
  }

  /// Blocks that are made of what a collector has collected in the whole document.
  ///
  /// What they show must not keep changing what is collected: after three passes, `collector.unsettled` is reported.
  public static func reading<Key: MarkdownCollector>(
    _ key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value) -> MarkdownBody
  ) -> MarkdownFragment {
    reading(CollectedReader(key) { value, _ in make(value) })
  }

  /// Blocks that are made of what a collector has collected within this fragment.
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - make: Receives the value, and this fragment as a body, to which it adds something.
  public func reading<Key: MarkdownCollector>(
    _ key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value, _ content: MarkdownBody) -> MarkdownBody
  ) -> MarkdownFragment {
    reading(CollectedReader(key, isOfPart: true, make))
  }
}

extension MarkdownFragment {
  /// Blocks that are made of what a collector has collected in the whole document, and of this fragment.
  ///
  /// ```swift
  /// context.resolve(call.content).reading(document: Tallest.self) { tallest, content in content.minHeight(tallest).panel(border: .teal) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - make: Receives the value, and this fragment as a body, to which it adds something.
  public func reading<Key: MarkdownCollector>(
    document key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value, _ content: MarkdownBody) -> MarkdownBody
  ) -> MarkdownFragment {
    reading(CollectedReader(key, make))
  }
}

extension MarkdownBody {
  /// A body that is made of what a collector has collected in the whole document, and of this one.
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - make: Receives the value and this body, to which it adds something.
  public func reading<Key: MarkdownCollector>(
    document key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value, _ content: MarkdownBody) -> MarkdownBody
  ) -> MarkdownBody {
    MarkdownBody(.reading(CollectedReader(key, make), part))
  }
}

extension MarkdownBody {
  /// Emits a value for a collector at this body's position.
  public func collect<Key: MarkdownCollector>(_ key: Key.Type, _ value: Key.Value) -> MarkdownBody {
    MarkdownBody(.collected(part, Emission(CollectorKey(key)) { _ in value }))
  }

  /// Emits a value that depends on this body's position.
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - value: Called when pages are known, and once before that with a place without fragments.
  public func collect<Key: MarkdownCollector>(
    _ key: Key.Type, _ value: @escaping @Sendable (_ place: CollectedPlace) -> Key.Value
  ) -> MarkdownBody {
    MarkdownBody(.collected(part, Emission(CollectorKey(key), value: value)))
  }

  /// Replaces what a collector has collected within this body by one value.
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - change: Receives the value collected inside the body.
  public func transformCollected<Key: MarkdownCollector>(
    _ key: Key.Type, _ change: @escaping @Sendable (_ value: inout Key.Value) -> Void
  ) -> MarkdownBody {
    MarkdownBody(
      .scope(
        part,
        CollectedScope(key: CollectorKey(key)) { value in
          guard var value = value as? Key.Value else { return value }
          change(&value)
          return value
        }))
  }

  /// A body made of what a collector has collected in the whole document; see `MarkdownFragment.reading(_:_:)`.
  public static func reading<Key: MarkdownCollector>(
    _ key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value) -> MarkdownBody
  ) -> MarkdownBody {
    MarkdownBody(.reading(CollectedReader(key) { value, _ in make(value) }, .stack([], spacing: nil)))
  }

  /// A body made of what a collector has collected within this one.
  ///
  /// ```swift
  /// configuration.content.reading(Todos.self) { todos, content in .text("\(todos.count) to do") + content }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The collector.
  ///   - make: Receives the value and this body, to which it adds something.
  public func reading<Key: MarkdownCollector>(
    _ key: Key.Type, _ make: @escaping @Sendable (_ value: Key.Value, _ content: MarkdownBody) -> MarkdownBody
  ) -> MarkdownBody {
    MarkdownBody(.reading(CollectedReader(key, isOfPart: true, make), part))
  }
}

extension MarkdownBody {
  /// A drawing over the body that gets what a collector has collected within it, once for each page that shows some of the body.
  ///
  /// ```swift
  /// configuration.content.overlay("frames", reading: Marks.self) { places, canvas in
  ///   for rect in places.flatMap({ canvas.rects(of: $0) }) { canvas.stroke(.rect(rect), .orange) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - key: The collector.
  ///   - draw: Receives the value and a canvas of the size of the part on that page.
  public func overlay<Key: MarkdownCollector>(
    _ name: String = "overlay", reading key: Key.Type, _ draw: @escaping @Sendable (_ value: Key.Value, _ canvas: inout Canvas) -> Void
  ) -> MarkdownBody { reading(key) { value, content in content.overlay(name) { draw(value, &$0) } } }

  /// A drawing behind the body that gets what a collector has collected within it; see ``overlay(_:reading:_:)``.
  public func background<Key: MarkdownCollector>(
    _ name: String = "background", reading key: Key.Type, _ draw: @escaping @Sendable (_ value: Key.Value, _ canvas: inout Canvas) -> Void
  ) -> MarkdownBody { reading(key) { value, content in content.background(name) { draw(value, &$0) } } }
}

extension MarkdownFragment {
  /// A drawing over the fragment that gets what a collector has collected within it; see `MarkdownBody.overlay(_:reading:_:)`.
  public func overlay<Key: MarkdownCollector>(
    _ name: String = "overlay", reading key: Key.Type, _ draw: @escaping @Sendable (_ value: Key.Value, _ canvas: inout Canvas) -> Void
  ) -> MarkdownFragment { reading(key) { value, content in content.overlay(name) { draw(value, &$0) } } }
}

extension Canvas {
  /// The rectangles of a collected place on the page of this canvas, in its own coordinates; empty for a place on other pages, and on the
  /// canvas of an attachment, whose page is not known.
  public func rects(of place: CollectedPlace) -> [CanvasRect] {
    guard let corner = pageCorner, let page else { return [] }
    return place.fragments.filter { $0.page == page }.map { fragment in
      CanvasRect(
        x: fragment.rect.x - corner.x, y: fragment.rect.y - corner.y, width: fragment.rect.width, height: fragment.rect.height)
    }
  }
}

// MARK: Without types

/// A collector without its type.
package struct CollectorKey: Sendable {
  /// Identifies the type of the key.
  package let id: ObjectIdentifier
  /// What traces call the collector.
  package let name: String
  /// The value if nothing is collected.
  package let defaultValue: any Sendable
  private let precedence: MarkdownPrecedence
  /// Adds the next value to one before it.
  private let reduce: @Sendable (any Sendable, () -> any Sendable) -> any Sendable
  /// Compares two values; false for values of another type.
  package let areEqual: @Sendable (any Sendable, any Sendable) -> Bool

  package init<Key: MarkdownCollector>(_ key: Key.Type) {
    id = ObjectIdentifier(key)
    name = Key.name
    defaultValue = Key.defaultValue
    precedence = Key.precedence
    reduce = { value, next in
      guard var value = value as? Key.Value else { return Key.defaultValue }
      Key.reduce(into: &value) { next() as? Key.Value ?? Key.defaultValue }
      return value
    }
    areEqual = { a, b in (a as? Key.Value).map { $0 == b as? Key.Value } ?? false }
  }

  /// What is collected at one place.
  struct Part {
    /// Blocks and spans around it.
    var depth: Int
    var value: () -> any Sendable
  }

  /// The value of some parts; nil without parts.
  func fold(_ parts: [Part]) -> (any Sendable)? {
    var parts = parts[...]
    switch precedence {
    case .all: break
    case .deepest:
      let depth = parts.map(\.depth).max()
      parts = parts.filter { $0.depth == depth }[...]
    case .outermost:
      let depth = parts.map(\.depth).min()
      parts = parts.filter { $0.depth == depth }[...]
    }
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first.value()) { reduce($0, $1.value) }
  }
}

/// A value on its way up.
package struct Emission: Sendable {
  package let key: CollectorKey
  /// Makes the value from the place of the part, once pages are known.
  package let value: @Sendable (CollectedPlace) -> any Sendable

  init<Value: Sendable>(_ key: CollectorKey, value: @escaping @Sendable (CollectedPlace) -> Value) {
    (self.key, self.value) = (key, { value($0) })
  }
}

/// Where the value of a subtree is replaced.
package struct CollectedScope: Sendable {
  package let key: CollectorKey
  /// Makes the value that replaces the subtree's value.
  package let change: @Sendable (any Sendable) -> any Sendable
}

/// What shows what is collected.
package struct CollectedReader: Sendable {
  package let key: CollectorKey
  /// True if it reads what it surrounds, not all of the document.
  package let isOfPart: Bool
  /// From the value and what it surrounds.
  package let make: @Sendable (any Sendable, BodyPart) -> BodyPart

  init<Key: MarkdownCollector>(
    _ key: Key.Type, isOfPart: Bool = false, _ make: @escaping @Sendable (Key.Value, MarkdownBody) -> MarkdownBody
  ) {
    (self.key, self.isOfPart) = (CollectorKey(key), isOfPart)
    self.make = { make($0 as? Key.Value ?? Key.defaultValue, MarkdownBody($1)).part }
  }
}

/// What a document has collected, in document order.
package struct CollectedEvents: Sendable {
  /// What happens on the way through the document.
  package enum Event: Sendable {
    /// With the blocks and spans around it.
    case emit(Int, depth: Int)
    case begin(CollectedScope, depth: Int)
    /// A reader of what follows up to its end, by its number.
    case read(Int)
    case end
  }

  /// What the parts emit, by number.
  package var emissions: [Emission] = []
  /// In document order.
  package var events: [Event] = []
  /// With the first byte of the source of each reader.
  package var readers: [(key: CollectorKey, isOfPart: Bool, start: Int)] = []

  package init() {}

  /// True if nothing is collected or read.
  package var isEmpty: Bool { emissions.isEmpty && readers.isEmpty }

  /// The numbers of what is emitted, in document order.
  package var order: [Int] { events.compactMap { if case .emit(let number, _) = $0 { number } else { nil } } }

  /// The value of a key; nothing of other keys is made.
  ///
  /// - Parameter place: Of an emission, by its number.
  package func value(of key: CollectorKey, place: @escaping (Int) -> CollectedPlace) -> any Sendable {
    var next = 0
    return key.fold(parts(of: key, from: &next, place: place)) ?? key.defaultValue
  }

  /// The value of the key of each reader that reads what it surrounds, by the readers' numbers.
  package func valuesOfParts(place: @escaping (Int) -> CollectedPlace) -> [Int: any Sendable] {
    var values: [Int: any Sendable] = [:]
    for (position, event) in events.enumerated() {
      guard case .read(let number) = event else { continue }
      let key = readers[number].key
      var next = position + 1
      values[number] = key.fold(parts(of: key, from: &next, place: place)) ?? key.defaultValue
    }
    return values
  }

  private func parts(of key: CollectorKey, from next: inout Int, place: @escaping (Int) -> CollectedPlace) -> [CollectorKey.Part] {
    var parts: [CollectorKey.Part] = []
    while next < events.count {
      let event = events[next]
      next += 1
      switch event {
      case .emit(let number, let depth):
        guard emissions[number].key.id == key.id else { break }
        parts.append(CollectorKey.Part(depth: depth) { emissions[number].value(place(number)) })
      case .begin(let scope, let depth):
        let inner = self.parts(of: key, from: &next, place: place)
        guard scope.key.id == key.id else {
          parts += inner
          break
        }
        parts.append(CollectorKey.Part(depth: depth) { scope.change(key.fold(inner) ?? key.defaultValue) })
      case .read: parts += self.parts(of: key, from: &next, place: place)
      case .end: return parts
      }
    }
    return parts
  }
}
