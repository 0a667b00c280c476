"""Naive second opinions on the games, written straight from their rules.

They share no code with the package: lists, strings and dictionaries, slow and obvious. Where a
second opinion and the package disagree about a legal move, a trick or a score, one of them has
misread a rule, and comparing the two finds the place.
"""
