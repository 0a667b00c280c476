"""Checks of a change; ``nox`` without arguments runs all except the long ones."""

from __future__ import annotations

import datetime
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from time import monotonic
from types import MappingProxyType
from typing import NamedTuple

import nox
import nox.registry

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|venv"
nox.options.sessions = ["tests", "lint", "typecheck", "docs", "package", "smoke"]

NAME = "twowaystreet"
PYTEST = ("python", "-m", "pytest")
UV = ("uv", "pip")
PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
LARGEST_WHEEL = 1_300_000  # bytes
PYODIDE = "TWOWAYSTREET_PYODIDE"
"""The variable with the folder of Pyodide, for tests and measurements."""
IN_PYODIDE = {PYODIDE: ""}

EXTRAS = {each.stem: str(each) for each in sorted(Path("tests/packaging").glob("*.py"))}
"""All extras that a user can have, each with a program that runs with it alone."""
EVERY = ",".join(("test", *EXTRAS))
STATES = [
    *(str(each.parent) for each in sorted(Path("tests").glob("*/facts.py"))),
    *("tests/golden", "tests/records", *map(str, sorted(Path("tests").glob("test_[!cde]*.py")))),
]
"""The tests of games, values, states, views and records, but for a few that are slow."""

# Some code of the kit is for rare faults of games, and some of the command line for terminals.
KIT = "*/testing/*"
COMMAND_LINE = "*/_cli/*,*/twowaystreet/__main__.py"
# Compiled functions run as plain Python, which does not reach the lines that compile.
FAST = "*/fast/*,*/solve/*,*/compiled.py,*/_compiled_vector.py"
# The tests run the server in a process of its own. The session stores counts the last one.
SERVER = (
    "*/web/club.py,*/web/hosts.py,*/web/listening.py,*/web/lobby.py,*/web/rooms.py,"
    "*/web/server.py,*/web/work.py,*/_postgres_store.py"
)
REPORTS = (
    f"coverage report --omit={KIT},{COMMAND_LINE},{FAST},{SERVER} --fail-under=100; "
    f"coverage report --include={KIT} --fail-under=95; "
    f"coverage report --include={FAST} --fail-under=95; "
    f"coverage report --include={COMMAND_LINE} --fail-under=90"
)

