"""What a table tells: events in sentences, moves in groups, reports, facts, and no secret."""

import datetime
import json
import random
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.games import OURS
from tests.helpers import nightly_but_every
from tests.hostile import Hostile, Sly
from tests.table.tables import (
    Tokens,
    check_saved,
    full,
    go_on,
    play_out,
    refuses,
    seated,
    steady,
    told,
)
from tests.web.wire import checked
from twowaystreet import schemas
from twowaystreet.games import duel, street, twos
from twowaystreet.ratings import rate
from twowaystreet.table import Happened, Table, TokenError, offers_text
from twowaystreet.table import _seen as tables
from twowaystreet.table._facts import MOST_EVENTS


def every_kind() -> tuple[Table, Tokens]:
    """Return a table with all kinds of events but a rematch."""

    def fails(view: Any, rng: Any) -> tws.Move:
        raise LookupError

    table = steady(Table(twos.GAME, bots={3: fails}, dealer=3))
    tokens: Tokens = {seat: table.join(name) for seat, name in enumerate(("Ann", "Ben", "Cem"))}
    tokens[None] = table.spectate()
    table.play(tokens[0], "deal")
    go_on(table, tokens, 1)
    table.undo(tokens[0])
    table.undo(tokens[1])
    table.act_for(1)
    table.leave(tokens[2])
    tokens[2] = table.join("Dot")
    tokens[1] = table.replace(1, name="Eve")
    go_on(table, tokens, 2)
    table.undo(tokens[0])
    return table, tokens


def _words(sentences: list[str]) -> list[str]:
    return [re.sub(r"(leads|lead|plays|play) \S+\.", r"\1 a card.", one) for one in sentences]


def test_every_kind_of_event_has_sentences_for_each_reader() -> None:
    table, tokens = every_kind()
    everybody = [
        *("Ann joins.", "Ben joins.", "Cem joins.", "New deal.", "Ann leads a card."),
        *("Ann asks to take back a move.", "Ben agrees to take back the move."),
        *("Ben runs out of time.", "Ben plays a card.", "Cem leaves.", "Dot joins."),
        *("Eve takes the seat of Ben.", "Dot plays a card."),
        "Bot 1 fails, and a random player moves instead until the next deal.",
        "Bot 1 plays a card.",
    ]
    shown = _words(told(table, tokens[None], 99))
    assert shown[: len(everybody)] == everybody and shown[-1] == "Ann asks to take back a move."
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
def test_who_reads_a_log_does_not_change_what_the_next_holder_reads(change: str) -> None:
    table, tokens = seated(duel.GAME, moves=1)
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


def test_a_table_keeps_a_limited_number_of_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    table, tokens = every_kind()
    expected = [table.sentences(token) for token in tokens.values()]
    monkeypatch.setattr(tables, "MOST_LINES", 3)
    again = Table.from_text(table.to_text(), bots={3: "simple"})
    for _ in range(2):
        assert [again.sentences(token) for token in tokens.values()] == expected
        assert len(again._lines) == 3


MESSAGE = 1500  # the most characters of the text of offers, which a message of a chat can hold
GONE_ON = re.compile(r"(.+) \.\.\. \((\d+)\)")
# Rules with many moves; Any: options of the rules.
LARGE: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in tws.GAMES),
    *(("street", {"players": 12, "exchange": "optional"}), ("duel", {"bid_markers": "cards"})),
    *(("spades", {"renege": "penalised"}), ("brag", {"players": 2, "high_rank": "prials"})),
    ("brag", {"cards": 7, "players": 6}),
)


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_moves_fit_into_a_message_and_all_are_reached(name: str, options: dict[str, Any]) -> None:
    rng = random.Random(5)
    table, tokens = seated(tws.GAMES[name], rules=tws.GAMES[name].Rules(**options))
    for _ in range(4 if name == "brag" else 16):
        if table.actor is None:
            go_on(table, tokens, 1)
            continue
        token = tokens[table.actor]
        legal, offers = tws.legal_moves(table.view(token)), table.offers(token)
        kinds = [offer.kind for offer in offers]
        assert len(kinds) == len({*kinds}) and all(offer.moves for offer in offers)
        assert sum(len(offer.moves) for offer in offers) == len(legal)
        for offer in offers:
            moves = {*offer.moves}
            assert [move for move in legal if move in moves] == [*offer.moves]
        assert reached(table, token, "") == {*map(str, legal)}
        for seat, other in tokens.items():
            assert bool(table.offers(other)) == (seat == table.actor)
        table.play(token, str(rng.choice(legal)))


