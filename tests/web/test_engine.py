"""The engine: messages in, messages out, and nothing hidden in them."""

import json
import random
import re
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.table.test_undo import claimable
from tests.web.pages import PHONE, WIDE, FakePage
from twowaystreet._core.display.lines import signed
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import Option
from twowaystreet._page.contents import _by_cards, _option, refusal_of
from twowaystreet._page.engine import MOST_SCENES, Engine, read
from twowaystreet._page.viewers import PageLook, Viewer, look_of
from twowaystreet.games import duel, twos
from twowaystreet.games.twos.display import TwosDisplay
from twowaystreet.reasons import Malformed
from twowaystreet.svg.seating import zoom_of
from twowaystreet.table import StoreError, Table, TokenError
from twowaystreet.table._facts import texts_of

LOW, SQUARE = PageLook(width=360, height=480), PageLook(width=720, height=560)
NOTATION = re.compile(r"\b(10|[2-9AKQJ])[SHDC]\b|[RB]\*")


def two_people() -> tuple[FakePage, FakePage]:
    table = Table(duel.GAME, dealer=0)
    engine, ann, ben = Engine(table), table.join("Ann"), table.join("Ben")
    return FakePage(engine, ann), FakePage(engine, ben)


def alone(name: str, look: PageLook = WIDE, bots: str = "simple", **options: Any) -> FakePage:
    """Return the page of a person who plays with bots. Any: options of a game."""
    rules = tws.GAMES[name].Rules(**options)
    others = dict.fromkeys(range(1, rules.seats), bots)
    table = Table(tws.GAMES[name], rules, bots=others, dealer=0)
    return FakePage(Engine(table), table.join("Ann"), look)


def play_on(page: FakePage, rng: random.Random, moves: int = 1) -> None:
    for _ in range(moves):
        if page.table.bot_is_to_move:
            page.table.advance()
            page.update()
        elif page.moves:
            assert page.send(rng.choice(page.moves)) is None


def fresh(since: int | None = None) -> Viewer:
    """Return a page that has got nothing, or that knows all events before a number."""
    viewer = Viewer() if since is None else Viewer(since)
    viewer.change(WIDE)
    return viewer


def whole(page: FakePage) -> list[Any]:
    items = {
        name: {
            key: value
            for key, value in item.items()
            if key not in ("from", "to") and value not in ("", False)
        }
        for name, item in page.items.items()
    }
    return [items, page.facts, page.log]


def check_the_moves(page: FakePage) -> None:
    view, form = page.table.view(page.token), page.facts["form"]
    if view.actor == 0:
        assert sorted(page.moves) == sorted(map(str, view.legal_moves or ()))
    kinds = {each["kind"] for each in form.get("moves", ()) if "kind" in each}
    assert kinds == {*form.get("kinds", ())}
    for each in (*form.get("options", ()), *form.get("moves", ())):
        if isinstance(each, str):  # a card that has no button
            continue
        words = f"{each.get('text')} {each.get('note')} {each.get('kind')}"
        assert each["text"] and not NOTATION.search(words) and " / " not in words
        if "groups" in each:
            move = tws.parse_move(page.table._state, each["move"])
            cards = [card for group in each["groups"] for card in group]
            assert sorted(cards) == sorted(map(str, tws.cards_of(move)))


def check_the_totals(page: FakePage) -> None:
    if panel := page.facts["panel"]:
        scores = page.facts["scores"]
        texts = [row["total"] for row in panel["rows"]]
        assert texts == [str(score).replace("-", "−") for score in scores]
        winners = {row["seat"] for row in panel["rows"] if row["won"]}
        assert winners == {*page.table.view(page.token).winners}
        plates = [page.items[f"score-{seat}"]["art"] for seat in range(len(texts))]
        assert all(f">{text}<" in art for text, art in zip(texts, plates, strict=True))
        sheet = page.facts["sheet"].replace("−", "-")
        assert all(f">{score}<" in sheet for score in scores)
        assert len(page.table.hand_scores) < 2 or panel["totals"][-1] == scores


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_a_page_that_follows_has_all_and_offers_the_legal_moves(name: str, look: PageLook) -> None:
    page, rng = alone(name, look), random.Random(4)
    assert page.moves == ["deal"]
    for step in range(16):
        play_on(page, rng, 3)
        assert whole(page) == whole(FakePage(Engine(page.table), page.token, look))
        check_the_moves(page)
        if page.facts["yours"] and step % 4 == 3:
            refusal = page.send(str(rng.choice(page.table.rules.pack.cards)))
            if refusal is not None:  # a sentence without notation
                words = json.loads(refusal)["text"]
                assert not NOTATION.search(words) and "expected" not in words
                assert words[0].isupper() and words[-1] == "."


