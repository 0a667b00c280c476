"""The conformance checks with the games of the library and with broken games."""

from __future__ import annotations

import pickle
import random
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell, put_away
from tests import shapes
from tests.games import OURS
from tests.helpers import anything, hand_played, shuffled
from tests.testing import faults
from tests.testing.broken import altered, hell
from tests.testing.faults import FAULTS
from twowaystreet import authoring as core
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.state import score_class
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.games import twenty_down
from twowaystreet.players import MonteCarlo
from twowaystreet.testing import conformance
from twowaystreet.testing._playouts import (
    MAX_TEXT,
    MOST_LINES,
    Context,
    Playout,
    cards_in,
    error_report,
    play_hands,
    random_rules,
    snapshot,
)
from twowaystreet.testing.conformance import PROMISES, Broken
from twowaystreet.testing.conformance import _other_process as other_process
from twowaystreet.testing.conformance._checking import sampled_positions
from twowaystreet.testing.conformance._other_process import visible_parts
from twowaystreet.testing.conformance._worlds import differing_part

SEVERAL = {
    "property_of_an_earlier_view",
    "property_of_a_deal",
    "high_card_leaky",
    "high_card_again",
    *("other_hashes", "shared_list", "neighbour", "raising_win"),
}
"""The faults that break promises before the named one, too."""
SAMPLE = {one.promise: name for name, one in FAULTS.items()}.values()
"""One fault for each promise."""


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay hands in one other process, not in three, which costs most of the time."""
    monkeypatch.setattr(other_process, "PROCESSES", 1)


@pytest.mark.nightly
@pytest.mark.rule("AL-1", "AL-2", "AL-3", "AL-4")
@pytest.mark.parametrize("game", OURS)
def test_our_games_keep_their_promises(game: str) -> None:
    found = conformance.check(game)
    ours = tws.GAMES[game]
    assert list(found) == [name for name, one in PROMISES.items() if one.applies_to(ours)]
    assert all(found.values())


@pytest.mark.usefixtures("one_process")
def test_games_of_other_shapes_keep_their_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(conformance.check(shapes.GAME, hands=2).values())
    monkeypatch.setattr(Context, "declarations", Mock(return_value=[shapes.Draw()]))
    assert all(conformance.check(shapes.GAME, promises=["purity", "errors"], hands=1).values())


@pytest.mark.usefixtures("one_process")
def test_a_game_for_one_player_is_a_game() -> None:
    assert all(conformance.check(shapes.PATIENCE, hands=2).values())


def test_a_game_needs_no_more_than_two_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes.Patience, "pack", core.Pack(core.FRENCH_DECK[:2]))
    # Another process, for determinism, would have the whole pack.
    names = [name for name in PROMISES if name != "determinism"]
    assert conformance.check(shapes.PATIENCE, promises=names, hands=2)["errors"]


@pytest.mark.usefixtures("one_process")
def test_a_game_keeps_its_promises_in_one_hand() -> None:
    assert all(conformance.check(oh_hell.GAME, hands=1).values())
    assert "oh_hell" not in registry._games._registered


@pytest.mark.nightly
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("name", [name for name in FAULTS if name not in SEVERAL])
def test_a_broken_game_keeps_the_promises_before(name: str) -> None:
    game, earlier = FAULTS[name].game, list(PROMISES)[: [*PROMISES].index(FAULTS[name].promise)]
    before = [one for one in earlier if PROMISES[one].applies_to(game)]
    assert list(conformance.check(game, promises=before, hands=1)) == before


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.nightly) for name in FAULTS],
)
def test_the_checks_find_the_fault_of_a_broken_game(name: str) -> None:
    faulty = FAULTS[name]
    with pytest.raises(Broken) as caught:
        conformance.check(faulty.game, promises=[faulty.promise])
    error = caught.value
    assert (error.promise, error.game) == (faulty.promise, name)
    assert faulty.says in error.wrong
    assert "guide Your game" in error.wrong or not error.wrong.startswith("the worlds of ")
    assert error.says == PROMISES[faulty.promise].says
    begins = not error.wrong.startswith("the game cannot begin")
    assert error.transcript.startswith("twowaystreet record 1\n") is begins
    message = str(error)
    assert message.startswith(f"{name} breaks its promise {faulty.promise!r}: ")
    for line in (error.wrong, "".join(error.transcript.split("\n")[1:2]), error.again):
        assert line in message


def broken(name: str, promise: str) -> Broken:
    with pytest.raises(Broken) as caught:
        conformance.check(FAULTS[name].game, promises=[promise])
    return caught.value


@pytest.mark.parametrize(
    ("name", "promise", "says"),
    [
        ("scoring", "scores", "before the end of the hand"),
        ("scoring", "ending", "hands have ended, but hands_played is"),
        ("wrong_voids", "voids", "but the seat holds"),
    ],
)
def test_a_fault_can_break_several_promises(name: str, promise: str, says: str) -> None:
    error = broken(name, promise)
    assert error.promise == promise and says in error.wrong


def test_a_transcript_ends_with_the_faulty_move_and_a_long_one_is_shortened() -> None:
    transcript = broken("lost_card", "cards").transcript
    header, _, moves = transcript.partition("\n\n")
    assert header.split("\n")[1] == "game lost_card"
    deal, bids = moves.strip().split("\n")
    assert deal.startswith("deal ") and bids.endswith("bid 0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._games._registered, "lost_card", hell("as_it_is"))
        state = anything(tws.Record.from_text(transcript).state)
    assert state.trick.cards == ()
    lines = [f"move {number}" for number in range(100)]
    message = str(Broken("turns", "chess", "it is nobody's turn", "\n".join(lines)))
    assert "... (60 lines left out)" in message
    assert "move 19\n" in message and "move 20\n" not in message and "move 99" in message
    assert message.count("move ") == MOST_LINES


def test_the_exception_can_be_pickled() -> None:
    error = Broken("turns", "chess", "it is nobody's turn", "e4\n", "says", "again")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.promise, copy.game, copy.wrong) == ("turns", "chess", "it is nobody's turn")
    assert str(copy) == str(error) and copy.transcript == "e4\n"


def test_registered_games_are_found_by_name_and_unknown_names_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no game 'chess': expected street, duel"):
        conformance.check("chess")
    with pytest.raises(ValueError, match=r"there is no promise 'fun': expected opening, cards"):
        conformance.check("twos", promises=["scores", "fun"])
    with pytest.raises(ValueError, match=r"promises='scores': expected a list of names"):
        conformance.check("twos", promises="scores")
    tws.register(oh_hell.GAME)
    assert conformance.check("oh_hell", promises=["cards"], hands=1)["cards"] > 10


@pytest.mark.parametrize("hands", [0, -3, True, "2", 1.0])
def test_a_wrong_number_of_hands_is_refused(hands: Any) -> None:
    message = f"hands={hands!r}: expected a whole number, 1 or more"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        conformance.check("twos", promises=["scores"], hands=hands)


def test_matches_are_legal_with_various_rules_and_the_same_for_a_seed() -> None:
    same, again, other = (
        conformance.check("duel", promises=["voids"], hands=2, seed=seed) for seed in (3, 3, 4)
    )
    assert same == again != other
    rules = set[object]()
    for number in range(30):
        rng = random.Random(number)
        chosen = random_rules(tws.GAMES["duel"], rng)
        playout = play_hands(tws.GAMES["duel"].new_game(chosen), rng, 1)
        rules.add(chosen)
        assert playout.fault == "" and playout.states[-1].hand_over
        assert tws.Record(playout.start, playout.moves).state == playout.states[-1]
    assert len(rules) > 10


def test_a_promise_without_anything_to_check_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    # There is nothing to check before the deal.
    before = attrs.evolve(PROMISES["secrets"], positions=sampled_positions(0), plays=0)
    monkeypatch.setitem(PROMISES, "secrets", before)
    with pytest.raises(Broken, match="there was nothing to check") as caught:
        conformance.check(oh_hell.GAME, promises=["secrets"])
    assert caught.value.wrong.endswith("the result is unknown") and caught.value.__cause__ is None


def test_a_game_that_cannot_begin_is_reported() -> None:
    def no_game(*given: object, **named: object) -> Any:
        raise KeyError("no game")

    game = hell("no_game")
    object.__setattr__(game, "new_game", no_game)
    with pytest.raises(Broken, match="the game cannot begin: KeyError") as caught:
        conformance.check(game)
    assert caught.value.transcript == ""


def test_a_playout_without_a_record_has_a_plain_text() -> None:
    playout = play_hands(oh_hell.GAME.new_game(), random.Random(0), 1).until(2)
    bad = Playout(anything((None, None)), playout.moves)
    assert playout.text(oh_hell.GAME).startswith("twowaystreet record 1\ngame oh_hell\n")
    assert bad.text(oh_hell.GAME) == f"game oh_hell\n\n{playout.moves[0]}\n{playout.moves[1]}\n"


def test_a_snapshot_shows_every_part_and_depends_on_no_order_of_a_set() -> None:
    one, two = frozenset([0, 8]), frozenset([8, 0])
    assert one == two and repr(one) != repr(two)
    assert snapshot({one, frozenset([4])}) == snapshot({two, frozenset([4])})
    assert snapshot({one: 1}) == snapshot({two: 1})
    inside: list[object] = [1]
    before = snapshot((inside, {"a": {2}}))
    inside.append(inside)
    assert snapshot((inside, {"a": {2}})) != before
    assert "<itself>" in snapshot(inside)
    assert cards_in({"a": [tws.Card.parse("QS"), "10C, or nothing"], 1: (inside,)}) == list(
        tws.cards("QS 10C")
    )


@attrs.frozen(kw_only=True)
class Helpful(oh_hell.View):
    """Views with properties and methods that show no more than the facts."""

    made = 0

    @property
    def cards_left(self) -> int:
        return sum(self.hand_sizes)

    @property
    def choose(self) -> Callable[[int], int]:
        return abs

    @property
    def missing(self) -> int:
        raise LookupError("no such card")

    def total(self, start: int = 0) -> int:
        return sum(self.scores, start)

    def won_by(self, seat: int) -> int:
        raise AssertionError("nobody gave a seat")

    def suits(self) -> Iterator[tws.Suit]:
        yield from tws.Suit


def test_properties_that_follow_from_the_facts_keep_the_promise() -> None:
    game = hell("helpful", view=Helpful)
    assert conformance.check(game, promises=["secrets"], hands=2)["secrets"] > 20
    seen = visible_parts(game.new_game())
    assert seen["total() of the view of seat 0"] == "0"
    assert seen["missing of the view of seat 0"].startswith("LookupError: no such card")
    assert "Suit.CLUBS" in seen["suits() of the view of seat 0"]
    assert not any(part.startswith(("won_by", "choose", "to_json")) for part in seen)


@pytest.mark.parametrize(
    "game", [*tws.GAMES.values(), oh_hell.GAME, high_card.GAME, put_away.GAME], ids=lambda g: g.name
)
def test_every_state_declares_the_class_of_its_scores(game: Any) -> None:
    state = hand_played(game.new_game(), random.Random(3))
    assert type(tws.score_hand(state)) is score_class(game.State)


def test_a_match_plays_no_hand_to_know_whether_few_points_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("_deal_hands", "_score"):
        monkeypatch.delattr(twenty_down.State, name)
    plan = MatchPlan.checked("twenty_down", ["simple", "random"], None, 0, "rotate", None)
    assert plan.sign() == -1


def test_the_game_keeps_all_promises_except_those_about_tricks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not hasattr(high_card.State, "tricks") and not hasattr(high_card.GAME.View, "voids")
    monkeypatch.setattr(other_process, "PROCESSES", 1)
    found = conformance.check(high_card.GAME, hands=1)
    assert list(found) == [name for name in PROMISES if name not in ("tricks", "voids")]
    assert all(found.values())


@pytest.mark.parametrize(
    ("name", "promise", "function"),
    [
        *(
            ("raising_score", promise, "_score")
            for promise in ("legal_moves", "ending", "purity", "values", "scores", "carrying_on")
        ),
        *(
            ("raising_begin", promise, "_deal_hands")
            for promise in ("legal_moves", "ending", "secrets", "voids")
        ),
        ("raising_later", "ending", "_score"),
        ("raising_refuse", "legal_moves", "_refuse"),
        ("raising_win", "ending", "is_over"),
    ],
)
def test_an_error_of_the_game_is_reported_with_its_line_and_as_the_cause(
    name: str, promise: str, function: str
) -> None:
    error = broken(name, promise)
    cause = error.__cause__
    assert isinstance(cause, ZeroDivisionError)
    (line,) = (
        frame.lineno
        for frame in traceback.extract_tb(cause.__traceback__)
        if (Path(frame.filename), frame.name) == (Path(faults.__file__), function)
    )
    place = f"(faults.py, line {line}, in {function})"
    assert place in error.wrong and place in str(error)
    assert error.wrong.count("ZeroDivisionError") == 1
    assert "integer division or modulo by zero " in error.wrong


@pytest.mark.parametrize("promise", ["scores", "carrying_on"])
def test_the_report_of_a_check_without_positions_names_the_error(promise: str) -> None:
    error = broken("raising_score", promise)
    assert error.wrong.startswith("there was nothing to check, so the result is unknown; ")
    assert "the playout ends early: apply of '" in error.wrong
    assert "raises ZeroDivisionError: integer division or modulo by zero (faults.py" in error.wrong
    assert len(error.transcript.split("\n")) > 8


def test_errors_of_a_rule_break_no_other_promise_and_may_leave_nothing_to_check() -> None:
    error = broken("refusing_begin", "ending")
    assert "there was nothing to check" in error.wrong and "raises IllegalMove: " in error.wrong
    assert isinstance(error.__cause__, core.IllegalMove)
    assert isinstance(broken("refusing_begin", "legal_moves").__cause__, core.IllegalMove)
    names = ["opening", "cards", "views"]
    assert list(conformance.check(FAULTS["raising_score"].game, promises=names, hands=2)) == names
    assert set(names) < set(PROMISES)


# Descriptions of errors.


def caught(work: Any, *given: object) -> Exception:
    try:
        work(*given)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_a_report_has_the_line_in_the_game_code_or_that_of_the_error_and_any_text() -> None:
    def game() -> None:
        run: Any = play_hands
        run(0, 0, 0)  # 0 is not a game, so the library raises an error

    report = error_report(caught(game))
    assert report.startswith("AttributeError: ") and "(test_conformance.py, line " in report
    assert report.endswith(", in game)")
    error = caught(play_hands, 0, 0, 0)
    error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
    assert "(_playouts.py, line " in error_report(error)

    class Mute(Exception):
        def __str__(self) -> str:
            raise KeyError("no text")

    assert error_report(Mute()) == "Mute"
    assert error_report(ValueError()) == "ValueError"
    assert error_report(ValueError("one\n  two")) == "ValueError: one two"
    assert error_report(KeyError(1), LookupError) == "KeyError, not LookupError: 1"
    long = error_report(ValueError("x" * 1000))
    assert len(long) == len("ValueError: ") + MAX_TEXT and long.endswith("x...")


pytest_plugins = "pytester"

WHY = "each player has seen other cards, in an order that nobody notes"


@attrs.frozen(kw_only=True)
class Unsampled(oh_hell.View):
    """Views of a game whose hidden cards nobody can sample."""

    no_worlds = WHY


class Undeclared(oh_hell.State):
    """States of a game whose plays the library cannot follow."""

    def _may_play(self, hand: int, table: Any, led: Any) -> Any:
        return super()._may_play(hand, table, led)


UNSAMPLED, UNDECLARED = hell("unsampled", view=Unsampled), hell("following_unseen", Undeclared)
NOT_DECLARED = "does not declare the hook _may_play for worlds: take a fact or hook for it from"


def test_a_game_without_worlds_is_left_out_with_a_warning_unless_it_says_why() -> None:
    left_out = "^following_unseen: the promise 'worlds' is not checked, because Oh Hell "
    with pytest.warns(UserWarning, match=left_out + NOT_DECLARED):
        found = conformance.check(UNDECLARED, promises=["scores", "worlds"], hands=1)
    assert found.keys() == {"scores"}
    assert conformance.check(UNSAMPLED, promises=["scores", "worlds"], hands=1).keys() == {"scores"}
    state = shuffled(UNSAMPLED.new_game())
    seen = tws.view(state, 0)
    with pytest.raises(tws.WorldsError, match=f"^Oh Hell has no worlds: {WHY}$"):
        tws.worlds(seen)
    with pytest.raises(tws.WorldsError, match=f"^Oh Hell has no worlds: {WHY}$"):
        MonteCarlo(worlds=1)(tws.view(state, state.actor), random.Random(1))


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("tests.testing.test_conformance:UNDECLARED", f"Oh Hell {NOT_DECLARED}"),
        ("tests.testing.test_conformance:UNSAMPLED", f"Oh Hell has no worlds: {WHY}"),
    ],
)
def test_pytest_shows_the_reason(game: str, reason: str, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")
    options = ("-p", "no:cacheprovider", "--color=no", "-rs", "-W", "error")
    done = pytester.runpytest_inprocess(*options, f"--twowaystreet-game={game}", "-k", "worlds")
    done.assert_outcomes(skipped=1)
    assert reason in str(done.stdout)


def after(move: str) -> Any:
    """Return a state of Put Away after a deal in the order of the pack and a move."""
    state = put_away.GAME.new_game()
    state = tws.apply(state, tws.Deal(state.rules.pack.cards))
    return tws.apply(state, tws.parse_move(state, move))


def test_the_first_fact_or_stored_field_that_differs_is_named_with_both_values() -> None:
    one, two = after("put 2C"), after("put 4C")
    assert differing_part(one, one) == ""
    assert differing_part(one, two) == (
        "hand, as seat 1 sees it, is 3C 4C 5C in the sample, and 2C 3C 5C after the moves"
    )
    one = shuffled(oh_hell.GAME.new_game())
    stock = one._hand_data.stock
    turned: Any = attrs.evolve(one._hand_data, stock=stock[::-1])
    assert differing_part(one, altered(one, _hand_data=turned)).startswith(
        f"the stored field hand_data.stock is {' '.join(map(str, stock))} in the sample, and "
    )


def test_the_page_names_each_promise_with_its_number_of_matches() -> None:
    page = Path(__file__).parents[2] / "docs" / "test-your-own-game.md"
    rows = re.findall(r"^\| `(\w+)` .* \| (\d+) \|$", page.read_text(encoding="utf-8"), re.M)
    assert rows == [(name, str(promise.hands)) for name, promise in PROMISES.items()]
