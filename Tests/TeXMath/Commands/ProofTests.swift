import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// Proof trees, and Xy-pic's matrices.
@Suite struct ProofTests {
  private let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    typesetter = MathTypesetter(
      fonts: fonts, face: try #require(fonts.face(family: "Latin Modern Math")), textFamilies: ["Latin Modern Roman"])
  }

  private func set(_ tex: String) -> Formula { typesetter.set(tex, style: .text, size: 10.pt) }

  /// What LuaLaTeX with bussproofs 1.1 measures, without the two spaces that its definition of `\AxiomC` begins with.
  @Test(arguments: [
    ("\\AxiomC{$A$}\\AxiomC{$B$}\\BinaryInfC{$A\\land B$}", 45.544, 12.36, 6.68),
    ("\\AxiomC{$\\Gamma\\vdash A$}\\RightLabel{(W)}\\UnaryInfC{$\\Gamma,B\\vdash A$}", 66.761, 12.36, 8.29),
    ("\\AxiomC{$A$}\\LeftLabel{$\\to$I}\\UnaryInfC{$A\\to(B\\to A)$}", 86.34, 12.52, 9.0),
    (
      "\\AXC{$P$}\\AXC{$P\\to Q$}\\RL{\\scriptsize MP}\\BIC{$Q$}\\AXC{$R$}\\RL{$\\land$I}\\BIC{$Q\\land R$}\\UIC{$R$}",
      125.668, 26.5, 20.72
    ),
    ("\\AxiomC{$A$}\\doubleLine\\UnaryInfC{$B$}\\noLine\\UnaryInfC{$\\vdots$}\\dashedLine\\UnaryInfC{$C$}", 15.59, 24.74, 18.96),
    ("\\AxiomC{$A$}\\AxiomC{$B$}\\AxiomC{$C$}\\TrinaryInfC{$D$}", 75.148, 12.305, 6.305),
    (
      "\\AxiomC{}\\RightLabel{Ax}\\UnaryInfC{$A\\vdash A$}\\AxiomC{}\\UnaryInfC{$B\\vdash B$}\\BinaryInfC{$A,B\\vdash A\\otimes B$}",
      99.994, 14.56, 10.49
    ),
  ]) func `proofs have LuaLaTeX's sizes`(tree: String, width: Double, height: Double, depth: Double) {
    let formula = set(tree + "\\DisplayProof")
    #expect(formula.diagnostics.isEmpty)
    for (ours, theirs) in zip([formula.width, formula.height, formula.depth], [width, height, depth]) {
      #expect(abs(ours.points - theirs) < 0.02, "\(ours.points) for \(theirs)")
    }
  }

  @Test(arguments: [
    "\\begin{prooftree}\\hypo{A}\\hypo{B}\\infer2{A\\land B}\\end{prooftree}",
    "\\infer{A\\land B}{A & B}", "\\Axiom$A$\\Axiom$B$\\BinaryInf$A\\land B$\\DisplayProof", "\\inferrule{A \\\\ B}{A\\land B}",
    "\\begin{prooftree}\\newcommand\\ax[1]{\\AxiomC{$#1$}}\\ax A\\ax B\\BinaryInfC{$A\\land B$}\\end{prooftree}",
  ]) func `the packages' ways to write an inference make the same`(tex: String) {
    let (formula, reference) = (set(tex), set("\\AxiomC{$A$}\\AxiomC{$B$}\\BinaryInfC{$A\\land B$}\\DisplayProof"))
    #expect(formula.diagnostics.isEmpty)
    #expect([formula.width, formula.height, formula.depth] == [reference.width, reference.height, reference.depth])
    #expect(formula.list.packed().glyphs.count == reference.list.packed().glyphs.count)
  }

  @Test(arguments: [
    ("\\AxiomC{$A$}\\BinaryInfC{$B$}\\DisplayProof", "\\BinaryInfC has one premise before it, and needs 2"),
    ("\\AxiomC{$A$}\\AxiomC{$B$}\\DisplayProof", "the proof has 2 conclusions: not all premises are used"),
    ("\\begin{prooftree}\\AxiomC{$A$}", "unmatched \\begin{prooftree}"),
    ("\\xymatrix{A\\ar@{zz}[r]&B}", "the arrow @{zz} is not known; it is set as ->"),
  ]) func `what is wrong with a proof or an arrow is said`(tex: String, message: String) {
    #expect(set(tex).diagnostics.map(\.message) == [message])
  }

