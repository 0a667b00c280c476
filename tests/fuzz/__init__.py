"""Fuzzing: whatever reads something, given very much that is nearly right.

``python -m tests.fuzz`` runs it, ``python -m tests.fuzz.guided`` lets what is reached guide it.
"""