def reached(table: Table, token: str, begun: str) -> set[str]:
    """Return the moves that a person finds who asks for each beginning that a message shows."""
    text = offers_text(table.offers(token, begun))
    assert 0 < len(text) <= MESSAGE
    found: set[str] = set()
    for line in text.splitlines():
        for shown in line.rpartition(": ")[2].split(", "):
            match = GONE_ON.fullmatch(shown)
            if match is None:
                found.add(shown)
            else:
                assert len(match[1].split()) > len(begun.split())
                more = reached(table, token, match[1])
                assert all(move.startswith(f"{match[1]} ") for move in more)
                assert len(more) >= int(match[2])
                found |= more
    return found


def test_a_beginning_is_read_as_whole_words_in_any_case_and_others_are_refused() -> None:
    table, tokens = seated(duel.GAME, moves=1)
    ann = tokens[0]
    assert table.offers(ann, " BID  2 ") == table.offers(ann, "bid 2") != ()
    assert {str(move) for offer in table.offers(ann, "bid 2") for move in offer.moves} == {
        "bid 2 high",
        "bid 2 low",
    }
    assert (
        table.offers(ann, "bi") == table.offers(ann, "XX") == table.offers(ann, "bid 2 low 3") == ()
    )
    assert offers_text(()) == ""
    refuses(table, "begun=7: expected the beginning of a move", table.offers, tokens[0], 7)
    refuses(table, "belongs to nobody", table.offers, "stranger", error=TokenError)


def test_moves_are_put_together_only_where_all_would_be_too_long() -> None:
    table, tokens = seated(street.GAME, rules=street.Rules(players=3), moves=2)
    offers = table.offers(tokens[table.actor])
    whole = offers_text(offers)
    moves = [str(move) for offer in offers for move in offer.moves]
    assert all(move in whole for move in moves) and "..." not in whole
    shorter = offers_text(offers, len(whole) - 1)
    assert len(shorter) < len(whole) and "..." in shorter
    assert offers_text(offers, 0) == f"{len(moves)} moves"


def of_bots(game: tws.Game, rules: Any) -> Table:
    """Return a finished game of bots. Any: rules of the game."""
    table = Table(game, rules, bots=dict.fromkeys(range(rules.seats), "random"))
    play_out(table, {None: table.spectate()})
    return table


@pytest.mark.rule("RA-1", "RA-5", "TD-9")
def test_the_report_gives_scores_target_and_ratings() -> None:
    rules = street.Rules(players=3, target=12)
    table, tokens = seated(street.GAME, rules=rules, bots={1: "simple", 2: "random"})
    refuses(table, "not over", table.report, "today")
    play_out(table, tokens)
    refuses(table, "the game is over", table.play, tokens[0], "deal")
    report = table.report(datetime.date(2026, 11, 22), ratings=[1000, 1100, 900])
    scores = table.view(tokens[0]).scores
    assert (report.players, report.scores) == (("P 0", "Bot 1", "Bot 2"), scores)
    assert (report.target, report.winners) == (12, table.view(tokens[0]).winners)
    assert report.ratings == rate([1000, 1100, 900], scores, target=12)
    assert report.changes is not None and sum(report.changes) == 0
    assert str(report).startswith("Two Way Street to 12 points, 2026-11-22\nP 0  ")
    # The fewest points win where a game counts down.
    down = of_bots(tws.GAMES["twenty_down"], tws.GAMES["twenty_down"].Rules())
    last = down.report("now", ratings=[1000] * len(down.names))
    assert {last.scores[seat] for seat in last.winners} == {min(last.scores)}


