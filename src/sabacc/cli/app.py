"""The commands and their options. What they do is in modules of their own, imported when needed."""

from __future__ import annotations

from typing import Annotated

import typer

from sabacc.cli.admin import admin
from sabacc.cli.language import terminal_language
from sabacc.cli.option_fields import takes_options
from sabacc.cli.serve_flags import ServeOptions
from sabacc.cli.tournament import tournament

app = typer.Typer(
    help="Sabacc, the card game of the Star Wars galaxy: play, study and teach it. An unofficial fan project.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(admin, name="admin")
app.add_typer(tournament, name="tournament")

PresetArgument = Annotated[str, typer.Argument(metavar="PRESET", help="A preset; `sabacc variants` lists them.")]
OptionFlag = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A house rule; `sabacc rules PRESET` lists them."),
]
ProcessesFlag = Annotated[int | None, typer.Option(help="Processes to use; all cores by default.", min=1)]
RayFlag = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Spread the work over a Ray cluster; without an address, any there is."
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else.")]


def _version(wanted: bool) -> None:
    if wanted:
        from sabacc.version import __version__, build

        typer.echo(f"sabacc {__version__} ({build()})")
        raise typer.Exit


@app.callback()
def sabacc(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
    lang: Annotated[
        str | None, typer.Option("--lang", help="The language: en, de, fr or es. SABACC_LANG names it for good.")
    ] = None,
) -> None:
    """Sabacc, the card game of the Star Wars galaxy: play, study and teach it. An unofficial fan project."""
    terminal_language.choose(lang)


@app.command(epilog="Example: sabacc variants --json")
def variants(as_json: JsonFlag = False) -> None:
    """List the presets."""
    from sabacc.cli.variants import show_variants

    show_variants(as_json)


@app.command(epilog="Example: sabacc rules classic -o discard_pile=free")
def rules(
    preset: PresetArgument,
    option: OptionFlag = None,
    as_json: JsonFlag = False,
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of the options.")] = False,
) -> None:
    """Explain a preset, with all its options and defaults."""
    from sabacc.cli.variants import show_rules

    show_rules(preset, option or [], as_json, schema)


@app.command(epilog="Example: sabacc bots --json")
def bots(as_json: JsonFlag = False) -> None:
    """List the bots: how good they are, how they play, and who brings them along."""
    from sabacc.cli.bots import show_bots

    show_bots(as_json)


@app.command(epilog="Example: sabacc play classic --players 4 --bots counter,master -o ante=3")
def play(
    preset: PresetArgument,
    players: Annotated[int, typer.Option("--players", "-p", help="Players at the table, you included.")] = 4,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", "-b", metavar="A,B,…", help="Who you play against, over and over until all seats are taken."
        ),
    ] = "miner,gambler,counter",
    option: OptionFlag = None,
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "Player",
    seed: Annotated[str | None, typer.Option(help="Deal from this seed, to play the same cards again.")] = None,
    record: Annotated[str | None, typer.Option(metavar="FILE", help="Write the game's record here at the end.")] = None,
) -> None:
    """Play hand after hand in the terminal against bots."""
    from sabacc.cli.play import PlayOptions, play_in_terminal

    play_in_terminal(PlayOptions(preset, players, bots, option or [], name, seed, record))


@app.command(epilog="Example: sabacc serve --host 0.0.0.0 --port 8000")
@takes_options(ServeOptions)
def serve(options: ServeOptions) -> None:
    """Run the table server, and open it in a browser."""
    from sabacc.cli.serve import run_server

    run_server(options)


