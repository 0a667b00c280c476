"""Short runs of frameworks for learning; the session ``training`` of nox installs them."""
