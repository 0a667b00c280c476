"""Commands that only show something: rules, score, last, who, help, and hints."""

import random
import re
from typing import Any
from unittest import mock

import pytest

import twowaystreet as tws
from tests.cli.helpers import EARLIER, SEED_7, output
from tests.games import OURS, facts_of
from tests.helpers import give_rule, nightly_but_every, shuffled
from twowaystreet._cli import lookups
from twowaystreet._cli.lookups import SEARCH, rules_lines, who_lines
from twowaystreet._cli.prompt import ListedMoves, listed_moves
from twowaystreet._core.display import display_of, how_to_play_of
from twowaystreet._core.display.lines import Span, Style, plain, width_of
from twowaystreet.games import duel, spades, street, twos
from twowaystreet.players import simple

SCREEN = 24


def shown(session: str, command: str) -> list[str]:
    """Return the lines that a session shows after a command."""
    return session.partition(f"> {command}\n")[2].partition("\n> ")[0].splitlines()


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_rules_of_every_game_fit_on_one_screen(name: str) -> None:
    game = tws.GAMES[name]
    lines = rules_lines(game, tws.view(game.new_game(), 0))
    assert 12 < len(lines) < SCREEN
    assert all(width_of(line) < 80 for line in lines)
    assert plain(lines[0]) == game.title


@pytest.mark.parametrize("name", OURS)
def test_the_rules_name_the_numbers_of_the_game(name: str) -> None:
    text = " ".join(how_to_play_of(tws.GAMES[name]))
    assert all(fact in text for fact in facts_of(name).told)


def test_the_rules_agree_with_the_scoring_of_two_way_street() -> None:
    text = how_to_play_of(tws.GAMES["street"])[-2]
    words = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    for players, word in enumerate(words, start=3):
        found = re.search(rf"(\d)(?: with (?:\w+ or )?{word}\b)", text)
        assert found
        score = street.score((["LD", "HD"] * players)[:players], [0, 10] + [0] * (players - 2))
        assert int(found[1]) == score.seats[0].raw


def test_the_score_is_shown_at_any_time() -> None:
    assert shown(output(*SEED_7, typed=["score"]), "score") == [
        "Points     0 (you), 0 (Seat 1), 0 (Seat 2), 0 (Seat 3)"
    ]
    words = ("play", "brag", "--seed", "3", "--dealer", "1")  # the first deal ends a hand
    session = output(*words, typed=["score", "score short"])
    told = shown(session, "score")
    assert told[:2] == [
        "Hand 1",
        "  You     +3, four of a kind: takes the pot of 4, 3 of it from the others",
    ]
    assert told[-2:] == [
        "  Hand 1      +3      -1      -1      -1",
        "  Total        3      -1      -1      -1",
    ]
    assert "+3  | -1     | -1     | -1" in shown(session, "score short")


def test_who_shows_voids_and_chances_by_name() -> None:
    words = (*SEED_7, "--names", "Ann,Ben,Cem")
    typed = ["low", "AC B*", "1", "who", *["1"] * 5, "WHO"]
    session = output(*words, typed=typed)
    early = "\n".join(shown(session, "who"))
    assert "worlds look the same to you" in early
    assert "nobody has failed to follow a suit so far" in early
    assert re.search(r"^Ann .*%|^Ann, ", early, re.MULTILINE)
    assert re.search(r"^Void       (Ann|Ben|Cem|You) (has|have) no ", session, re.MULTILINE)


def test_a_void_in_spades_is_that_of_the_actual_hand() -> None:
    names = ("You", "Ann")
    void = tws.Void(1, tws.Suit.CLUBS, 0, tws.Card.parse("2S"), "SP-10")
    view: Any = tws.view(shuffled(spades.new_game()), 0)
    with mock.patch.object(type(view), "voids", (void,)):
        lines = who_lines(display_of(spades.GAME), view, names)
    assert plain(lines[0]) == "Void       Ann (actual) has no clubs: 2S to book 1 (SP-10)"


def test_bids_are_shown_with_their_worth() -> None:
    text = output("play", "spades", "--seed", "3", typed=["look"])
    assert all(worth in text for worth in ("4 +40/-40", "13 +500/-130", "bemo +100/-100"))
    other = ("play", "spades", "--seed", "3", "--set", "boston_failed=-7")
    assert "13 +500/-7" in output(*other, typed=["look"])


def test_strengths_are_shown_with_the_tricks_that_they_need() -> None:
    lines = output("play", "duel", "--seed", "4", "--dealer", "0").splitlines()
    table = [line[31:].split() for line in lines if line.startswith(" " * 11)]
    strengths, high, low, least, best = table
    assert strengths == [str(number) for number in range(1, 11)]
    for place in range(9):
        won = int(high[place])
        for tricks, captured, direction in (
            ((won, 10 - won), (0, place + 1), "high"),
            ((int(low[place]), 10 - int(low[place])), (place + 1, 0), "low"),
        ):
            points = duel.score(direction, tricks, captured, dealer=1).points
            assert f"+{points[0]}" == least[place]
    assert best[0] == "+18" and high[9] == "-"


