"""The worked examples of the rules, a module for each family of games."""

from __future__ import annotations

from typing import Final

from twowaystreet._cli.worked_examples import brag, tien_len, twoway
from twowaystreet._cli.worked_examples.common import Example, record

__all__ = ["EXAMPLES", "Example", "record"]

EXAMPLES: Final = (*twoway.EXAMPLES, *tien_len.EXAMPLES, *brag.EXAMPLES)
"""All worked examples."""
