// The report, the examination and the slides that `mdtypeset init` writes.

enum ReportTemplates {
  static let report = #"""
    ---
    title: Energy in the Old Town Hall
    subtitle: What was used in 2025, and what can be saved
    author: Building Services
    date: today
    lang: en
    theme: report
    toc: true
    toc-depth: 2
    number-sections: true
    abstract: The town hall used a quarter less heat in 2025 than in the year before. Two thirds of that is due to the new control of the boilers, one third to the mild winter. The windows on the north side are the next thing to be done; they pay for themselves in eleven years.
    ---

    # Summary

    The building was read by meters of its own for the first time in 2025. What had been an estimate is now a figure, and some of the estimates were wrong: the cellar, which was thought to be the worst part, is not.

    - Heat: 412 MWh, 25 per cent less than in 2024
    - Electricity: 96 MWh, as much as in 2024
    - Cost: 71,400 euros, of which 52,000 for heat

    > [!IMPORTANT]
    > The contract for gas ends in September. Offers should be asked for before the summer.

    # What was measured

    ## Heat

    @tbl-heat has the months with heating. The last column takes away what the weather did: it is the use in a year of average cold.

    | Month    | Used (MWh) | Year before | Without weather |
    |:---------|-----------:|------------:|----------------:|
    | January  |         84 |         110 |              91 |
    | February |         71 |          98 |              78 |
    | March    |         58 |          77 |              60 |
    | October  |         39 |          51 |              40 |
    | November |         66 |          85 |              69 |
    | December |         80 |         104 |              85 |

