"""The registry of games, what a game needs, ``new_game``, and arguments from which it resumes."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from doctest import DocTestFinder, DocTestRunner
from importlib import import_module
from importlib.metadata import EntryPoint
from inspect import signature
from typing import Any, ClassVar, get_type_hints

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL, game_of
from tests.helpers import anything, made_again
from tests.hostile import Hostile
from twowaystreet import authoring as core
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.setup import match_arguments, new_game_for, resume_match
from twowaystreet._util.publishing import homes
from twowaystreet.games import street, twos

OTHER = attrs.evolve(street.GAME, name="avenue", title="One Way Avenue")


def test_registered_games_are_a_mapping() -> None:
    names = list(tws.GAMES)
    assert names[:2] == ["street", "duel"]
    assert len(tws.GAMES) == len(names) == len(set(names))
    assert "street" in tws.GAMES and "chess" not in tws.GAMES
    for name in ("chess", "", "Street", anything(None)):
        with pytest.raises(KeyError):
            tws.GAMES[name]
    assert [game.name for game in tws.GAMES.values()] == names
    assert repr(tws.GAMES).startswith("GAMES(street, duel, twos, spades, twenty_down, tien_len")
    with pytest.raises(TypeError):
        anything(tws.GAMES)["street"] = OTHER
    before = list(tws.GAMES)
    tws.register(OTHER)
    assert tws.GAMES["avenue"] is OTHER and list(tws.GAMES) == [*before, "avenue"]
    tws.register(OTHER)
    assert len(tws.GAMES) == len(before) + 1
    for again in (attrs.evolve(OTHER, title="Another"), attrs.evolve(OTHER, name="street")):
        with pytest.raises(tws.RulesError) as caught:
            tws.register(again)
        assert (caught.value.field, caught.value.value) == ("name", again.name)
        assert caught.value.rule is None
        assert str(caught.value).endswith("or register(game, replace=True)")
    tws.register(street.GAME)
    assert tws.GAMES["street"] is street.GAME and tws.GAMES["avenue"] is OTHER
    for thing in (None, "street", street, street.State, Hostile()):
        with pytest.raises(tws.RulesError, match=r"twowaystreet\.Game"):
            tws.register(anything(thing))


def oh_hell_again(title: str, **members: Any) -> tws.Game:
    """Return Oh Hell as a cell of a notebook makes it again, with new classes."""
    return made_again(oh_hell, "again", members={"title": title, **members})


def test_a_game_that_is_made_again_replaces_the_first() -> None:
    first, second = oh_hell_again("First"), oh_hell_again("Second")
    tws.register(first)
    record = tws.Record(first.new_game())
    record = record.play(tws.shuffle(record.state, random.Random(7))).play("bid 2")
    texts = record.to_text(), record.to_json()
    for _ in range(2):
        tws.register(second, replace=True)
        assert tws.GAMES["again"] is second and list(tws.GAMES).count("again") == 1
    for loaded in (tws.Record.from_text(texts[0]), tws.Record.from_json(texts[1])):
        assert type(loaded.state) is second.State and loaded.moves == record.moves
    # A record from before the second run of the cell stays in use.
    assert (record.to_text(), record.to_json()) == texts and record.game is first
    assert tws.view(record.state, 0).to_dict()["game"] == "again"
    assert record.for_seat(1).to_json() == tws.Record.from_text(texts[0]).for_seat(1).to_json()
    tws.register(first, replace=True)
    assert tws.Record.from_text(texts[0]) == record


def test_a_game_of_ours_is_replaced_before_its_first_use() -> None:
    code = """