@pytest.mark.parametrize(
    ("name", "bots"),
    [*((name, "simple") for name in ("duel", "spades", "brag")), ("twos", "random")],
)
def test_the_totals_of_all_places_agree(name: str, bots: str) -> None:
    page, rng = alone(name, bots=bots, max_hands=2), random.Random(3)
    while not page.facts["over"]:
        play_on(page, rng)
        check_the_totals(page)
    assert len(page.table.hand_scores) == 2 and page.facts["hand"] == "Hand 2 of 2"


@pytest.mark.rule("BR-9")
def test_laid_hands_open_pair_by_pair_with_who_has_the_best() -> None:
    page = alone("brag")
    page.send("deal")
    while page.table.bot_is_to_move:
        page.table.advance()
    page.update()
    page.table.play(page.token, page.moves[0], seen=page.table.last_number)
    news = page.engine.news(page.token, page.viewer)
    assert news
    *_, best, second, third, end = news["steps"]
    told = [step["says"] for step in (best, second, third)]
    assert told == [f"{line}." for line in news["panel"]["lines"][1:]]
    places = [line.partition(":")[0] for line in told]
    assert places == ["Best hands", "Second hands", "Third hands"]
    assert [*page.table.events(page.token)][-1].sentences[-3:] == tuple(told)
    for step, closed in ((best, 18), (second, 9), (third, 0), (end, 0)):
        page.take({"steps": [step]})
        assert sum(name.startswith("down-") for name in page.items) == closed
        assert ("hold" not in step) is (step is end)
        for seat in (1, 2, 3) if step is not end else ():  # plates do not tell who has won
            assert page.items[f"plate-{seat}"]["label"].startswith(f"Bot {seat}: 0 points;")


def test_a_complete_trick_is_held_unless_the_speed_is_off_and_then_leaves_the_table() -> None:
    def shown(page: FakePage) -> tuple[int, int]:
        view: Any = page.table.view(page.token)
        labels = [item.get("label", "") for item in page.items.values()]
        return sum("played by" in label for label in labels), len(view.trick.cards)

    page, rng = alone("spades"), random.Random(1)
    page.send("deal")
    while not page.facts["panel"]:
        play_on(page, rng)
        cards, there = shown(page)
        assert cards == there and page.holds.count("trick") == len(page.facts["tricks"])
    assert page.facts["trick"] == "Book" and page.facts["tricks"][0]["title"] == "Book 1"
    page = alone("twos", PageLook(width=800, height=600, steps=False))
    play_on(page, rng, 5)
    cards, there = shown(page)
    assert cards == (there or 4) and page.facts["tricks"] and page.holds.count("trick") <= 1


def test_cards_come_from_the_dealer_and_a_count_changes_when_its_trick_has_gone() -> None:
    page, rng = alone("twos"), random.Random(1)
    page.send("deal")
    dealt = [item for name, item in page.items.items() if item.get("card") or "back" in name]
    assert len(dealt) == 52 and {item["from"] for item in dealt} == {"plate-0"}
    piles: list[bool] = []
    while True not in piles:
        if page.table.bot_is_to_move:
            page.table.advance()
        else:
            page.table.play(page.token, rng.choice(page.moves), seen=page.table.last_number)
        news = page.engine.news(page.token, page.viewer)
        assert news
        for step in news["steps"]:
            page.take({"steps": [step]})
            has_pile = any(name.startswith("pile-") for name in page.items)
            piles += [has_pile] if step.get("hold") == "trick" or has_pile else []
        page.facts |= {key: value for key, value in news.items() if key != "steps"}
    assert piles[:2] == [False, True]


def test_a_page_that_knows_lost_events_gets_the_whole_log_without_styles() -> None:
    ann, _ = two_people()
    ann.send("deal")
    last = ann.table.last_number
    for since, known in ((last, 0), (last + 1, last)):
        message = ann.engine.news(ann.token, fresh(since))
        assert message is not None
        logged = [step["number"] for step in message["steps"] if "log" in step]
        assert logged == [*range(1, known + 1)]
        scenes = json.dumps([step.get("scene") for step in message["steps"]])
        assert "<style" not in scenes and " style=" not in scenes  # the policy would block it
        assert ".t-card" in message["steps"][-1]["scene"]["style"]


