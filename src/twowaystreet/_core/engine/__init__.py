"""The core of every card game: states, moves, decisions, rules and scores."""