# The schema of each file that a service reads.
SCHEMAS = {
    "citation-file-format": "CITATION.cff",
    "dependabot": ".github/dependabot.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "github-workflows": ".github/workflows/*.yml",
    "readthedocs": ".readthedocs.yaml",
}


class Row(NamedTuple):
    """A session that only runs something in an environment with all extras."""

    task: str
    command: str  # after python -m; with arguments only the first of several runs
    env: Mapping[str, str] = MappingProxyType({})  # the same variables of the caller go before
    needs: str = ""  # what it installs besides


BY_TEST = "pytest --numprocesses=auto --dist=worksteal -m ''"
BY_FILE = "pytest --numprocesses=2 --dist=loadfile"
"""Run all tests, also those with the mark nightly, or some files in two processes."""
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(Path(".nox/bounds").resolve())}
"""Compiled code that stays within its arrays."""

ROWS = {
    "coverage": Row(
        "Run the tests with all extras, and require that they reach enough lines and branches.",
        f"{BY_TEST} -m 'not browser and not nightly' --cov --cov-branch --cov-report=; {REPORTS}",
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    "optimised": Row(
        "Run the tests of rules, views and records without the assertions of the library.",
        f"pytest --numprocesses=auto -W 'ignore:assertions not in test modules' {' '.join(STATES)}",
        {"PYTHONOPTIMIZE": "1"},
    ),
    "fast": Row(
        "Run all tests of compiled playouts and the solver, with the bounds of arrays checked.",
        f"{BY_TEST} tests/fast tests/solve src/{NAME}/fast src/{NAME}/solve"
        " docs/compiled-playouts.md",
        CHECKED,
    ),
    "environments": Row(
        "Run all tests of batches, spaces and environments, with the bounds of arrays checked.",
        f"{BY_TEST} tests/rl tests/spaces src/{NAME}/rl src/{NAME}/_spaces",
        CHECKED,
    ),
    "compiled_playouts": Row(
        "Replay many compiled playouts through apply, move by move.",
        "tests.fast --playouts 20000; tests.fast --policy simple --playouts 5000",
    ),
    "solver": Row(
        "Compare solved endings and whole Duels with a search through apply.",
        "tests.solve --endings 20 --duels 5",
        CHECKED,
    ),
    "browser": Row(
        "Run the tests of the page in headless Chromium, but for those with the mark nightly.",
        f"{BY_FILE} -m 'browser and not nightly' tests",
        IN_PYODIDE,
    ),
    "browser_hands": Row(
        "Play each game in headless Chromium by keys, mouse, touch and drags, on both pages.",
        f"{BY_FILE} -m 'browser and nightly' tests/web/test_hands.py",
        IN_PYODIDE,
    ),
    "browser_looks": Row(
        "Look at each game in headless Chromium: in all windows, and with axe-core.",
        f"{BY_FILE} -m 'browser and nightly' tests --ignore=tests/web/test_hands.py",
        IN_PYODIDE,
    ),
    "server": Row(
        "Run all tests of the server and of the engine of its page, also of two processes.",
        f"{BY_FILE} -m 'not browser' tests/web src/{NAME}/_page src/{NAME}/web"
        " --ignore=tests/web/test_nights.py --ignore=tests/web/test_growth.py",
    ),
    "club": Row(
        "Let nights of a club pass with kills (HOUR_MINUTES).",
        "pytest -m '' --capture=no tests/web/test_nights.py",
    ),
    "stores": Row(
        "Run the tests of stores and count the lines of that of PostgreSQL; then nothing grows.",
        f"pytest -m '' tests/table --cov={NAME}.table._postgres_store --cov-branch"
        f" --cov-fail-under=100; {BY_TEST} tests/web/test_growth.py",
    ),
    "worlds": Row(
        "Test the worlds of views with many samples, and with the seed in WORLDS_SEED if given.",
        f"{BY_TEST} tests/worlds",
        {"WORLDS_DRAWS": "2000", "WORLDS_SAMPLES": "500"},
    ),
    "leaks": Row(
        "Check hidden information in many pairs of playouts, and in all states of small games.",
        f"{BY_TEST} tests/leaks",
    ),
    "arena": Row(
        "Let simple players play long matches against random ones, in every game.",
        "tests.arena --deals 200 --jobs 2",
    ),
    "fuzz": Row(
        "Damage inputs, write and read records, and compare with the reference implementation.",
        f"{BY_TEST} tests/fuzz tests/records tests/reference",
        {"FUZZ": "6"},
    ),
}
"""The sessions of ``nightly`` that are no functions. Each takes at most fifteen minutes."""

OTHERS = {
    "smoke": Row(
        "Run a sample of the sessions browser, server, stores, fast and environments.",
        f"{BY_FILE} -rs --durations=10 -m 'smoke and not nightly' tests",
        IN_PYODIDE,
    ),
    "screens": Row(
        "Write pictures of each phase of each game at four sizes: nox -s screens -- FOLDER.",
        "tests.web.screens",
    ),
    "golden": Row("Make anew what is derived from the rules, and show it.", "tests.golden"),
    "bench": Row("Measure the speed of playouts.", "benchmarks"),
    "readers": Row("Measure the cost to read a megabyte of inputs.", "benchmarks.readers"),
    "page": Row("Measure the page without a server.", "benchmarks.page", IN_PYODIDE),
    "comparison": Row(
        "Compare the library with others, cell by cell.",
        "benchmarks.comparison",
        needs="open_spiel>=2 rlcard>=1.2 pgx>=2.6 pokerkit>=0.7 packaging",
    ),
}
"""Such sessions of a change, and those that run only by their names."""


def _add(name: str, row: Row, *tags: str) -> None:
    """Make a session of a row."""

    def run(session: nox.Session) -> None:
        session.install("--editable", f".[{EVERY},browser]", *row.needs.split())
        env = {each: os.environ.get(each) or row.env[each] or _pyodide(session) for each in row.env}
        for command in row.command.split("; ")[: 1 if session.posargs else None]:
            session.run("python", "-m", *shlex.split(command), *session.posargs, env=env)

    run.__doc__ = row.task
    nox.session(name=name, tags=tags)(run)


for _name, _row in (ROWS | OTHERS).items():
    _add(_name, _row, *(["night"] if _name in ROWS else []))


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests; pass arguments to pytest."""
    session.install("--editable", ".[test]")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto",)))


# The first one is that of the session lowest, which runs all tests.
@nox.session(python=PYTHONS[1:], tags=["night"])
def pythons(session: nox.Session) -> None:
    """Run the tests that depend most on the interpreter, on each other Python."""
    session.install("--editable", ".[test]")
    interpreted = (*STATES, "tests/text", "tests/table", "tests/arena/test_running.py", "src")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto", *interpreted)))


@nox.session(python=PYTHONS[0], venv_backend="uv", tags=["night"])
def lowest(session: nox.Session) -> None:
    """Run the tests, and use each extra alone, with the lowest versions of dependencies."""
    versions = ("--resolution", "lowest-direct")
    session.install("uv")
    session.install(*versions, "--editable", f".[{EVERY}]")
    session.run(*PYTEST, *(session.posargs or ("--numprocesses=auto",)))
    if not session.posargs:
        _use_extras(session, Path(session.create_tmp()).resolve() / "empty", ".", *versions)


@nox.session(tags=["night"])
def long_tests(session: nox.Session) -> None:
    """Run the tests with the mark nightly in the folders of no other session."""
    session.install("--editable", f".[{EVERY}]", "pyinstaller")
    words = " ".join(row.command for row in ROWS.values() if " -m " in row.command).split()
    others = [f"--ignore={word}" for word in words if word.startswith("tests/")]
    marks = ("-m", "nightly and not browser", "--numprocesses=auto", "--dist=worksteal")
    session.run(*PYTEST, *marks, *others, *session.posargs)


@nox.session(tags=["night"])
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


@nox.session(venv_backend="none")
def nightly(session: nox.Session) -> None:
    """Run all long sessions, those that are named, or a share such as 1/3; print the results."""
    names = session.posargs or NIGHT
    if "/" in names[0]:
        share, shares = map(int, names[0].split("/"))
        names = NIGHT[share - 1 :: shares]
    columns, reasons = ("passed", "failed", "skipped"), list[str]()
    rows, failed = [["session", "minutes", *columns]], list[str]()
    for name in names:
        begun = monotonic()
        counts = _counted(name, reasons)
        minutes = f"{(monotonic() - begun) / 60:.1f}"
        rows.append([name, minutes, *(str(counts[column]) for column in columns)])
        failed += [name] * (counts["failed"] > 0)
    lines = (f"{row[0]:20}" + "".join(f"{each:>9}" for each in row[1:]) for row in rows)
    print(*lines, *reasons, sep="\n")
    if failed:
        session.error(f"failed: {', '.join(failed)}")


def _counted(name: str, reasons: list[str]) -> Counter[str]:
    """Run a session, print what it says, and count what passed, failed and was skipped.

    The closing lines of pytest have the numbers of tests. Another program counts as one, and so
    does a session that nox skips. The reasons get the lines about what was skipped.
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
        late = Timer(1800, running.terminate)  # it hangs
        late.start()
        for line in running.stdout or ():
            print(line, end="", flush=True)
            if re.search(r"\d (passed|failed|skipped|errors?)\b.* in [\d.]+s", line):
                for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", line):
                    counts["failed" if word == "error" else word] += int(number)
            elif re.match(r"nox > Session .* skipped:|SKIPPED \[", line):
                counts["skipped"] += line.startswith("nox")
                reasons.append(f"{name}: {line.strip()}")
        late.cancel()
    if running.returncode and not counts["failed"]:
        counts["failed"] = 1
    elif not counts:
        counts["passed"] = 1
    return counts


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
    again, empty = place / "again", place / "empty"
    distributions = Path(*session.posargs or (str(place / "dist"),)).resolve()
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
    for distribution in (wheel, sdist):
        python = _empty(session, empty, distribution)
        session.run(python, "-I", "tests/packaging/bare/wheel.py", external=True)
        session.run(*UV, "uninstall", "--quiet", "--python", python, NAME, external=True)
        left = [str(path) for path in empty.rglob("*") if NAME in path.name]
        if left:
            session.error(f"left after uninstalling: {', '.join(left)}")
    _use_extras(session, empty, wheel)


def _use_extras(session: nox.Session, place: Path, source: str, *options: str) -> None:
    """Use each extra of a distribution alone, and install all of them together."""
    for extra in (*EXTRAS, ",".join(EXTRAS)):
        python = _empty(session, place, f"{source}[{extra}]", *options)
        session.run(*UV, "check", "--python", python, external=True)
        if extra in EXTRAS:
            session.run(python, "-I", EXTRAS[extra], external=True)


def _empty(session: nox.Session, place: Path, requirement: str, *options: str) -> str:
    """Make an environment with only this requirement, and return the path of its Python."""
    make = ("uv", "venv", "--quiet", "--clear", "--python", "python3")
    session.run(*make, str(place), external=True)
    python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    install = (*UV, "install", "--quiet", "--python", python, *options)
    session.run(*install, requirement, external=True)
    return python


@nox.session
def training(session: nox.Session) -> None:
    """Let each framework for learning make a short run; the frameworks are large."""
    for framework in ("sb3-contrib>=2.9", "tianshou>=2", "torchrl"):
        session.install("--editable", ".[rl]", framework)
        session.run("python", "-m", f"tests.training.with_{re.split('[->]', framework)[0]}")


@nox.session
def reports(session: nox.Session) -> None:
    """Write the reports of our games for the documentation, with their date."""
    session.install("--editable", ".[analysis,cli]")
    today = f"{datetime.datetime.now(tz=datetime.UTC):%d %B %Y}".lstrip("0")
    for game in ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag"):
        is_slow = game in ("tien_len", "brag")  # their hands go through apply
        sizes = "--hands 4000 --matches 30" if is_slow else "--hands 100000 --skill 40"
        file = Path("docs/_static/balance", f"{game}.html")
        session.run(NAME, "balance", game, *sizes.split(), "--seed", "1", "--html", str(file))
        text = file.read_text("utf-8")
        file.write_text(text.replace("</h1>", f"</h1>\n<p>{today}</p>", 1), "utf-8")


def _pyodide(session: nox.Session) -> str:
    """Return the folder of Pyodide, which npm downloads once, or nothing without npm."""
    if shutil.which("npm") is None:
        session.warn("this machine has no npm, and so no Pyodide: the page is not tested")
        return ""
    source = Path(f"src/{NAME}/_page/pyodide.py").read_text(encoding="utf-8")
    (version,) = re.findall(r"/v([\d.]+)/", source)
    place = str(Path(session.create_tmp()).resolve())
    session.run("npm", "install", "--prefix", place, f"pyodide@{version}", external=True)
    return f"{place}/node_modules/pyodide"


NIGHT = [name for name, each in nox.registry.get().items() if "night" in each.tags]
"""The sessions of ``nightly``."""
