"""The base of players: what every player is, and the rules of thumb that games bring."""
