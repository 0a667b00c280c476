"""Mutation testing of the rules: what a configuration of cosmic-ray cannot say.

cosmic-ray has one command for all mutants, and no random samples. The session ``mutants`` runs this
module in a copy of the checkout, as cosmic-ray changes the files of the library.
"""

import argparse
import random
import re
import shlex
import subprocess
import time
from importlib import import_module
from pathlib import Path

from tests.games import OURS

FOR_ALL = ("options", "score_facts", "scores", "state")
"""The tests that each game has in one file."""
OTHERS = "game moves numbers records sides tricks values views"
REST = " ".join(["-n 2 tests/text tests/worlds", *(f"tests/test_{x}.py" for x in OTHERS.split())])
"""The slower tests of all games, for mutants that the others have not found."""


def tests_of(module: Path) -> str:
    """Return the folders of tests of a module: those of the games that use it."""
    game = module.parent.name
    if module.parent.parent.name != "games":
        games = OURS
    else:
        games = ("street", "duel") if game == "_twoway" else (game,)
    found = [*(f"tests/{game}" for game in games), "tests/golden", "tests/reference"]
    return " ".join([*found, *(f"tests/test_{name}.py" for name in FOR_ALL)])


def main() -> None:
    """Run the tests on a sample of the mutants, or on all mutants of the named modules."""
    parser = argparse.ArgumentParser(prog="nox -s mutants --", description=main.__doc__)
    parser.add_argument("module", nargs="*", help="such as games/twos/state.py (default: all)")
    parser.add_argument("--sample", type=int, help="number of mutants (70, or all of the modules)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (0)")
    options = parser.parse_args()
    database = import_module("cosmic_ray.work_db").WorkDB("mutants.sqlite", "open")
    config = import_module("cosmic_ray.config").load_config("tests/mutants.toml")
    mutate_and_test = import_module("cosmic_ray.mutating").mutate_and_test

    # The filter of cosmic-ray takes minutes, and its skipped mutants count as found.
    excluded = re.compile("|".join(config.sub("filters", "operators-filter")["exclude-operators"]))
    mutants = [
        (item, *item.mutations)
        for item in database.pending_work_items
        if str(item.mutations[0].module_path).endswith(tuple(options.module) or ".py")
        and not excluded.match(item.mutations[0].operator_name)
    ]
    if not mutants:
        parser.error(f"no mutants in {' '.join(options.module)}")
    database.clear()
    database.add_work_items([item for item, _ in mutants])
    mutants.sort(key=lambda mutant: str(mutant[1]))
    number = options.sample or (len(mutants) if options.module else 70)
    mutants = random.Random(options.seed).sample(mutants, min(number, len(mutants)))

    runs = dict[str, tuple[str, float]]()
    for tests in sorted({tests_of(mutation.module_path) for _, mutation in mutants}):
        command, began = f"{config.test_command} {tests}", time.monotonic()
        # This also writes the bytecode, without which each mutant takes twice the time.
        subprocess.run(shlex.split(command), check=True)
        runs[tests] = command, max(config.timeout, 3 * (time.monotonic() - began))
    for count, (item, mutation) in enumerate(mutants, start=1):
        result = mutate_and_test(item.mutations, *runs[tests_of(mutation.module_path)])
        if result.test_outcome.value == "survived":
            rest = config.test_command.replace("-p no:xdist", REST)
            result = mutate_and_test(item.mutations, rest, 10 * config.timeout)
        database.set_result(item.job_id, result)
        print(f"{count} {result.test_outcome.value}: {mutation.module_path}", flush=True)


if __name__ == "__main__":
    main()