@app.command(epilog="Example: sabacc rank classic 'S12 F11' 'the idiot, 2 of coins, 3 of staves'")
def rank(
    preset: PresetArgument,
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="A hand, quoted; or - for one a line on standard input.")
    ],
    option: OptionFlag = None,
    side: Annotated[str | None, typer.Option(help="light or dark, where the game has sides.")] = None,
    gold: Annotated[int | None, typer.Option(help="The gold die, where there is one: 0, 5, -5, 10 or -10.")] = None,
    silver: Annotated[str | None, typer.Option(help="The silver die, where there is one: c, t or s.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Say what hands are worth, the best first."""
    from sabacc.cli.rank import rank_hands

    rank_hands(preset, hands, option or [], side, gold, silver, as_json)


@app.command(epilog="Example: sabacc odds classic --hand 'S7 C4' --seen 'F12 T12'")
def odds(
    preset: PresetArgument,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Your hand, quoted: one step ahead from it, not all hands.")
    ] = None,
    seen: Annotated[str, typer.Option(metavar="CARDS", help="Cards you know to be elsewhere, with --hand.")] = "",
    field: Annotated[
        str, typer.Option(metavar="CARDS", help="Cards of the hand that lie face up, safe from shifts.")
    ] = "",
    option: OptionFlag = None,
    side: Annotated[str | None, typer.Option(help="light or dark, where the game has sides.")] = None,
    gold: Annotated[int | None, typer.Option(help="The gold die, where there is one: 0, 5, -5, 10 or -10.")] = None,
    silver: Annotated[str | None, typer.Option(help="The silver die, where there is one: c, t or s.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it, as .svg or .png.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Count every hand by what it is worth, or look one step ahead from a hand: exact, not sampled."""
    from sabacc.cli.odds import OddsOptions, show_odds

    show_odds(preset, option or [], OddsOptions(hand, seen, field, side, gold, silver), plot, as_json)


@app.command(epilog="Example: sabacc settle argument.json")
def settle(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A case as JSON, or one a line; - for standard input.")],
    as_json: JsonFlag = False,
) -> None:
    """Settle a hand that was played with real cards: who gets what, and why."""
    from sabacc.cli.settle import settle_file

    settle_file(file, as_json)


@app.command(epilog="Example: sabacc simulate classic --players 6 --hands 1000 --seed 1")
def simulate(
    preset: PresetArgument,
    players: Annotated[int, typer.Option("--players", "-p", help="Players at each table.")] = 4,
    hands: Annotated[int, typer.Option("--hands", "-n", help="Hands to play.", min=1)] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed plays the same hands.")] = "1",
    option: OptionFlag = None,
    processes: ProcessesFlag = None,
    ray: RayFlag = None,
    settle_cases: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write each showdown as a settle case with its result.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play many hands at random, and count."""
    from sabacc.cli.ray_flag import spread
    from sabacc.cli.simulate import simulate_hands

    with spread(ray, processes):
        simulate_hands(preset, players, hands, seed, option or [], processes, settle_cases, as_json)


@app.command(epilog="Example: sabacc train tiny --epochs 2 --to blueprint.npz")
def train(
    preset: Annotated[str, typer.Argument(metavar="PRESET", help="A preset, or a small table: small, tiny or dealt.")],
    players: Annotated[int, typer.Option("--players", "-p", help="Players at the table.")] = 2,
    epochs: Annotated[int, typer.Option("--epochs", "-n", help="Epochs in all, of 16,000 hands each.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same blueprint.")] = 1,
    exact: Annotated[bool, typer.Option("--exact", help="Tell all cards apart; for small decks.")] = False,
    option: OptionFlag = None,
    processes: ProcessesFlag = None,
    ray: RayFlag = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the training there after each epoch, and go on from it.")
    ] = None,
    to: Annotated[str | None, typer.Option(metavar="FILE", help="Write the blueprint there.")] = None,
) -> None:
    """Train a strategy by playing a game against itself."""
    from sabacc.cli.ray_flag import spread
    from sabacc.cli.train import train_blueprint

    with spread(ray, processes):
        train_blueprint(preset, players, option or [], epochs, seed, exact, processes, save, to)


@app.command(epilog="Example: sabacc arena classic --bots counter,miner,droid --hands 400")
def arena(
    preset: PresetArgument,
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", metavar="A,B,…", help="Who plays, like master:2000,counter; all by default."),
    ] = None,
    hands: Annotated[
        int, typer.Option("--hands", "-n", help="Hands each pair plays, rounded up to whole sessions.", min=1)
    ] = 400,
    players: Annotated[int, typer.Option("--players", "-p", help="Seats at the table; the pair sits in turns.")] = 2,
    session: Annotated[int, typer.Option(help="Hands in a session.")] = 10,
    seed: Annotated[str, typer.Option(help="The same seed plays the same match.")] = "1",
    option: OptionFlag = None,
    processes: ProcessesFlag = None,
    ray: RayFlag = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep every session here, and go on from those that are.")
    ] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it, as .svg or .png.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Let bots play each other, every pair, and say who wins how much and how sure that is."""
    from sabacc.cli.arena import ArenaOptions, show_match
    from sabacc.cli.ray_flag import spread

    options = ArenaOptions(preset, option or [], bots, hands, players, session, seed, processes, save, plot)
    with spread(ray, processes):
        show_match(options, as_json)


@app.command(epilog="Example: sabacc chances evening.sabacc --hand 3 --seat 2 --at 14")
def chances(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record; - for standard input.")],
    seat: Annotated[int | None, typer.Option(help="Whose chances; seats count from 0.", min=0)] = None,
    at: Annotated[
        int | None, typer.Option(help="The question the seat was asked, by its number; without it, they are listed.")
    ] = None,
    hand: Annotated[int | None, typer.Option(help="The hand, where a record has several.")] = None,
    action: Annotated[
        list[str] | None, typer.Option("--action", "-a", metavar="ACTION", help="Only this action, like 'raise 9'.")
    ] = None,
    policy: Annotated[str, typer.Option(help="How everybody plays on: simple or random.")] = "simple",
    samples: Annotated[int | None, typer.Option(help="Stop after so many samples.", min=1)] = None,
    precision: Annotated[
        float | None,
        typer.Option(metavar="P", help="Stop when all chances to win are known to ±P; 0.03 if nothing else is said."),
    ] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed makes the same guesses.")] = "1",
    processes: ProcessesFlag = None,
    ray: RayFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Sample the chances of each action in the middle of a recorded hand."""
    from sabacc.cli.chances import ChancesOptions, show_chances
    from sabacc.cli.ray_flag import spread
    from sabacc.odds.sampled.estimate import Limits

    limits = Limits(samples, precision, seconds)
    options = ChancesOptions(record, seat, hand, at, action or [], policy, seed, limits, processes)
    with spread(ray, processes):
        show_chances(options, as_json)


@app.command(epilog="Example: sabacc review evening.sabacc --hand 3 --seat 2")
def review(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record; - for standard input.")],
    seat: Annotated[int | None, typer.Option(help="Whose decisions; seats count from 0.", min=0)] = None,
    hand: Annotated[int | None, typer.Option(help="The hand, where a record has several.")] = None,
    guesses: Annotated[int, typer.Option(help="How often what is hidden is guessed at each decision.", min=1)] = 200,
    seed: Annotated[str, typer.Option(help="The same seed makes the same guesses.")] = "review",
    processes: ProcessesFlag = None,
    ray: RayFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Review a seat's decisions in a recorded hand: what each was worth, by what the seat knew."""
    from sabacc.cli.ray_flag import spread
    from sabacc.cli.review import ReviewOptions, show_review

    with spread(ray, processes):
        show_review(ReviewOptions(record, seat, hand, guesses, seed, processes), as_json)


@app.command(epilog="Example: sabacc replay evening.sabacc --seat 2")
def replay(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record, or a history in JSON lines; - for standard input.")
    ],
    seat: Annotated[int | None, typer.Option(help="Tell it as this seat saw it.", min=0)] = None,
    hand: Annotated[
        int | None,
        typer.Option(help="Only this hand; in a history, the how-manieth. Without it, a history's hands are listed."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell a record's story, or that of a hand in a history."""
    from sabacc.cli.records import replay_record

    replay_record(record, seat, hand, as_json)


@app.command(epilog="Example: sabacc verify evening.sabacc")
def verify(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record, or a history in JSON lines; - for standard input.")
    ],
    as_json: JsonFlag = False,
) -> None:
    """Check a record, or a history line by line: exit 0 if it is true, 1 if it is not."""
    from sabacc.cli.records import verify_record

    verify_record(record, as_json)
