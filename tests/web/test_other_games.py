"""Games of other people on the page without a server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from examples import high_card, oh_hell
from tests.web.archives import unpacked
from twowaystreet._cli.commands import command
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._page.archive import PageError
from twowaystreet._page.bundle import write_page

PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from twowaystreet._page.alone import Alone
for game in sys.argv[2:]:
    alone = Alone()
    about = {"game": game, "options": {"max_hands": "1"}, "bots": "simple", "name": "Ann"}
    assert alone.begin(json.dumps(about)) is None
    shown = {"over": False}
    while not shown["over"]:
        while alone.advance():
            pass
        shown |= json.loads(alone.show())
        if not shown["over"]:
            form = shown["form"]
            move = [*form.get("options", []), *form.get("moves", [])][0]
            move = move if isinstance(move, str) else move["move"]
            about = {"do": "play", "move": move, "seen": shown["number"]}
            assert alone.receive(json.dumps(about)) is None
    again = Alone()
    assert again.restore(json.dumps({"saved": alone.saved()})) is None
    print(game, "is over;", *shown["help"])
"""


def source_of(path: str | None) -> str:
    """Return the source of an example, in which nothing registers the game."""
    return Path(path or "").read_text(encoding="utf-8").partition("\nif __name__")[0]


def played_on(folder: Path, *games: str) -> list[str]:
    """Write the page with some games, and play each with nothing but the archive."""
    options = [word for game in games for word in ("--game", game)]
    result = CliRunner().invoke(command, ["page", str(folder), *options])
    assert result.exit_code == 0, result.output
    settings = (folder / "settings.js").read_text("utf-8")
    catalogue = json.loads(settings.partition("CATALOGUE = ")[2].partition(";\n")[0])
    names = [game["name"] for game in catalogue["games"]][-len(games) :]
    archive = str(unpacked(folder, folder.with_suffix(".zip")))
    words = (sys.executable, "-I", "-S", "-c", PLAY, archive, *names)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_games_of_files_and_packages_play_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hell = source_of(oh_hell.__file__)
    hell = hell.replace("import attrs\n", "import attrs\nimport words_of_hell\n", 1)
    (tmp_path / "hell.py").write_text(hell, encoding="utf-8")
    (tmp_path / "words_of_hell.py").write_text("")
    package = tmp_path / "site" / "some_cards"
    (package / "high").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "high" / "__init__.py").write_text("")
    (package / "high" / "game.py").write_text(source_of(high_card.__file__), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(package.parent), *sys.path])
    games = (f"{tmp_path / 'hell.py'}:GAME", "some_cards.high.game:GAME")
    first, second = played_on(tmp_path / "play", *games)
    assert first.startswith("oh_hell is over; Bid the number of tricks that you expect to take.")
    assert second == "high_card is over;"


@pytest.mark.parametrize("name", ["random.py", "attrs.py", "twowaystreet.py"])
def test_a_file_with_the_name_of_another_module_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source_of(oh_hell.__file__), encoding="utf-8")
    with pytest.raises(PageError, match=f"Oh Hell: expected another name of its file than '{name}"):
        write_page(tmp_path / "play", games=[game_at(f"{path}:GAME")])
    assert not (tmp_path / "play").exists()


def test_a_game_without_a_place_and_an_unknown_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"High Card has no place: expected whist\.py:GAME"):
        write_page(tmp_path / "play", games=[attrs.evolve(high_card.GAME)])
    result = CliRunner().invoke(command, ["page", str(tmp_path / "play"), "--game", "chess"])
    assert result.exit_code == 2 and "there is no game 'chess'" in result.output
