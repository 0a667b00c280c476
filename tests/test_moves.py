"""Moves: their texts, parts and cards, and what a text of a move is read as."""

import random
from collections.abc import Callable
from typing import Any, ClassVar
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import anything, card, nightly_but_every, replay, shuffled, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Deal, Move, ParseError, Play, Suit, cards, reasons
from twowaystreet import authoring as core
from twowaystreet._core.display.usual import usual_button
from twowaystreet.authoring import NumberMove
from twowaystreet.errors import quoted
from twowaystreet.games import brag, duel, spades, street, twenty_down, twos


@attrs.frozen
class Give(Move):
    """A move of another package's game: cards for a neighbour, and one card that is shown."""

    given: tuple[Card, ...]
    seat: int
    shown: Card | None = None
    _first: Card = attrs.field(init=False, default=card("AS"))


class Knock(Move):
    """A move without fields."""


THREE_AND_THREE = [cards("4C 2C 3C"), cards("AS 2H 3D")]
MOVES: list[tuple[Move, str, str]] = [
    (Deal(cards("QS 2C R* 2C")), "deal QS 2C R* 2C", "2C 2C QS R*"),
    (Play(card("R*")), "R*", "R*"),
    (street.Declare(street.Direction.HIGH), "high", ""),
    (street.Declare(anything("low")), "low", ""),
    (street.Exchange(iter(cards("10S 9S"))), "exchange 9S 10S", "9S 10S"),
    (street.Exchange(cards("B* R*")), "exchange R* B*", "R* B*"),
    (street.Keep(), "keep", ""),
    (street.NameSuit(anything("H")), "name H", ""),
    (duel.Bid(3, duel.Direction.HIGH), "bid 3 high", ""),
    (duel.Bid(10, anything("low")), "bid 10 low", ""),
    (duel.Bid(), "no bid", ""),
    (spades.Look(), "look", ""),
    (twenty_down.Draw(cards("KH 2C")), "draw 2C KH", "2C KH"),
    (twenty_down.Draw(()), "draw", ""),
    (brag.Lay(THREE_AND_THREE), "lay 2C 3C 4C / 3D 2H AS", "2C 3C 4C 3D 2H AS"),
    (Give(cards("3S 2D 3S"), 2), "", "2D 3S 3S"),
    (Give(cards("3S"), 2, card("4C")), "", "4C 3S"),
    (Knock(), "", ""),
]


@pytest.mark.rule("ST-11")
def test_moves_have_texts_and_cards() -> None:
    assert len({move for move, _, _ in MOVES}) == len(MOVES)
    for move, text, named in MOVES:
        assert text_of(tws.cards_of(move)) == named and (not text or str(move) == text)
    names = {**vars(street), "Deal": Deal, "Play": Play, "Card": Card, "Suit": Suit}
    for move in (MOVES[0][0], MOVES[1][0], MOVES[4][0], MOVES[6][0]):
        assert eval(repr(move), names) == move
    assert [way.other for way in street.Direction] == ["low", "high"]
    assert type(anything(MOVES[3][0]).direction) is street.Direction
    for thing in (None, "QS", card("QS"), (), tws.Play, Hostile()):
        with pytest.raises(TypeError, match="expected a Move"):
            tws.cards_of(anything(thing))
    with pytest.raises(TypeError, match="Silent"):
        anything(type("Silent", (Move,), {"form": "nothing"})).read(None)


NO_CARDS: tuple[object, ...] = (
    *(None, 7, [None], ["QS", "2C"], "QS", [card("QS"), "2C"], [[card("QS")]]),
    *(Hostile(), (Hostile(), Hostile())),
)
NO_PAIRS: tuple[object, ...] = ([], cards("QS"), cards("QS 2C 3C"), iter(cards("2C")), ())
NO_WORDS: tuple[object, ...] = (None, 1, "", "HIGH", "h", "High", True, [], {}, Hostile())
NO_SUITS: tuple[object, ...] = (None, 1, "", "h", "♥", "X", "R*", [], "hearts", Hostile())
NO_CARD: tuple[object, ...] = (None, 7, "QS", Suit.CLUBS, cards("QS"), [card("QS")], Hostile())
NO_BIDS: tuple[object, ...] = (
    *((number, "high") for number in (0, 11, -1, True, 3.0, "3", 10**5000)),
    *((3, None), (False, None), (None, None), (3, "up"), (3, 1), (3, Hostile())),
)


