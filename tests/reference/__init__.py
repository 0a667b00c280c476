"""Reference implementations of the games, written directly from their rules.

They share no code with the package. They use lists, strings and dictionaries, and prefer obvious
code to fast code. A differential test compares legal moves, tricks and scores. A difference means
that one of the two implementations is wrong.
"""
