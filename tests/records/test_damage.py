"""Damaged and contradictory records, views and seat records are refused at the right place.

The tests in :mod:`tests.fuzz` damage all readers at random.
"""

import json
import random
import re
from collections.abc import Callable
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests import mutator
from tests.fuzz.changes import text_changed
from tests.helpers import voids
from tests.hostile import Text
from tests.records.playing import fault_in, in_mid_hand, one_hand, prove
from twowaystreet import Record, RecordError, Suit
from twowaystreet._core import plain_data
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet.games import street

SEED = 0


@pytest.fixture(scope="module")
def text(record: Record) -> str:
    return record.to_text()


@pytest.fixture(scope="module")
def short(record: Record) -> SeatRecord:
    return Record(record.start, record.moves[:7]).for_seat(1)


@settings(max_examples=40 * mutator.MORE)
@given(data=st.data())
def test_an_error_names_the_first_wrong_move(record: Record, data: st.DataObject) -> None:
    moves = record.to_dict()["moves"]
    place = data.draw(st.integers(0, len(moves) - 1))
    rng = data.draw(st.randoms(use_true_random=False))
    others = [text_changed(moves[place], moves, rng), rng.choice(moves), rng.choice((None, 7, []))]
    changed = data.draw(st.sampled_from([*mutator.edits(moves, place, *others)]))
    fault = fault_in(record.start, changed)
    found = mutator.outcome(Record.from_json, json.dumps({**record.to_dict(), "moves": changed}))
    if isinstance(found, RecordError):
        assert fault is not None and found.number == fault
        assert str(found).startswith(f"move {fault}: ")
    else:
        assert fault is None and [str(move) for move in found.moves] == changed
        if found != record:
            prove(found)


def test_white_space_and_key_order_do_not_matter(record: Record) -> None:
    data = record.to_dict()
    for text in (
        json.dumps(data, indent="\t"),
        json.dumps(data, separators=(",", ":")),
        json.dumps(data, sort_keys=True),
        json.dumps(dict(reversed(data.items())), ensure_ascii=False),
        f"\n\r {record.to_json()}\t\n",
    ):
        assert Record.from_json(text) == record
        assert Record.from_json(text).to_json() == record.to_json()
    for text in (f"{record.to_json()} 1", f"{record.to_json()}\x00"):
        with pytest.raises(RecordError, match="invalid JSON"):
            Record.from_json(text)


def test_headers_and_options_in_another_order_are_refused(text: str) -> None:
    header, _, body = text.partition("\n\n")
    lines = header.split("\n")
    rng = random.Random(SEED)
    orders = [order for order in permutations(lines) if list(order) != lines]
    for order in rng.sample(orders, 100):
        with pytest.raises(RecordError) as caught:
            Record.from_text("\n".join(order) + "\n\n" + body)
        assert caught.value.number is None
    line = next(line for line in text.split("\n") if line.startswith("rules "))
    options = line.split()[1:]
    changed = [[*options, option] for option in options]
    changed += [[option, *options] for option in options]
    changed += [[*options, "more=1"], [*options, "="]]
    changed += [[*options[1:], options[0]]] if options[1:] else []
    for other in changed:
        with pytest.raises(RecordError, match="expected the rules"):
            Record.from_text(text.replace(line, "rules " + " ".join(other)))


def test_only_comments_may_hold_any_text(text: str) -> None:
    good = Record.from_text(text)
    assert Record.from_text(text + "# low; \ud800 ; deal # 9") == good
    assert Record.from_text(text.replace("; ", " ;# ;\n\t ;; ")) == good
    for wrong in (text + "\ud800", text + "\x00", text + "\ufeff"):
        with pytest.raises(RecordError):
            Record.from_text(wrong)


FORGIVEN: dict[str, Callable[[str], str]] = {
    "a byte order mark": lambda text: f"\ufeff{text}",
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of Windows, twice": lambda text: text.replace("\n", "\r\r\n"),
    "line ends of old computers": lambda text: text.replace("\n", "\r"),
    "empty lines first": lambda text: f"\ufeff\n \n\t\n{text}",
    "no empty line": lambda text: text.replace("\n\n", "\n"),
    "empty lines everywhere": lambda text: text.replace("\n", "\n\n \n"),
    "blanks at both ends of lines": lambda text: text.replace("\n", " \t\xa0\n  "),
    "comments on every line": lambda text: text.replace("\n", "  # ours\n"),
    "comments between all lines": lambda text: f"# ours\n{text}".replace("\n", "\n# ours\n"),
    "no blanks between moves": lambda text: text.replace("; ", ";;"),
    "suits as phones write them": lambda text: "".join(map(_on_phones, text.partition("\n\n"))),
}