def bid_of(parts: Any) -> Move:
    return duel.Bid(*parts)


@pytest.mark.rule("DU-3", "DU-4", "TD-2", "TD-3", "TD-4")
@pytest.mark.parametrize(
    ("build", "impossible", "expected"),
    [
        (Deal, NO_CARDS, "card"),
        (Play, NO_CARD, "a card"),
        (street.Exchange, NO_CARDS, "card"),
        (street.Exchange, NO_PAIRS, "two cards"),
        (street.Declare, NO_WORDS, "high or low"),
        (street.NameSuit, NO_SUITS, "c, d, h or s"),
        (bid_of, NO_BIDS, ""),
        (twenty_down.Trump, NO_SUITS, "c, d, h or s"),
        (twenty_down.Declare, (*NO_WORDS, "IN"), "in or out"),
        (twenty_down.Draw, (*NO_CARDS, [twenty_down.Draw()]), "card"),
        (twenty_down.Draw, (cards("7C 8C 9C 10C"), cards("7C 7C 7C 7C"), CARDS), "at most 3 cards"),
    ],
)
def test_impossible_parts_are_refused(
    build: Callable[[Any], Move], impossible: tuple[object, ...], expected: str
) -> None:
    for part in impossible:
        with pytest.raises(tws.IllegalMove) as caught:
            build(part)
        assert isinstance(caught.value.reason, reasons.Malformed), part
        assert caught.value.reason.rule is None
        assert expected in caught.value.reason.expected.lower()
        assert caught.value.reason.expected in str(caught.value)


# Texts as moves.


@pytest.mark.parametrize("suit", Suit)
def test_suits_in_moves(suit: Suit) -> None:
    signs = suit.sign, f"{suit.sign}\ufe0e", f"{suit.sign}\ufe0f"  # phones add a selector
    for text in (suit.value, suit.value.lower(), *signs):
        assert tws.parse_move(street.new_game(), f"name {text}") == street.NameSuit(suit)


A_CARD = "a card such as QS, 10C or R*"
A_DEAL = "deal and the whole pack from the top"
A_SUIT = "a suit: C, D, H or S"
A_NUMBER, A_BLIND_ONE, OF_BOOKS = (
    f"a number from {few}" for few in ("4 to 13", "6 to 12", "1 to 3")
)
UNREADABLE: dict[str, list[tuple[str, str, int, str]]] = {
    # The text, the wrong word, its position, and the expected input.
    "street": [
        ("", "", 0, A_DEAL),
        (" , ", "", 3, A_DEAL),
        ("QS QS", "QS", 3, "the end"),
        ("high 2C", "2C", 5, "the end"),
        ("exchange 2C", "", 11, "two cards to exchange"),
        ("exchange 2C 3C 4C", "4C", 15, "at most 2 cards"),
        ("exchange", "", 8, "two cards to exchange"),
        ("exchange 2C hello", "hello", 12, A_CARD),
        ("keep all", "all", 5, "the end"),
        ("deal QS high", "high", 8, A_CARD),
        ("name H H", "H", 7, "the end"),
        ("name", "", 4, A_SUIT),
        ("name ſ", "ſ", 5, A_SUIT),
        ("name hearts", "hearts", 5, A_SUIT),
        ("name HD", "HD", 5, A_SUIT),
        ("hıgh", "hıgh", 0, A_DEAL),
        ("\u212aeep", "\u212aeep", 0, A_DEAL),  # the sign of Kelvin
        ("bid 3 high", "bid", 0, A_DEAL),
    ],
    "spades": [
        ("bid", "", 3, A_NUMBER),
        ("bid 3", "3", 4, A_NUMBER),
        ("bid 14", "14", 4, A_NUMBER),
        ("bid 4 high", "high", 6, "the end"),
        ("blind", "", 5, A_BLIND_ONE),
        ("blind 5", "5", 6, A_BLIND_ONE),
        ("big", "", 3, "bemo"),
        ("big nil", "nil", 4, "bemo"),
        ("double", "", 6, "nil or naught"),
        ("double bemo", "bemo", 7, "nil or naught"),
        ("nil 4", "4", 4, "the end"),
        ("stand pat", "pat", 6, "the end"),
        ("renege", "", 6, OF_BOOKS),
        ("renege 0", "0", 7, OF_BOOKS),
        ("renege 4", "4", 7, OF_BOOKS),
        ("no", "", 2, "no renege"),
        ("no bid", "bid", 3, "no renege"),
        ("pass", "pass", 0, A_DEAL),
    ],
    "twenty_down": [
        ("trump", "", 5, A_SUIT),
        ("trump X", "X", 6, A_SUIT),
        ("trumps C", "trumps", 0, A_DEAL),
        ("draw X", "X", 5, A_CARD),
        ("in out", "out", 3, "the end"),
        ("inn", "inn", 0, A_DEAL),
        ("draw 7C 7C 7C 7C", "7C", 14, "at most 3 cards"),
    ],
    "brag": [
        ("lay", "", 3, A_CARD),
        ("lay 2C 3C", "", 9, A_CARD),
        ("lay / 2C 3C 4C", "/", 4, A_CARD),
        ("lay 2C 3C 4C", "", 12, "a stroke (/)"),
        ("lay 2C 3C 4C / 5C 6C 7C 8C", "8C", 24, "a stroke (/)"),
        ("lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C / 2D 3D 4D", "/", 36, "the end"),
        ("lay 2C 3C 1C / 5C 6C 7C", "1C", 10, A_CARD),
    ],
    "tien_len": [
        ("", "", 0, A_DEAL),
        ("11C", "11C", 0, A_DEAL),
        ("3S pass", "pass", 3, A_CARD),
        ("pass 3S", "3S", 5, "the end"),
        ("3S / 4S", "/", 3, A_CARD),
        (" ".join(["3S"] * 14), "3S", 39, "at most 13 cards"),
    ],
}


