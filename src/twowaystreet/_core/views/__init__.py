"""Facts and views: the knowledge of each seat."""
