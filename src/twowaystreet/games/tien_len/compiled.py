"""The rule of thumb of Tien Len with compiled playouts, from the functions of the plain one.

Measured on CPython 3.11: 65,000 to 85,000 playouts a second in place of 2,200.
"""

from typing import ClassVar, Final

from twowaystreet.fast import authoring as fast
from twowaystreet.games.tien_len import player
from twowaystreet.games.tien_len.player import TienLenPlayer

_COPIES: Final = fast.compiled_copies(
    player, {"bit_count": fast.bit_count, "bit_length": fast.bit_length}
)


class _CompiledPlayer(TienLenPlayer):
    __slots__ = ()
    _loser: ClassVar = staticmethod(_COPIES["loser"])


COMPILED: Final = _CompiledPlayer()
