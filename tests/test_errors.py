"""One tree of errors that keep their facts and quote any input; foreign texts are refused."""

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, most_memory
from tests.hostile import Faceless, Hashed, Hostile, Raising, Text, fail
from twowaystreet import Card, Deal, Record, SeatRecord, cards, errors, parse_move, reasons
from twowaystreet._core.cards.cards import Reader, Suit
from twowaystreet.errors import Reason, quoted
from twowaystreet.games import brag, spades, street, tien_len
from twowaystreet.schemas import schema_of, shipped

SOME_REASONS: tuple[Reason, ...] = (
    reasons.Malformed(None, "two cards"),
    reasons.NotAMove(None, "Two Way Street"),
    reasons.DealDue("AL-6"),
    reasons.NoDealDue("AL-6"),
    reasons.GameOver("ST-24"),
    reasons.WrongPack("AL-6", cards("2C"), cards("3C 3C")),
    reasons.WrongMove("ST-7", "high or low"),
    reasons.NotOffered("ST-10", "exchange and two cards"),
    reasons.NotHeld("AL-5", cards("QS KS")),
    reasons.MustFollow("ST-13", Suit.SPADES, cards("QS")),
    reasons.MustTrump("TD-7", Suit.HEARTS, Suit.CLUBS, cards("7C")),
    reasons.MustName("ST-18", (Suit.SPADES,), cards("X*")),
    reasons.MustName("ST-16", (Suit.CLUBS, Suit.SPADES)),
    reasons.CannotName("ST-17", (Suit.HEARTS, Suit.DIAMONDS)),
)
SOME_ERRORS: tuple[tws.TwoWayStreetError, ...] = (
    tws.ParseError("QS 11S", "11S", 3, "a card"),
    tws.RulesError("players", 2, "a whole number, 3 or more", "ST-4"),
    tws.RulesError("name", "twos", "a name that no other game has"),
    tws.SeatError("x", 4),
    tws.HandNotOver("not yet"),
    tws.WorldsError("no state agrees"),
    tws.RecordError("damaged"),
    tws.RecordError("illegal", 7),
    tws.CardError("no card"),
    *(tws.IllegalMove(tws.Play(card("2C")), reason) for reason in SOME_REASONS),
)


def test_errors_belong_to_one_public_tree_and_survive_copies_and_reasons_are_listed() -> None:
    for error in SOME_ERRORS:
        assert isinstance(error, tws.TwoWayStreetError) and isinstance(error, ValueError)
        assert str(error).strip() and "\n" not in str(error)
        for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert type(twin) is type(error) and twin.args == error.args
            assert str(twin) == str(error) and vars(twin) == vars(error)
    for name, one in inspect.getmembers(errors, inspect.isclass):
        if issubclass(one, BaseException):
            assert issubclass(one, tws.TwoWayStreetError) and getattr(tws, name) is one
    reason_types = {one for _, one in inspect.getmembers(reasons, inspect.isclass)}
    ours = {one for one in reason_types if issubclass(one, Reason)}
    assert ours - {Reason} == set(map(type, SOME_REASONS))
    assert {one.__name__ for one in ours} == set(reasons.__all__)


