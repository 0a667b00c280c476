"""Reports for inventors of games: who is better off, what is chosen, and what a rule changes.

The extra ``analysis`` installs what this package needs. The page :doc:`/balance` defines the
measures.
"""

from __future__ import annotations

from typing_extensions import Unpack

from twowaystreet._core.engine.game import Game
from twowaystreet._util.faults import needing
from twowaystreet._util.publishing import publish

with needing("analysis", __name__):
    from twowaystreet.balance.hands import Rows
    from twowaystreet.balance.page import page
    from twowaystreet.balance.reports import Comparison, Report, document
    from twowaystreet.balance.running import Run, Settings, run
    from twowaystreet.balance.sums import Measure

__all__ = [
    "Comparison",
    "Measure",
    "Report",
    "Rows",
    "Settings",
    "compare",
    "document",
    "page",
    "report",
]


def report(game: Game | str, *, rules: object = None, **settings: Unpack[Settings]) -> Report:
    """Play many hands of a game and return what they say about it.

    Each hand is the first of a game with seat 0 as dealer. ``simple`` and ``at_random`` play
    compiled hands; other players go through ``apply``. The report follows from the arguments and
    the version, but for ``seconds``.

    Args:
        game: the game, its name, or its place, such as ``whist.py:GAME``.
        rules: the options of the game; ``None`` for the defaults.
        **settings: the settings, all of which may be left out. ``player`` is the player in all
            seats (``simple``), ``hands`` the number of hands (10 000), ``seconds`` the time after
            which no more are played, ``seed`` the seed. With ``seconds`` alone there are as many
            hands as the time allows. ``matches`` (100) are played for their length, the changes of
            the lead and legal moves, ``information`` hands (50) for the bits that a seat does not
            know, ``skill`` deals (0, as they take long) for the ladder of players. ``executor``
            plays the hands elsewhere, as in the arena. ``rows=True`` keeps all rows in
            ``Report.rows``, and ``csv`` is a text file to which they go. ``progress`` gets a word
            for what is played, and the numbers of what is done and of all.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if the player is none.
        ArenaError: if the player makes a fault, or another process cannot load it.

    Each exception, also Ctrl-C, has the attribute ``results``: the report so far, or ``None``.

    >>> found = report("street", hands=2000, matches=5, information=2)
    >>> print(found["payoff.seat.3"])
    payoff of the last to speak (seat 3): 1.023 ± 0.077
    """
    return run(game, [rules], Run.report, settings)


def compare(
    game: Game | str, first: object, second: object, **settings: Unpack[Settings]
) -> Comparison:
    """Play the same deals with two rules and return the differences of all measures.

    Args:
        game: the game, its name or its place.
        first: the first rules.
        second: the second rules, with as many seats.
        **settings: the settings of :func:`report`.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if the player is none.
        ArenaError: if the player makes a fault, or another process cannot load it.

    >>> from twowaystreet.games import street
    >>> both = street.Rules(), street.Rules(exchange="optional")
    >>> found = compare("street", *both, hands=1000, matches=2, information=0)
    >>> found.shared, found.differing
    (True, 0)
    """
    return run(game, [first, second], Run.comparison, settings)


publish(__name__)