@pytest.mark.parametrize("game", UNREADABLE)
def test_unreadable_moves_are_refused(game: str) -> None:
    for text, token, position, expected in UNREADABLE[game]:
        with pytest.raises(ParseError) as caught:
            tws.parse_move(tws.GAMES[game].new_game(), text)
        error = caught.value
        assert (error.text, error.token, error.position) == (text, token, position)
        assert error.expected == expected
        for part in (quoted(text), quoted(token) if token else "the end", f"expected {expected}"):
            assert part in str(error)


def expected_at(state: tws.AnyState) -> str:
    with pytest.raises(ParseError) as caught:
        tws.parse_move(state, "nonsense")
    return caught.value.expected


@pytest.mark.parametrize("game", nightly_but_every(9, OURS))
def test_moves_are_read_in_any_case_and_errors_name_the_expected_ones(game: str) -> None:
    rng = random.Random(7)
    found = tws.GAMES[game]
    phases: set[str] = set()
    for hand in range(12):
        options = {"bid_markers": ("paper", "cards")[hand % 2]} if game == "duel" else {}
        state = found.new_game(found.Rules(**options))
        while not state.hand_over:
            legal = tws.legal_moves(state) or (tws.shuffle(state, rng),)
            for move in legal:
                words = [word for word in str(move).split() if word in map(str, CARDS)]
                assert sorted(map(str, tws.cards_of(move))) == sorted(words)
                assert list(tws.cards_of(move)) == sorted(tws.cards_of(move))
            for move in legal[:3]:
                text = str(move)
                commas = f" {text.replace(' ', ' , ')} "
                for other in (text.upper(), text.lower(), text.title(), text.swapcase(), commas):
                    assert tws.parse_move(state, other) == move
            due = {type(one): [move for move in legal if type(move) is type(one)] for one in legal}
            forms = [each.form_of(moves) for each, moves in due.items()]
            assert expected_at(state) == ", or ".join(forms)
            phases.add(state.phase)
            state = tws.apply(state, rng.choice(legal))
    assert len(phases) > 1


@pytest.mark.rule("SP-6", "SP-7")
def test_the_error_lists_what_is_legal_now() -> None:
    looking = shuffled(spades.new_game(dealer=1))
    assert expected_at(looking) == "look, or nil or double nil"
    behind = shuffled(spades.new_game(dealer=1, scores=[0, 200]))
    assert expected_at(behind) == "look, or nil, double nil or blind 6 to 12"
    after = replay(looking, ["look", "look"])
    assert expected_at(after) == "bid 4 to 13, bemo, big bemo, naught or double naught"
    state, rng = twos.new_game(twos.Rules(max_hands=1)), random.Random(7)
    text = tws.Record(state).to_text() + "nonsense\n"
    with pytest.raises(tws.RecordError, match=r"expected deal and the whole pack .*, or a card$"):
        tws.Record.from_text(text)
    while not state.is_over:
        state = tws.apply(state, (tws.legal_moves(state) or (tws.shuffle(state, rng),))[0])
    assert expected_at(state) == "no further move: the game is over"