def test_messages_and_reasons_name_their_facts() -> None:
    expected = [
        "cannot read 'QS 11S': found '11S' at position 3, expected a card",
        "players=2: expected a whole number, 3 or more (ST-4)",
        "name='twos': expected a name that no other game has",
        "'x' is not a seat here: expected an int from 0 to 3",
        *("not yet", "no state agrees", "damaged", "move 7: illegal", "no card"),
    ]
    assert [str(error) for error in SOME_ERRORS[: len(expected)]] == expected
    for reason in SOME_REASONS:
        cited = "" if reason.rule is None else f" ({reason.rule})"
        assert reason.explain() and str(reason) == reason.explain() + cited
        assert str(tws.IllegalMove("nonsense", reason)) == f"'nonsense': {reason}"
    with pytest.raises(TypeError, match="subclass"):
        Reason("ST-1").explain()
    explanations = {type(reason).__name__: reason.explain() for reason in SOME_REASONS}
    assert "missing 2C; extra 3C 3C" in explanations["WrongPack"]
    assert "missing" not in reasons.WrongPack("AL-6", (), cards("3C")).explain()
    assert "extra" not in reasons.WrongPack("AL-6", cards("3C"), ()).explain()
    assert "QS KS" in explanations["NotHeld"]
    assert explanations["MustFollow"] == "spades were led: expected one of QS"
    assert "H, D" in explanations["CannotName"]
    first, second = (one for one in SOME_REASONS if isinstance(one, reasons.MustName))
    assert first.explain().endswith("expected name S, or X*")
    assert second.explain().endswith("expected name S, name C")


def test_quotes_look_only_at_the_shown_part_also_of_hostile_objects() -> None:
    assert quoted("x" * 78) == repr("x" * 78)
    long = quoted("x" * 79)
    assert len(long) == 80 and long.endswith("x...") and "int object" in quoted(10**5000)
    endless: list[object] = []
    for _ in range(100_000):
        endless = [endless]
    assert quoted(endless) == "[" * 77 + "..."
    some: list[object] = [[], (), {}, [1, "a"], (1,), (1, None), {"a": [1.5, True], 2: {}}, {3}]
    for thing in (*some, some, set[int](), frozenset({3}), b"x"):
        assert quoted(thing) == repr(thing)
    (two,), lay = cards("2C"), brag.Lay([cards("2C 3C 4C"), cards("5D JH QH")])
    for thing, text in (
        (two, "2C"),
        (tws.Play(two), "2C"),
        (lay, "lay 2C 3C 4C / 5D JH QH"),
        ([two, (tws.Play(two),)], "[2C, (2C,)]"),
        ({two: {two}, 3: frozenset({two})}, "{2C: {2C}, 3: frozenset({2C})}"),
        (tws.Deal(()), "deal"),
        (Suit.HEARTS, "'H'"),
    ):
        assert quoted(thing) == text
    shown: list[int] = []

    class Counted:
        def __repr__(self) -> str:
            shown.append(1)
            return "a counted object"

    many = [Counted()] * 100_000
    for thing in (many, tuple(many), {"key": many}, {number: Counted() for number in range(1000)}):
        shown.clear()
        assert len(quoted(thing)) == 80 and len(shown) <= 10
    text = "\U000e0001" * 1_000_000
    assert most_memory(lambda: quoted([text] * 1000)) < 50_000
    assert type(quoted(Shown())) is str and f"{quoted(Shown())}" == "shown"
    with pytest.raises(KeyboardInterrupt):
        quoted(Interrupting())
    thing = Hostile()
    for error in (
        tws.RulesError("players", thing, "a number", "ST-4"),
        tws.SeatError(thing, 4),
        tws.IllegalMove(thing, reasons.DealDue("AL-6")),
    ):
        assert "Hostile object at" in str(error)
    with pytest.raises(tws.ParseError, match="Hostile object at"):
        tws.cards(anything(thing))


class Shown:
    """An object whose repr is a text of a foreign class."""

    def __repr__(self) -> str:
        foreign: type[str] = type("Foreign", (str,), {"__format__": fail})
        return foreign("shown")


class Interrupting:
    def __repr__(self) -> str:
        raise KeyboardInterrupt


RECORD: Final = Record(street.new_game())
DEALT: Final = RECORD.play(Deal(RECORD.start.rules.pack.cards))
VIEW: Final = tws.view(DEALT.state, 0)
TRICKS_OF_PLAYS: Final = tws.view(tien_len.new_game(), 0)

