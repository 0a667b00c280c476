"""Cards, sets of cards as bit masks, and packs."""
