"""What the extra openspiel gives: games of OpenSpiel."""

from twowaystreet.rl import openspiel

openspiel.register("twos")
