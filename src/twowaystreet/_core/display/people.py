"""The players in sentences: by their names, and the reader as "you".

Lists of names have :data:`YOU` at the seat of the reader. These functions put each player into a
sentence, so that no sentence says "You's dummy" or "caught by You".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from twowaystreet._core.display.lines import Line, Span, Style
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.words import listed

YOU: Final = "You"
"""The reader in lists of names."""


def whom(name: str) -> str:
    """Return a player inside a sentence, but not as its subject.

    >>> f"2 points to {whom('Ben')}", f"2 points to {whom('You')}"
    ('2 points to Ben', '2 points to you')
    """
    return "you" if name == YOU else name


def possessive(name: str) -> str:
    """Return the word that says whose a thing is, before the thing.

    >>> f"{possessive('Ben')} dummy", f"{possessive('You')} dummy"
    ("Ben's dummy", 'your dummy')
    """
    return "your" if name == YOU else f"{name}'s"


def of(name: str) -> str:
    """Return the words that say whose a thing is, after the thing.

    >>> f"a two {of('Ben')}", f"a two {of('You')}"
    ("a two of Ben's", 'a two of yours')
    """
    return "of yours" if name == YOU else f"of {name}'s"


def does(name: str, action: str) -> str:
    """Return a player with an action, whose verb comes first in the basic form.

    >>> does("Ben", "catch a two"), does("You", "catch a two")
    ('Ben catches a two', 'you catch a two')
    """
    return f"you {action}" if name == YOU else f"{name} {third_person(action)}"


def third_person(action: str) -> str:
    """Return an action with its first word, a verb, in the third person.

    >>> third_person("pass"), third_person("play Q♠"), third_person("go out")
    ('passes', 'plays Q♠', 'goes out')
    >>> third_person("have no hearts"), third_person("carry on")
    ('has no hearts', 'carries on')
    """
    verb, blank, rest = action.partition(" ")
    return f"{_third(verb)}{blank}{rest}"


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("y") and not verb.endswith(("ay", "ey", "oy", "uy")):
        return f"{verb[:-1]}ies"
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}"


def many(names: Iterable[str]) -> list[str]:
    """Return several players inside a sentence, with the reader last.

    >>> many(["You", "Ann"])
    ['Ann', 'you']
    """
    return sorted(map(whom, names), key="you".__eq__)


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> sentence("you catch a two")
    'You catch a two'
    """
    return f"{text[:1].upper()}{text[1:]}"


def winners_line(view: AnyView, names: Sequence[str]) -> Line:
    """Return the line that names the winners."""
    won = many(names[seat] for seat in view.winners)
    verb = "wins" if len(won) == 1 and won != ["you"] else "win"
    shared = "" if len(won) == len(sides_of(view.rules)[0]) else "; the win is shared"
    return (Span(f"{sentence(listed(won))} {verb} the game{shared}.", Style.STRONG),)
