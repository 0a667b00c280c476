"""What the extra tune gives: a search for the constant of a rule of thumb."""

from twowaystreet import players

players.tune("twos", {"kept_two": (0, 4)}, deals=9, held_out=9, rounds=1)
