"""What was measured, as tables, a page and a picture."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Iterable
from pathlib import Path

PEERS = ("PokerKit", "OpenSpiel", "OpenSpiel, fcpa")
FAMILIES = ("classic", "corellian-house", "coruscant-shift")
SERVER = "## The server under load\n"  # from here on the page is written by `make bench-server`
Rows = list[tuple[str, ...]]
Titled = tuple[str, tuple[str, ...], Rows]


class Figures:
    """Rates by name, each measured several times; memory, growth and a profile besides."""

    def __init__(self) -> None:
        self.rates: dict[str, list[float]] = {}
        self.memory: dict[str, float] = {}
        self.growth: dict[str, list[tuple[int, float]]] = {}
        self.versions: dict[str, str] = {}
        self.profile: tuple[str, list[tuple[str, float]]] = ("", [])

    def add(self, name: str, rate: float) -> None:
        """One more measurement."""
        self.rates.setdefault(name, []).append(rate)

    def rate(self, name: str) -> float:
        """The median."""
        return statistics.median(self.rates[name])

    def spread(self, name: str) -> str:
        """Half the distance between the best and the worst, as a part of the median."""
        rates = self.rates[name]
        return f"± {(max(rates) - min(rates)) / 2 / self.rate(name):.0%}"

    def presets(self) -> list[str]:
        """The presets that were measured."""
        return [name.split()[1] for name in self.rates if name.startswith("decisions") and name.endswith(" compiled")]

    def tables(self) -> list[Titled]:
        """All of them."""
        return [
            self.engine("decisions", "Decisions per CPU-second"),
            self.engine("hands", "Hands per CPU-second"),
            self.engine("copies", "Copies of a hand per CPU-second"),
            self.batches(),
            self.rankers(),
            self.sizes(),
        ]

    def engine(self, what: str, title: str) -> Titled:
        """Peers first, then our presets plain and compiled, as ratios."""
        names = [f"{what} {peer}" for peer in PEERS]
        for preset in self.presets():
            names += [f"{what} {preset} plain", f"{what} {preset} compiled"]
        columns = ("", "per CPU-second", "spread", "times PokerKit", "times OpenSpiel")
        peers = (f"{what} {PEERS[0]}", f"{what} {PEERS[1]}")
        return title, columns, [self.row(name, name.removeprefix(f"{what} "), peers) for name in names]

    def batches(self) -> Titled:
        """The batch engine beside the same peers; only decisions with two or more answers are counted."""
        peers = (f"decisions {PEERS[0]}", f"decisions {PEERS[1]}")
        rows: Rows = []
        for preset in self.presets():
            rows.append(self.row(f"batch {preset}", f"{preset}, in one kernel", peers))
            rows.append(self.row(f"stepped {preset}", f"{preset}, a step at a time from Python", peers))
        columns = ("", "per CPU-second", "spread", "times PokerKit", "times OpenSpiel")
        return "Decisions per CPU-second in batches of 1,024 hands", columns, rows

    def rankers(self) -> Titled:
        """Hands ranked and showdowns dealt, beside those who rank poker hands."""
        peers = ("single PokerKit", "single eval7")
        rows = [self.row(name, f"{name.split()[1]}, a call each", peers) for name in peers]
        for preset in FAMILIES:
            rows.append(self.row(f"single {preset} plain", f"{preset}, a call each, plain", peers))
            rows.append(self.row(f"single {preset} compiled", f"{preset}, a call each, compiled", peers))
        rows += [self.row(f"bulk {preset}", f"{preset}, in bulk", peers) for preset in FAMILIES]
        dealt = "showdowns eval7"
        rows.append(self.row(dealt, "eval7, hold'em showdowns", ("", dealt)))
        rows += [self.row(f"showdowns {preset}", f"{preset}, showdowns in bulk", ("", dealt)) for preset in FAMILIES]
        return (
            "Five-card hands ranked, and two-player showdowns dealt and compared, per CPU-second",
            (
                "",
                "per CPU-second",
                "spread",
                "times PokerKit",
                "times eval7",
            ),
            rows,
        )

    def row(self, name: str, label: str, peers: Iterable[str]) -> tuple[str, ...]:
        """A rate and its ratios."""
        ratios = [f"{self.rate(name) / self.rate(peer):,.2f}" if peer else "" for peer in peers]
        return label, f"{self.rate(name):,.0f}", self.spread(name), *ratios

    def sizes(self) -> Titled:
        """Memory, where a thing could be measured."""
        things = ("hand", "copy", "view", "record")
        who = list(dict.fromkeys(" ".join(name.split()[1:]) for name in self.memory))
        rows: Rows = []
        for one in who:
            sizes = [self.memory.get(f"{thing} {one}") for thing in things]
            label = one.removesuffix(" peers")
            rows.append((label, *("" if size is None else f"{size:,.0f}" for size in sizes)))
        return "Bytes in memory; for a record, bytes in a file, per hand", ("", *things), rows


def write_page(figures: Figures, folder: Path, machine: str, repeats: int, seconds: float) -> None:
    """docs/benchmarks.md and the picture in it."""
    draw_growth(figures, folder / "benchmarks-growth.svg")
    peers = ", ".join(f"{name} {version}" for name, version in figures.versions.items())
    lines = [
        "# Benchmarks",
        "",
        paragraph(
            f"`make bench` writes this page: {repeats} runs of {seconds} s each on one core of {machine}, in CPU time. "
            "Each figure is the median. The spread is half the distance between the best and the worst run. Other "
            f"programs ({peers}) are measured in the same run, in an environment of their own, in turns with our engine. "
            "On another machine only the ratios mean anything."
        ),
        "",
        paragraph(
            "Six players play at random (four in coruscant-shift), and all events are made. PokerKit and OpenSpiel play "
            "no-limit hold'em with the same odds. In OpenSpiel, deals are actions too; they are not counted as decisions. "
            "Hands of different games have different lengths, so decisions are the fair comparison. *fcpa* is OpenSpiel "
            "with four kinds of action. *plain* is our engine as Python runs it; *compiled* is the same engine compiled by "
            "mypyc, as in a wheel."
        ),
        "",
        *bars(figures),
    ]
    for title, columns, rows in figures.tables():
        lines += ["", f"## {title}", "", "| " + " | ".join(columns) + " |"]
        lines.append("|---|" + "---:|" * (len(columns) - 1))
        lines += ["| " + " | ".join(row) + " |" for row in rows]
    lines += [
        "",
        paragraph(
            "A copy shares with its original what can't change. OpenSpiel's states live in C++; their size is measured by "
            "how much the process grows. All others are measured by what Python allocates."
        ),
        "",
        "## How cost grows",
        "",
        "![A decision by players; a decision, a copy and a view by the length of the hand](benchmarks-growth.svg)",
        "",
        paragraph(
            "A view is made from all events of its seat, so its cost grows with the hand. A bot that follows a hand keeps "
            "one view and adds each new event to it. Here, each decision is made on a fresh copy."
        ),
        "",
        "## Where the time goes",
        "",
        f"Where the plain engine spends its time in {figures.profile[0]}, the slowest compiled preset:",
        "",
        "| function | share |",
        "|---|---:|",
        *[f"| `{name}` | {part:.1%} |" for name, part in figures.profile[1]],
    ]
    page = folder / "benchmarks.md"
    server = server_part(page)
    page.write_text("\n".join(lines) + "\n" + (f"\n{server}" if server else ""), encoding="utf-8")


def paragraph(text: str, item: bool = False) -> str:
    """A paragraph, or an item of a list, in lines of 100."""
    first, rest = ("- ", "  ") if item else ("", "")
    return textwrap.fill(
        text, 100, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def server_part(page: Path) -> str:
    """What `make bench-server` has written at the end of the page; each of the two leaves the other's part alone."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    _, found, rest = text.partition(SERVER)
    return found + rest


