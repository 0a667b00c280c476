"""Checks of a change; ``nox`` without arguments runs all except the long ones."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Timer
from time import monotonic

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|venv"
nox.options.sessions = ["tests", "lint", "typecheck", "docs", "package", "smoke"]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
NIGHT = (
    *("coverage", "long_tests", "pythons", "optimised", "lowest", "mutants"),
    *("fast", "bounds", "compiled_playouts", "solver", "environments"),
    *("browser", "browser_hands", "browser_looks", "server", "club", "stores"),
    *("random_hands", "round_trips", "perft", "worlds", "leaks", "arena"),
    *("damage", "fuzz", "costs"),
)
"""The sessions of ``nightly``. Each takes at most fifteen minutes on two processors."""

HANGS = 3600
"""The seconds after which ``nightly`` ends a session."""

SAMPLES = 4_000
COMPILED = 100_000
ENDINGS = 60

COMPARED = ("open_spiel>=2", "rlcard>=1.2", "pgx>=2.6", "pokerkit>=0.7", "packaging")

FRAMEWORKS = {"sb3": ("sb3-contrib>=2.9",), "tianshou": ("tianshou>=2",), "torchrl": ("torchrl",)}
"""The frameworks of the session ``training``, each with what it installs."""

TESTED = ("test", "analysis", "tune", "web", "rl", "openspiel", "dask", "postgres")
"""The extras that the session ``lowest`` installs: all that a user can have."""

CLUB = ("tests/web/test_nights.py",)
GROWTH = ("tests/web/test_growth.py",)
PYTEST = ("python", "-m", "pytest")
UV = ("uv", "pip")
EVERY = ("-m", "")
"""The option of pytest for all tests, with the nightly ones."""
COMPILED_CODE = ("tests/fast", "tests/solve", "src/twowaystreet/fast", "src/twowaystreet/solve")
BY_TEST = ("--numprocesses=2", "--dist=worksteal")
BY_FILE = ("--numprocesses=2", "--dist=loadfile")
"""The options of pytest for two processes, which share the tests or the files with tests."""
NAME = "twowaystreet"
PYODIDE = "TWOWAYSTREET_PYODIDE"
"""The variable with the folder of Pyodide, for tests and measurements."""
COMMAND_LINE = "src/twowaystreet/_cli/*,src/twowaystreet/__main__.py"
# Some code of the kit is for rare faults of games. The tests need not reach it.
KIT = "src/twowaystreet/testing/*"
# Plain Python does not reach the lines that compile.
FAST = ",".join(
    f"src/twowaystreet/{each}"
    for each in ("fast/*", "solve/*", "games/*/compiled.py", "rl/_compiled_vector.py")
)
# The tests run the server in a process of its own. The session stores counts the last one.
SERVER = (
    ",".join(
        f"src/twowaystreet/web/{name}.py"
        for name in ("club", "hosts", "listening", "lobby", "rooms", "server", "work")
    )
    + ",src/twowaystreet/table/_postgres_store.py"
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
    *("tests/test_public_names.py", "tests/text", "tests/arena/test_running.py", "tests/table"),
    *("tests/test_values.py", "tests/test_game.py", "tests/test_cards.py", "src"),
)

SMOKE = {
    "browser": (
        "tests/web/test_windows.py::test_axe_finds_nothing[spades-dark-390]",
        "tests/web/test_browser.py::test_two_browsers_play_on_one_server",
        "tests/web/test_hands.py::test_a_hand_of_each_game_is_played_by_one_kind_of_hands[twos-touch]",
        "tests/web/test_static_page.py::test_a_game_goes_on_after_a_reload_in_mid_hand",
    ),
    "server": ("-m", "not browser and not nightly", "tests/web", *BY_FILE),
    "stores": ("tests/table/test_stores.py::test_a_store_gives_what_was_saved",),
    "fast": (
        "tests/fast/test_playouts.py::test_whole_hands_equal_apply[street]",
        "tests/rl/test_compiled_vector.py::test_a_compiled_batch_equals_apply[twos-None]",
        *("tests/spaces", "tests/rl/test_vector.py", "tests/rl/test_gymnasium.py"),
        "tests/rl/test_pettingzoo.py",
    ),
}
"""The tests that ``smoke`` runs: a sample of each of these sessions."""

# The schema of each file that a service reads.
SCHEMAS = {
    "citation-file-format": "CITATION.cff",
    "dependabot": ".github/dependabot.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "github-workflows": ".github/workflows/*.yml",
    "readthedocs": ".readthedocs.yaml",
}

LARGEST_WHEEL = 1_275_000
"""The bytes of the wheel at most."""

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

# Program that draws a name, which needs the fonts in the wheel.
DRAW = """
from twowaystreet import Trick, cards, svg
picture = svg.trick(Trick(0, cards("QS"), (0,), None), names=["Ann"])
assert svg.png(picture) != svg.png(picture.replace("Ann", ""))
"""

# Program that tunes a constant.
TUNE = """
from twowaystreet import players
players.tune("twos", {"kept_two": (0, 4)}, deals=9, held_out=9, rounds=1)
"""

# Arguments of pytest that check a game, and collect no other test. The conftest of the tests needs
# pytest 8.4, and the lowest pytest that the extra testing allows is older.
CHECK_TWOS = ("--noconftest", "--pyargs", "pytest_twowaystreet", "--twowaystreet-game=twos")

# Commands for each extra, which run with nothing else installed. All extras also fit together.
EXTRAS = {
    "analysis": (("-c", "import matplotlib, pandas; from twowaystreet import balance"),),
    "cli": (("-m", "twowaystreet", "example", "street"), ("-c", WRITE_PAGE)),
    "dask": (("-c", "import distributed; from twowaystreet import arena"),),
    "fast": (("-c", "from twowaystreet import fast; fast.hands('twos', 9, seed=1)"),),
    "png": (("-c", DRAW),),
    "postgres": (("-c", NO_DATABASE),),
    "rl": (("-c", "from twowaystreet.rl import gymnasium, pettingzoo; pettingzoo.env('twos')"),),
    "openspiel": (("-c", "from twowaystreet.rl import openspiel; openspiel.register('twos')"),),
    "tune": (("-c", TUNE),),
    "web": (
        ("-c", "from twowaystreet.web import listening as web; web.open_socket('127.0.0.1', 0)"),
    ),
    "testing": (("-m", "pytest", "-c", os.devnull, "-p", "no:cacheprovider", *CHECK_TWOS),),
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


@nox.session(python=PYTHONS[0], venv_backend="uv")
def lowest(session: nox.Session) -> None:
    """Run the tests, and use each extra alone, with the lowest versions of dependencies.

    A page connects, records and tables of our games and of others come back, the examples run.
    """
    versions = ("--resolution", "lowest-direct")
    session.install("uv")
    session.install(*versions, "--editable", f".[{','.join(TESTED)}]")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto",)))
    if not session.posargs:
        _use_extras(session, Path(session.create_tmp()).resolve() / "empty", ".", *versions)


@nox.session(venv_backend="none")
def nightly(session: nox.Session) -> None:
    """Run all long sessions, or those that are named, and print a table of their results."""
    columns = ("passed", "failed", "skipped")
    lines = ["{:20}{:>9}{:>9}{:>9}{:>9}".format("session", "minutes", *columns)]
    failed: list[str] = []
    for name in session.posargs or NIGHT:
        begun = monotonic()
        counts = _counted(name)
        minutes = (monotonic() - begun) / 60
        numbers = [counts[column] for column in columns]
        lines.append("{:20}{:9.1f}{:9}{:9}{:9}".format(name, minutes, *numbers))
        failed += [name] * (counts["failed"] > 0)
    print("\n".join(lines))
    if failed:
        session.error(f"failed: {', '.join(failed)}")


def _counted(name: str) -> Counter[str]:
    """Run a session, print what it says, and count what passed, failed and was skipped.

    The closing lines of pytest have the numbers of tests. Another program counts as one, and so
    does a session that nox skips.
    """
    command = (sys.executable, "-m", "nox", "--no-error-on-missing-interpreters", "--session", name)
    pythons = sorted(map(str, Path.home().glob(".pyenv/versions/3.1*/bin")))  # not in the path
    path = os.pathsep.join([os.environ["PATH"], *pythons])
    env = {**os.environ, "PATH": path, "PYTEST_ADDOPTS": "-rs"}
    counts: Counter[str] = Counter()
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=env,
    ) as running:
        late = Timer(HANGS, running.terminate)
        late.start()
        for line in running.stdout or ():
            print(line, end="", flush=True)
            if re.search(r"\d (passed|failed|skipped|errors?)\b.* in [\d.]+s", line):
                for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", line):
                    counts["failed" if word == "error" else word] += int(number)
            elif re.match("nox > Session .* skipped:", line):
                counts["skipped"] += 1
        late.cancel()
    if running.returncode and not counts["failed"]:
        counts["failed"] = 1
    elif not counts:
        counts["passed"] = 1
    return counts


@nox.session
def smoke(session: nox.Session) -> None:
    """Run a short form of the sessions browser, server, stores and fast, or of those named."""
    session.install("--editable", ".[test,browser,fast,postgres,rl]")
    for name in session.posargs or SMOKE:
        env = _pyodide(session) if name == "browser" else {}
        session.run(*PYTEST, "-rs", "--durations=10", *SMOKE[name], env=env)


@nox.session
def long_tests(session: nox.Session) -> None:
    """Run the tests with the mark nightly that no other session runs."""
    session.install("--editable", ".[test,fast,tune,web,rl,openspiel]", "pyinstaller")
    others = (
        *("web", "worlds", "rl", "spaces", "records", "fast", "solve", "leaks"),
        *("test_perft.py", "table/test_*store*"),
    )
    rest = [f"--ignore-glob=tests/{each}" for each in others]
    session.run(*PYTEST, "-m", "nightly", "--numprocesses=auto", *rest, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, layout, the direction of imports, and the files for services."""
    session.install("--editable", ".[dev]")
    session.run("lint-imports")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    for schema, pattern in SCHEMAS.items():
        files = sorted(map(str, Path().glob(pattern)))
        session.run("check-jsonschema", f"--builtin-schema=vendor.{schema}", *files)