def test_being_in_is_shown_with_its_worth() -> None:
    words = ("play", "twenty_down", "--seed", "5", *EARLIER)
    text = output(*words, "--dealer", "0", typed=["draw"])
    assert "in: -1 for each trick, +5 without a trick, -5 if alone in" in text


ENTER = "  Enter plays it"


def hint(state: Any) -> list[str]:  # Any: a state of any game
    """Return the hint to the player to move."""
    view = tws.view(state, state.actor)
    display = display_of(view)
    lines = lookups.hint(display, view, listed_moves(display, view), random.Random(1)).lines
    return [plain(line).rstrip() for line in lines]


BY_RULE = {
    ("street", "exchange"),
    ("twenty_down", "trump"),
    ("twenty_down", "draw"),
    ("twenty_down", "declare"),
}
"""The phases in which a search does not help."""


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_every_game_has_hints_for_every_decision(name: str) -> None:
    rng, game = random.Random(5), tws.GAMES[name]
    state: Any = shuffled(game.new_game(), 5)
    phases = set[str]()
    while not state.hand_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        view = tws.view(state, state.actor)
        legal = tws.legal_moves(state)
        if len(legal) > 1 and state.phase not in phases:
            phases.add(state.phase)
            first, second, *more = hint(state)
            recommended = tws.parse_move(state, first.removeprefix("Hint").removesuffix(ENTER))
            assert recommended in legal
            if (name, state.phase) in BY_RULE:
                assert recommended == simple(view, rng)
                assert second.strip().startswith("by rule of thumb")
            else:
                assert second.strip().startswith("Expect to be ")
                shown = [line for line in more if line.startswith(" " * 11)]
                assert len(shown) == min(len(legal), 12) + 1
                assert display_of(game).move_text(recommended) in shown[1]
        state = tws.apply(state, simple(view, rng))
    assert phases


def test_the_table_has_the_best_move_first_and_the_numbers_of_the_prompt() -> None:
    state = shuffled(twos.new_game(dealer=3), 1)
    lines = [line.split() for line in hint(state)[3:]]
    rows = [row for row in lines if row[0].startswith("[")]
    numbered = listed_moves(display_of(twos.GAME), tws.view(state, 0)).numbered
    values = [float(row[2]) for row in rows]
    assert values == sorted(values, reverse=True)
    assert all(str(numbered[int(row[0].strip("[]")) - 1]) == row[1] for row in rows)
    estimates = SEARCH.evaluate(tws.view(state, 0), random.Random(1))
    assert values[0] == round(max(each.mean for each in estimates.values()), 2)
    losses = [(float(row[3]), float(row[4])) for row in rows]
    by_text = {str(move): each for move, each in estimates.items()}
    found = [by_text[row[1]] for row in rows]
    assert losses == [(round(each.loss, 2), round(each.loss_error, 2)) for each in found]
    assert losses[0] == (0, 0) and losses == sorted(losses, key=lambda loss: loss[0])


def test_the_simple_player_gives_the_hint_if_hidden_cards_cannot_be_sampled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = shuffled(street.new_game(dealer=0), 7)
    unable = mock.Mock(evaluate=mock.Mock(side_effect=tws.WorldsError("unknown")))
    monkeypatch.setattr(lookups, "SEARCH", unable)
    first, second = hint(state)
    assert first == f"Hint       {simple(tws.view(state, 0), random.Random(1))}{ENTER}"
    assert "by rule of thumb" in second
    give_rule(monkeypatch, "street", None)
    (only,) = hint(state)
    assert only.startswith("Hint       none: this game has no rule of thumb")


def test_the_recommended_move_stands_out() -> None:
    state = shuffled(twos.new_game(dealer=3), 1)
    choices = ListedMoves((), ())
    found = lookups.hint(display_of(twos.GAME), tws.view(state, 0), choices, random.Random(1))
    (line, *_) = found.lines
    (piece,) = [piece for piece in line if isinstance(piece, Span) and piece.style is Style.STRONG]
    assert isinstance(piece.content, tws.Card)


def test_enter_plays_a_hinted_move_only_at_once() -> None:
    session = output("play", "brag", "--seed", "3", "--hands", "1", typed=["hint", "score", ""])
    assert "You        lay" not in session and session.count("Task       ") == 2


def test_a_number_that_is_a_move_stays_one_after_a_hint() -> None:
    session = output("play", "duel", "--seed", "4", "--dealer", "0", typed=["hint", "1"])
    assert "[1]" not in session.partition("Hint ")[2].partition("Your move")[0]
