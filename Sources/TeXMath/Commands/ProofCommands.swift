/// Proof trees outside of `prooftree`, and inferences of the packages proof and mathpartir. Their names are definitions, of an argument of `\proofword`.
enum ProofCommands {
  static let rows: [CommandRow] = [
    CommandRow("proofword") { parser, call in
      switch parser.argumentText() {
      case "deduce": parser.append(Noad(nucleus: ProofReader.inference(&parser, hasLine: false)))
      case "inferrule": parser.append(Noad(nucleus: ProofReader.rule(&parser)))
      case let name: ProofReader.read(&parser, from: call.token, environment: nil, first: name)
      }
    },
    CommandRow("infer") { parser, _ in parser.append(Noad(nucleus: ProofReader.inference(&parser))) },
  ]
}