    : Heat by month {#tbl-heat}

    The control of the boilers was changed in January. Since then they no longer run at night when nobody is in the building, and the water in the pipes is as warm as the weather requires. Nobody has complained of cold rooms; two people have complained of warm ones.

    ## Electricity

    Two thirds of the electricity is light. The lamps in the great hall, which are on for eleven hours a day, use as much as all offices together. A sensor at the door would do.

    ## Water

    Water is a small item. It is listed here since a pipe in the cellar was leaking from March until May, which the new meter showed at once: 0.4 cubic metres each night.

    # What can be saved

    ## The windows on the north side

    There are 46 windows of 1956. Their glass lets through five times as much heat as glass does today. With $A = 110\,\mathrm{m^2}$ and a difference of $\Delta U = 4.4\,\mathrm{W/(m^2\,K)}$ the saving in a year of $G = 78\,000$ degree hours is

    $$
    Q = A \cdot \Delta U \cdot G \approx 37.8\,\mathrm{MWh} .
    $$

    At the price of today that is 4,800 euros a year, for a cost of 53,000.

    ## The attic

    The attic is dry and empty. Thirty centimetres of cellulose on its floor cost 9,000 euros and save 21 MWh a year: the cheapest of all that was looked at, and it can be done in a week.

    ## What is not worth it

    1. A second layer of plaster outside: the front is protected.
    2. Panels on the roof: the church shades it from noon on.
    3. A new boiler: the old one is of 2016.

    # What should be decided

    | Measure | Cost (euros) | Saved a year | Years |
    |:--------|-------------:|-------------:|------:|
    | Attic   |        9,000 |        2,650 |   3.4 |
    | Sensor  |        1,200 |          700 |   1.7 |
    | Windows |       53,000 |        4,800 |  11.0 |

    : Costs and savings {#tbl-costs}

    The attic and the sensor can be paid from the budget of this year. For the windows the state pays a third, if it is asked before the first of July; the form needs the figures of @tbl-costs and two offers.

    """#

  static let exam = #"""
    ---
    title: Linear Algebra
    subtitle: Final examination, two hours, no calculators
    author: Department of Mathematics
    date: 12 June 2026
    lang: en
    theme: exam
    ---

    ::: name
    Name:
    :::

    Answer all questions. Show your work: an answer without reasons earns no marks. The marks for each part are at the right; there are 60 in all.

    # Question 1

    Let $A = \begin{pmatrix} 2 & 1 & 0 \\ 1 & 2 & 1 \\ 0 & 1 & 2 \end{pmatrix}$.

    1. Find the eigenvalues of $A$, and an eigenvector for each of them. [6 marks]{.marks}

    2. Is $A$ diagonalisable? Say how you know without computing anything. [2 marks]{.marks}

    3. Find an orthogonal matrix $Q$ and a diagonal matrix $D$ with $A = QDQ^{\mathsf T}$. [6 marks]{.marks}

    # Question 2

    A map $T\colon \mathbb{R}^3 \to \mathbb{R}^3$ is linear, and

    $$
    T(1,0,0) = (1,2,0), \qquad T(0,1,0) = (0,1,1), \qquad T(0,0,1) = (1,3,1) .
    $$

    1. Write down the matrix of $T$ with respect to the standard basis. [2 marks]{.marks}

    2. Find a basis of the kernel of $T$ and one of its image. [6 marks]{.marks}

    3. Is there a vector $v$ with $T(v) = (1,1,1)$? Find all of them, or prove that there is none. [4 marks]{.marks}

    # Question 3

    Say of each statement whether it is true. Give a short proof, or an example that refutes it.

    1. If $AB = 0$ for square matrices $A$ and $B$, then one of them is zero. [3 marks]{.marks}

    2. Three vectors in $\mathbb{R}^2$ are always linearly dependent. [3 marks]{.marks}

    3. If $\lambda$ is an eigenvalue of $A$, then $\lambda^2$ is one of $A^2$. [3 marks]{.marks}

    4. The set of matrices with determinant one is a subspace of $\mathbb{R}^{2\times 2}$. [3 marks]{.marks}

    # Question 4

    The table has the number of cars that change between three cities each week, as parts of those that are in a city at its beginning.

    | from / to | North | West | South |
    |:----------|------:|-----:|------:|
    | North     |   0.8 |  0.1 |   0.1 |
    | West      |   0.2 |  0.7 |   0.1 |
    | South     |   0.1 |  0.2 |   0.7 |

    1. Write the change of one week as a matrix, and say why one is an eigenvalue of it. [4 marks]{.marks}

    2. In the long run, which part of the cars is in each city? [6 marks]{.marks}

    3. After how many weeks, roughly, does it no longer matter where the cars were at first? Give a reason in two sentences. [4 marks]{.marks}

    # Question 5

    Let $V$ be the space of polynomials of degree at most two, with $\langle p, q\rangle = \int_{-1}^{1} p(x)\,q(x)\,dx$.

    1. Apply the method of Gram and Schmidt to $1$, $x$, $x^2$. [5 marks]{.marks}

    2. Which polynomial in $V$ is closest to $x^3$? [3 marks]{.marks}

    ::: answer
    **Formulas.** $\det(A - \lambda I) = 0$; $\displaystyle \operatorname{proj}_u v = \frac{\langle u, v\rangle}{\langle u, u\rangle}\,u$; $\dim\ker T + \dim\operatorname{im} T = \dim V$.
    :::

    """#

  static let slides = #"""
    ---
    title: Why Bridges Hum
    subtitle: Wind, wires and a little mathematics
    author: Your Name
    date: today
    lang: en
    theme: slides
    ---

    # What one hears

    ## A wire in the wind

    - Wind on a telephone wire sings
    - The pitch rises with the wind
    - It does not depend on how tight the wire is

    . . .

    So it is no string of a violin.

    ## The street behind it

    Vortices leave the wire on one side, then on the other, at the frequency

    $$
    f = \mathrm{St}\,\frac{v}{d}, \qquad \mathrm{St} \approx 0.2
    $$

    with the speed $v$ of the wind and the thickness $d$ of the wire.

    ::: notes
    Ask what happens if the wire is twice as thick.
    :::

    ## Two wires compared

    | Wire      | Thickness | Wind    | Tone     |
    |:----------|----------:|--------:|---------:|
    | Telephone |    3 mm   |  10 m/s |   667 Hz |
    | Cable     |   50 mm   |  10 m/s |    40 Hz |
    | Stay      |  200 mm   |  15 m/s |    15 Hz |

    # What bridges do

    ## When the two agree

    ::: columns
    ::: column
    **The wind** pushes at $f$.

    - grows with the speed
    - is weak
    :::
    ::: column
    **The bridge** swings at $f_0$.

    - depends on its mass
    - remembers
    :::
    :::

    If $f \approx f_0$ for long enough, a weak push is enough.

    ## In numbers

    ```python
    def tone(wind: float, thickness: float) -> float:
        """The frequency of the vortices, in hertz."""
        return 0.2 * wind / thickness

    print(tone(wind=10, thickness=0.05))   # 40.0
    ```

    ---

    > Nature uses only the longest threads to weave her patterns.

    ## What helps

    1. Spirals around the cables, which spoil the street
    2. Weights that swing against the bridge
    3. Holes in the deck

    # Thank you

    """#
}
