internal import Synchronization
package import TypesetFiles

/// What the documents of one process share: faces, fonts at their sizes, and shaped words. It may be used by several threads at once, and does
/// not change the results.
public final class SharedWork: Sendable {
  private struct State {
    var books: [Key: FontBook] = [:]
    var shapers: [ObjectIdentifier: [IdleShaper]] = [:]
    var blocks: (any AnyObject & Sendable)?
  }

  /// What decides which fonts a document finds.
  private struct Key: Hashable {
    var roots: [String]
    var ignoresSystemFonts: Bool
    var fontPaths: [String]
  }

  private let state = Mutex(State())

  /// True if the blocks of the last document are kept.
  package let keepsBlocks: Bool

  /// Creates an empty cache.
  ///
  /// - Parameter keepsBlocks: True if the next document is the last one after an edit: the blocks that have not changed are not set again. What
  ///   comes out is the same; it takes memory.
  public init(keepsBlocks: Bool = false) { self.keepsBlocks = keepsBlocks }

  /// The blocks of the last document, as the module that sets them left them.
  package var blocks: (any AnyObject & Sendable)? {
    get { state.withLock { $0.blocks } }
    set { state.withLock { $0.blocks = newValue } }
  }

  /// The fonts of documents that read from these folders.
  package func fonts(roots: [String], ignoresSystemFonts: Bool, fontPaths: [String], files: FileAccess) -> FontBook {
    let key = Key(roots: roots, ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths)
    return state.withLock { state in
      if let known = state.books[key] { return known }
      let book = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths, files: files)
      state.books[key] = book
      return book
    }
  }

  /// Lends a shaper of a font book until the loan is deallocated.
  package func shaper(for fonts: FontBook) -> ShaperLoan {
    let idle = state.withLock { $0.shapers[ObjectIdentifier(fonts)]?.popLast() }
    return ShaperLoan(shaper: idle?.shaper ?? Shaper(fonts: fonts), owner: self)
  }

  /// More glyphs than this are not worth their memory: 64 MB.
  private static let mostGlyphs = 2_000_000

  fileprivate func take(back shaper: Shaper) {
    guard shaper.glyphs.count < Self.mostGlyphs else { return }
    let idle = IdleShaper(shaper: shaper)
    state.withLock { $0.shapers[ObjectIdentifier(shaper.fonts), default: []].append(idle) }
  }
}

/// A shaper that is not in use: it is passed from the thread that returned it to the one that takes it next.
private struct IdleShaper: @unchecked Sendable {
  let shaper: Shaper
}

/// A shaper on loan; returned when this is deallocated.
package final class ShaperLoan {
  package let shaper: Shaper
  private let owner: SharedWork

  init(shaper: Shaper, owner: SharedWork) { (self.shaper, self.owner) = (shaper, owner) }

  deinit { owner.take(back: shaper) }
}
