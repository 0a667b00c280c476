"""The rules of Twos, one by one."""
