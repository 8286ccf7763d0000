"""`sabacc tournament`: tournaments of bots."""

from __future__ import annotations

from typing import Annotated

import typer

tournament = typer.Typer(help="Play tournaments of bots.", no_args_is_help=True)


@tournament.command(epilog="Example: sabacc tournament run --preset classic --bots counter,miner --players 40")
def run(
    preset: Annotated[str, typer.Option(help="A preset; `sabacc variants` lists them.")],
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", metavar="A,B,…", help="Who plays, over and over until all places are taken."),
    ] = "counter,miner,gambler",
    players: Annotated[int, typer.Option("--players", "-p", help="How many enter.", min=2, max=1000)] = 40,
    seed: Annotated[str, typer.Option(help="The same seed plays the same tournament.")] = "1",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="KEY=VALUE", help="A house rule; `sabacc rules PRESET` lists them."),
    ] = None,
    seats: Annotated[int, typer.Option(help="Players at a table; without it, as many as the game has.", min=0)] = 0,
    stack: Annotated[int, typer.Option(help="What everybody begins with; without it, what is usual.", min=0)] = 0,
    level_minutes: Annotated[int, typer.Option(help="How long a level lasts, by the counted clock.", min=1)] = 20,
    level_hands: Annotated[int, typer.Option(help="How many hands a level lasts, instead of minutes.", min=0)] = 0,
    buy_in: Annotated[int, typer.Option(help="Credits that everybody pays into the pool.", min=0)] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else.")] = False,
) -> None:
    """Play a whole tournament of bots, and say where each came."""
    from sabacc.cli.output import read_options
    from sabacc.cli.tournament_run import run_tournament
    from sabacc.tournament import read_settings

    settings = read_settings(
        {
            "rules": {"preset": preset, **read_options(option or [])},
            "seats": seats,
            "stack": stack,
            "level_minutes": level_minutes,
            "level_hands": level_hands,
            "buy_in": buy_in,
        }
    )
    run_tournament(settings, bots, players, seed, as_json)
