/// How text looks as data: attributes for all of it and for kinds of blocks, and passes that lower attributes of one's own.
///
/// ```swift
/// var menlo = TextTheme("menlo")
/// menlo.attributes.font = .custom("Source Code Pro", size: 17)
/// menlo.attributes.foregroundColor = .indigo
/// let themed = text.themed(by: menlo)
/// ```
public struct TextTheme: Sendable {
  /// The name under which a text is saved with its theme; part of ``AttributedText/id(themedBy:)``.
  public var id: String
  /// What the theme's settings yield to; of two of a rank the later one counts.
  public var rank: Rank
  /// For all text.
  public var attributes = TextAttributes()
  /// For text in blocks of a kind; they override the attributes for all text.
  public var blocks: [TextBlockKind: TextAttributes] = [:]
  /// Passes for attributes of one's own, in order.
  public var lowerings: [any AttributeLowering] = []

  /// Who says how text looks. A later one counts; what the text itself says counts most.
  public enum Rank: Int, Hashable, Sendable, Comparable, CaseIterable {
    case engine, theme, frontMatter, flag

    /// True if the first yields to the second.
    public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// A theme that changes nothing yet.
  ///
  /// - Parameters:
  ///   - id: A name.
  ///   - rank: What its settings yield to.
  public init(_ id: String, rank: Rank = .theme) { (self.id, self.rank) = (id, rank) }

  /// What the theme says of text in some blocks: the innermost kind that it knows overrides the kinds around it.
  func attributes(in block: BlockIntent) -> TextAttributes {
    block.components.reversed().reduce(attributes) { attributes, component in
      blocks[component.kind].map { attributes.merging($0) } ?? attributes
    }
  }
}

extension AttributedText {
  /// A step on the way from a text to its looks.
  public struct ThemeStep: Sendable, CustomStringConvertible {
    /// `engine`, `theme menlo`, `inline`, `lowering BoldCaps`.
    public let name: String
    /// The text after the step.
    public let text: AttributedText

    /// The name, and each run with its attributes.
    public var description: String {
      name + ":\n" + text.runs.map { "  \($0.text)\($0.attributes.lines.map { "\n    " + $0 }.joined())\n" }.joined()
    }
  }

  /// The text as themes show it; what the text itself says counts over all of them. The text stays as it is.
  ///
  /// - Parameter themes: In any order of ranks; of two of one rank the later one counts.
  public func themed(by themes: TextTheme...) -> AttributedText { themed(by: themes) }

  /// The text as themes show it.
  public func themed(by themes: [TextTheme]) -> AttributedText { themeSteps(themes).last?.text ?? self }

  /// Each merge of ``themed(by:)-(TextTheme...)``, to be printed or compared: engine, theme, front matter, flag, the text's own attributes,
  /// and then the passes, whose values count like the text's own.
  public func themeSteps(_ themes: [TextTheme]) -> [ThemeStep] {
    let ordered = themes.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    var steps: [ThemeStep] = []
    var looks = self
    looks.content.change(0..<content.byteCount) { attributes in
      // What nodes and characters are is no matter of looks.
      for name in attributes.names { attributes[name] = nil }
    }
    for theme in ordered {
      looks.content.merge(theme)
      steps.append(ThemeStep(name: "\(theme.rank) \(theme.id)", text: looks))
    }
    looks.content = looks.content.overlaid(by: content)
    steps.append(ThemeStep(name: "inline", text: looks))
    for pass in ordered.flatMap(\.lowerings) {
      looks = looks.lowered(by: [pass])
      steps.append(ThemeStep(name: "lowering \(type(of: pass))", text: looks))
    }
    return steps
  }
}

extension TextContent {
  fileprivate mutating func merge(_ theme: TextTheme) {
    guard !theme.blocks.isEmpty else { return change(0..<byteCount) { $0.merge(theme.attributes) } }
    let chains = BlockChains(structure)
    var (inBlocks, merged) = ([Int32: TextAttributes](), [[Int32]: Int32]())
    var maker = maker
    for (number, segment) in segments.enumerated() {
      let block = segment.leaf > 0 ? structure.block(of: segment.leaf) : -1
      let set: Int32
      if let known = merged[[block, segment.set]] {
        set = known
      } else {
        let further = inBlocks[block] ?? theme.attributes(in: chains.intent(of: block, in: structure))
        inBlocks[block] = further
        set = maker.sets.number(of: sets[segment.set].merging(further))
        merged[[block, segment.set]] = set
      }
      maker.append(text(start(ofSegment: number)..<segment.end), leaf: segment.leaf, set: set)
    }
    self = TextContent(maker)
  }

  /// The same characters with the attributes of another text over these.
  fileprivate func overlaid(by other: TextContent) -> TextContent {
    var maker = maker
    var merged: [[Int32]: Int32] = [:]
    var (start, number) = (0, 0)
    for (place, segment) in other.segments.enumerated() {
      start = other.start(ofSegment: place)
      while start < segment.end {
        let below = segments[number]
        let end = min(below.end, segment.end)
        let pair = [below.set, segment.set]
        let set: Int32
        if let known = merged[pair] {
          set = known
        } else {
          set = maker.sets.number(of: sets[below.set].merging(other.sets[segment.set]))
          merged[pair] = set
        }
        maker.append(text(start..<end), leaf: segment.leaf, set: set)
        start = end
        if end == below.end { number += 1 }
      }
    }
    return TextContent(maker)
  }
}
