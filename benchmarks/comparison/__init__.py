"""A comparison with other libraries; ``python -m benchmarks.comparison`` prints it."""
