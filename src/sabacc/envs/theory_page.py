"""The page that `make theory` writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sabacc.envs.small_tables import small_tables
from sabacc.rules import BEHAVIOUR

if TYPE_CHECKING:
    from sabacc.envs.theory import Findings, PlayerResult

PAGE = """\
# A check against theory

`make theory` writes this page; don't edit it by hand. It was measured under behaviour {behaviour} of the
rules ([records](records.md) say what that number is).

The whole game of Sabacc is far too large to be solved. A small game is not: few cards, two players,
one draw, one betting round. It is the engine's own [pagat](rules/pagat.md) with
[house rules](rules/house-rules.md) (HR12, HR13), and not another program. So bots play it as they
play everything else:

```json
{rules}
```

Each player brings {stack} credits; the antes take two of them. Seat 1 deals, so seat 0 draws and
bets first. {cards}
That makes {histories} histories and {infosets} information sets. An information set is a situation
as one player sees it: all histories that this player can't tell apart.

Three decks of six cards were solved. The deck above was chosen by its solution, before any bot had
played it: players bluff, and bluffs are matched. With the other two decks, a hand that was behind
hardly ever matched a bet.

## How it is solved

`sabacc.envs.openspiel` gives Sabacc to [OpenSpiel](https://github.com/google-deepmind/open_spiel)
as a Python game, `python_sabacc`, which passes OpenSpiel's own API tests. Every card is turned at a
chance node with its exact odds. What a player knows is made from their view alone.

A hand is one game. What is left in the sabacc pot is shared as if the table closed then (T3):
everybody gets back what they paid in, unless a special hand took it. A hand pot that nobody could
win is shared in the same proportion. So the penalty for a bomb-out comes back too, and bombing out
costs no more than losing. A Pure Sabacc still wins the ante that the other player paid to the
sabacc pot.

To save time, the same tree is then written out as an extensive-form game that OpenSpiel reads, and
OpenSpiel's CFR+ solves it. CFR+ changes the odds of each action again and again, by how much the
player regrets not having taken it. {iterations} iterations took {seconds} on the machine where this
page was made. In the solution, seat 0 {value} per hand.

| iterations | NashConv |
|---:|---:|
{checkpoints}

![NashConv of CFR+ by iterations, and of the bots](theory.svg)

## How far our bots are from it

*NashConv* asks: everybody plays like this, and one player finds out. How much more would that
player win with the best possible answer? NashConv is the sum of that over both seats, in credits
per hand. A solution has 0: nothing can be gained against it. Against an opponent who knows your
play exactly, no play is better than that.

| player | NashConv | wins from the solution, per hand | asked |
|---|---:|---:|---:|
{players}

Each bot was asked in every information set as many times as the last column says, each time with a
new seed and no memory. Its play is how often it chose each action. So a bot that remembers earlier
hands is measured without its memory. If the choice of a bot depends on the seed, more questions
measure it more exactly. With few questions NashConv comes out too high, because the best answer
takes every accident for a habit. So the figure of a bot that was asked less often than the others
is too high, not too low, in comparison.

NashConv does not say how well a bot plays against people or against other bots. It measures the
worst case: an opponent who knows everything about its play. A bot that never bluffs can be far from
a solution here, and still beat everybody who does not notice ([how strong they
are](bots-strength.md)).
And these are six cards, not seventy-six. The bots were made for the whole game, where draws and
shifts matter more and where nobody knows a solution.
"""


def write_page(findings: Findings) -> str:
    """The page, as Markdown."""
    table = small_tables()[findings.name]
    deck = table.rules["deck"]
    return PAGE.format(
        behaviour=BEHAVIOUR,
        rules=json.dumps(table.rules, ensure_ascii=False),
        stack=table.stack,
        cards=f"There are {len(deck)} cards, four of which are dealt.",
        histories=f"{findings.histories:,}",
        infosets=f"{findings.infosets:,}",
        iterations=findings.checkpoints[-1].iterations,
        seconds=f"{findings.seconds:.0f} seconds",
        value=f"{'wins' if findings.value > 0 else 'loses'} {abs(findings.value):.3f} credits",
        checkpoints="\n".join(f"| {step.iterations} | {step.nash_conv:.5f} |" for step in findings.checkpoints),
        players="\n".join(map(_row, findings.players)),
    )


def _row(one: PlayerResult) -> str:
    won = f"{one.against_solution:+.3f}".replace("-", "−")
    won = "0.000" if float(f"{one.against_solution:.3f}") == 0 else won
    return f"| {one.name} | {one.nash_conv:.4f} | {won} | {one.seeds or '–'} |"
