/// A command that the parser executes: a row in the table of its family.
struct CommandRow: Sendable {
  /// Without its backslash.
  let name: String
  /// Reads the command's arguments and appends what it makes to `pending`.
  let perform: @Sendable (inout Parser, Call) -> Void

  init(_ name: String, _ perform: @escaping @Sendable (inout Parser, Call) -> Void) {
    self.name = name
    self.perform = perform
  }

  /// A command that the parser recognises before it would be executed.
  static func readByParser(_ name: String) -> CommandRow { CommandRow(name) { _, _ in } }
}

/// Where a command is called: its token, and from which of the pending noads on the open list goes.
struct Call {
  var token: Token
  var mark: Int
}

/// The commands of all families. To add one is to add a row to its family's table (`docs/extending/math-command.md`).
enum Commands {
  static let all: [CommandRow] =
    Parser.fractionCommands + Parser.delimiterCommands + Parser.atomCommands + Parser.accentCommands + Parser.styleCommands
    + Parser.spaceFamily + Parser.boxCommands + Parser.arrowCommands + Parser.textCommands + Parser.environmentCommands
    + Parser.definitionCommands + Parser.primitiveCommands + Parser.scienceCommands + Parser.physicsCommands

  /// Rows by their names.
  static let named: [String: Int32] = {
    var named: [String: Int32] = [:]
    named.reserveCapacity(all.count)
    for (index, row) in all.enumerated() { named[row.name] = Int32(index) }
    return named
  }()
}
