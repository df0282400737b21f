/// The names of the tables by which formulas are read, for what tries all of them.
package enum FormulaNames {
  /// Each table's names in order, by what they are: commands take arguments, symbols take no arguments.
  package static var all: [(kind: String, names: [String])] {
    let commands = Commands.all.map(\.name) + Vocabulary.definitions.flatMap(\.names) + alphabetCommands.keys + textNames + combining.keys
    let taken = Set(commands)
    return [
      ("command", taken.sorted()), ("symbol", Set(Vocabulary.allNames).subtracting(taken).sorted()),
      ("environment", transparentEnvironments.union(environments.keys).sorted()),
    ]
  }
}
