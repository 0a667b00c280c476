"""A game in progress: its record, screen and file, the program's players, and the person."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Final, TypeAlias

import attrs
import click

from twowaystreet._cli import prompt
from twowaystreet._cli.lookups import hint, last_lines, rules_lines, score_lines, who_lines
from twowaystreet._cli.narrators import StoryNarrator
from twowaystreet._cli.save_files import GameFile, Kept, SaveError
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display import screen
from twowaystreet._core.display.screen import Screen, order_of_others
from twowaystreet._core.display.sentences import Happening, Turn, open_moves, report_lines
from twowaystreet._core.display.values import step_of
from twowaystreet._core.display.words import YOU
from twowaystreet._core.engine.moves import Move, Play, cards_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves, shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import event_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.errors import IllegalMove, ParseError
from twowaystreet.players import Factory, Player, by_name, fresh, simple
from twowaystreet.players._names import check_fit
from twowaystreet.players._seated import Faulty, Seated


@attrs.define
class Session:
    record: Record
    others: Opponents
    screen: Screen
    file: GameFile | None = None
    _warned: bool = False

    @property
    def state(self) -> AnyState:
        return self.record.state

    def look(self, seat: int | None) -> AnyView:
        return view(self.state, seat)

    def move(self, move: Move) -> None:
        before, self.record = self.state, self.record.play(move)
        if self.file is not None:
            self.file.add(before, move, self.record)
            self._save(self.file)

    def advance(self) -> Move:
        """Let the players of the program deal or move once, and return the move."""
        seat = self.state.actor
        move, fault = self.others.next_move(self.state)
        if fault and seat is not None:
            name = self.screen.names[seat]
            text = f"! {name} fails ({fault.shown}); the simple player moves instead in this hand"
            self.screen.refuse(text)
        self.move(move)
        return move

    def turn_back(self, record: Record) -> None:
        self.record = record
        if self.file is not None:
            self.file.start_anew(record)
            self._save(self.file)

    def keep_in(self, path: Path) -> None:
        kept = self.file.kept if self.file else None
        self.file, self._warned = GameFile(path, self.record, kept), False

    def _save(self, file: GameFile) -> None:
        try:
            file.save()
        except SaveError as error:
            if not self._warned:
                self.screen.refuse(f"! {error}; the game goes on, and every move tries again")
            self._warned = True
        else:
            self._warned = False

    @contextlib.contextmanager
    def saved_in(self, path: Path | None, kept: Kept | None = None) -> Generator[None]:
        """Save the game after every move within the context; at the end, name the file."""
        if path is not None and kept is not None:
            self.file = GameFile(path, self.record, kept, goes_on=True)
        elif path is not None:
            self.keep_in(path)
        try:
            yield
        finally:
            if self.file is not None:
                # Anew, as a signal may have come while a move was written down.
                self.file.start_anew(self.record)
                self.file.save()
                # A terminated program prints nothing, because its terminal may be closed.
                if not isinstance(sys.exception(), SystemExit):
                    name = click.format_filename(self.file.path)
                    self.screen.printer.show((f"Saved in {name}.",))

    def watch(self, hands: int | None = None) -> None:
        self.screen.show_legend()
        StoryNarrator(self.screen).narrate(open_moves(self._turns(hands)))

    def _turns(self, hands: int | None) -> Iterator[Turn]:
        """Make the moves of the hands one at a time, each just before the screen shows it."""
        before = self.state.hands_played
        while not self.state.is_over and self.state.hands_played - before != hands:
            yield self.state, self.advance(), self.state


Named: TypeAlias = Player | Factory


@attrs.define
class Opponents:
    """The dealer of random cards, and the players at the seats, simple ones if not given.

    Deals and players have separate random sources. So a seed gives the same deals with any moves
    of the players. A factory makes its player anew for each deal.
    """

    deals: random.Random
    rng: random.Random
    by_seat: dict[int, Named] = attrs.field(factory=dict[int, Named])
    _seats: dict[int, Seated] = attrs.field(init=False, factory=dict[int, Seated])

    def next_move(self, state: AnyState) -> tuple[Move, Faulty | None]:
        """Choose a deal or a player's move, with the fault of a player that is replaced."""
        seat = state.actor
        if seat is None:
            self._seats.clear()
            return shuffle(state, self.deals), None
        if seat not in self._seats:
            make = partial(fresh, self.by_seat.get(seat, simple))
            self._seats[seat] = Seated(make, self.rng, substitute=simple)
        move, _, fault = self._seats[seat].play(state)
        return move, fault


def seated(text: str, seats: int, human: int | None) -> dict[int, str]:
    return dict(zip(order_of_others(seats, human), cycle(_split(text)), strict=False))


def load_players(names: Mapping[int, str], start: AnyState) -> dict[int, Named]:
    players = {name: by_name(name) for name in dict.fromkeys(names.values())}
    for player in players.values():
        check_fit(player, start)
    return {seat: players[name] for seat, name in names.items()}


