"""The modules to mutate, and the stages of tests for each."""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from tests.games import OURS

Tests: TypeAlias = tuple[str, ...]
"""Arguments of pytest."""


@attrs.frozen
class Stage:
    """One stage of tests for a mutant.

    Attributes:
        games: games to compare with the reference first. The comparison takes a tenth of the
            time of the tests and detects most mutants of rules.
        tests: arguments of pytest for the tests after it.
    """

    games: tuple[str, ...]
    tests: Tests


Module: TypeAlias = tuple[Stage, ...]
"""The stages of a module, in order; a mutant stops at the first that detects it."""


_SEEN: Final = (
    *("tests/test_keywords.py", "tests/test_views.py", "tests/records/test_seat_record_shape.py"),
    *("tests/golden", "tests/leaks/test_rebuilt.py"),
)
_VALUES: Final = (
    *("tests/test_moves.py", "tests/test_notation.py", "tests/test_slots.py"),
    "tests/public_api/test_names.py",
)
_SHARED: Final = (
    *("tests/leaks/test_same_knowledge.py", "tests/test_conservation.py"),
    "tests/records/test_round_trips.py",
    *("tests/test_differential.py", "tests/leaks/test_exhaustive.py"),
)
_REFERENCE: Final = {
    "spades": ("tests/reference/test_spades.py", "tests/reference/test_spades_scoring.py"),
}
_BASICS: Final = (
    *("tests/test_tricks.py", "tests/test_masks.py", "tests/test_packs.py", "tests/test_moves.py"),
    *("tests/test_notation.py", "tests/test_views.py", "tests/test_state.py"),
    *("tests/test_game.py", "tests/test_conservation.py", "tests/test_keywords.py"),
    *("tests/test_duties.py", "tests/test_slots.py", "tests/public_api/test_names.py"),
)

_WRITTEN: Final = (
    *(
        "tests/test_plain_data.py",
        "tests/test_records.py",
        "tests/records/test_seat_record_shape.py",
    ),
    *("tests/records/test_schemas.py", "tests/records/test_json_damage.py"),
    *("tests/records/test_seat_record_damage.py", "tests/leaks/test_rebuilt.py"),
)


def _game(games: str | tuple[str, ...], *first: str) -> Module:
    """Return the stages of a module of some games; its closest tests come first."""
    names = (games,) if isinstance(games, str) else games
    about = tuple(f"tests/{names[0]}/test_{name}.py" for name in first)
    own = tuple(f"tests/{game}" for game in names)
    doctests = tuple(f"src/twowaystreet/games/{game}" for game in names)
    more = tuple(test for game in names for test in _REFERENCE.get(game, ()))
    chosen = ("-k", " or ".join((*names, "_twoway")))
    rest = ((*_SEEN, *chosen), (*own, *doctests, *_VALUES), (*more, *_SHARED, *chosen))
    return (Stage(names, about), *(Stage((), tests) for tests in rest))


def _core(*tests: str) -> Module:
    """Return the stages of a module that all games use."""
    own = (Stage((), tests),) if tests else ()
    games = tuple(f"tests/{game}" for game in OURS)
    return (*own, Stage(OURS, _BASICS), Stage((), _WRITTEN), Stage((), games))


_BOTH: Final = ("street", "duel")
_RATINGS: Final = (
    *("tests/test_ratings.py", "tests/test_scales.py"),
    "src/twowaystreet/ratings.py",
)

