"""Pictures of cards, tables and score sheets as SVG, made from views alone.

Every picture is a text with one ``svg`` element, for a file or for the middle of an HTML page. The
same arguments always give the same text. A picture contains nothing that its view does not.

>>> import random
>>> from twowaystreet import apply, shuffle, view
>>> from twowaystreet.games import twos
>>> from twowaystreet import svg
>>> state = twos.new_game()
>>> state = apply(state, shuffle(state, random.Random(7)))
>>> picture = svg.table(view(state, 1), names=["Ann", "Ben", "Cem", "Dot"])
>>> picture[:40]
'<svg xmlns="http://www.w3.org/2000/svg" '
"""

from twowaystreet._util.publishing import publish
from twowaystreet.svg._public import card, hand, score, table, trick
from twowaystreet.svg.rendering import png

__all__ = ["card", "hand", "png", "score", "table", "trick"]
publish(__name__)
