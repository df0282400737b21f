internal import Synchronization
package import TypesetFiles

/// What the documents of one process share: faces, fonts at their sizes, and shaped words. It may be used by several threads at once, and does
/// not change the results.
public final class SharedWork: Sendable {
  private struct State {
    var books: [Key: FontBook] = [:]
    var shapers: [ObjectIdentifier: [IdleShaper]] = [:]
    var kept: [ObjectIdentifier: any Sendable] = [:]
  }

  /// What decides which fonts a document finds.
  private struct Key: Hashable {
    var roots: [String]
    var ignoresSystemFonts: Bool
    var fontPaths: [String]
  }

  private let state = Mutex(State())

  /// True if the stages keep what they made of the last document.
  package let keepsBlocks: Bool

  /// Creates an empty cache.
  ///
  /// - Parameter keepsBlocks: True if the next document is the last one after an edit: the blocks that have not changed are not set again. What
  ///   comes out is the same; it takes memory.
  public init(keepsBlocks: Bool = false) { self.keepsBlocks = keepsBlocks }

  /// Keeps what a stage made of a document, for the same stage of the next one; one value of each type.
  package func keep<Value: Sendable>(_ value: Value) { state.withLock { $0.kept[ObjectIdentifier(Value.self)] = value } }

  /// What was kept; it is no longer, so that it can be changed in place.
  package func take<Value: Sendable>(_ type: Value.Type) -> Value? {
    state.withLock { $0.kept.removeValue(forKey: ObjectIdentifier(type)) } as? Value
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
  /// Of documents that are not each other's next edit: 8 MB have the words of a language, and what more there is, such as amounts and names of
  /// thousands of letters, does not come again.
  package static let mostGlyphsOfStrangers = 200_000

  fileprivate func take(back shaper: Shaper) {
    guard shaper.glyphs.count < (keepsBlocks ? Self.mostGlyphs : Self.mostGlyphsOfStrangers) else { return }
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
