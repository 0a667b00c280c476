"""Benchmarks against OpenSpiel: ``python -m benchmarks``, with the extra ``bench``."""
