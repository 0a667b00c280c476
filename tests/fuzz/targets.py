"""The readers of input, each with good inputs and a check of the value read."""

import json
import random
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import attrs
from click.testing import CliRunner, Result

import twowaystreet as tws
from tests.fuzz import changes
from tests.fuzz.changes import TOKENS
from tests.games import OURS
from tests.helpers import AnyState, AnyView, anything, some_move
from tests.mutator import exact
from tests.records.playing import again, opening, played, prove, some_record
from twowaystreet import Record, SeatRecord
from twowaystreet._cli.commands import command
from twowaystreet._core.cards.cards import Card, cards, text_of
from twowaystreet._core.display.options import SettingError, defaults_of, rules_of
from twowaystreet._core.engine.fields import option_text, options_of

SEEDS = 12


@cache
def records(game: str) -> tuple[Record, ...]:
    rng = random.Random(f"fuzz/{game}")
    found = [played(Record(opening(game, rng)), rng, most=most) for most in (0, 1, 3, 9, 20, 35)]
    return (*found, *(some_record(game, rng) for _ in range(SEEDS - len(found))))


@cache
def states(game: str) -> dict[str, AnyState]:
    rng = random.Random(f"fuzz states/{game}")
    found: dict[str, AnyState] = {}
    for _ in range(40):
        state: AnyState = opening(game, rng)
        while not state.is_over:
            found.setdefault(str(state.phase), state)
            state = tws.apply(state, some_move(state, rng))
            if state.hand_over and rng.random() < 0.7:
                break
        found.setdefault(str(state.phase), state)
    return found


def move_texts(game: str) -> list[str]:
    found = {
        str(move): None
        for state in states(game).values()
        for move in (*tws.legal_moves(state)[::9], tws.shuffle(state, random.Random(1)))
    }
    return list(found)


def record_texts(game: str) -> list[str]:
    return [record.to_text() for record in records(game)]


def record_jsons(game: str) -> list[str]:
    return [record.to_json() for record in records(game)]


def views(game: str) -> list[str]:
    """Return views of every phase as JSON, including a spectator's."""
    return [
        tws.view(state, seat).to_json()
        for state in states(game).values()
        for seat in (None, 0, state.actor)
    ]


def seat_records(game: str) -> list[str]:
    return [
        Record(record.start, record.moves[: 5 + 5 * number]).for_seat(seat).to_json()
        for number, record in enumerate(records(game)[:6])
        for seat in (None, 0, 1)
    ]


def option_words(game: str) -> list[str]:
    found = ["\n".join(f"{name}={text}" for name, text in defaults_of(tws.GAMES[game]).items())]
    for record in records(game):
        rules = record.start.rules
        for name in options_of(type(rules)):
            found.append(f"{name}={option_text(getattr(rules, name))}")
    return list(dict.fromkeys(found))


def same(one: object, two: object) -> None:
    """Check that two values are equal and have the same ``repr``."""
    assert one == two
    assert hash(one) == hash(two)
    assert (repr(one), str(one)) == (repr(two), str(two))


def one_card(text: str, found: Card) -> None:
    """Check a card: its texts read back, also as a list of one card."""
    same(Card.parse(str(found)), found)
    same(Card.parse(found.pretty), found)
    assert cards(text) == (found,)


def some_cards(text: str, found: tuple[Card, ...]) -> None:
    """Check a list of cards: one card per word."""
    assert cards(text_of(found)) == found
    assert len(text.replace(",", " ").split()) == len(found)


def prove_move(game: str, text: str, found: tws.Move) -> None:
    """Check a move: its text reads back, and only states where it is legal accept it."""
    for state in states(game).values():
        same(tws.parse_move(state, str(found)), found)
        offered(state, found)


def offered(state: AnyState, offer: object) -> None:
    """Check that a state accepts legal moves and due deals, and refuses the rest with a reason."""
    legal = tws.legal_moves(state)
    try:
        after = tws.apply(state, offer)
    except tws.IllegalMove as error:
        refused = error
    else:
        assert offer in legal or (isinstance(offer, tws.Deal) and state.needs_deal)
        assert after != state
        return
    assert offer not in legal and refused.move is offer
    assert refused.reason.explain() in str(refused)
    assert str(refused).isprintable() or not repr(offer).isprintable()


def prove_record(found: Record) -> None:
    """Check a record: the reference finds it legal, and both forms read back."""
    assert again(found) == found.state
    assert Record.from_text(found.to_text()) == found
    assert Record.from_json(found.to_json()) == found
    assert Record.from_json(found.to_json()).state == found.state
    prove(found)


