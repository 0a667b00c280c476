"""Checks of a change; ``nox`` without arguments runs all except the long ones."""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|venv"
nox.options.sessions = [
    *("tests", "lint", "typecheck", "docs", "package", "coverage", "optimised"),
    *("fast", "browser", "stores", "pythons"),
]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HANDS = 100_000
PLAYOUTS = 2_000
GAMES = 100_000
SAMPLES = 100_000
COMPILED = 1_000_000
INPUTS = 32_000
SEARCHED = 500

WORLDS = {"WORLDS_DRAWS": "2000", "WORLDS_SAMPLES": "300"}
"""The numbers of samples of worlds in the session ``nightly``."""

FEW = {"WORLDS_DRAWS": "200", "WORLDS_SAMPLES": "40"}
"""The numbers of samples in the session ``coverage``, which only counts lines."""

COMPARED = ("open_spiel>=2", "rlcard>=1.2", "pgx>=2.6", "pokerkit>=0.7", "packaging")

FRAMEWORKS = {"sb3": ("sb3-contrib>=2.9",), "tianshou": ("tianshou>=2",), "torchrl": ("torchrl",)}
"""The frameworks of the session ``training``, each with what it installs."""

PYTEST = ("python", "-m", "pytest")
UV = ("uv", "pip")
EVERY = ("-m", "nightly or not nightly")
"""The option of pytest for all tests, with the nightly ones."""
NAME = "twowaystreet"
PYODIDE = "TWOWAYSTREET_PYODIDE"
"""The variable with the folder of Pyodide, for tests and measurements."""
COMMAND_LINE = "src/twowaystreet/_cli/*,src/twowaystreet/__main__.py"
# Some code of the kit is for rare faults of games. The tests need not reach it.
KIT = "src/twowaystreet/testing/*"
# Plain Python does not reach the lines that compile.
FAST = ",".join(
    f"src/twowaystreet/{each}"
    for each in ("fast/*", "solve/*", "games/*/stepping.py", "rl/_compiled_vector.py")
)
# The tests run the server in a process of its own.
SERVER = ",".join(
    f"src/twowaystreet/web/{name}.py"
    for name in (
        *("club", "desk", "guards", "hosts", "listening", "lobby", "rooms", "server"),
        *("thinking",),
    )
)

# Only the session stores needs a server of PostgreSQL.
POSTGRES = "src/twowaystreet/table/_postgres_store.py"

# Slow tests of lines that other tests reach, too, and tests of other processes, whose lines are not
# counted.
AGAIN = (
    *("tests/reference", "tests/perft", "tests/leaks", "tests/fuzz", "tests/mutants", "docs/*"),
    *("tests/public_api", "tests/testing/test_strategies.py", "tests/cli/test_save_files.py"),
    *("tests/cli/test_terminal.py", "tests/cli/test_main.py", "tests/svg/test_notebook.py"),
    "tests/table/test_sessions.py",
    *("tests/test_differential.py", "tests/test_conservation.py", "tests/test_costs.py"),
    *("tests/test_examples*.py", "tests/test_page_code.py", "tests/test_rule_index.py"),
    *("tests/test_cited_rules.py", "tests/test_doc_pictures.py"),
)

OURS = tuple(
    f"tests/{each.name}"
    for each in sorted(Path("src/twowaystreet/games").glob("[!_]*"))
    if (each / "rules.py").exists()
)
"""The folders with the tests of one game each."""

# The tests that run without the assertions of the library.
WITHOUT_ASSERTIONS = (
    *OURS,
    *("tests/golden", "tests/records", "tests/test_state.py", "tests/test_views.py"),
    *("tests/test_errors.py", "tests/test_ratings.py"),
)

# The tests that run on each Python: values, pickles, types, processes, examples of docstrings.
INTERPRETED = (
    *WITHOUT_ASSERTIONS,
    *("tests/public_api", "tests/text", "tests/arena/test_running.py", "tests/table"),
    *("tests/test_values.py", "tests/test_plain_data.py", "tests/test_own_game.py"),
    *("tests/test_slots.py", "tests/test_facts.py", "tests/test_packs.py", "src"),
)

