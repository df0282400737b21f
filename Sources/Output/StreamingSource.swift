internal import TypesetBoxes
package import TypesetDiagnostics
internal import TypesetMarkdown
package import TypesetStyling

/// A document that is typeset while its text grows: what a program or a model is still writing.
///
/// ```swift
/// let stream = StreamingSource(Typesetter())
/// for piece in pieces {
///   for page in stream.append(piece) { show(try stream.settledPages?.png(page: page)) }
/// }
/// let document = stream.finish()
/// ```
///
/// Pages become settled one after the other, and a settled page never changes. Which pages settle when, and what is on them, depends on the
/// text alone and not on the pieces in which it comes. So does the finished document; it may differ from the one that `Typesetter` makes of
/// the whole text: the language, the way in which formulas are written, what is numbered and the size of code are decided by the first 4,096
/// bytes; references on settled pages to what comes later show `…`; tables of contents are at the end; `{pages}` shows `…` on the pages
/// that are settled before the text ends; files are not included.
///
/// Use one from one thread at a time.
public final class StreamingSource {
  private let name: String
  private let folder: String?
  private let steps: Steps
  private var text = GrowingText()
  private var growth = Growth()
  /// The pages that stay as they are.
  private var pages: [Page] = []
  /// The block of each footnote on them.
  private var noteBlocks: [Int32: Int32] = [:]
  /// What was wrong with the blocks on them.
  private var diagnostics: [Diagnostic] = []
  private var hasChanged = false
  /// The length of text at which pages are settled next.
  private var threshold = StreamingSource.opening
  private var cutsSeen = 0

  /// Bytes that decide what is otherwise decided by all of the text.
  private static let opening = 4096
  /// So many of the last pages may change when text is added: the last one, the one before, from which a figure or a heading may move, and
  /// those whose ends are chosen together with the end of that one.
  private static let openPages = 5

  /// What typesets.
  package struct Steps {
    /// What a text decides for all that follows.
    package var decide: (Source) -> EarlyDecisions
    /// Typesets some of the text.
    package var make: (Source, Growth) -> TypesetDocument

    package init(decide: @escaping (Source) -> EarlyDecisions, make: @escaping (Source, Growth) -> TypesetDocument) {
      (self.decide, self.make) = (decide, make)
    }
  }

  package init(name: String, folder: String?, _ steps: Steps) { (self.name, self.folder, self.steps) = (name, folder, steps) }

  /// How many pages stay as they are, from the first one on.
  public var settledPageCount: Int { pages.count }

  /// Adds text.
  ///
  /// - Returns: The pages that are settled by it, from 0.
  @discardableResult public func append(_ text: String) -> Range<Int> { append(text.utf8) }

  /// Adds UTF-8; a character may be divided between two pieces.
  ///
  /// - Returns: The pages that are settled by it, from 0.
  @discardableResult public func append(_ bytes: some Sequence<UInt8>) -> Range<Int> {
    let before = pages.count
    text.append(bytes)
    if growth.decisions == nil, text.bytes.count >= Self.opening { decide() }
    while growth.decisions != nil, cutsSeen < text.cuts.count {
      let cut = text.cuts[cutsSeen]
      cutsSeen += 1
      guard cut >= threshold else { continue }
      // Each time half as much again, so that all of it takes a few times as long as the whole text at once.
      threshold = max(cut + 2 * Self.opening, cut / 2 * 3)
      settle(upTo: cut)
    }
    return before..<pages.count
  }

  /// The document as far as it has come. What is open at the end is closed; pages from ``settledPageCount`` on may change.
  public func snapshot() -> TypesetDocument { made(of: text.completed) }

  /// A document of the settled pages alone; nil without settled pages.
  public private(set) var settledPages: TypesetDocument?

  /// The whole document. Nothing is added afterwards.
  public func finish() -> TypesetDocument {
    if growth.decisions == nil { decide() }
    text.mendNotes(upTo: text.bytes.count)
    growth.hasEnded = true
    return made(of: text.bytes)
  }

  // MARK: Settling

  private func decide() { growth.decisions = steps.decide(source(text.opening(Self.opening))) }

  private func source(_ bytes: [UInt8]) -> Source { Source(name: name, bytes: bytes, folder: folder) }

  private func made(of bytes: [UInt8]) -> TypesetDocument {
    var document = steps.make(source(bytes), growth)
    // What no cut should allow: later text has changed blocks on settled pages.
    if !document.continues(growth) { hasChanged = true }
    document.keep(pages, noteBlocks: noteBlocks)
    complete(&document.diagnostics)
    return document
  }

  /// Adds what was wrong with blocks that have not been set again.
  private func complete(_ found: inout [Diagnostic]) {
    var all = diagnostics
    for diagnostic in found where !all.contains(diagnostic) { all.append(diagnostic) }
    if hasChanged {
      all.append(
        Diagnostic(
          .warning, "stream.changed", at: nil, "text that came later changes pages that had been settled; they stay as they were",
          hint: "typeset the whole text without --stream"))
    }
    found = all.inDocumentOrder()
  }

  /// Settles pages of the text up to a cut.
  private func settle(upTo cut: Int) {
    text.mendNotes(upTo: cut)
    let document = made(of: text.prefix(cut))
    let count = document.pageCount - Self.openPages
    guard document.continues(growth), count > pages.count else { return }
    (pages, noteBlocks) = (Array(document.pages[..<count]), document.structure.noteBlocks)
    growth.settledPages = count
    settledPages = document
    settledPages?.pages = pages
    // All blocks up to the last one of which something is on these pages.
    let blocks = document.blockStarts.keys.sorted()
    let known = Set(blocks)
    let last = pages.lazy.map { $0.lastBlock(among: known) }.max() ?? -1
    let kept = blocks.prefix { $0 <= last }.count
    guard kept > growth.starts.count else { return }
    growth.settled = Array(document.lists[..<kept])
    growth.starts = blocks[..<kept].compactMap { document.blockStarts[$0] }
    let end = kept < blocks.count ? document.blockStarts[blocks[kept]] ?? cut : cut
    diagnostics = document.diagnostics.filter { $0.span.map { Int($0.start) < end } ?? false }
    text.keep(upTo: end, knowing: cut)
  }
}

extension TypesetDocument {
  /// True if it begins with the blocks that are settled.
  fileprivate func continues(_ growth: Growth) -> Bool {
    blockStarts.count >= growth.starts.count
      && zip(blockStarts.keys.sorted(), growth.starts).allSatisfy { blockStarts[$0] == $1 }
  }

  /// Puts pages that are to stay as they were in the place of pages that look different.
  ///
  /// - Parameter noteBlocks: The block of each of their footnotes; in this document, it may be another one.
  fileprivate mutating func keep(_ kept: [Page], noteBlocks: [Int32: Int32]) {
    var moved: [Int32: Int32] = [:]
    for (note, block) in noteBlocks { moved[block] = structure.noteBlocks[note] }
    for (number, page) in kept.enumerated() {
      let isNew = number >= pages.count
      guard isNew || pages[number] != page && pages[number].printed(face: { "\($0)" }) != page.printed(face: { "\($0)" }) else { continue }
      var page = page
      page.ink.changeBlocks { moved[$0] ?? $0 }
      if isNew { pages.append(page) } else { pages[number] = page }
    }
  }
}

extension Page {
  /// The last of some blocks of which something is on the page; -1 if no such block is on the page.
  fileprivate func lastBlock(among blocks: Set<Int32>) -> Int32 {
    ink.items.reduce(-1) { last, item in
      if case .content(let element) = item, element.block > last, blocks.contains(element.block) { element.block } else { last }
    }
  }
}