def filled(read: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """Return what was read, with the written options and counters that it lacks. Any: JSON."""
    found = {**written, **read} if "moves" in read else dict(read)  # a record has counters
    if "rules" in read:
        found["rules"] = {**written["rules"], **read["rules"]}
    if "start" in read:
        found["start"] = filled(read["start"], written["start"])
    return found


def written_as_read(text: str, found: Any) -> None:
    """Check that the value is written as the JSON that was read, with the same types."""
    written = found.to_dict()
    assert exact(written) == exact(filled(json.loads(text), written))
    view_type: Any = anything(found).__class__
    assert view_type.from_json(found.to_json()) == found


def prove_in_json(text: str, found: Record) -> None:
    written_as_read(text, found)
    prove_record(found)


def prove_seen(text: str, found: AnyView) -> None:
    """Check that a view is written as it was read, and can be shown."""
    written_as_read(text, found)
    same(type(found).from_json(found.to_json()), found)
    assert tws.legal_moves(found) == (found.legal_moves or ())
    seats = range(found.rules.seats)
    assert {found.seat, found.actor, found.dealer} <= {None, *seats}
    assert len(found.scores) == len(seats)
    assert (found.seat is None) == (found.legal_moves is None)
    assert found.seat is not None or found.hand is None


def prove_seat(text: str, found: tws.SeatRecord) -> None:
    """Check that a seat record is written as it was read, and can be stepped through."""
    written_as_read(text, found)
    assert found.view == found.view_at(len(list(found)))
    assert found.view_at(0) == found.start


def prove_rules(text: str, found: Any) -> None:
    rules_type: Any = anything(found).__class__
    options = options_of(rules_type)
    values = {name: getattr(found, name) for name in options}
    same(rules_type(**values), found)
    read = {name: option.read(option_text(values[name])) for name, option in options.items()}
    same(rules_type(**read), found)
    assert found.seats >= 2
    assert len(found.pack.cards) >= found.seats


@cache
def _place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz"))


def load_file(text: str) -> list[Result]:
    path = _place() / "game"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    commands = (["view", str(path)], ["replay", str(path)], ["view", str(path), "--json"])
    return [
        CliRunner().invoke(command, words, prog_name="twowaystreet")
        for words in (*commands, ["replay", str(path), "--seat", "0", "--step"])
    ]


def prove_run(text: str, found: list[Result]) -> None:
    """Check that a command ends with its own message, never with a Python error."""
    for result in found:
        error = result.exception
        if error is not None and not isinstance(error, SystemExit):
            raise error
        assert result.exit_code in (0, 2), result.output
        assert "Traceback" not in result.output


Change = Callable[[str, Any, random.Random], str]


@attrs.frozen
class Target:
    """A function that reads input; it may raise only some errors.

    The cost is its time compared with the quickest targets.
    """

    name: str
    seeds: Callable[[], list[str]]
    read: Callable[[str], Any]
    refused: tuple[type[Exception], ...] = ()
    prove: Callable[[str, Any], None] = lambda text, found: None
    change: Change = changes.json_changed
    cost: int = 1


def _of(game: str) -> list[Target]:
    ours, text = tws.GAMES[game], changes.text_changed
    parse, record, words = (tws.ParseError,), (tws.RecordError,), (SettingError,)

    def move(text: str) -> tws.Move:
        return tws.parse_move(next(iter(states(game).values())), text)

    def options(text: str) -> Any:
        return rules_of(ours, text.split("\n"), {})

    def seeds(make: Callable[[str], list[str]]) -> Callable[[], list[str]]:
        return lambda: make(game)

    def prove_text(text: str, found: Record) -> None:
        prove_record(found)

    return [
        Target(f"move-{game}", seeds(move_texts), move, parse, partial(prove_move, game), text),
        Target(f"text-{game}", seeds(record_texts), Record.from_text, record, prove_text, text, 4),
        Target(
            f"json-{game}", seeds(record_jsons), Record.from_json, record, prove_in_json, cost=4
        ),
        Target(f"view-{game}", seeds(views), ours.View.from_json, record, prove_seen, cost=2),
        Target(
            f"seat-{game}", seeds(seat_records), SeatRecord.from_json, record, prove_seat, cost=8
        ),
        Target(f"words-{game}", seeds(option_words), options, words, prove_rules, text),
    ]


def _files() -> list[str]:
    parts = ((record_texts, 2), (record_jsons, 2), (seat_records, 0))
    return [
        each for game in OURS for make, first in parts for each in make(game)[first : first + 4]
    ]


def _everything() -> list[Target]:
    parse, text = (tws.ParseError,), changes.text_changed
    lists = ["7C QS, r*", "", "10♣,t♦  as", " ".join(TOKENS[:55])]
    return [
        Target("card", lambda: ["QS", "10♣", "td", "r*", "X*"], Card.parse, parse, one_card, text),
        Target("cards", lambda: lists, cards, parse, some_cards, text),
        Target("file", _files, load_file, (), prove_run, cost=40),
        *(each for game in OURS for each in _of(game)),
    ]


TARGETS: Final[dict[str, Target]] = {target.name: target for target in _everything()}
"""All targets by name."""
