"""Reference implementations of the games, written straight from their rules.

They share no code with the package: lists, strings and dictionaries, slow and obvious. Where
the two disagree about a legal move, a trick or a score, one of them has misread a rule, and the
comparison finds the place.
"""
