"""Exact counts of the sequences of moves from a position, and of their results.

Each game has a table, a text file in this folder, of named deals and positions. A position consists
of the start of a match and the moves since. Its numbers are:

- ``counts``: the number of sequences of 1, 2, 3, ... moves within the hand;
- ``lead``: the number of sequences up to the first lead;
- ``end``: the number of sequences up to the end of the hand, the points of each seat added over all
  of them, and a digest of the number of sequences with each result.

The package and its reference implementation must give the same numbers.
"""