  @Test(arguments: [("left", true), ("Left", true), ("right", false), ("Right", false)])
  func `a label of inferrule stands where its key says`(key: String, isLeft: Bool) throws {
    func places(_ tex: String) -> [(id: UInt32, x: Double)] {
      let ink = set(tex).list.packed()
      return ink.items.flatMap { item -> [(id: UInt32, x: Double)] in
        guard case .run(let run) = item else { return [] }
        return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { ($0.id, run.x.points + Double($0.x) / 65536) }
      }
    }
    let premise = try #require(places("A").first?.id)
    let all = places("\\inferrule*[\(key)=MP]{A}{A}")
    let (letters, label) = (all.filter { $0.id == premise }.map(\.x), all.filter { $0.id != premise }.map(\.x))
    #expect(letters.count == 2 && label.count == 2)
    #expect(isLeft ? label[1] < letters[0] : letters[0] < label[0])
  }

  @Test func `a proof is read inference by inference`() {
    let tree = "\\AxiomC{$P$}\\AxiomC{$P\\to Q$}\\RightLabel{MP}\\BinaryInfC{$Q$}\\LeftLabel{$\\lor$I}\\UnaryInfC{$Q\\lor R$}\\DisplayProof"
    let parsed = typesetter.parsed(tree, isDisplay: true)
    #expect(
      parsed.words()
        == "proof in 2 steps: step 1: from P; P to Q infer Q, by MP; step 2: from Q infer Q or R, by or I; end of the proof")
    #expect(parsed.words(in: "de").hasPrefix("Beweis in 2 Schritten: Schritt 1: aus P; "))
    #expect(parsed.plainText(isDisplay: true) == "P, P → Q ∴ Q (MP); Q ∴ Q ∨ R (∨I)")
    #expect(
      parsed.mathML(isDisplay: true, hasSource: false).contains(
        "<mi>Q</mi></mfrac><mtext>MP</mtext></mrow></mrow><mrow><mi>Q</mi><mo>∨</mo>"))
  }

  @Test(arguments: [
    ("\\xymatrix{A\\ar[r]^f\\ar[d]_g&B\\\\C}", "\\begin{tikzcd}\(Self.xy)A\\arrow[r,\"f\"]\\arrow[d,\"g\"']&B\\\\C\\end{tikzcd}"),
    ("\\xymatrix{A\\ar@{->>}[r]|{h}&B}", "\\begin{tikzcd}\(Self.xy)A\\arrow[r,two heads,\"h\"{description}]&B\\end{tikzcd}"),
    (
      "\\xymatrix@R=1pc@C=4pc{A\\ar@{^{(}->}[d]\\\\B}",
      "\\begin{tikzcd}[xymatrix,row sep=1pc,column sep=4pc]A\\arrow[d,hook]\\\\B\\end{tikzcd}"
    ),
    (
      "\\xymatrix{A\\ar@/_1pc/[r]_(.3){\\beta}&B}",
      "\\begin{tikzcd}\(Self.xy)A\\arrow[r,bend right,\"\\beta\"{swap,pos=.3}]&B\\end{tikzcd}"
    ),
    (
      "\\xymatrix{A\\ar@2{->}[r]&B\\ar@{=}[l]\\ar@(ul,ur)}",
      "\\begin{tikzcd}\(Self.xy)A\\arrow[r,Rightarrow]&B\\arrow[l,equal]\\arrow[loop,out=135,in=45]\\end{tikzcd}"
    ),
  ]) func `xymatrix is a diagram of tikz-cd at the distances of Xy-pic`(matrix: String, diagram: String) {
    let (formula, reference) = (set(matrix), set(diagram))
    #expect(formula.diagnostics.isEmpty)
    #expect([formula.width, formula.height, formula.depth] == [reference.width, reference.height, reference.depth])
    #expect(formula.list.packed().items.count == reference.list.packed().items.count)
  }

  private static let xy = "[xymatrix,row sep=2pc,column sep=2pc]"

  /// Sizes of Xy-pic 3.8.9 with LuaLaTeX and unicode-math: width, height, depth.
  @Test(arguments: [
    ("\\xymatrix{A}", [13.5, 10.16, 3]), ("\\xymatrix{A & B}", [51.09, 10.16, 3]), ("\\xymatrix{A\\\\ B}", [13.59, 10.16, 39.995]),
    ("\\xymatrix{A & B\\\\ C & D}", [51.78, 10.16, 40.435]), ("\\xymatrix@R=1pc@C=3pc{A & B\\\\ C & D}", [63.78, 10.16, 28.435]),
    ("\\xymatrix{A & BBBB & C\\\\ D & E & F}", [112.54, 10.16, 40.105]),
  ]) func `xymatrix has the size that Xy-pic gives it`(matrix: String, size: [Double]) {
    let formula = set(matrix)
    for (found, expected) in zip([formula.width, formula.height, formula.depth], size) {
      #expect(abs(found.points - expected) < 0.2, "\(matrix): \(found.points) \(expected)")
    }
  }
}