import attrs, twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games import twos
State = type("State", (twos.State,), {"__slots__": ()})
View = attrs.frozen(kw_only=True)(type("View", (twos.View,), {}))
begin = core.new_game_for(twos.Rules, State, twos.HandData(), rule="HR-1")
game = core.Game(name="twos", Rules=twos.Rules, State=State, View=View, new_game=begin)
tws.register(game, replace=True)
print(tws.Record(twos.new_game()).to_text().splitlines()[1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "game twos\n"


def test_a_view_says_where_its_facts_stand() -> None:
    class View(oh_hell.View):
        luck: int

    cls: Any = attrs.frozen(kw_only=True)(View)
    with pytest.raises(TypeError, match=r"View.luck does not say where .* luck: ... = public_fact"):
        attrs.evolve(OTHER, View=cls)


def shown(**members: Any) -> Any:
    """Return the views of Oh Hell with further members; those named ``my_...`` are facts."""
    facts = {name: Any for name in members if name.startswith("my_")}
    view: Any = type("View", (oh_hell.View,), {"__annotations__": facts, **members})
    return attrs.frozen(kw_only=True)(view)


def nothing(*given: object) -> bool:
    return False


STORED = "there is no stored field"
MEMBER = "there is no property or method"
UP = "hand_data.turned_up"
MISSPELT: list[tuple[dict[str, Any], str]] = [
    ({"my_card": core.public_fact("hand_data.turnd_up")}, f"{STORED} 'hand_data.turnd_up': {UP}, "),
    ({"my_bids": core.conditional_fact("hand_data.bid", nothing)}, f"{STORED} 'hand_data.bid': "),
    ({"my_bids": core.per_seat_fact("hand_data.bid", nothing)}, f"{STORED} 'hand_data.bid': "),
    ({"my_points": core.public_fact("match.scoers")}, f"{STORED} 'match.scoers': match.scores, "),
    ({"my_bids": core.public_fact("hand_dta.bids")}, f"{MEMBER} 'hand_dta.bids': hand_data.bids, "),
    ({"my_trumps": core.public_fact("winers", UP)}, f"{MEMBER} 'winers': winners, "),
    ({"my_trumps": core.per_seat_fact("winers", nothing)}, f"{MEMBER} 'winers': winners, "),
    ({"my_hand": core.private_fact("_cards_off")}, f"{MEMBER} '_cards_off': _cards_of, "),
    ({"my_hand": core.viewer_fact("hand_off")}, f"{MEMBER} 'hand_off': hand_of, "),
    ({"my_left": core.public_fact(nothing, "remainin")}, f"{STORED} 'remainin': remaining, "),
    ({"my_card": core.public_fact(UP, held_by="deeler")}, "there is no fact 'deeler': dealer, "),
    ({"my_suit": core.public_fact("hand_data.trmps", UP)}, f"{STORED} 'hand_data.trmps': "),
    ({"my_card": core.public_fact(UP, or_in="hand_data.buryed")}, f"{STORED} 'hand_data.buryed': "),
    ({"hidden_fields": ("hand_data.stok",)}, f"{STORED} 'hand_data.stok': hand_data.stock, "),
    ({"redacted_moves": {street.Exchange: nothing}}, "there is no move 'Exchange': Deal, Bid or "),
]


@pytest.mark.parametrize(("members", "words"), MISSPELT)
def test_names_in_a_view_that_do_not_exist_are_refused_with_those_that_do(
    members: dict[str, Any], words: str
) -> None:
    (name,) = members
    says = words.replace(": ", ": expected ")
    with pytest.raises(TypeError, match=rf"^View\.{name}(, held_by)?: {re.escape(says)}"):
        attrs.evolve(oh_hell.GAME, View=shown(**members))


def test_names_in_a_view_may_lead_further_or_stand_in_hand_data_of_a_class_below() -> None:
    @attrs.frozen
    class More(oh_hell.HandData):
        more: int = 0

    view = shown(
        my_rule=core.public_fact("match.rules.cards"),
        my_leader=core.public_fact("trick.leader"),
        my_suit=core.public_fact("hand_data.turned_up.suit"),
        my_more=core.public_fact("hand_data.more", "legal"),
        my_card=core.public_fact(UP, held_by="my_holder"),
        my_holder=core.public_fact("dealer", "match.dealer"),
        hidden_fields=("hand_data.stock", "hand_data.more"),
    )
    assert attrs.evolve(oh_hell.GAME, View=view)


def test_a_name_like_that_of_a_hook_is_refused_unless_the_game_uses_it() -> None:
    misspelt: list[tuple[str, Any, str]] = [
        ("_ends_gmae", nothing, "_ends_game"),
        ("_after_hnad", classmethod(nothing), "_after_hand"),
        ("_folowing", core.FOLLOW_SUIT, "_following"),
    ]
    for name, member, hook in misspelt:
        expected = rf"^State\.{name} is no hook, and nothing uses it: expected {hook}, or a name"
        with pytest.raises(TypeError, match=expected):
            oh_hell_again("Typo", **{name: member})
    with pytest.raises(TypeError, match=r"^View\._dutty is no hook"):
        attrs.evolve(oh_hell.GAME, View=shown(_dutty=nothing))
    bids: Any = taking("self, seat")
    bids.__qualname__ = "State._end_game"
    bidding = core.Decision("a bid", "OH-1", bids)
    uses: list[dict[str, Any]] = [
        {"_scores": nothing, "scored": property(lambda state: anything(state)._scores())},
        {"_cards_off": nothing, "offered": classmethod(lambda cls: anything(cls)._cards_off())},
        {"_end_game": bids, "_decisions": {**oh_hell.State._decisions, oh_hell.Phase.BID: bidding}},
    ]
    for used in uses:
        assert oh_hell_again("Used", **used)
    name = "_".join(("", "seats", "of"))  # it stands nowhere else
    for source in ("hand_of", name):
        view = shown(my_own=core.private_fact(source))
        with nullcontext() if source == name else pytest.raises(TypeError, match="_seats_of is no"):
            assert made_again(oh_hell, "again", view=view, members={name: nothing})


def test_each_phase_has_a_decision_and_each_decision_a_phase() -> None:
    more = {each.name: each.value for each in oh_hell.Phase} | {"SWAP": "swap"}
    with pytest.raises(TypeError, match=r"^More is not complete: .* a decision for Phase\.SWAP$"):
        oh_hell_again("More", _phases=anything(core.Phase)("Phase", more))
    with pytest.raises(TypeError, match=r"^State\._decisions: .* phase 'bid': expected deal, play"):
        oh_hell_again("Less", _phases=twos.Phase)


def test_names_that_can_be_typed() -> None:
    for name in ("whist", "Oh_Hell", "oh-hell", "500", "x"):
        assert attrs.evolve(OTHER, name=name).name == name
    wrong: list[Any] = ["", "oh hell", "-whist", "whist-", "whist.py:GAME", "a:b", "a/b", "a\n"]
    for each in (*wrong, "tiến", "🂡", 3):
        with pytest.raises(tws.RulesError, match="expected a word for the terminal, of letters"):
            attrs.evolve(OTHER, name=each)


def test_views_and_rules_are_frozen_classes() -> None:
    class View(street.View):
        pass

    class Rules(street.Rules):
        pass

    class Plain:
        seats, max_hands, pack = 4, 1, street.Rules().pack

    changing: Any = attrs.define(Plain)
    parts: Any = {"View": [View], "Rules": [Rules, Plain, changing]}
    for part, classes in parts.items():
        for cls in classes:
            with pytest.raises(TypeError, match=r"write @attrs\.frozen\(kw_only=True\) ab"):
                attrs.evolve(OTHER, **{part: cls})
    for part, cls in (("View", View), ("Rules", Rules), ("Rules", Plain)):
        assert attrs.evolve(OTHER, **anything({part: attrs.frozen(kw_only=True)(cls)}))


def taking(parameters: str) -> Any:
    made: dict[str, Any] = {}
    exec(f"def hook({parameters}): pass", made)
    return made["hook"]


STRENGTHS = "expected _strengths(cls, rules, trumps, led, decider), a class method"
OLD = "self, table, led"
HOOKS = [
    ("_strengths", OLD, f"_strengths({OLD}): {STRENGTHS}; or _wins(self,"),
    ("_strengths", "self, rules, trumps, led, decider", STRENGTHS),
    ("_next_leader", "self, trick", "(cls, rules, size, won), a class method; or _leader_after("),
    ("_complete", "self, order, table, led", "_complete(self, order, table, led, won)"),
    ("_deal_hands", "self", "expected _deal_hands(self, deal)"),
    ("_deal_hands", "self, deal, *, again", "expected _deal_hands(self, deal)"),
    ("_opening", "self", "_opening is a hook of 0.2.0: expected COMPILED in a module"),
    ("_worth_of", "self, seat, tricks", "expected score through _score and _tally"),
    ("_avoids_tricks", "self, seat", "expected score through _score and _tally"),
]


@pytest.mark.parametrize(("name", "parameters", "expected"), HOOKS)
def test_hooks_of_earlier_versions_are_refused_with_the_new_ones(
    name: str, parameters: str, expected: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(expected)):
        oh_hell_again("Old", **{name: taking(parameters)})


def test_hooks_of_views_are_checked_and_more_parameters_are_fine() -> None:
    short: Any = type("View", (street.View,), {"_duty": taking("self, number")})
    with pytest.raises(TypeError, match=r"expected _duty\(self, number, trick, place\)"):
        attrs.evolve(OTHER, View=attrs.frozen(kw_only=True)(short))
    for free in ("*given", "cls, a, b, c, d, e=0", "cls, a, b, c, d, *, e=0"):
        assert oh_hell_again("Free", _strengths=classmethod(taking(free)))


def test_games_of_installed_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One has a name of ours."""

    def entry_points(group: str) -> list[EntryPoint]:
        names = ("avenue", "street") if group == "twowaystreet.games" else ()
        return [EntryPoint(name, "tests.test_game:OTHER", registry.ENTRY_POINTS) for name in names]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert tws.GAMES["avenue"] is OTHER and tws.GAMES["street"] is street.GAME
    assert list(tws.GAMES)[:2] == ["street", "duel"] and list(tws.GAMES)[-1] == "avenue"


def test_new_game_for_begins_with_the_totals_of_the_score_or_others() -> None:
    class Ten(core.HandScore[core.SeatScore]):
        starts_at = 10

    class State(core.GameState[twos.Rules, HandData, Ten]):
        title, _phases = "Ten", twos.Phase

    begin: Any = new_game_for
    for start, expected in ((None, 10), (0, 0), (-3, -3)):
        new_game = begin(twos.Rules, State, HandData(), rule="X-1", start=start)
        assert new_game().scores == (expected,) * 4
        assert new_game(scores=[1, 2, 3, 4]).scores == (1, 2, 3, 4)
        with pytest.raises(TypeError, match="antes"):
            new_game(antes=1)


@pytest.mark.parametrize("name", ALL)
def test_a_match_resumes_from_its_recorded_arguments(name: str) -> None:
    game = game_of(name)
    counters = list(game.State._match_counters)
    single = [each for each in counters if match_arguments(game)[each] is int]
    carried = [each for each in counters if each not in single]
    names = match_arguments(game)
    assert list(names) == ["dealer", "scores", "hands_played", *carried, *single]
    assert {names[name] for name in ("dealer", "hands_played", *single)} == {int}
    assert {names[name] for name in ("scores", *carried)} == {tuple[int, ...]}
    rules = attrs.evolve(game.Rules(), max_hands=9)
    seats: int = rules.seats
    facts: dict[str, Any] = {
        "dealer": 1,
        "scores": tuple(range(3, 3 + seats)),
        "hands_played": 2,
        **dict.fromkeys(carried, (1, 2)),
        **dict.fromkeys(single, 4),
    }
    state = resume_match(game, {"rules": rules, **facts, "players": ("Ann", "Bo")})
    assert state == game.new_game(rules, **facts) != game.new_game(rules)
    assert type(state) is game.State
    module = oh_hell if name == "oh_hell" else import_module(f"twowaystreet.games.{name}")
    derived = made_again(module, "at_home")
    mine = resume_match(derived, {"rules": rules, **facts})
    assert type(mine) is derived.State
    assert (mine._match, mine._hand_data) == (state._match, state._hand_data)
    assert derived.new_game().scores == game.new_game().scores
    for counter in counters:
        with pytest.raises(tws.RulesError, match=counter):
            derived.new_game(**{counter: -1})
    for argument, wrong in (("dealer", seats), ("scores", (3,)), ("hands_played", -1)):
        with pytest.raises(tws.RecordError) as caught:
            resume_match(game, {"rules": rules, **facts, argument: wrong})
        cause = caught.value.__cause__
        assert isinstance(cause, tws.RulesError | tws.SeatError)
        assert str(caught.value) == str(cause)


@pytest.mark.parametrize("name", ALL)
def test_new_game_has_a_signature_and_an_example(name: str) -> None:
    new_game = game_of(name).new_game
    (test,) = DocTestFinder().find(new_game, "new_game", globs={"new_game": new_game})
    assert test.examples and DocTestRunner().run(test).failed == 0
    parameters = signature(new_game).parameters
    assert set(parameters) == {"rules", *match_arguments(game_of(name))}
    assert next(iter(parameters)) == "rules"
    given = get_type_hints(new_game, vars(import_module(homes.get(new_game, new_game.__module__))))
    assert given["return"] is game_of(name).State and given["dealer"] is int
    with pytest.raises(TypeError, match=r"new_game\(\) got an unexpected keyword argument 'pot'"):
        new_game(pot=1)


class Empty(core.TrickState[twos.Rules, core.HandData, core.HandScore[core.SeatScore]]):
    __slots__ = ()


class Bare(Empty):
    __slots__ = ()
    title: ClassVar = "Bare"
    _phases: ClassVar = twos.Phase
    _decisions: ClassVar = twos.State._decisions
    _following: ClassVar = twos.State._following
    _following_rule: ClassVar = "X-1"


class FewPhases(core.Phase):
    DEAL = "deal"
    PLAY = "play"


class Endless(twos.State):
    __slots__ = ()
    _phases: ClassVar = anything(FewPhases)


@attrs.frozen
class NoRules:
    seats: int = 4


def bare(**parts: Any) -> tws.Game:  # Any: classes of any type as parts
    complete: dict[str, Any] = {
        "Rules": twos.Rules,
        "State": twos.State,
        "View": twos.View,
        **parts,
    }
    return tws.Game(name="bare", new_game=twos.new_game, **complete)


BARE = "_deal_hands, _score"
EMPTY = f"{BARE}, title, _phases, _decisions"


def test_missing_parts_are_named_and_missing_methods_raise_an_error() -> None:
    incomplete: tuple[tuple[dict[str, object], str], ...] = (
        ({"State": Bare}, BARE),
        ({"State": Empty}, EMPTY),
        ({"State": Endless}, "Phase.HAND_OVER, Phase.GAME_OVER"),
        ({"Rules": NoRules}, "pack, max_hands"),
    )
    for parts, missing in incomplete:
        with pytest.raises(TypeError, match=f"^Bare is not complete: it needs {missing}$"):
            bare(title="Bare", **parts)
    assert (bare().title, bare(title="Bare").title, bare().State) == ("Twos", "Bare", twos.State)
    state: Any = core.new_game_for(twos.Rules, anything(Bare), core.HandData(), rule="X-1")()
    calls: tuple[Callable[[], object], ...] = (
        lambda: tws.apply(state, tws.shuffle(state, random.Random(1))),
        lambda: state._strengths(state.rules, None, None, None),
        lambda: state._score(()),
    )
    for call in calls:
        with pytest.raises(NotImplementedError):
            call()
