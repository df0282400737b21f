/// Formulas in English, in the manner of ClearSpeak.
extension SpeechLanguage {
  static let english = SpeechLanguage(
    "en", signs: SortedRows(englishSigns), operators: SortedRows(englishOperators), functions: SortedRows(englishFunctions),
    phrases: englishPhrase, copula: "is ", join: englishJoin)
}

/// No article twice: "2 to the absolute value of x".
@Sendable private func englishJoin(_ out: inout [UInt8], _ words: String) {
  let isTwice = words.hasPrefix("the ") && out.suffix(4).elementsEqual("the ".utf8)
  out += isTwice ? words.utf8.dropFirst(4) : words.utf8[...]
}

private let englishSigns: StaticString = """
  00021 factorial
  00023 number sign
  00024 dollars
  00025 percent
  00026 and
  00028 open parenthesis
  00029 close parenthesis
  0002A star
  0002B plus
  0002C ,
  0002D minus
  0002E point
  0002F divided by
  0003A colon
  0003B ;
  0003C is less than
  0003D equals
  0003E is greater than
  0003F question mark
  00040 at
  0005B open bracket
  0005C backslash
  0005D close bracket
  0005F underscore
  0007B open brace
  0007C vertical bar
  0007D close brace
  0007E tilde
  000A3 pounds
  000A7 section
  000AC not
  000B0 degrees
  000B1 plus or minus
  000B6 paragraph
  000B7 times
  000D7 times
  000F7 divided by
  00131 dotless i
  00237 dotless j
  00391 capital Alpha
  00392 capital Beta
  00393 capital Gamma
  00394 capital Delta
  00395 capital Epsilon
  00396 capital Zeta
  00397 capital Eta
  00398 capital Theta
  00399 capital Iota
  0039A capital Kappa
  0039B capital Lambda
  0039C capital Mu
  0039D capital Nu
  0039E capital Xi
  0039F capital Omicron
  003A0 capital Pi
  003A1 capital Rho
  003A3 capital Sigma
  003A4 capital Tau
  003A5 capital Upsilon
  003A6 capital Phi
  003A7 capital Chi
  003A8 capital Psi
  003A9 capital Omega
  003B1 alpha
  003B2 beta
  003B3 gamma
  003B4 delta
  003B5 epsilon
  003B6 zeta
  003B7 eta
  003B8 theta
  003B9 iota
  003BA kappa
  003BB lambda
  003BC mu
  003BD nu
  003BE xi
  003BF omicron
  003C0 pi
  003C1 rho
  003C2 final sigma
  003C3 sigma
  003C4 tau
  003C5 upsilon
  003C6 phi
  003C7 chi
  003C8 psi
  003C9 omega
  003D1 theta
  003D5 phi
  003D6 pi
  003F0 kappa
  003F1 rho
  003F5 epsilon
  02016 double vertical bar
  02020 dagger
  02021 double dagger
  02022 bullet
  02026 and so on
  02032 prime
  02033 double prime
  02034 triple prime
  02057 quadruple prime
  02102 the complex numbers
  0210F h bar
  02113 l
  02115 the natural numbers
  02118 Weierstrass p
  0211A the rational numbers
  0211D the real numbers
  02124 the integers
  02135 aleph
  02136 beth
  02190 left arrow
  02191 up arrow
  02192 to
  02193 down arrow
  02194 left right arrow
  02197 increases to
  02198 decreases to
  021A0 maps onto
  021A6 maps to
  021AA embeds into
  021C0 converges weakly to
  021CC is in equilibrium with
  021D0 is implied by
  021D2 implies
  021D4 if and only if
  021DD leads to
  02200 for all
  02202 partial
  02203 there exists
  02204 there does not exist
  02205 the empty set
  02206 Delta
  02207 nabla
  02208 is in
  02209 is not in
  0220B contains
  0220E end of proof
  02212 minus
  02213 minus or plus
  02216 without
  02217 star
  02218 composed with
  0221A square root
  0221D is proportional to
  0221E infinity
  02220 angle
  02223 divides
  02224 does not divide
  02225 is parallel to
  02227 and
  02228 or
  02229 intersected with
  0222A union
  02234 therefore
  02235 because
  02236 colon
  0223C is similar to
  02241 is not similar to
  02243 is asymptotically equal to
  02245 is congruent to
  02248 is approximately equal to
  02249 is not approximately equal to
  0224D is equivalent to
  02250 approaches
  02254 is defined as
  02255 defines
  0225C is defined as
  0225D is by definition
  0225F is equal, in question, to
  02260 is not equal to
  02261 is identical to
  02262 is not identical to
  02264 is less than or equal to
  02265 is greater than or equal to
  02266 is less than or equal to
  02267 is greater than or equal to
  0226A is much less than
  0226B is much greater than
  0226E is not less than
  0226F is not greater than
  02270 is not less than or equal to
  02271 is not greater than or equal to
  02272 is less than or about
  02273 is greater than or about
  0227A precedes
  0227B succeeds
  0227C precedes or equals
  0227D succeeds or equals
  02282 is a proper subset of
  02283 is a proper superset of
  02284 is not a subset of
  02286 is a subset of
  02287 is a superset of
  02288 is not a subset of
  0228A is a proper subset of
  0228E multiset union
  02291 is a square subset of
  02295 direct sum
  02296 circled minus
  02297 tensor
  02298 circled divide
  02299 circled dot
  022A2 proves
  022A3 is left adjoint to
  022A4 top
  022A5 is perpendicular to
  022A8 models
  022B2 is a normal subgroup of
  022B4 is a normal subgroup of
  022C0 and
  022C1 or
  022C2 intersection
  022C3 union
  022C4 diamond
  022C5 times
  022C6 star
  022C9 semidirect product with
  022CA semidirect product with
  022EE and so on
  022EF and so on
  022F1 and so on
  02308 open ceiling
  02309 close ceiling
  0230A open floor
  0230B close floor
  025A0 end of proof
  025A1 box
  025B3 triangle
  025BD triangle down
  025EF circle
  0266D flat
  0266E natural
  0266F sharp
  02713 check mark
  027C2 is perpendicular to
  027E6 open double bracket
  027E7 close double bracket
  027E8 open angle bracket
  027E9 close angle bracket
  027F5 left arrow
  027F6 to
  027F8 is implied by
  027F9 implies
  027FA if and only if
  027FC maps to
  029F5 without
  02A7D is less than or equal to
  02A7E is greater than or equal to
  02AAF precedes or equals
  02AB0 succeeds or equals
  02ACB is a proper subset of
  """

