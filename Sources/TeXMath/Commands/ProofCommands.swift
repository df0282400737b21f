/// Proof trees outside of `prooftree`, and inferences of the packages proof and mathpartir. The names of bussproofs and ebproof are definitions.
enum ProofCommands {
  static let rows: [CommandRow] = [
    CommandRow("proofword") { parser, call in ProofReader.read(&parser, from: call.token, environment: nil) },
    CommandRow("infer") { parser, _ in parser.append(Noad(nucleus: ProofReader.inference(&parser))) },
    CommandRow("deduce") { parser, _ in parser.append(Noad(nucleus: ProofReader.inference(&parser, hasLine: false))) },
    CommandRow("inferrule") { parser, _ in parser.append(Noad(nucleus: ProofReader.rule(&parser))) },
  ]
}
