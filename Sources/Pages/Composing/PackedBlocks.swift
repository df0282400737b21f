import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetFonts
import TypesetStyling

/// Sets blocks, or takes them from those that an earlier run has kept. Each thread has its own.
private final class KeptSetter {
  /// A block, and what it is kept by.
  struct Result: Sendable {
    var block: KeptBlocks.Block
    /// Nil if it can't be kept.
    var key: Digest128?
    /// Packed, if it has been set by this run.
    var packed: [UInt8]?
  }

  let builder: BlockBuilder
  private var keys: BlockKeys
  private let kept: KeptPieces
  private let fonts: FontBook
  private var faces: [String: FaceID] = [:]
  private var names: [FaceID: String?] = [:]

  init(_ builder: BlockBuilder, _ keys: BlockKeys, _ kept: KeptPieces, _ fonts: FontBook) {
    (self.builder, self.keys, self.kept, self.fonts) = (builder, keys, kept, fonts)
  }

  func result(_ block: StyledTree.Index) -> Result {
    let key = keys.key(of: block)
    if let key, let piece = kept.piece(key), let list = list(of: block, from: piece) {
      return Result(block: KeptBlocks.Block(list: list, diagnostics: []), key: key)
    }
    let made = builder.block(block)
    guard let key, made.diagnostics.isEmpty, let packed = packed(made.list) else { return Result(block: made) }
    return Result(block: made, key: key, packed: packed)
  }

  /// The names of the faces, and the list; nil if it shows something that is not in it, such as glyphs of the document's own fonts.
  private func packed(_ list: VList) -> [UInt8]? {
    var (names, numbers): ([String], [FaceID: Int]) = ([], [:])
    var body = PackWriter()
    do throws(NotPackable) {
      try list.pack(into: &body) { (id) throws(NotPackable) in
        if let number = numbers[id] { return number }
        guard let name = name(of: id) else { throw NotPackable() }
        names.append(name)
        numbers[id] = names.count - 1
        return names.count - 1
      }
    } catch {
      return nil
    }
    var out = PackWriter()
    out.add(names) { $0.add($1) }
    return out.bytes + body.bytes
  }

  private func list(of block: StyledTree.Index, from piece: ArraySlice<UInt8>) -> VList? {
    var packed = PackReader(piece)
    do throws(PackReader.Malformed) {
      let names = try packed.array { (packed) throws(PackReader.Malformed) in try packed.string() }
      let found = names.compactMap { face($0) }
      return found.count == names.count ? try VList(from: &packed, block: block, faces: found) : nil
    } catch {
      return nil
    }
  }

  private func face(_ name: String) -> FaceID? {
    if let known = faces[name] { return known }
    let face = fonts.face(lastingName: name)
    faces[name] = face?.id
    return face?.id
  }

  private func name(of face: FaceID) -> String? {
    if let known = names[face] { return known }
    let name = fonts.lastingName(of: fonts.face(face))
    names[face] = .some(name)
    return name
  }
}

extension Composer {
  /// Sets the blocks of a document that have changed since the last run that kept what it set.
  ///
  /// - Parameter surroundings: Of `BlockKeys`.
  func buildKept(
    _ tree: StyledTree, numbers: EquationNumbers, macros: MathMacros, formulas: ParsedFormulas, _ surroundings: Digest128,
    _ kept: KeptPieces
  ) -> Blocks {
    let blocks = tree.children(of: 0)
    let codeScale = codeScale(of: tree, macros, numbers)
    let chunk = 24
    let parts = concurrently((blocks.count + chunk - 1) / chunk, threads: threads) {
      let builder = makeBuilder(tree, macros: macros, numbers: numbers, formulas: formulas)
      if let codeScale { builder.document.codeScale = codeScale }
      let keys = BlockKeys(tree, numbers: numbers, codeScale: codeScale, surroundings: surroundings)
      return KeptSetter(builder, keys, kept, fonts)
    } work: { setter, part in
      let range = part * chunk..<min(blocks.count, (part + 1) * chunk)
      let results = range.map {
        budget.isStopped ? KeptSetter.Result(block: KeptBlocks.Block(list: VList(), diagnostics: [])) : setter.result(blocks[$0])
      }
      return (results: results, others: setter.builder.takeDiagnostics())
    }
    let results = parts.flatMap(\.results)
    let others = parts.flatMap(\.others)
    // Diagnostics of the whole document come from the blocks that are set.
    if others.isEmpty, !budget.isStopped, fonts.hasFoundAllBundled {
      kept.keep(
        used: results.compactMap { $0.packed == nil ? $0.key : nil },
        new: results.compactMap { result in
          guard let key = result.key, let packed = result.packed else { return nil }
          return (key, packed)
        })
    }
    return Blocks(
      lists: results.map(\.block.list), diagnostics: numbers.diagnostics + results.flatMap(\.block.diagnostics) + others, macros: macros,
      numbers: numbers, formulas: formulas)
  }
}
