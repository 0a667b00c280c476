"""The bids of the reference Spades for two, and the score of a hand (SP-8, SP-15..SP-18)."""

from typing import TypedDict

# SP-15: the points of each bid, made and failed. `contract_of` handles a failed Boston.
POINTS = {
    "bid 4": (40, -40),
    "bid 5": (50, -50),
    "bid 6": (60, -60),
    "bid 7": (70, -70),
    "bid 8": (80, -80),
    "bid 9": (90, -90),
    "bid 10": (200, -100),
    "bid 11": (220, -110),
    "bid 12": (240, -120),
    "bid 13": (500, -130),
    "blind 6": (100, -60),
    "blind 7": (120, -70),
    "blind 8": (140, -80),
    "blind 9": (160, -90),
    "blind 10": (300, -100),
    "blind 11": (320, -110),
    "blind 12": (340, -120),
    "bemo": (100, -100),
    "big bemo": (200, -100),
    "nil": (300, -50),
    "double nil": (500, -100),
    "naught": (200, -100),
    "double naught": (400, -100),
}


class Score(TypedDict):
    """The score of one hand; each list has an entry per player."""

    bid: list[str]
    books: list[int]
    made: list[bool]
    contract: list[int]
    overbooks: list[int]
    penalty: list[int]
    bonus: list[int]
    points: list[int]


def number_of(bid: str) -> int | None:
    """Return the books of a number bid, blind or not; None for any other bid."""
    if bid.startswith(("bid ", "blind ")):
        return int(bid.split(" ")[1])
    return None


def raises(bid: str) -> list[str]:
    """Return the raises of this bid (SP-8)."""
    if bid.startswith("bid "):  # Except blind bids.
        number = number_of(bid)
        assert number is not None
        return [f"bid {higher}" for higher in range(number + 1, 14)]
    if bid == "bemo":
        return ["big bemo"]
    if bid == "naught":
        return ["double naught"]
    return []


def is_made(bid: str, player: int, books: int, taken: list[tuple[int, str]]) -> bool:
    """Return True if the player has made the bid (SP-16).

    `books` is the player's total; `taken` has the player and the hand of each book. The two differ
    after a renege: moved books count for number bids only (SP-14).
    """
    number = number_of(bid)
    if number is not None:
        return books >= number
    if bid in ["bemo", "big bemo"]:  # Both hands count.
        first = 4 if bid == "bemo" else 6
        return [winner for winner, _ in taken[:first]] == [player] * first
    by_actual = taken.count((player, "actual"))
    by_dummy = taken.count((player, "dummy"))
    if bid in ["nil", "naught"]:
        return by_actual == 0 or by_dummy == 0
    return by_actual == 0 and by_dummy == 0  # Double Nil, Double Naught.


def contract_of(bid: str, made: bool, boston_failed: int) -> int:
    """Return the points of the bid, made or failed (SP-15)."""
    if bid == "bid 13" and not made:
        return boston_failed
    return POINTS[bid][0] if made else POINTS[bid][1]


def overbooks_of(bid: str, books: int) -> int:
    """Return the overbooks of a made number bid; 0 for other bids (SP-17)."""
    number = number_of(bid)
    return 0 if number is None else max(0, books - number)


def is_perfect(bid: str, books: int) -> bool:
    """Return True for a number bid made exactly (SP-18)."""
    return number_of(bid) == books


def score(
    bids: list[str],
    books: list[int],
    taken: list[tuple[int, str]],
    overbooks: list[int],
    perfect_bids: list[int],
    boston_failed: int,
) -> Score:
    """Score a hand from its bids and the totals before it (SP-15..SP-18)."""
    result: Score = {
        "bid": list(bids),
        "books": list(books),
        "made": [],
        "contract": [],
        "overbooks": [],
        "penalty": [],
        "bonus": [],
        "points": [],
    }
    for player in [0, 1]:
        made = is_made(bids[player], player, books[player], taken)
        contract = contract_of(bids[player], made, boston_failed)

        over = overbooks_of(bids[player], books[player])
        penalty = 0
        for count in range(overbooks[player] + 1, overbooks[player] + over + 1):
            if count % 10 == 0:  # SP-17: another ten overbooks are complete.
                penalty -= 100

        bonus = 0
        if is_perfect(bids[player], books[player]) and perfect_bids[player] == 2:
            bonus = 80  # SP-18: the third in succession.

        result["made"].append(made)
        result["contract"].append(contract)
        result["overbooks"].append(over)
        result["penalty"].append(penalty)
        result["bonus"].append(bonus)
        result["points"].append(contract + over + penalty + bonus)
    return result
