from collections.abc import Iterator, Mapping
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal
from twowaystreet._cli import game_list
from twowaystreet.games import brag, duel, street


def test_every_game_is_listed_with_every_option() -> None:
    listing = output("games")
    for name, game in tws.GAMES.items():
        assert f"{name}  {game.title}" in listing
        for field in attrs.fields(game.Rules):
            assert f"  {field.name} " in listing


def test_options_are_listed_with_default_rule_and_values() -> None:
    lines = [line.split(maxsplit=3) for line in output("games").splitlines()]
    assert ["exchange", "obligatory", "ST-10", "one of obligatory, optional"] in lines
    assert ["target", "20", "DU-12", "a whole number, 1 to 1000000000"] in lines
    assert ["max_hands", "none", "AL-2", "a whole number, 1 to 1000000000, or none"] in lines
    assert ["target", "none", "TW-11", "a whole number, 1 to 1000000000, or none"] in lines
    assert ["boston_failed", "-130", "SP-15", "a whole number, -1000000000 to 0"] in lines
    assert ["must_trump", "true", "TD-7", "one of true, false"] in lines


def test_none_is_listed_as_users_type_it_and_explained_for_decks() -> None:
    listing = output("games")
    assert "None" not in listing
    assert "1 to 1000, or none (as few as the players need)" in listing


def test_listing_one_game_ignores_case() -> None:
    alone = output("games", "Twos")
    assert alone.startswith("twos  Twos\n  option ")
    assert alone in output("games")
    assert "Duel" not in alone
    assert "there is no game 'bridge'" in refusal("games", "bridge")


def test_playing_a_game_ignores_case() -> None:
    words = ("--auto", "--seed", "3")
    assert output("play", "Twenty_DOWN", *words) == output("play", "twenty_down", *words)


def test_games_whose_names_differ_only_in_case_stay_distinct(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = {"alley": duel.GAME, "Alley": street.GAME}
    monkeypatch.setattr(tws, "GAMES", both)
    assert {name: game_list.find(name) for name in both} == both


class Broken(Mapping[str, tws.Game]):
    """The registered games and one from another package that fails to load."""

    def __getitem__(self, name: str) -> tws.Game:
        if name == "broken":
            raise ImportError("no luck")
        games: dict[str, tws.Game] = {"duel": duel.GAME, "street": street.GAME}
        return games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(["duel", "broken", "street"])

    def __len__(self) -> int:
        return 3


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tws, "GAMES", Broken())
    listing = output("games")
    assert "the game broken cannot be loaded: ImportError('no luck')" in listing
    assert "street  Two Way Street" in listing
    assert "cannot be loaded" in refusal("play", "broken")


@pytest.fixture
def without_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the displays of all games."""
    found = Mock(return_value=None)
    monkeypatch.setattr("twowaystreet._core.display.display.part_of", found)


@pytest.mark.usefixtures("without_display")
@pytest.mark.parametrize("name", tws.GAMES)
def test_the_command_line_has_no_code_for_single_games(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = attrs.evolve(tws.GAMES[name], name="alley")
    monkeypatch.setattr(tws, "GAMES", {"alley": game})
    printed = output("play", "alley", "--auto", "--seed", "3")
    assert ("Trick 1 " in printed) is issubclass(game.State, tws.TrickState)
    assert "Score sheet" in printed
    session = output("play", "alley", "--seed", "3", typed=["help", "quit"])
    assert "Your move  " in session


@pytest.mark.usefixtures("without_display")
def test_a_new_game_works_without_new_command_line_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tws, "GAMES", {"alley": attrs.evolve(street.GAME, name="alley")})
    assert "alley  Two Way Street" in output("games")
    printed = output("play", "alley", "--auto", "--seed", "3")
    assert "Trick 10" in printed and "Score sheet" in printed
    session = output("play", "alley", "--seed", "3", typed=["help", "high", "quit"])
    assert "Your move  [1] high  [2] low" in session


@pytest.mark.usefixtures("without_display")
def test_a_game_without_tricks_needs_no_command_line_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tws, "GAMES", {"alley": attrs.evolve(brag.GAME, name="alley")})
    words = ("play", "alley", "--seed", "3", "--hands", "1")
    session = output(*words, typed=["help", "lay 5c 5d 10s / ac qh kh / 3s 6c js"])
    assert "Your move  lay and hands of three cards, with strokes between them, such as" in session
    assert "Result    has laid  points  total" in session and "Score sheet" in session
    assert "tricks" not in session
