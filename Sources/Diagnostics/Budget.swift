/// Every limit of the program, each under the attack that it stops. Reaching one is a diagnostic, never a crash.
public struct Budget: Sendable {
  /// A file of gigabytes: more than any book, less than memory.
  public var sourceBytes = 256 << 20
  /// A file of 4 MB of lines of a letter, or of `$x$`: line ends and signs that may begin something. What is known of one takes some 200 bytes
  /// while blocks are found.
  public var lines = 1 << 21
  /// A file that includes itself twice.
  public var includedFiles = 1_000
  /// A thousand files of a megabyte: bytes of all included files together, as a source of that size.
  public var includedBytes = 256 << 20
  /// A file of a megabyte that is included 200 times: bytes of what is included again.
  public var repeatedBytes = 2 << 20
  /// A line of a file of a megabyte that is included 1,000 times: bytes that are read for including, beyond the first time of each file.
  public var rereadBytes = 64 << 20
  /// `\href{javascript:…}`: the addresses that links may lead to.
  package var links = LinkPolicy.standard
  /// A document of a million empty notes: nodes of its tree, blocks and pieces of their text.
  public var nodes = 1 << 21
  /// The same: bytes of memory that all nodes together take until their pages are written, as `MemoryWeight` tells it.
  public var treeBytes = 880 << 20
  /// A book of 10,000 pages, which is no attack: beyond this many bytes of text, the limits of lines, of nodes and of their memory grow with it.
  public var plainBytes = 8 << 20
  /// A paragraph or a listing of 20 MB: bytes of text that are set at once.
  public var blockBytes = 2 << 20
  /// A document of 48 MB of listings: lines of code of all of them together, each of which takes up to 4 KB until its page is written.
  public var codeLines = 1 << 18
  /// A document of gigabytes, of anything: the work of setting it, as its tree tells it, in units of about a nanosecond (`WorkLimit`). Where it
  /// is more than four fifths of this, code is not coloured and words are not divided.
  public var work = Int.max
  /// `\def\a{\a\a}\a`: tokens that the macros of one formula may expand to.
  public var macroExpansions = 10_000
  /// `\newcommand{\a}{xxx…}` and ten thousand times `$\a$`: tokens that macros may make in all formulas of a document together, which
  /// share them equally (`sharingMacros(among:)`).
  ///
  /// The same is what a formula may draw of pieces of arrows and braces, of dots of `\hdotsfor`, and of copies of `@{…}` in the rows of arrays
  /// that are within each other.
  public var macroTokens = 1 << 22
  /// `\rotatebox` around a page of words: letters of a document's formulas that are drawn as outlines, since they are turned. A letter takes
  /// up to 2 KB until its page is written. The formulas share them equally (`sharingMacros(among:)`).
  public var turnedLetters = 1 << 16
  /// 100,000 opening braces: groups of a formula inside one another.
  public var formulaNesting = 100
  /// `\enclose{x x x …}{x}`, which wraps once for each word: lists inside one another in a formula that has been read, whatever has built them.
  public var formulaDepth = 200
  /// A formula of 10 MB.
  public var formulaBytes = 1 << 18
  /// A word of 60 MB.
  public var wordBytes = 1 << 18
  /// A matrix of a million cells.
  public var alignmentCells = 5_000
  /// 10,000 quotes, lists or brackets inside one another: deeper blocks are set flat.
  public var blockNesting = 100
  /// A page of the size of a stamp, for a book.
  public var pages = 20_000
  /// A page of five by five metres as PNG.
  public var pagePixels = 100_000_000
  /// A thousand pages as PNG of a document from an unknown author; no limit unless the memory is limited.
  public var documentPixels = Int.max
  /// A picture of a million pixels each way; neither may be more than 2²⁰.
  public var picturePixels = 1 << 30
  /// A picture of 20,000 × 20,000 pixels: what has more than this is scaled down while it is read. A pixel takes four bytes, its colours and
  /// alpha apart, packed and on the way three times as many, which is `pictureMemory`.
  public var decodedPixels = 32 << 20
  /// An SVG file that unfolds into gigabytes.
  public var pictureBytes = 64 << 20
  /// A filter of an SVG that never ends: seconds of CPU time that one picture may take, if it is drawn in a separate process.
  ///
  /// The last resort behind `pictureWork`: a document with such a picture is incomplete, and the program ends with code 7.
  public var pictureSeconds = 8.0
  /// A thousand pictures, each just below the limit: seconds of CPU time for all of them, and for all diagrams.
  public var picturesSeconds = 60.0
  /// The same, without a clock: what drawing an SVG file takes, in elements and, for filters, in pixels (`SVGWork`); a unit is about a nanosecond.
  public var pictureWork = 1 << 36
  /// A mask of a million pixels' width: bytes of memory that drawing a picture may take, in a separate process.
  public var pictureMemory = 512 << 20
  /// A client's provider of files that never answers: seconds that each answer may take. A provider that has taken longer is not asked again.
  public var resourceSeconds = 30.0

