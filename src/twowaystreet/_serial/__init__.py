"""Values as plain data, read and written by their types."""
