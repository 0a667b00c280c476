"""Words of the command line, some of which the page shows too."""
