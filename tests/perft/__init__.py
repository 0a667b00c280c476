"""Exact counts: how many sequences of moves there are from a position, and how they end.

Each game has a table, a text file beside this one, of deals by name and of positions. A position
is what a match begins with and the moves since; its numbers are

- ``counts``: how many sequences of 1, 2, 3, ... moves there are, of which none goes on into the
  next deal;
- ``lead``: how many there are up to where the first card may be led;
- ``end``: how many there are up to the end of the hand, the points that each seat makes in all of
  them together, and a digest of how many end in which way.

The numbers come out alike from the package and from its reference implementation.
"""
