"""The games, one package each; ``_twoway`` is the common part of Two Way Street and its Duel.

Each package has modules for its rules (options and phases), its moves, its states, its scoring and
its view. The package itself has the public names.
"""