  /// Derives the limits of work from the memory that a run may take, so that reaching one leaves a document.
  ///
  /// - Parameter bytes: Of memory, at least 64 MB.
  package mutating func fit(memory bytes: Int) {
    let bytes = max(bytes, 64 << 20)
    // More memory allows more than the limits without one, which a long text has raised else.
    plainBytes = .max
    // A node takes some 150 bytes while the text is read.
    nodes = bytes / 1_000
    // A quarter is for libraries, fonts and what is read beside the tree.
    treeBytes = bytes / 4 * 3 - 20 << 20
    lines = bytes / 480
    codeLines = bytes / 2_500
    includedBytes = min(includedBytes, bytes / 256)
    repeatedBytes = min(repeatedBytes, bytes / 256)
    // A paragraph of short words takes 230 bytes of memory for one of text; two are set at the same time.
    blockBytes = min(blockBytes, bytes / 800)
    rereadBytes = min(rereadBytes, bytes / 16)
    // A page's pixels are held twice, as they are drawn and as they are written, in three or four bytes each.
    pagePixels = min(pagePixels, bytes / 12)
    // A pixel takes some 10 ns, with its part of a PNG file: two and a half seconds with 480 MB.
    documentPixels = min(documentPixels, bytes / 2)
    pages = min(pages, bytes / 40_000)
    // A token that becomes a fraction takes 120 bytes until its page is written.
    macroTokens = min(macroTokens, bytes / 480)
    turnedLetters = min(turnedLetters, bytes / 8_000)
  }

  /// What writing a page as PNG takes besides its pixels, as a file with its checks and its marks, counted in pixels that take the same time.
  package static let pixelsOfPage = 100_000

  /// Four thousand pages as SVG, each a file with the outlines of its letters.
  package mutating func limitPagesOfOutlines() { pages = min(pages, documentPixels / (3 * Self.pixelsOfPage)) }

  /// Twelve thousand pages as PNG, each a file: half of the time is for what they are besides their pixels.
  package mutating func limitPagesOfPixels() { pages = min(pages, documentPixels / (2 * Self.pixelsOfPage)) }

  /// 4 MB of headings as PNG: colouring and compressing all pixels takes as long as two thirds of the work, which is half of its limit's time.
  package mutating func leaveWorkForPixels() { if work < .max { work -= work / 3 } }

  /// The limits of reading for a text of this many bytes.
  package func reading(_ bytes: Int) -> Budget {
    guard bytes > plainBytes else { return self }
    let factor = min(bytes, 1 << 34) * 64 / max(plainBytes, 64)
    func grown(_ limit: Int) -> Int { limit / 64 * factor }
    var budget = self
    (budget.lines, budget.nodes, budget.treeBytes) = (grown(lines), grown(nodes), grown(treeBytes))
    // Files of a work are read by the limits of the whole.
    budget.plainBytes = .max
    return budget
  }

  /// Tokens that the macros of one formula may make.
  package var formulaMacroTokens: Int { min(macroTokens, macroExpansions * 20) }

  /// The limits of one of several files, by its part of their bytes. What is known of lines is needed while their file is read, as few are at a time.
  package func part(_ bytes: Int, of all: Int) -> Budget {
    var part = self
    let share = max(1, all / max(1, bytes))
    (part.nodes, part.lines) = (max(256, nodes / share), max(256, lines / min(share, Self.filesAtATime)))
    return part
  }

  private static let filesAtATime = 8

  /// The limits of the formulas of a document: what they may make together, of macros and of turned letters, is divided among them, so that
  /// a formula is cut at the same place whatever is set before it.
  ///
  /// - Parameter count: Of all formulas. A share is a power of two, so that few edits change it, and never less than 16 tokens and 4 letters.
  package func sharingMacros(among count: Int) -> Budget {
    func share(of total: Int, atLeast least: Int) -> Int {
      min(total, 1 << (Int.bitWidth - 1 - max(least, total / max(1, count)).leadingZeroBitCount))
    }
    var shared = self
    shared.macroTokens = share(of: macroTokens, atLeast: 16)
    shared.macroExpansions = min(macroExpansions, shared.macroTokens)
    shared.turnedLetters = share(of: turnedLetters, atLeast: 4)
    return shared
  }

  /// True if a text is read to the same limits with another budget.
  package func readsAlike(_ other: Budget) -> Bool { readingLimits == other.readingLimits && links == other.links }

  private var readingLimits: [Int] {
    [
      sourceBytes, lines, nodes, treeBytes, plainBytes, blockBytes, codeLines, work, macroExpansions, macroTokens, formulaNesting,
      formulaDepth,
      formulaBytes, wordBytes, alignmentCells, blockNesting,
    ]
  }

  /// A client that changes its mind.
  package var stop: StopFlag?

  /// True where what is made is no longer wanted: a stage that sees it returns what it has.
  package var isStopped: Bool { stop?.isRaised ?? false }

  /// The limits of the command line.
  public init() {}
}