@nox.session
def api(session: nox.Session) -> None:
    """List incompatible changes of public names since the last version or a commit."""
    tags = ("git", "tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=version:refname")
    found = session.posargs or str(session.run(*tags, external=True, silent=True)).split()
    if not found:
        session.skip("no version has a tag yet; give a commit to compare with: nox -s api -- REF")
    session.install("griffecli>=2")
    session.run("griffecli", "check", NAME, "--search", "src", "--against", found[-1])


@nox.session
def typecheck(session: nox.Session) -> None:
    """Check the types of the project and of the code on the pages, with both checkers."""
    session.install("--editable", ".[dev]")
    session.run("mypy")
    session.run("pyright", env={"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    session.run("python", "-m", "tests.page_code", env={"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation, here or in a named folder; the tests run its examples."""
    session.install("--editable", ".[docs]")
    build = Path(*session.posargs or [session.create_tmp()]).resolve()
    # A fresh environment, as Sphinx does not warn about pages from the cache.
    strict = ("--nitpicky", "--fail-on-warning", "--keep-going", "--fresh-env")
    session.run("sphinx-build", "-b", "html", *strict, "docs", str(build))


@nox.session
def package(session: nox.Session) -> None:
    """Build both distributions, here or in a named folder, and use each with nothing else.

    Two builds must have the same bytes. The time in SOURCE_DATE_EPOCH stands in their files.
    """
    session.install("build", "twine", "check-wheel-contents", "uv")
    place = Path(session.create_tmp()).resolve()
    distributions, again = (
        Path(*session.posargs or (str(place / "dist"),)).resolve(),
        place / "again",
    )
    env = {"SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "1735689600")}
    for folder in (distributions, again):
        for old in (*folder.glob("*.whl"), *folder.glob("*.tar.gz")):
            old.unlink()
        session.run("python", "-m", "build", "--installer", "uv", "--outdir", str(folder), env=env)
    (wheel,) = map(str, distributions.glob("*.whl"))
    (sdist,) = map(str, distributions.glob("*.tar.gz"))
    for each in map(Path, (wheel, sdist)):
        if each.read_bytes() != (again / each.name).read_bytes():
            session.error(f"two builds differ: {each} and {again / each.name}")
    if (size := Path(wheel).stat().st_size) > LARGEST_WHEEL:
        session.error(f"the wheel has {size} bytes, at most {LARGEST_WHEEL} are allowed")
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
    _use_extras(session, empty, wheel)


def _use_extras(session: nox.Session, place: Path, source: str, *options: str) -> None:
    """Use each extra of a distribution alone, and install all of them together."""
    for extra, commands in {**EXTRAS, ",".join(EXTRAS): ()}.items():
        python = _empty(session, place, f"{source}[{extra}]", *options)
        session.run(*UV, "check", "--python", python, external=True)
        for arguments in commands:
            session.run(python, "-I", *arguments, external=True)


def _empty(session: nox.Session, place: Path, requirement: str, *options: str) -> str:
    """Make an environment with only this requirement, and return the path of its Python."""
    make = ("uv", "venv", "--quiet", "--clear", "--python", "python3")
    session.run(*make, str(place), external=True)
    python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    install = (*UV, "install", "--quiet", "--python", python, *options)
    session.run(*install, requirement, external=True)
    return python


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests with all extras, and require that they reach enough lines and branches.

    The rules and the core need all of them, the kit and the command line less. Compiled functions
    run as plain Python, as their lines are not seen otherwise.
    """
    session.install("--editable", ".[test,dask,fast,tune,web,rl,openspiel]")
    data = Path(session.create_tmp()).resolve() / "coverage"
    env = {"COVERAGE_FILE": str(data), "NUMBA_DISABLE_JIT": "1"}
    count = ("--cov", "--cov-branch", "--cov-report=", "--numprocesses=auto", "--dist=worksteal")
    session.run(*PYTEST, *count, "-m", "not browser and not nightly", *session.posargs, env=env)
    report = ("python", "-m", "coverage", "report")
    others = f"{COMMAND_LINE},{KIT},{FAST},{SERVER}"
    session.run(*report, f"--omit={others}", "--fail-under=100", env=env)
    session.run(*report, f"--include={FAST}", "--fail-under=95", env=env)
    session.run(*report, f"--include={KIT}", "--fail-under=95", env=env)
    session.run(*report, f"--include={COMMAND_LINE}", "--fail-under=90", env=env)


@nox.session
def stores(session: nox.Session) -> None:
    """Run the tests of stores, with a server of PostgreSQL, and count the lines of its store.

    Then people come to a club in each store and go, and nothing may grow.
    """
    session.install("--editable", ".[test,web,postgres]")
    count = (f"--cov={NAME}.table._postgres_store", "--cov-branch", "--cov-fail-under=100")
    env = {"COVERAGE_FILE": str(Path(session.create_tmp()).resolve() / "coverage")}
    tests = sorted(map(str, Path("tests/table").glob("test_*store*.py")))
    session.run(*PYTEST, *EVERY, *tests, *count, *session.posargs, env=env)
    if not session.posargs:
        session.run(*PYTEST, *EVERY, *BY_TEST, *GROWTH)


@nox.session
def browser(session: nox.Session) -> None:
    """Run the tests of the page in headless Chromium, but for those with the mark nightly."""
    _in_chromium(session, "-m", "browser and not nightly")


@nox.session
def browser_hands(session: nox.Session) -> None:
    """Play each game in headless Chromium by keys, mouse, touch and drags, on both pages."""
    _in_chromium(session, "-m", "browser and nightly", "tests/web/test_hands.py")


@nox.session
def browser_looks(session: nox.Session) -> None:
    """Look at each game in headless Chromium: in all windows, and with axe-core."""
    _in_chromium(session, "-m", "browser and nightly", "--ignore=tests/web/test_hands.py")


def _in_chromium(session: nox.Session, *arguments: str) -> None:
    session.install("--editable", ".[test,browser,postgres]")
    session.run(*PYTEST, *BY_FILE, *arguments, *session.posargs, env=_pyodide(session))


@nox.session
def server(session: nox.Session) -> None:
    """Run all tests of the server and of the engine of its page, also of two processes."""
    session.install("--editable", ".[test,browser,postgres]")
    tests = ("tests/web", "src/twowaystreet/_page", "src/twowaystreet/web")
    others = [f"--ignore={each}" for each in (*CLUB, *GROWTH)]
    session.run(*PYTEST, *BY_FILE, "-m", "not browser", *tests, *others, *session.posargs)


@nox.session
def club(session: nox.Session) -> None:
    """Let nights of a club pass with kills (HOUR_MINUTES)."""
    session.install("--editable", ".[test,web,postgres]")
    session.run(*PYTEST, *EVERY, "--capture=no", *CLUB, *session.posargs)


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
        unpacked = place / "unpacked"  # a folder that is not complete does not count
        shutil.rmtree(unpacked, ignore_errors=True)
        unpacked.mkdir()
        packed = str(place / f"{folder.name}.tgz")
        session.run("tar", "-xf", packed, "-C", str(unpacked), external=True)
        unpacked.rename(folder)
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
    """Run all tests of compiled code: playouts, batches and the solver."""
    session.install("--editable", ".[test,fast,rl,openspiel,analysis,tune]")
    batches = ("tests/rl", "tests/spaces", "src/twowaystreet/rl", "src/twowaystreet/_spaces")
    tests = (*COMPILED_CODE, *batches, "docs/compiled-playouts.md")
    session.run(*PYTEST, *BY_TEST, "-m", "not nightly", *tests, *session.posargs)


@nox.session
def bounds(session: nox.Session) -> None:
    """Run all tests of playouts and the solver with the bounds of arrays checked."""
    session.install("--editable", ".[test,fast,rl]")
    cache = Path(session.create_tmp()).resolve() / "bounds"
    env = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache)}
    session.run(*PYTEST, *BY_TEST, *EVERY, *COMPILED_CODE, *session.posargs, env=env)


