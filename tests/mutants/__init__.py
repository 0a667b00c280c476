"""Mutants: the rules with one thing changed, of which the tests are to find every one.

``python -m tests.mutants`` makes and tries them.
"""