def test_a_report_needs_a_time_on_one_line() -> None:
    table = of_bots(duel.GAME, duel.Rules(target=1))
    time = datetime.datetime(2026, 11, 22, 19, 30)
    assert table.report(time).when == "2026-11-22 19:30:00"
    assert table.report(time.date()).when == "2026-11-22"
    assert table.report(" Sunday | evening ").when == "Sunday | evening"
    assert table.report("x" * 100).when == "x" * 100
    wrong = (
        *(None, 7, b"Sunday", ["Sunday"], Hostile(), Sly()),
        *("", " ", "a\nb", "\u202eevil", "x" * 101, "\ud800"),
    )
    for when in wrong:
        refuses(table, "when=", table.report, when)


@pytest.mark.parametrize("target", [None, 12])
def test_a_report_needs_a_rating_for_each_seat(target: int | None) -> None:
    table = of_bots(twos.GAME, twos.Rules(target=target, max_hands=1))
    wrong = (
        *(7, "ab", [1000], [1000] * 5, dict.fromkeys(range(4), 1000), Hostile()),
        ["a", None, 3, 4],
    )
    for ratings in wrong:
        refuses(table, "finite numbers", table.report, "now", ratings=ratings, error=tws.RulesError)
    report = table.report("now", ratings=[1000] * 4)
    assert (report.target, report.ratings is None, report.changes is None) == (
        *(target, target is None, target is None),
    )
    assert ("rating" in str(report), "to 12" in str(report)) == (target == 12, target == 12)


@pytest.mark.rule("RA-1", "RA-4")
def test_changes_of_ratings_are_whole_points() -> None:
    report = of_bots(duel.GAME, duel.Rules(target=12)).report("now", ratings=[1100.1, 1190.25])
    assert report.changes is not None and {*map(type, report.changes)} == {int}
    assert sum(report.changes) == 0 != report.changes[0]
    assert f"rating {1100.1 + report.changes[0]:.1f} " in str(report)
    assert f"rating {1190.25 + report.changes[1]:.2f} " in str(report)
    short = of_bots(duel.GAME, duel.Rules(target=11))
    assert short.report("now", ratings=[1000, 1000]).changes == (0, 0)


def test_the_text_of_a_table_shows_no_token_and_no_card() -> None:
    table = Table(duel.GAME, dealer=0)
    ann, _ = table.join("Ann"), table.join("Ben")
    table.play(ann, "deal")
    assert repr(table) == "<Table: Duel, Ann, Ben, event 3>" and table.game is duel.GAME