private let englishOperators: StaticString = """
  0220F the product
  02210 the coproduct
  02211 the sum
  0222B the integral
  0222C the double integral
  0222D the triple integral
  0222E the contour integral
  0222F the surface integral
  02230 the volume integral
  022C0 the conjunction
  022C1 the disjunction
  022C2 the intersection
  022C3 the union
  02A00 the circled dot product
  02A01 the direct sum
  02A02 the tensor product
  02A04 the multiset union
  02A06 the square union
  02A0C the quadruple integral
  """

private let englishFunctions: StaticString = """
  Pr the probability
  arccos arc cosine
  arcsin arc sine
  arctan arc tangent
  arg the argument
  argmax the arg max
  argmin the arg min
  cos cosine
  cosh hyperbolic cosine
  cot cotangent
  coth hyperbolic cotangent
  csc cosecant
  deg the degree
  det the determinant
  dim the dimension
  exp exp
  gcd the greatest common divisor
  hom hom
  inf the infimum
  ker the kernel
  lcm the least common multiple
  lg the binary log
  lim the limit
  liminf the limit inferior
  limsup the limit superior
  ln the natural log
  log the log
  max the maximum
  min the minimum
  mod mod
  rank the rank
  sec secant
  sgn the sign
  sin sine
  sinh hyperbolic sine
  sup the supremum
  tan tangent
  tanh hyperbolic tangent
  tr the trace
  """