def _split(text: str) -> list[str]:
    """Split a list of players at the commas that do not separate the options of one player.

    >>> _split("simple, montecarlo:worlds=50,playouts=random,mybot.py:bot")
    ['simple', 'montecarlo:worlds=50,playouts=random', 'mybot.py:bot']
    """
    names: list[str] = []
    for part in map(str.strip, text.split(",")):
        if names and "=" in part and ":" not in part.partition("=")[0]:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


_WELCOME: Final = (
    f"Type {prompt.RULES} for the game on one screen, {prompt.HINT} for advice, "
    f"{prompt.HELP} for all commands."
)
_NO_UNDO: Final = (
    "no undo in this game: you could use what you have seen since; --practice allows undo"
)
_NOT_SAVED: Final = (
    f"the game is not saved: type {prompt.SAVE} and the name of a new file to save it, "
    f"{prompt.QUIT} to leave"
)
_NOTHING_TO_UNDO: Final = "nothing to take back: you have decided nothing yet in this hand"
_ARRANGE: Final = f"{prompt.ARRANGE}, to choose the cards by numbers"
_NOT_ARRANGED: Final = (
    f"{prompt.ARRANGE} is for moves with several cards: type a card or its number"
)
_ONLY_CARD: Final = "your only legal card"
_GO_ON: Final = "Enter goes on. "
_POSITION: Final = 6  # the fewest lines of the position that should stay in sight
_ONLY_MOVE: Final = "your only legal move"


