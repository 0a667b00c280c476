"""Views hold what a seat may know, and nothing else: tight, and complete."""
