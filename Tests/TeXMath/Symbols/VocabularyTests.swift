import Testing

@testable import TeXMath

struct VocabularyTests {
  @Test func `the rows of each table are in the order of their names, and no name is there twice`() {
    for table in Vocabulary.symbols + Vocabulary.definitions {
      let names = table.names
      #expect(!names.isEmpty)
      for (name, next) in zip(names, names.dropFirst()) {
        #expect(name.utf8.lexicographicallyPrecedes(next.utf8), "\(name) \(next)")
      }
    }
    let symbols = Vocabulary.symbols.flatMap(\.names)
    #expect(Set(symbols).count == symbols.count)
    let definitions = Vocabulary.definitions.flatMap(\.names)
    #expect(Set(definitions).count == definitions.count)
  }

  @Test func `each row is found by its name, and no other name is`() {
    for table in Vocabulary.symbols + Vocabulary.definitions {
      for name in table.names {
        #expect(table.row(named: name.utf8)?.isEmpty == false, "\(name)")
        #expect(table.row(named: (name + "¿").utf8) == nil)
        #expect(table.row(named: (" " + name).utf8) == nil)
      }
      #expect(table.row(named: "".utf8) == nil)
    }
  }

  @Test func `a name has one meaning, whenever it is asked for`() {
    let vocabulary = Vocabulary()
    let unknown = vocabulary.names.number(of: "quuux")
    let alpha = vocabulary.names.number(of: "alpha")
    let frac = vocabulary.names.number(of: "frac")
    if case .symbol(0x3B1, .ord, isAlphabetic: true) = vocabulary.meaning(of: alpha) {} else { Issue.record("alpha") }
    if case .undefined = vocabulary.meaning(of: unknown) {} else { Issue.record("quuux") }
    if case .command(Commands.named["frac"], nil) = vocabulary.meaning(of: frac | CommandNames.original) {} else { Issue.record("frac") }
    if case .undefined = vocabulary.meaning(of: 1_000_000) {} else { Issue.record("a number without a name") }
  }

  /// The table of classes is derived from the rows of symbols; where it differs, this says what it must be.
  @Test func `a character has the class of the first symbol by name that it is`() {
    var rows: [(name: String, scalar: UInt32, atomClass: AtomClass)] = []
    for table in Vocabulary.symbols {
      for name in table.names {
        switch table.row(named: name.utf8).flatMap({ Meaning(row: $0, isTop: false) }) {
        case .symbol(let scalar, let atomClass, _): rows.append((name, scalar, atomClass))
        case .largeOperator(let scalar, _): rows.append((name, scalar, .op))
        default: break
        }
      }
    }
    var classes: [UInt32: AtomClass] = [:]
    for row in rows.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) where row.scalar >= 128 {
      if classes[row.scalar] == nil { classes[row.scalar] = row.atomClass }
    }
    // As ↺, and as unicode-math has both.
    classes[0x21BB] = .ord
    let vocabulary = Vocabulary()
    for scalar in UInt32(128)...0x1F000 {
      let wanted = classes[scalar] ?? .ord
      #expect(vocabulary.atomClass(of: scalar) == wanted, "\(String(scalar, radix: 16, uppercase: true)) \(wanted)")
    }
  }

  @Test func `all names of the tables mean something`() {
    let vocabulary = Vocabulary()
    for name in Vocabulary.allNames {
      if case .undefined = vocabulary.meaning(of: vocabulary.names.number(of: name)) { Issue.record("\(name)") }
    }
  }
}
