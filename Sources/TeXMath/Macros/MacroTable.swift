internal import TypesetBytes
internal import TypesetDiagnostics

/// The meanings of commands beyond the tables: a formula's own definitions, then the document's definitions.
struct Definitions {
  private let document: DocumentDefinitions?
  private let stage: Int
  /// The formula's own definitions that still hold.
  private(set) var own: [UInt32: Macro] = [:]

  init(document: DocumentDefinitions? = nil, stage: Int = 0) {
    self.document = document
    self.stage = stage
  }

  var isEmpty: Bool { own.isEmpty && document?.isEmpty ?? true }

  subscript(name: UInt32) -> Macro? { own[name] ?? inherited(name) }

  /// The meaning of a name before the formula defines it.
  func inherited(_ name: UInt32) -> Macro? { document?.macro(name, at: stage) }

  /// Nil restores the meaning in the document.
  mutating func set(_ name: UInt32, to macro: Macro?) { own[name] = macro }
}

/// The definitions of a document, read once: each name with its meanings and the stages of the document from which they hold.
///
/// Stage 0 is the shared source, stage n what the n-th defining formula adds. The token numbers belong to one vocabulary.
final class DocumentDefinitions {
  private var versions: [UInt32: [(stage: Int, macro: Macro)]] = [:]
  var isEmpty: Bool { versions.isEmpty }

  /// The meaning with the highest stage that is not above this one.
  func macro(_ name: UInt32, at stage: Int) -> Macro? {
    guard let found = versions[name] else { return nil }
    let count = found.partitioningIndex { $0.stage > stage }
    return count > 0 ? found[count - 1].macro : nil
  }

  /// Stages come in ascending order.
  func record(_ name: UInt32, as macro: Macro, from stage: Int) { versions[name, default: []].append((stage, macro)) }

  func removeAll() { versions.removeAll() }
}

/// Reads the definitions that formulas of a document share, each once, for one vocabulary.
final class DefinitionReader {
  private let vocabulary: Vocabulary
  private let budget: Budget
  private let document = DocumentDefinitions()
  private var source: [UInt8]?
  private var chunks: [MathMacros.Chunk] = []
  private var chunksRead = 0

  init(vocabulary: Vocabulary, budget: Budget) {
    self.vocabulary = vocabulary
    self.budget = budget
  }

  /// The definitions that hold at the place for which `macros` are given.
  func definitions(of macros: MathMacros) -> Definitions {
    if source != macros.source || chunks != macros.chunks { begin(macros) }
    while chunksRead < macros.stage {
      chunksRead += 1
      read(chunks[chunksRead - 1].source, stage: chunksRead)
    }
    return Definitions(document: document, stage: macros.stage)
  }

  /// Reads the definitions of one more formula, as TeX.
  func add(_ source: String) -> Definitions {
    chunks.append(MathMacros.Chunk(start: chunks.count, source: Array(source.utf8)))
    chunksRead += 1
    read(chunks[chunksRead - 1].source, stage: chunksRead)
    return Definitions(document: document, stage: chunksRead)
  }

  /// Keeps what has been read if new chunks only follow the old ones.
  private func begin(_ macros: MathMacros) {
    let isMore = source == macros.source && macros.chunks.starts(with: chunks.prefix(chunksRead))
    chunks = macros.chunks
    if isMore { return }
    source = macros.source
    chunksRead = 0
    document.removeAll()
    read(macros.source, stage: 0)
  }

  private func read(_ source: [UInt8], stage: Int) {
    if source.isEmpty { return }
    // A comment in a file of one line is one.
    var parser = Parser(
      source + [0x0A], vocabulary: vocabulary, definitions: Definitions(document: document, stage: max(0, stage - 1)), budget: budget)
    parser.parse()
    add(parser.input.definitions.own, stage: stage)
  }

  private func add(_ found: [UInt32: Macro], stage: Int) {
    for (name, macro) in found { document.record(name, as: macro, from: stage) }
  }
}
