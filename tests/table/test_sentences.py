"""Events in sentences, as each person reads them."""

from __future__ import annotations

import re
from typing import Any

import pytest

import twowaystreet as tws
from tests.table.tables import check_saved, full, go_on, steady, told, unchanged
from twowaystreet.games import duel, street, twos
from twowaystreet.table import Happened, Table, TableError, TokenError
from twowaystreet.table import _seen as tables


def every_kind() -> tuple[Table, dict[int | None, str]]:
    """Return a table with all kinds of events but a rematch."""

    def fails(view: Any, rng: Any) -> tws.Move:
        raise LookupError

    table = steady(Table(twos.GAME, bots={3: fails}, dealer=3))
    tokens: dict[int | None, str] = {
        0: table.join("Ann"),
        1: table.join("Ben"),
        2: table.join("Cem"),
    }
    tokens[None] = table.spectate()
    table.play(tokens[0], "deal")
    table.play(tokens[0], str(tws.legal_moves(table.view(tokens[0]))[0]))
    table.undo(tokens[0])
    table.undo(tokens[1])
    table.act_for(1)
    table.leave(tokens[2])
    tokens[2] = table.join("Dot")
    tokens[1] = table.replace(1, name="Eve")
    table.play(tokens[2], str(tws.legal_moves(table.view(tokens[2]))[0]))
    table.undo(tokens[0])
    return table, tokens


def _words(sentences: list[str]) -> list[str]:
    """Return sentences of Twos without their cards."""
    return [re.sub(r"(leads|lead|plays|play) \S+\.", r"\1 a card.", one) for one in sentences]


def test_every_kind_of_event_has_sentences_for_each_reader() -> None:
    table, tokens = every_kind()
    everybody = [
        "Ann joins.",
        "Ben joins.",
        "Cem joins.",
        "New deal.",
        "Ann leads a card.",
        "Ann asks to take back a move.",
        "Ben agrees to take back the move.",
        "Ben runs out of time.",
        "Ben plays a card.",
        "Cem leaves.",
        "Dot joins.",
        "Eve takes the seat of Ben.",
        "Dot plays a card.",
        "Bot 1 fails, and a random player moves instead until the next deal.",
        "Bot 1 plays a card.",
    ]
    shown = _words(told(table, tokens[None], 99))
    assert shown[: len(everybody)] == everybody
    assert shown[-1] == "Ann asks to take back a move."
    ann, dot, eve = (_words(told(table, tokens[seat], 99)) for seat in (0, 2, 1))
    assert [one for one in ann if "You" in one][:3] == [
        "You join.",
        "You lead a card.",
        "You ask to take back a move.",
    ]
    # The events of an earlier holder of the seat name the holder.
    assert [one for one in dot if "You" in one][:2] == ["You join.", "You play a card."]
    assert "Cem joins." in dot and "Cem leaves." in dot
    assert [one for one in eve if "You" in one][:1] == ["You take the seat of Ben."]
    assert "Ben runs out of time." in eve and "Ben plays a card." in eve
    check = {Happened.JOIN, Happened.MOVE, Happened.ASK, Happened.AGREE, Happened.LATE}
    check |= {Happened.LEAVE, Happened.REPLACE, Happened.FAULT}
    assert {event.happened for event in table.events(tokens[0])} == check


def test_an_undo_has_a_sentence_and_events_before_it_keep_their_names() -> None:
    table, tokens = every_kind()
    before = [event.sentences for event in table.events(tokens[None])]
    assert [table.undo(tokens[seat]) for seat in (1, 2)] == [False, True]
    assert told(table, tokens[0]) == ["You take back a move."]
    assert told(table, tokens[1]) == ["Ann takes back a move."]
    after = [event.sentences for event in table.events(tokens[None])]
    assert set(after[:-1]) < set(before)
    assert {("Cem leaves.",), ("Dot joins.",), ("Eve takes the seat of Ben.",)} <= set(after)
    assert ("Ben runs out of time.",) not in after
    tokens.pop(3, None)
    table.replace(3, bot="simple")
    check_saved(table, tokens)


@pytest.mark.parametrize("change", ["replace", "leave", "load"])
def test_who_reads_a_log_does_not_change_what_the_next_holder_of_the_seat_reads(
    change: str,
) -> None:
    table = steady(Table(duel.GAME, dealer=0))
    tokens = full(table)
    table.play(tokens[0], "deal")
    table.play(tokens[0], "no bid")
    assert told(table, tokens[0]) == ["You make no bid."]
    if change == "load":
        table = Table.from_text(table.to_text())
    if change == "leave":
        table.leave(tokens[0])
        token = table.join("Eve")
    else:
        token = table.replace(0, name="Eve")
    numbered = dict(table.sentences(token))
    assert numbered[4] == ("P 0 makes no bid.",)
    assert ("You take the seat of P 0.",) in numbered.values() or change == "leave"
    assert [line for lines in numbered.values() for line in lines] == told(table, token, 99)


def test_sentences_are_those_of_the_events_with_their_numbers() -> None:
    table, tokens = every_kind()
    for token in tokens.values():
        for since in (-1, 0, 4, table.last_number - 1, table.last_number, 99):
            expected = [(one.number, one.sentences) for one in table.events(token, since)]
            assert [*table.sentences(token, since)] == expected
    wrong: Any = "1"
    with unchanged(table, "expected the number of an event", TableError):
        Table.from_text(table.to_text(), bots={3: "simple"}).sentences(tokens[0], wrong)
    with unchanged(table, "belongs to nobody", TokenError):
        table.sentences("stranger")


def test_a_table_keeps_a_limited_number_of_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    table, tokens = every_kind()
    expected = [table.sentences(token) for token in tokens.values()]
    monkeypatch.setattr(tables, "MOST_LINES", 3)
    again = Table.from_text(table.to_text(), bots={3: "simple"})
    for _ in range(2):
        assert [again.sentences(token) for token in tokens.values()] == expected
        assert len(again._lines) == 3


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_every_move_of_a_game_has_sentences_for_players_and_spectators(name: str) -> None:
    table = steady(Table(tws.GAMES[name], tws.GAMES[name].Rules(max_hands=1), dealer=0))
    tokens = full(table)
    go_on(table, tokens, 1)
    while table.actor is not None:
        go_on(table, tokens, 1)
    for seat, token in tokens.items():
        for event in table.events(token):
            first = event.sentences[0]
            assert all(re.fullmatch(r"[A-Z].*[.!]", line) for line in event.sentences), event
            if event.seat is None:
                assert first == "New deal."
            else:
                who = "You" if event.seat == seat else f"P {event.seat}"
                assert first.startswith(f"{who} "), first
        everything = " ".join(told(table, token, 999))
        assert ("You " in everything) == (seat is not None)
        assert "{" not in everything and "None" not in everything


def test_sentences_tell_who_takes_a_trick() -> None:
    table = steady(Table(street.GAME, street.Rules(players=3), dealer=0))
    tokens = full(table)
    while not table.record.state.hand_over:
        go_on(table, tokens, 1)
    tricks = [line for line in told(table, tokens[None], 999) if line.endswith("takes the trick.")]
    assert [line.split(" takes")[0] for line in tricks] == [
        f"P {trick.winner}" for trick in table.view(tokens[None]).tricks
    ]
    mine = [line for line in told(table, tokens[0], 999) if line == "You take the trick."]
    assert len(mine) == tricks.count("P 0 takes the trick.")
