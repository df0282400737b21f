/// Proof trees outside of `prooftree`, and inferences of the packages proof and mathpartir.
enum ProofCommands {
  static let rows: [CommandRow] =
    ProofReader.words.keys.sorted().filter { !["infer", "fCenter"].contains($0) }.map { name in
      CommandRow(name) { parser, call in ProofReader.read(&parser, from: call.token, environment: nil) }
    } + [
      // bussproofs: where statements are aligned; nothing, unless the document defines it.
      CommandRow("fCenter") { _, _ in },
      CommandRow("infer") { parser, _ in parser.append(Noad(nucleus: ProofReader.inference(&parser))) },
      CommandRow("deduce") { parser, _ in parser.append(Noad(nucleus: ProofReader.inference(&parser, hasLine: false))) },
      CommandRow("inferrule") { parser, _ in parser.append(Noad(nucleus: ProofReader.rule(&parser))) },
    ]
}