def _on_phones(text: str) -> str:
    """Write the cards of moves with emoji; words such as HIGH and DRAW contain letters of suits."""
    for suit in Suit:
        text = re.sub(rf"\b(10|[2-9JQKA]){suit}\b", f"\\g<1>{suit.sign}\ufe0f", text)
    return text


@pytest.mark.parametrize("change", FORGIVEN)
def test_records_that_people_and_their_programs_wrote_are_read(text: str, change: str) -> None:
    assert FORGIVEN[change](text) != text
    assert Record.from_text(FORGIVEN[change](text)) == Record.from_text(text)


def test_voids_that_do_not_follow_are_refused() -> None:
    """Loading refuses equal values of another type, such as true for 1."""
    view = next(
        view
        for seed in range(100)
        for view in [tws.view(one_hand("twos", seed).state, 0)]
        if any(void.seat == void.trick == 1 for void in voids(view))
    )
    data = view.to_dict()
    place = next(n for n, void in enumerate(data["voids"]) if void["seat"] == void["trick"] == 1)
    for path in (("voids",), ("voids", place), ("voids", place, "seat"), ("voids", place, "trick")):
        for damaged in mutator.other_values(data, path):
            found = mutator.outcome(type(view).from_json, str(damaged))
            refused = isinstance(found, RecordError)
            assert refused == (damaged.raw != "1" or len(path) < 3)


def test_the_error_names_the_damaged_or_doubled_event(short: SeatRecord) -> None:
    data = short.to_dict()
    for number in range(len(data["events"])):
        for key, raw in (("seat", '"1"'), ("text", "7"), ("whole", "1"), ("changes", "null")):
            damaged = mutator.Damaged(data, ("events", number, key), raw)
            with pytest.raises(RecordError, match=rf"^move {number + 1}: {key}: ") as caught:
                SeatRecord.from_json(str(damaged))
            assert caught.value.number == number + 1
        with pytest.raises(RecordError, match=rf"^move {number + 1}: expected an object"):
            SeatRecord.from_json(str(mutator.Damaged(data, ("events", number), "[]")))
    # Each view must follow from the one before: an event gives changed facts only.
    doubled = {**data, "events": [data["events"][0], *data["events"]]}
    with pytest.raises(RecordError, match="move 2: changes: expected only facts that have changed"):
        SeatRecord.from_dict(doubled)


Data = dict[str, Any]


def own_event(data: Data) -> Data:
    return next(event for event in data["events"] if event["seat"] == data["seat"])


DEAL = f"deal {' '.join(map(str, street.Rules().pack.cards))}"
FIVE = Record(street.new_game(street.Rules(target=5))).to_dict()["rules"]
NONE_OF = "changes: expected none of rules, seat"
EVENTS: Final[dict[str, tuple[Callable[[Data], Data], Data, str]]] = {
    "a deal in full": (lambda data: data["events"][0], {"whole": True, "text": DEAL}, "whole: exp"),
    "a hidden move of its own": (own_event, {"whole": False}, "whole: expected"),
    "an illegal move of its own": (
        *(own_event, {"text": "2C"}, "text: expected one of the legal moves, found '2C'"),
    ),
    "a move of another seat": (own_event, {"seat": 2}, "seat: expected"),
    "no text": (lambda data: data["events"][0], {"text": ""}, "text: expected the visible part"),
    "other rules": (lambda data: data["events"][3]["changes"], {"rules": FIVE}, NONE_OF),
    "another seat": (lambda data: data["events"][3]["changes"], {"seat": 2}, NONE_OF),
}


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("damage", EVENTS)
def test_an_event_that_contradicts_its_view_is_refused(damage: str) -> None:
    data = in_mid_hand("street").for_seat(1).to_dict()
    SeatRecord.from_dict(data)
    part, changed, message = EVENTS[damage]
    part(data).update(changed)
    with pytest.raises(RecordError) as caught:
        SeatRecord.from_dict(data)
    assert message in str(caught.value) and caught.value.number is not None


def trick(cards: str, seats: list[int], winner: int | None = None) -> Data:
    led = {"led": "C" if cards else None, "winner": winner}
    return {"leader": 0, "cards": cards.split(), "seats": seats, **led}