def test_a_page_that_missed_many_events_gets_the_last_scene_alone() -> None:
    page, rng = alone("twos", max_hands=2), random.Random(1)
    page.send("deal")
    assert page.table.bot_is_to_move  # bots move one by one
    before = page.scenes
    for _ in range(MOST_SCENES + 1):
        if not page.table.advance():
            view = page.table.view(page.token)
            page.table.play(page.token, str(rng.choice(view.legal_moves or ())), bots=False)
    page.update()
    assert page.scenes == before + 1


def test_a_spectator_gets_no_choices_and_no_undo_and_a_forged_token_no_scene() -> None:
    ann, _ = two_people()
    watcher = FakePage(ann.engine, ann.table.spectate())
    ann.send("deal")
    watcher.update()
    facts = watcher.facts
    assert (facts["form"], facts["undo"]["can"], facts["yours"]) == ({}, False, False)
    assert not any(item.get("card") for item in watcher.items.values())
    with pytest.raises(TokenError):
        FakePage(ann.engine, ann.token[::-1])
    assert "nobody" in str(ann.engine.carry_out("", ann.viewer, read('{"do": "undo"}')))


def test_the_task_is_told_in_words() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), dealer=0)
    ann = FakePage(Engine(table), table.join("Ann"))
    assert ann.facts["task"] == "Waiting for a player" and not ann.moves
    assert ann.facts["emblem"] == ["R*", "KH", "KC", "2D"]
    ben = FakePage(ann.engine, table.join("Ben"))
    viewer = fresh()
    for away, task in ([1], "Ben has not come yet"), ([], "Everybody is here"):
        news = ann.engine.news(ann.token, viewer, away=away)
        assert news is not None and (news["away"], news["task"]) == (away, task)
        assert bool(news["steps"]) is bool(away)  # who comes later is no event
    ann.update()
    ann.send("deal")
    ben.update()
    assert ann.facts["yours"] and "bid" in ann.facts["tip"]
    assert "Ann" in ben.facts["task"] and not ben.facts["yours"]
    while not table.view(ann.token).is_over:
        page = (ann, ben)[table.actor or 0]
        page.send(str(tws.legal_moves(table.view(page.token))[0]))
    ann.update()
    assert ann.facts["over"] and "win" in ann.facts["task"] and not ann.moves
    assert [row["name"] for row in ann.facts["panel"]["rows"]] == ["You", "Ben"]
    check_the_totals(ann)


def test_the_request_for_an_undo_is_told_in_words() -> None:
    ann, ben = two_people()
    ann.send("deal")
    assert ben.send("no bid") is not None  # it is Ann's turn
    assert ben.log == ["Ann joins.", "You join.", "New deal."] and ben.update() is None
    assert not ann.facts["undo"]["can"]
    ann.send("no bid")
    assert ann.receive('{"do": "undo"}') is None
    ben.update()
    assert ann.facts["undo"]["text"] == "You ask to take back a move. Waiting for Ben to agree."
    assert ben.facts["undo"] == {"can": True, "text": "Ann asks to take back a move."}
    assert ann.log[-1] == "You ask to take back a move." and ben.receive('{"do": "undo"}') is None
    ann.update()
    assert (ben.log[-1], ann.log[-1]) == ("Ann takes back a move.", "You take back a move.")


def test_the_hand_of_who_claims_lies_open_until_the_others_decide() -> None:
    table, tokens, seat = claimable(2)
    mine, other = (FakePage(Engine(table), tokens[each]) for each in (seat, 1 - seat))
    held = {str(card) for card in table.view(mine.token).hand or ()}
    for sender, do, is_open in ((mine, "claim", True), (other, "decline", False)):
        assert sender.receive(json.dumps({"do": do})) is None
        other.update()
        shown = {name.partition(".")[0] for name in other.items}
        assert (held <= shown) is is_open and (len(held & shown) > 0) is is_open


def test_one_person_gets_hints_and_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    page = alone("duel")
    for do in ({"do": "fill"}, {"do": "replace", "seat": 1}, {"do": "join", "name": "Ben"}):
        assert "Expected a message such as" in str(page.receive(json.dumps(do)))
    page.table.act_for(None)
    while page.table.actor != 0:
        page.table.advance()
    hint = json.loads(page.receive('{"do": "hint"}') or "")
    assert (hint["type"], hint["number"]) == ("hint", page.table.last_number)
    assert hint["move"] in map(str, page.table.view(page.token).legal_moves or ())
    monkeypatch.setattr(Table, "play", Mock(side_effect=StoreError("no space")))
    with pytest.raises(StoreError, match="no space"):  # a server has its own words
        page.send(hint["move"])
    assert refusal_of(Malformed("ST-1", "the QS")) == "malformed move: you need the Q♠"