class TerminalPlayer:
    def __init__(
        self, session: Session, seat: int, *, practice: bool, asks_always: bool = False
    ) -> None:
        self._session = session
        self._screen = session.screen
        self._display = session.screen.display
        self._seat = seat
        self._practice = practice
        self._asks_always = asks_always
        self._decisions: list[Record] = []
        self._happened: list[Happening] = []
        self._ended: AnyView | None = None
        self._choices = prompt.ListedMoves((), ())
        self._hinted: Move | None = None
        self._has_moved = False
        self._leaving = False
        screen = session.screen
        self._lookups: dict[str, Callable[[], list[terminal.Line]]] = {
            prompt.HELP: self._help,
            prompt.HINT: self._hint,
            prompt.RULES: lambda: rules_lines(screen.game, self._view),
            prompt.SCORE: lambda: score_lines(screen, self._view),
            prompt.SHORT: lambda: score_lines(screen, self._view, short=True),
            prompt.LAST: lambda: last_lines(screen, self._view, self._ended),
            prompt.WHO: lambda: who_lines(screen.display, self._view, screen.names),
        }

    def play(self, hands: int | None) -> None:
        self._screen.show_legend()
        self._show((_WELCOME,))
        for played in count():
            if self._session.state.is_over or played == hands:
                return
            self._play_hand()

    def _play_hand(self) -> None:
        session = self._session
        if session.state.actor is None:
            self._deal()
        else:  # a saved game goes on
            self._screen.show_deal(self._view)
        while not session.state.hand_over:
            if session.state.needs_deal:
                self._report()
                self._show(*screen.table_lines(self._screen.facts(self._view)))
                self._screen.show_end(self._view)
                self._deal()
            elif session.state.actor == self._seat:
                self._decide()
            else:
                before, state = self._view, session.state
                event = event_of(state, session.advance(), self._seat)
                self._happened.append(Happening(before, event))
        self._report()
        self._ended = self._view
        self._screen.show_end(self._view)
        self._screen.show_sheet(self._view)

    def _deal(self) -> None:
        self._session.advance()
        self._screen.show_deal(self._view)
        # Undo stops at the deal: earlier decisions concern other cards.
        self._decisions.clear()

    @property
    def _view(self) -> AnyView:
        return self._session.look(self._seat)

    def _show(self, *lines: terminal.Line) -> None:
        terminal.show_all(self._screen.printer, lines)

    def _refuse(self, text: str) -> None:
        self._screen.refuse(f"! {text}")

    def _move_alone(self, move: Move) -> None:
        before, event = self._view, event_of(self._session.state, move, self._seat)
        self._session.move(move)
        note = _ONLY_CARD if isinstance(move, Play) else _ONLY_MOVE
        self._happened.append(Happening(before, event, note))
        self._has_moved = True

    def _report(self) -> None:
        screen = self._screen
        lines = report_lines(screen.display, self._happened, screen.names, self._seat)
        if lines:
            self._show(terminal.BLANK, *lines)
        self._happened.clear()

    def _show_position(self) -> None:
        facts = self._screen.facts(self._view)
        self._show(
            terminal.BLANK,
            *screen.table_lines(facts),
            screen.hand_line(facts),
            *terminal.labelled_text("Task", self._display.task(self._view, self._screen.names)),
            *self._choices.lines,
            *([terminal.labelled("or", (_ARRANGE,))] if self._display.slots(self._view) else []),
        )

    def _decide(self) -> None:
        only, *others = legal_moves(self._session.state)
        if not (others or self._asks_always):
            self._move_alone(only)
            return
        self._report()
        self._choices = prompt.listed_moves(self._display, self._view)
        self._show_position()
        while not self._obey(self._ask()):
            pass

    def _ask(self, *question: str) -> str:
        try:
            return prompt.ask(*question)
        except prompt.PersonLeft:
            if (
                self._leaving
                or not self._has_moved
                or self._session.file
                or not prompt.is_answered()
            ):
                raise
            self._leaving = True
            self._refuse(_NOT_SAVED)
            return self._ask(*question)

    def _obey(self, typed: str) -> bool:
        """Carry out a typed line; return True if the state of the game has changed."""
        word, _, rest = typed.partition(" ")
        command = typed.lower()
        hinted, self._hinted = self._hinted, None
        if word.lower() == prompt.SAVE:
            self._save(rest.strip())
        elif command == prompt.UNDO:
            return self._undo()
        elif command == prompt.ARRANGE:
            return self._arrange()
        elif not command and hinted:
            return self._make(hinted, typed)
        elif not command:
            self._show_position()
        elif command in self._lookups:
            return self._look_up(command)
        else:
            return self._move(typed)
        return False

    def _look_up(self, command: str) -> bool:
        """Show what a person looks up; a text as long as the screen waits for Enter."""
        lines = self._lookups[command]()
        rows = shutil.get_terminal_size().lines - 1
        is_long = command in (prompt.RULES, prompt.WHO) and len(lines) > rows - _POSITION
        if not (is_long and prompt.is_answered() and sys.stdout.isatty()):
            self._show(*lines)
            return False
        for start in range(0, len(lines), rows):
            self._show(*lines[start : start + rows])
            if typed := self._ask(_GO_ON):
                return self._obey(typed)
        self._show_position()
        return False

    def _help(self) -> list[terminal.Line]:
        game, practice = self._screen.game, self._practice
        return prompt.help_lines(game, self._view, self._choices, practice=practice)

    def _hint(self) -> list[terminal.Line]:
        # Any fixed source will do: the hint of a position should not change.
        rng = random.Random(len(self._session.record.moves))
        found = hint(self._display, self._view, self._choices, rng)
        self._hinted = found.move
        self._choices = attrs.evolve(self._choices, numbered=found.numbered)
        return found.lines

    def _save(self, name: str) -> None:
        path = Path(os.path.expanduser(name))
        try:
            if not name:
                raise SaveError(f"expected {prompt.SAVE} and the name of a new file")
            self._session.keep_in(path)
        except SaveError as error:
            self._refuse(str(error))
        else:
            self._show((f"Saved in {click.format_filename(path)}, from now on after every move.",))

    def _undo(self) -> bool:
        if not self._practice:
            self._refuse(_NO_UNDO)
            return False
        if not self._decisions:
            self._refuse(_NOTHING_TO_UNDO)
            return False
        self._session.turn_back(self._decisions.pop())
        self._happened.clear()
        return True

    def _arrange(self) -> bool:
        """Let the person choose cards by numbers, place after place; return True after a move."""
        seen = self._view
        left, groups = sorted(seen.hand or (), key=self._display.place_of), list[list[Card]]()
        for size, label in zip(
            self._display.slots(seen), self._display.slot_labels(seen), strict=True
        ):
            if groups and len(left) == size:
                groups.append(sorted(left))
                break
            self._show(*prompt.card_lines(left))
            answer = self._ask(f"{label or 'cards'}: ".capitalize())
            try:
                groups.append(sorted(prompt.read_numbers(left, answer, size)))
            except prompt.Unclear as error:
                self._refuse(str(error))
                return False
            for card in groups[-1]:
                left.remove(card)
        for move in seen.legal_moves or ():
            own = self._display.groups(move, seen) if len(groups) > 1 else [cards_of(move)]
            if sorted(map(sorted, own)) == sorted(groups):
                return self._make(move, prompt.ARRANGE)
        self._refuse("no legal move has these cards" if groups else _NOT_ARRANGED)
        return False

    def _move(self, text: str) -> bool:
        try:
            move = prompt.read_answer(self._session.state, self._choices.numbered, text)
        except prompt.Unclear as error:
            self._refuse(str(error))
        except ParseError:
            self._refuse(prompt.misread(self._view, text, practice=self._practice))
        else:
            return self._make(move, text)
        return False

    def _make(self, move: Move, text: str) -> bool:
        before, seen = self._session.record, self._view
        try:
            self._session.move(move)
        except IllegalMove as error:
            hand = self._display.hand_to_play(seen)
            which = f"; your {hand} hand is to play" if hand else ""
            self._refuse(f"{error}{which}")
            return False
        self._decisions.append(before)
        self._has_moved = True
        event = event_of(before.state, move, self._seat)
        self._happened.append(Happening(seen, event, is_typed=True))
        told = self._display.tell_move(step_of(seen, event))
        said = terminal.signed(text.upper()).lower()
        # A number is repeated in words, and a move only if the words add to what was typed.
        if said.isdecimal() or f" {said} " not in f" {told.lower()} ":
            self._show(terminal.labelled(YOU, terminal.phrase(told)))
        return True
