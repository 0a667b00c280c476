from collections.abc import Iterator, Mapping
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal
from twowaystreet._cli import game_list
from twowaystreet._core.display.display import display_of
from twowaystreet.games import brag, duel, street


def options_of(name: str) -> list[list[str]]:
    """Return the listed options of a game in words."""
    return [line.split(maxsplit=3) for line in output("games", name).splitlines()]


def test_every_game_is_listed_with_what_it_is_about() -> None:
    listing = output("games")
    for name, game in tws.GAMES.items():
        assert f"{name}  {game.title}" in listing
        assert display_of(game).summary in " ".join(listing.split())
        alone = output("games", name)
        for field in attrs.fields(game.Rules):
            assert f"  {field.name} " in alone and f"  {field.name} " not in listing


def test_options_are_listed_with_default_rule_and_values() -> None:
    assert ["exchange", "obligatory", "ST-10", "one of obligatory, optional"] in options_of(
        "street"
    )
    assert ["target", "20", "DU-12", "a whole number, 1 to 1000000000"] in options_of("duel")
    numbers = "a whole number, 1 to 1000000000, or none"
    assert ["max_hands", "none", "AL-2", numbers] in options_of("duel")
    assert ["target", "none", "TW-11", numbers] in options_of("twos")
    spades = options_of("spades")
    assert ["boston_failed", "-130", "SP-15", "a whole number, -1000000000 to 0"] in spades
    assert ["must_trump", "true", "TD-7", "one of true, false"] in options_of("twenty_down")


def test_none_is_listed_as_users_type_it_and_explained_for_decks() -> None:
    listing = " ".join(output("games", "street").split())
    assert "None" not in listing
    assert "1 to 1000, or none (as few as the players need)" in listing


def test_listing_one_game_ignores_case() -> None:
    alone = output("games", "Twos")
    assert alone.startswith("twos  Twos\n  Every two is wild")
    assert alone.partition("  option ")[0] in output("games")
    assert "Duel" not in alone
    assert "there is no game 'bridge'; there are: street, duel," in refusal("games", "bridge")


@pytest.mark.parametrize("typed", ["stret", "Twenty-Dow", "tien le"])
def test_a_name_with_a_slip_is_guessed(typed: str) -> None:
    meant = {"s": "street", "T": "twenty_down", "t": "tien_len"}[typed[0]]
    said = f"Error: there is no game '{typed}'; did you mean {meant}?"
    assert refusal("play", typed) == refusal("games", typed) == said


def test_play_without_a_game_asks_for_one() -> None:
    session = output("play", "--seed", "3", typed=["towns", "Twenty Down"])
    assert session.startswith(output("games"))
    assert "! there is no game 'towns'; did you mean twos?" in session
    assert session.endswith(output("play", "twenty_down", "--seed", "3"))
    assert "Which game? " in output("play")


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
