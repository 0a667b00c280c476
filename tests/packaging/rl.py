"""What the extra rl gives: environments for programs that learn."""

from twowaystreet.rl import gymnasium, pettingzoo

print(gymnasium, pettingzoo.env("twos"))