MODULES: Final[dict[str, Module]] = {
    "games/twos/scoring.py": _game("twos", "scoring"),
    "games/street/scoring.py": _game("street", "scoring"),
    "games/duel/scoring.py": _game("duel", "hands"),
    "games/spades/scoring.py": _game("spades", "scoring", "score_checks"),
    "games/twenty_down/scoring.py": _game("twenty_down", "scoring"),
    "games/_twoway/cards.py": _game(_BOTH, "naming", "following"),
    "games/_twoway/moves.py": _game(_BOTH, "exchange", "declaring"),
    "games/_twoway/state.py": _game(_BOTH, "naming", "exchange", "views"),
    "games/_twoway/view.py": _game(_BOTH, "views"),
    "games/duel/moves.py": _game("duel", "bidding", "bid_texts"),
    "games/spades/moves.py": _game("spades", "moves", "bidding"),
    "games/spades/cards.py": _game("spades", "play", "deal"),
    "games/spades/books.py": _game("spades", "play", "reneges"),
    "games/spades/hand_data.py": _game("spades", "bidding", "deal"),
    "games/spades/auction.py": _game("spades", "bidding", "deal"),
    "games/spades/dummies.py": _game("spades", "play"),
    "games/spades/calls.py": _game("spades", "calls", "reneges"),
    "games/twenty_down/moves.py": _game("twenty_down", "moves"),
    "games/twos/rules.py": _game("twos", "options"),
    "games/twos/state.py": _game("twos", "play"),
    "games/twos/view.py": _game("twos", "play"),
    "games/street/rules.py": _game("street", "options"),
    "games/street/state.py": _game("street", "options", "declaring"),
    "games/street/view.py": _game("street", "views"),
    "games/duel/rules.py": _game("duel", "options"),
    "games/duel/state.py": _game("duel", "options", "bidding"),
    "games/duel/view.py": _game("duel", "views"),
    "games/spades/rules.py": _game("spades", "options"),
    "games/spades/state.py": _game("spades", "bidding", "play", "calls", "games"),
    "games/spades/view.py": _game("spades", "views"),
    "games/twenty_down/rules.py": _game("twenty_down", "options"),
    "games/twenty_down/state.py": _game("twenty_down", "options", "play"),
    "games/twenty_down/view.py": _game("twenty_down", "play"),
    "games/tien_len/kinds.py": _game("tien_len", "plays"),
    "games/tien_len/moves.py": _game("tien_len", "moves"),
    "games/tien_len/plays.py": _game("tien_len", "plays", "leading"),
    "games/tien_len/refusals.py": _game("tien_len", "refusals"),
    "games/tien_len/rules.py": _game("tien_len", "options"),
    "games/tien_len/scoring.py": _game("tien_len", "scoring"),
    "games/tien_len/state.py": _game("tien_len", "tricks", "leading", "refusals"),
    "games/tien_len/tricks.py": _game("tien_len", "tricks"),
    "games/tien_len/view.py": _game("tien_len", "views"),
    "games/brag/hands.py": _game("brag", "hands"),
    "games/brag/moves.py": _game("brag", "moves"),
    "games/brag/rules.py": _game("brag", "options"),
    "games/brag/scoring.py": _game("brag", "scoring", "rigged_deals"),
    "games/brag/state.py": _game("brag", "play", "deal", "games"),
    "games/brag/view.py": _game("brag", "views"),
    "_tricks/tricks.py": _core(
        "tests/test_trick_tables.py", "tests/test_tricks.py", "src/twowaystreet/_tricks/tricks.py"
    ),
    "_cards/packs.py": _core(
        "tests/test_dealing.py", "tests/test_packs.py", "src/twowaystreet/_cards/packs.py"
    ),
    "_cards/masks.py": _core("tests/test_masks.py", "src/twowaystreet/_cards/masks.py"),
    "_cards/places.py": _core("tests/test_masks.py", "src/twowaystreet/_cards/places.py"),
    "_engine/seats.py": _core("tests/test_seats.py", "src/twowaystreet/_engine/seats.py"),
    "_engine/phases.py": _core(),
    "_engine/state.py": _core("tests/test_dealing.py", "tests/test_state.py"),
    "_tricks/trick_state.py": _core(
        "tests/test_dealing.py", "tests/test_state.py", "tests/test_duties.py"
    ),
    "_engine/verbs.py": _core(),
    "_engine/match.py": _core(),
    "_engine/setup.py": _core(
        "tests/test_setup.py", "tests/test_game.py", "tests/street/test_options.py"
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
        "tests/street/test_views.py",
        *("tests/records/test_schemas.py", "tests/records/test_seat_record_shape.py"),
    ),
    "_views/trick_views.py": _core(
        *("tests/test_voids.py", "tests/test_views.py", "tests/street/test_views.py"),
        *("tests/records/test_schemas.py", "tests/records/test_seat_record_shape.py"),
    ),
    "_engine/moves.py": _core(
        "tests/test_moves.py", "tests/test_hidden_parts.py", "src/twowaystreet/_engine/moves.py"
    ),
}
"""The stages of each module; rules and scoring come before shared modules."""

WHOLE: Final = Stage(
    (),
    (
        *("tests", "src", "README.md", "docs", "--ignore=tests/cli", "--ignore=tests/mutants"),
        *("--ignore=src/twowaystreet/_cli", "--ignore=tests/leaks/test_injected.py"),
    ),
)
"""All tests except those of the command line, for survivors that are not known."""