@nox.session
def environments(session: nox.Session) -> None:
    """Run the tests with the mark nightly of batches, spaces and environments for learning."""
    session.install("--editable", ".[test,fast,rl,openspiel]")
    session.run(*PYTEST, *BY_TEST, "-m", "nightly", "tests/rl", "tests/spaces", *session.posargs)


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
    arguments = session.posargs or ("--endings", str(ENDINGS))
    session.run("python", "-m", "tests.solve", *arguments, env=env)


@nox.session
def reports(session: nox.Session) -> None:
    """Write the reports of our games for the documentation, with their date."""
    session.install("--editable", ".[analysis,cli]")
    today = f"{datetime.datetime.now(tz=datetime.UTC):%d %B %Y}".lstrip("0")
    for game in ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag"):
        is_slow = game in ("tien_len", "brag")  # their hands go through apply
        sizes = "--hands 4000 --matches 30" if is_slow else "--hands 100000 --skill 40"
        file = Path("docs/_static/balance", f"{game}.html")
        command = ("twowaystreet", "balance", game, *sizes.split(), "--seed", "1", "--html")
        session.run(*command, str(file))
        text = file.read_text("utf-8")
        file.write_text(text.replace("</h1>", f"</h1>\n<p>{today}</p>", 1), "utf-8")


