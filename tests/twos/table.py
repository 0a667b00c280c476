"""The prices of a catch in Twos."""

from twowaystreet.games.twos.score import PRICE

TWO, THREE = PRICE.values()
