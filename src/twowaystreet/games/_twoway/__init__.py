"""The common part of Two Way Street and its Duel: cards, moves, exchanges and the play."""