WHOLE = trick("2C 2C 2C 2C", [0, 1, 2, 3], 0)
CARD_AND_SEAT = "tricks: expected a card and a seat of each of 4 hands"
NO_MORE = "tricks: expected no more cards than there are in the pack"
TEN = "tricks, named: expected at most 10 tricks"
VIEWS: Final[dict[str, tuple[int | None, Data, str]]] = {
    "an unknown seat": (1, {"actor": 4}, "seat, actor, dealer"),
    "too few scores": (1, {"scores": [0]}, "scores: expected those of 4 seats"),
    "too few hands": (1, {"hand_sizes": [1]}, "hand_sizes: expected those of 4 seats"),
    "more hands than cards": (1, {"hand_sizes": [0] * 56}, "hand_sizes: expected those of 4"),
    "a trick of an unknown seat": (
        *(1, {"trick": trick("", []) | {"leader": 9}}, "tricks: expected seats from 0 to 3"),
    ),
    "a trick of more cards than hands": (
        *(1, {"trick": trick("2C 2C 2C 2C 2C", [0, 1, 2, 3, 0]), "tricks": []}, CARD_AND_SEAT),
    ),
    "a card of no seat": (1, {"trick": trick("2C 2C", [0])}, CARD_AND_SEAT),
    "more tricks than cards": (1, {"tricks": [WHOLE] * 14}, NO_MORE),
    "more empty tricks than cards": (1, {"tricks": [trick("", [], 0)] * 55}, NO_MORE),
    "more tricks than ten": (1, {"tricks": [WHOLE] * 11}, TEN),
    "more named suits than tricks": (
        *(1, {"named": [{"trick": 0, "seat": 0, "suit": "H"}] * 4}, TEN),
    ),
    "a spectator with a hand": (None, {"hand": ["QS"]}, "hand, legal_moves"),
    "a spectator with moves": (None, {"legal_moves": ["QS"]}, "hand, legal_moves"),
    "a seat without moves": (1, {"legal_moves": None}, "hand, legal_moves"),
    "a move that is not a text": (1, {"legal_moves": [5]}, "legal_moves[0]: cannot read"),
}


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("damage", VIEWS)
def test_a_contradictory_view_is_refused(damage: str) -> None:
    seat, other, message = VIEWS[damage]
    data = tws.view(in_mid_hand("street").state, seat).to_dict()
    street.View.from_dict(data)
    with pytest.raises(RecordError) as caught:
        street.View.from_dict(data | other)
    assert message in str(caught.value)


@pytest.mark.rule("AL-3")
def test_past_tricks_never_change_during_a_hand() -> None:
    """No event can add, remove or change past tricks during a hand."""
    data = in_mid_hand("street").for_seat(1).to_dict()
    last = data["events"][-1]["changes"]
    tricks = last["tricks"]
    assert len(tricks) == 2
    for other in ([], tricks[1:], [tricks[1], tricks[0]]):
        last.update(tricks=other, trick=trick("2C", [0]))
        with pytest.raises(RecordError, match=r"tricks: expected (those of the view before)"):
            SeatRecord.from_dict(data)


def test_texts_and_types_of_another_class_and_a_score_of_too_few_seats_are_refused() -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        plain_data.from_plain(int | str | None, 1, ())
    data = in_mid_hand("street").to_dict()
    data["moves"][1] = Text(data["moves"][1])
    with pytest.raises(RecordError) as caught:
        Record.from_dict(data)
    assert caught.value.number == 2
    view = tws.view(one_hand("twos", SEED).state, 0)
    data = view.to_dict()
    score = {**data["score"], "seats": data["score"]["seats"][:3]}
    with pytest.raises(RecordError, match=r"^score\.seats: expected those of 4 seats"):
        type(view).from_dict({**data, "score": score})


def test_views_inside_a_record_have_no_header() -> None:
    """Only the record itself names the game."""
    data = in_mid_hand("street").for_seat(1).to_dict()
    marks = {"format": "twowaystreet view", "version": 1, "game": "street"}
    assert not {"format", "version", "game"} & data["start"].keys()
    with pytest.raises(RecordError, match="unknown 'format', 'version', 'game'"):
        SeatRecord.from_dict(data | {"start": marks | data["start"]})
    first, *others = data["events"]
    changed = first | {"changes": marks | first["changes"]}
    with pytest.raises(RecordError, match=r"^move 1: .*unknown 'format', 'version', 'game'"):
        SeatRecord.from_dict(data | {"events": [changed, *others]})
