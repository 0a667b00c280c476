"""Worlds: each game's worlds against every history that looks the same, through ``apply`` alone."""
