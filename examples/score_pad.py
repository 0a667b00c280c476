"""Keep the score of a game with real cards.

After each hand type every player's declaration and tricks, such as ``LD 0 HD 4 LD 0 HD 6``; an
empty line ends the game.

python examples/score_pad.py Zak Katie Jen Derek
"""

from __future__ import annotations

import sys

import twowaystreet as tws
from twowaystreet.games import street


def read_hand(line: str) -> street.HandScore:
    """Score a line that gives each player's declaration and tricks."""
    words = line.split()
    if not all(word.isdecimal() for word in words[1::2]):
        raise tws.RulesError("hand", line, "declarations and tricks, as LD 0 HD 4", "ST-25")
    return street.score(words[::2], [int(word) for word in words[1::2]])


def main(names: list[str]) -> None:
    """Read hands from standard input and print the sheet after each."""
    hands: list[street.HandScore] = []
    for line in sys.stdin:
        if not line.strip():
            break
        try:
            sheet = tws.score_sheet(names, [*hands, read_hand(line)])
        except tws.RulesError as error:
            print(f"Not written down: {error}")
            continue
        hands.append(read_hand(line))
        print(sheet)


if __name__ == "__main__":
    main(sys.argv[1:])
