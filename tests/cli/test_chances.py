"""The cards that others may hold, as the command line shows them."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet as tws
from tests.cli.helpers import in_file, output, refusal, some_record
from twowaystreet._cli.lookups import chance_lines, hidden_cards
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.screen import seat_names
from twowaystreet.games import spades, street, twos

PICTURE = """\

Worlds     987,604,800 worlds look the same to seat 2
Seats 0 3  15.8 %      5H 6H 8H 9H JH QH AH  8C JC  2D 3D 4D 6D 7D 8D JD KD AD
                       R*
           impossible  3S 9S JS
Seat 1     25.0 %      3S 9S JS
           17.1 %      5H 6H 8H 9H JH QH AH  8C JC  2D 3D 4D 6D 7D 8D JD KD AD
                       R*
Stock      75.0 %      3S 9S JS
           51.3 %      5H 6H 8H 9H JH QH AH  8C JC  2D 3D 4D 6D 7D 8D JD KD AD
                       R*
"""


def shown(view: Any, name: str) -> list[str]:  # Any: the view of any game
    """Return the lines about a view of a game."""
    names = seat_names(len(view.scores), None)
    return [plain(line) for line in chance_lines(display_of(tws.GAMES[name]), view, names)]


def random_states(name: str, seed: int, **options: object) -> Iterator[Any]:  # Any: as above
    """Yield the states of a random hand, the one before the deal included."""
    rng, game = random.Random(seed), tws.GAMES[name]
    state: Any = game.new_game(game.Rules(**options))
    yield state
    state = tws.apply(state, tws.shuffle(state, rng))
    while not state.hand_over:
        yield state
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    yield state


def test_chances_follow_the_view(tmp_path: Path) -> None:
    words = ("view", in_file(tmp_path / "game.txt", some_record("street", 4)), "--seat", "2")
    without = output(*words, "--at", "36")
    assert output(*words, "--at", "36", "--chances") == without + PICTURE


def test_json_has_exact_fractions(tmp_path: Path) -> None:
    record = some_record("street", 4, 36)
    words = ("view", in_file(tmp_path / "game.txt", record), "--seat", "2", "--json")
    found, view = json.loads(output(*words, "--chances")), tws.view(record.state, 2)
    assert found["view"] == json.loads(output(*words))
    worlds = tws.worlds(view)
    assert found["worlds"] == str(worlds.count)
    assert found["chances"][2] == {}
    for seat in (0, 1, 3):
        expected = {str(card): str(worlds.chance(seat, card)) for card in tws.CARDS}
        played = {text for text, chance in expected.items() if chance == "0"}
        assert found["chances"][seat] == {
            text: chance for text, chance in expected.items() if text not in played
        }


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_game_shows_its_chances_to_everybody(name: str) -> None:
    for number, state in enumerate(random_states(name, 3)):
        if number % 6 and not state.hand_over:
            continue
        for seat in (None, 0, 1):
            view = tws.view(state, seat)
            lines, hidden = shown(view, name), hidden_cards(view)
            who = "a spectator" if seat is None else f"seat {seat}"
            assert lines[0].startswith("Worlds") and lines[0].endswith(who)
            assert all(len(line) <= 79 for line in lines)
            for card, chance in hidden.rest.items():
                # A card with one hidden copy lies in one hand, or elsewhere.
                assert chance + sum(of[card] for of in hidden.seats.values()) == 1
                assert chance == 0 or hidden.rest_name


def test_a_sample_agrees_with_the_words_certain_and_impossible() -> None:
    *_, state = (state for state in random_states("twos", 1) if not state.hand_over)
    view = tws.view(state, state.actor)
    hidden = hidden_cards(view)
    for world in tws.worlds(view).all():
        for seat, chances in hidden.seats.items():
            for card, chance in chances.items():
                held = card in world.hand_of(seat)
                assert chance > 0 if held else chance < 1


def test_before_the_deal_nothing_is_hidden(tmp_path: Path) -> None:
    path = in_file(tmp_path / "game.txt", tws.Record(twos.new_game()))
    assert output("view", path, "--chances").endswith(
        "\n\nWorlds     only one: nothing about the cards is hidden from a spectator\n"
    )


def test_before_looking_a_players_own_cards_are_hidden_too() -> None:
    state = spades.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    blocks = [line[:11].strip() for line in shown(tws.view(state, 1), "spades") if line[0] != " "]
    assert blocks == ["Worlds", "Seats 0-1", "Elsewhere"]


def test_seats_with_equal_chances_share_a_block() -> None:
    state = twos.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    blocks = [line[:11].strip() for line in shown(tws.view(state, 1), "twos") if line[0] != " "]
    assert blocks == ["Worlds", "Seats 0 2-3"]


def test_a_table_of_twenty_fits_and_its_count_is_short() -> None:
    rules = street.Rules(players=20)
    state = street.new_game(rules)
    state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    lines = shown(tws.view(state, 0), "street")
    assert "more than" in lines[0] and "x 10^" in lines[0]
    assert len(lines) < 20 and all(len(line) <= 79 for line in lines)


def test_equal_cards_need_not_add_up() -> None:
    # Two decks: a seat may hold the other copy of a card, so the chances do not add up to 1.
    state = street.new_game(street.Rules(players=6))
    state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    hidden = hidden_cards(tws.view(state, 0))
    unseen = [card for card in hidden.seats[1] if card not in hidden.rest]
    assert unseen
    assert {sum(of[card] for of in hidden.seats.values()) < 2 for card in unseen} == {True}
    assert all(isinstance(chance, Fraction) for chance in hidden.seats[1].values())


def test_a_game_that_does_not_declare_its_hidden_cards_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @attrs.frozen(kw_only=True)
    class View(twos.View):
        redacted_moves: ClassVar = {
            **twos.View.redacted_moves,
            tws.Play: lambda state, move, viewer: "play",
        }

    path = in_file(tmp_path / "game.txt", some_record("twos", 1))
    monkeypatch.setattr(twos.State, "View", View)
    message = refusal("view", path, "--chances")
    assert message == (
        "Error: Twos does not declare the move Play for worlds: write View._hidden, which returns "
        "a tuple of Hidden(unseen, places, holdings, build), as the guide Write your own game "
        "describes it; or the reason in View.no_worlds, if the hidden cards can never be sampled"
    )
    assert output("view", path)
