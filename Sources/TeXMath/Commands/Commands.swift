/// A command that the parser executes: a row in the table of its family.
struct CommandRow: Sendable {
  /// Without its backslash.
  let name: String
  /// Reads the command's arguments and appends what it makes to the list that is being read.
  let perform: @Sendable (inout Parser, Call) -> Void
  /// For a definition that `\global` may precede: executes it, in all groups or in the innermost.
  private(set) var define: (@Sendable (inout Parser, _ isGlobal: Bool) -> Void)?
  /// True if it becomes other tokens.
  private(set) var isExpansion = false
  /// What it puts around its argument in text mode, where words keep their look; nil for a command that is a formula there.
  let around: NoadKind?

  init(_ name: String, inText around: NoadKind? = nil, _ perform: @escaping @Sendable (inout Parser, Call) -> Void) {
    self.name = name
    self.around = around
    self.perform = perform
  }

  /// A command that puts something around its argument, in formulas and in text mode.
  static func around(_ name: String, _ kind: NoadKind) -> CommandRow {
    CommandRow(name, inText: kind) { parser, _ in parser.wrapArgument(kind) }
  }

  static func definition(_ name: String, _ define: @escaping @Sendable (inout Parser, _ isGlobal: Bool) -> Void) -> CommandRow {
    var row = CommandRow(name) { parser, _ in define(&parser, false) }
    row.define = define
    return row
  }

  /// A command that becomes other tokens, in formulas and in text mode.
  static func expansion(_ name: String, _ expand: @escaping @Sendable (inout Parser) -> Void) -> CommandRow {
    var row = CommandRow(name) { parser, _ in expand(&parser) }
    row.isExpansion = true
    return row
  }

  /// A command that the parser recognises before it would be executed.
  static func readByParser(_ name: String) -> CommandRow { CommandRow(name) { _, _ in } }
}

/// Where a command is called: its token, and where the list begins that is being read.
struct Call {
  var token: Token
  var mark: Int
}

/// The commands of all families. To add one is to add a row to its family's table (`docs/extending/math-command.md`).
enum Commands {
  static let all: [CommandRow] =
    [
      FractionCommands.rows, DelimiterCommands.rows, PairedCommands.rows, AtomCommands.rows, AccentCommands.rows, StyleCommands.rows,
      SpaceCommands.rows,
      BoxCommands.rows, ArrowCommands.rows, TextCommands.rows, ReferenceCommands.rows, EnvironmentCommands.rows, DefinitionCommands.rows,
      PrimitiveCommands.rows, ScienceCommands.rows, PhysicsCommands.rows, ProofCommands.rows,
    ].flatMap { $0 }

  /// Rows by their names.
  static let named: [String: Int32] = {
    var named: [String: Int32] = [:]
    named.reserveCapacity(all.count)
    for (index, row) in all.enumerated() { named[row.name] = Int32(index) }
    return named
  }()
}
