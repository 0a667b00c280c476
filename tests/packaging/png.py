"""What the extra png gives: pictures, with the fonts in the wheel."""

from twowaystreet import Trick, cards, svg

picture = svg.trick(Trick(0, cards("QS"), (0,), None), names=["Ann"])
assert svg.png(picture) != svg.png(picture.replace("Ann", ""))
