"""Fuzzing of every function that reads input, with slightly damaged input.

``python -m tests.fuzz`` makes random changes; ``python -m tests.fuzz.guided`` follows coverage.
"""
