"""The rules of Two Way Street for three or more players, one by one."""
