"""ConceptNet as frames: assertion dumps of 5.5 to 5.7, pages of the public API, three-column triples.

Every reader gives the same columns (``columns.ASSERTION``), so that builders need not know which was read.
"""
