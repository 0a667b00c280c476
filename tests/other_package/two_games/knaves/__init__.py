"""Knaves, a game in a package: each jack in a player's tricks costs a point."""

from two_games.knaves.state import Rules, State, new_game
from two_games.knaves.view import View
from twowaystreet.authoring import Game

GAME = Game(name="knaves", Rules=Rules, State=State, View=View, new_game=new_game)