TEXTS: Final[dict[str, tuple[Callable[[Any], Any], str]]] = {
    "Record.from_text": (Record.from_text, DEALT.to_text()),
    "Record.from_json": (Record.from_json, DEALT.to_json()),
    "SeatRecord.from_json": (SeatRecord.from_json, DEALT.for_seat(0).to_json()),
    "View.from_json": (street.View.from_json, VIEW.to_json()),
    "tien_len.View.from_json": (tien_len.View.from_json, TRICKS_OF_PLAYS.to_json()),
    "parse_move": (lambda text: parse_move(DEALT.state, text), "high"),
    "Card.parse": (Card.parse, "QS"),
    "cards": (cards, "QS 10C"),
    "Reader": (Reader, "QS 10C"),
}
"""Functions that read a text, each with a valid text."""
OTHERS: Final[dict[str, tuple[Callable[[Any], Any], str]]] = {
    "Deal": (Deal, "QS"),
    "Deal of texts": (lambda text: Deal([text]), "QS"),
    "Rules": (lambda text: street.Rules(jokers=text), "one"),
    "number": (lambda text: street.Rules(target=text), "20"),
    "flag": (lambda text: tws.GAMES["twenty_down"].Rules(must_trump=text), "false"),
    "new_game": (street.new_game, "street"),
    "scores": (lambda text: street.new_game(scores=text), "0000"),
    "a score": (lambda text: street.new_game(scores=[text, 0, 0, 0]), "0"),
    "dealer": (lambda text: street.new_game(dealer=text), "0"),
    "spades.score": (lambda text: spades.score([text, "nil"], [(0, "actual")] * 13), "nil"),
    "declare": (street.Declare, "high"),
    "shipped": (lambda text: shipped("street", text), "view"),
    "schema of a game": (lambda text: schema_of(text, "view"), "street"),
    "apply": (lambda text: tws.apply(DEALT.state, text), "high"),
}
"""Functions that take another value, or a value with texts inside."""
FOREIGN: Final[tuple[Any, ...]] = (
    *(None, b"QS", bytearray(b"QS"), 7, 1.5, True, [], ["QS"], {}, {"QS": 1}, object()),
    *(Hostile(), Faceless(), lambda: "QS", type, Raising, memoryview(b"QS")),
)


def check_refused(take: Callable[[Any], Any], thing: Any) -> None:
    """Check that reading raises one of our errors and that its message can be shown."""
    with pytest.raises(tws.TwoWayStreetError) as caught:
        take(thing)
    assert type(str(caught.value)) is str and len(str(caught.value)) < 2000


@pytest.mark.parametrize("name", [*TEXTS, *OTHERS])
def test_foreign_texts_and_values_are_refused(name: str) -> None:
    take, good = {**TEXTS, **OTHERS}[name]
    if name in TEXTS:
        take(good)
    for text_type in (Raising, Hashed, *[Text] * (name in TEXTS)):
        for text in (good, "", "x", "{}"):
            check_refused(take, text_type(text))
    for thing in FOREIGN if name in TEXTS else (b"QS", 7.5, Hostile(), Faceless()):
        check_refused(take, thing)


@pytest.mark.parametrize(
    ("load", "data"),
    [
        (Record.from_dict, DEALT.to_dict()),
        (SeatRecord.from_dict, DEALT.for_seat(0).to_dict()),
        (street.View.from_dict, VIEW.to_dict()),
    ],
    ids=["record", "seat record", "view"],
)
def test_plain_data_with_foreign_texts_is_refused(load: Any, data: dict[str, Any]) -> None:
    load(data)
    for key, value in data.items():
        for thing in (Raising("street"), Hashed(key), Faceless(), Hostile()):
            check_refused(load, {**data, key: thing})
            check_refused(load, {**data, key: [thing]})
        rest = {name: data[name] for name in data if name != key}
        check_refused(load, {**rest, Hashed(key): value})
    for thing in FOREIGN:
        if type(thing) is not dict or thing:
            check_refused(load, thing)