# Program for an environment with only the wheel.
CHECK_WHEEL = """
import importlib.metadata as metadata
import importlib.resources as resources

import twowaystreet
from twowaystreet.schemas import shipped

found = {each.name.lower().replace("_", "-") for each in metadata.distributions()}
found -= {"pip", "setuptools", "wheel"}
expected = {"twowaystreet", "attrs", "cattrs", "typing-extensions"}
assert found == expected, f"installed {sorted(found)}, expected {sorted(expected)}"
assert "site-packages" in twowaystreet.__file__, twowaystreet.__file__
assert resources.files("twowaystreet").joinpath("py.typed").is_file(), "py.typed is missing"
description = metadata.metadata("twowaystreet").get_payload()
assert "](https:" in description and "](docs/" not in description, "links that lead nowhere"
for game in twowaystreet.GAMES:
    shipped(game, "view"), shipped(game, "record"), shipped(game, "seat_record")
print("twowaystreet", metadata.version("twowaystreet"), "works with nothing but", *sorted(found))
"""

# Program that writes the page without a server from the installed files.
WRITE_PAGE = """
import sys, tempfile
from twowaystreet.__main__ import main
with tempfile.TemporaryDirectory() as folder:
    sys.argv[1:] = ["page", folder]
    main()
"""

# Program that asks for a database that does not exist.
NO_DATABASE = """
import contextlib
from twowaystreet.table import PostgresStore, StoreError
with contextlib.suppress(StoreError):
    PostgresStore("host=/nowhere")
"""

# Commands for each extra, which run with nothing else installed.
EXTRAS = {
    "cli": (("-m", "twowaystreet", "example", "street"), ("-c", WRITE_PAGE)),
    "dask": (("-c", "import distributed; from twowaystreet import arena"),),
    "fast": (("-c", "from twowaystreet import fast; fast.hands('twos', None, 9, seed=1)"),),
    "png": (("-c", "from twowaystreet import CARDS, svg; svg.png(svg.hand(CARDS))"),),
    "postgres": (("-c", NO_DATABASE),),
    "rl": (("-c", "from twowaystreet.rl import gymnasium, pettingzoo; pettingzoo.env('twos')"),),
    "openspiel": (("-c", "from twowaystreet.rl import openspiel; openspiel.register('twos')"),),
    "web": (
        ("-c", "from twowaystreet.web import listening as web; web.open_socket('127.0.0.1', 0)"),
    ),
    "testing": (("-c", "from twowaystreet.testing import conformance; conformance.check('twos')"),),
}


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests; pass arguments to pytest."""
    session.install("--editable", ".[test]")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto",)))


@nox.session(python=PYTHONS)
def pythons(session: nox.Session) -> None:
    """Run the tests that depend most on the interpreter, on each Python."""
    session.install("--editable", ".[test]")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto", *INTERPRETED)))


@nox.session(python=PYTHONS)
def nightly(session: nox.Session) -> None:
    """Run all tests on each Python, with those that are too slow for each change."""
    session.install("--editable", ".[test,fast,web,rl,openspiel]")
    session.run(*PYTEST, *EVERY, "--numprocesses=auto", *session.posargs, env=WORLDS)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, layout and the direction of imports."""
    session.install("--editable", ".[dev]")
    session.run("lint-imports")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def api(session: nox.Session) -> None:
    """List incompatible changes of public names since the last version or a commit."""
    tags = ("git", "tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=version:refname")
    found = session.posargs or str(session.run(*tags, external=True, silent=True)).split()
    if not found:
        session.skip("no version has a tag yet; give a commit to compare with: nox -s api -- REF")
    session.install("griffecli>=2")
    session.run("griffe", "check", NAME, "--search", "src", "--against", found[-1])


