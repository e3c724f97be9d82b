"""Reports: a run as a page that can be read without the program."""
