"""People who come and go: names, replacements, tokens; and what callers may give to a table."""

import copy
import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, assert_type

import pytest

import twowaystreet as tws
from tests.hostile import Faceless, Hostile, Raising, Sly, Text
from tests.table import confusables
from tests.table.tables import Tokens, check_saved, full, go_on, last, refuses, seated, told
from tests.table.test_stores import DictStore
from twowaystreet.games import duel, street, tien_len, twos
from twowaystreet.players import PlayerError, simple
from twowaystreet.table import Happened, Offer, Table, TableError, TableEvent, TokenError

OTHERS: tuple[Any, ...] = (None, 7, b"deal", ["deal"], Hostile(), Sly(), Faceless())
"""Any: objects of other types, in place of texts and numbers."""


def game() -> tuple[Table, Tokens]:
    """Return Twos between three people and a bot after some moves."""
    return seated(twos.GAME, bots={3: "simple"}, dealer=3, moves=6)


def ended(table: Table, token: str) -> bool:
    calls = (table.seat, table.view, table.events, table.sentences, table.offers, table.leave)
    for call in (*calls, table.revoke, table.undo, partial(table.play, text="deal")):
        try:
            call(token)
        except TokenError:
            continue
        return False
    return not table.knows(token)


def test_a_bot_takes_the_seat_of_a_person() -> None:
    table, tokens = game()
    number = table.last_number
    other = table.another_token(1)
    table.replace(1, bot="simple")
    assert ended(table, tokens.pop(1)) and ended(table, other)
    assert table.names == ("P 0", "Bot 2", "P 2", "Bot 1")
    assert (table.people, table.bots) == ((0, 2), {1: "simple", 3: "simple"})
    event = last(table, tokens[0])
    assert (event.number, event.happened, event.seat) == (number + 1, Happened.REPLACE, 1)
    assert (event.text, event.move) == ("takes the seat of P 1", None)
    assert event.before == event.view == table.view(tokens[0])
    assert told(table, tokens[0]) == ["Bot 2 takes the seat of P 1."]
    check_saved(table, tokens)
    go_on(table, tokens, 8)
    assert not table.faults


def test_a_person_takes_the_seat_of_a_bot_and_sees_what_it_has_seen() -> None:
    table, tokens = game()
    token = table.replace(3, name=" Eve ")
    assert table.seat(token) == 3 and table.bots == {} and table.names[3] == "Eve"
    assert table.view(token) == tws.view(table.record.state, 3)
    assert told(table, token) == ["You take the seat of Bot 1."]
    assert told(table, tokens[0]) == told(table, tokens[None]) == ["Eve takes the seat of Bot 1."]
    assert len(table.events(token)) == len(table.events(tokens[0]))
    tokens[3] = token
    while table.actor != 3:
        go_on(table, tokens, 1)
    assert not table.goes_on
    go_on(table, tokens, 1)
    check_saved(table, tokens)


def test_bots_have_the_names_that_the_host_gives() -> None:
    bots: Any = {0: "simple", 2: simple}
    table = Table(street.GAME, bots=bots, bot_names={2: " Robin "})
    assert table.names == ("Bot 1", "Seat 1", "Robin", "Seat 3")
    table.rename(0, "Computer Åse")
    ann = table.join("Ann")
    token = table.replace(2, name="Eve")
    table.replace(2, bot="simple", name="Kim")
    assert told(table, ann, 2) == ["Eve takes the seat of Robin.", "Kim takes the seat of Eve."]
    assert ended(table, token)
    again = Table.from_text(table.to_text())
    assert table.names == again.names == ("Computer Åse", "Ann", "Kim", "Seat 3")
    table.rename(2, "Kim 2")
    assert told(table, ann, 2)[-1] == "Kim 2 takes the seat of Eve."
    for name in ("Ann", "computer åse", "Seat 3", "You", "", "A|B", "x" * 41):
        refuses(table, "name", table.rename, 2, name)
    for seat in (3, 9, True, None, "2"):
        refuses(table, "taken by people", table.rename, seat, "Robin")
    swapped = Table(street.GAME, bots=bots, bot_names={0: "Bot 2", 2: "Bot 1"})
    assert swapped.names == ("Bot 2", "Seat 1", "Bot 1", "Seat 3")
    wrong: tuple[Any, ...] = ({1: "Robin"}, ["Robin"], {0: 7}, {0: "Seat 1"})
    for names in wrong:
        with pytest.raises(TableError):
            Table(street.GAME, bots={0: "simple"}, bot_names=names)


