"""The words and facts of Twenty Down: trumps, discards, and players in or out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twenty_down import rules
from twowaystreet.games.twenty_down.rules import EARLY_HANDS, Phase, Rules
from twowaystreet.games.twenty_down.score import (
    DOUBLED,
    FOR_A_TRICK,
    FOR_NO_TRICK,
    FOR_STANDING_ALONE,
    TIMES,
    HandScore,
    factor_of,
    score,
)
from twowaystreet.games.twenty_down.state import View

_FIVE, _DRAWN = core.spelled(rules.TRICKS), core.spelled(rules.MOST_DRAWN)
_FIRST, _MORE = (core.spelled(sum(packets)) for packets in (rules.TO_NAME_ON, rules.AFTER_NAMING))
_LATE: Final = f"rom the {core.ordinal(EARLY_HANDS + 1)} hand on"
_TIMES: Final = "twice" if TIMES == 2 else f"{core.spelled(TIMES)} times"
_DOUBLED: Final = f"everything counts {_TIMES}"
_VERBS: Final = {
    Phase.TRUMP: "name trumps",
    Phase.DRAW: "discard and draw",
    Phase.DECLARE: "say in or out",
}
_TASKS: Final[Mapping[core.Phase, str]] = {
    Phase.TRUMP: f"Name trumps on your first {_FIRST} cards",
    Phase.DRAW: f"Exchange up to {_DRAWN} cards, or keep all {_FIVE}",
    Phase.DECLARE: "Are you in or out of this hand?",
}
_MEANING: Final = {DOUBLED: _DOUBLED, rules.ALL_IN: "everybody is in"}
_TRUMP: Final = (
    f"The player at the dealer's left sees {_FIRST} cards, names trumps and leads first; then "
    f"everybody gets {_MORE} more cards. With hearts as trumps {_DOUBLED}."
)
_DRAW: Final = (
    f"In turn you discard up to {_DRAWN} cards, which nobody sees, and draw as many, or keep all "
    f"{_FIVE}."
)
_DECLARE: Final = (
    "You say in turn if you are in or out. With diamonds as trumps everybody is in, and the "
    "player who named trumps always is. If you are out, your points stay as they are."
)
_PLAY: Final = (
    "Follow the suit led if you can; else play a trump if you have one, else any card. If you have "
    "agreed on that, a player without the suit may play any card. The highest trump takes the "
    "trick, else the highest card of the suit led. The taker leads the next."
)
_SCORE: Final = (
    f"Each trick takes {core.count(-FOR_A_TRICK, 'point')} off. If you are in and take no "
    f"trick, {core.count(FOR_NO_TRICK, 'point')} are added. If only one player is in, "
    f"{core.count(-FOR_STANDING_ALONE, 'point')} come off that player's score and nothing is "
    f"played. With hearts as trumps {_DOUBLED}."
)


class TwentyDownDisplay(core.Display[View]):
    """The words and facts of Twenty Down."""

    sheet_legend: ClassVar = (
        "tricks taken : points, or out; below it the total, where less is better"
    )
    summary: ClassVar = (
        f"Everybody begins with {HandScore.starts_at} points, and each trick takes "
        f"{core.spelled(-FOR_A_TRICK)} off. Stay out if your cards are poor."
    )
    emblem: ClassVar = "AD KD 10S 8H 7C"
    how_to_play: ClassVar[tuple[str, ...]] = (
        f"Four players begin with {HandScore.starts_at} points and want to get rid of them. The "
        f"pack has {len(rules.PACK)} cards, from 7 to ace in each suit. {_TRUMP} {_DRAW}",
        _DECLARE,
        f"There are {_FIVE} tricks. {_PLAY}",
        _SCORE,
        f"The first with 0 points or fewer wins; if there are several, the lowest. F{_LATE}, "
        "hearts are always trumps and nobody may be out.",
    )
    phase_help: ClassVar = {
        Phase.TRUMP: f"{_TRUMP} {_DECLARE}",
        Phase.DRAW: _DRAW,
        Phase.DECLARE: f"{_DECLARE} {_SCORE}",
        Phase.PLAY: _PLAY,
    }
    hand_form: ClassVar = (
        "trumps, then each player's tricks or out, such as H 4 1 0 out; in for a player who is in "
        "alone"
    )
    score_help: ClassVar = _SCORE
    hints: ClassVar = {
        Phase.TRUMP: ("You play to lose points: each trick takes some off.",),
        Phase.DRAW: ("Put away small cards that are not trumps.",),
        Phase.DECLARE: ("Stay out with a weak hand: in without a trick adds points.",),
        Phase.PLAY: ("Follow suit, else trump. Each trick takes points off.",),
    }
    hand_size: ClassVar = rules.TRICKS
    own_shelf_size: ClassVar = rules.MOST_DRAWN
    option_words: ClassVar = {
        "must_trump": core.OptionWords(
            "Trumps",
            {
                "true": "A player without the suit must play a trump",
                "false": "A player without the suit may play any card",
            },
        ),
        "max_hands": core.OptionWords("Most hands", {"none": "No limit", "1": "One hand"}),
    }
    unjudged: ClassVar = rules.MISLEADING
    typing_help: ClassVar = {Phase.DRAW: f"Type only draw to keep all {_FIVE} cards."}

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        trumps, *words = core.words_of(line)
        if len(words) != len(view.scores):
            raise ValueError
        said = {word: core.member_of(rules.Status, word, any_case=True) for word in words}
        statuses = [said[word] or rules.Status.IN for word in words]
        tricks = [0 if said[word] else core.typed_number(word) for word in words]
        found = score(tricks, trumps, statuses)
        if view.hands_played >= EARLY_HANDS:
            if found.trumps is not DOUBLED:
                raise core.RulesError("trumps", trumps, f"H f{_LATE}", "TD-11")
            if rules.Status.OUT in statuses:
                seat = statuses.index(rules.Status.OUT)
                raise core.RulesError(
                    "statuses", line, f"in f{_LATE}, found out for seat {seat}", "TD-11"
                )
        return found

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        status, size = view.statuses[seat], view.discard_sizes[seat]
        yield core.SeatFact("discarded", "-" if size is None else size, "", to_right=True)
        yield core.SeatFact("status", status or "-", status or "")
        is_out = status is rules.Status.OUT  # then the draw is of no interest
        if size is not None and view.phase in (Phase.DRAW, Phase.DECLARE) and not is_out:
            yield core.SeatFact(words=f"drew {size}")

    @override
    def rows(self, view: View, seat: int) -> Iterator[core.Row]:
        if discards := view.discards[seat]:
            yield core.Row("discarded", discards)

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        if view.trumps is not None:
            text = ", ".join(filter(None, (view.trumps.word, _MEANING.get(view.trumps))))
            yield core.Fact("trumps", view.trumps, (text,))

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        match step.before.phase:
            case Phase.TRUMP:
                assert isinstance(step.move, rules.Trump)
                return f"name {step.move.suit.word} as trumps"
            case Phase.DRAW:
                return _draw(step)
            case Phase.DECLARE:
                return "go in" if step.text == "in" else "stay out"
            case _:
                return super().tell_move(step)

    @override
    def worth(self, view: View) -> list[core.Line]:
        if view.phase is not Phase.DECLARE or not view.legal_moves:
            return []
        trick, none, alone = _points(view)
        return [
            (f"in: {trick:+} for each trick, {none:+} without a trick, {alone:+} if alone in",),
            ("out: no change; fewer points are better",),
        ]

    @override
    def target_text(self, rules: Rules) -> str:
        return f"from {HandScore.starts_at} points down to 0"

    @override
    def wants_tricks(self, view: View) -> bool | None:
        return True

    @override
    def effects(self, view: View, end: core.HandEnd) -> list[core.Effect]:
        score = end.score.seats[view.seat]
        is_none = score.status is rules.Status.IN and not score.tricks
        return [core.Effect("take no trick", is_none, good=False)]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        if idle := core.idle_task(view, names, _VERBS):
            return idle
        if task := _TASKS.get(view.phase):
            return task
        named = not view.tricks and view.hands_played < EARLY_HANDS
        lead = "You named trumps, so you lead: play any card" if named else ""
        return core.play_task(view, trumps=view.trumps, lead=lead)

    @override
    def option(self, view: View, names: Sequence[str], move: core.Move) -> core.Option | None:
        if isinstance(move, rules.Trump):
            held, meaning = self.held_text(view.hand or (), move.suit), _MEANING.get(move.suit)
            note = f"{meaning.capitalize()}; {held[:1].lower()}{held[1:]}" if meaning else held
            return core.Option(move, f"{move.suit.sign} {move.suit.word}", note=note)
        if isinstance(move, rules.Draw) and not move.cards:
            return core.Option(move, f"Keep all {_FIVE}", note="Your hand stays as it is")
        if not isinstance(move, rules.Declare):
            return None
        same = [
            name for name, made in zip(names, view.statuses, strict=True) if made is move.status
        ]
        trick, none, alone = _points(view)
        if move.status is rules.Status.IN:
            note = f"Each trick takes {-trick} off; no trick adds {none}"
        else:
            note = "Your points stay as they are"
            if view.statuses.count(None) == view.statuses.count(rules.Status.IN) == 1:
                name = names[view.statuses.index(rules.Status.IN)]
                note += f", and {name}, alone in, gets {-alone} off"
        text = move.status.capitalize()
        return core.Option(move, text, note=note, big=True, badge=self.chosen_by(same))

    @override
    def move_text(self, move: core.Move) -> str:
        return core.text_in_order(move)

    @override
    def button_text(self, move: core.Move, view: View) -> str:
        if not isinstance(move, rules.Draw):
            return super().button_text(move, view)
        return f"Discard {core.set_text(move.cards)}" if move.cards else f"Keep all {_FIVE}"

    @override
    def slots(self, view: View) -> tuple[int, ...]:
        return (rules.MOST_DRAWN,) if view.phase is Phase.DRAW and view.legal_moves else ()

    @override
    def slot_labels(self, view: View) -> tuple[str, ...]:
        return ("discard",) * len(self.slots(view))

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        own = score.seats[seat]
        if own.status is rules.Status.OUT:
            return core.ScoreRow("out: nothing changes", "TD-4")
        doubled = f", times {TIMES} for hearts" if score.trumps is DOUBLED else ""
        if [each.status for each in score.seats].count(rules.Status.IN) == 1:
            return core.ScoreRow(f"alone in: {-FOR_STANDING_ALONE} off{doubled}", "TD-5")
        if not own.tricks:
            return core.ScoreRow(f"no trick: {FOR_NO_TRICK} added{doubled}", "TD-9")
        off = -FOR_A_TRICK * own.tricks
        return core.ScoreRow(f"took {core.count(own.tricks, 'trick')}: {off} off{doubled}", "TD-9")

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> list[str]:
        score = view.score
        assert score is not None
        trumps = f"Trumps were {score.trumps.sign} {score.trumps.word}", _MEANING.get(score.trumps)
        lines = [": ".join(filter(None, trumps))]
        playing = [seat for seat, own in enumerate(score.seats) if own.status is rules.Status.IN]
        if len(playing) == 1:
            lines.append(f"Only {core.does(names[playing[0]], 'go')} in: nothing is played")
        return lines


def _draw(step: core.Step[View]) -> str:
    number, move = step.after.discard_sizes[step.seat], step.move
    if not number:
        return f"keep all {_FIVE} cards"
    if not isinstance(move, rules.Draw):
        return f"exchange {core.count(number, 'card')}"
    assert step.before.hand is not None and step.after.hand is not None
    drawn = set(step.after.hand) - set(step.before.hand)
    return f"discard {core.set_text(move.cards)}, drawing {core.set_text(drawn)}"


def _points(view: View) -> tuple[int, int, int]:
    factor = factor_of(view.trumps)
    return factor * FOR_A_TRICK, factor * FOR_NO_TRICK, factor * FOR_STANDING_ALONE


DISPLAY: Final = TwentyDownDisplay()
