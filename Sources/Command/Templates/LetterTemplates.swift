// The letters that `mdtypeset init` writes.

enum LetterTemplates {
  static let letter = #"""
    ---
    author: Anna Beispiel
    title-meta: Letter
    lang: en
    theme: letter
    ---

    ::: letterhead
    Landscape architect\
    12 Garden Row · 20095 Hamburg\
    +49 40 555 0123 · anna\@example.org
    :::

    ::: return-line
    Anna Beispiel · 12 Garden Row · 20095 Hamburg
    :::

    ::: address
    Municipal Parks Department\
    Dr Martin Muster\
    3 Market Square\
    21335 Lüneburg
    :::

    ::: reference
    Hamburg, 14 March 2026
    :::

    ::: subject
    Renewal of the old orchard: our visit in February, and what we propose
    :::

    Dear Dr Muster,

    thank you for the morning in the orchard. I had known the place only from the plan of 1911, and did not expect that two thirds of the trees on it would still be standing. You asked for three things: what can be kept, what it would cost, and in what order it should be done. Here are my answers; the drawings are enclosed.

    """# + matter(currency: "Euro")

  static let letterUS = #"""
    ---
    author: Anna Beispiel
    title-meta: Letter
    lang: en
    theme: letter
    paper: letter
    margin: {top: 25mm, right: 25mm, bottom: 25mm, left: 25mm}
    style: {page: {fold-marks: none}, styles: {.address: {from-top: 51mm}, .reference: {from-top: 0mm}}}
    ---

    ::: letterhead
    Landscape architect\
    12 Garden Row · Portland, Oregon 97201\
    +1 503 555 0123 · anna\@example.org
    :::

    ::: reference
    March 14, 2026
    :::

    ::: address
    Municipal Parks Department\
    Dr. Martin Muster\
    3 Market Square\
    Salem, Oregon 97301
    :::

    ::: subject
    Renewal of the old orchard: our visit in February, and what we propose
    :::

    Dear Dr. Muster:

    Thank you for the morning in the orchard. I had known the place only from the plan of 1911, and did not expect that two thirds of the trees on it would still be standing. You asked for three things: what can be kept, what it would cost, and in what order it should be done. Here are my answers; the drawings are enclosed.

    """# + matter(currency: "Dollars")

  /// What both letters say, with their ends.
  private static func matter(currency: String) -> String {
    #"""

    **What can be kept.** Of the 64 trees, 41 are sound. Nine more will bear for some years if they are pruned this winter and again the next. The rest are hollow, and four of them lean over the path: these should be taken down before people sit under them in summer. The wall at the north side needs new mortar but no new stones. The pump works.

    **What is new.** I propose 20 young trees in the gaps, of sorts that were grown here before the war; two nurseries still have them. A path of gravel, a metre and a half wide, follows the old one. Two benches stand where the evening sun is. There is no lighting, and none is needed: the gate closes at dusk.

    **What it costs.** The table has the figures without tax. They are those of last autumn; wood has become dearer since then, stone has not.

    | Work                        |    \#(currency) |
    |:----------------------------|--------:|
    | Pruning and felling         |   8,400 |
    | Twenty young trees, planted |   5,100 |
    | Mortar for the wall         |  11,750 |
    | Path and benches            |   9,300 |
    | Drawings and supervision    |   4,600 |
    | **Together**                | **39,150** |

    **In what order.** The felling cannot wait, and does not need the rest to be decided. If the council agrees in April, the wall could be mended in May and June, when the mortar dries well and the trees are not in the way. The path follows in September. Young trees are planted in November, when the ground is wet and they sleep; what is planted in spring has to be watered for a whole summer, by somebody.

    There is one thing that I should like to leave open. At the eastern end, where the bees were, the ground is better than anywhere else in the garden, and nothing has been planted there for forty years. The school across the road has asked for beds. They would cost you nothing but the water, and there would be people in the garden on days when it rains. I have drawn it both ways.

    If you agree with the order, I can ask for three offers for the felling next week, so that it is done before the birds come back. For everything else I should need the decision of the council by the end of April. I am glad to come and explain the drawings, on any evening but Thursday.

    ::: closing
    Yours sincerely,
    :::

    ::: signature
    Anna Beispiel
    :::

    ::: enclosures
    Enclosures: plan of 1911, copy; plan of trees; two drawings; photographs
    :::

    """#
  }
}
