"""The games, one package each; ``_twoway`` is the common part of Two Way Street and the Duel.

Each package has modules for its rules (options and phases), moves, states, scoring and view. The
package itself exports the public names.
"""