def bars(figures: Figures) -> list[str]:
    """Our goals, and whether they are reached."""
    lines = ["## Our goals", ""]
    peer = figures.rate("decisions OpenSpiel")
    ratios = {preset: figures.rate(f"decisions {preset} compiled") / peer for preset in figures.presets()}
    told = ", ".join(f"{preset} {ratio:.2f}" for preset, ratio in ratios.items())
    behind = [preset for preset, ratio in ratios.items() if ratio < 1]
    verdict = f"Not reached in {', '.join(behind)}." if behind else "Reached in every preset."
    goal = (
        f"More decisions than OpenSpiel's universal_poker, compiled. {verdict} Our rate divided by OpenSpiel's: {told}."
    )
    if behind:
        goal += (
            " Where we are behind, hands are short, so dealing counts for more, or a decision has dozens of actions (31 "
            "selections, forty ways to buy a board card). Each of them is an object; OpenSpiel's actions are plain numbers."
        )
    lines.append(paragraph(goal, item=True))
    for label, name, least, preset in (
        ("a million copies per second, compiled", "copies {} compiled", 1e6, tuple(figures.presets())),
        ("3 million decisions per second in classic, in batches", "batch {}", 3e6, ("classic",)),
        ("a million decisions per second in every preset, in batches", "batch {}", 1e6, tuple(figures.presets())),
        (
            "60 million five-card hands ranked in bulk per second",
            "bulk {}",
            6e7,
            FAMILIES,
        ),
        (
            "20 million showdowns dealt and compared per second",
            "showdowns {}",
            2e7,
            FAMILIES,
        ),
    ):
        low = min(figures.rate(name.format(one)) for one in preset)
        verdict = "reached" if low >= least else "not reached"
        lines.append(paragraph(f"At least {label}: {verdict}; the lowest is {low / 1e6:,.1f} million.", item=True))
    return lines


def draw_growth(figures: Figures, file: Path) -> None:
    """Two panels: by players, and by the length of the hand."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "sabacc"
    from matplotlib import pyplot as plt

    plot, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    for axis, kind in ((left, "players"), (right, "length")):
        for marker, name in zip("osv", (name for name in figures.growth if name.startswith(kind)), strict=True):
            points = figures.growth[name]
            axis.plot(
                [at for at, _ in points], [cost for _, cost in points], marker=marker, label=name.split(" ", 1)[1]
            )
        axis.set_ylabel("microseconds")
        axis.grid(alpha=0.3)
        axis.legend(frameon=False)
    left.set_xlabel("players")
    left.set_title("A decision, by players")
    left.set_ylim(bottom=0)
    right.set_xlabel("decisions so far, eight players, classic")
    right.set_title("By the length of the hand")
    right.set_yscale("log")
    plot.tight_layout()
    plot.savefig(file, metadata={"Date": None})
