"""Mutation testing of the rules: the tests must detect every small change.

``python -m tests.mutants`` makes the mutants and runs the tests on each.
"""
