"""Tools to check rules, bots and games of one's own by their properties."""