@nox.session
def arena(session: nox.Session) -> None:
    """Let simple players play long matches against random ones, in every game."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "tests.arena", *session.posargs)


@nox.session
def random_hands(session: nox.Session) -> None:
    """Play many random hands, and check each move by the reference implementation."""
    session.install("--editable", ".[test]")
    tests = ("--numprocesses=auto", "--dist=worksteal", "tests/reference", "-k", "agree")
    session.run(*PYTEST, *EVERY, *tests, *session.posargs, env={"FUZZ": "200"})


@nox.session
def worlds(session: nox.Session) -> None:
    """Test the worlds of views with many samples, and with the seed in WORLDS_SEED if given."""
    session.install("--editable", ".[test]")
    env = {"WORLDS_DRAWS": str(SAMPLES)}
    every = (*EVERY, "--numprocesses=auto", "tests/worlds")
    session.run(*PYTEST, *every, *session.posargs, env=env)


@nox.session
def round_trips(session: nox.Session) -> None:
    """Write many random games as text and as JSON, and read them back."""
    session.install("--editable", ".[test]")
    tests = ("--numprocesses=auto", "--dist=worksteal", "tests/records/test_round_trips.py")
    session.run(*PYTEST, *EVERY, *tests, *session.posargs, env={"FUZZ": "100"})


@nox.session
def damage(session: nox.Session) -> None:
    """Damage records in twenty times as many ways as the tests do."""
    session.install("--editable", ".[test]")
    every = (*EVERY, "--numprocesses=auto", "tests/records")
    session.run(*PYTEST, *every, *session.posargs, env={"FUZZ": "20"})


@nox.session
def leaks(session: nox.Session) -> None:
    """Check hidden information in many pairs of playouts, and in all states of small games."""
    session.install("--editable", ".[test]")
    session.run(*PYTEST, *EVERY, "--numprocesses=auto", "tests/leaks", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Run mutation testing: check that the tests find a sample of changes in the rules."""
    copy = Path(session.create_tmp()).resolve() / "checkout"  # cosmic-ray changes its files
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(".", copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    with session.chdir(copy):
        session.install("--editable", ".[test]", "cosmic-ray>=8.7,<9")
        session.run("cosmic-ray", "init", "tests/mutants.toml", "mutants.sqlite")
        bytecode = {"PYTHONDONTWRITEBYTECODE": ""}
        session.run("python", "-m", "tests.mutants", *session.posargs, env=bytecode)
        session.run("cr-report", "--surviving-only", "--show-diff", "mutants.sqlite")
        most = "100" if session.posargs else "15"  # one module may have only equivalent mutants
        session.run("cr-rate", "--estimate", "--fail-over", most, "mutants.sqlite")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Give all readers many inputs that are nearly correct."""
    session.install("--editable", ".[test]")
    tests = ("--numprocesses=auto", "--dist=worksteal", "tests/fuzz", "-k", "no_fault")
    session.run(*PYTEST, *EVERY, *tests, *session.posargs, env={"FUZZ": "100"})


@nox.session
def costs(session: nox.Session) -> None:
    """Search for inputs that are expensive to read for their length."""
    session.install("--editable", ".[test]")
    tests = ("--numprocesses=auto", "--dist=worksteal", "tests/fuzz", "-k", "expensive")
    session.run(*PYTEST, *EVERY, *tests, *session.posargs, env={"FUZZ": "50"})


@nox.session
def perft(session: nox.Session) -> None:
    """Run perft: count all sequences of moves from many positions, with both implementations."""
    session.install("--editable", ".[test]")
    session.run(*PYTEST, *EVERY, "--numprocesses=auto", "tests/test_perft.py", *session.posargs)


@nox.session
def golden(session: nox.Session) -> None:
    """Make anew what is derived from the rules, and show what changes."""
    session.install("--editable", ".[test]")
    session.run("python", "-m", "tests.golden", *session.posargs)


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
