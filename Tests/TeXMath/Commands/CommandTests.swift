import Testing

@testable import TeXMath

/// The tables of commands; what each command makes is compared with LuaTeX (`ReferenceTests`) and covered (`CoverageTests`).
struct CommandTests {
  @Test func `no command is in the tables twice`() {
    let names = Commands.all.map(\.name)
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    #expect(Commands.named.count == names.count)
  }

  @Test func `a command is found under its name and executed from its row`() throws {
    let vocabulary = Vocabulary()
    for row in Commands.all {
      let meaning = vocabulary.meaning(of: vocabulary.names.number(of: row.name))
      guard case .command(let index, let word) = meaning else {
        // A definition of the same name goes before the row.
        Issue.record("\(row.name) does not mean its row")
        continue
      }
      #expect(Commands.all[Int(index)].name == row.name)
      #expect(word?.rawValue == row.name || word == nil)
    }
  }

  @Test func `what the parser looks for by name is in the tables`() {
    for name in ["over", "right", "end", "\\", "cr", "egroup", "expandafter", "noexpand", "fi", "else", "or", "text", "tiny", "href"] {
      #expect(ControlWord(rawValue: name) != nil && Commands.named[name] != nil, "\(name)")
    }
  }
}
