"""The server of tables in browsers: the extra ``web``."""
