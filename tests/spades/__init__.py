"""The rules of Spades for two, by example."""