@pytest.mark.parametrize(
    ("seat", "given", "error", "match"),
    [
        (0, {}, TableError, "expected a bot, or the name of a person"),
        (0, {"bot": "simple", "name": "P 1"}, TableError, "nobody else has"),
        (0, {"name": "P 1"}, TableError, "nobody else has"),
        (0, {"name": "bot 1"}, TableError, "nobody else has"),
        (0, {"name": "Seat 1"}, TableError, "nobody else has"),
        (0, {"name": ""}, TableError, "visible characters"),
        (0, {"name": "You"}, TableError, "nobody else has"),
        (0, {"bot": "nobody"}, PlayerError, "expected simple"),
        (0, {"bot": 7}, PlayerError, "expected a name"),
        *((4, {"name": "Eve"}, tws.SeatError, "4"), (True, {"name": "Eve"}, tws.SeatError, "True")),
        ("0", {"bot": "simple"}, tws.SeatError, "'0'"),
    ],
)
def test_refused_replacements(seat: Any, given: Any, error: type[Exception], match: str) -> None:
    table, tokens = game()
    refuses(table, match, table.replace, seat, **given, error=error)
    assert table.seat(tokens[0]) == 0


def test_a_free_seat_has_nobody_to_replace_and_the_game_waits() -> None:
    table, tokens = game()
    table.leave(tokens.pop(1))
    assert table.free_seats == (1,) and table.names[1] == "Seat 1"
    assert (last(table, tokens[0]).text, told(table, tokens[0])) == ("leaves", ["P 1 leaves."])
    refuses(table, "waits for 1 more player$", table.play, tokens[0], "deal")
    refuses(table, "seat 1 is free", table.replace, 1, name="Eve")
    eve = table.join("Eve")
    assert told(table, eve, 2) == ["P 1 leaves.", "You join."]
    table.vacate(2)
    assert ended(table, tokens.pop(2)) and table.free_seats == (2,)
    table.replace(2, bot="simple")
    assert table.names == ("P 0", "Eve", "Bot 2", "Bot 1")
    check_saved(table, {**tokens, 1: eve})


def test_nobody_has_the_label_of_a_bot_or_of_a_seat_that_may_become_free() -> None:
    table = Table(duel.GAME)
    refuses(table, "nobody else has", table.join, "seat 1", 0)
    bot = table.join("bot 1")
    table.join("Ann")
    table.replace(1, bot="simple")
    assert table.names == ("bot 1", "Bot 2")
    table.rename(0, "Seat 0")
    table.leave(bot)
    assert table.names == ("Seat 0", "Bot 2")


def test_a_person_who_has_left_is_forgotten() -> None:
    table, tokens = seated(duel.GAME)
    table.leave(tokens[0])
    assert "P 0" in str(table.sentences(tokens[1]))
    table.forget("P 0", "Former player")
    assert "P 0" not in str(table.sentences(tokens[1]))
    assert told(table, tokens[1], 9)[0] == "Former player joins."
    assert "P 0" not in table.to_text() and told(table, tokens[1]) == ["Former player leaves."]
    table.keep_in(store := DictStore({}, set()), "friday")
    store.texts.clear()
    table.forget("P 0", "Nobody")  # who is known no more: there is nothing to save
    assert not store.texts and "Nobody" not in table.to_text()


def test_a_person_comes_back_to_the_seat_that_a_bot_plays() -> None:
    table, tokens = seated(duel.GAME)
    again = table.another_token(0)
    go_on(table, tokens, 2)
    table.replace(0, bot="simple", stays=True)
    assert (table.names[0], table.stand_ins, table.late(0)) == ("Bot 1", (0,), 0)
    assert not table.knows(again) and check_saved(table, {1: tokens[1]}).stand_ins == (0,)
    refuses(table, "nobody else has", table.rename, 1, "P 0")
    for nobody in (tokens[1], "x", 1, 7):
        refuses(table, "belongs to nobody", table.come_back, nobody, error=TokenError)
    assert table.come_back(again) == 0 and table.names == ("P 0", "P 1") and not table.bots
    assert table.seat(tokens[0]) == table.seat(again) == 0 and not table.stand_ins
    check_saved(table, tokens)
    table.replace(0, bot="simple", stays=True)
    assert table.come_back(0) == 0


@pytest.mark.parametrize("how", ["revoke", "person", "leave"])
def test_a_person_does_not_come_back_to_a_seat_that_was_given_away(how: str) -> None:
    table, tokens = seated(duel.GAME)
    table.replace(0, bot="simple", stays=True)
    if how == "revoke":
        table.revoke_seat(0)
    else:
        eve = table.replace(0, name="Eve")
        if how == "leave":
            table.leave(eve)
    assert not table.stand_ins and "P 0" not in json.loads(table.to_text())["away"]
    with pytest.raises(TokenError):
        table.come_back(tokens[0])


