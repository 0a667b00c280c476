"""What the extra fast gives: compiled playouts."""

from twowaystreet import fast

print(fast.hands("twos", 9, seed=1))