@nox.session
def typecheck(session: nox.Session) -> None:
    """Check the types of the project and of the code on the pages, with both checkers."""
    session.install("--editable", ".[dev]")
    session.run("mypy")
    session.run("pyright", env={"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    session.run("python", "-m", "tests.page_code", env={"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation with warnings as errors; the tests run its examples."""
    session.install("--editable", ".[docs]")
    build = Path(session.create_tmp()).resolve()
    # A fresh environment, as Sphinx does not warn about pages from the cache.
    strict = ("--nitpicky", "--fail-on-warning", "--keep-going", "--fresh-env")
    session.run("sphinx-build", "-b", "html", *strict, "docs", str(build))


@nox.session
def package(session: nox.Session) -> None:
    """Build and check both distributions, and use them with nothing else installed."""
    session.install("build", "twine", "check-wheel-contents", "uv")
    place = Path(session.create_tmp()).resolve()
    distributions = place / "dist"
    for old in distributions.glob("*"):
        old.unlink()
    session.run("python", "-m", "build", "--installer", "uv", "--outdir", str(distributions))
    (wheel,) = map(str, distributions.glob("*.whl"))
    (sdist,) = map(str, distributions.glob("*.tar.gz"))
    session.run("twine", "check", "--strict", wheel, sdist)
    session.run("check-wheel-contents", wheel)
    empty = place / "empty"
    for distribution in (wheel, sdist):
        python = _empty(session, empty, distribution)
        session.run(python, "-I", "-c", CHECK_WHEEL, external=True, silent=False)
        session.run(*UV, "uninstall", "--quiet", "--python", python, NAME, external=True)
        left = [str(path) for path in empty.rglob("*") if NAME in path.name]
        if left:
            session.error(f"left after uninstalling: {', '.join(left)}")
    for extra, commands in EXTRAS.items():
        python = _empty(session, empty, f"{wheel}[{extra}]")
        session.run(*UV, "check", "--python", python, external=True)
        for arguments in commands:
            session.run(python, "-I", *arguments, external=True)


def _empty(session: nox.Session, place: Path, requirement: str) -> str:
    """Make an environment with only this requirement, and return the path of its Python."""
    make = ("uv", "venv", "--quiet", "--clear", "--python", "python3")
    session.run(*make, str(place), external=True)
    python = str(place / "bin" / "python")
    session.run(*UV, "install", "--quiet", "--python", python, requirement, external=True)
    return python


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure the coverage of the tests, without slow tests that reach no further lines.

    The rules and the core need full coverage, the kit and the command line less.
    """
    session.install("--editable", ".[test,fast,web,rl,openspiel]")
    data = Path(session.create_tmp()).resolve() / "coverage"
    env = {
        "COVERAGE_FILE": str(data),
        "NUMBA_DISABLE_JIT": "1",
        **FEW,
    }  # compiled lines are not seen
    again = [
        "-m",
        "not nightly and not browser",
        *(f"--ignore-glob={each}" for each in AGAIN),
    ]
    pytest = (*PYTEST, "--numprocesses=auto", *again)
    report = ("python", "-m", "coverage", "report")
    session.run(*pytest, "--cov", "--cov-branch", "--cov-report=", *session.posargs, env=env)
    others = f"{COMMAND_LINE},{KIT},{FAST},{SERVER},{POSTGRES}"
    session.run(*report, f"--omit={others}", "--fail-under=100", env=env)
    session.run(*report, f"--include={FAST}", "--fail-under=95", env=env)
    session.run(*report, f"--include={KIT}", "--fail-under=95", env=env)
    session.run(*report, f"--include={COMMAND_LINE}", "--fail-under=90", env=env)


@nox.session
def stores(session: nox.Session) -> None:
    """Run the tests of stores, with a server of PostgreSQL, and count the lines of its store."""
    session.install("--editable", ".[test,postgres]")
    count = (f"--cov={NAME}.table._postgres_store", "--cov-branch", "--cov-fail-under=100")
    env = {"COVERAGE_FILE": str(Path(session.create_tmp()).resolve() / "coverage")}
    tests = sorted(map(str, Path("tests/table").glob("test_*store*.py")))
    session.run(*PYTEST, *tests, *count, *session.posargs, env=env)


@nox.session
def browser(session: nox.Session) -> None:
    """Run the tests of the server, also of two processes, and those in headless Chromium."""
    session.install("--editable", ".[test,browser,postgres]")
    env = _pyodide(session)
    pytest = (*PYTEST, *session.posargs)
    both = ("--numprocesses=2", "--dist=loadfile")
    session.run(*pytest, *both, "-m", "browser and not nightly", env=env)
    server = ("tests/web", "src/twowaystreet/_page", "src/twowaystreet/web")
    session.run(*pytest, *both, "-m", "not browser and not nightly", *server)


@nox.session
def browser_nightly(session: nox.Session) -> None:
    """Run all tests in headless Chromium: each game in all windows, by all hands, on both pages."""
    session.install("--editable", ".[test,browser]")
    pytest = (*PYTEST, "-m", "browser and nightly", *session.posargs)
    session.run(*pytest, "tests/web", env=_pyodide(session))


@nox.session
def screens(session: nox.Session) -> None:
    """Write pictures of each phase of each game at three sizes: nox -s screens -- FOLDER."""
    if not session.posargs:
        session.error("name a folder: nox -s screens -- FOLDER")
    session.install("--editable", ".[test,browser]")
    session.run("python", "-m", "tests.web.screens", *session.posargs)


@nox.session
def page(session: nox.Session) -> None:
    """Measure the start of the page without a server, and its clicks."""
    session.install("--editable", ".[cli,browser]")
    session.run("python", "-m", "benchmarks.page", *session.posargs, env=_pyodide(session))


def _pyodide(session: nox.Session) -> dict[str, str]:
    """Return the variable with the folder of Pyodide, which npm downloads once."""
    if PYODIDE in os.environ:
        return {}
    if shutil.which("npm") is None:
        session.warn("this machine has no npm, and so no Pyodide: the page is not tested")
        return {}
    source = Path("src/twowaystreet/_page/pyodide.py").read_text(encoding="utf-8")
    (version,) = re.findall(r"/v([\d.]+)/", source)
    place = Path(session.create_tmp()).resolve()
    if not (folder := place / f"pyodide-{version}").exists():
        pack = ("npm", "pack", f"pyodide@{version}", "--pack-destination", str(place))
        session.run(*pack, external=True, silent=True)
        folder.mkdir()
        packed = str(place / f"{folder.name}.tgz")
        session.run("tar", "-xf", packed, "-C", str(folder), external=True)
    return {PYODIDE: str(folder / "package")}


@nox.session
def optimised(session: nox.Session) -> None:
    """Run the tests of rules, views and records under ``python -O``, which drops assertions.

    pytest still executes the assertions of test modules, and warns about all others.
    """
    session.install("--editable", ".[test]")
    pytest = ("-m", "pytest", "-W", "ignore:assertions not in test modules")
    tests = session.posargs or ("--numprocesses=auto", *WITHOUT_ASSERTIONS)
    session.run("python", "-O", *pytest, *tests)


@nox.session
def fast(session: nox.Session) -> None:
    """Run the tests of playouts, batches and solver, compiled, and the first with bounds checked.

    The session ``coverage`` runs them as plain Python.
    """
    session.install("--editable", ".[test,fast,rl,openspiel]")
    both = ("tests/fast", "tests/solve", "src/twowaystreet/fast", "src/twowaystreet/solve")
    batches = ("tests/rl", "tests/spaces", "src/twowaystreet/rl", "src/twowaystreet/_spaces")
    pytest = (*PYTEST, "--numprocesses=2", "--dist=worksteal", *both, *session.posargs)
    session.run(*pytest, *batches, "docs/compiled-playouts.md")
    bounds = Path(session.create_tmp()).resolve() / "bounds"
    session.run(*pytest, env={"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(bounds)})


@nox.session
def training(session: nox.Session) -> None:
    """Let each framework for learning make a short run; the frameworks are large."""
    for name, framework in FRAMEWORKS.items():
        session.install("--editable", ".[rl]", *framework)
        session.run("python", "-m", f"tests.training.with_{name}")


@nox.session
def compiled_playouts(session: nox.Session) -> None:
    """Replay many compiled playouts through ``apply``, move by move."""
    session.install("--editable", ".[test,fast]")
    arguments = session.posargs or ("--playouts", str(COMPILED))
    session.run("python", "-m", "tests.fast", *arguments)
    session.run("python", "-m", "tests.fast", "--policy", "simple")


@nox.session
def solver(session: nox.Session) -> None:
    """Compare many solved endings and whole Duels with a search through ``apply``."""
    session.install("--editable", ".[test,fast]")
    bounds = Path(session.create_tmp()).resolve() / "bounds"
    env = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(bounds)}
    session.run("python", "-m", "tests.solve", *session.posargs, env=env)


@nox.session
def arena(session: nox.Session) -> None:
    """Let simple players play long matches against random ones, in every game."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "tests.arena", *session.posargs)


@nox.session
def random_hands(session: nox.Session) -> None:
    """Play many random hands, and check each move by the reference implementation."""
    session.install("--editable", ".[test]")
    arguments = session.posargs or ("--hands", str(HANDS))
    session.run("python", "-m", "tests.random_hands", *arguments)


@nox.session
def worlds(session: nox.Session) -> None:
    """Test the worlds of views with many samples and a fresh seed, or the one in WORLDS_SEED."""
    session.install("--editable", ".[test]")
    seed = os.environ.get("WORLDS_SEED") or str(random.SystemRandom().randrange(1_000_000))
    many = str(SAMPLES)
    env = {"WORLDS_SEED": seed, "WORLDS_DRAWS": many, "WORLDS_SAMPLES": many}
    session.log(f"WORLDS_SEED={seed}")
    session.run(*PYTEST, *EVERY, "tests/worlds", *session.posargs, env=env)


@nox.session
def round_trips(session: nox.Session) -> None:
    """Write many random games as text and as JSON, and read them back."""
    session.install("--editable", ".[test]")
    arguments = session.posargs or ("--games", str(GAMES))
    session.run("python", "-m", "tests.round_trips", *arguments)


@nox.session
def damage(session: nox.Session) -> None:
    """Damage records in twenty times as many ways as the tests do."""
    session.install("--editable", ".[test]")
    pytest = (*PYTEST, *EVERY, "--numprocesses=auto", "tests/records")
    session.run(*pytest, *session.posargs, env={"DAMAGE": "20"})


@nox.session
def leaks(session: nox.Session) -> None:
    """Check hidden information in many pairs of playouts, and in all states of small games."""
    session.install("--editable", ".[test]")
    arguments = session.posargs or ("--hands", str(PLAYOUTS))
    session.run("python", "-m", "tests.leaks", *arguments)


@nox.session
def mutants(session: nox.Session) -> None:
    """Run mutation testing: check that the tests find every change in the rules."""
    session.install("--editable", ".[test]", "cosmic-ray>=8.7,<9")
    session.run("python", "-m", "tests.mutants", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz all readers with many inputs that are nearly correct."""
    session.install("--editable", ".[test]")
    arguments = session.posargs or ("--runs", str(INPUTS))
    session.run("python", "-m", "tests.fuzz", *arguments)


@nox.session
def costs(session: nox.Session) -> None:
    """Search for inputs that are expensive to read for their length."""
    session.install("--editable", ".[test]")
    arguments = session.posargs or ("--runs", str(SEARCHED))
    session.run("python", "-m", "tests.fuzz", "--costs", *arguments)


@nox.session
def perft(session: nox.Session) -> None:
    """Run perft: count all sequences of moves from many positions, with both implementations."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "tests.perft", *(session.posargs or ("--both",)))


@nox.session
def readers(session: nox.Session) -> None:
    """Measure the time and memory to read a megabyte of expensive inputs."""
    session.install("--editable", ".")
    session.run("python", "-m", "benchmarks.readers", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the speed of playouts."""
    session.install("--editable", ".[bench,fast]")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session
def comparison(session: nox.Session) -> None:
    """Compare the library with others, cell by cell."""
    session.install("--editable", ".[fast,testing,web]", *COMPARED)
    session.run("python", "-m", "benchmarks.comparison")
