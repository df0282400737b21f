internal import CMalloc
internal import TypesetDiagnostics

/// What memory the program keeps of that which it no longer uses.
enum Heap {
  /// Smaller documents leave too little for it to be worth the time.
  private static let leastBytes = 256 << 10

  /// Nothing goes back to the system by itself.
  static func keepAll() {
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 30)
    _ = mallopt(M_TRIM_THRESHOLD, 1 << 30)
    _ = mallopt(M_TOP_PAD, 16 << 20)
  }

  /// Gives the system what a stage of a long document has left free in pieces, which are too small for much of what comes next: the tree among
  /// the set blocks, the set blocks among the pages.
  static func release(after stage: String, of source: Source) {
    guard stage == "blocks" || stage == "pages", source.bytes.count >= leastBytes else { return }
    _ = malloc_trim(0)
  }
}
