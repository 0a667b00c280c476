"""What is mutated, and which tests are to find it: the ones that find most come first."""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down")


Tests: TypeAlias = tuple[str, ...]
"""What pytest is to run."""


@attrs.frozen
class Stage:
    """What is tried before anything else is.

    Attributes:
        games: the games whose hands are compared with the second opinion first, which takes a
            tenth of the time of the tests and finds most of what is wrong with rules.
        tests: what pytest is to run then.
    """

    games: tuple[str, ...]
    tests: Tests


Module: TypeAlias = tuple[Stage, ...]
"""What finds the mutants of a module: one stage after the other, as long as nothing is found."""


_SEEN: Final = (
    *("tests/test_keywords.py", "tests/test_views.py", "tests/records/test_seen_shape.py"),
    *("tests/golden", "tests/leaks/test_rebuilt.py"),
)
_VALUES: Final = (
    *("tests/test_moves.py", "tests/test_notation.py", "tests/test_slots.py"),
    "tests/test_face.py",
)
_SHARED: Final = (
    *("tests/leaks/test_same_knowledge.py", "tests/test_conservation.py"),
    "tests/records/test_round_trips.py",
    *("tests/test_second_opinion.py", "tests/leaks/test_exhaustive.py"),
)
_NAIVE: Final = {
    "spades": ("tests/reference/test_spades.py", "tests/reference/test_spades_scoring.py"),
}
_BASICS: Final = (
    *("tests/test_tricks.py", "tests/test_masks.py", "tests/test_packs.py", "tests/test_moves.py"),
    *("tests/test_notation.py", "tests/test_views.py", "tests/test_state.py"),
    *("tests/test_game.py", "tests/test_conservation.py", "tests/test_keywords.py"),
    *("tests/test_duties.py", "tests/test_slots.py", "tests/test_face.py"),
)

_WRITTEN: Final = (
    *("tests/test_plain.py", "tests/test_records.py", "tests/records/test_seen_shape.py"),
    *("tests/records/test_schemas.py", "tests/records/test_json_damage.py"),
    *("tests/records/test_seen_damage.py", "tests/leaks/test_rebuilt.py"),
)


def _game(games: str | tuple[str, ...], *first: str) -> Module:
    """A module of some games, with the tests that are most about it."""
    names = (games,) if isinstance(games, str) else games
    about = tuple(f"tests/{names[0]}/test_{name}.py" for name in first)
    own = tuple(f"tests/{game}" for game in names)
    doctests = tuple(f"src/twowaystreet/games/{game}.py" for game in names)
    more = tuple(test for game in names for test in _NAIVE.get(game, ()))
    chosen = ("-k", " or ".join((*names, "games/_")))
    rest = ((*_SEEN, *chosen), (*own, *doctests, *_VALUES), (*more, *_SHARED, *chosen))
    return (Stage(names, about), *(Stage((), tests) for tests in rest))


def _core(*tests: str) -> Module:
    """A module that all games use."""
    own = (Stage((), tests),) if tests else ()
    games = tuple(f"tests/{game}" for game in GAMES)
    return (*own, Stage(GAMES, _BASICS), Stage((), _WRITTEN), Stage((), games))


_BOTH: Final = ("street", "duel")
_RATINGS: Final = (
    *("tests/test_ratings.py", "tests/test_scales.py"),
    "src/twowaystreet/ratings.py",
)

MODULES: Final[dict[str, Module]] = {
    "games/_twos_scoring.py": _game("twos", "scoring"),
    "games/_street_scoring.py": _game("street", "scoring"),
    "games/_duel_scoring.py": _game("duel", "hands"),
    "games/_spades_scoring.py": _game("spades", "scoring", "score_checks"),
    "games/_twenty_down_scoring.py": _game("twenty_down", "scoring"),
    "games/_twoway_cards.py": _game(_BOTH, "naming", "following"),
    "games/_twoway.py": _game(_BOTH, "naming", "exchange", "seen"),
    "games/_twoway_moves.py": _game(_BOTH, "exchange", "declaring"),
    "games/_duel_bids.py": _game("duel", "bidding", "bid_texts"),
    "games/_spades_bids.py": _game("spades", "moves", "bidding"),
    "games/_spades_books.py": _game("spades", "play", "reneges"),
    "games/_spades_auction.py": _game("spades", "bidding", "deal"),
    "games/_spades_play.py": _game("spades", "play", "calls", "reneges"),
    "games/_twenty_down_moves.py": _game("twenty_down", "moves"),
    "games/twos.py": _game("twos", "options", "play"),
    "games/street.py": _game("street", "options", "declaring"),
    "games/duel.py": _game("duel", "options", "bidding", "seen"),
    "games/spades.py": _game("spades", "options", "games", "views"),
    "games/twenty_down.py": _game("twenty_down", "options", "play"),
    "_tricks/tricks.py": _core(
        "tests/test_trick_tables.py", "tests/test_tricks.py", "src/twowaystreet/_tricks/tricks.py"
    ),
    "_cards/packs.py": _core(
        "tests/test_dealing.py", "tests/test_packs.py", "src/twowaystreet/_cards/packs.py"
    ),
    "_cards/masks.py": _core("tests/test_masks.py", "src/twowaystreet/_cards/masks.py"),
    "_engine/seats.py": _core("tests/test_seats.py", "src/twowaystreet/_engine/seats.py"),
    "_engine/decisions.py": _core(),
    "_engine/state.py": _core("tests/test_dealing.py", "tests/test_state.py"),
    "_engine/verbs.py": _core(),
    "_engine/match.py": _core(),
    "_engine/setup.py": _core(
        "tests/test_first_states.py", "tests/test_game.py", "tests/street/test_options.py"
    ),
    "_engine/options.py": _core(
        "tests/test_option_values.py", "tests/street/test_options.py", "tests/test_own_game.py"
    ),
    "ratings.py": (Stage((), _RATINGS),),
    "_views/voids.py": _core("tests/test_voids.py", "tests/test_views.py"),
    "_views/facts.py": _core(
        "tests/test_facts.py", "tests/test_views.py", "tests/test_own_game.py"
    ),
    "_views/views.py": _core(
        *("tests/test_views.py", "tests/test_view_seats.py", "tests/test_plain_views.py"),
        "tests/street/test_seen.py",
        *("tests/records/test_schemas.py", "tests/records/test_seen_shape.py"),
    ),
    "_engine/moves.py": _core(
        "tests/test_moves.py", "tests/test_hidden_parts.py", "src/twowaystreet/_engine/moves.py"
    ),
}
"""The modules that are mutated, rules and scoring before what all games share."""

WHOLE: Final = Stage(
    (),
    (
        *("tests", "src", "README.md", "docs", "--ignore=tests/cli", "--ignore=tests/mutants"),
        *("--ignore=src/twowaystreet/_cli", "--ignore=tests/leaks/test_injected.py"),
    ),
)
"""All the tests but those of the command line, for what survives and is not known to."""