def test_the_oldest_tokens_of_a_seat_end_where_there_are_too_many() -> None:
    table = Table(duel.GAME)
    tokens = [table.join("Ann")]
    ben = table.join("Ben")
    tokens += [table.another_token(0) for _ in range(17)]
    assert [table.knows(token) for token in tokens] == [False] * 2 + [True] * 16
    assert table.seat(ben) == 1 and len(json.loads(table.to_text())["people"]) == 17
    tokens = tokens[2:] + [table.another_token(0, most=20) for _ in range(4)]
    assert all(table.seat(token) == 0 for token in tokens)
    assert table.seat(table.another_token(0, most=1)) == 0
    assert all(ended(table, token) for token in tokens)
    for most in (0, -1, True, 1.5, None):
        refuses(table, "most", table.another_token, 0, most=most)


@pytest.mark.parametrize("seat", [3, 4, -1, True, "0", 1.0])
def test_tokens_of_seats_without_a_person_are_refused(seat: Any) -> None:
    table, _ = game()
    for call in (table.revoke_seat, table.another_token, table.vacate):
        refuses(table, r"expected one of \[0, 1, 2\], taken by people", call, seat)


# Some of these objects break pytest's parameters, so a loop goes through them.
def test_an_object_that_is_no_token_opens_nothing() -> None:
    table = Table(duel.GAME)
    table.join("Ann")
    for token in (*OTHERS, Raising(""), "", "x" * 1_000_000, "\ud800"):
        assert ended(table, token)


def test_arguments_of_other_types_are_refused() -> None:
    table = Table(duel.GAME)
    ann, _ = table.join("Ann"), table.join("Ben")
    texts: list[Callable[[Any], object]] = [
        *(partial(table.play, ann), table.join, partial(table.offers, ann)),
        *(lambda it: table.forget(it, "Former player"), lambda it: table.forget("Ann", it)),
        *(Table, partial(Table, duel.GAME), lambda it: Table(duel.GAME, bots=it)),
        lambda it: Table(duel.GAME, bots={0: it}),
        *(lambda it: Table(duel.GAME, bot_names=it), table.report),
    ]
    numbers: list[Callable[[Any], object]] = [
        *(lambda it: table.play(ann, "deal", seen=it), lambda it: table.undo(ann, seen=it)),
        *(table.another_token, partial(table.join, "Cem"), table.late),
        lambda it: Table(duel.GAME, dealer=it),
    ]
    events: list[Callable[..., object]] = [partial(table.events, ann)]
    events.append(partial(table.sentences, ann))
    others: tuple[Any, ...] = (*OTHERS[2:], True, 10**700, 1.0, "1", -1, 7)
    refused: list[tuple[Callable[..., object], Any]] = [
        *((call, other) for call in texts for other in OTHERS[1:]),
        *((call, other) for call in numbers for other in others),
        *((call, other) for call in events for other in others[:-2]),
    ]
    for call, other in refused:
        refuses(table, None, call, other, error=tws.TwoWayStreetError)
    assert not any(map(table.can_undo, others))
    switches: tuple[Any, ...] = (None, 2, "yes", [True])
    for other in switches:
        with pytest.raises(TableError, match=r"play_forced=.*expected True or False"):
            Table(duel.GAME, play_forced=other)
        with pytest.raises(TableError, match=r"takes_back=.*expected True or False"):
            Table(duel.GAME, takes_back=other)
        with pytest.raises(TableError, match=r"hints=.*expected True or False"):
            Table(duel.GAME, hints=other)
    bots: tuple[Any, ...] = (None, 7, "nobody", ["simple"], Hostile(), Faceless(), int, object)
    for bot in bots:
        with pytest.raises(PlayerError):
            Table(duel.GAME, bots={0: bot})
    seats: Any = {0: "simple", "a": "simple"}
    with pytest.raises(tws.SeatError):
        Table(duel.GAME, bots=seats)


def test_a_class_built_on_text_is_read_as_the_text() -> None:
    table = Table(duel.GAME, dealer=0)
    ann, _ = table.join(Text("Ann")), table.join("Ben")
    table.play(Raising(ann), Raising("deal"))
    assert type(table.names[0]) is str and table.view(Text(ann)).actor == 0


TAKEN = ("ann", "  Ann ", "\uff21nn", "A\u200cnn", "Ann\u200d", "Ann\ufe0f", "A\u034fnn")
UNSEEN = ("Ann\U000e01f0", "Ann\u2065", "\U00016fe4Ann", "A\U0001d159nn")
NOTHING = ("", " ", "x" * 41, "\u3164", "\u2800", "\u200d", "\ufe0f")


