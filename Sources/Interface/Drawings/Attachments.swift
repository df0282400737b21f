/// Something that a client draws, in a line of text or between blocks.
///
/// ```swift
/// struct Dot: InlineAttachment {
///   var color: Color
///   func size(in proposal: AttachmentProposal) -> AttachmentSize {
///     AttachmentSize(width: proposal.fontSize * 0.6, height: proposal.fontSize * 0.6)
///   }
///   func draw(on canvas: inout Canvas) { canvas.fill(.circle(in: canvas.bounds), color) }
///   var plainText: String { "•" }
/// }
/// ```
///
/// An attachment is a value: two that are equal, or have the same ``identity``, look alike. `size` and `draw` may be called from any thread and must always give the same
/// result.
public protocol InlineAttachment: Hashable, Sendable {
  /// The space that it takes. Called once for each place; a size that is negative or not finite is reported as `attachment.size` and counts as
  /// zero.
  func size(in proposal: AttachmentProposal) -> AttachmentSize
  /// Draws it. What is drawn outside ``Canvas/bounds`` is clipped and reported as `attachment.overflow`.
  func draw(on canvas: inout Canvas)
  /// The text that replaces it when text is copied, searched or read aloud.
  var plainText: String { get }
  /// Its name and version, by which it is compared instead of by its value; nil, unless a type says otherwise, compares values.
  var identity: AttachmentIdentity? { get }
}

/// The surroundings of an attachment; lengths are in points.
public struct AttachmentProposal: Hashable, Sendable {
  /// The available width, in points.
  public var width: Double
  /// The height of the text on a page, in points.
  public var height: Double
  /// The size of the surrounding text, in points.
  public var fontSize: Double
  /// The colour of the surrounding text.
  public var foreground: TextColor
  /// Of the capitals around it, in points.
  public var capHeight: Double

  /// A colour, red, green, blue and alpha, eight bits each.
  public typealias TextColor = Color

  package init(width: Double, height: Double, fontSize: Double, foreground: Color, capHeight: Double) {
    (self.width, self.height, self.fontSize, self.foreground, self.capHeight) = (width, height, fontSize, foreground, capHeight)
  }
}

/// The space that an attachment takes, in points.
public struct AttachmentSize: Hashable, Sendable {
  /// Points.
  public var width: Double
  /// Points, from the lowest to the highest point.
  public var height: Double
  /// How far it reaches below the baseline, in points.
  public var depth: Double

  /// - Parameters:
  ///   - width: Points, not below zero.
  ///   - height: Points, not below zero.
  ///   - depth: How much of the height is below the baseline.
  public init(width: Double, height: Double, depth: Double = 0) {
    (self.width, self.height, self.depth) = (width, height, depth)
  }
}
