"""What the extra web gives: a server, here its socket."""

from twowaystreet.web import listening

listening.open_socket("127.0.0.1", 0).close()
