"""What all games share: cards, states, moves, tricks, views, records, words, playouts."""
