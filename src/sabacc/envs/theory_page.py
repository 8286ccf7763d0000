"""The page that `make theory` writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sabacc.envs.small import SMALL_TABLES

if TYPE_CHECKING:
    from sabacc.envs.theory import Findings, Measured

PAGE = """\
# A check against theory

This page is made by `make theory`; don't edit it.

The whole game of Sabacc is far too large to be solved. A small one is not: few cards, two players, one draw, one
betting round. It is the engine's own [pagat](rules/pagat.md) with [house rules](rules/house-rules.md) (HR12, HR13), not
another program, so that bots play it as they play everything:

```json
{rules}
```

Each player brings {stack} credits, of which the antes take two. Seat 1 deals, so seat 0 draws and bets first. {cards}
That is {histories} histories and {infosets} information sets: situations that a player can't tell apart.

The cards of the `small` table were chosen by the look of the solution, before any bot had played it: of the three decks
of six that were solved, it is the one where players bluff and where bluffs are called. With the other two, a hand that
was behind hardly ever called a bet.

## How it is solved

`sabacc.envs.openspiel` hands Sabacc to [OpenSpiel](https://github.com/google-deepmind/open_spiel) as a Python game,
`python_sabacc`, which passes OpenSpiel's own API tests. Every card is turned at a chance node with its exact odds, and
what a player knows is made from their view alone. A hand is one game. What is left in the sabacc pot is shared as if
the table closed then (T3): everybody gets back what they paid in, unless a special hand took it, and a hand pot that
nobody could win is shared in the same proportion. So a bomb-out's penalty comes back too, and bombing out costs no more
than losing; a Pure Sabacc still wins the other's ante to the sabacc pot.

For speed the same tree is then written out as an extensive-form game that OpenSpiel reads, and its CFR+ solves that:
the odds of each action are adjusted, again and again, by how much one regrets not having taken it. {iterations}
iterations took {seconds} on the machine this page was made on. In the solution seat 0 {value} a hand.

| iterations | NashConv |
|---:|---:|
{steps}

![NashConv of CFR+ by iterations, and of the bots](theory.svg)

## How far our bots are from it

*NashConv* asks: if everybody plays like this and one player finds out, how much more would that player win with the
best possible answer? It is the sum of that over both seats, in credits a hand. A solution has 0: nothing can be gained
against it. Nobody can do better than that against somebody who knows their play by heart.

| player | NashConv | wins from the solution, a hand | asked |
|---|---:|---:|---:|
{players}

Each bot was asked in every information set as many times as the last column says, each time anew and with another seed;
its play is how often it chose what. So a bot that remembers earlier hands is measured without its memory, and one whose
choice depends on the seed is measured only as finely as it was asked. The fewer the askings, the higher NashConv comes
out, since a best answer takes every accident for a habit: so the figure of a bot that was asked less often than the
others is too high rather than too low beside theirs.

What NashConv does not say: how well a bot does against people, or against other bots. It measures the worst case, an
opponent who knows everything about one's play. A bot that never bluffs can be far from a solution here and still beat
all who don't notice; see what the arena says about that. And these are six cards, not seventy-six: the bots were made
for the whole game, where draws and shifts matter more and where nobody knows a solution.
"""


def write_page(findings: Findings) -> str:
    """The page, as Markdown."""
    table = SMALL_TABLES[findings.name]
    deck = table.rules["deck"]
    return PAGE.format(
        rules=json.dumps(table.rules, ensure_ascii=False),
        stack=table.stack,
        cards=f"There are {len(deck)} cards, four of which are dealt.",
        histories=f"{findings.histories:,}",
        infosets=f"{findings.infosets:,}",
        iterations=findings.steps[-1].iterations,
        seconds=f"{findings.seconds:.0f} seconds",
        value=f"{'wins' if findings.value > 0 else 'loses'} {abs(findings.value):.3f} credits",
        steps="\n".join(f"| {step.iterations} | {step.nash_conv:.5f} |" for step in findings.steps),
        players="\n".join(map(_row, findings.players)),
    )


def _row(one: Measured) -> str:
    won = f"{one.against_solution:+.3f}".replace("-", "−")
    won = "0.000" if float(f"{one.against_solution:.3f}") == 0 else won
    return f"| {one.name} | {one.nash_conv:.4f} | {won} | {one.seeds or '–'} |"
