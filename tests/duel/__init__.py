"""The rules of the Duel, one by one."""
