"""`sabacc train`."""

from __future__ import annotations

from pathlib import Path

from sabacc.blueprint.training import Training, new_plan, read_training
from sabacc.cli.output import check_writable, print_notice, progress, read_options
from sabacc.envs.small_tables import small_tables
from sabacc.errors import SabaccError


def train_blueprint(
    key: str,
    players: int,
    option: list[str],
    epochs: int,
    seed: int,
    exact: bool,
    processes: int | None,
    save: str | None,
    to: str | None,
) -> None:
    """Trains, and writes the blueprint; what is in `save` goes on."""
    if to is not None:
        check_writable(to)
    if save is not None and not Path(save).exists():
        check_writable(save)
    training = _training(key, players, option, seed, exact, save)
    with progress() as bar:
        task = bar.add_task(f"Training {key}", total=epochs, completed=training.epochs)
        try:
            while training.epochs < epochs:
                training.run(processes)
                if save is not None:
                    training.save(save)
                bar.update(task, completed=training.epochs)
        except KeyboardInterrupt:
            print_notice(f"sabacc: stopped after {training.epochs} of {epochs} epochs.")
    blueprint = training.blueprint()
    print_notice(f"{training.hands:,} hands; {len(blueprint):,} situations.")
    if to is not None:
        blueprint.save(to)


def _training(key: str, players: int, option: list[str], seed: int, exact: bool, save: str | None) -> Training:
    small = small_tables().get(key)
    rules = {**(small.rules if small else {"preset": key}), **read_options(option)}
    more = {"stack": small.stack} if small else {}
    whole = {"window": 0, "skips": 0} if small else {}  # all decisions of a hand are tried out
    plan = new_plan(rules, players=players, seed=seed, exact=exact or small is not None, **more, **whole)
    if save is None or not Path(save).exists() or not Path(save).stat().st_size:
        return Training(plan)
    training = read_training(save)
    if training.plan != plan:
        raise SabaccError(f"{save} is a training of something else: name another file, or the same rules and seed.")
    return training