OF_SERVER = {"phrases": list[str](), "clock": None, "absent": False, "stakes": ""}
"""The facts that a server adds."""
EXAMPLES = {game.name: game for game in (oh_hell.GAME, high_card.GAME)}


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the games of the examples for a test."""
    registered = {**tws.GAMES, **EXAMPLES}
    monkeypatch.setattr("twowaystreet._core.engine.game._games._registered", registered)


# Any: JSON, here and below.
def offered(facts: dict[str, Any]) -> list[dict[str, Any]]:
    return [move for offer in facts["offers"] for move in offer["moves"]]


@pytest.mark.parametrize("name", nightly_but_every(4, [*OURS, *EXAMPLES]))
@pytest.mark.usefixtures("examples")
def test_the_facts_of_each_step_fit_their_schema_and_offer_the_legal_moves(name: str) -> None:
    game = {**tws.GAMES, **EXAMPLES}[name]
    # Any: the types of jsonschema are unknown in part.
    views: Any = Draft202012Validator(schemas.schema_of(game, schemas.Form.VIEW))
    table, rng = steady(Table(game, dealer=0)), random.Random(name)
    tokens, hands = full(table), 0
    known = dict.fromkeys(tokens, 0)
    while not hands and len(table.record.moves) < 60:
        for seat, token in tokens.items():
            facts = table.facts(token, known[seat])
            assert json.loads(json.dumps(facts)) == facts
            view, found = table.view(token), offered(facts)
            for offer in facts["offers"]:  # words tell the moves of a group apart
                words = [each["words"] for each in offer["moves"]]
                assert len({*words}) == len(words)
            if seat == table.actor or table.actor is None:
                checked(json.dumps({**facts, **OF_SERVER}))
                views.validate(facts["view"])
            assert type(view).from_dict(facts["view"]) == view and facts["you"] == seat
            legal = [str(move) for move in view.legal_moves or ()]
            deals = ["deal"] if table.actor is None and seat is not None else []
            assert sorted(move["move"] for move in found) == sorted(legal or deals)
            assert all(move["words"][0] == move["words"][0].upper() for move in found)
            cards = {str(move): tws.cards_of(move) for move in view.legal_moves or ()}
            assert all(move["cards"] == [*map(str, cards.get(move["move"], ()))] for move in found)
            new = table.events(token, known[seat])
            assert facts["all"] is (known[seat] == 0)
            assert [each["number"] for each in facts["events"]] == [each.number for each in new]
            known[seat] = facts["number"]
        moves = [move["move"] for move in offered(table.facts(tokens[table.actor or 0]))]
        table.play(tokens[table.actor or 0], str(rng.choice(moves)), bots=False)
        hands = len(table.hand_scores)
    play_out(table, tokens, hand=True)
    for token in tokens.values():
        facts = checked(json.dumps({**table.facts(token), **OF_SERVER}))
        assert len(facts["result"]["rows"]) == len(table.names)


def test_events_are_those_since_a_number_and_all_anew_after_an_undo() -> None:
    table, tokens = seated(duel.GAME, moves=3)
    ann, last = tokens[0], table.last_number
    everything = table.facts(ann)
    assert everything["all"] and [one["number"] for one in everything["events"]][-1] == last
    assert table.facts(ann, last)["events"] == [] and not table.facts(ann, last)["all"]
    assert [one["number"] for one in table.facts(ann, last - 1)["events"]] == [last]
    for strange in (0, -5, last + 1, 10**9):  # a server may have lost the last events
        assert table.facts(ann, strange)["events"] == everything["events"]
    mover = next(seat for seat in (0, 1) if table.can_undo(seat))
    table.undo(tokens[mover])
    while table.asked:
        table.undo(tokens[1 - mover])
    for seat in (0, 1, None):
        again = table.facts(tokens[seat], last)
        assert again["all"] and again["events"][-1]["happened"] == "undo"
        assert len(again["events"]) < len(everything["events"]) + 2
        assert not table.facts(tokens[seat], again["number"])["all"]


def test_a_long_game_tells_its_last_events() -> None:
    table, tokens = seated(twos.GAME, rules=twos.Rules(max_hands=8))
    play_out(table, tokens)
    assert table.last_number > MOST_EVENTS + 20
    facts = table.facts(tokens[None])
    assert facts["all"] and len(facts["events"]) == MOST_EVENTS
    assert table.facts(tokens[None], 5)["events"] == facts["events"]
    assert facts["result"]["over"] and facts["offers"] == [] and facts["view"]["winners"]


def test_people_who_wait_hear_for_whom() -> None:
    table = steady(Table(duel.GAME, dealer=0))
    ann, watcher = table.join("Ann"), table.spectate()
    assert table.facts(ann)["task"] == table.facts(watcher)["task"] == "Waiting for a player"
    assert table.facts(ann)["free"] == 1 and table.facts(ann)["offers"] == []
    ben = table.join("Ben")
    assert table.facts(ann, away=[1])["task"] == "Ben has not come yet"
    assert table.facts(ann)["offers"][0]["moves"][0]["move"] == "deal"
    assert table.facts(watcher)["offers"] == [] and table.facts(watcher)["you"] is None
    assert table.facts(ben)["names"] == ["Ann", "Ben"]


def test_wrong_questions_for_facts_are_refused() -> None:
    table, tokens = seated(duel.GAME, moves=2)
    for token in ("", "x", None, 5):
        refuses(table, None, table.facts, token, error=TokenError)
    for since in ("5", 1.0, None, True):
        refuses(table, f"^since={since!r}: expected the number", table.facts, tokens[0], since)
    for away in (None, 5, {0}):
        refuses(table, "^away=.*: expected a list of seats", table.facts, tokens[0], away=away)
    for seat in (2, -1, "0", None, True, 1.0):
        refuses(table, "seat", table.facts, tokens[0], away=[seat], error=tws.SeatError)
    assert table.facts(tokens[0], away=(1, 0, 1))["away"] == [0, 1]
