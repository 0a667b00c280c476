"""The rules of Twenty Down, one by one."""
