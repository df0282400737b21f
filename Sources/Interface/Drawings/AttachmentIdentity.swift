internal import Synchronization

/// Who an attachment is, and which version of it.
///
/// An attachment with an identity is compared by that alone: with the same id and version it is taken to look as before, whatever it holds, and
/// where documents share their work (``SharedWork`` that keeps blocks) it is not drawn again.
public struct AttachmentIdentity: Hashable, Sendable {
  /// What stays from one typesetting to the next: a name of the client's.
  public var id: String
  /// Another number wherever it is to look otherwise.
  public var version: Int

  /// - Parameters:
  ///   - id: What stays from one typesetting to the next.
  ///   - version: Another number wherever it is to look otherwise.
  public init(id: String, version: Int) { (self.id, self.version) = (id, version) }
}

extension InlineAttachment {
  /// None: the attachment is compared by its value.
  public var identity: AttachmentIdentity? { nil }
}

/// An attachment of any type, compared by its identity, or else by its value.
public struct AttachmentBox: Hashable, Sendable {
  package let base: any InlineAttachment
  /// Nil compares values.
  package let identity: AttachmentIdentity?

  /// - Parameter identity: In place of the attachment's own, unless nil.
  package init(_ base: some InlineAttachment, identity: AttachmentIdentity? = nil) {
    (self.base, self.identity) = (base, identity ?? base.identity)
  }

  /// What is copied and read aloud in its place.
  package var plainText: String { base.plainText }

  /// True if both are of one type, and of one identity or, without one, equal.
  public static func == (a: AttachmentBox, b: AttachmentBox) -> Bool {
    guard a.identity == b.identity else { return false }
    return a.identity == nil ? AnyHashable(a.base) == AnyHashable(b.base) : type(of: a.base) == type(of: b.base)
  }

  /// By identity, or else by type and value.
  public func hash(into hasher: inout Hasher) {
    if let identity { hasher.combine(identity) } else { AnyHashable(base).hash(into: &hasher) }
  }
}

/// What recordings of attachments depend on that few of them look at.
package struct CanvasReads: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let foreground = CanvasReads(rawValue: 1)
  package static let stemWidth = CanvasReads(rawValue: 2)
}

/// What a drawing has looked at.
package final class CanvasReading: Sendable {
  private let reads = Mutex(CanvasReads())
  package var found: CanvasReads { reads.withLock { $0 } }
  package init() {}
  func note(_ read: CanvasReads) { reads.withLock { _ = $0.insert(read) } }
}
