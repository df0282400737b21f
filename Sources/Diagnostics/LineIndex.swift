import TypesetBytes

/// Where the lines of a source begin, for many positions in it: each is found by halving.
package struct LineIndex {
  private let source: Source
  /// Of every line end, ascending.
  private let ends: [Int]

  package init(_ source: Source) {
    self.source = source
    ends = source.bytes.indices.filter { source.bytes[$0] == 0x0A }
  }

  /// The file and line of a byte, as `Source.position` has them.
  package func place(of offset: Int) -> (file: String, line: Int) {
    let offset = min(max(offset, 0), source.bytes.count)
    let run = source.run(at: offset)
    return (run.file, run.line + count(before: offset) - count(before: min(run.start, offset)))
  }

  /// How many lines end before a byte.
  private func count(before offset: Int) -> Int { ends.partitioningIndex { $0 >= offset } }
}