@pytest.mark.parametrize(
    ("name", "match"),
    [
        *(
            (name, "nobody else has")
            for name in (*TAKEN, *UNSEEN, "Zoe\u0308", "You", "you ", "YOU")
        ),
        *((name, "1 to 40 visible") for name in NOTHING),
        # A later Unicode has the last one, as a mark of format.
        *((name, "name") for name in ("a|b", "a\nb", "\u202eevil", 7, None, "Ann\U00013439")),
    ],
)
def test_names_that_do_not_fit_are_refused(name: Any, match: str) -> None:
    table = Table(street.GAME)
    table.join("Ann")
    table.join("Zo\u00eb")
    refuses(table, match, table.join, name)
    assert table.join("Zoe") and table.join("x" * 40)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *[("Ann", "\u0410nn"), ("Ann", "ANN"), ("ANNA", "\u0410\u039dN\u0410"), ("Sam", "Sarn")],
        *[("Hen", "\u041d\u0415N"), ("Ian", "lan"), ("Ian", "\u0406an"), ("Ian", "\u0406AN")],
        *[("Bob", "B0b"), ("Ali", "A1i"), ("Jos\u00e9", "Jose\u0301"), ("Max", "\uff2dax")],
        *[
            *(("Bot 1", "\u0412\u043et 1"), ("Bot 1", "Bot l"), ("You", "Y\u03bfu")),
            ("Ann", "A\u034fnn"),
        ],
    ],
)
def test_nobody_has_a_name_that_looks_like_another_one(name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        table = Table(street.GAME, street.Rules(players=3), bots={2: "simple"})
        with suppress(TableError):  # the names of a bot, of a free seat and of the reader
            table.join(first, 0)
        refuses(table, "nobody else has", table.join, second, 1)


NAMES = [
    "Nguy\u1ec5n Th\u1ecb Di\u1ec7u",  # Vietnamese
    *("\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u0e19\u0e49\u0e33"),  # Thai
    "\u0935\u093f\u0915\u094d\u0930\u093e\u0928\u094d\u0924",  # Hindi
    "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",  # Arabic with marks
    *("\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05bc\u05c1\u05b8\u05bd"),  # Hebrew
    "\u1112\u1161\u11ab\u1100\u116e\u11a8",  # Korean in parts
    *("\u1019\u103c\u102d\u102f\u1037", "\u0f67\u0f71\u0f75\u0f83"),  # Burmese and Tibetan
    *("\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468", "1\ufe0f\u20e3"),
    *("Kai", "Kal", "Ian", "Lan", "\u0418\u0432\u0430\u043d"),
    "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2",
]


def test_names_of_all_scripts_sit_at_one_table_without_piles_of_accents() -> None:
    table = Table(street.GAME, street.Rules(players=len(NAMES) + 1))
    for name in NAMES:
        assert table.view(table.join(name)).seat is not None
    assert table.names[: len(NAMES)] == tuple(NAMES)
    Table.from_text(table.to_text())
    for piled in (
        "a" + "\u0301" * 5,
        "a\u0301\u034f\u0301\u200d\u0301\u0301\u0301",
        "\u1ec7\u0301\u0301\u0301",
    ):
        refuses(table, "at most 4 accents", table.join, piled)
        refuses(table, "at most 4 accents", table.rename, 0, piled)


def test_the_table_of_looks_is_that_of_a_package() -> None:
    pytest.importorskip("confusable_homoglyphs")
    assert confusables.TABLE.read_text("utf-8") == confusables.made()


@pytest.mark.parametrize("copying", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_table_cannot_be_copied(copying: Callable[[Table], object]) -> None:
    with pytest.raises(TypeError, match="cannot be copied"):
        copying(Table(duel.GAME))


# Type checkers know the views of a table's game; mypy and pyright check these lines.


def test_a_table_has_the_views_of_its_game() -> None:
    table = Table(tien_len.GAME, dealer=0)
    assert_type(table, Table[tien_len.View])
    tokens = full(table)
    table.act_for(None)
    seen = table.view(tokens[0])
    assert_type(seen, tien_len.View)
    (event,) = table.events(tokens[0], table.last_number - 1)
    assert_type(event, TableEvent[tien_len.View])
    assert event.view.to_beat is event.before.to_beat is seen.to_beat is None
    assert_type(table.offers(tokens[0]), tuple[Offer, ...])
    assert_type(table.game, tws.Game[tien_len.View])
    assert_type(table.replace(0, name="Ann"), str)
    text = table.to_text()
    assert_type(Table[tien_len.View].from_text(text), Table[tien_len.View])
    of_any_game: Table = Table.from_text(text)
    assert of_any_game.view(of_any_game.spectate()).scores == (0, 0, 0, 0)
