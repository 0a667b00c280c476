# ruff: noqa: I001  # many names stand in a line
"""What the compiled code of a game is written with: ``compiled.py`` beside its state class.

``from twowaystreet.fast import authoring as fast`` gives all of it. The module has an
:class:`Opening` with the name ``COMPILED``; that of Twos is the shortest. Its functions take
positions and records as arrays whose columns have names here, such as ``facts[row, fast.SEAT]``.
Cards are the places of their bits in a mask, in the order of :data:`~twowaystreet.CARDS`. Suits
are the numbers 0 to 3, from clubs to spades. All numbers but worth are ``np.uint64``: numba makes a
float of the sum of one and a plain ``int``. Nothing is checked: a wrong index reads or writes other
memory, so test with ``NUMBA_DISABLE_JIT=1`` first.
"""

from twowaystreet._util.publishing import publish

# First, as it explains missing packages.
from twowaystreet.fast.compiling import compiled, compiled_copies, embedded
from twowaystreet.fast.bits import CLUBS, ONE, STEP, ZERO, Number, Signed, Unsigned, bit_count
from twowaystreet.fast.bits import bit_length, mixed, ones, select
from twowaystreet.fast.dealing import BEGUN, BOTTOM, CARDS, CODE, COPIES, COUNT, DEAL, DUMMY_CARDS
from twowaystreet.fast.dealing import FREE, LEADER, NAME, NAMED, NONE, NOTHING, OWN, PATH, PLAY
from twowaystreet.fast.dealing import PLAYED, POINT_CODE, POINT_OWN, POINT_SEAT, POINT_STAGE, READY
from twowaystreet.fast.dealing import SEAT, SEATS, SEAT_OF_NAME, STAGE, SUIT_OF_NAME, TOP, TRICKS
from twowaystreet.fast.dealing import TRICK_OF_NAME, Points, Records, Setup, Shared, StepArrays
from twowaystreet.fast.dealing import begin, deal, deal_again, deal_part, dealer_of, dummy_card
from twowaystreet.fast.dealing import forget, give, give_out, is_ruled, lead, lowest, note, pick
from twowaystreet.fast.dealing import resume, shuffle, take, worth_of, worth_of_cards
from twowaystreet.fast.kernel import COUNT as START_COUNT, MADE as START_MADE, Starts
from twowaystreet.fast.openings import Opening
from twowaystreet.fast.stepping import AT_HAND, AT_STOCK_SIZE, DONE, NOWHERE, PIECES, WORDS, Pieces
from twowaystreet.fast.stepping import Stepping, allow_cards, allow_words, put, put_at, relative
from twowaystreet.fast.stepping import run_of

__all__ = ["AT_HAND", "AT_STOCK_SIZE", "BEGUN", "BOTTOM", "CARDS", "CLUBS", "CODE", "COPIES"]
__all__ += ["COUNT", "DEAL", "DONE", "DUMMY_CARDS", "FREE", "LEADER", "NAME", "NAMED", "NONE"]
__all__ += ["NOTHING", "NOWHERE", "ONE", "OWN", "PATH", "PIECES", "PLAY", "PLAYED", "POINT_CODE"]
__all__ += ["POINT_OWN", "POINT_SEAT", "POINT_STAGE", "READY", "SEAT", "SEATS", "SEAT_OF_NAME"]
__all__ += ["STAGE", "START_COUNT", "START_MADE", "STEP", "SUIT_OF_NAME", "TOP", "TRICKS"]
__all__ += ["TRICK_OF_NAME", "WORDS", "ZERO", "Number", "Opening", "Pieces", "Points", "Records"]
__all__ += ["Setup", "Shared", "Signed", "Starts", "StepArrays", "Stepping", "Unsigned"]
__all__ += ["allow_cards", "allow_words", "begin", "bit_count", "bit_length", "compiled"]
__all__ += ["compiled_copies", "deal", "deal_again", "deal_part", "dealer_of", "dummy_card"]
__all__ += ["embedded", "forget", "give", "give_out", "is_ruled", "lead", "lowest", "mixed", "note"]
__all__ += ["ones", "pick", "put", "put_at", "relative", "resume", "run_of", "select", "shuffle"]
__all__ += ["take", "worth_of", "worth_of_cards"]
publish(__name__)