@Sendable private func englishPhrase(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .fraction: "1 over 2"
  case .longFraction: "the fraction with numerator 1 and denominator 2"
  case .half: "one half"
  case .third: "one third"
  case .quarter: "one quarter"
  case .binomial: "1 choose 2"
  case .squareRoot: "the square root of 1"
  case .longSquareRoot: "the square root of 1, end root"
  case .cubeRoot: "the cube root of 1"
  case .longCubeRoot: "the cube root of 1, end root"
  case .root: "the root of degree 2 of 1"
  case .longRoot: "the root of degree 2 of 1, end root"
  case .squared: "1 squared"
  case .cubed: "1 cubed"
  case .power: "1 to the 2"
  case .longPower: "1 to the 2,"
  case .transposed: "1 transpose"
  case .inverse: "1 inverse"
  case .starred: "1 star"
  case .dagger: "1 dagger"
  case .degrees: "1 degrees"
  case .prime: "1 prime"
  case .doublePrime: "1 double prime"
  case .triplePrime: "1 triple prime"
  case .subscript: "1 sub 2"
  case .over: "1 over 2 of"
  case .sumOver: "1 up to 2 of"
  case .limit: "1 as 2 of"
  case .approaches: "approaches"
  case .yields: "yields"
  case .base: "1 base 2"
  case .of: "of"
  case .absolute: "the absolute value of 1"
  case .norm: "the norm of 1"
  case .matrix: "the 1 by 2 matrix"
  case .determinant: "the 1 by 2 determinant"
  case .row: "row 1: 2"
  case .cases: "1 cases"
  case .caseRow: "case 1: 2"
  case .lines: "1 lines"
  case .line: "line 1: 2"
  case .endMatrix: "1; end of the matrix,"
  case .endCases: "1; end of the cases,"
  case .endLines: "1; end of the lines,"
  case .diagram: "diagram: 1; end of the diagram,"
  case .diagramArrow: "arrow from 1 to 2"
  case .bra, .ket, .slash, .directLimit, .inverseLimit, .inference, .byRule, .proof, .proofStep: englishFieldPhrase(phrase)
  case .hat: "1 hat"
  case .bar: "1 bar"
  case .vector: "vector 1"
  case .tilde: "1 tilde"
  case .dot: "1 dot"
  case .doubleDot: "1 double dot"
  case .overline: "1 with a line above"
  case .underline: "1 with a line below"
  case .brace: "1 with a brace above"
  case .underBrace: "1 with a brace below"
  case .above: "1 with 2 above"
  case .below: "1 with 2 below"
  case .labelled: "1, labelled 2,"
  case .bold: "bold 1"
  case .script: "script 1"
  case .fraktur: "fraktur 1"
  case .doubleStruck: "double-struck 1"
  case .sans: "sans-serif 1"
  case .crossedOut: "crossed out 1"
  case .boxed: "boxed 1"
  case .suchThat: "such that"
  case .given: "given"
  case .evaluated: "evaluated at 1"
  case .evaluatedFrom: "evaluated from 1 to 2"
  case .from: "1 from 2 to 3 of"
  default: englishIdiom(phrase)
  }
}

/// What signs mean beside others.
private func englishIdiom(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .superscript: "1 super 2"
  case .orthogonal: "1 perp"
  case .derivative: "the 2-th derivative of 1"
  case .fromLeft: "1 from the left"
  case .fromRight: "1 from the right"
  case .definedAs: "is defined as"
  case .congruent: "is congruent to"
  case .distributed: "is distributed as"
  case .mapsFrom: "from"
  case .existsUnique: "there exists a unique"
  case .exclamation: "exclamation mark"
  case .dotOperator: "dot"
  case .cross: "cross"
  case .realPart: "the real part of"
  case .imaginaryPart: "the imaginary part of"
  default: ""
  }
}

/// Phrases of single fields: quantum mechanics, categories, proofs.
private func englishFieldPhrase(_ phrase: SpeechLanguage.Phrase) -> String {
  switch phrase {
  case .bra: "bra 1"
  case .ket: "ket 1"
  case .slash: "1 slash"
  case .directLimit: "the direct limit"
  case .inverseLimit: "the inverse limit"
  case .inference: "from 1 infer 2"
  case .byRule: "1, by 2"
  case .proof: "proof in 1 steps: 2; end of the proof,"
  case .proofStep: "step 1: 2"
  default: "1"
  }
}
