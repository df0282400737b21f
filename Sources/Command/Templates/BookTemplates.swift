/// Books that `mdtypeset init` writes.
enum BookTemplates {
  static let book = #"""
    ---
    title: The Garden Wall
    subtitle: Three Walks around an Old Town
    author: Your Name
    date: today
    lang: en
    theme: book
    titlepage: true
    toc: true
    toc-depth: 2
    ---

    # The North Walk

    Whoever comes to the town by train sees the wall first. It runs along the line for half a mile, higher than a man and
    older than the station, and where it ends the garden begins. Nobody remembers who built it. The bricks were made on
    the spot, from clay that was dug where the pond is now, and no two of them have the same length.

    The walk starts at the small door behind the ticket office. It is open from the first of March, when the gardener
    takes the boards away, until the leaves have been raked. In winter one may ring; he comes if he hears it, and he hears
    it if the wind is in the east.

    Behind the door the path divides. The left one is for those who are in a hurry, and leads to the market in ten
    minutes. The right one follows the wall. It is paved for the first hundred steps, then it is gravel, then it is what
    the rain has left of both.[^1]

    [^1]: The paving was paid for by a lottery in 1911. The gravel was not.

    ## What grows on the wall

    A wall that looks north is a cold bed. What grows on it has come by itself: ferns in the joints, a grey lichen that
    takes a century to cover a brick, and in one place, where a gutter drips, a carpet of moss that schoolchildren are
    brought to look at. The fern is the one that botanists call *wall-rue*. It lives on lime, so that it has never been
    seen in the wood beyond the line, which begins a stone's throw away.

    > Nothing was planted here, and nothing that was planted elsewhere has lasted as long.

    That is what the gardener's book says of the year 1874, in a hand that is hard to read. The book lies in the tool
    shed. One may leaf through it, if one's hands are clean.

    ***

    Towards the end the path rises. From the last bench one looks over the wall, down to the tracks, and sees the town as
    those see it who leave it.

    # The Pond

    The pond is a hole that was left when the wall was finished. For some years people threw into it what they did not
    want. Then somebody threw in a carp, and from that day it was a pond.

    It is eighty steps long and, in a wet spring, forty wide. The depth is not known. A teacher let down a line in the
    summer of 1902 and found eleven feet, but he did so from the bank, and a boat has never been allowed. The water is
    brown in March, green in June and black in November. It has frozen over four times in the memory of those who tell of
    it, and each of them names other years.

    ## The carp

    The carp is still there, or one that looks like it. It is seen in the evening, below the willow, where the bank has
    been worn down by those who wait for it. Children say that it can be called by tapping on a stone. This is so: it
    comes for the crumbs that follow.

    How old a carp becomes is a question on which the books differ. The gardener's book has an entry for each time that
    the pond was drained, with the number of fish and what became of them:

    | Year | Fish | What became of them |
    |:-----|-----:|:--------------------|
    | 1889 |   14 | sold, but for one   |
    | 1926 |   31 | put back            |
    | 1958 |    9 | put back            |

