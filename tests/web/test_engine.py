"""The engine: messages in, messages out, and nothing hidden in them."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.web.pages import PHONE, WIDE, FakePage
from twowaystreet._core.display.lines import signed
from twowaystreet._core.display.values import Option
from twowaystreet._page.contents import _by_cards, _option, _texts
from twowaystreet._page.engine import LONGEST, MOST_SCENES, Engine, read
from twowaystreet._page.viewers import PageLook, Viewer, look_of
from twowaystreet.games import duel, street, twos
from twowaystreet.games.twos.display import TwosDisplay
from twowaystreet.svg.elements import words_of
from twowaystreet.table import Table, TokenError


def two_people() -> tuple[FakePage, FakePage]:
    table = Table(duel.GAME, dealer=0)
    engine = Engine(table)
    ann, ben = table.join("Ann"), table.join("Ben")
    return FakePage(engine, ann), FakePage(engine, ben)


def alone(name: str, look: PageLook = WIDE, **options: Any) -> FakePage:
    """Return the page of a person who plays with simple bots."""
    game = tws.GAMES[name]
    rules = game.Rules(**options)
    table = Table(game, rules, bots=dict.fromkeys(range(1, rules.seats), "simple"), dealer=0)
    return FakePage(Engine(table), table.join("Ann"), look)


def play_on(page: FakePage, rng: random.Random, moves: int) -> None:
    """Make moves, those of bots one by one, with news after each."""
    for _ in range(moves):
        if page.table.bot_is_to_move:
            page.table.advance()
            page.update()
        elif page.moves:
            assert page.send(rng.choice(page.moves)) is None
        else:
            return


MESSAGES = (
    "",
    "{",
    "[]",
    "null",
    "7",
    "{}",
    '{"do": "play"}',
    '{"do": "play", "move": 7, "seen": 0}',
    '{"do": "play", "move": "deal", "seen": "0"}',
    '{"do": "play", "move": "deal", "seen": null}',
    '{"do": "fly"}',
    "[" * 900,
    '{"do": "play", "move": "' + "Q" * LONGEST + '", "seen": 9}',
    '{"do": "play", "move": "\\u0000", "seen": 9}',
    '{"do": "undo"}',
    '{"do": "decline"}',
)


@pytest.mark.parametrize("message", MESSAGES)
def test_bad_messages_are_refused_in_words(message: str) -> None:
    ann, _ = two_people()
    before = ann.shown()
    answer = ann.receive(message)
    assert answer is not None
    assert json.loads(answer)["type"] == "refused" and json.loads(answer)["text"]
    assert ann.shown() == before


def test_a_refusal_names_the_rule() -> None:
    page = alone("street")
    assert page.send("deal") is None
    assert page.send("high") is None
    hand = page.table.view(page.token).hand
    assert hand
    other = next(
        card for card in tws.cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC") if card not in hand
    )
    answer = page.send(f"exchange {hand[0]} {other}")
    assert answer is not None
    assert json.loads(answer)["rule"] == "ST-9"
    assert json.loads(answer)["text"] == f"{page.facts['task']}."


def test_the_page_has_the_games_word_for_a_trick() -> None:
    page = alone("spades")
    while not page.facts.get("tricks"):
        play_on(page, random.Random(1), 1)
    assert page.facts["trick"] == "Book"
    assert page.facts["tricks"][0]["title"] == "Book 1"


@pytest.mark.rule("BR-9")
def test_the_log_says_who_has_the_best_hand_of_each_place() -> None:
    page = alone("brag")
    while "panel" not in page.facts or page.facts["panel"] is None:
        play_on(page, random.Random(1), 1)
    told = [line for event in page.table.events(page.token) for line in event.sentences]
    places = [line.partition(":")[0] for line in told[-3:]]
    assert places == ["Best hands", "Second hands", "Third hands"]
    assert all(line[-1] == "." for line in told[-3:])


def test_a_forged_token_gets_no_scene() -> None:
    ann, _ = two_people()
    with pytest.raises(TokenError):
        FakePage(ann.engine, ann.token[::-1])
    answer = ann.engine.carry_out("", ann.viewer, read('{"do": "undo"}'))
    assert answer is not None and "nobody" in json.loads(answer)["text"]


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_answers_depend_on_the_view_alone(name: str) -> None:
    """Other hidden cards, the same view: the same messages, byte for byte."""
    game = tws.GAMES[name]
    table = Table(game, bots=dict.fromkeys(range(1, game.Rules().seats), "simple"), dealer=0)
    ann, watcher = table.join("Ann"), table.spectate()
    table.play(ann, "deal", bots=False)
    engine = Engine(table)
    before = [FakePage(engine, token).shown() for token in (ann, watcher)]
    sitting = table._now
    world = tws.worlds(table.view(ann)).sample(random.Random(7))
    if tws.view(world, None) != table.view(watcher):
        pytest.skip("the spectator can tell these deals apart")
    table._now = attrs.evolve(sitting, states=(*sitting.states[:-1], world))
    engine = Engine(table)  # without the scenes that it keeps
    assert [FakePage(engine, token).shown() for token in (ann, watcher)] == before


@pytest.mark.parametrize("look", [WIDE, PHONE])
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_differences_lead_to_the_same_page_as_a_fresh_look(name: str, look: PageLook) -> None:
    """An item that did not change is not sent, and nothing is forgotten."""
    page = alone(name, look)
    rng = random.Random(4)
    for _ in range(25):
        play_on(page, rng, 3)
        fresh = FakePage(Engine(page.table), page.token, look)
        seen = {key: without_ways(item) for key, item in page.items.items()}
        assert seen == {key: without_ways(item) for key, item in fresh.items.items()}
        assert page.facts == fresh.facts
        assert page.log == fresh.log


def without_ways(item: dict[str, Any]) -> dict[str, Any]:
    """Return what an item shows; a value that says nothing counts as none."""
    return {
        key: value
        for key, value in item.items()
        if key not in ("from", "to") and value not in ("", False)
    }


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
    closed: list[int] = []
    for step in (best, second, third, end):
        page.take({"steps": [step]})
        closed.append(sum(name.startswith("down-") for name in page.items))
        assert ("hold" not in step) is (step is end)
        points = [page.items[f"plate-{seat}"]["label"].split(";")[0] for seat in (1, 2, 3)]
        if step is not end:  # the plates do not tell who has won
            assert points == [f"Bot {seat}: 0 points" for seat in (1, 2, 3)]
    assert closed == [18, 9, 0, 0]


@pytest.mark.nightly
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_the_table_keeps_its_form_during_a_hand(name: str) -> None:
    page = alone(name)
    rng = random.Random(8)
    places: dict[str, set[tuple[float, float]]] = {}
    for _ in range(80):
        play_on(page, rng, 1)
        for key, item in page.items.items():
            if key.startswith(("felt", "plate-", "cloth")):
                places.setdefault(key, set()).add((item["x"], item["y"]))
        if page.facts["panel"]:
            break
    assert len(places) == 2 + len(page.facts["names"])
    assert all(len(found) == 1 for found in places.values())


def test_a_complete_trick_is_held_and_then_leaves_the_table() -> None:
    page = alone("twos")
    rng = random.Random(1)
    page.send("deal")
    held = 0
    while not page.facts["panel"]:
        play_on(page, rng, 1)
        held = page.holds.count("trick")
        assert held == len(page.facts["tricks"])
        on_table = [key for key, item in page.items.items() if "played by" in item.get("label", "")]
        view: Any = page.table.view(page.token)
        assert len(on_table) == len(view.trick.cards)
    assert held == 13


def test_at_speed_off_the_last_trick_stays_and_nothing_is_held() -> None:
    page = alone("twos", PageLook(width=800, height=600, steps=False))
    rng = random.Random(1)
    page.send("deal")
    play_on(page, rng, 4)
    assert page.facts["tricks"]
    assert page.holds.count("trick") <= 1
    view: Any = page.table.view(page.token)
    labels = [item.get("label", "") for item in page.items.values()]
    shown = sum("played by" in label for label in labels)
    assert shown == (len(view.trick.cards) or 4)


@pytest.mark.nightly
def test_every_card_that_can_be_known_has_its_full_name() -> None:
    for name in tws.GAMES:
        page = alone(name)
        rng = random.Random(2)
        for _ in range(30):
            play_on(page, rng, 1)
            for key, item in page.items.items():
                try:
                    card = tws.Card.parse(key.split(".")[0])
                except tws.ParseError:
                    continue
                assert item["label"].split(",")[0] == words_of(card)


@pytest.mark.nightly
def test_a_face_down_card_has_the_name_of_its_place() -> None:
    """No name follows a hidden card: the names of backs are the first numbers of each row."""
    for name in tws.GAMES:
        page = alone(name)
        rng = random.Random(2)
        for _ in range(40):
            play_on(page, rng, 1)
            rows: dict[str, list[int]] = {}
            for key in page.items:
                if key.startswith(("back-", "down-", "middle-")):
                    row, _, number = key.rpartition("-")
                    rows.setdefault(row, []).append(int(number))
            for row, numbers in rows.items():
                if row.startswith("back-"):
                    assert sorted(numbers) == [*range(len(numbers))]


def test_of_two_equal_cards_the_first_place_has_the_shorter_name() -> None:
    page = alone("street", players=9, decks=2)
    page.send("deal")
    hand = page.table.view(page.token).hand or ()
    doubles = {str(card) for card in hand if hand.count(card) > 1}
    own = [key for key, item in page.items.items() if item.get("card")]
    assert {key.removesuffix(".1") for key in own if key.endswith(".1")} == doubles
    for double in doubles:
        assert page.items[double]["x"] < page.items[f"{double}.1"]["x"]


def test_the_offered_moves_are_the_legal_ones() -> None:
    for name, game in tws.GAMES.items():
        seats = game.Rules().seats
        table = Table(game, bots=dict.fromkeys(range(seats - 1), "random"))
        page = FakePage(Engine(table), table.join("Ann"))
        assert page.moves == ["deal"]
        page.send("deal")
        for _ in range(100):
            while table.bot_is_to_move:
                table.advance()
            page.update()
            view = table.view(page.token)
            if view.actor is None:
                break
            legal = [*map(str, view.legal_moves or ())]
            assert sorted(page.moves) == sorted(legal), name
            for offered in page.facts["form"]["moves"]:
                if isinstance(offered, str):
                    continue
                move = tws.parse_move(table._state, offered["move"])
                cards = [card for group in offered["groups"] for card in group]
                assert sorted(cards) == sorted(map(str, tws.cards_of(move))), name
                assert offered["text"]
            page.send(legal[0])


def test_the_log_tells_each_event_once() -> None:
    ann, ben = two_people()
    ann.send("deal")
    ann.send("no bid")
    ben.update()
    assert ben.log[:3] == ["Ann joins.", "You join.", "New deal."]
    assert ben.log[3].startswith("Ann ")
    assert ben.update() is None
    assert ben.send("deal") is not None


def test_a_page_that_knows_lost_events_gets_the_whole_log() -> None:
    ann, _ = two_people()
    ann.send("deal")
    last = ann.table.last_number
    for since, known in ((last, 0), (last + 1, last)):
        viewer = Viewer(since)
        viewer.change(WIDE)
        message = ann.engine.news(ann.token, viewer)
        assert message is not None
        logged = [step["number"] for step in message["steps"] if "log" in step]
        assert logged == [*range(1, known + 1)]


def test_a_page_that_missed_many_events_gets_the_last_scene_alone() -> None:
    page = alone("twos", max_hands=2)
    rng = random.Random(1)
    page.send("deal")
    before = page.scenes
    for _ in range(MOST_SCENES + 1):
        if page.table.bot_is_to_move:
            page.table.advance()
        else:
            view = page.table.view(page.token)
            page.table.play(page.token, str(rng.choice(view.legal_moves or ())), bots=False)
    page.update()
    assert page.scenes == before + 1


def test_a_spectator_gets_no_choices_and_no_undo() -> None:
    ann, _ = two_people()
    watcher = FakePage(ann.engine, ann.table.spectate())
    ann.send("deal")
    watcher.update()
    facts = watcher.facts
    assert (facts["form"], facts["undo"]["can"], facts["yours"]) == ({}, False, False)
    assert not any(item.get("card") for item in watcher.items.values())


def test_items_have_no_style_which_the_policy_would_block() -> None:
    ann, _ = two_people()
    message = ann.engine.news(ann.token, fresh())
    assert message is not None
    scenes = json.dumps([step.get("scene") for step in message["steps"]])
    assert "<style" not in scenes and " style=" not in scenes
    assert ".t-card" in message["steps"][-1]["scene"]["style"]


def fresh(look: PageLook = WIDE) -> Viewer:
    """Return a page that has got nothing yet."""
    viewer = Viewer()
    viewer.change(look)
    return viewer


def test_the_task_is_told_in_words() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), dealer=0)
    ann = FakePage(Engine(table), table.join("Ann"))
    assert ann.facts["task"] == "Waiting for a player"
    assert not ann.moves
    ben = FakePage(ann.engine, table.join("Ben"))
    ann.update()
    assert ann.facts["task"] == "Everybody is here"
    ann.send("deal")
    ben.update()
    assert ann.facts["yours"] and "bid" in ann.facts["tip"]
    assert "Ann" in ben.facts["task"] and not ben.facts["yours"]
    while not table.view(ann.token).is_over:
        page = (ann, ben)[table.actor or 0]
        page.send(str(tws.legal_moves(table.view(page.token))[0]))
    ann.update()
    assert ann.facts["over"] and "win" in ann.facts["task"] and not ann.moves
    panel = ann.facts["panel"]
    assert [row["name"] for row in panel["rows"]] == ["You", "Ben"]
    scores = [str(each).replace("-", "−") for each in ann.facts["scores"]]
    assert [row["total"] for row in panel["rows"]] == scores
    assert "<svg" in ann.facts["sheet"]


@pytest.mark.nightly
def test_totals_of_panel_table_and_score_sheet_agree() -> None:
    for name in tws.GAMES:
        page = alone(name, max_hands=3)
        rng = random.Random(3)
        hands = 0
        for _ in range(400):
            play_on(page, rng, 1)
            panel = page.facts["panel"]
            if not panel or len(page.table.hand_scores) == hands:
                continue
            hands = len(page.table.hand_scores)
            totals = [int(row["total"].replace("−", "-")) for row in panel["rows"]]
            assert totals == page.facts["scores"]
            plates = [page.items[f"score-{seat}"]["art"] for seat in range(len(totals))]
            assert all(
                f">{total}<".replace("-", "−") in art
                for total, art in zip(totals, plates, strict=True)
            )
            assert all(f">{total}<" in page.facts["sheet"] for total in totals)
            if hands > 1:
                assert panel["totals"][-1] == totals


def test_the_request_for_an_undo_is_told_in_words() -> None:
    ann, ben = two_people()
    ann.send("deal")
    assert not ann.facts["undo"]["can"]
    ann.send("no bid")
    assert ann.receive('{"do": "undo"}') is None
    ben.update()
    waiting = "You ask to take back a move. Waiting for Ben to agree."
    assert ann.facts["undo"]["text"] == waiting
    assert ben.facts["undo"] == {"can": True, "text": "Ann asks to take back a move."}
    assert ann.log[-1] == "You ask to take back a move."
    assert ben.receive('{"do": "undo"}') is None
    ann.update()
    assert (ben.log[-1], ann.log[-1]) == ("Ann takes back a move.", "You take back a move.")


def test_a_bid_of_zero_keeps_its_number() -> None:
    assert _option(Option(duel.Bid(0, None), "0", number=0))["number"] == 0


def test_moves_by_other_cards_and_moves_with_equal_words_are_buttons() -> None:
    table = Table(twos.GAME, bots=dict.fromkeys((1, 2, 3), "simple"), dealer=3)
    token = table.join("Ann")  # she leads, so all her cards are legal
    table.play(token, "deal", bots=False)
    view = table.view(token)
    assert view.hand
    fewer = attrs.evolve(view, hand=view.hand[1:])
    moves, others = _by_cards(fewer, EqualWords())
    assert [str(move) for move in others] == [str(view.hand[0])]
    assert set(_texts(moves, EqualWords(), view)) == {"Play it"}
    signs = [signed(str(move)) for move in moves]
    assert _texts(moves, EqualWords(), view, are_chosen=False) == signs
    assert _texts([moves[0]] * 2, EqualWords(), view) == signs[:1] * 2
    assert _texts(others, EqualWords(), view) == ["Play it"]


NOTATION = re.compile(r"\b(10|[2-9AKQJ])[SHDC]\b|[RB]\*")


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_no_button_or_refusal_has_notation(name: str) -> None:
    page, rng = alone(name), random.Random(name)
    for _ in range(12):
        play_on(page, rng, 4)
        form = page.facts["form"]
        for each in (*form.get("options", ()), *form.get("moves", ())):
            if isinstance(each, str):  # a card that has no button
                continue
            words = f"{each.get('text')} {each.get('note')} {each.get('kind')}"
            assert not NOTATION.search(words) and " / " not in words
        if page.facts["yours"]:
            refusal = page.send(str(rng.choice(page.table.rules.pack.cards)))
            assert refusal is None or not NOTATION.search(refusal)
            words = "H." if refusal is None else json.loads(refusal)["text"]
            assert words[0].isupper() and words[-1] == "." and "expected" not in words


class EqualWords(TwosDisplay):
    """A display with one word for all moves."""

    @override
    def button_text(self, move: tws.Move, view: object) -> str:
        return "Play it"


def test_the_first_deal_names_people_who_have_not_come() -> None:
    table = Table(duel.GAME, dealer=0)
    engine = Engine(table)
    tokens = table.join("Ann"), table.join("Ben")
    page = Viewer()
    page.change(WIDE)
    task = [engine.news(tokens[0], page, away)["task"] for away in ((1,), ())]  # type: ignore[index]  # there is news
    assert task == ["Ben has not come yet", "Everybody is here"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_people_look_back_with_all_hands_open(name: str) -> None:
    """The scenes of a finished hand are those of its moves, and the table stays as it is."""
    page = alone(name, max_hands=2)
    rng = random.Random(2)
    page.send("deal")
    while not page.facts["panel"]:
        assert "over" in str(page.receive('{"do": "past"}'))
        play_on(page, rng, 1)
    before = page.shown()
    past = json.loads(page.receive('{"do": "past"}') or "")
    again = FakePage(page.engine, page.token)
    again.log = []
    shown: list[set[str]] = []
    for step in past["steps"]:
        again.take({"steps": [step]})
        if "log" in step:
            shown.append({each.partition(".")[0] for each in again.items})
    states = page.table.open_states
    for names, state in zip(shown, states, strict=True):
        assert {str(card) for hand in state.hands for card in hand} <= names
    deals = [place for place, line in enumerate(page.log) if line == "New deal."]
    assert again.log == page.log[deals[-1] :]
    assert page.shown() == before
    page.send("deal")
    assert page.table.open_states == ()
    assert "over" in str(page.receive('{"do": "past"}'))


def test_the_engine_lets_one_bot_move_at_a_time() -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=1)
    page = FakePage(Engine(table), table.join("Ann"))
    assert not table.advance()
    page.send("deal")
    number = table.last_number
    assert table.actor == 1
    assert table.advance()
    assert table.last_number == number + 1


def test_a_look_changes_the_size_of_the_scene_alone() -> None:
    ann, _ = two_people()
    assert ann.size == (1280, 700)
    before = ann.table.last_number
    ann.viewer.change(PHONE)
    assert ann.update() is not None
    assert ann.size == (360, 596)
    assert ann.table.last_number == before
    assert ann.update() is None


@pytest.mark.parametrize(
    "values",
    [
        {"width": "wide"},
        {"width": True},
        {"steps": 1},
        {"card": "huge"},
        {"order": "colours"},
        {"depth": 3},
    ],
)
def test_a_look_with_strange_values_is_refused(values: dict[str, Any]) -> None:
    assert look_of({"do": "look", **values}) is None
    assert read(json.dumps({"do": "look", **values})) is None


def test_a_look_has_limits() -> None:
    look = look_of({"do": "look", "width": 1, "height": 10**9})
    assert look == PageLook(width=280, height=4096)


def test_pages_with_the_same_look_share_a_scene_until_the_table_changes() -> None:
    ann, _ = two_people()
    watchers = [FakePage(ann.engine, ann.table.spectate()) for _ in range(2)]
    first, second = (watcher.viewer.scene for watcher in watchers)
    assert first is second and first is not ann.viewer.scene
    ann.send("deal")
    for watcher in watchers:
        watcher.update()
    assert watchers[0].viewer.scene is watchers[1].viewer.scene is not first


def test_the_order_of_the_hand_follows_the_settings() -> None:
    page = alone("twos")
    page.send("deal")
    orders = set[tuple[str, ...]]()
    for order in ("suits", "ranks"):
        for reverse in (False, True):
            other = FakePage(page.engine, page.token, PageLook(order=order, reverse=reverse))
            own = [key for key, item in other.items.items() if item.get("card")]
            orders.add(tuple(sorted(own, key=lambda key: float(other.items[key]["x"]))))
    assert len(orders) == 4


def test_larger_cards_are_larger() -> None:
    page = alone("street", PageLook(width=900, height=600))
    page.send("deal")
    sizes: list[float] = []
    for card in ("small", "normal", "large"):
        other = FakePage(page.engine, page.token, PageLook(width=900, height=600, card=card))
        sizes.append(max(float(item["k"]) for item in other.items.values() if item.get("card")))
    assert sizes == sorted(set(sizes))


def test_people_whose_page_is_not_open_are_away() -> None:
    ann, _ = two_people()
    viewer = fresh()
    message = ann.engine.news(ann.token, viewer, away=[1])
    assert message is not None and message["away"] == [1]
    message = ann.engine.news(ann.token, viewer, away=[])
    assert message is not None and message["away"] == [] and not message["steps"]


def test_street_tables_of_many_players_fit() -> None:
    for players in range(3, 11):
        page = alone("street", players=players)
        page.send("deal")
        width, height = page.size
        for item in page.items.values():
            assert 0 <= item["x"] <= width and 0 <= item["y"] <= height + 1


def test_a_game_without_a_rule_of_thumb_has_no_suggestion() -> None:
    table = Table(street.GAME, bots={1: "random", 2: "random", 3: "random"}, dealer=0)
    page = FakePage(Engine(table), table.join("Ann"))
    page.send("deal")
    assert "arranged" not in page.facts["form"]


def test_a_player_begins_a_new_game_and_a_watcher_does_not() -> None:
    bots = dict.fromkeys(range(1, 4), "simple")
    table = Table(tws.GAMES["twos"], tws.GAMES["twos"].Rules(max_hands=1), bots=bots)
    token = table.join("Ann")
    page, rematch = FakePage(Engine(table), token), '{"do": "rematch"}'
    assert "not over" in str(page.receive(rematch))
    while not table.is_over:
        table.act_for(table.actor)
    assert "watch" in str(FakePage(page.engine, table.spectate()).receive(rematch))
    assert page.receive(rematch) is None
    assert page.facts["over"] is False
    assert page.log[-1] == "A new game begins."
