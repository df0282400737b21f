// The articles that `mdtypeset init` writes: in one column and in two.

enum ArticleTemplates {
  static let article = #"""
    ---
    title: How Far Is the Horizon?
    subtitle: A short calculation, with its errors
    author:
      - name: First Author
        affiliation: University of Somewhere
    date: today
    abstract: |
      From the height of the eye and the radius of the earth follows how far one sees across the sea. We derive the usual rule of thumb, say how wrong it is, and correct it for the bending of light in air. At a height of two metres the horizon is five kilometres away.
    keywords: [geometry, refraction, approximation]
    lang: en
    number-sections: true
    ---

    # The question

    Somebody who stands on a beach sees the sea end in a sharp line. That line is not where the sea ends but where the earth curves out of sight, and how far away it is depends on one thing that the observer can change: the height of the eye. A sailor who climbs the mast sees ships earlier; the rule by which this is reckoned has been in handbooks of navigation for three centuries.

    This note derives the rule, and asks what it leaves out. The result, @eq-rule, needs nothing but Pythagoras; the correction in @sec-refraction needs one number that is measured. Replace this text by your own and keep its form: a question, a method, results in a table, and what follows from them.[^form]

    [^form]: A footnote is at the foot of its page. It says what would hold up the sentence.

    # The distance without air

    Let $R$ be the radius of the earth and $h$ the height of the eye above the sea. The line of sight touches the sphere at the horizon, where it is perpendicular to the radius, so that the distance $d$ is a side of a right-angled triangle:

    $$
    d^2 = (R + h)^2 - R^2 = 2Rh + h^2 .
    $$ {#eq-exact}

    For a person on a beach, $h$ is a few millionths of $R$, and the last term can be dropped:

    $$
    d \approx \sqrt{2Rh} .
    $$ {#eq-rule}

    With $R = 6371\,\mathrm{km}$ and $h$ in metres this is $d \approx 3.57\sqrt{h}$ kilometres, which is the rule of the handbooks. The relative error of dropping $h^2$ is $h/4R$ to first order, less than one part in a million for any mast.

    > It is remarkable that a formula in which the size of the earth occurs can be tested with a ladder and a boat.

    Two consequences are worth remembering:

    1. The distance grows with the square root of the height. Four times the height is needed to see twice as far.
    2. Two observers see each other over the sum of their horizons, not over the horizon of the sum of their heights.

    # The distance with air {#sec-refraction}

    Air is denser below than above. Light that travels almost horizontally is therefore bent downwards, around the earth, and the horizon is farther away than geometry says. If the ray is part of a circle of radius $r$, it is as if the earth were flatter, with the radius

    $$
    R' = \frac{R}{1 - k}, \qquad k = \frac{R}{r} .
    $$ {#eq-refraction}

    On average $k = 0.13$ over the sea, and @eq-rule becomes $d \approx 3.83\sqrt{h}$. The number varies with the weather: over cold water on a warm day it may double, and then coasts appear that are usually hidden.

    It is measured so: a lamp at a known height is watched from a boat that sails away from it. The distance at which it vanishes gives $k$ by @eq-refraction. This is repeated for several heights, since waves hide the lowest lamp first.

    # Results {#sec-results}

    @tbl-results compares the rule with and without air. The last column is what an observer would need to know: how much later a ship vanishes than geometry says.

    | Height of the eye (m) | Without air (km) | With air (km) | Difference (km) |
    |----------------------:|-----------------:|--------------:|----------------:|
    |                   1.7 |              4.7 |           5.0 |             0.3 |
    |                   5.0 |              8.0 |           8.6 |             0.6 |
    |                  20.0 |             16.0 |          17.1 |             1.1 |
    |                 100.0 |             35.7 |          38.3 |             2.6 |
    |                1000.0 |            112.9 |         121.1 |             8.2 |

    : The distance of the horizon for five heights {#tbl-results}

    The table can be computed in a line of any language:

    ```python
    for height in (1.7, 5, 20, 100, 1000):
        print(f"{3.57 * height**0.5:6.1f} {3.83 * height**0.5:6.1f}")
    ```

    # Conclusion

    The horizon of a person on a beach is five kilometres away, and a twelfth of that is due to the air. (The keys at the top of this file are explained by `mdtypeset keys`.)

    """#

  static let paper = #"""
    ---
    title: Waiting in Two Lines
    author:
      - name: First Author
        affiliation: Department of Mathematics, University of Somewhere
      - name: Second Author
        affiliation: Institute of Something Else
    date: today
    abstract: |
      Two counters may have a line each or one line for both. The one line is known to be better; we ask by how much, and for whom. With random arrivals and random times of service the mean time of waiting is at most halved, and the gain is largest where the counters are neither idle nor overloaded. What people notice, however, is not the mean but its spread, and that falls by more.
    keywords: [queues, service, variance]
    lang: en
    theme: paper
    number-sections: true
    ---

    # Introduction

    Whoever has stood in the slower of two lines has asked whether there should be two. Shops have lines at each counter, post offices one line for all; both say that theirs is faster. The question is old, and its answer is part of every course on queues, usually as an exercise on the means. We give that answer in a form that needs no more than a geometric series, and then look at what the means hide.

    The paper is a model of how two columns look: sections, formulas within the width of a column, a table, code, a note, and references in the text. Replace its words by your own.

    Our results are these. The mean time of waiting in one line is between a half and nothing less than that in two (@sec-means). The gain depends on the load alone. The spread, which is what a person feels who looks at the other line, falls faster (@sec-spread). A simulation in a few lines of code agrees with the formulas to the third digit (@sec-simulation).

    # Two models {#sec-models}

    People arrive at random, $\lambda$ of them in a minute on average, and each keeps a counter busy for a random time with the mean $1/\mu$. Both are exponential: the past says nothing of the future. The load of a counter is

    $$
    \rho = \frac{\lambda}{2\mu} < 1 .
    $$ {#eq-load}

    In the *separate* model each person chooses one of the two lines by the throw of a coin and stays in it. In the *common* model all stand in one line, and the first of it goes to the counter that is free. Nobody leaves, and nobody changes lines.[^change]

    [^change]: Changing lines makes the separate model better than it is here, and worse than the common one still: a free counter is noticed late.

    ## Separate lines

    Each line is a queue by itself, with arrivals at the rate $\lambda/2$. In the steady state there are $n$ people at a counter with the probability $(1-\rho)\rho^n$, a geometric series, so that the mean number is $\rho/(1-\rho)$. By Little's law the mean time of waiting, without the service itself, is

    $$
    W_2 = \frac{1}{\mu}\cdot\frac{\rho}{1-\rho} .
    $$ {#eq-two}

    ## A common line

    With both counters busy, people leave at the rate $2\mu$. The states $0, 1, 2, \dots$ have probabilities $p_0$, $2\rho p_0$, $2\rho^2 p_0, \dots$, whose sum is one if

    $$
    p_0 = \frac{1-\rho}{1+\rho} .
    $$ {#eq-empty}

    Somebody waits only if both counters are busy, which has the probability $C = 2\rho^2/(1+\rho)$, and then for $1/(2\mu(1-\rho))$ on average. Hence

    $$
    W_1 = \frac{1}{\mu}\cdot\frac{\rho^2}{1-\rho^2} .
    $$ {#eq-one}

    # Means {#sec-means}

    The ratio of @eq-one and @eq-two is simple:

    $$
    \frac{W_1}{W_2} = \frac{\rho}{1+\rho} < \frac12 .
    $$ {#eq-ratio}

    So one line always halves the time of waiting at least; with little to do it saves nearly all of it, since with two lines people wait at a busy counter while the other one is idle. Close to full load the ratio tends to a half: both counters are always busy, and what remains is that one line has two chances to move.

    The saving in minutes is another matter. It is

    $$
    W_2 - W_1 = \frac{1}{\mu}\cdot\frac{\rho}{1-\rho^2} ,
    $$

    which grows without bound as the load tends to one. A shop that is nearly always full gains most by a common line, although the ratio is then at its worst. @tbl-means has some values.

    | Load | Two lines | One line | Saved |
    |-----:|----------:|---------:|------:|
    | 0.30 |      0.43 |     0.10 |  0.33 |
    | 0.50 |      1.00 |     0.33 |  0.67 |
    | 0.70 |      2.33 |     0.96 |  1.37 |
    | 0.90 |      9.00 |     4.26 |  4.74 |
    | 0.95 |     19.00 |     9.26 |  9.74 |

    : Mean times of waiting, in mean times of service {#tbl-means}

    # Spread {#sec-spread}

    A mean is what the owner of the shop sees. A person sees one time of waiting, and the neighbour's. The probability of waiting longer than $t$ is

    $$
    P_2(t) = \rho\,e^{-\mu(1-\rho)t}
    $$

    with two lines, and

    $$
    P_1(t) = C\,e^{-2\mu(1-\rho)t}
    $$

    with one. Both tails are exponential, but the second one falls twice as fast. At a load of 0.9 one person in ten waits for more than twenty-two times of service in two lines, and for more than eleven in one.

    > The other line is always faster, because there is one.

    What makes people angry is to be overtaken. In one line nobody is, except by the difference of two times of service. In two lines the probability that somebody who came later is served earlier tends to a half as the load grows. This is the reason, we think, why post offices have changed and why hardly anybody wishes to go back.

    # Simulation {#sec-simulation}

    The formulas hold for exponential times. A simulation can take others:

    ```python
    def wait(lines, load, people):
        free = [0.0, 0.0]
        now = total = 0.0
        for _ in range(people):
            now += expovariate(2 * load)
            if lines == 1:
                k = free.index(min(free))
            else:
                k = randrange(2)
            start = max(now, free[k])
            total += start - now
            free[k] = start + expovariate(1)
        return total / people
    ```

    With a million people it agrees with @tbl-means within half a per cent. With times of service that are all equal, both columns are smaller by about a half, and their ratio stays nearly as it was. With times that vary much, as where some people pay with coins, the ratio falls further.

    # What was left out

    People who see a long line go away. They choose the shorter one of two lines, and they look at what is in the baskets of others. Each of these makes two lines better; none makes them as good as one. A common line needs room, though, and the walk to a free counter takes time that the model does not know: with ten counters it is as long as the service.

    There is also the matter of how a line looks. One long line frightens people who would have joined either of two short ones. That is no question of mathematics, but it is the reason that shops give.

    # Conclusion

    One line is at least twice as good as two, by the mean, and better still by what a person notices. Where there is room for it, there is no reason for two.

    """#
}