    : What was found in the pond {#tbl-pond}

    In all three years of @tbl-pond one is described as *the old one*.

    ## The willow

    The willow leans over the water so far that its crown must be propped. The props are replaced every tenth year, and
    the old ones take root where they are thrown: four of the trees on the far bank have been props. It is the only tree
    of the garden that has been painted, by a man who stayed for a summer in the house with the green door, and who is
    named on a plate there. The picture hangs in a museum by the sea. On it the willow stands upright.

    # The South Walk

    The south side of the wall is warm. Bricks store the sun of a day until past midnight, and what is trained against
    them ripens two weeks before its time. There are pears here, in the shape of fans, and one fig that bears in good
    years.

    The way to care for them has not changed since the first of them was tied up:

    1. Cut in February, on a dry day, to the third bud.
    2. Tie in June, with willow and not with wire.
    3. Thin in July, when the fruit is as large as a walnut.
    4. Wait.

    The last is the hardest. A pear that comes off by itself is overripe; one that has to be pulled is not ripe. In
    between lie two or three days, and they are not the same for any two trees.

    ## The gate

    At the end of the south walk is a gate of iron, which leads to the market. It was made by a smith who could not read,
    from a drawing on which the year was written: the 7 is the wrong way round, and nobody has ever wanted to mend it.
    Here the walk ends. It has taken an hour, or an afternoon.

    Beyond the gate there is a bench, and on it sits, whenever the weather allows, somebody who has lived here longer than
    you and will tell you that all of this was different once. You should believe it. The wall is the same.

    """#

  static let thesis = #"""
    ---
    title: Counting Cars by Ear
    subtitle: A Thesis Submitted for the Degree of Master of Science
    author: Your Name
    institute: Department of Acoustics, University of Somewhere
    date: today
    lang: en
    theme: report
    titlepage: true
    toc: true
    lot: true
    number-sections: true
    linestretch: 1.15
    margin: {top: 30mm, bottom: 30mm, left: 35mm, right: 25mm}
    style: {styles: {h1: {page-break: true}}}
    ---

    # Introduction {#sec-introduction}

    ## Motivation

    How many cars pass a place is counted by loops of wire in the road. A loop is exact, but it costs as much as the
    month's wages of the one who lays it, and the road has to be closed for a day. A microphone on a lamp post costs
    little and closes nothing. The question of this thesis is how well it counts.

    Others have asked it before. Most of them recorded on motorways, where cars come at one speed and far from each other.
    Streets in towns are another matter: cars stop and start, lorries are louder than what is beside them, and rain
    changes everything.

    ## Contribution

    This thesis makes three contributions:

    - It describes a recording of forty hours at a junction, with every passage noted by hand (@sec-method).
    - It compares two ways to count, of which the simpler one needs no training.
    - It shows that the error is below five per cent in dry weather and where it comes from in wet weather (@sec-results).

    What follows for those who plan such a count is in @sec-conclusion.

    ## Outline

    The next chapter explains what a passing car sounds like, and how the level at a microphone depends on its distance.
    Then come the recording and the methods, the results, and what should be tried next.

    # Background

    ## Notation

    Vectors are bold: $\mathbf{x} \in \mathbb{R}^n$. The norm is

    $$
    \|\mathbf{x}\|_2 = \sqrt{\sum_{i=1}^{n} x_i^2}.
    $$ {#eq-norm}

    A recording is a sequence of frames of 20 ms. Of each we take the energy in $n = 24$ bands, from 50 Hz to 8 kHz, so
    that a frame is a vector $\mathbf{x}_t$ and a passage is some hundred of them.

    ## The sound of a passage

    A car that passes at the distance $d$ with the speed $v$ is at the time $t$ as far away as

    $$
    r(t) = \sqrt{d^2 + v^2 t^2},
    $$ {#eq-distance}

    and since sound pressure falls with distance, the level rises and falls as

    $$
    L(t) = L_0 - 20 \log_{10} \frac{r(t)}{d}.
    $$ {#eq-level}

    The curve has one peak, at $t = 0$. Its width tells the speed: the level is 3 dB below the peak when $r = \sqrt{2}\,
    d$, that is, at $t = \pm d/v$. At ten metres and 50 km/h the peak is 1.4 s wide. Two cars that follow each other more
    closely make one peak, and this is what limits every method that looks at the level alone.

    ## Earlier work

    Counting by peaks goes back to the first portable recorders. What is new since then is that machines learn the shape
    of a passage from examples, and need not be told of @eq-level. They count better where the examples came from, and
    worse elsewhere.

    # Method {#sec-method}

    ## Recording

    The microphone hung for five days at a height of four metres, eight metres from the middle of the nearer lane. A
    camera ran at the same time. Two people noted each passage from the pictures, independently; where they differed,
    which happened 31 times, a third one decided.

    ```dot {#fig-method caption="The steps of the method"}
    digraph { rankdir=LR; node [shape=box]; recording -> bands -> peaks -> count; bands -> model -> count }
    ```

    ## Counting

    @fig-method shows both ways to count. The first looks for peaks of the level that are at least 6 dB high and 1 s
    apart. The second compares the frames around each peak with what it has learnt, by the distance of @eq-norm, and
    splits those that look like two passages.

    The thresholds were chosen on the first day and not changed afterwards. All figures below are from the other four.

    # Results {#sec-results}

    Of 11,402 passages on the four days, the simple method found 10,694 and the trained one 11,187. @tbl-accuracy has the
    figures by weather. The errors are relative: too few is negative.

    | Weather    | Passages | Simple (%) | Trained (%) |
    |:-----------|---------:|-----------:|------------:|
    | dry        |    7,218 |       −4.1 |        −0.9 |
    | light rain |    2,960 |       −8.3 |        −2.8 |
    | heavy rain |    1,224 |      −13.6 |        −5.4 |

    : Errors of both methods, by weather {#tbl-accuracy}

    ## Where the errors come from

    Both methods count too few. Two thirds of what the simple one misses are cars that follow another within two seconds,
    as @eq-distance predicts. In rain the tyres are louder than the engines, the peaks become wider, and more of them
    merge.

    The trained method misses lorries that stand at the lights with their engines running, which raise the level for as
    long as they stand. It has no example of this from the first day, when the lights were out of order.

    ## What it costs

    Counting one hour took the simple method 0.4 s and the trained one 21 s on the computer of @tbl-machine. Both are
    faster than the traffic.

    | Part      |        |
    |:----------|-------:|
    | Processor | 4 × 1.8 GHz |
    | Memory    | 4 GB   |
    | Power     | 6 W    |

    : The computer at the junction {#tbl-machine}

    # Conclusion {#sec-conclusion}

    A microphone counts cars nearly as well as a loop when the road is dry: the error of the simple method is 4 %, that of
    the trained one below 1 %. In heavy rain it is three to six times as much. Where a count serves to tell a busy street
    from a quiet one, that is enough. Where it decides on the time of a light, it is not.

    Two things should be tried next. A second microphone, some metres along the road, would tell the direction of a
    passage and separate cars in opposite lanes, which were a fifth of all that merged. And the method should be trained
    on a week with rain in it: all its examples were recorded on one dry day.

    What was not asked is whom a microphone hears besides. Speech can be made out on the recordings. All that is needed
    for counting are the levels in 24 bands, and the device should store nothing else.

    """#
}