def test_moves_by_other_cards_and_moves_with_equal_words_are_buttons() -> None:
    display = type("EqualWords", (TwosDisplay,), {"button_text": Mock(return_value="Play it")})()
    table = Table(twos.GAME, bots=dict.fromkeys((1, 2, 3), "simple"), dealer=3)
    token = table.join("Ann")  # she leads, so all her cards are legal
    table.play(token, "deal", bots=False)
    view = table.view(token)
    assert view.hand
    seen = attrs.evolve(view, hand=view.hand[1:])
    facts = TableFacts(seen, table.names, display=display)
    moves, others = _by_cards(facts)
    assert [str(move) for move in others] == [str(view.hand[0])]
    assert {*texts_of(moves, facts)} == {*texts_of(others, facts)} == {"Play it"}
    signs = [signed(str(move)) for move in moves]
    assert texts_of(moves, facts, are_chosen=False) == signs
    assert texts_of([moves[0]] * 2, facts) == signs[:1] * 2
    assert _option(Option(duel.Bid(0, None), "0", number=0))["number"] == 0


@pytest.mark.parametrize(("name", "look"), [("street", WIDE), ("twos", LOW), ("brag", SQUARE)])
def test_people_look_back_with_all_hands_open(name: str, look: PageLook) -> None:
    """The scenes of a finished hand are those of its moves, and the table stays as it is."""
    page, rng = alone(name, look, max_hands=3), random.Random(2)
    for _ in range(2):
        page.send("deal")
        assert not page.table.open_states
        while not page.facts["panel"]:
            assert "over" in str(page.receive('{"do": "past"}'))
            play_on(page, rng)
        before, again = page.shown(), FakePage(page.engine, page.token, look)
        again.log, shown = [], dict[int, set[str]]()
        for step in json.loads(page.receive('{"do": "past"}') or "")["steps"]:
            again.take({"steps": [step]})
            if "log" in step:
                shown[step["number"]] = {each.partition(".")[0] for each in again.items}
        for names, state in zip(shown.values(), page.table.open_states, strict=True):
            assert {str(card) for hand in state.hands for card in hand} <= names
        # In a low window facts beside the name save a line.
        assert (again.items["words-0"]["y"] < again.items["score-0"]["y"]) is (look is LOW)
        assert again.log == page.log[len(page.log) - page.log[::-1].index("New deal.") - 1 :]
        assert page.shown() == before


def test_a_look_changes_the_size_of_the_scene_alone_and_has_limits() -> None:
    ann, _ = two_people()
    before = ann.table.last_number
    assert ann.size == (1280, 700)
    ann.viewer.change(PHONE)
    assert ann.update() is not None and (ann.size, ann.table.last_number) == ((360, 596), before)
    ann.viewer.change(PHONE)
    assert ann.update() is None
    assert zoom_of(*PHONE[:2]) == 1 and zoom_of(280, 200) == 0.5 < zoom_of(500, 300) < 1
    for few, look in (({}, WIDE), ({"width": 1, "height": 10**9}, PageLook(280, 4096))):
        assert look_of({"do": "look", **WIDE._asdict(), **few}) == look
    for wrong in ({"card": "huge"}, {"order": "colours"}, {"steps": 1}, {"depth": 3}):
        assert look_of({"do": "look", **wrong}) is None


def test_the_settings_decide_the_order_and_the_size_of_the_hand() -> None:
    page = alone("twos")
    page.send("deal")

    def own(**settings: Any) -> dict[str, dict[str, Any]]:  # Any: settings and items
        look = PageLook(width=900, height=600, **settings)
        items = FakePage(page.engine, page.token, look).items
        return {key: item for key, item in items.items() if item.get("card")}

    hands = [own(order=order, reverse=way) for order in ("suits", "ranks") for way in (False, True)]
    assert len({tuple(sorted(hand, key=lambda key: hand[key]["x"])) for hand in hands}) == 4
    sizes = [
        max(item["k"] for item in own(card=card).values()) for card in ("small", "normal", "large")
    ]
    assert sizes == sorted(set(sizes))