def test_short_forms_are_read_on_request() -> None:
    dealt = shuffled(street.new_game())
    state = tws.apply(dealt, street.Declare(street.Direction.LOW))
    for text in ("3D 2H", "exchange 3D 2H", "2h,3d"):
        assert str(tws.parse_move(state, text, short=True)) == "exchange 3D 2H"
    with pytest.raises(ParseError, match="expected the end"):
        tws.parse_move(state, "3D 2H")
    # In another phase they are no moves, and a whole move is read as without short forms.
    for text in ("3D 2H", "", "exchange", "9"):
        with pytest.raises(ParseError):
            tws.parse_move(dealt, text, short=True)
    for before, text in ((dealt, "3D"), (street.new_game(), "deal 3D")):
        assert tws.parse_move(before, text, short=True) == tws.parse_move(before, text)


class One(NumberMove):
    word: ClassVar = "one"
    numbers: ClassVar = range(9)
    form: ClassVar = "one and a number"


class Other(One):
    word: ClassVar = "other"
    form: ClassVar = "other and a number"


def test_a_text_that_is_short_for_several_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shuffled(duel.new_game())
    due = Mock(moves=Mock(return_value=(One(1), One(3), Other(1), Other(2))))
    monkeypatch.setattr(duel.State, "_decisions", {state.phase: due})
    monkeypatch.setattr(duel.State, "_move_types", (One, Other))
    with pytest.raises(ParseError, match="found '1' at position 0, expected one 1 or other 1 in f"):
        tws.parse_move(state, "1", short=True)
    # Only one of the two is legal.
    assert str(tws.parse_move(state, "2", short=True)) == "other 2"
    assert str(tws.parse_move(state, "3", short=True)) == "one 3"


@attrs.frozen
class Name(core.CardMove):
    suit: Suit | None = None
    form: ClassVar = "lay and a card"
    word, then = "lay", ("naming", core.read_suit)


@attrs.frozen
class Fish(core.CardMove):
    taken: tuple[Card, ...] = ()
    form: ClassVar = "lay and a card"
    word, then = "lay", ("taking", core.read_cards)


class Lay(core.CardMove):
    pass


class Trumps(core.SuitMove):
    pass


class Bid(core.NumberMove):
    numbers = range(9)


class Nod(core.WordMove):
    pass


class Bow(Lay):
    word = "bow"


def test_word_and_form_of_a_move_follow_by_default_from_the_name_of_its_class() -> None:
    moves = Lay(card("8S")), Trumps(Suit.HEARTS), Bid(3), Bow(card("2C")), Nod()
    assert [str(move) for move in moves] == ["lay 8S", "trumps H", "bid 3", "bow 2C", "nod"]
    forms = ["lay and a card", "trumps and a suit", "bid and a number", "bow and a card", "nod"]
    assert [move.form for move in moves] == forms
    assert [move.optional_word for move in moves] == ["lay", "trumps", "bid", "bow", ""]


@pytest.mark.parametrize(
    ("move", "text", "button"),
    [
        (Lay(card("8S")), "lay 8S", "Lay 8♠"),
        (Name(card("8S")), "lay 8S", "Lay 8♠"),
        (Name(card("8S"), Suit.HEARTS), "lay 8S naming H", "Lay 8♠ naming H"),
        (Fish(card("7C"), cards("3D 4S")), "lay 7C taking 3D 4S", "Lay 7♣ taking 3♦ 4♠"),
        (core.Draw(), "draw", "Draw"),
        (core.Pass(), "pass", "Pass"),
    ],
)
def test_moves_of_a_card_and_more_are_read_back(move: Move, text: str, button: str) -> None:
    assert str(move) == text and type(move).read(core.Reader(text.upper())) == move
    assert type(move).read(core.Reader(f"other {text}")) is None
    assert usual_button(move) == button


@pytest.mark.parametrize("text", ["lay", "lay 8S naming", "lay 8S naming 9S", "lay naming H"])
def test_a_move_of_a_card_and_more_needs_each_part(text: str) -> None:
    with pytest.raises(ParseError, match=r"expected a (card|suit)"):
        Name.read(core.Reader(text))
